/** A change of level in the history of a branch: one cause, with everything that moved there. */
import type { MetricId } from "./metric.ts";
import type { ArmName } from "./run.ts";

export type ChangeEvent = Readonly<{
  repository: string | null;
  suite: string;
  branch: string | null;
  /** The change came after the first and with or before the second; both were measured, what lies between was not. */
  lastBefore: MeasuredCommit;
  firstAfter: MeasuredCommit;
  /**
   * `commit`: what changed may be in the range. `surroundings`: both sides are runs of one commit, so it was not the code but the
   * machine or what runs on it.
   */
  cause: "commit" | "surroundings";
  /** `recent`: too few runs follow to know whether it lasts. */
  state: "lasting" | "recent";
  /** What moved, clearest first. */
  shifts: readonly LevelShift[];
}>;

export type MeasuredCommit = Readonly<{
  sha: string;
  time: string | null;
  subject: string | null;
  author: string | null;
}>;

export type LevelShift = Readonly<{
  workload: string;
  metric: MetricId;
  arm: ArmName;
  fingerprint: string;
  /** The first run on the new level. */
  runId: string;
  /** Geometric mean levels (plain ones for the failed share) in the metric's unit, since the change before and until the next. */
  before: number;
  after: number;
  /** after/before - 1; null where the level before was 0. */
  effect: number | null;
  direction: "worse" | "better";
  /** p-value: a series without any change shows one this clear with at most this probability. */
  p: number;
  /** Standard deviation of a run around its level, as a share of that level. */
  noise: number;
}>;
