import { describe, expect, it } from "vitest";
import { levelsOfLooks } from "../../../src/stats/group-sequential.ts";
import { normalQuantile, normalUpper } from "../../../src/stats/normal.ts";
import { referenceSessions, relativeError } from "./reference/reference.ts";

describe("levels of looks", () => {
  it.each(referenceSessions.pocock)(
    "of alpha %f at %i equal looks are Pocock's, by SciPy's multivariate normal probabilities: %f",
    (alpha, count, level) => {
      const looks = Array.from({ length: count! }, (_, i) => ({ observations: 8 * (i + 1), weight: 1 }));
      for (const each of levelsOfLooks(alpha!, looks)) expect(relativeError(each, level!)).toBeLessThan(1e-5);
    },
  );

  /** The recursion by trapezoids over the standardized sum: another variable, another rule, and more than seven times as many places. */
  function erring(observations: readonly number[], tops: readonly number[]): number {
    const PLACES = 1500;
    const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
    let [beyond, width] = [0, 0];
    let [places, masses]: [number[], number[]] = [[], []];
    observations.forEach((now, look) => {
      const top = tops[look]!;
      const earlier = observations[look - 1] ?? 0;
      const [part, scale] = [Math.sqrt(earlier / now), Math.sqrt(1 - earlier / now)];
      beyond +=
        look === 0
          ? normalUpper(top)
          : masses.reduce((sum, mass, i) => sum + mass * normalUpper((top - part * places[i]!) / scale), 0);
      width = (top + 9) / PLACES;
      const next = Array.from({ length: PLACES + 1 }, (_, i) => -9 + i * width);
      const ends = (i: number) => (i === 0 || i === PLACES ? 0.5 : 1);
      masses = next.map((z, j) => {
        const here =
          look === 0
            ? density(z)
            : masses.reduce((sum, mass, i) => sum + mass * density((z - part * places[i]!) / scale), 0) /
              scale;
        return here * ends(j) * width;
      });
      places = next;
    });
    return beyond;
  }

  it.each([
    [
      [3, 4, 6, 8, 12, 16, 24],
      [0.25, 1, 1, 1, 1, 1, 1],
    ],
    [
      [3, 4, 6, 8, 12, 16, 24, 32, 48],
      [0.25, 1.5, 1, 1, 0.7, 1, 1, 0.3, 0.3],
    ],
    [
      [3, 5, 6, 9, 12, 18],
      [1.5, 1, 1, 0.7, 1, 1],
    ],
  ])(
    "of unequal groups err in alpha in all, by another integration: %j, weights %j",
    (observations, weights) => {
      const levels = levelsOfLooks(
        0.05,
        observations.map((each, i) => ({ observations: each, weight: weights[i]! })),
      );
      for (const [i, level] of levels.entries())
        expect(relativeError(level / levels[0]!, weights[i]! / weights[0]!)).toBeLessThan(1e-10);
      const tops = levels.map((level) => -normalQuantile(level));
      expect(relativeError(erring(observations, tops), 0.05)).toBeLessThan(1e-5);
    },
  );

  it("are alpha at the only look", () => {
    expect(levelsOfLooks(0.05, [{ observations: 8, weight: 3 }])).toEqual([0.05]);
  });
});
