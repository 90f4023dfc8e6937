/** All lines of one run of plumbline-load -> one Session for each of its targets. */
import type { Generator } from "../../model/build.ts";
import type { Warning } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import type {
  HostPart,
  KindPart,
  Latency,
  OpenLoop,
  OptionValue,
  PartLatency,
  ServerCpu,
  Session,
  StatementPart,
} from "../../model/run.ts";
import { type EventOf, type LatencyLine, lastOf, ofType, type ProtocolEvent, parseLine } from "./protocol.ts";

type SessionLabels = Readonly<{
  /** Number of the session, from 0. */
  index: number;
  /** True for each target whose server lived only for this session, in the load generator's order. */
  fresh: readonly boolean[];
  /** Names of options that shape neither the data nor the run. */
  passing: readonly string[];
}>;

export type SessionLines = Readonly<{
  /** One for each target, in the load generator's order. */
  sessions: readonly Session[];
  /** One for each session: events that ended, with those of the warm-up, and the memory that the server held. Undefined where not reported. */
  ends: readonly Readonly<{ events: number | undefined; memoryBytes: number | undefined }>[];
  /** Effective options that decide what was measured; where, by whom and with which seed is left out. */
  options: Readonly<Record<string, OptionValue>>;
  generator: Generator;
  warnings: readonly Warning[];
}>;

/**
 * Reads the lines of one `run`, in order.
 * @throws PlumblineError of kind "generator" when a line cannot be read, or the stream is not one whole, successful run
 */
export function sessionsFromLines(lines: readonly string[], labels: SessionLabels): SessionLines {
  const events = lines
    .map((line, position) => parseLine(line, position + 1))
    .filter((event) => event !== null);
  const hello = ofType(events, "hello")[0];
  const summary = lastOf(events, "summary");
  if (hello === undefined || summary === undefined) {
    throw incomplete(`it has no ${hello === undefined ? "hello" : "summary"} line`);
  }
  if (summary.exit_code !== 0 || summary.interrupted) {
    throw incomplete(
      `it ended with exit code ${summary.exit_code}${summary.interrupted ? ", interrupted" : ""}`,
    );
  }
  if (summary.client === undefined || summary.host === undefined) {
    throw incomplete("its summary does not say how busy the load generator and the host were");
  }
  const client = {
    cpuShare: summary.client.cpu_share,
    stealShare: summary.host.steal_share,
    loadAverage: summary.host.load_average,
  };
  const slices = ofType(events, "slice");
  const startNs = slices.reduce((least, slice) => Math.min(least, slice.start_ns), Number.POSITIVE_INFINITY);
  const blocks = labels.fresh.map((_, target) => blockOf(events, target));
  return {
    sessions: blocks.map((block, target) => {
      const own = slices.filter((slice) => slice.target === target);
      const fresh = labels.fresh[target]!;
      return {
        ...sessionOf(block, own, startNs, { index: labels.index, fresh, client }),
        ...newOrdersOf(hello.workload, block),
      };
    }),
    ends: blocks.map((block) => ({ events: block.ended_events, memoryBytes: block.server_memory_bytes })),
    options: measuredOptions(hello.options, summary.client.placement, labels.passing),
    generator: generatorOf(hello),
    warnings: summary.warnings ?? [],
  };
}

function blockOf(events: readonly ProtocolEvent[], target: number): EventOf<"block"> {
  const block = ofType(events, "block").find((candidate) => candidate.target === target);
  if (block === undefined) throw incomplete(`it has no block of target ${target}`);
  return block;
}

function sessionOf(
  block: EventOf<"block">,
  slices: readonly EventOf<"slice">[],
  startNs: number,
  facts: Pick<Session, "index" | "fresh" | "client">,
): Session {
  const { read, write, other } = block.queries_committed;
  return {
    ...facts,
    durationNs: block.duration_ns,
    events: block.events,
    ...(block.connections === undefined ? {} : { connections: block.connections }),
    ...(block.rest_ns === undefined ? {} : { restNs: block.rest_ns }),
    queries: block.queries,
    committedQueries: read + write + other,
    failedEvents: block.failures.events,
    errorsBySqlstate: block.failures.by_sqlstate,
    retries: block.retries,
    reconnects: block.reconnects,
    latency: wholeLatency(block.latency),
    slices: {
      startNs: slices.map((slice) => slice.start_ns - startNs),
      durationNs: slices.map((slice) => slice.duration_ns),
      events: slices.map((slice) => slice.events),
      queries: slices.map((slice) => slice.queries),
    },
    serverCpuNs: block.server_cpu?.driven_ns ?? block.server_cpu_ns,
    ...breakdown(block),
  };
}

/** Fields that not every session has; they are absent then, so that stored documents of older versions stay valid. */
function breakdown(block: EventOf<"block">): Partial<Session> {
  const openLoop = openLoopOf(block);
  const hosts = block.hosts ?? [];
  return {
    ...(block.server_cpu === undefined ? {} : { serverCpu: serverCpuOf(block.server_cpu) }),
    ...(block.downtime_ns ? { downtimeNs: block.downtime_ns } : {}),
    ...(block.latency_last_attempt ? { latencyLastAttempt: partLatency(block.latency_last_attempt) } : {}),
    ...(openLoop ? { openLoop } : {}),
    ...(block.statements ? { statements: block.statements.map(statementPart) } : {}),
    ...(block.event_kinds ? { kinds: block.event_kinds.map(kindPart) } : {}),
    ...(block.stages ? { stages: block.stages.map((stage) => statementPart({ ...stage, misses: 0 })) } : {}),
    ...(hosts.length > 1 ? { hosts: hosts.map(hostPart) } : {}),
  };
}

function serverCpuOf({
  driven_ns,
  backends_ns,
  idle_ns,
  idle_wall_ns,
}: NonNullable<EventOf<"block">["server_cpu"]>): ServerCpu {
  return {
    drivenNs: driven_ns,
    ...(backends_ns === undefined ? {} : { backendsNs: backends_ns }),
    idleNs: idle_ns,
    idleWallNs: idle_wall_ns,
  };
}

function openLoopOf(block: EventOf<"block">): OpenLoop | undefined {
  const { service, lateness, punctual, offered, offered_per_s, achieved_per_s, unstarted, not_sustained } =
    block;
  if (
    service === undefined ||
    lateness === undefined ||
    offered === undefined ||
    offered_per_s === undefined ||
    achieved_per_s === undefined ||
    unstarted === undefined ||
    not_sustained === undefined
  ) {
    return undefined;
  }
  return {
    offered,
    offeredPerSecond: offered_per_s,
    achievedPerSecond: achieved_per_s,
    unstarted,
    sustained: !not_sustained,
    service: partLatency(service),
    lateness: partLatency(lateness),
    ...(punctual === undefined ? {} : { punctual: partLatency(punctual) }),
  };
}

function statementPart(line: NonNullable<EventOf<"block">["statements"]>[number]): StatementPart {
  const { name, count, errors, misses, latency } = line;
  return { name, count, errors, misses, ...(latency ? { latency: partLatency(latency) } : {}) };
}

function kindPart(line: NonNullable<EventOf<"block">["event_kinds"]>[number]): KindPart {
  const { name, count, errors, latency } = line;
  return { name, count, errors, ...(latency ? { latency: wholeLatency(latency) } : {}) };
}

/** New orders as tpmC counts them (TPC-C, clause 5.4). Only the workload tpcc has them: a script may be called new_order, too. */
function newOrdersOf(workload: string, { event_kinds = [] }: EventOf<"block">): Pick<Session, "newOrders"> {
  const orders = event_kinds.find(({ name }) => name === "new_order");
  return workload === "tpcc" && orders !== undefined ? { newOrders: orders.count } : {};
}

function hostPart(line: NonNullable<EventOf<"block">["hosts"]>[number]): HostPart {
  const { host, connections, events, errors, latency } = line;
  return { host, connections, events, errors, ...(latency ? { latency: partLatency(latency) } : {}) };
}

function wholeLatency(line: LatencyLine): Latency {
  return { ...latencyFigures(line), histogram: line.histogram };
}

function partLatency(line: LatencyLine): PartLatency {
  const { count, percentiles_ns: percentiles } = line;
  return {
    ...latencyFigures(line),
    ...(percentiles && count > 0 ? { percentilesNs: knownPercentiles(percentiles) } : {}),
  };
}

function latencyFigures({ count, min_ns, max_ns, sum_ns }: LatencyLine) {
  return { count, minNs: min_ns, maxNs: max_ns, sumNs: sum_ns };
}

function knownPercentiles(values: Readonly<Record<string, number | null>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([rank, value]) => (value === null ? [] : [[rank, value]])),
  );
}

/** Facts of the load generator; those that an older program than this one does not report are left out. */
function generatorOf({
  version,
  profile,
  libpq,
  compiler,
  libc,
  static: isStatic,
}: EventOf<"hello">): Generator {
  return {
    version,
    profile,
    libpq,
    ...(compiler === undefined ? {} : { compiler }),
    ...(libc === undefined ? {} : { libc }),
    ...(isStatic === undefined ? {} : { static: isStatic }),
  };
}

/**
 * The options that shape the data or the run: what is left is part of the fingerprint. `placement` is what became of the
 * option of that name, which may have left the choice to the load generator.
 */
function measuredOptions(
  options: EventOf<"hello">["options"],
  placement: string | undefined,
  passing: readonly string[],
): Readonly<Record<string, OptionValue>> {
  return Object.fromEntries(
    Object.entries(placement === undefined ? options : { ...options, placement })
      .filter((entry): entry is [string, OptionValue] => entry[1] !== null && !passing.includes(entry[0]))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function incomplete(why: string): PlumblineError {
  return new PlumblineError("generator", `the output of plumbline-load is incomplete: ${why}`, {
    remedy:
      "measure again, and look at the load generator's own message above; nothing of this block was kept",
  });
}
