/**
 * Steps between neighbouring levels that are large in the noise of the series, however short the levels are: differences of means
 * left and right of each place at several widths, the narrowest first (Baranowski, Chen & Fryzlewicz 2019, J. R. Stat. Soc. B
 * 81:649; widths of both sides apart as in Meier, Kirch & Cho 2021, J. Stat. Softw. 97:8).
 *
 * What a search of the whole series by permutations cannot see: four runs against four others have 35 ways to be told apart, so no
 * permutation of them is ever rare. The noise of all neighbours tells what they are worth.
 */
import { studentQuantile } from "./student.ts";

type StepOptions = Readonly<{
  /** Chance of a step in a series that has none. */
  level: number;
  /** Fewest values on either side. */
  minimum: number;
  /** Standard deviation of the mean of values, times the root of their number; 0 finds nothing. */
  noise: number;
}>;

/** Widths of a side, in the smallest: what is much longer is found by other means. */
const WIDTHS = [1, 4 / 3, 2, 3, 4];

/** Window around a place where the means of so many values left and right differ beyond chance; `size` in their standard error. */
export type StepWindow = Readonly<{ index: number; left: number; right: number; size: number }>;

/** All windows of the series with a step beyond chance; in a series without one hardly ever any. */
export function stepWindows(
  values: readonly number[],
  { level, minimum, noise }: StepOptions,
): readonly StepWindow[] {
  const { length } = values;
  if (length < 2 * minimum || noise === 0) return [];
  const sums = new Sums(values);
  const threshold = thresholdOf(length, level);
  const widths = WIDTHS.map((factor) => Math.round(factor * minimum));
  const found: StepWindow[] = [];
  for (let index = minimum; index <= length - minimum; index++) {
    for (const left of widths) {
      for (const right of widths) {
        if (left > index || right > length - index) break;
        const size = windowSize(sums, { index, left, right }, noise, threshold);
        if (size > threshold) found.push({ index, left, right, size });
      }
    }
  }
  return found;
}

/** First positions of new levels, in order: the narrowest windows first, of equal width the clearest. */
export function narrowestSteps(windows: readonly StepWindow[]): readonly number[] {
  const narrowest = windows.toSorted((a, b) => a.left + a.right - (b.left + b.right) || b.size - a.size);
  const taken: number[] = [];
  for (const { index, left, right } of narrowest) {
    // A window across a step that is known already says nothing new.
    if (taken.every((place) => place <= index - left || place >= index + right)) taken.push(index);
  }
  return taken.sort((a, b) => a - b);
}

/** The clearest step from `start` to before `end`, if there is one. */
export function clearestStep(windows: readonly StepWindow[], start: number, end: number): number | null {
  let best: StepWindow | null = null;
  for (const each of windows) {
    const isWithin = each.index - each.left >= start && each.index + each.right <= end;
    if (isWithin && (best === null || each.size > best.size)) best = each;
  }
  return best === null ? null : best.index;
}

/**
 * Difference of the means in its standard error. Where a side varies by more than the noise of the series does, its own variance
 * counts: strange runs that lie close together are no level. 0 where not even the noise alone lets it reach the threshold.
 */
function windowSize(
  sums: Sums,
  { index, left, right }: Omit<StepWindow, "size">,
  noise: number,
  threshold: number,
): number {
  const difference = Math.abs(sums.mean(index, index + right) - sums.mean(index - left, index));
  const least = noise * noise;
  if (difference <= threshold * Math.sqrt(least / left + least / right)) return 0;
  const before = Math.max(least, sums.variance(index - left, index));
  const after = Math.max(least, sums.variance(index, index + right));
  return difference / Math.sqrt(before / left + after / right);
}

/** Number of the windows at one place that are as good as independent. */
const INDEPENDENT = 2;
/** Degrees of freedom that each value gives the noise, if that is estimated from differences of neighbours. */
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

  /** Less the first value of all. */
  mean(start: number, end: number): number {
    return (this.#sums[end]! - this.#sums[start]!) / (end - start);
  }

  variance(start: number, end: number): number {
    const squares = this.#squares[end]! - this.#squares[start]!;
    return Math.max(0, squares - (end - start) * this.mean(start, end) ** 2) / (end - start - 1);
  }
}
