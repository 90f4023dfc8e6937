/** Series of a level that changes and noise around it, and the points that are found in them. */
import { findChangePoints } from "../../../src/stats/change-points.ts";
import { drawNormal, seededRng } from "../../../src/stats/random.ts";

export const find = (values: readonly number[], seed = 1) =>
  findChangePoints(values, {
    level: 0.01,
    permutations: 399,
    minimum: 3,
    settle: 5,
    passing: 3,
    rng: seededRng(seed),
  });

/** Normal noise of sd 1 around a level of each position; `alike` is the correlation of neighbours. */
export function series(
  seed: number,
  length: number,
  level: (i: number) => number,
  alike = 0,
): readonly number[] {
  const rng = seededRng(seed);
  let noise = drawNormal(rng);
  return Array.from({ length }, (_, i) => {
    noise = alike * noise + Math.sqrt(1 - alike * alike) * drawNormal(rng);
    return level(i) + noise;
  });
}
