/**
 * Steps between neighbouring levels that are large in the noise of the series, however short the levels are: differences of means
 * left and right of each place at several widths, the narrowest first (Baranowski, Chen & Fryzlewicz 2019, J. R. Stat. Soc. B
 * 81:649; widths of both sides apart as in Meier, Kirch & Cho 2021, J. Stat. Softw. 97:8).
 *
 * What a search of the whole series by permutations cannot see: four runs against four others have 35 ways to be told apart, so no
 * permutation of them is ever rare. The noise of all neighbours tells what they are worth.
 */
import { studentQuantile } from "./student.ts";

export type StepOptions = Readonly<{
  /** Chance of a step in a series that has none. */
  level: number;
  /** Fewest values on either side. */
  minimum: number;
  /** Standard deviation of the mean of values, times the root of their number; 0 finds nothing. */
  noise: number;
}>;

/** Widths of a side, in the smallest: what is much longer is found by other means. */
const WIDTHS = [1, 4 / 3, 2, 3, 4];

type Candidate = Readonly<{ index: number; left: number; right: number; size: number }>;

/** First positions of new levels, in order. */
export function findSteps(values: readonly number[], options: StepOptions): readonly number[] {
  const narrowest = candidates(values, [0, values.length], options).sort(
    (a, b) => a.left + a.right - (b.left + b.right) || b.size - a.size,
  );
  const taken: number[] = [];
  for (const { index, left, right } of narrowest) {
    // A window across a step that is known already says nothing new.
    if (taken.every((place) => place <= index - left || place >= index + right)) taken.push(index);
  }
  return taken.sort((a, b) => a - b);
}

/** The clearest step from `start` to before `end`, if it is beyond chance in the whole series. */
export function clearestStep(
  values: readonly number[],
  piece: readonly [start: number, end: number],
  options: StepOptions,
): number | null {
  const found = candidates(values, piece, options);
  return (
    found.reduce<Candidate | null>((a, b) => (a !== null && a.size >= b.size ? a : b), null)?.index ?? null
  );
}

/** Windows within a piece of the series in which a step is beyond chance. */
function candidates(
  values: readonly number[],
  [start, end]: readonly [number, number],
  { level, minimum, noise }: StepOptions,
): Candidate[] {
  if (end - start < 2 * minimum || noise === 0) return [];
  const sums = new Sums(values);
  const threshold = thresholdOf(values.length, level);
  const widths = WIDTHS.map((factor) => Math.round(factor * minimum));
  const found: Candidate[] = [];
  for (let index = start + minimum; index <= end - minimum; index++) {
    for (const left of widths.filter((width) => width <= index - start)) {
      for (const right of widths.filter((width) => width <= end - index)) {
        const size = sizeOf(sums, { index, left, right }, noise);
        if (size > threshold) found.push({ index, left, right, size });
      }
    }
  }
  return found;
}

/**
 * Difference of the means in its standard error. Where a side varies by more than the noise of the series does, its own variance
 * counts: strange runs that lie close together are no level.
 */
function sizeOf(sums: Sums, { index, left, right }: Omit<Candidate, "size">, noise: number): number {
  const [before, after] = [sums.over(index - left, index), sums.over(index, index + right)];
  const least = noise * noise;
  const error = Math.max(before.variance, least) / left + Math.max(after.variance, least) / right;
  return Math.abs(after.mean - before.mean) / Math.sqrt(error);
}

/** So many of the windows at one place are as good as independent. */
const INDEPENDENT = 2;
/** What a value tells of the noise where it is estimated from the median difference of neighbours, in degrees of freedom. */
const WORTH = 0.3;

function thresholdOf(length: number, level: number): number {
  return studentQuantile(1 - level / (2 * INDEPENDENT * length), Math.max(1, WORTH * length));
}

/** Mean and variance of any stretch of the values, at once. */
class Sums {
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;

  constructor(values: readonly number[]) {
    this.#sums = new Float64Array(values.length + 1);
    this.#squares = new Float64Array(values.length + 1);
    // Around the first value little is lost to rounding.
    for (const [i, value] of values.entries()) {
      const moved = value - values[0]!;
      this.#sums[i + 1] = this.#sums[i]! + moved;
      this.#squares[i + 1] = this.#squares[i]! + moved * moved;
    }
  }

  over(start: number, end: number): Readonly<{ mean: number; variance: number }> {
    const mean = (this.#sums[end]! - this.#sums[start]!) / (end - start);
    const squares = this.#squares[end]! - this.#squares[start]! - (end - start) * mean * mean;
    return { mean, variance: Math.max(0, squares) / (end - start - 1) };
  }
}
