/** What sessions that follow each other have of their place: the effect of an order that alternates, and likeness of neighbours. */
import { meanOf, type Sample } from "./shift.ts";
import { mean } from "./summary.ts";

/** Values about their center and an effect that takes turns. */
type OrderFit = Readonly<{
  /** What the values have at sign 1 more than at their center, and less at -1. */
  effect: number;
  /** The mean of the values, were there as many of either sign. */
  center: number;
  /** Of the center, in units of the variance of one value: 1/n where there are as many of either sign. */
  leverage: number;
  residuals: readonly number[];
}>;

/** By least squares (value = center + effect * sign); null where one sign is missing. */
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

/** With fewer sessions the term costs the spread more than it takes away: it has a degree of freedom of its own. */
export const FEWEST_FOR_TERM = 8;

/**
 * The values' mean without what the order does: that is taken from earlier measurements where they know it, else told from these values
 * (docs/decisions/019-order.md). Both orders count alike, however many sessions each has; where those are as many, that is the plain mean.
 * What the order does to the spread is taken out where the values are enough, and else counts as noise.
 * @param known effect of the order, or null
 */
export function sampleInTurns(
  values: readonly number[],
  signs: readonly number[],
  known: number | null,
): Sample {
  if (known !== null) return meanOf(values.map((value, i) => value - known * signs[i]!));
  const plain = meanOf(values);
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
