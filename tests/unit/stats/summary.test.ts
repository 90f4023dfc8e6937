import { describe, expect, it } from "vitest";
import {
  geometricMean,
  mean,
  median,
  quantile,
  sorted,
  standardDeviation,
  sum,
  summarize,
  sumOf,
  variance,
} from "../../../src/stats/summary.ts";
import { reference } from "./reference/reference.ts";

describe("summary statistics", () => {
  it("agree with SciPy and NumPy", () => {
    const summary = summarize(reference.data.base) as unknown as Record<string, number>;
    expect(Object.keys(summary).sort()).toEqual(Object.keys(reference.summary).sort());
    for (const [name, expected] of Object.entries(reference.summary)) {
      expect(summary[name], name).toBeCloseTo(expected, 10);
    }
  });

  it("interpolate quantiles linearly", () => {
    for (const [q, expected] of reference.quantiles) {
      expect(quantile(sorted(reference.data.base), q!)).toBeCloseTo(expected!, 12);
    }
  });

  it("have the middle value as median, or the mean of the two in the middle", () => {
    expect([[5], [5, 1, 3], [4, 1, 3, 2]].map((values) => median(sorted(values)))).toEqual([5, 3, 2.5]);
  });

  it("sort by value, not by text", () => {
    expect(sorted([10, 9, 100, 1])).toEqual([1, 9, 10, 100]);
  });

  it("say nothing of the spread of a single value", () => {
    expect(summarize([5])).toBeNull();
    expect(() => standardDeviation([5])).toThrow(new RangeError("variance of 1 values"));
    expect(() => mean([])).toThrow(new RangeError("mean of no values"));
    expect(variance([1, 3])).toBe(2);
    expect(summarize([1, 3])).toMatchObject({ samples: 2, mean: 2, df: 1 });
  });

  it("add up values, or what is taken from each", () => {
    expect([sum([]), sum([1, 2, 3.5])]).toEqual([0, 6.5]);
    expect(sumOf(["a", "bc"], ({ length }, index) => length + 10 * index)).toBe(13);
  });

  it("have no quantile of nothing, nor beyond the ends", () => {
    expect(() => quantile(sorted([]), 0.5)).toThrow(new RangeError("quantile 0.5 of 0 values"));
    for (const q of [-0.1, 1.1, Number.NaN])
      expect(() => quantile(sorted([1, 2]), q)).toThrow(new RangeError(`quantile ${q} of 2 values`));
    expect([0, 1].map((q) => quantile(sorted([1, 2]), q))).toEqual([1, 2]);
  });

  it("have exactly the mean of equal values, whatever their sum is rounded to", () => {
    for (const value of [0.1, -0.7, 1 / 3]) expect(mean(Array.from({ length: 10 }, () => value))).toBe(value);
  });

  it("know no error where all values are 0", () => {
    expect(summarize([0, 0, 0])).toMatchObject({ mean: 0, sd: 0, rme: 0 });
  });

  it("multiply before they take the root", () => {
    expect(geometricMean(reference.data.base)).toBeCloseTo(reference.geometric_mean, 12);
    expect(geometricMean([1, 100])).toBeCloseTo(10, 12);
    expect(geometricMean([0, 100])).toBe(0);
  });
});
