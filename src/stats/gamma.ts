import { findRoot } from "./root.ts";

/** Least argument at which the asymptotic series below have the precision of a double. */
const SERIES_FROM = 12;

/** Derivative of the logarithm of the gamma function, for x > 0: recurrence and series of DLMF 5.5.2 and 5.11.2. */
export function digamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`digamma needs x > 0, got ${x}`);
  let [z, sum] = [x, 0];
  for (; z < SERIES_FROM; z++) sum -= 1 / z;
  const square = 1 / (z * z);
  const series =
    square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132))));
  return sum + Math.log(z) - 1 / (2 * z) - series;
}

/** Second derivative of the logarithm of the gamma function, for x > 0 (DLMF 5.15.5 and 5.15.8). */
export function trigamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`trigamma needs x > 0, got ${x}`);
  let [z, sum] = [x, 0];
  for (; z < SERIES_FROM; z++) sum += 1 / (z * z);
  const square = 1 / (z * z);
  const series =
    square * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square * (1 / 30 - (5 * square) / 66))));
  return sum + 1 / z + square / 2 + series / z;
}

/** The x with trigamma(x) = y, for y > 0. Trigamma lies between 1/x + 1/(2x^2) and 1/x + 1/x^2, which brackets it. */
export function trigammaInverse(y: number): number {
  if (!(y > 0)) throw new RangeError(`trigammaInverse needs y > 0, got ${y}`);
  const low = (1 + Math.sqrt(1 + 2 * y)) / (2 * y);
  const high = (1 + Math.sqrt(1 + 4 * y)) / (2 * y);
  // Solved on the logarithm: y spans many orders of magnitude.
  return findRoot((x) => Math.log(y) - Math.log(trigamma(x)), low * (1 - 1e-9), high * (1 + 1e-9));
}
