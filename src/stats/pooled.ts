/** Estimates of one shift from several measurements, with a noise of its own each. */
import { moderated, type Spread, varianceRatioUpper } from "./moderation.ts";
import { type Sample, type Shift, tShift } from "./shift.ts";
import { sumOf } from "./summary.ts";

/** A measurement's sample, and what is known of its values' variance beforehand. */
export type PooledPart = Readonly<{ sample: Sample; prior: Spread | null }>;

/** An estimate, its variance above 0, and the degrees of freedom that this is known with. */
export type KnownEstimate = Readonly<{ estimate: number; variance: number; df: number }>;

/** The mean of estimates of one thing with weights of inverse variance; degrees of freedom by Satterthwaite (1946). @param parts one or more */
export function weightedMean(parts: readonly KnownEstimate[]): KnownEstimate {
  const weight = sumOf(parts, ({ variance }) => 1 / variance);
  return {
    estimate: sumOf(parts, ({ estimate, variance }) => estimate / variance) / weight,
    variance: 1 / weight,
    df: weight ** 2 / sumOf(parts, ({ variance, df }) => 1 / (variance ** 2 * df)),
  };
}

/** Level at which measurements differ by more than their noise. */
const DISAGREE = 0.05;

/**
 * The shift that measurements agree on: their mean with weights of inverse variance, its degrees of freedom by Satterthwaite (1946). Where
 * they differ by more than their noise explains (F test), its error is as much larger (Birge 1932, Phys. Rev. 40:207).
 * @param parts one or more; `noise` is the last one's
 */
export function pooledShift(parts: readonly PooledPart[]): Shift {
  const { estimate, error, df, factor } = pool(parts);
  const last = parts.at(-1)!.sample;
  const size = sumOf(parts, ({ sample }) => sample.size);
  return tShift(estimate, error * Math.sqrt(factor), df, Math.sqrt(last.spread.variance), size);
}

/** True if the measurements differ by more than their noise explains. */
export function doDisagree(parts: readonly PooledPart[]): boolean {
  return pool(parts).factor > 1;
}

/** A variance of logarithms that is rounding, not spread. */
const NOTHING = 1e-24;

function pool(parts: readonly PooledPart[]) {
  const known = parts.map(({ sample: { estimate, leverage, spread }, prior }) => {
    const { variance, df } = prior === null ? spread : moderated(spread, prior);
    return { estimate, variance: variance * leverage, df };
  });
  // Values without any spread weigh as much as the surest of the others.
  const least = Math.min(...known.map(({ variance }) => variance).filter((variance) => variance > NOTHING));
  const isSpread = Number.isFinite(least);
  const weighed = known.map((part) => {
    return { ...part, variance: part.variance > NOTHING ? part.variance : isSpread ? least : 1 };
  });
  const { estimate, variance, df } = weightedMean(weighed);
  const error = isSpread ? Math.sqrt(variance) : 0;
  const squares = sumOf(weighed, (part) => (part.estimate - estimate) ** 2 / part.variance);
  const ratio = parts.length < 2 || error === 0 ? 0 : squares / (parts.length - 1);
  const isMore = ratio > 1 && varianceRatioUpper(ratio, parts.length - 1, df) < DISAGREE;
  return { estimate, error, df, factor: isMore ? ratio : 1 };
}
