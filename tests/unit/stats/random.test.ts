import { describe, expect, it } from "vitest";
import { drawIndex, drawNormal, seededRng } from "../../../src/stats/random.ts";
import { mean, standardDeviation } from "../../../src/stats/summary.ts";

describe("seeded random numbers", () => {
  it("repeat by seed and differ between seeds", () => {
    const draw = (seed: number) => Array.from({ length: 5 }, seededRng(seed));
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(new Set(draw(0)).size).toBe(5);
  });

  it.each([
    [0, [3809008728, 1133695204, 53579671, 2891528803, 139681546, 2203266335]],
    [1, [2442144158, 3238099751, 3819917871, 2104621829, 2021136066, 4223536128]],
    [-5, [1409054809, 1850915166, 3973709025, 4212208502, 4268444604, 4243262340]],
  ])(
    "of the seed %i are those of xoshiro128** written in Python: what was drawn once is drawn again",
    (seed, words) => {
      const rng = seededRng(seed);
      expect(words.map(() => 2 ** 32 * rng())).toEqual(words);
    },
  );

  it("fill [0, 1) evenly: chi-squared over 100 cells is within five standard deviations", () => {
    const rng = seededRng(7);
    const cells = new Array<number>(100).fill(0);
    for (let i = 0; i < 100_000; i++) cells[drawIndex(rng, 100)]! += 1;
    const chiSquared = cells.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(Math.abs(chiSquared - 99)).toBeLessThan(5 * Math.sqrt(2 * 99));
  });

  it("have normal moments", () => {
    const rng = seededRng(8);
    const draws = Array.from({ length: 100_000 }, () => drawNormal(rng));
    expect(mean(draws)).toBeCloseTo(0, 1);
    expect(standardDeviation(draws)).toBeCloseTo(1, 1);
    expect(mean(draws.map((x) => x ** 4))).toBeGreaterThan(2.8);
    expect(mean(draws.map((x) => x ** 4))).toBeLessThan(3.2);
  });
});
