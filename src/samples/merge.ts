/**
 * Run documents of several load generator machines that ran the same plan at the same time -> one Run. Counts add, histograms
 * merge, the time is the longest of them; percentiles never average, so parts that carry no histogram lose theirs.
 */

import { addByKey, groupBy } from "../model/by-key.ts";
import type { Warning } from "../model/document.ts";
import { PlumblineError } from "../model/errors.ts";
import type {
  HostPart,
  KindPart,
  Latency,
  OpenLoop,
  PartLatency,
  Run,
  Session,
  SliceColumns,
  StatementPart,
  WorkloadRun,
} from "../model/run.ts";
import { sum } from "../stats/summary.ts";
import { decodeHistogram, encodeHistogram, mergeHistograms } from "./histogram.ts";

/**
 * @param runs of the same commit, arm, plan and fingerprint, one of each machine, at least one
 * @param id of the merged run
 * @throws PlumblineError of kind "usage" that names what differs
 */
export function mergeRuns(runs: readonly Run[], id: string): Run {
  const [first, ...others] = runs;
  if (first === undefined) throw differing("there is no run document", "give those of all machines");
  for (const other of others) refuseDifferent(first, other);
  for (const at of first.workloads.keys()) refuseOtherShares(runs, at);
  // What one machine's share of the load varied by before is not what the whole varies by.
  const { earlier: _earlier, ...rest } = first;
  return {
    ...rest,
    id,
    // Of base and head alike, so that the merged two are a pair again.
    measurement: { ...first.measurement, id: least(runs.map((run) => run.measurement.id)) },
    startedAt: least(runs.map((run) => run.startedAt)),
    finishedAt: greatest(runs.map((run) => run.finishedAt)),
    workloads: first.workloads.map((workload, at) =>
      mergeWorkloads(
        workload,
        runs.map((run) => run.workloads[at]!),
      ),
    ),
    warnings: [...distinct(runs.flatMap((run) => run.warnings)), ...unknownShares(runs)],
  };
}

const SAME: Readonly<Record<string, (run: Run) => unknown>> = {
  suite: (run) => run.suite,
  commit: (run) => run.commit.sha,
  arm: (run) => run.measurement.arm,
  "measure mode": (run) => run.measurement.mode,
  plan: (run) => run.plan,
  "load generator": (run) => run.generator,
  workloads: (run) => run.workloads.map((workload) => [workload.name, workload.workload, workload.options]),
  sessions: (run) => run.workloads.map((workload) => workload.sessions.map((session) => session.index)),
  "fingerprint (machine, database or settings)": (run) => run.fingerprint,
};

function refuseDifferent(first: Run, other: Run): void {
  if (first.id === other.id) {
    throw differing(`run ${first.id} is given twice`, "give one document of each machine");
  }
  for (const [what, of] of Object.entries(SAME)) {
    if (JSON.stringify(of(first)) === JSON.stringify(of(other))) continue;
    throw differing(
      `the runs ${first.id} and ${other.id} differ in their ${what}`,
      "merge only what several machines measured together, from the same config file and --seed",
    );
  }
}

/**
 * Refuses shares of a workload's load that are not the whole, each once and at the same time. A smaller load would pass for a slower
 * server, and loads one after the other for twice as much of it.
 */
function refuseOtherShares(runs: readonly Run[], at: number): void {
  const { name } = runs[0]!.workloads[at]!;
  const shares = runs.map((run) => run.workloads[at]!.share);
  const of = shares.find((share) => share !== undefined)?.of;
  if (of === undefined) return;
  const given = new Map<number, string>();
  for (const [position, { id }] of runs.entries()) {
    const share = shares[position];
    if (share?.of !== of)
      throw differing(
        `${name}: run ${id} is no share of a load of ${of} machines`,
        "merge only these shares",
      );
    const before = given.get(share.index);
    if (before !== undefined)
      throw differing(
        `${name}: the runs ${before} and ${id} are both share ${share.index} of ${of}`,
        EACH_ONCE,
      );
    given.set(share.index, id);
  }
  const absent = Array.from({ length: of }, (_, index) => index + 1).filter((index) => !given.has(index));
  if (absent.length > 0)
    throw differing(`${name}: share ${absent.join(", ")} of ${of} is missing`, EACH_ONCE);
  const began = runs.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1)).at(-1)!;
  const ended = runs.toSorted((a, b) => (a.finishedAt < b.finishedAt ? -1 : 1))[0]!;
  if (began.startedAt < ended.finishedAt) return;
  throw differing(
    `${name}: run ${ended.id} had ended (${ended.finishedAt}) before run ${began.id} began (${began.startedAt})`,
    "start all machines together: options.start-at names the moment",
  );
}

const EACH_ONCE = "give the document of each machine, once";

/** Of documents that do not say which share of the load they are. */
function unknownShares(runs: readonly Run[]): readonly Warning[] {
  if (runs.length < 2 || runs.some(({ workloads }) => workloads.some(({ share }) => share !== undefined)))
    return [];
  return [
    {
      code: "shares-unknown",
      message: `the documents of ${runs.length} load machines do not say which share of the load each brought: whether the sum is the whole load is not known`,
      remedy: "measure with options.shard on each machine, or by plumbline shard",
    },
  ];
}

function mergeWorkloads(
  { share: _share, ...first }: WorkloadRun,
  workloads: readonly WorkloadRun[],
): WorkloadRun {
  return {
    ...first,
    sessions: first.sessions.map((_, at) =>
      mergeSessions(workloads.map((workload) => workload.sessions[at]!)),
    ),
  };
}

function mergeSessions(sessions: readonly Session[]): Session {
  const [first] = sessions as readonly [Session];
  const add = (of: (session: Session) => number) => sum(sessions.map(of));
  const cpu = present(sessions.map((session) => session.serverCpuNs));
  return {
    index: first.index,
    fresh: sessions.every((session) => session.fresh),
    durationNs: Math.max(...sessions.map((session) => session.durationNs)),
    ...optional("connections", sessions, sum),
    ...optional("restNs", sessions, sum),
    events: add((session) => session.events),
    queries: {
      read: add((session) => session.queries.read),
      write: add((session) => session.queries.write),
      other: add((session) => session.queries.other),
    },
    committedQueries: add((session) => session.committedQueries),
    failedEvents: add((session) => session.failedEvents),
    errorsBySqlstate: addByKey(sessions.map((session) => session.errorsBySqlstate)),
    retries: add((session) => session.retries),
    reconnects: add((session) => session.reconnects),
    ...optional("downtimeNs", sessions, sum),
    latency: mergeLatencies(sessions.map((session) => session.latency)),
    ...(sessions.some((session) => session.latencyLastAttempt !== undefined)
      ? {
          // Where nothing was tried again, the last attempt is the only one.
          latencyLastAttempt: mergeExtremes(
            sessions.map((session) => session.latencyLastAttempt ?? session.latency),
          ),
        }
      : {}),
    ...optional("openLoop", sessions, mergeOpenLoops),
    ...optional("statements", sessions, mergeStatements),
    ...optional("kinds", sessions, mergeKinds),
    ...optional("newOrders", sessions, sum),
    ...optional("hosts", sessions, mergeHosts),
    // Whoever asked them asked the same nodes.
    ...optional("nodes", sessions, ([first]) => first!),
    slices: mergeSlices(sessions.map((session) => session.slices)),
    // Whoever could read it read the same processes over the same time.
    serverCpuNs: cpu.length === 0 ? null : Math.max(...cpu),
    ...optional("serverCpu", sessions, ([first]) => first!),
    client: {
      cpuShare: Math.max(...sessions.map((session) => session.client.cpuShare)),
      stealShare: worst(sessions.map((session) => session.client.stealShare)),
      loadAverage: worst(sessions.map((session) => session.client.loadAverage)),
    },
  };
}

/** A field that not every session has: absent where none has it. */
function optional<
  K extends
    | "connections"
    | "restNs"
    | "serverCpu"
    | "downtimeNs"
    | "openLoop"
    | "statements"
    | "kinds"
    | "newOrders"
    | "hosts"
    | "nodes",
>(
  field: K,
  sessions: readonly Session[],
  merge: (values: readonly NonNullable<Session[K]>[]) => NonNullable<Session[K]>,
): Partial<Session> {
  const values = sessions
    .map((session) => session[field])
    .filter((value): value is NonNullable<Session[K]> => value !== undefined);
  return values.length === 0 ? {} : { [field]: merge(values) };
}

function mergeLatencies(latencies: readonly Latency[]): Latency {
  return {
    ...mergeExtremes(latencies),
    histogram: encodeHistogram(mergeHistograms(latencies.map(({ histogram }) => decodeHistogram(histogram)))),
  };
}

/** Count, extremes and sum; those of a machine without any value say nothing. */
function mergeExtremes(parts: readonly PartLatency[]): Omit<PartLatency, "percentilesNs"> {
  const used = parts.filter((part) => part.count > 0);
  return {
    count: sum(used.map((part) => part.count)),
    minNs: used.length === 0 ? 0 : Math.min(...used.map((part) => part.minNs)),
    maxNs: Math.max(0, ...used.map((part) => part.maxNs)),
    sumNs: sum(used.map((part) => part.sumNs)),
  };
}

function mergeOpenLoops(loops: readonly OpenLoop[]): OpenLoop {
  return {
    offered: sum(loops.map((loop) => loop.offered)),
    offeredPerSecond: sum(loops.map((loop) => loop.offeredPerSecond)),
    achievedPerSecond: sum(loops.map((loop) => loop.achievedPerSecond)),
    unstarted: sum(loops.map((loop) => loop.unstarted)),
    sustained: loops.every((loop) => loop.sustained),
    service: mergeExtremes(loops.map((loop) => loop.service)),
    lateness: mergeExtremes(loops.map((loop) => loop.lateness)),
  };
}

function mergeStatements(lists: readonly (readonly StatementPart[])[]): StatementPart[] {
  return [...groupBy(lists.flat(), (part) => part.name)].map(([name, parts]) => ({
    name,
    count: sum(parts.map((part) => part.count)),
    errors: sum(parts.map((part) => part.errors)),
    misses: sum(parts.map((part) => part.misses)),
    ...latencyOf(parts),
  }));
}

function mergeKinds(lists: readonly (readonly KindPart[])[]): KindPart[] {
  return [...groupBy(lists.flat(), (part) => part.name)].map(([name, parts]) => {
    const latencies = parts.flatMap(({ latency }) => latency ?? []);
    return {
      name,
      count: sum(parts.map((part) => part.count)),
      errors: sum(parts.map((part) => part.errors)),
      ...(latencies.length === 0 ? {} : { latency: mergeLatencies(latencies) }),
    };
  });
}

function mergeHosts(lists: readonly (readonly HostPart[])[]): HostPart[] {
  return [...groupBy(lists.flat(), (part) => part.host)].map(([host, parts]) => ({
    host,
    connections: sum(parts.map((part) => part.connections)),
    events: sum(parts.map((part) => part.events)),
    errors: sum(parts.map((part) => part.errors)),
    ...latencyOf(parts),
  }));
}

function latencyOf(parts: readonly { latency?: PartLatency | undefined }[]): { latency?: PartLatency } {
  const latencies = parts.map((part) => part.latency).filter((latency) => latency !== undefined);
  return latencies.length === 0 ? {} : { latency: mergeExtremes(latencies) };
}

/** Machines with one plan and one seed have the same slices; where a machine has other ones, no slice has a partner. */
function mergeSlices(all: readonly SliceColumns[]): SliceColumns {
  const length = all[0]!.startNs.length;
  if (all.some((slices) => slices.startNs.length !== length)) {
    return { startNs: [], durationNs: [], events: [], queries: [] };
  }
  const column = (of: (slices: SliceColumns) => readonly number[], reduce: (values: number[]) => number) =>
    Array.from({ length }, (_, at) => reduce(all.map((slices) => of(slices)[at]!)));
  return {
    startNs: column(
      (slices) => slices.startNs,
      (values) => Math.min(...values),
    ),
    durationNs: column(
      (slices) => slices.durationNs,
      (values) => Math.max(...values),
    ),
    events: column((slices) => slices.events, sum),
    queries: column((slices) => slices.queries, sum),
  };
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function present(values: readonly (number | null)[]): number[] {
  return values.filter((value): value is number => value !== null);
}

function worst(values: readonly (number | null)[]): number | null {
  const known = present(values);
  return known.length === 0 ? null : Math.max(...known);
}

const least = (texts: readonly string[]): string => [...texts].sort()[0]!;
const greatest = (texts: readonly string[]): string => [...texts].sort().at(-1)!;

function differing(what: string, remedy: string): PlumblineError {
  return new PlumblineError("usage", what, { remedy });
}
