import { describe, expect, it } from "vitest";
import { mannWhitney, rankShift } from "../../../src/stats/ranks.ts";
import { reference, referenceR, relativeError } from "./reference/reference.ts";

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

  it("is no test of nothing", () => {
    expect(() => mannWhitney([], [1])).toThrow(new RangeError("Mann-Whitney test of 0 and 1 values"));
    expect(() => mannWhitney([1], [])).toThrow(new RangeError("Mann-Whitney test of 1 and 0 values"));
  });

  it("is exact for fifty values: one above all others is one of fifty orders", () => {
    const others = Array.from({ length: 49 }, (_, i) => i);
    expect(mannWhitney(others, [100]).pGreater).toBeCloseTo(1 / 50, 12);
    // Two above all others are one of 1,225: a level a little above that has bounds, and one below has none.
    const two = rankShift(others.slice(1), [100, 101]);
    expect(two.interval(1 - 2 / 1220).low).toBe(52);
    expect(two.interval(1 - 2 / 1230).low).toBe(Number.NEGATIVE_INFINITY);
  });

  it("rejects what is as rare as its level, to the digit", () => {
    // Of three and five values U is at most 3 in 7 of 56 orders: an eighth.
    const base = [0, 10, 20, 30, 40];
    const differences = base
      .flatMap((value) => [1, 3, 6].map((other) => other - value))
      .sort((a, b) => a - b);
    expect(rankShift(base, [1, 3, 6]).interval(0.75)).toEqual({
      low: differences[3],
      high: differences.at(-4),
    });
  });
});

describe("Hodges-Lehmann shift", () => {
  it("is the median of pairwise differences", () => {
    expect(rankShift([1, 2, 3], [11, 12, 14]).estimate).toBe(10);
    expect(rankShift([1, 2, 3], [11, 12]).df).toBe(3);
  });

  it.each(["exact", "uneven"] as const)(
    "has the interval of R's wilcox.test where that counts exactly: %s groups",
    (name) => {
      const { first, second, intervals } = referenceR.hodges_lehmann[name];
      const shift = rankShift(first, second);
      for (const { confidence, estimate, low, high } of intervals) {
        expect(shift.estimate).toBeCloseTo(estimate, 10);
        const interval = shift.interval(confidence);
        expect(interval.low, `${confidence}`).toBeCloseTo(low, 10);
        expect(interval.high, `${confidence}`).toBeCloseTo(high, 10);
      }
    },
  );

  // R solves for its bounds, to a billionth; for its estimate it takes any value between the two differences in the middle.
  it.each(["many", "many_tied"] as const)("has the interval of R's normal approximation: %s", (name) => {
    const { first, second, intervals } = referenceR.hodges_lehmann[name];
    expect(first.length + second.length).toBeGreaterThan(50);
    const shift = rankShift(first, second);
    for (const { confidence, estimate, low, high } of intervals) {
      expect(shift.estimate).toBeCloseTo(estimate, 2);
      const interval = shift.interval(confidence);
      expect(interval.low, `${confidence}`).toBeCloseTo(low, 6);
      expect(interval.high, `${confidence}`).toBeCloseTo(high, 6);
    }
  });

  it("of few values with ties has an interval that holds the one of R's normal approximation", () => {
    const { first, second, intervals } = referenceR.hodges_lehmann.tied;
    const shift = rankShift(first, second);
    for (const { confidence, estimate, low, high } of intervals) {
      expect(shift.estimate).toBeCloseTo(estimate, 6);
      const interval = shift.interval(confidence);
      expect(interval.low, `${confidence}`).toBeLessThan(low + 1e-6);
      expect(interval.high, `${confidence}`).toBeGreaterThan(high - 1e-6);
    }
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

describe("the power of the rank test", () => {
  const groups = [
    [base, head],
    [largeA, largeB],
  ] as const;

  it.each(reference.rank_power)(
    "of %i and %i values at level %f and power %f agrees with its formula in SciPy, and with what was found by trying",
    (n1, n2, alpha, power, visible, beyond, tried) => {
      const [first, second] = groups.find(([a, b]) => a.length === n1 && b.length === n2)!;
      const shift = rankShift(first, second);
      const found = shift.visible(alpha!, power!)! / shift.noise;
      expect(relativeError(found, visible!)).toBeLessThan(1e-6);
      expect(relativeError(found, tried!)).toBeLessThan(0.05);
      expect((shift.exceeds(2, power!) - 2) / shift.noise).toBeCloseTo(beyond!, 10);
    },
  );

  it("grows with the sessions of both groups, whose mean variance is the noise", () => {
    const shift = rankShift([1, 2, 3, 4], [11, 13, 15, 17]);
    // Of 1, 2, 3, 4 it is 5/3, of the others four times that.
    expect(shift.noise).toBeCloseTo(Math.sqrt((5 / 3 + 20 / 3) / 2), 12);
    const four = shift.more(4);
    expect((shift.exceeds(0, 0.8) / four.exceeds(0, 0.8)) ** 2).toBeCloseTo(4, 9);
    expect(four.visible(0.05, 0.8)!).toBeLessThan(shift.visible(0.05, 0.8)! / 2);
  });
});
