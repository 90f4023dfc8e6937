/**
 * Change points as Apache Otava 0.8 (Hunter, ICPE 2023) finds them with its documented settings: windows of 50 runs that overlap by
 * half, in each the divisions by the energy statistic while Student's t test of the two sides (equal variances) has p of at most
 * ten times `maxP`; then the weakest point goes until all have p below `maxP` and a relative change above `minMagnitude`. The
 * t test comes after the maximum was chosen, which is why its p is too small.
 */
import { studentUpper } from "../../../src/stats/student.ts";
import { mean } from "../../../src/stats/summary.ts";

const WINDOW = 50;

type Values = readonly number[];
type Split = Readonly<{ start: number; index: number; end: number; q: number }>;

/**
 * @param values of one series, oldest first
 * @returns first positions of new levels
 */
export function otava(
  values: Values,
  { window = WINDOW, maxP = 0.001, minMagnitude = 0 } = {},
): readonly number[] {
  return prune(values, weakPoints(values, window, 10 * maxP), maxP, minMagnitude);
}

function weakPoints(values: Values, window: number, maxP: number): readonly number[] {
  const points: number[] = [];
  for (let start = 0; start < values.length; ) {
    const end = Math.min(start + window, values.length);
    const found = divide(values.slice(start, end), maxP).map((index) => index + start);
    points.push(...found.filter((index) => !points.includes(index)));
    start = Math.max(found.at(-1) ?? 0, start + (window >> 1));
  }
  return points.sort((a, b) => a - b);
}

/** The best split over all segments, as long as it is significant. */
function divide(values: Values, maxP: number): readonly number[] {
  const within = distances(values);
  const points: number[] = [];
  for (;;) {
    const ends = [0, ...points, values.length];
    const best = ends
      .slice(1)
      .map((end, i) => bestSplit(within, ends[i]!, end))
      .filter((split) => split !== null)
      .reduce<Split | null>((a, b) => (a !== null && a.q >= b.q ? a : b), null);
    if (best === null || pOf(values, best.start, best.index, best.end) > maxP) return points;
    points.push(best.index);
    points.sort((a, b) => a - b);
  }
}

/** What comes after the split may end before its segment does. */
function bestSplit(within: Within, start: number, end: number): Split | null {
  let best: Split | null = null;
  for (let index = start + 1; index < end; index++) {
    for (let stop = index + 1; stop <= end; stop++) {
      const q = energy(within, start, index, stop);
      if (best === null || q > best.q) best = { start, index, end, q };
    }
  }
  return best;
}

function energy(within: Within, start: number, index: number, stop: number): number {
  const [n, m] = [index - start, stop - index];
  const [left, right] = [within(start, index), within(index, stop)];
  const between = within(start, stop) - left - right;
  const apart = (n > 1 ? (m / (n - 1)) * left : 0) + (m > 1 ? (n / (m - 1)) * right : 0);
  return (2 * (between - apart)) / (m + n);
}

/** Sum of the distances of all pairs from `start` to before `end`. */
type Within = (start: number, end: number) => number;

function distances(values: Values): Within {
  const size = values.length + 1;
  const sums = new Float64Array(size * size);
  for (let end = 1; end < size; end++) {
    let toLast = 0;
    for (let start = end - 1; start >= 0; start--) {
      toLast += Math.abs(values[start]! - values[end - 1]!);
      sums[start * size + end] = sums[start * size + end - 1]! + toLast;
    }
  }
  return (start, end) => sums[start * size + end]!;
}

type Judged = Readonly<{ index: number; p: number; magnitude: number }>;

function prune(
  values: Values,
  points: readonly number[],
  maxP: number,
  minMagnitude: number,
): readonly number[] {
  let left = points.map((_, i) => judgedAt(values, points, i));
  while (left.length > 0) {
    let weakest = left.reduce((a, b) => (b.p > a.p ? b : a));
    if (weakest.p < maxP) {
      weakest = left.reduce((a, b) => (b.magnitude < a.magnitude ? b : a));
      if (weakest.magnitude > minMagnitude) break;
    }
    const place = left.indexOf(weakest);
    const kept = left.toSpliced(place, 1);
    const indexes = kept.map(({ index }) => index);
    // Otava judges the two that follow anew, and not the one before, whose next level is another one now as well.
    left = kept.map((point, i) => (i === place || i === place + 1 ? judgedAt(values, indexes, i) : point));
  }
  return left.map(({ index }) => index);
}

/** A point between its neighbours. */
function judgedAt(values: Values, points: readonly number[], i: number): Judged {
  const [start, index, end] = [points[i - 1] ?? 0, points[i]!, points[i + 1] ?? values.length];
  const magnitude = magnitudeOf(values.slice(start, index), values.slice(index, end));
  return { index, p: pOf(values, start, index, end), magnitude };
}

function magnitudeOf(before: Values, after: Values): number {
  const [a, b] = [mean(before), mean(after)];
  return Math.max(Math.abs(b / a - 1), Math.abs(a / b - 1));
}

function pOf(values: Values, start: number, index: number, end: number): number {
  const [a, b] = [values.slice(start, index), values.slice(index, end)];
  const df = a.length + b.length - 2;
  if (df === 0) return 1;
  // Otava hands the test standard deviations with n, which it takes for those with n - 1.
  const pooled = ((a.length - 1) * spreadOf(a) + (b.length - 1) * spreadOf(b)) / df;
  const error = Math.sqrt(pooled * (1 / a.length + 1 / b.length));
  const difference = Math.abs(mean(a) - mean(b));
  if (error === 0) return difference === 0 ? 1 : 0;
  return 2 * studentUpper(difference / error, df);
}

/** Variance with n. */
function spreadOf(values: Values): number {
  const center = mean(values);
  return mean(values.map((value) => (value - center) ** 2));
}
