import { describe, expect, it } from "vitest";
import { holm } from "../../../src/stats/adjust.ts";
import { reference, referenceR } from "./reference/reference.ts";

describe("adjustment for many tests", () => {
  it.each([
    ["R's p.adjust", referenceR.holm],
    ["statsmodels' multipletests", reference.holm],
  ])("by Holm agrees with %s", (_, expected) => {
    const adjusted = holm(reference.data.ps);
    expect(adjusted).toHaveLength(expected.length);
    for (const [i, p] of adjusted.entries()) expect(p).toBeCloseTo(expected[i]!, 14);
  });

  it("of no test is nothing", () => {
    expect(holm([])).toEqual([]);
  });
});
