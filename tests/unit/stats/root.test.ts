import { describe, expect, it } from "vitest";
import { findRoot, findRootAbove } from "../../../src/stats/root.ts";

describe("root of a function", () => {
  it("is found to the last digits", () => {
    expect(findRoot((x) => x * x - 2, 0, 2)).toBeCloseTo(Math.SQRT2, 14);
    expect(findRoot((x) => Math.exp(-x) - 1e-12, 0, 1000)).toBeCloseTo(12 * Math.LN10, 10);
  });

  it("may lie at an end, or far above", () => {
    expect(findRoot((x) => x, 0, 1)).toBe(0);
    expect(findRootAbove((x) => x - 12_345.678, 0)).toBeCloseTo(12_345.678, 8);
  });

  it("is not invented", () => {
    expect(() => findRoot(() => 1, 0, 1)).toThrow(RangeError);
    expect(() => findRootAbove(() => -1, 0)).toThrow(RangeError);
  });
});
