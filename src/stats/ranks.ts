import { normalQuantile, normalUpper } from "./normal.ts";
import { detectableNoncentrality, type Power, type Shift } from "./shift.ts";
import { median, type Sorted, sorted, variance } from "./summary.ts";

/** Up to so many values in both groups together the distribution of U is counted out, ties or not. */
const EXACT_MAX = 50;

type MannWhitney = Readonly<{
  /** Pairs in which the second group's value is the larger, ties half. */
  u: number;
  /** One-sided p of "the second group lies higher" and of "lower", and the two-sided one. */
  pGreater: number;
  pLess: number;
  p: number;
}>;

/**
 * Mann-Whitney test of two independent groups (Mann & Whitney 1947). Exact for up to 50 values in all, by counting every
 * assignment of the (mid)ranks to the groups, so also with ties; beyond, normal with the variance corrected for ties and a
 * continuity correction of 1/2 (Lehmann 2006, Nonparametrics, ch. 1).
 */
export function mannWhitney(first: readonly number[], second: readonly number[]): MannWhitney {
  const [n1, n2] = [first.length, second.length];
  if (n1 === 0 || n2 === 0) throw new RangeError(`Mann-Whitney test of ${n1} and ${n2} values`);
  const ranks = doubledMidranks([...first, ...second]);
  const rankSum = ranks.slice(n1).reduce((sum, rank) => sum + rank, 0);
  const u = rankSum / 2 - (n2 * (n2 + 1)) / 2;
  const [pGreater, pLess] =
    n1 + n2 <= EXACT_MAX ? exactTails(ranks, n2, rankSum) : normalTails(ranks, n1, n2, u);
  return { u, pGreater, pLess, p: Math.min(1, 2 * Math.min(pGreater, pLess)) };
}

/** Twice the midrank of every value: integers, also for ties. */
function doubledMidranks(values: readonly number[]): readonly number[] {
  const order = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Array<number>(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && values[order[end]!] === values[order[start]!]) end += 1;
    for (let i = start; i < end; i++) ranks[order[i]!] = start + 1 + end;
    start = end;
  }
  return ranks;
}

function exactTails(ranks: readonly number[], size: number, observed: number): readonly [number, number] {
  const counts = subsetSums(ranks, size);
  let [below, at, all] = [0, 0, 0];
  for (const [sum, count] of counts.entries()) {
    all += count;
    if (sum < observed) below += count;
    else if (sum === observed) at += count;
  }
  return [(all - below) / all, (below + at) / all];
}

/** Counts of the subsets of `size` elements by their sum; at most C(50, 25) = 1.3e14, exact in a double. */
function subsetSums(elements: readonly number[], size: number): Float64Array {
  const total = elements.reduce((sum, element) => sum + element, 0);
  const bySize = Array.from({ length: size + 1 }, () => new Float64Array(total + 1));
  bySize[0]![0] = 1;
  let reach = 0;
  for (const [seen, element] of elements.entries()) {
    for (let k = Math.min(size, seen + 1); k > 0; k--) {
      const [into, from] = [bySize[k]!, bySize[k - 1]!];
      for (let sum = 0; sum <= reach; sum++) into[sum + element]! += from[sum]!;
    }
    reach += element;
  }
  return bySize[size]!;
}

function normalTails(ranks: readonly number[], n1: number, n2: number, u: number): readonly [number, number] {
  const n = n1 + n2;
  const ties = new Map<number, number>();
  for (const rank of ranks) ties.set(rank, (ties.get(rank) ?? 0) + 1);
  const tied = [...ties.values()].reduce((sum, t) => sum + (t ** 3 - t), 0);
  const sigma = Math.sqrt(((n1 * n2) / 12) * (n + 1 - tied / (n * (n - 1))));
  if (sigma === 0) return [1, 1];
  const distance = u - (n1 * n2) / 2;
  return [normalUpper((distance - 0.5) / sigma), normalUpper((-distance - 0.5) / sigma)];
}

/**
 * The Mann-Whitney test's shift (Hodges & Lehmann 1963): the median of all pairwise differences, with the interval of those
 * shifts that the test does not reject. Its bounds are infinite where the groups are too small for the confidence.
 */
export function rankShift(base: readonly number[], head: readonly number[]): Shift {
  const [n1, n2] = [base.length, head.length];
  const differences = sorted(head.flatMap((value) => base.map((other) => value - other)));
  const noise = Math.sqrt((variance(base) + variance(head)) / 2);
  const moved = (bound: number) => head.map((value) => value - bound);
  return {
    estimate: median(differences),
    noise,
    df: n1 + n2 - 2,
    interval: (confidence) => shiftInterval(differences, rejected(n1, n2, (1 - confidence) / 2)),
    pAbove: (bound) => mannWhitney(base, moved(bound)).pGreater,
    pBelow: (bound) => mannWhitney(base, moved(bound)).pLess,
    ...rankPower(noise, n1, n2),
    more: (factor) => rankPower(noise, n1 * factor, n2 * factor),
  };
}

/** Power of the test of two groups of those sizes. */
function rankPower(noise: number, n1: number, n2: number): Power {
  const error = noise * Math.sqrt((1 / n1 + 1 / n2) / EFFICIENCY);
  return {
    visible: (alpha, power) =>
      rejected(n1, n2, alpha) === 0 ? null : error * detectableNoncentrality(alpha, power, n1 + n2 - 2),
    exceeds: (bound, power) => bound + normalQuantile(power) * error,
  };
}

/** Efficiency of the Mann-Whitney test against the t test for normal values (Lehmann 2006, ch. 2.4). */
const EFFICIENCY = 3 / Math.PI;

/** Number of the smallest values of U, from 0 up, that a one-sided test at `alpha` rejects. */
function rejected(n1: number, n2: number, alpha: number): number {
  const n = n1 + n2;
  if (n > EXACT_MAX) {
    const sigma = Math.sqrt((n1 * n2 * (n + 1)) / 12);
    return Math.max(0, Math.floor((n1 * n2) / 2 - 0.5 + normalQuantile(alpha) * sigma) + 1);
  }
  const ranks = Array.from({ length: n }, (_, i) => i + 1);
  const counts = subsetSums(ranks, n2);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const least = (n2 * (n2 + 1)) / 2;
  let [k, tail] = [0, counts[least]!];
  while (tail / all <= alpha) {
    k += 1;
    tail += counts[least + k]!;
  }
  return k;
}

function shiftInterval(differences: Sorted, k: number): Readonly<{ low: number; high: number }> {
  if (k === 0) return { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  return { low: differences[k - 1]!, high: differences[differences.length - k]! };
}
