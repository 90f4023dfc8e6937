import { describe, expect, it } from "vitest";
import { effectAxis } from "../../../../src/report/words/effect-axis.ts";

describe("the axis of changes", () => {
  it("is linear up to a factor of three, and holds all values", () => {
    const axis = effectAxis([-0.6, 0.2, 2]);
    expect(axis.share(0.7) - axis.share(-0.6)).toBeCloseTo(axis.share(2) - axis.share(0.7));
    for (const value of [-0.6, 0.2, 2]) {
      expect(axis.share(value)).toBeGreaterThan(0);
      expect(axis.share(value)).toBeLessThan(1);
    }
    expect(axis.ticks(5).map(({ label }) => label.replaceAll("\u00a0", " "))).toContain("+100 %");
  });

  it("has equal room for equal factors beyond that, slower and faster alike", () => {
    const axis = effectAxis([-0.98, 0.02, 78.7]);
    expect(axis.share(1) - axis.share(0)).toBeCloseTo(axis.share(0) - axis.share(-0.5));
    expect(axis.share(99)).toBeLessThanOrEqual(1);
    expect(axis.ticks(5)).toEqual([
      { at: -0.9, label: "÷10" },
      { at: 0, label: "0" },
      { at: 9, label: "×10" },
      { at: 99, label: "×100" },
    ]);
  });

  it("names factors of two and five where there is room", () => {
    expect(
      effectAxis([0.02, 4])
        .ticks(6)
        .map(({ label }) => label),
    ).toEqual(["0", "×2", "×5"]);
  });

  it("has both ends and a middle without any value, and ends somewhere with an endless one", () => {
    expect(effectAxis([]).share(0)).toBe(0.5);
    const axis = effectAxis([-1, Number.NaN, Number.POSITIVE_INFINITY]);
    expect(axis.share(-1)).toBe(0);
    expect(axis.low).toBeGreaterThan(-1);
  });
});
