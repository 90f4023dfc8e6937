/**
 * Finds where a series splits in two by the energy statistic (Matteson & James 2014, J. Am. Stat. Assoc.
 * 109:334), and how likely chance makes as good a split somewhere.
 */
import { logGamma } from "./beta.ts";
import { normalUpper } from "./normal.ts";
import { drawIndex, type Rng } from "./random.ts";
import { mean, standardDeviation } from "./summary.ts";

export type Split = Readonly<{
  /** First position of the second part. */
  index: number;
  /** Q of the two parts over the mean distance of two values: without unit, 0 on average where nothing changed. */
  strength: number;
  /** Values in the piece of the series that was split. */
  length: number;
}>;

type SplitTest = Readonly<{
  /** Chance that values in random order split at least as well at any place. */
  p: number;
  /** Permutations that were looked at; 0 where the bound alone decided; p is never less than all of them could show. */
  permutations: number;
}>;

type SplitTestOptions = Readonly<{
  /** p up to which a split is called; what is clearly above is not resolved further. */
  level: number;
  permutations: number;
  /** Ratio of the variance of a mean of neighbours to that of a mean of independent values; 1 for independent ones. */
  inflation: number;
  rng: Rng;
}>;

/** Equal splits of the same values, summed in another order, differ by less. */
const ROUNDING = 1e-9;

/** Pieces that are searched: the whole series, its halves, quarters and so on, overlapping. */
const SHRINK = 2;
const SHORTEST_WINDOW = 12;

/**
 * Searches one set of values, in any order of them, for the strongest split. A short level between two others hardly shows in a
 * split of the whole series, so pieces of it are searched as well (seeded binary segmentation: Kovacs et al. 2023, Biometrika
 * 110:249); whatever is looked at in the series is looked at in its permutations too.
 *
 * One piece takes O(w log n). With L, R and B the sums of distances within its left part, within its right part and between them
 * (n and m values): Q = 2/(m+n) B - 2m/((m+n)(n-1)) L - 2n/((m+n)(m-1)) R. A value that moves over changes them by its distance to
 * the left part and to the whole piece, which two Fenwick trees over the ranks (Fenwick 1994) answer: how many smaller values there
 * are, and their sum.
 */
export class EnergySearch {
  readonly #minimum: number;
  readonly #values: Float64Array;
  readonly #trees: RankTrees;
  /** Sum of the distances of each value to those before it, in the piece at hand. */
  readonly #toLeft: Float64Array;
  readonly #order: Int32Array;
  readonly #windows: readonly (readonly [start: number, end: number])[];

  /** @throws RangeError for a value that is not finite, or parts of less than two */
  constructor(values: readonly number[], minimum: number) {
    const n = values.length;
    if (minimum < 2 || !values.every(Number.isFinite)) {
      throw new RangeError(`energy statistic of ${n} values in parts of ${minimum}`);
    }
    const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
    // Distances do not depend on the origin; sums lose less to rounding around the middle.
    const center = values[order[n >> 1]!] ?? 0;
    this.#minimum = minimum;
    this.#values = Float64Array.from(values, (value) => value - center);
    this.#trees = new RankTrees(order);
    this.#toLeft = new Float64Array(n);
    this.#order = Int32Array.from(values, (_, i) => i);
    this.#windows = windowsOf(n).filter(([start, end]) => end - start >= 2 * minimum);
  }

  get length(): number {
    return this.#values.length;
  }

  /** Number of splits that are looked at. */
  get splits(): number {
    return this.#windows.reduce((sum, [start, end]) => sum + end - start - 2 * this.#minimum + 1, 0);
  }

  /** The strongest split of the values as they were given; null where they are too few, or all equal. */
  best(): Split | null {
    this.#order.sort();
    const split = this.#strongest();
    return split.strength === Number.NEGATIVE_INFINITY ? null : split;
  }

  /** The strength of the best split of the values in random order. */
  shuffled(rng: Rng): number {
    for (let i = this.#order.length - 1; i > 0; i--) {
      const j = drawIndex(rng, i + 1);
      const kept = this.#order[i]!;
      this.#order[i] = this.#order[j]!;
      this.#order[j] = kept;
    }
    return this.#strongest().strength;
  }

  /** The strongest split of the current order. */
  #strongest(): Split {
    let best: Split = { index: 0, strength: Number.NEGATIVE_INFINITY, length: 0 };
    for (const [start, end] of this.#windows) {
      const split = this.#strongestIn(start, end);
      if (split.strength > best.strength) best = split;
    }
    return best;
  }

  #strongestIn(start: number, end: number): Split {
    const n = end - start;
    const minimum = this.#minimum;
    const { total, sum } = this.#enter(start, end);
    const [values, order, trees, toLeft] = [this.#values, this.#order, this.#trees, this.#toLeft];
    const scale = (2 * total) / (n * (n - 1));
    let [left, between, index, strength] = [0, 0, start, Number.NEGATIVE_INFINITY];
    if (scale === 0) return { index, strength, length: n };
    for (let k = 1; k <= n - minimum; k++) {
      const i = order[start + k - 1]!;
      const moved = toLeft[start + k - 1]!;
      left += moved;
      between += trees.distance(i, values[i]!, n, sum) - 2 * moved;
      if (k < minimum) continue;
      const m = n - k;
      const right = total - left - between;
      const q = (2 / n) * (between - (m / (k - 1)) * left - (k / (m - 1)) * right);
      if (q > strength) {
        strength = q;
        index = start + k;
      }
    }
    return { index, strength: strength / scale, length: n };
  }

  /** Puts a piece into the trees. @returns the sum of all its distances, each pair once, and of its values */
  #enter(start: number, end: number): Readonly<{ total: number; sum: number }> {
    const [values, order, trees, toLeft] = [this.#values, this.#order, this.#trees, this.#toLeft];
    trees.clear();
    let [total, sum] = [0, 0];
    for (let k = start; k < end; k++) {
      const i = order[k]!;
      const value = values[i]!;
      const distance = trees.distance(i, value, k - start, sum);
      trees.add(i, value);
      toLeft[k] = distance;
      total += distance;
      sum += value;
    }
    return { total, sum };
  }
}

/** Values that were added, by rank: the number of the smaller ones, and their sum, in O(log n). */
class RankTrees {
  /** Rank from 1 of each value, ties in any order; the position in both trees. */
  readonly #ranks: Int32Array;
  readonly #counts: Float64Array;
  readonly #sums: Float64Array;

  /** @param order positions of all values, by value */
  constructor(order: readonly number[]) {
    this.#ranks = new Int32Array(order.length);
    for (const [rank, i] of order.entries()) this.#ranks[i] = rank + 1;
    this.#counts = new Float64Array(order.length + 1);
    this.#sums = new Float64Array(order.length + 1);
  }

  clear(): void {
    this.#counts.fill(0);
    this.#sums.fill(0);
  }

  add(i: number, value: number): void {
    const counts = this.#counts;
    const sums = this.#sums;
    for (let at = this.#ranks[i]!; at < counts.length; at += at & -at) {
      counts[at]! += 1;
      sums[at]! += value;
    }
  }

  /** Sum of the distances of a value to all that were added: so many, with that sum. */
  distance(i: number, value: number, count: number, sum: number): number {
    const counts = this.#counts;
    const sums = this.#sums;
    let smaller = 0;
    let smallerSum = 0;
    for (let at = this.#ranks[i]!; at > 0; at -= at & -at) {
      smaller += counts[at]!;
      smallerSum += sums[at]!;
    }
    return value * (2 * smaller - count) + sum - 2 * smallerSum;
  }
}

/** The whole, then pieces that overlap by half, the last of each length at the end. */
function windowsOf(length: number): readonly (readonly [number, number])[] {
  const windows: [number, number][] = [[0, length]];
  for (let size = Math.ceil(length / SHRINK); size >= SHORTEST_WINDOW; size = Math.ceil(size / SHRINK)) {
    const step = size >> 1;
    for (let start = 0; start + size < length; start += step) windows.push([start, start + size]);
    windows.push([length - size, length]);
  }
  return windows;
}

/**
 * p of a split by permutation of the whole search: the share of random orders that have a split as strong anywhere (Phipson & Smyth
 * 2010: with the observed order counted in). Three things keep it fast. A bound that holds whatever the distribution of the values
 * decides the clearest cases. Counting ends as soon as so many orders were as good that p cannot come down to the level (Besag &
 * Clifford 1991, Biometrika 78:301). And where none of the first orders comes near, the tail of their strengths says the rest.
 *
 * Where neighbours are alike, parts of the series itself differ by more than parts of a random order do, which `inflation` makes up
 * for.
 */
export function testSplit(search: EnergySearch, split: Split, options: SplitTestOptions): SplitTest {
  const { level, permutations, inflation, rng } = options;
  const strength = deflated(split, inflation);
  const least = Math.max(1 / (permutations + 1), rarest(search, split));
  const bound = CAUTION * search.splits * boundOfOne(strength);
  if (bound <= level) return { p: Math.max(bound, least), permutations: 0 };
  const allowed = Math.floor(level * (permutations + 1)) - 1;
  const first: number[] = [];
  let reached = 0;
  for (let drawn = 1; drawn <= permutations; drawn++) {
    const other = search.shuffled(rng);
    if (other >= strength - ROUNDING) reached += 1;
    if (reached > allowed) return { p: (reached + 1) / (drawn + 1), permutations: drawn };
    if (drawn <= FIRST) first.push(other);
    const tail = drawn === FIRST && reached === 0 ? tailBeyond(strength, first) : 1;
    if (CAUTION * tail <= level) return { p: Math.max(CAUTION * tail, least), permutations: drawn };
  }
  return { p: (reached + 1) / (permutations + 1), permutations };
}

/**
 * A split of the whole series cannot be rarer than the orders that keep its parts apart, either of them first: in a short one the
 * tail of the first orders does not know that.
 */
function rarest({ length }: EnergySearch, split: Split): number {
  if (split.length < length) return 0;
  const [left, right] = [split.index, length - split.index];
  return 2 * Math.exp(logGamma(left + 1) + logGamma(right + 1) - logGamma(length + 1));
}

/** Number of first orders whose strengths show what their tail is like. */
const FIRST = 40;
const EULER = 0.5772156649015329;

/** P(more than so much) for maxima like these: a Gumbel distribution by moments (Gumbel 1958, Statistics of Extremes). */
function tailBeyond(strength: number, maxima: readonly number[]): number {
  const scale = (standardDeviation(maxima) * Math.sqrt(6)) / Math.PI;
  const location = mean(maxima) - EULER * scale;
  return scale === 0 ? 1 : -Math.expm1(-Math.exp(-(strength - location) / scale));
}

/**
 * (strength + 1)/length is at most 1, where the two parts are two different values, and plays the role of R^2; what is divided by
 * the inflation is R^2/(1 - R^2), as in an F test.
 */
function deflated({ strength, length }: Split, inflation: number): number {
  const share = (strength + 1) / length;
  return (length * share) / (share + inflation * (1 - share)) - 1;
}

/** The bound is one of large samples, and parts may be as small as three; the tail is known from few maxima. */
const CAUTION = 10;

/**
 * Bound on p of one fixed split. Strength + 1 is for large samples a weighted mean of squared standard
 * normals, whatever the distribution of the values, and no weighted mean exceeds a bound above 1.54 more
 * often than one square does (Szekely & Bakirov 2003, Probab. Theory Relat. Fields 126:184).
 */
function boundOfOne(strength: number): number {
  return strength < 0.6 ? 1 : 2 * normalUpper(Math.sqrt(strength + 1));
}
