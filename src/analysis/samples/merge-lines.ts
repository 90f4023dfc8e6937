/**
 * Lines of several load generators that drove one load together -> lines as one would have written them, had it been as big. Counts add,
 * histograms are added bucket by bucket, percentiles are those of the sum; slices of one number are one slice.
 */

import { addByKey, groupBy } from "../../model/by-key.ts";
import { PlumblineError } from "../../model/errors.ts";
import { sum } from "../../stats/summary.ts";
import { decodeHistogram, encodeHistogram, histogramQuantile, mergeHistograms } from "./histogram.ts";
import {
  type EventOf,
  type LatencyLine,
  lastOf,
  ofType,
  type ProtocolEvent,
  parseLine,
  printLine,
} from "./protocol.ts";

/** Lines that one of them wrote, and its name in warnings. */
type Stream = Readonly<{ name: string; lines: readonly string[] }>;

type MergedLines = Readonly<{
  lines: readonly string[];
  /** All had the same slices, so that they could be added; the lines have none where not. */
  inStep: boolean;
}>;

/** The option that a merged stream has in addition to its own: the number of load generators that it is of. */
export const SHARDS = "shards";

/**
 * @param streams one at least; each whole
 * @param keepSlices false: their clocks are not known well enough to say which slices were at the same time
 * @throws PlumblineError of kind "generator" where one of them is no whole run
 */
export function mergeLines(streams: readonly Stream[], keepSlices: boolean): MergedLines {
  const parsed = streams.map(({ name, lines }) => ({ name, events: parseEvents(lines) }));
  const only = <T extends ProtocolEvent["type"]>(type: T) =>
    parsed.map(({ name, events }) => lastOf(events, type) ?? fail(name, type));
  const hellos = only("hello");
  const slices = keepSlices ? mergeSlices(parsed.map(({ events }) => ofType(events, "slice"))) : null;
  const targets = ofType(parsed[0]!.events, "block").map(({ target }) => target);
  const blocks = targets.map((target) =>
    mergeBlocks(
      parsed.map(
        ({ name, events }) =>
          ofType(events, "block").find((block) => block.target === target) ?? fail(name, "block"),
      ),
    ),
  );
  const merged: readonly ProtocolEvent[] = [
    mergeHellos(hellos),
    ...(slices ?? []),
    ...blocks,
    mergeSummaries(
      parsed.map(({ name }) => name),
      only("summary"),
    ),
  ];
  return { lines: merged.map(printLine), inStep: slices !== null };
}

/** Time at which the first event could begin, warm-up included: microseconds of the wall clock of that machine. Null: it never could. */
export function firstEventUs(lines: readonly string[]): number | null {
  const events = parseEvents(lines);
  const began = ofType(events, "progress").find(({ phase }) => phase === "warmup" || phase === "measure");
  const hello = lastOf(events, "hello");
  if (began?.at_ns === undefined || hello?.started_at_unix_ns === undefined) return null;
  return hello.started_at_unix_ns / 1_000 + began.at_ns / 1_000;
}

/** Results of one of them, over all targets together. */
export function broughtBy(lines: readonly string[]): Readonly<{
  events: number;
  failed: number;
  cpuShare: number | null;
  /** Microseconds that it stood still for while it measured, at least: it did not tell how it stands when that was due. */
  still: number;
}> {
  const events = parseEvents(lines);
  const blocks = ofType(events, "block");
  return {
    events: sum(blocks.map((block) => block.events)),
    failed: sum(blocks.map(({ failures }) => failures.events)),
    cpuShare: lastOf(events, "summary")?.client?.cpu_share ?? null,
    still: stillUs(events),
  };
}

function stillUs(events: readonly ProtocolEvent[]): number {
  const everyNs = 1e9 * Number(lastOf(events, "hello")?.options["report-interval"] ?? 0);
  if (!(everyNs > 0)) return 0;
  const reported = ofType(events, "progress").flatMap(({ phase, at_ns }) =>
    phase === "measure" && at_ns !== undefined ? [at_ns] : [],
  );
  const late = reported.slice(1).map((at, i) => at - reported[i]! - everyNs);
  return Math.max(0, ...late) / 1_000;
}

/** The whole's options are each one's, but for the connections, which each has some of. */
function mergeHellos(hellos: readonly EventOf<"hello">[]): EventOf<"hello"> {
  const [first] = hellos as readonly [EventOf<"hello">];
  const threads = sum(hellos.map(({ options }) => Number(options["threads"] ?? 0)));
  return { ...first, options: { ...first.options, threads, shard: "1/1", [SHARDS]: hellos.length } };
}

/** Null where they are not the same slices of the same targets. */
function mergeSlices(all: readonly (readonly EventOf<"slice">[])[]): readonly EventOf<"slice">[] | null {
  const [first, ...others] = all as [readonly EventOf<"slice">[], ...(readonly EventOf<"slice">[])[]];
  const isLike = (slices: readonly EventOf<"slice">[]) =>
    slices.length === first.length && slices.every(({ target }, i) => target === first[i]!.target);
  if (!others.every(isLike)) return null;
  return first.map((slice, i) => {
    const parts = all.map((slices) => slices[i]!);
    return {
      ...slice,
      duration_ns: Math.max(...parts.map((part) => part.duration_ns)),
      events: sum(parts.map((part) => part.events)),
      queries: sum(parts.map((part) => part.queries)),
    };
  });
}

function mergeBlocks(blocks: readonly EventOf<"block">[]): EventOf<"block"> {
  const [first] = blocks as readonly [EventOf<"block">];
  const add = (of: (block: EventOf<"block">) => number | undefined) =>
    sum(blocks.map((block) => of(block) ?? 0));
  const cpus = blocks.flatMap(({ server_cpu_ns }) => server_cpu_ns ?? []);
  return {
    type: "block",
    target: first.target,
    duration_ns: Math.max(...blocks.map((block) => block.duration_ns)),
    events: add((block) => block.events),
    queries: addQueries(blocks.map((block) => block.queries)),
    queries_committed: addQueries(blocks.map((block) => block.queries_committed)),
    failures: {
      events: add(({ failures }) => failures.events),
      by_sqlstate: addByKey(blocks.map(({ failures }) => failures.by_sqlstate)),
    },
    retries: add((block) => block.retries),
    reconnects: add((block) => block.reconnects),
    downtime_ns: add((block) => block.downtime_ns),
    latency: mergeLatencies(blocks.map(({ latency }) => latency)),
    ...lastAttempts(blocks),
    ...openLoop(blocks),
    rest_ns: add((block) => block.rest_ns),
    connections: add((block) => block.connections),
    ended_events: add((block) => block.ended_events),
    ...parts("statements", blocks),
    ...parts("event_kinds", blocks),
    ...parts("stages", blocks),
    ...hosts(blocks),
    // All that can read it read the same processes over the same time.
    server_cpu_ns: cpus.length === 0 ? null : Math.max(...cpus),
    ...firstKnown("server_cpu", blocks),
    ...firstKnown("server_memory_bytes", blocks),
  };
}

/** Latencies of the last attempts; of one that tried nothing again, the only attempts. */
function lastAttempts(blocks: readonly EventOf<"block">[]): Partial<EventOf<"block">> {
  if (blocks.every((block) => block.latency_last_attempt === undefined)) return {};
  const all = blocks.map((block) => block.latency_last_attempt ?? block.latency);
  return { latency_last_attempt: mergeLatencies(all) };
}

function openLoop(blocks: readonly EventOf<"block">[]): Partial<EventOf<"block">> {
  if (blocks.some(({ service, lateness }) => service === undefined || lateness === undefined)) return {};
  const add = (of: (block: EventOf<"block">) => number | undefined) =>
    sum(blocks.map((block) => of(block) ?? 0));
  return {
    service: mergeLatencies(blocks.map((block) => block.service!)),
    lateness: mergeLatencies(blocks.map((block) => block.lateness!)),
    ...(blocks.every(({ punctual }) => punctual !== undefined)
      ? { punctual: mergeLatencies(blocks.map(({ punctual }) => punctual!)) }
      : {}),
    offered: add((block) => block.offered),
    offered_per_s: add((block) => block.offered_per_s),
    achieved_per_s: add((block) => block.achieved_per_s),
    unstarted: add((block) => block.unstarted),
    not_sustained: blocks.some((block) => block.not_sustained === true),
  };
}

type NamedPart = Readonly<{ name: string; count: number; errors: number; latency?: LatencyLine | undefined }>;

/** Statements, kinds of events or stages, each with those of its name. */
function parts(
  field: "statements" | "event_kinds" | "stages",
  blocks: readonly EventOf<"block">[],
): Partial<EventOf<"block">> {
  const all: readonly (NamedPart & Readonly<{ misses?: number }>)[] = blocks.flatMap(
    (block) => block[field] ?? [],
  );
  if (all.length === 0) return {};
  const merged = [...groupBy(all, ({ name }) => name)].map(([name, same]) => ({
    name,
    count: sum(same.map(({ count }) => count)),
    errors: sum(same.map(({ errors }) => errors)),
    misses: sum(same.map(({ misses = 0 }) => misses)),
    ...mergedLatency(same),
  }));
  return { [field]: merged };
}

function hosts(blocks: readonly EventOf<"block">[]): Partial<EventOf<"block">> {
  const all = blocks.flatMap((block) => block.hosts ?? []);
  if (all.length === 0) return {};
  const merged = [...groupBy(all, ({ host }) => host)].map(([host, same]) => ({
    host,
    connections: sum(same.map(({ connections }) => connections)),
    events: sum(same.map(({ events }) => events)),
    errors: sum(same.map(({ errors }) => errors)),
    ...mergedLatency(same),
  }));
  return { hosts: merged };
}

function mergedLatency(same: readonly Pick<NamedPart, "latency">[]): Pick<NamedPart, "latency"> {
  const known = same.flatMap(({ latency }) => latency ?? []);
  return known.length === 0 ? {} : { latency: mergeLatencies(known) };
}

function mergeLatencies(all: readonly LatencyLine[]): LatencyLine {
  const histogram = mergeHistograms(all.map((each) => decodeHistogram(each.histogram)));
  const used = all.filter(({ count }) => count > 0);
  const max_ns = Math.max(0, ...used.map((each) => each.max_ns));
  const percentiles = Object.keys(all[0]!.percentiles_ns ?? {}).map((name) => {
    const value = histogramQuantile(histogram, Number(name) / 100);
    return [name, value === null ? null : Math.min(value, max_ns)] as const;
  });
  return {
    count: sum(all.map(({ count }) => count)),
    min_ns: used.length === 0 ? 0 : Math.min(...used.map((each) => each.min_ns)),
    max_ns,
    sum_ns: sum(all.map((each) => each.sum_ns)),
    percentiles_ns: Object.fromEntries(percentiles),
    histogram: encodeHistogram(histogram),
  };
}

/** The load is as hampered as the most hampered of them. */
function mergeSummaries(
  names: readonly string[],
  summaries: readonly EventOf<"summary">[],
): EventOf<"summary"> {
  const [first] = summaries as readonly [EventOf<"summary">];
  const clients = summaries.flatMap(({ client }) => client ?? []);
  const all = summaries.flatMap(({ host }) => host ?? []);
  const placements = new Set(clients.map(({ placement }) => placement));
  return {
    ...first,
    exit_code: Math.max(...summaries.map((summary) => summary.exit_code)),
    interrupted: summaries.some(({ interrupted }) => interrupted),
    client: {
      ...clients[0],
      cpu_share: Math.max(0, ...clients.map((client) => client.cpu_share)),
      ...(placements.size > 1 ? { placement: "mixed" } : {}),
    },
    host: {
      steal_share: most(all.map((host) => host.steal_share)),
      load_average: most(all.map((host) => host.load_average)),
    },
    warnings: mergeLoadWarnings(names, summaries),
  };
}

/** Warnings, one of each kind, with the names of the load generators that gave it. */
function mergeLoadWarnings(
  names: readonly string[],
  summaries: readonly EventOf<"summary">[],
): NonNullable<EventOf<"summary">["warnings"]> {
  const said = summaries.flatMap(({ warnings = [] }, i) =>
    warnings.map((warning) => ({ ...warning, message: `${names[i]}: ${warning.message}` })),
  );
  return [...groupBy(said, ({ code }) => code)].map(([code, same]) => ({
    code,
    message: same.map(({ message }) => message).join("; "),
    remedy: same[0]!.remedy,
  }));
}

function parseEvents(lines: readonly string[]): readonly ProtocolEvent[] {
  return lines.map((line, position) => parseLine(line, position + 1)).filter((event) => event !== null);
}

function addQueries(all: readonly EventOf<"block">["queries"][]): EventOf<"block">["queries"] {
  return {
    read: sum(all.map(({ read }) => read)),
    write: sum(all.map(({ write }) => write)),
    other: sum(all.map(({ other }) => other)),
  };
}

function firstKnown<K extends "server_cpu" | "server_memory_bytes">(
  field: K,
  blocks: readonly EventOf<"block">[],
): Partial<EventOf<"block">> {
  const known = blocks.find((block) => block[field] !== undefined);
  return known === undefined ? {} : { [field]: known[field] };
}

function most(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function fail(name: string, type: string): never {
  throw new PlumblineError("generator", `the output of ${name} has no ${type} line`, {
    remedy: "measure again, and look at that machine's output; nothing of this block was kept",
  });
}
