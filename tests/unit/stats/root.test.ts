import { describe, expect, it } from "vitest";
import { findRoot, findRootAbove } from "../../../src/stats/root.ts";

describe("root of a function", () => {
  it("is found to the last digits", () => {
    expect(findRoot((x) => x * x - 2, 0, 2)).toBeCloseTo(Math.SQRT2, 14);
    expect(findRoot((x) => Math.exp(-x) - 1e-12, 0, 1000)).toBeCloseTo(12 * Math.LN10, 10);
  });

  it("may lie at an end, or far above", () => {
    for (const sign of [1, -1]) {
      expect(findRoot((x) => sign * x, 0, 1)).toBe(0);
      expect(findRoot((x) => sign * (x - 1), 0, 1)).toBe(1);
      expect(findRoot((x) => sign * (x - 0.25), 0, 0.5)).toBe(0.25);
    }
    expect(findRootAbove((x) => x - 12_345.678, 0)).toBeCloseTo(12_345.678, 8);
  });

  it("is not invented", () => {
    expect(() => findRoot(() => 1, 0, 1)).toThrow(new RangeError("no change of sign between 0 and 1"));
    expect(() => findRootAbove(() => -1, 0)).toThrow(new RangeError("the function never reaches 0"));
  });

  it.each<[string, (x: number) => number, number]>([
    ["flat on one side", (x) => x ** 9 - 1e-9, 0.1],
    ["steep on one side", (x) => Math.exp(20 * x) - 2, Math.LN2 / 20],
    ["falling", (x) => 2 - Math.exp(20 * x), Math.LN2 / 20],
    ["a step", (x) => (x < 0.7 ? -1 : 2), 0.7],
    ["a tiny root", (x) => x - 1e-9, 1e-9],
  ])("is found in few steps, to the tolerance: %s", (_, f, root) => {
    for (const tolerance of [1e-3, undefined]) {
      let count = 0;
      const found = findRoot(
        (x) => {
          count += 1;
          return f(x);
        },
        -1,
        2,
        tolerance,
      );
      expect(Math.abs(found / root - 1)).toBeLessThan(tolerance === undefined ? 1e-13 : 2 * tolerance);
      expect(count).toBeLessThan(tolerance === undefined ? 130 : 60);
    }
  });

  it("is the end that is nearer to 0 where the bracket has closed", () => {
    const step = (x: number) => (x < 0.7 ? -1e-9 : 2);
    expect(step(findRoot(step, -1, 2))).toBe(-1e-9);
    const other = (x: number) => (x < 0.7 ? -2 : 1e-9);
    expect(other(findRoot(other, -1, 2))).toBe(1e-9);
  });
});
