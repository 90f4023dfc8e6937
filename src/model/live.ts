/** Numbers of a load that runs, for whoever watches: never judged, never stored. */

/** What ended on one target within one interval. */
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

/** What is measured. A commit is "" where there is none to name. */
export type LiveRun = Readonly<{ run: string; suite: string; head: string; base: string }>;

/** What Plumbline does now, load or not; `share` of it is done, from 0 to 1, or null where nobody knows. */
export type LiveStage = Readonly<{ stage: string; share: number | null }>;

/** Which arm, workload and session the numbers are of. */
export type LiveSource = Readonly<{
  arm: string;
  workload: string;
  /** From 1. */
  session: number;
  phase: string;
}>;

/** One kind of number with all its points: what both OpenMetrics and OTLP are written from. */
export type LiveFamily = Readonly<{
  /** As Prometheus names it, with its unit and without `_total`. */
  name: string;
  help: string;
  kind: "gauge" | "counter";
  /** As Prometheus names units; "" for plain numbers. */
  unit: "" | "seconds" | "ratio";
  points: readonly Readonly<{ labels: Readonly<Record<string, string>>; value: number }>[];
}>;
