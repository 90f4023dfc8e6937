/** Bounds that may be read at each of several looks at the same growing data. */
import { normalQuantile, normalUpper } from "./normal.ts";
import { findRoot } from "./root.ts";

/** A look: observations in all when it is taken, and the weight of its level among those of the others (> 0). */
export type WeighedLook = Readonly<{ observations: number; weight: number }>;

/** Steps of the integral over what the looks before have shown; even, for Simpson's rule. */
const STEPS = 200;
/** No sum lies further out, in standard errors. */
const FAR = 8;
/** Relative error of a level. */
const TOLERANCE = 1e-8;

/**
 * The one-sided level of each look, in proportion to the weights, so that any of the bounds errs with probability `alpha`: Pocock's
 * (1977, Biometrika 64:191) where groups and weights are equal. By the recursion of Armitage, McPherson & Rowe (1969, J. R. Stat.
 * Soc. A 132:235) for known variances.
 * @param looks with growing observations
 */
export function levelsOfLooks(alpha: number, looks: readonly WeighedLook[]): readonly number[] {
  if (looks.length === 1) return [alpha];
  const weights = looks.map(({ weight }) => weight);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const excess = (unit: number) => alpha - anyBeyond(looks, unit);
  // The sum of all levels is the most that they err in together, and the largest of them the least.
  const unit = findRoot(excess, alpha / sum, alpha / Math.max(...weights), TOLERANCE);
  return weights.map((weight) => unit * weight);
}

/** P(the standardized sum of normal observations lies above the critical value of any look), for levels of `unit` times their weights. */
function anyBeyond(looks: readonly WeighedLook[], unit: number): number {
  let beyond = 0;
  let before: SumGrid | null = null;
  for (const { observations, weight } of looks) {
    const top = -normalQuantile(unit * weight) * Math.sqrt(observations);
    beyond += before === null ? unit * weight : probabilityAbove(top, before, observations);
    before = densityBelow(top, before, observations);
  }
  return beyond;
}

/** Probability masses of the sum at places below the critical value, where no look was beyond so far. */
type SumGrid = Readonly<{ observations: number; places: readonly number[]; masses: readonly number[] }>;

function probabilityAbove(top: number, { observations, places, masses }: SumGrid, now: number): number {
  const sd = Math.sqrt(now - observations);
  return masses.reduce((sum, mass, i) => sum + mass * normalUpper((top - places[i]!) / sd), 0);
}

function densityBelow(top: number, before: SumGrid | null, now: number): SumGrid {
  const low = -FAR * Math.sqrt(now);
  const width = (top - low) / STEPS;
  const places = Array.from({ length: STEPS + 1 }, (_, i) => low + i * width);
  const sd = Math.sqrt(now - (before?.observations ?? 0));
  const normal = (x: number) => Math.exp(-((x / sd) ** 2) / 2) / (sd * Math.sqrt(2 * Math.PI));
  const density = (place: number) =>
    before === null
      ? normal(place)
      : before.masses.reduce((sum, mass, i) => sum + mass * normal(place - before.places[i]!), 0);
  return {
    observations: now,
    places,
    masses: places.map((place, i) => density(place) * simpson(i) * width),
  };
}

function simpson(i: number): number {
  if (i === 0 || i === STEPS) return 1 / 3;
  return i % 2 === 1 ? 4 / 3 : 2 / 3;
}
