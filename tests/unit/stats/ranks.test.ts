import { describe, expect, it } from "vitest";
import { mannWhitney, rankShift } from "../../../src/stats/ranks.ts";
import { reference } from "./reference/reference.ts";

const { base, head, tiedA, tiedB, largeA, largeB } = reference.data;

describe("Mann-Whitney", () => {
  it("is exact without ties, as scipy.stats.mannwhitneyu", () => {
    const test = mannWhitney(base, head);
    expect(test.u).toBe(reference.mann_whitney.exact.u);
    expect(test.pGreater).toBeCloseTo(reference.mann_whitney.exact.greater, 14);
    expect(test.pLess).toBeCloseTo(reference.mann_whitney.exact.less, 14);
  });

  it("is exact with ties, as all permutations of the labels", () => {
    expect(mannWhitney(tiedA, tiedB).pGreater).toBeCloseTo(reference.mann_whitney.tied.greater, 12);
    expect(mannWhitney(tiedB, tiedA).pGreater).toBeCloseTo(reference.mann_whitney.tied.less, 12);
  });

  it("is normal with tie and continuity correction for many values, as scipy's asymptotic method", () => {
    const test = mannWhitney(largeA, largeB);
    expect(test.pGreater).toBeCloseTo(reference.mann_whitney.normal.greater, 12);
    expect(test.pLess).toBeCloseTo(reference.mann_whitney.normal.less, 12);
  });

  it.each([
    [3, 0.1],
    [4, 0.0286],
    [5, 0.0079],
    [6, 0.0022],
  ])("has its least two-sided p with %i values a side: %f", (n, p) => {
    const low = Array.from({ length: n }, (_, i) => i);
    expect(
      mannWhitney(
        low,
        low.map((value) => value + 100),
      ).p,
    ).toBeCloseTo(p, 4);
  });

  it("finds nothing where all values are equal, few or many", () => {
    expect(mannWhitney([1, 1, 1], [1, 1, 1]).pGreater).toBe(1);
    const many = new Array<number>(40).fill(1);
    expect(mannWhitney(many, many).pGreater).toBe(1);
  });
});

describe("Hodges-Lehmann shift", () => {
  it("is the median of pairwise differences", () => {
    expect(rankShift([1, 2, 3], [11, 12, 14]).estimate).toBe(10);
  });

  it("has an interval that is unbounded where no p can be small enough", () => {
    const { low, high } = rankShift([1, 2, 3], [11, 12, 14]).interval(0.95);
    expect([low, high]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(rankShift([1, 2, 3], [11, 12, 14]).visible(0.025, 0.8)).toBeNull();
  });

  it("has an interval that agrees with the test, few values or many", () => {
    for (const [first, second] of [
      [base, head],
      [largeA, largeB],
    ] as const) {
      const shift = rankShift(first, second);
      const { low, high } = shift.interval(0.9);
      expect(shift.pAbove(low - 1e-9)).toBeLessThanOrEqual(0.05);
      expect(shift.pAbove(low + 1e-9)).toBeGreaterThan(0.05);
      expect(shift.pBelow(high + 1e-9)).toBeLessThanOrEqual(0.05);
      expect(shift.pBelow(high - 1e-9)).toBeGreaterThan(0.05);
    }
  });
});
