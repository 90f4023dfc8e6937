import { describe, expect, it } from "vitest";
import { driftOf } from "../../../src/stats/drift.ts";
import { referenceSessions } from "./reference/reference.ts";

describe("a line through values in turns", () => {
  it.each(referenceSessions.drift)(
    "agrees with statsmodels' least squares: p $p",
    ({ values, signs, p, ends }) => {
      const line = driftOf({ values, signs })!;
      expect(line.p).toBeCloseTo(p, 9);
      for (const [i, { estimate, leverage, spread }] of [line.first, line.last].entries()) {
        expect(estimate).toBeCloseTo(ends[i]![0], 12);
        expect(Math.sqrt(leverage * spread.variance)).toBeCloseTo(ends[i]![1], 12);
      }
    },
  );

  it("is not drawn through fewer than six", () => {
    expect(driftOf({ values: [1, 2, 3, 5, 4], signs: [-1, 1, -1, 1, -1] })).toBeNull();
    expect(driftOf({ values: [1, 2, 3, 5, 4, 6], signs: [1, 1, 1, 1, 1, 1] })).toBeNull();
  });
});
