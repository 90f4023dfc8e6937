import { describe, expect, it } from "vitest";
import { benjaminiHochberg, holm } from "../../../src/stats/adjust.ts";
import { reference } from "./reference/reference.ts";

describe("adjustment for many tests", () => {
  it("by Holm agrees with R's p.adjust", () => {
    for (const [i, p] of holm(reference.data.ps).entries()) expect(p).toBeCloseTo(reference.holm[i]!, 14);
  });

  it("by Benjamini and Hochberg agrees with scipy.stats.false_discovery_control", () => {
    for (const [i, p] of benjaminiHochberg(reference.data.ps).entries()) {
      expect(p).toBeCloseTo(reference.benjamini_hochberg[i]!, 14);
    }
  });

  it("of no test is nothing", () => {
    expect(holm([])).toEqual([]);
    expect(benjaminiHochberg([])).toEqual([]);
  });
});
