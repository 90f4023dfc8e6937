/** Values that move while they are measured: what one arm becomes, session by session. */
import type { InTurn } from "./dependence.ts";
import { orderEffect } from "./sessions.ts";
import { type Sample, sampleShift } from "./shift.ts";
import { sumOf } from "./summary.ts";

/** A straight line through values in turns, by least squares together with their mean and the effect of their order. */
export type Drift = Readonly<{
  /** Two-sided p of "the line has a slope". */
  p: number;
  /** Points of the line at the first and at the last value. */
  first: Sample;
  last: Sample;
}>;

/** Fewest values: with fewer, three terms leave too little. */
const FEWEST = 6;

/** @returns null for too few values */
export function driftOf({ values, signs }: Omit<InTurn, "sessions">): Drift | null {
  const size = values.length;
  const places = values.map((_, i) => i);
  const [fit, place] = [orderEffect(values, signs), orderEffect(places, signs)];
  if (size < FEWEST || fit === null || place === null) return null;
  const squares = sumOf(place.residuals, (z) => z ** 2);
  const slope = sumOf(place.residuals, (z, i) => z * fit.residuals[i]!) / squares;
  const df = size - TERMS;
  const spread = {
    variance: sumOf(fit.residuals, (e, i) => (e - slope * place.residuals[i]!) ** 2) / df,
    df,
  };
  const at = (where: number) => ({
    estimate: fit.center + slope * (where - place.center),
    leverage: fit.leverage + (where - place.center) ** 2 / squares,
    spread,
    size,
  });
  const steepness = sampleShift({ estimate: slope, leverage: 1 / squares, spread, size }, null);
  const p = 2 * Math.min(steepness.pAbove(0), steepness.pBelow(0));
  return { p, first: at(0), last: at(size - 1) };
}

/** Mean, effect of the order, slope. */
const TERMS = 3;
