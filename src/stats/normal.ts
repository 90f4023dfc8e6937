import { findRoot } from "./root.ts";

/** Density of the standard normal distribution. */
export function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

const SERIES_END = 3;
const FRACTION_TERMS = 40;

/**
 * P(Z > x) for a standard normal Z. Near the middle the series of Marsaglia (2004, J. Stat. Softw. 11(4)), in the tails Laplace's
 * continued fraction (DLMF 7.9.1), so that small tails keep their relative precision.
 */
export function normalUpper(x: number): number {
  if (x < 0) return 1 - normalUpper(-x);
  if (x > SERIES_END) {
    let fraction = x;
    for (let k = FRACTION_TERMS; k > 0; k--) fraction = x + k / fraction;
    return normalDensity(x) / fraction;
  }
  let term = x;
  let sum = x;
  for (let k = 3; term > 1e-17 * sum; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return 0.5 - normalDensity(x) * sum;
}

/** The x with P(Z <= x) = p, for 0 < p < 1. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`normalQuantile needs 0 < p < 1, got ${p}`);
  if (p > 0.5) return -normalQuantile(1 - p);
  // Solved on the logarithm: far in the tail the function itself is flat.
  return -findRoot((x) => Math.log(normalUpper(x)) - Math.log(p), 0, 39);
}
