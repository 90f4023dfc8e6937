/**
 * Variances that are known from few values, moderated by what equal variances were before: the empirical Bayes model of Smyth (2004,
 * Stat. Appl. Genet. Mol. Biol. 3:3), in which variances are draws of a scaled inverse chi-squared distribution.
 */

import { incompleteBeta } from "./beta.ts";
import { digamma, trigamma, trigammaInverse } from "./gamma.ts";
import { mean, variance } from "./summary.ts";

/** A variance that was estimated with `df` degrees of freedom. */
export type Spread = Readonly<{ variance: number; df: number }>;

/**
 * What earlier spreads say of the next one: a typical variance, and how many degrees of freedom that knowledge is worth. By moments
 * of the log variances (Smyth 2004, section 6.2). The formula takes the typical variance itself for known; here it is known with
 * the degrees of freedom of all spreads together, and so the knowledge is worth no more than those.
 * @param spreads each with a variance above 0
 * @returns null for fewer than two
 */
export function priorOf(spreads: readonly Spread[]): Spread | null {
  if (spreads.length < 2) return null;
  const logs = spreads.map(({ variance, df }) => Math.log(variance) - digamma(df / 2) + Math.log(df / 2));
  const center = mean(logs);
  // What the log variances differ by beyond the error of each: how much the true ones differ.
  const seen = variance(logs) * (1 + Math.sqrt(2 / (spreads.length - 1)));
  const excess = seen - mean(spreads.map(({ df }) => trigamma(df / 2)));
  const known = spreads.reduce((sum, { df }) => sum + df, 0);
  if (excess <= 0) return { variance: Math.exp(center), df: known };
  const df = 2 * trigammaInverse(excess);
  return {
    variance: Math.exp(center + digamma(df / 2) - Math.log(df / 2)),
    df: 1 / (1 / df + 1 / known),
  };
}

/**
 * How much of its degrees of freedom a prior is taken to be worth. Smyth's model has variances differ as draws of a scaled inverse
 * chi-squared distribution; where days differ in another way, its prior knows less than it says. With two thirds nine gates keep
 * their 5 % in all simulated cases (docs/decisions/006-known-noise.md).
 */
const WORTH = 2 / 3;

/** What a test may lean on of `priorOf`; null for fewer than two spreads. */
export function cautiousPrior(spreads: readonly Spread[]): Spread | null {
  const prior = priorOf(spreads);
  return prior === null ? null : { ...prior, df: WORTH * prior.df };
}

/** A variance that much larger than the prior's is rarer than this, if the prior holds. */
const CONTRADICTION = 0.01;

/**
 * The posterior variance: the mean of both, weighted by their degrees of freedom, which add up. Where the own variance is larger than
 * the prior can explain (F test), this is another machine or another day, and the own one stands alone.
 */
export function moderated(own: Spread, prior: Spread): Spread {
  if (varianceRatioUpper(own.variance / prior.variance, own.df, prior.df) < CONTRADICTION) return own;
  const df = own.df + prior.df;
  return { variance: (own.df * own.variance + prior.df * prior.variance) / df, df };
}

/** P(F > ratio) for Fisher's F distribution (Abramowitz & Stegun 26.6.2). */
export function varianceRatioUpper(ratio: number, df1: number, df2: number): number {
  return incompleteBeta(df2 / (df2 + df1 * ratio), df2 / 2, df1 / 2);
}
