/**
 * run.json: all that one invocation measured for one commit. A side-by-side measurement yields two runs, base and head, that
 * share `measurement.id`; their sessions of equal index lived at the same time and form pairs.
 */
import { z } from "zod";
import { Attempt } from "./attempt.ts";
import { Build, Generator } from "./build.ts";
import { Capacity } from "./capacity.ts";
import { CauseSearch } from "./cause-search.ts";
import { Commit, Warning } from "./document.ts";
import { Earlier } from "./earlier.ts";
import { JOB_MOST } from "./job.ts";
import { Looks } from "./looks.ts";
import { Migration } from "./migration.ts";
import { NodePart } from "./nodes.ts";
import { Observed, SetupFile } from "./observed.ts";
import { Rules } from "./rules.ts";
import { list, object } from "./shape.ts";
import { ShardPart } from "./shards.ts";
import { Timeline } from "./timeline.ts";
import { Work } from "./work.ts";

const count = z.number().int().nonnegative();
const nanos = z.number().nonnegative();

export const ARMS = ["base", "head"] as const;
export type ArmName = (typeof ARMS)[number];

export const OptionValue = z.union([z.string(), z.number(), z.boolean()]);
export type OptionValue = z.infer<typeof OptionValue>;

/** Merged latency of all events of one workload in one session. */
export const Latency = object({
  count,
  minNs: nanos,
  maxNs: nanos,
  sumNs: nanos,
  /** HdrHistogram V2, zlib, base64; unit ns. */
  histogram: z.string(),
});
export type Latency = z.infer<typeof Latency>;

/** Latency of a part of the events, without its histogram: there are many parts, and runs are kept for years. */
export const PartLatency = object({
  count,
  minNs: nanos,
  maxNs: nanos,
  sumNs: nanos,
  /** Latency by percentile, "99.9"; absent if several load generators were merged: percentiles never average. */
  percentilesNs: z.record(z.string(), nanos).readonly().optional(),
});
export type PartLatency = z.infer<typeof PartLatency>;

/** One kind of statement of a workload. */
export const StatementPart = object({
  name: z.string(),
  count,
  errors: count,
  /** Statements that found or changed no row. */
  misses: count,
  latency: PartLatency.optional(),
});
export type StatementPart = z.infer<typeof StatementPart>;

/** One of several kinds of events: a transaction of TPC-C, one script of a list. Gates are made of it, so its histogram is kept. */
export const KindPart = object({
  name: z.string(),
  /** Successful events. */
  count,
  /** Failed attempts. */
  errors: count,
  latency: Latency.optional(),
});
export type KindPart = z.infer<typeof KindPart>;

/** One of several hosts that the connections of an arm were spread over. */
export const HostPart = object({
  host: z.string(),
  connections: count,
  events: count,
  errors: count,
  latency: PartLatency.optional(),
});
export type HostPart = z.infer<typeof HostPart>;

/** Figures that an open loop (--rate) adds. `latency` of the session counts from the planned start. */
export const OpenLoop = object({
  offered: count,
  offeredPerSecond: z.number().nonnegative(),
  achievedPerSecond: z.number().nonnegative(),
  /** Planned events that were never begun, because the backlog did not end. */
  unstarted: count,
  /** False: the server did not keep up with the plan, so that latency grows with the length of the run. */
  sustained: z.boolean(),
  /** Latency from the actual start. */
  service: PartLatency,
  /** Lateness of the load generator itself. */
  lateness: PartLatency,
  /** Latency less lateness, event by event; absent if it was not kept. */
  punctual: PartLatency.optional(),
});
export type OpenLoop = z.infer<typeof OpenLoop>;

/** CPU time of a server while its own arm was driven, and while the other one was. */
export const ServerCpu = object({
  /** CPU time in its own slices. */
  drivenNs: nanos,
  /** Part of `drivenNs` in the processes that served our connections. Absent if they could not be told from others. */
  backendsNs: nanos.optional(),
  /** CPU time while the other arm was driven. */
  idleNs: nanos,
  /** Length of the time in which the other arm was driven. */
  idleWallNs: nanos,
});
export type ServerCpu = z.infer<typeof ServerCpu>;

/** The measured slices of one workload in one session on one arm, as columns (index i of each is slice i). */
export const SliceColumns = object({
  /** Starts in nanoseconds from the start of the measuring. */
  startNs: list(nanos),
  durationNs: list(nanos),
  events: list(count),
  queries: list(count),
});
export type SliceColumns = z.infer<typeof SliceColumns>;

/** One workload in one session (one life of a freshly started server) on one arm. */
export const Session = object({
  /** Sessions count from 0; equal indexes of the two arms of a measurement are a pair. */
  index: count,
  /** True where this server lived only for this session, on its own copy of the loaded data. */
  fresh: z.boolean(),
  /** Time in which this arm was driven: the sum of its slices. */
  durationNs: nanos,
  /** Connections open to this arm. Absent in documents older than this field, as is the next. */
  connections: count.optional(),
  /** Time that connections rested at the ends of slices, waiting for the last events; summed over them. */
  restNs: nanos.optional(),
  /** Successful events. */
  events: count,
  queries: object({ read: count, write: count, other: count }),
  /** Statements of successful attempts alone. */
  committedQueries: count,
  failedEvents: count,
  errorsBySqlstate: z.record(z.string(), count).readonly(),
  retries: count,
  reconnects: count,
  /** Time without a connection, summed over the connections. Absent: none was lost. */
  downtimeNs: nanos.optional(),
  latency: Latency,
  /**
   * Values of another tool's measurement, by metric: what it printed, or what its own records give, in the metric's unit. No
   * value is then computed from the rest of the session. A published table also has figures that are no metric (PublishedFigure).
   */
  reported: z.record(z.string(), z.number().nonnegative()).readonly().optional(),
  /** Latency without retries: successful events, their last attempt alone. Absent if there were no retries. */
  latencyLastAttempt: PartLatency.optional(),
  openLoop: OpenLoop.optional(),
  statements: list(StatementPart).optional(),
  /** Kinds of events, if the workload has several. */
  kinds: list(KindPart).optional(),
  /** Stages of a load that changes, with the events that were to start in them. */
  stages: list(StatementPart).optional(),
  /** Completed New-Order transactions, including those that TPC-C rolls back on purpose, as tpmC counts them; for `tpcc` alone. */
  newOrders: count.optional(),
  /** Result of the search for the largest load that keeps its limits, if it was searched. */
  capacity: Capacity.optional(),
  /** Timeline of a separate load with disruptions, on a server of its own; absent if none were planned. */
  timeline: Timeline.optional(),
  /** Hosts, if there are several. */
  hosts: list(HostPart).optional(),
  /** Machines that the database runs on, if their CPU use was reported: from the end of the warm-up to the end of the load. */
  nodes: list(NodePart).optional(),
  slices: SliceColumns,
  /** CPU time of the server's processes in its own slices (without `serverCpu`: in all); null where it could not be read. */
  serverCpuNs: nanos.nullable(),
  serverCpu: ServerCpu.optional(),
  /** Counts of the server; absent if they cannot be known. */
  work: Work.optional(),
  /** The load generator during this block. */
  client: object({
    cpuShare: z.number(),
    stealShare: z.number().nullable(),
    loadAverage: z.number().nullable(),
  }),
});
export type Session = z.infer<typeof Session>;

/**
 * Figures of published tables that are no metric, by their names in `Session.reported`: failed attempts a
 * second, as sysbench counts ignored errors; rows; bytes of data.
 */
export type PublishedFigure = "errors" | "rows" | "data-bytes";

export const WorkloadRun = object({
  /** The name in the config file. */
  name: z.string(),
  /** The load generator's workload. */
  workload: z.string(),
  /** Every effective option of the load generator that shapes the data or the run. */
  options: z.record(z.string(), OptionValue).readonly(),
  /** Names of the options whose values differ from their defaults. Absent in documents of older versions. */
  chosen: list(z.string()).optional(),
  sessions: list(Session),
  /** Reason why base has no such workload, so that head was measured alone: side by side, in head's document only. Absent if base has it. */
  newBecause: z.string().optional(),
});
export type WorkloadRun = z.infer<typeof WorkloadRun>;

/** Conditions that must be equal for two runs to be comparable: the fingerprint is made of them (analysis/verdict/fingerprint.ts). */
export const Environment = object({
  cpuModel: z.string(),
  cpuCount: count,
  memoryBytes: count,
  kernel: z.string(),
  /** RUNNER_NAME's label or the user's own; "" where there is none. */
  runner: z.string(),
  database: z.string(),
  databaseVersion: z.string(),
  /** Absent if no server reported it, and in documents older than this field. */
  build: Build.optional(),
  dialect: z.string(),
  /** Settings that Plumbline gave to the server. */
  settings: z.record(z.string(), z.string()).readonly(),
});
export type Environment = z.infer<typeof Environment>;

/** Place where the invocation ran; all null on a laptop. */
export const Origin = object({
  repository: z.string().nullable(),
  runUrl: z.string().nullable(),
  attempt: count.nullable(),
  pullRequest: count.nullable(),
  /** Name of the job, if several jobs measure the suite; absent if it has none. */
  job: z.string().min(1).max(JOB_MOST).optional(),
  /** File of the workflow, then # and the id of the job. Together with `config` it identifies the writer of a check. Absent outside of workflows. */
  workflow: z.string().optional(),
  /** The config file's path in the repository; absent if it is not in one. */
  config: z.string().optional(),
});
export type Origin = z.infer<typeof Origin>;

export const MEASURE_MODES = ["side-by-side", "history"] as const;
export type MeasureMode = (typeof MEASURE_MODES)[number];

/** Milliseconds, or the load generator's own choice for each session. */
export const SliceLength = z.union([z.number(), z.literal("auto")]);
export type SliceLength = z.infer<typeof SliceLength>;

export const Run = object({
  schema: z.literal("plumbline.run/1"),
  /** Unique; saving a run twice under the same id is one run. */
  id: z.uuid(),
  measurement: object({
    id: z.uuid(),
    mode: z.enum(MEASURE_MODES),
    arm: z.enum(ARMS),
    /** The label `run` of the live numbers; absent if they were not watched. */
    watched: z.uuid().optional(),
  }),
  suite: z.string().min(1),
  /** Name of this database in a sweep that compares databases. */
  target: z.string().optional(),
  commit: Commit,
  origin: Origin,
  /** ISO 8601, UTC. */
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  environment: Environment,
  /** SHA-256 of environment, effective options, load generator and builds: only equal ones are compared with history. */
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  generator: Generator,
  plan: object({
    /** Planned sessions of a workload: those of each look, if these are equal; otherwise looks are parts and multiples of them. */
    sessions: count,
    looks: Looks,
    /** Measured seconds per workload and session, both arms together. */
    seconds: z.number(),
    warmupSeconds: z.number(),
    sliceMs: SliceLength,
    seed: z.number(),
  }),
  workloads: list(WorkloadRun),
  warnings: list(Warning),
  /** Machines that produced the load, if there were several. */
  shards: list(ShardPart).optional(),
  /** Reasons why the planned load was not measured, so that no gate can be judged; absent if there are none. */
  inconclusive: list(Warning).optional(),
  /** Rules in the commit's config file. Head is judged by its own; base's show which of them head changed. Absent: not known. */
  rules: Rules.optional(),
  /** A migration that was tried under load, after the rest; in head's document alone. Absent: none was. */
  migration: Migration.optional(),
  /** Objects of the server and how it runs the statements; absent if they were not observed, or no such server can report them. */
  observed: Observed.optional(),
  /** Searches by experiment for what made workloads slower; in head's document alone. Absent: none was made. */
  causes: list(CauseSearch).optional(),
  /** Files of the set-up that base lacks or has with another text; side by side, in head's document alone. */
  setupFiles: list(SetupFile).optional(),
  /** Noise of earlier measurements in the store; side by side, in head's document alone. Absent: there were none. */
  earlier: Earlier.optional(),
  /**
   * SHA-256 of the question: measurements with the same value ask the same. Side by side, in head's document alone. Absent if the measured
   * files are not known.
   */
  question: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Earlier measurements of the question, the oldest first; in head's document alone. Absent: none are known. */
  attempts: list(Attempt).optional(),
});
export type Run = z.infer<typeof Run>;

/** True if head's server starts first in a session of that index: the arms take turns. */
export function startsHeadFirst(index: number): boolean {
  return index % 2 === 1;
}

/** The order of starts as a term of the analysis: 1 where head's server starts first in a session of that index, else -1. */
export function startSign(index: number): 1 | -1 {
  return startsHeadFirst(index) ? 1 : -1;
}

/** Both arms of one measurement. */
export type Pair = Readonly<{ base: Run; head: Run }>;

/** Runs of one invocation: head alone, or both arms. */
export type Runs = Readonly<{ base: Run | null; head: Run }>;
