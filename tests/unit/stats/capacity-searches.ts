/** Whole searches for a capacity, as the tests of what errs and of what does not make them. */
import { nextSize, type SearchTerms, type Trial } from "../../../src/stats/capacity-search.ts";

export const TERMS: SearchTerms = { start: 100, isNear: false, most: 1e6, precision: 0.03, trials: 30 };

export function searched(
  holds: (size: number) => boolean,
  terms: Partial<SearchTerms> = {},
): readonly Trial[] {
  const trials: Trial[] = [];
  for (;;) {
    const size = nextSize(trials, { ...TERMS, ...terms });
    if (size === null) return trials;
    trials.push({ size, holds: holds(size) });
  }
}
