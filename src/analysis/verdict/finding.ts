import type { MetricId } from "../../model/metric.ts";
import type { ArmValues, Verdict } from "../../model/report.ts";
import type { PooledPart } from "../../stats/pooled.ts";
import type { Shift } from "../../stats/shift.ts";
import type { Hang } from "./hangs.ts";
import type { Look } from "./looks.ts";
import type { Limit } from "./rules.ts";

/** Evidence about one metric of one workload before it is judged together with the others of the run. */
export type Finding = Readonly<{
  workload: string;
  metric: MetricId;
  limit: Limit;
  base: ArmValues;
  head: ArmValues;
  /** Absent: the only one. */
  look?: Look;
  evidence: Evidence;
}>;

export type Evidence =
  /** Head's shift against base on the logarithmic scale, and what forbids to judge by it (null: nothing). */
  | Readonly<{
      kind: "shift";
      shift: Shift;
      objection: string | null;
      bias?: Bias;
      drift?: DriftFinding;
      /** How head hangs in some sessions; absent: it does not. */
      hang?: Hang;
      /** Attempts differ by more than their noise, so that the shift's error was widened. */
      isDisputed?: true;
      /** Log ratios of the sessions, by each reading of the metric; absent if sessions are no pairs. */
      readings?: readonly (readonly number[])[];
    }>
  /** No test was made: the verdict stands, with a relative change where there is one. A hang is worse than it where it is called. */
  | Readonly<{ kind: "settled"; verdict: Verdict; effect: number | null; hang?: Hang }>;

/** A shift that moves while it is measured: a change is called where it is there from the first session to the last. */
export type DriftFinding = Readonly<{ why: string; ends: Shift; last: Shift }>;

/** Distortion of the shift to one side, so that a verdict to the other side stands all the same. */
export type Bias = Readonly<{ why: string; spares: "regressed" | "improved" }>;

/** What an earlier attempt measured of a metric of a workload, by each reading. */
export type PastPart = Readonly<{ readings: readonly PooledPart[] }>;
