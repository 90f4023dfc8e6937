import { quantile, sorted } from "../../../src/stats/summary.ts";
import type { Rule } from "../pool.ts";
import { columnRule } from "./column-rule.ts";

/** Commits of the history that it wants before it judges. */
const HISTORY = 30;

/** rustc-perf: a relative change beyond Q3 + 3 IQR of the changes between neighbouring commits. */
export function rustcPerf(): Rule {
  return columnRule(
    "rustc-perf IQR",
    { needs: HISTORY + 1, armSessions: () => 1, sessions: () => 1 },
    ({ head, history, worse }) => {
      const last = history.at(-1)!;
      return (worse * (head[0]! - last)) / last > significance(history);
    },
  );
}

export function significance(history: readonly number[]): number {
  const changes = history.slice(1).map((value, i) => Math.abs(value - history[i]!) / history[i]!);
  const order = sorted(changes);
  const [q1, q3] = [quantile(order, 0.25), quantile(order, 0.75)];
  return q3 + 3 * (q3 - q1);
}
