import type { ChangeEvent, LevelShift } from "./change-event.ts";

/** Which commits to measure to find the one that changed the level. */
export type BisectPlan = Readonly<{
  event: ChangeEvent;
  /** The clearest shift of the event; its series decides. */
  shift: LevelShift;
  /** Between the levels, in standard deviations of a run: from about 4 on, one run tells the sides apart. */
  distance: number;
  /** Oldest first; their probabilities add up to 1. */
  candidates: readonly BisectCandidate[];
  /** Commit that is the first on the new level with at least 95 % probability, or null. */
  found: string | null;
  /** About how many more runs will do. */
  runsLeft: number;
}>;

export type BisectCandidate = Readonly<{
  sha: string;
  subject: string;
  /** Times that it was measured in this series. */
  runs: number;
  /** Of being the first on the new level. */
  probability: number;
  isNext: boolean;
}>;
