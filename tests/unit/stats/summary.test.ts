import { describe, expect, it } from "vitest";
import {
  geometricMean,
  mean,
  quantile,
  sorted,
  standardDeviation,
  summarize,
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

  it("sort by value, not by text", () => {
    expect(sorted([10, 9, 100, 1])).toEqual([1, 9, 10, 100]);
  });

  it("say nothing of the spread of a single value", () => {
    expect(summarize([5])).toBeNull();
    expect(() => standardDeviation([5])).toThrow(RangeError);
    expect(() => mean([])).toThrow(RangeError);
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
