import { drawIndex, type Rng, seededRng } from "../../../src/stats/random.ts";
import { median, quantile, sorted } from "../../../src/stats/summary.ts";
import type { Rule } from "../pool.ts";
import { columnRule } from "./column-rule.ts";

/**
 * ClickHouse's performance test: the difference of medians must reach the 99 % quantile of the same difference under random
 * relabelings of all values, and be more than 10 %. (Its third condition, 1.5 times the quantile of the query's history, only makes
 * it call less; there is no history here.)
 */
export function clickhouse({ relabelings = 10_000, least = 0.1 } = {}): Rule {
  return columnRule(
    "ClickHouse, interleaved",
    { armSessions: (look) => 2 * look },
    ({ base, head, worse }) => {
      const before = median(sorted(base));
      const difference = median(sorted(head)) - before;
      if (worse * difference <= least * before) return false;
      return Math.abs(difference) >= threshold(base, head, relabelings, seededRng(1));
    },
  );
}

/**
 * The 99 % quantile of |difference of medians| where labels mean nothing. The values stay in order and the labels move, so that
 * ten thousand relabelings need no sort.
 */
export function threshold(
  base: readonly number[],
  head: readonly number[],
  relabelings: number,
  rng: Rng,
): number {
  const all = sorted([...base, ...head]);
  const isHead = all.map((_, i) => i < head.length);
  const differences = Array.from({ length: relabelings }, () => {
    for (let i = all.length - 1; i > 0; i--) {
      const j = drawIndex(rng, i + 1);
      [isHead[i], isHead[j]] = [isHead[j]!, isHead[i]!];
    }
    return Math.abs(medianOf(all, isHead, true, head.length) - medianOf(all, isHead, false, base.length));
  });
  return quantile(sorted(differences), 0.99);
}

/** Of the values of one label, which are so many: the middle one, or the mean of the two. */
function medianOf(
  order: readonly number[],
  isHead: readonly boolean[],
  label: boolean,
  size: number,
): number {
  let [seen, sum] = [0, 0];
  for (let i = 0; i < order.length; i++) {
    if (isHead[i] !== label) continue;
    if (seen === (size - 1) >> 1) sum += order[i]!;
    if (seen === size >> 1) sum += order[i]!;
    seen += 1;
  }
  return sum / 2;
}
