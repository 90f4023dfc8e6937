import { studentCritical } from "./student.ts";

declare const sortedBrand: unique symbol;
/** Numbers in ascending order; made by `sorted` alone. */
export type Sorted = readonly number[] & { readonly [sortedBrand]: true };

/** A copy in ascending numeric order. */
export function sorted(values: readonly number[]): Sorted {
  return values.toSorted((a, b) => a - b) as unknown as Sorted;
}

/**
 * Quantile by linear interpolation between order statistics (Hyndman & Fan 1996, type 7: the default of R and NumPy).
 * @throws RangeError for no values, or q outside [0, 1].
 */
export function quantile(values: Sorted, q: number): number {
  if (values.length === 0 || !(q >= 0 && q <= 1))
    throw new RangeError(`quantile ${q} of ${values.length} values`);
  const position = q * (values.length - 1);
  const below = Math.floor(position);
  const low = values[below]!;
  const high = values[Math.min(below + 1, values.length - 1)]!;
  // Equal neighbours are returned as they are: interpolation must not leave [min, max] by rounding.
  return low === high ? low : low + (position - below) * (high - low);
}

export function median(values: Sorted): number {
  return quantile(values, 0.5);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Sum of what `of` takes from each value. */
export function sumOf<T>(values: readonly T[], of: (value: T, index: number) => number): number {
  return values.reduce((total, value, index) => total + of(value, index), 0);
}

/** Arithmetic mean. @throws RangeError for no values. */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError("mean of no values");
  const rough = values.reduce((sum, value) => sum + value, 0) / values.length;
  // One correcting pass takes the rounding of the sum away, so that equal values have exactly their own mean.
  return rough + values.reduce((sum, value) => sum + (value - rough), 0) / values.length;
}

/** Sample variance, with n - 1. @throws RangeError for fewer than two values. */
export function variance(values: readonly number[]): number {
  if (values.length < 2) throw new RangeError(`variance of ${values.length} values`);
  const center = mean(values);
  return values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1);
}

/** Sample standard deviation, with n - 1. @throws RangeError for fewer than two values. */
export function standardDeviation(values: readonly number[]): number {
  return Math.sqrt(variance(values));
}

/** exp of the mean logarithm; 0 as soon as one value is 0. @throws RangeError for no values. */
export function geometricMean(values: readonly number[]): number {
  return values.includes(0) ? 0 : Math.exp(mean(values.map(Math.log)));
}

/** Terms of tinybench; `critical` is the two-sided 95 % value of Student's t, `moe` = sem * critical, `rme` in percent. */
export type Summary = Readonly<{
  samples: number;
  mean: number;
  sd: number;
  sem: number;
  df: number;
  critical: number;
  moe: number;
  rme: number;
  /** Median absolute deviation from the median. */
  mad: number;
  /** Mean absolute deviation from the mean. */
  aad: number;
  min: number;
  p25: number;
  p50: number;
  p75: number;
  max: number;
}>;

/** Summary statistics of independent values, or null for fewer than two: one value has no spread. */
export function summarize(values: readonly number[]): Summary | null {
  const samples = values.length;
  if (samples < 2) return null;
  const order = sorted(values);
  const center = mean(values);
  const middle = median(order);
  const sd = standardDeviation(values);
  const sem = sd / Math.sqrt(samples);
  const critical = studentCritical(0.025, samples - 1);
  const moe = sem * critical;
  return {
    samples,
    mean: center,
    sd,
    sem,
    df: samples - 1,
    critical,
    moe,
    rme: moe === 0 ? 0 : (100 * moe) / Math.abs(center),
    mad: median(sorted(values.map((value) => Math.abs(value - middle)))),
    aad: mean(values.map((value) => Math.abs(value - center))),
    min: order[0]!,
    p25: quantile(order, 0.25),
    p50: middle,
    p75: quantile(order, 0.75),
    max: order[samples - 1]!,
  };
}
