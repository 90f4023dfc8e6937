/** Live numbers of a running load, for watching: never judged, never stored. */

/** Statements and events that ended on one target within one interval. */
export type LiveInterval = Readonly<{
  /** Position of the target in the load generator's command line. */
  target: number;
  /** Statements per second of the time in which the target was driven; null for what ended last, in too short a time for a rate. */
  qps: number | null;
  /** Successful and failed ones. */
  events: number;
  /** Latencies of events; null where none ended. */
  p95Ns: number | null;
  p99Ns: number | null;
  /** Failed attempts of events, also of those that were tried again. */
  failuresBySqlstate: Readonly<Record<string, number>>;
}>;

/** The measurement under way. A commit is "" if there is none to name. */
export type LiveRun = Readonly<{ run: string; suite: string; head: string; base: string }>;

/** Current stage of the work, with or without load; `share` of it is done, from 0 to 1, or null if that is unknown. */
export type LiveStage = Readonly<{ stage: string; share: number | null }>;

/** Arm, workload and session that the numbers belong to. */
export type LiveSource = Readonly<{
  arm: string;
  workload: string;
  /** Number of the session, from 1. */
  session: number;
  phase: string;
}>;

/** One kind of number with all its points: what both OpenMetrics and OTLP are written from. */
export type LiveFamily = Readonly<{
  /** Name in Prometheus' style, with its unit and without `_total`. */
  name: string;
  help: string;
  kind: "gauge" | "counter";
  /** Unit as Prometheus names it; "" for plain numbers. */
  unit: "" | "seconds" | "ratio";
  points: readonly Readonly<{ labels: Readonly<Record<string, string>>; value: number }>[];
}>;
