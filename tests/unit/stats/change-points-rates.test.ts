/** How often points are found where there are some, and where there are none: a hundred series each, which takes seconds. */
import { describe, expect, it } from "vitest";
import { seededRng } from "../../../src/stats/random.ts";
import { find, series } from "./level-series.ts";

const seeds = Array.from({ length: 100 }, (_, i) => i + 1);
const countOf = (predicate: (seed: number) => boolean) => seeds.filter(predicate).length;

describe("change points of a hundred series", () => {
  it("are where the level changes, to within one", () => {
    const found = countOf((seed) => {
      const points = find(series(seed, 80, (i) => (i < 30 ? 10 : i < 55 ? 14 : 7)));
      return (
        points.length === 2 && Math.abs(points[0]!.index - 30) <= 1 && Math.abs(points[1]!.index - 55) <= 1
      );
    });
    expect(found).toBeGreaterThanOrEqual(95);
  });

  it("are none in noise, nor where neighbours are alike", () => {
    expect(countOf((seed) => find(series(seed, 100, () => 5)).length > 0)).toBeLessThanOrEqual(4);
    expect(countOf((seed) => find(series(seed, 100, () => 5, 0.5)).length > 0)).toBeLessThanOrEqual(12);
  });

  it("are not made by one strange run, nor by two", () => {
    for (const strange of [1, 2]) {
      const found = countOf((seed) => {
        const values = series(seed, 60, () => 100);
        return find(values.map((value, i) => (i >= 30 && i < 30 + strange ? value + 40 : value))).length > 0;
      });
      expect(found, `${strange}`).toBeLessThanOrEqual(3);
    }
  });

  it("went away where the old level returned within three runs", () => {
    const found = countOf((seed) => {
      const points = find(series(seed, 60, (i) => (i >= 30 && i < 33 ? 20 : 10)));
      return points.every(({ state }) => state === "went-away");
    });
    expect(found).toBeGreaterThanOrEqual(90);
  });

  it("are found at both ends of a level of four runs, also where all levels are as short", () => {
    const isAt = (points: readonly { index: number; state: string }[], places: readonly number[]) =>
      points.length === places.length &&
      points.every(({ index, state }, i) => Math.abs(index - places[i]!) <= 1 && state === "lasting");
    const one = (i: number) => (i >= 30 && i < 34 ? 6 : 0);
    expect(countOf((seed) => isAt(find(series(seed, 60, one)), [30, 34]))).toBeGreaterThanOrEqual(90);
    const many = (i: number) => [0, 9, -2, 8, -4, 7, -3, 12, 1, 9, 0, -9][Math.floor(i / 5)]!;
    const ends = Array.from({ length: 11 }, (_, i) => 5 * (i + 1));
    expect(countOf((seed) => isAt(find(series(seed, 60, many)), ends))).toBeGreaterThanOrEqual(60);
  });

  it("are not made by two levels that take turns at random", () => {
    const found = countOf((seed) => {
      const rng = seededRng(seed);
      return find(series(seed + 500, 120, () => (rng() < 0.5 ? 0 : 400))).length > 0;
    });
    expect(found).toBeLessThanOrEqual(4);
  });
});
