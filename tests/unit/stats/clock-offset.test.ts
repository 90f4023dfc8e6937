import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clockOffset, clockStepBetween } from "../../../src/stats/clock-offset.ts";

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

describe("clockStepBetween", () => {
  const before = { offset: 7_000, bound: 500 };
  const minute = 60e6;

  it.each([
    ["less than both bounds", 900, 0, 0],
    ["what crystals drift in that time", 3_900, minute, 0],
    ["more than either", 5_000, minute, 5_000],
    ["a clock that was put back", -5_000, minute, -5_000],
  ])("tells %s", (_, offset, elapsed, step) => {
    const after = { offset: before.offset + offset, bound: 500 };
    expect(clockStepBetween(before, after, elapsed)).toBe(step);
  });
});
