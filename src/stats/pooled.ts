/** Estimates of one shift from several measurements, with a noise of its own each. */
import { moderated, type Spread, varianceRatioUpper } from "./moderation.ts";
import { type Sample, type Shift, tShift } from "./shift.ts";
import { sumOf } from "./summary.ts";

/** A measurement's sample, and what is known of its values' variance beforehand. */
export type PooledPart = Readonly<{ sample: Sample; prior: Spread | null }>;

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
  const weighed = known.map(({ variance, ...part }) => ({
    ...part,
    weight: Number.isFinite(least) ? 1 / (variance > NOTHING ? variance : least) : 1,
  }));
  const weight = sumOf(weighed, (part) => part.weight);
  const estimate = sumOf(weighed, (part) => part.weight * part.estimate) / weight;
  const df = weight ** 2 / sumOf(weighed, (part) => part.weight ** 2 / part.df);
  const error = Number.isFinite(least) ? Math.sqrt(1 / weight) : 0;
  const squares = sumOf(weighed, (part) => part.weight * (part.estimate - estimate) ** 2);
  const ratio = parts.length < 2 || error === 0 ? 0 : squares / (parts.length - 1);
  const isMore = ratio > 1 && varianceRatioUpper(ratio, parts.length - 1, df) < DISAGREE;
  return { estimate, error, df, factor: isMore ? ratio : 1 };
}
