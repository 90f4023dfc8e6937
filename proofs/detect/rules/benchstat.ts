import { mannWhitney } from "../../../src/stats/ranks.ts";
import { median, sorted } from "../../../src/stats/summary.ts";
import type { Rule } from "../pool.ts";
import { columnRule } from "./column-rule.ts";

/**
 * golang.org/x/perf benchstat: medians differ where Mann-Whitney's two-sided p is below .05, each metric by itself.
 * @param inTurn base was measured before head, as most use it; else base and head by turns, which is its best case
 */
export function benchstat({ alpha = 0.05, inTurn = false } = {}): Rule {
  const name = inTurn ? "benchstat, base before head" : "benchstat, interleaved";
  const options = { needs: inTurn ? SESSIONS : 0, armSessions: (look: number) => 2 * look };
  return columnRule(name, options, ({ base, head, history, worse }) => {
    const before = inTurn ? history : base;
    const difference = median(sorted(head)) - median(sorted(before));
    return worse * difference > 0 && mannWhitney(before, head).p < alpha;
  });
}

/** Of base, right before head's. */
const SESSIONS = 8;
