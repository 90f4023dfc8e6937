/**
 * Change points as Apache Otava (Hunter, ICPE 2023) finds them with its documented settings: windows of 50 runs that overlap by
 * half, in each the divisions by the energy statistic while Student's t test of the two sides (equal variances) has p of at most
 * ten times `maxP`; then the weakest point goes until all have p below `maxP` and a relative change above `minMagnitude`. The
 * t test comes after the maximum was chosen, which is why its p is too small.
 */
import { studentUpper } from "../../../../src/stats/student.ts";
import { mean } from "../../../../src/stats/summary.ts";

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
  return prune(values, weakPoints(values, window, Math.min(0.05, maxP * 10)), maxP, minMagnitude);
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
  const points: number[] = [];
  for (;;) {
    const ends = [0, ...points, values.length];
    const best = ends
      .slice(1)
      .map((end, i) => bestSplit(values, ends[i]!, end))
      .filter((split) => split !== null)
      .reduce<Split | null>((a, b) => (a !== null && a.q >= b.q ? a : b), null);
    if (best === null || pOf(values, best.start, best.index, best.end) > maxP) return points;
    points.push(best.index);
    points.sort((a, b) => a - b);
  }
}

function bestSplit(values: Values, start: number, end: number): Split | null {
  let best: Split | null = null;
  for (let index = start + 2; index <= end - 2; index++) {
    const q = energy(values, start, index, end);
    if (best === null || q > best.q) best = { start, index, end, q };
  }
  return best;
}

function energy(values: Values, start: number, index: number, end: number): number {
  const [n, m] = [index - start, end - index];
  let [left, right, between] = [0, 0, 0];
  for (let i = start; i < end; i++) {
    for (let j = i + 1; j < end; j++) {
      const distance = Math.abs(values[i]! - values[j]!);
      if (j < index) left += distance;
      else if (i >= index) right += distance;
      else between += distance;
    }
  }
  return (2 * between - ((2 * m) / (n - 1)) * left - ((2 * n) / (m - 1)) * right) / (m + n);
}

function prune(
  values: Values,
  points: readonly number[],
  maxP: number,
  minMagnitude: number,
): readonly number[] {
  const left = [...points];
  while (left.length > 0) {
    const ends = [0, ...left, values.length];
    const judged = left.map((index, i) => ({
      index,
      p: pOf(values, ends[i]!, index, ends[i + 2]!),
      magnitude: magnitudeOf(values.slice(ends[i]!, index), values.slice(index, ends[i + 2]!)),
    }));
    let weakest = judged.reduce((a, b) => (b.p > a.p ? b : a));
    if (weakest.p < maxP) {
      weakest = judged.reduce((a, b) => (b.magnitude < a.magnitude ? b : a));
      if (weakest.magnitude > minMagnitude) return left;
    }
    left.splice(left.indexOf(weakest.index), 1);
  }
  return left;
}

function magnitudeOf(before: Values, after: Values): number {
  const [a, b] = [mean(before), mean(after)];
  return Math.max(Math.abs(b / a - 1), Math.abs(a / b - 1));
}

function pOf(values: Values, start: number, index: number, end: number): number {
  const [a, b] = [values.slice(start, index), values.slice(index, end)];
  const df = a.length + b.length - 2;
  const spread = Math.sqrt(((squares(a) + squares(b)) / df) * (1 / a.length + 1 / b.length));
  const difference = Math.abs(mean(a) - mean(b));
  if (spread === 0) return difference === 0 ? 1 : 0;
  return 2 * studentUpper(difference / spread, df);
}

function squares(values: Values): number {
  const center = mean(values);
  return values.reduce((sum, value) => sum + (value - center) ** 2, 0);
}
