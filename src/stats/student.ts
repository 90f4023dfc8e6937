import { incompleteBeta, logGamma } from "./beta.ts";
import { normalUpper } from "./normal.ts";
import { findRootAbove } from "./root.ts";

/** P(T > t) for Student's t with `df` degrees of freedom (real, > 0): DLMF 8.17 with Abramowitz & Stegun 26.7.1. */
export function studentUpper(t: number, df: number): number {
  if (!(df > 0)) throw new RangeError(`Student's t needs df > 0, got ${df}`);
  if (t === Number.POSITIVE_INFINITY) return 0;
  if (t < 0) return 1 - studentUpper(-t, df);
  return incompleteBeta(df / (df + t * t), df / 2, 0.5) / 2;
}

/** The t that T exceeds with probability `alpha`, for 0 < alpha < 1. */
export function studentCritical(alpha: number, df: number): number {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`studentCritical needs 0 < alpha < 1, got ${alpha}`);
  if (alpha > 0.5) return -studentCritical(1 - alpha, df);
  return findRootAbove((t) => Math.log(alpha) - Math.log(studentUpper(t, df)), 0);
}

/** The t with P(T <= t) = p, for 0 < p < 1. */
export function studentQuantile(p: number, df: number): number {
  return -studentCritical(p, df);
}

/** Panels of each part of the integral below, and the nodes and weights of a panel (Gauss-Legendre, DLMF 3.5.vi, n = 5). */
const PANELS = 12;
const NODES = [
  [0, 0.5688888888888889],
  [0.5384693101056831, 0.4786286704993665],
  [-0.5384693101056831, 0.4786286704993665],
  [0.906179845938664, 0.2369268850561891],
  [-0.906179845938664, 0.2369268850561891],
] as const;

/**
 * P(T > t) for the noncentral t distribution with `df` degrees of freedom and noncentrality `delta`, t > 0: the power of a
 * one-sided t test with critical value t. T is (Z + delta)/S with S^2 = chi^2(df)/df, so given S it is a normal probability; it is
 * averaged over the density of S (Johnson, Kotz & Balakrishnan, Continuous Univariate Distributions 2, ch. 31).
 */
export function noncentralUpper(t: number, df: number, delta: number): number {
  if (!(t > 0 && df > 0)) throw new RangeError(`noncentralUpper needs t > 0 and df > 0, got ${t}, ${df}`);
  const logScale = Math.log(2) + (df / 2) * Math.log(df / 2) - logGamma(df / 2);
  const density = (s: number) => Math.exp(logScale + (df - 1) * Math.log(s) - (df * s * s) / 2);
  const integrand = (s: number) => normalUpper(t * s - delta) * density(s);
  // S lies within these bounds but for 1e-10, and the normal probability falls from 1 to 0 between the inner two.
  const low = Math.max(0, 1 - 6 / Math.sqrt(df));
  const high = 1 + 6 / Math.sqrt(df);
  const clamp = (s: number) => Math.min(high, Math.max(low, s));
  const from = clamp((delta - 8) / t);
  const to = clamp((delta + 8) / t);
  return integrate(integrand, low, from) + integrate(integrand, from, to);
}

function integrate(f: (x: number) => number, low: number, high: number): number {
  if (high <= low) return 0;
  const half = (high - low) / PANELS / 2;
  let sum = 0;
  for (let panel = 0; panel < PANELS; panel++) {
    const middle = low + (2 * panel + 1) * half;
    for (const [node, weight] of NODES) sum += weight * f(middle + node * half);
  }
  return sum * half;
}
