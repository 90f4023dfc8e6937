import type { ChangeEvent, LevelShift } from "./change-event.ts";

/** Which commits to measure to find the one that changed the level. */
export type BisectPlan = Readonly<{
  event: ChangeEvent;
  /** The clearest shift of the event; its metric decides. */
  shift: LevelShift;
  /** Between the levels, in standard deviations of a run: from about 4 on, one run tells the sides apart. */
  distance: number;
  /** Where runs are made under other conditions now than those that showed the event; else null. */
  ends: RangeEnds | null;
  /** Oldest first; their probabilities add up to 1. */
  candidates: readonly BisectCandidate[];
  /** Commits to measure next: candidates, or the ends. */
  next: readonly string[];
  /** Commit that is the first on the new level with at least 95 % probability, or null. */
  found: string | null;
  /** About how many more runs will do. */
  runsLeft: number;
}>;

/** The measured commits that the range lies between: the levels of runs as they are made now are known from them. */
export type RangeEnds = Readonly<{
  from: string;
  to: string;
  /** Runs of each, and how many of each it takes. */
  runs: Readonly<{ from: number; to: number }>;
  need: number;
  /** `short`: too few to tell the ends apart. `clear`: they differ as the event says. `alike`: many do not show it. */
  state: "short" | "clear" | "alike";
}>;

export type BisectCandidate = Readonly<{
  sha: string;
  subject: string;
  /** Times that it was measured in a series whose levels are known. */
  runs: number;
  /** Of being the first on the new level. */
  probability: number;
  isNext: boolean;
}>;
