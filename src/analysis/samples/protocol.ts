/**
 * The lines of plumbline-load (runner-native/PROTOCOL.md) as typed events. A reader takes only the fields it names, ignores
 * fields and types it does not know, and refuses a stream whose version is another one.
 */
import { z } from "zod";
import { PlumblineError } from "../../model/errors.ts";
import { OptionValue } from "../../model/run.ts";

/** Version of the protocol that this reader knows: `v` of every line. */
const PROTOCOL_VERSION = 1;

const count = z.number().int().nonnegative();
const nanos = z.number().nonnegative();
const target = z.number().int().nonnegative();
const queries = z.object({ read: count, write: count, other: count });

const Latency = z.object({
  count,
  min_ns: nanos,
  max_ns: nanos,
  sum_ns: nanos,
  percentiles_ns: z.record(z.string(), nanos.nullable()).optional(),
  histogram: z.string(),
});

const failures = z.object({ events: count, by_sqlstate: z.record(z.string(), count) });

const Hello = z.object({
  type: z.literal("hello"),
  started_at_unix_ns: nanos.optional(),
  version: z.string(),
  profile: z.string(),
  libpq: z.number(),
  /** Compiler, C library and linking are missing from older programs. */
  compiler: z.string().optional(),
  libc: z.string().optional(),
  static: z.boolean().optional(),
  command: z.string(),
  workload: z.string(),
  /** Options without a value (an unset URL) are null. */
  options: z.record(z.string(), OptionValue.nullable()),
});

const ProgressLine = z.object({
  type: z.literal("progress"),
  phase: z.string(),
  /** Sent by `run`; the total is 0 where it is not known. */
  phase_elapsed_ns: nanos.optional(),
  phase_total_ns: nanos.optional(),
  /** Sent by `prepare`. */
  done: count.optional(),
  total: count.optional(),
  what: z.string().optional(),
  /** Sent for an interval of `run`: when the interval ended, and what ended in it on each target. */
  at_ns: nanos.optional(),
  waiting_ns: nanos.optional(),
  /** Open loop only: planned events that are due and have no connection yet. */
  backlog: count.optional(),
  targets: z
    .array(
      z.object({
        target,
        qps: z.number().nonnegative().optional(),
        events: count.optional(),
        p95_ns: nanos.optional(),
        p99_ns: nanos.optional(),
        statement_max_ns: nanos.optional(),
        failures: failures.optional(),
      }),
    )
    .optional(),
});

const Slice = z.object({
  type: z.literal("slice"),
  target,
  index: count,
  start_ns: nanos,
  duration_ns: nanos,
  events: count,
  queries: count,
});

const Block = z.object({
  type: z.literal("block"),
  target,
  duration_ns: nanos,
  events: count,
  queries,
  queries_committed: queries,
  failures,
  retries: count,
  reconnects: count,
  /** Time for which connections were lost, summed over them. */
  downtime_ns: nanos.optional(),
  latency: Latency,
  /** Latency of the last attempt of each event, without those before it; absent where nothing was retried. */
  latency_last_attempt: Latency.optional(),
  /** The fields from here to `not_sustained` are there in an open loop only. */
  service: Latency.optional(),
  lateness: Latency.optional(),
  punctual: Latency.optional(),
  offered: count.optional(),
  offered_per_s: z.number().nonnegative().optional(),
  achieved_per_s: z.number().nonnegative().optional(),
  unstarted: count.optional(),
  not_sustained: z.boolean().optional(),
  /** Time for which connections rested at the ends of slices, summed over them. */
  rest_ns: nanos.optional(),
  connections: count.optional(),
  server_memory_bytes: count.optional(),
  /** All events that ended, also those of the warm-up and those that failed. */
  ended_events: count.optional(),
  statements: z
    .array(z.object({ name: z.string(), count, errors: count, misses: count, latency: Latency.optional() }))
    .optional(),
  event_kinds: z
    .array(z.object({ name: z.string(), count, errors: count, latency: Latency.optional() }))
    .optional(),
  /** Of a load that changes: events by the stage in which they were to start. */
  stages: z
    .array(z.object({ name: z.string(), count, errors: count, latency: Latency.optional() }))
    .optional(),
  hosts: z
    .array(
      z.object({
        host: z.string(),
        connections: count,
        events: count,
        errors: count,
        latency: Latency.optional(),
      }),
    )
    .optional(),
  server_cpu_ns: nanos.nullable(),
  server_cpu: z
    .object({
      driven_ns: nanos,
      backends_ns: nanos.optional(),
      idle_ns: nanos,
      idle_wall_ns: nanos,
    })
    .optional(),
});

const ErrorLine = z.object({
  type: z.literal("error"),
  code: z.string(),
  fatal: z.boolean(),
  message: z.string(),
  hint: z.string().nullish(),
  sqlstate: z.string().nullish(),
  target: target.nullish(),
});

const Summary = z.object({
  type: z.literal("summary"),
  exit_code: count,
  interrupted: z.boolean(),
  client: z.object({ cpu_share: z.number(), placement: z.string().optional() }).optional(),
  host: z.object({ steal_share: z.number().nullable(), load_average: z.number().nullable() }).optional(),
  warnings: z.array(z.object({ code: z.string(), message: z.string(), remedy: z.string() })).optional(),
});

/** One line, by its `type`. */
export const ProtocolEvent = z.discriminatedUnion("type", [
  Hello,
  ProgressLine,
  Slice,
  Block,
  ErrorLine,
  Summary,
]);
export type ProtocolEvent = z.infer<typeof ProtocolEvent>;
/** A latency object of a block. */
export type LatencyLine = z.infer<typeof Latency>;
export type EventOf<T extends ProtocolEvent["type"]> = Extract<ProtocolEvent, { type: T }>;

const Envelope = z.object({ v: z.number(), type: z.string() });
const KNOWN_TYPES: ReadonlySet<string> = new Set([
  "hello",
  "progress",
  "slice",
  "block",
  "error",
  "summary",
] satisfies ProtocolEvent["type"][]);

/**
 * Reads one line.
 * @param number of the line in its stream, from 1, for errors
 * @returns null for a type that this reader does not know
 * @throws PlumblineError of kind "generator" that names the line
 */
export function parseLine(line: string, number: number): ProtocolEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw broken(number, "is not complete JSON", cause);
  }
  const envelope = Envelope.safeParse(value);
  if (!envelope.success) throw broken(number, "is no line of the protocol: it has no v and type");
  const { v, type } = envelope.data;
  if (v !== PROTOCOL_VERSION) {
    throw new PlumblineError(
      "generator",
      `line ${number} of plumbline-load has protocol version ${v}; this Plumbline reads version ${PROTOCOL_VERSION}`,
      { remedy: "build plumbline-load from the sources of this Plumbline: make -C runner-native" },
    );
  }
  if (!KNOWN_TYPES.has(type)) return null;
  const event = ProtocolEvent.safeParse(value);
  if (event.success) return event.data;
  const issue = event.error.issues[0];
  throw broken(number, `(${type}): ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`);
}

/** The line of an event, without its line break. The opposite of parseLine; PROTOCOL.md's own writer is in C. */
export function printLine(event: ProtocolEvent): string {
  return JSON.stringify({ v: PROTOCOL_VERSION, ...event });
}

/** Those of one type, in the order of the stream. */
export function ofType<T extends ProtocolEvent["type"]>(
  events: readonly ProtocolEvent[],
  type: T,
): readonly EventOf<T>[] {
  return events.filter((event): event is EventOf<T> => event.type === type);
}

export function lastOf<T extends ProtocolEvent["type"]>(
  events: readonly ProtocolEvent[],
  type: T,
): EventOf<T> | undefined {
  return ofType(events, type).at(-1);
}

function broken(number: number, what: string, cause?: unknown): PlumblineError {
  return new PlumblineError("generator", `line ${number} of plumbline-load's output ${what}`, {
    remedy:
      "measure again: its output was cut short or mixed with something else, and nothing of this block was kept",
    cause,
  });
}
