import type { ChangeEvent, LevelShift } from "./answers.ts";
import type { LedgerStep, LedgerSum } from "./ledger.ts";

/** Plan of the commits to measure to find the one that changed the level. */
export type BisectPlan = Readonly<{
  event: ChangeEvent;
  /** The clearest shift of the event; its metric decides. */
  shift: LevelShift;
  /** Distance between the two levels in standard deviations of a run. From about 4 on, a single run tells which side it is on. */
  distance: number;
  /** State of both ends, if runs are now made under other conditions than when the event was seen; else null. */
  ends: RangeEnds | null;
  /** Oldest first; their probabilities add up to 1. */
  candidates: readonly BisectCandidate[];
  /** Commits to measure next: candidates, or the ends of the range. */
  next: readonly string[];
  /** Commit that is the first on the new level with at least 95 % probability, or null. */
  found: string | null;
  /** About how many more runs it takes. */
  runsLeft: number;
  /** Sum that the event is the heaviest change of, with all its changes, the heaviest first; absent: a change of level. */
  sum?: Readonly<{ total: LedgerSum; steps: readonly LedgerStep[] }>;
}>;

/** The two measured commits around the range. Measured again, they show the two levels under present conditions. */
export type RangeEnds = Readonly<{
  from: string;
  to: string;
  /** Runs that each end has so far; `need` is how many each must have. */
  runs: Readonly<{ from: number; to: number }>;
  need: number;
  /** `short`: too few runs to tell the ends apart. `clear`: they differ as the event says. `alike`: enough runs show no difference. */
  state: "short" | "clear" | "alike";
}>;

export type BisectCandidate = Readonly<{
  sha: string;
  subject: string;
  /** Number of its measurements in series whose levels are known. */
  runs: number;
  /** Probability that it is the first commit on the new level. */
  probability: number;
  isNext: boolean;
}>;
