import { studentQuantile } from "../../../src/stats/student.ts";
import { geometricMean, mean, standardDeviation } from "../../../src/stats/summary.ts";
import type { Rule } from "../pool.ts";
import { columnRule } from "./column-rule.ts";

/** Runs of the history that are looked at, and the boundary: Bencher's documented example. */
const WINDOW = 64;
const BOUNDARY = 0.99;

/** Bencher's t-test threshold: the new value lies beyond mean +- t(.99, n - 1) s sqrt(1 + 1/n) of the last 64 runs. */
export function bencher(): Rule {
  return columnRule(
    "Bencher t-test",
    { needs: WINDOW, armSessions: () => 1, sessions: () => 1 },
    ({ head, history, worse }) => {
      return worse * (geometricMean(head) - mean(history)) > reach(history);
    },
  );
}

/** How far from the mean the boundary lies. */
export function reach(history: readonly number[]): number {
  const n = history.length;
  return studentQuantile(BOUNDARY, n - 1) * standardDeviation(history) * Math.sqrt(1 + 1 / n);
}
