/** Bounds that may be read at each of several looks at the same growing data. */
import { normalQuantile, normalUpper } from "./normal.ts";
import { findRoot } from "./root.ts";

/** Steps of the integral over what the looks before have shown; even, for Simpson's rule. */
const STEPS = 200;
/** No sum lies further out, in standard errors. */
const FAR = 8;

/**
 * The one-sided level of each of `looks` looks after equal groups, at which any of them errs with probability `alpha` (Pocock 1977,
 * Biometrika 64:191), by the recursion of Armitage, McPherson & Rowe (1969, J. R. Stat. Soc. A 132:235) for known variances.
 */
export function pocockLevel(alpha: number, looks: number): number {
  if (looks === 1) return alpha;
  return findRoot((level) => alpha - anyBeyond(-normalQuantile(level), looks), alpha / looks, alpha);
}

/** P(any of so many standardized sums of equal normal groups lies above `critical`). */
function anyBeyond(critical: number, looks: number): number {
  const width = (look: number) => (critical * Math.sqrt(look) + FAR * Math.sqrt(look)) / STEPS;
  const place = (look: number, i: number) => -FAR * Math.sqrt(look) + i * width(look);
  const normal = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  /** Density of the sum where no look was beyond so far. */
  let density = Array.from({ length: STEPS + 1 }, (_, i) => normal(place(1, i)));
  let beyond = normalUpper(critical);
  for (let look = 2; look <= looks; look++) {
    const before = density.map((each, i) => each * simpson(i) * width(look - 1));
    const from = (i: number) => place(look - 1, i);
    beyond += before.reduce((sum, each, i) => {
      return sum + each * normalUpper(critical * Math.sqrt(look) - from(i));
    }, 0);
    density = Array.from({ length: STEPS + 1 }, (_, j) =>
      before.reduce((sum, each, i) => sum + each * normal(place(look, j) - from(i)), 0),
    );
  }
  return beyond;
}

function simpson(i: number): number {
  if (i === 0 || i === STEPS) return 1 / 3;
  return i % 2 === 1 ? 4 / 3 : 2 / 3;
}
