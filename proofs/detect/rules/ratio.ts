import { geometricMean } from "../../../src/stats/summary.ts";
import type { Rule } from "../pool.ts";
import { columnRule } from "./column-rule.ts";

/** Sessions of the run right before; as many as head has, so that the rule has as much to go by as ours. */
const RUN = 8;

/**
 * github-action-benchmark: worse by more than `threshold` than the one value that the commit before had, measured just before; 2 is
 * its default ("200 %"), 1.15 and 1.1 are set by many.
 */
export function ratio(threshold: number): Rule {
  const name = `ratio ${Math.round(threshold * 100)} %`;
  return columnRule(name, { needs: RUN, armSessions: (look) => look }, ({ head, history, worse }) => {
    const change = geometricMean(head) / geometricMean(history);
    return (worse === 1 ? change : 1 / change) > threshold;
  });
}
