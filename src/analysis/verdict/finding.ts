import type { MetricId } from "../../model/metric.ts";
import type { ArmValues, Verdict } from "../../model/report.ts";
import type { Shift } from "../../stats/shift.ts";
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
      /** Log ratios of the sessions, by each reading of the metric; absent if sessions are no pairs. */
      readings?: readonly (readonly number[])[];
    }>
  /** No test was made: the verdict stands, with a relative change where there is one. */
  | Readonly<{ kind: "settled"; verdict: Verdict; effect: number | null }>;

/** A shift that moves while it is measured: a change is called where it is there from the first session to the last. */
export type DriftFinding = Readonly<{ why: string; ends: Shift }>;

/** Distortion of the shift to one side, so that a verdict to the other side stands all the same. */
export type Bias = Readonly<{ why: string; spares: "regressed" | "improved" }>;
