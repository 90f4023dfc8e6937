import { mannWhitney } from "../../../../src/stats/ranks.ts";
import { median, sorted } from "../../../../src/stats/summary.ts";
import type { Rule } from "../pool.ts";
import { columnRule } from "./column-rule.ts";

/** golang.org/x/perf benchstat: medians differ where Mann-Whitney's two-sided p is below .05, each metric by itself. */
export function benchstat(alpha = 0.05): Rule {
  return columnRule("benchstat", { armSessions: (look) => 2 * look }, ({ base, head, worse }) => {
    const difference = median(sorted(head)) - median(sorted(base));
    return worse * difference > 0 && mannWhitney(base, head).p < alpha;
  });
}
