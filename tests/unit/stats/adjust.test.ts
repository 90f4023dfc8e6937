import { describe, expect, it } from "vitest";
import { holm } from "../../../src/stats/adjust.ts";
import { reference } from "./reference/reference.ts";

describe("adjustment for many tests", () => {
  it("by Holm agrees with R's p.adjust", () => {
    for (const [i, p] of holm(reference.data.ps).entries()) expect(p).toBeCloseTo(reference.holm[i]!, 14);
  });

  it("of no test is nothing", () => {
    expect(holm([])).toEqual([]);
  });
});
