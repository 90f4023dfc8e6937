import fc from "fast-check";
import { describe, it } from "vitest";
import { firstAfter, information, nextToMeasure } from "../../src/stats/bisection.ts";
import { clipOutliers, findChangePoints } from "../../src/stats/change-points.ts";
import { EnergySearch } from "../../src/stats/energy.ts";
import { seededRng } from "../../src/stats/random.ts";

fc.configureGlobal({ seed: 20_260_101, numRuns: 60 });

/** Small integers, so that many are equal. */
const series = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: -20, max: 20 }), { minLength, maxLength });
const find = (values: readonly number[]) =>
  findChangePoints(values, {
    level: 0.01,
    permutations: 399,
    minimum: 3,
    settle: 5,
    passing: 3,
    rng: seededRng(1),
  });

/** By the definition, all distances counted out. */
function strength(values: readonly number[], k: number): number {
  const sum = (xs: readonly number[], ys: readonly number[]) =>
    xs.reduce((total, x) => total + ys.reduce((row, y) => row + Math.abs(x - y), 0), 0);
  const [left, right] = [values.slice(0, k), values.slice(k)];
  const [n, m, all] = [left.length, right.length, values.length];
  const q =
    (2 / all) * sum(left, right) -
    (m / (all * (n - 1))) * sum(left, left) -
    (n / (all * (m - 1))) * sum(right, right);
  return q / (sum(values, values) / (all * (all - 1)));
}

describe("the energy search", () => {
  it("of a series without pieces finds the strongest of all splits", () => {
    fc.assert(
      fc.property(series(6, 20), (values) => {
        const best = new EnergySearch(values, 3).best();
        if (new Set(values).size === 1) return best === null;
        const splits = Array.from({ length: values.length - 5 }, (_, i) => strength(values, i + 3));
        const close = (a: number, b: number) => Math.abs(a - b) < 1e-9;
        return close(best!.strength, Math.max(...splits)) && close(splits[best!.index - 3]!, best!.strength);
      }),
    );
  });

  it("is never weaker for looking at pieces", () => {
    fc.assert(
      fc.property(series(24, 60), (values) => {
        if (new Set(values).size === 1) return true;
        const splits = Array.from({ length: values.length - 5 }, (_, i) => strength(values, i + 3));
        return new EnergySearch(values, 3).best()!.strength >= Math.max(...splits) - 1e-9;
      }),
    );
  });
});

describe("change points", () => {
  it("are in order, at least three values apart, and of levels within the values", () => {
    fc.assert(
      fc.property(
        series(0, 60),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 30, max: 90 }),
        (values, at, step) => {
          const moved = values.map((value, i) => (i < at ? value : value + step));
          const points = find(moved);
          const borders = [0, ...points.map(({ index }) => index), moved.length];
          const [low, high] = [Math.min(...moved), Math.max(...moved)];
          return (
            (points.length === 0 || borders.slice(1).every((border, i) => border - borders[i]! >= 3)) &&
            points.every(({ before, after }) =>
              [before, after].every((level) => level >= low - 1e-9 && level <= high + 1e-9),
            )
          );
        },
      ),
    );
  });

  it("do not depend on unit, origin or sign", () => {
    fc.assert(
      fc.property(
        series(10, 50),
        fc.integer({ min: 1, max: 64 }),
        fc.integer({ min: -1_000, max: 1_000 }),
        (values, scale, origin) => {
          const indexes = (xs: readonly number[]) =>
            find(xs)
              .map(({ index, state }) => `${index} ${state}`)
              .join();
          const plain = indexes(values);
          return (
            plain === indexes(values.map((value) => scale * value + origin)) &&
            plain === indexes(values.map((value) => -value))
          );
        },
      ),
    );
  });

  it("are none in a constant series", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), fc.nat(80), (value, length) => {
        return find(new Array<number>(length).fill(value)).length === 0;
      }),
    );
  });
});

describe("clipping", () => {
  it("keeps the length, and every value within those around it or where it was", () => {
    fc.assert(
      fc.property(series(0, 40), (values) => {
        const clipped = clipOutliers(values);
        const [low, high] = [Math.min(...values), Math.max(...values)];
        return clipped.length === values.length && clipped.every((value) => value >= low && value <= high);
      }),
    );
  });
});

describe("a bisection", () => {
  const measured = fc.array(
    fc.record({ position: fc.integer({ min: -1, max: 11 }), value: fc.integer({ min: -3, max: 6 }) }),
    { maxLength: 12 },
  );

  it("has probabilities that add up to one, and measures what is not the last", () => {
    fc.assert(
      fc.property(measured, fc.integer({ min: 1, max: 4 }), (runs, count) => {
        const levels = { before: 0, after: 3, noise: 1 };
        const probabilities = firstAfter(
          12,
          runs.map((run) => ({ ...run, levels })),
        );
        const next = nextToMeasure(probabilities, count);
        const total = probabilities.reduce((sum, p) => sum + p, 0);
        return (
          Math.abs(total - 1) < 1e-9 &&
          next.length >= 1 &&
          next.length <= count &&
          next.every((place) => place < 11)
        );
      }),
    );
  });

  it("gets more bits from levels further apart, never more than the question has", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        fc.double({ min: 0, max: 8, noNaN: true }),
        (share, distance) => {
          const open = -share * Math.log2(share) - (1 - share) * Math.log2(1 - share);
          const bits = information(share, distance);
          return bits <= open + 1e-6 && bits <= information(share, distance + 0.5) + 1e-6;
        },
      ),
    );
  });
});
