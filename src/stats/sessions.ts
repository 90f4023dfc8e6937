/** Effects of place on sessions that follow each other: that of an order that alternates, and likeness of neighbours. */
import { meanSample, type Sample } from "./shift.ts";
import { mean } from "./summary.ts";

/** Values about their center and an effect that takes turns. */
type OrderFit = Readonly<{
  /** Difference of the values from their center at sign 1; at -1 its opposite. */
  effect: number;
  /** The mean of the values, were there as many of either sign. */
  center: number;
  /** Variance of the center, in units of the variance of one value: 1/n if there are as many of either sign. */
  leverage: number;
  residuals: readonly number[];
}>;

/** Fits value = center + effect * sign by least squares; null if one sign is missing. */
export function orderEffect(values: readonly number[], signs: readonly number[]): OrderFit | null {
  const n = values.length;
  const [value, sign] = [mean(values), mean(signs)];
  const apart = signs.reduce((sum, each) => sum + (each - sign) ** 2, 0);
  if (apart === 0) return null;
  const effect = signs.reduce((sum, each, i) => sum + (each - sign) * (values[i]! - value), 0) / apart;
  const center = value - effect * sign;
  return {
    effect,
    center,
    leverage: 1 / n + sign ** 2 / apart,
    residuals: values.map((each, i) => each - center - effect * signs[i]!),
  };
}

/** Fewest sessions for the term: with fewer, it costs the spread more than it takes away, for it has a degree of freedom of its own. */
export const FEWEST_FOR_TERM = 8;

/**
 * Mean of the values without the effect of the order: that is taken from earlier measurements if they know it, else estimated
 * from these values (docs/decisions/019-order.md). Both orders count alike, however many sessions each has; if those are as many,
 * that is the plain mean. The effect of the order on the spread is taken out if the values are enough, and else counts as noise.
 * @param known effect of the order, or null
 */
export function sampleInTurns(
  values: readonly number[],
  signs: readonly number[],
  known: number | null,
): Sample {
  if (known !== null) return meanSample(values.map((value, i) => value - known * signs[i]!));
  const plain = meanSample(values);
  const { size } = plain;
  const fit = orderEffect(values, signs);
  if (fit === null) return plain;
  const balanced = { estimate: fit.center, leverage: fit.leverage, size };
  if (size < FEWEST_FOR_TERM) return { ...balanced, spread: plain.spread };
  const df = size - 2;
  const squares = fit.residuals.reduce((sum, each) => sum + each ** 2, 0);
  return { ...balanced, spread: { variance: squares / df, df } };
}

/**
 * Autocorrelation of neighbours (Box, Jenkins & Reinsel 2008, Time Series Analysis, 2.1.5); null where nothing varies.
 * @param residuals with a mean of 0, in the order in which they were measured
 */
export function lagCorrelation(residuals: readonly number[]): number | null {
  const all = residuals.reduce((sum, each) => sum + each ** 2, 0);
  if (all === 0) return null;
  return residuals.slice(1).reduce((sum, each, i) => sum + each * residuals[i]!, 0) / all;
}
