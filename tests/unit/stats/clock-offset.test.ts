import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clockDrift, clockOffset } from "../../../src/stats/clock-offset.ts";

const delay = fc.integer({ min: 0, max: 200_000 });

describe("clockOffset", () => {
  it("is never farther from the truth than its bound, whatever either way takes", () => {
    const exchanges = fc.array(fc.tuple(delay, delay, fc.integer({ min: 0, max: 5_000 })), { minLength: 1 });
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), exchanges, (truth, ways) => {
        let now = 1e15;
        const asked = ways.map(([there, back, thought]) => {
          const t1 = now;
          const t2 = t1 + there + truth;
          const t3 = t2 + thought;
          now = t3 - truth + back;
          return { t1, t2, t3, t4: now, bound: 0 };
        });
        const { offset, bound } = clockOffset(asked);
        expect(Math.abs(offset - truth)).toBeLessThanOrEqual(bound);
        expect(bound).toBe(Math.min(...ways.map(([there, back]) => there + back)) / 2);
      }),
    );
  });

  it("finds a clock that is 300 ms off, exactly where both ways take as long", () => {
    const asked = { t1: 1_000, t2: 301_500, t3: 301_600, t4: 2_100, bound: 0 };
    expect(clockOffset([asked])).toEqual({ offset: 300_000, bound: 500 });
    expect(clockOffset([{ ...asked, bound: 40 }]), "clocks that are known to 40 us").toEqual({
      offset: 300_000,
      bound: 540,
    });
  });
});

describe("clockDrift", () => {
  const before = { offset: 7_000, bound: 500 };

  it.each([
    ["nothing where both bounds explain it", 1_000, 0],
    ["what a clock gained", 1_001, 1_001],
    ["what it lost", -5_000, -5_000],
  ])("tells %s", (_, gained, drift) => {
    expect(clockDrift(before, { offset: before.offset + gained, bound: 500 })).toBe(drift);
  });
});
