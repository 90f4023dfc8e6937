/**
 * Variances that are known from few values, moderated by what equal variances were before: the empirical Bayes model of Smyth (2004,
 * Stat. Appl. Genet. Mol. Biol. 3:3), in which variances are draws of a scaled inverse chi-squared distribution. What they were before:
 * shared-noise.ts.
 */

import { incompleteBeta } from "./beta.ts";

/** A variance that was estimated with `df` degrees of freedom. */
export type Spread = Readonly<{ variance: number; df: number }>;

/** A variance that much larger than the prior's is rarer than this, if the prior holds. */
const CONTRADICTION = 0.01;

/**
 * The posterior variance: the mean of both, weighted by their degrees of freedom, which add up. Where the own variance is larger than
 * the prior can explain (F test), this is another machine or another day, and the own one stands alone.
 */
export function moderated(own: Spread, prior: Spread): Spread {
  const ratio = own.variance / prior.variance;
  // A ratio up to 1 is never that rare.
  if (ratio > 1 && varianceRatioUpper(ratio, own.df, prior.df) < CONTRADICTION) return own;
  const df = own.df + prior.df;
  return { variance: (own.df * own.variance + prior.df * prior.variance) / df, df };
}

/** P(F > ratio) for Fisher's F distribution (Abramowitz & Stegun 26.6.2). */
export function varianceRatioUpper(ratio: number, df1: number, df2: number): number {
  return incompleteBeta(df2 / (df2 + df1 * ratio), df2 / 2, df1 / 2);
}
