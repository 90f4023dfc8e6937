import { describe, expect, it } from "vitest";
import { rankShift } from "../../../src/stats/ranks.ts";
import {
  bothShifts,
  detectableNoncentrality,
  meanSample,
  pairedShift,
  predictionShift,
  type Shift,
  sampleShift,
  tShift,
  welchShift,
} from "../../../src/stats/shift.ts";
import { reference } from "./reference/reference.ts";

const { base, head, uneven, history, observed } = reference.data;

function expectTails(
  shift: Shift,
  expected: Readonly<{ greater: number; less?: number; low: number; high: number }>,
): void {
  expect(shift.pAbove(0)).toBeCloseTo(expected.greater, 10);
  expect(shift.pBelow(0)).toBeCloseTo(expected.less ?? 1 - expected.greater, 10);
  expect(shift.interval(0.9).low).toBeCloseTo(expected.low, 9);
  expect(shift.interval(0.9).high).toBeCloseTo(expected.high, 9);
}

describe("paired t", () => {
  it("agrees with scipy.stats.ttest_rel", () => expectTails(pairedShift(base, head), reference.paired));

  it("tests against any bound, as ttest_1samp of the differences does", () => {
    expect(pairedShift(base, head).pAbove(2)).toBeCloseTo(reference.paired.above_2, 10);
  });

  it("refuses groups that are not pairs", () => {
    expect(() => pairedShift(base, head.slice(1))).toThrow(/^\d+ and \d+ values are not pairs$/);
  });

  it("knows certainty from ignorance where nothing varies", () => {
    const same = pairedShift([1, 2, 3], [1, 2, 3]);
    expect([same.pAbove(0), same.pBelow(0)]).toEqual([0.5, 0.5]);
    expect(same.interval(0.9)).toEqual({ low: 0, high: 0 });
    const moved = pairedShift([1, 2, 3], [2, 3, 4]);
    expect([moved.pAbove(0), moved.pBelow(0)]).toEqual([0, 1]);
  });
});

describe("the shift of a sample", () => {
  it("has the noise of before as well, where that is known", () => {
    const sample = meanSample([0.1, 0.3, 0.2, 0.25]);
    // (3 × .00729 + 20 × .01) / 23, of which a quarter is the mean's.
    const { low, high } = sampleShift(sample, { variance: 0.01, df: 20 }).interval(0.95);
    expect((high - low) / 2).toBeCloseTo(2.068658 * Math.sqrt((0.021875 + 0.2) / 23 / 4), 6);
  });
});

describe("two readings of one shift", () => {
  const clear = tShift(-0.05, 0.01, 7, 0.03, 8);
  const unclear = tShift(-0.03, 0.02, 7, 0.06, 8);
  const both = bothShifts(clear, unclear);

  it("claim what holds by both, and show the first one's estimate", () => {
    expect(both.estimate).toBe(-0.05);
    expect(both.otherEstimate).toBe(-0.03);
    expect(both.pBelow(0)).toBe(unclear.pBelow(0));
    expect(both.pAbove(0)).toBe(clear.pAbove(0)); // The clearer one is further from "above".
    expect(clear.pAbove(0)).toBeGreaterThan(unclear.pAbove(0));
    expect(both.noise).toBe(0.06);
    // An error that is known with fewer degrees of freedom promises less.
    const short = tShift(-0.04, 0.01, 3, 0.02, 4);
    expect([bothShifts(clear, short).df, bothShifts(short, clear).df]).toEqual([3, 3]);
  });

  it("have an interval that covers both, and leaves out what both tests reject", () => {
    const interval = both.interval(0.9);
    expect(interval.low).toBe(Math.min(clear.interval(0.9).low, unclear.interval(0.9).low));
    expect(interval.high).toBe(Math.max(clear.interval(0.9).high, unclear.interval(0.9).high));
    for (const bound of [-0.08, -0.06, -0.02, 0, 0.02]) {
      expect(both.pBelow(bound) < 0.05).toBe(interval.high < bound);
      expect(both.pAbove(bound) < 0.05).toBe(interval.low > bound);
    }
  });

  it("see what the blinder one sees, now and with more observations", () => {
    expect(both.visible(0.05, 0.8)).toBe(unclear.visible(0.05, 0.8));
    expect(both.exceeds(0.02, 0.8)).toBe(unclear.exceeds(0.02, 0.8));
    expect(both.more(2).visible(0.05, 0.8)).toBe(unclear.more(2).visible(0.05, 0.8));
    const blind = { ...clear, visible: () => null };
    expect(bothShifts(clear, blind).visible(0.05, 0.8)).toBeNull();
    expect(bothShifts(blind, clear).visible(0.05, 0.8)).toBeNull();
  });
});

describe("Welch's t", () => {
  it("agrees with scipy.stats.ttest_ind(equal_var=False)", () =>
    expectTails(welchShift(base, uneven), reference.welch));

  it("has as its noise what one value varies by, in the mean of both groups", () => {
    // Variances 1 and 9.
    expect(welchShift([1, 2, 3], [3, 6, 9]).noise).toBeCloseTo(Math.sqrt(5), 12);
  });

  it("has Satterthwaite's degrees of freedom also where both means are known alike, and more of them with more values", () => {
    // Variances of 1 and 2, of 3 and 6 values: a third each.
    const shift = welchShift([0, 1, 2], [-2, -1, 0, 0, 1, 2]);
    const [error, df] = [Math.sqrt(2 / 3), 4 / (1 / 2 + 1 / 5)];
    expect(shift.visible(0.05, 0.8)).toBeCloseTo(error * detectableNoncentrality(0.05, 0.8, df), 9);
    expect(shift.more(3).visible(0.05, 0.8)).toBeCloseTo(
      (error / Math.sqrt(3)) * detectableNoncentrality(0.05, 0.8, df + 2 * 9),
      9,
    );
  });

  it("of groups that do not vary has the degrees of freedom of both", () => {
    const still = welchShift([1, 1, 1], [1, 1, 1, 1]);
    expect([still.pAbove(0), still.pAbove(-1), still.pAbove(1)]).toEqual([0.5, 0, 1]);
    expect(still.interval(0.9)).toEqual({ low: 0, high: 0 });
  });
});

describe("prediction interval", () => {
  it("agrees with its formula in SciPy's t", () =>
    expectTails(predictionShift(history, observed), reference.prediction));

  it("is wider than the interval of a mean by the spread of one more observation", () => {
    const { low, high } = predictionShift(history, observed).interval(0.9);
    const ofMean = pairedShift(
      history.map(() => 0),
      history,
    ).interval(0.9);
    expect((high - low) / (ofMean.high - ofMean.low)).toBeCloseTo(Math.sqrt(history.length + 1), 10);
  });
});

describe("smallest visible shift", () => {
  it("agrees with SciPy's noncentral t", () => {
    for (const [alpha, power, df, expected] of reference.visible) {
      expect(detectableNoncentrality(alpha!, power!, df!)).toBeCloseTo(expected!, 5);
    }
  });

  it("of more observations is that of a larger sample with the same noise", () => {
    // Twice the same differences, with the noise of eight: the variance of sixteen has another divisor.
    const [small, twice] = [pairedShift(base, head), pairedShift([...base, ...base], [...head, ...head])];
    const more = small.more(2);
    expect(more.visible(0.01, 0.8)! / small.noise).toBeCloseTo(twice.visible(0.01, 0.8)! / twice.noise, 10);
    expect((more.exceeds(1, 0.8) - 1) / small.noise).toBeCloseTo(
      (twice.exceeds(1, 0.8) - 1) / twice.noise,
      10,
    );
    const ranks = rankShift(base, head);
    expect(ranks.more(2).visible(0.01, 0.8)).toBeLessThan(ranks.visible(0.01, 0.8)!);
    expect(ranks.more(1).visible(0.01, 0.8)).toBe(ranks.visible(0.01, 0.8));
  });

  it("is asked for at a power above the level, below 1, and at a level below one half", () => {
    expect(() => detectableNoncentrality(0.05, 0.05, 7)).toThrow("no power 0.05 at level 0.05");
    expect(() => detectableNoncentrality(0.05, 1, 7)).toThrow("no power 1 at level 0.05");
    expect(() => detectableNoncentrality(0.5, 0.8, 7)).toThrow("no power 0.8 at level 0.5");
    expect(() => detectableNoncentrality(0, 0.8, 7)).toThrow("no power 0.8 at level 0");
    expect(detectableNoncentrality(0.05, 0.0501, 7)).toBeCloseTo(0, 2);
  });

  it("against three times the earlier runs is that of a prediction from so many", () => {
    const shift = predictionShift(history, observed);
    const n = 3 * history.length;
    const error = shift.noise * Math.sqrt(1 + 1 / n);
    expect(shift.more(3).visible(0.01, 0.8)).toBeCloseTo(
      error * detectableNoncentrality(0.01, 0.8, n - 1),
      10,
    );
    expect(shift.more(3).exceeds(1, 0.5)).toBeCloseTo(1, 10);
  });

  it("against more earlier runs gains little: the new run's own noise stays", () => {
    const shift = predictionShift(history, observed);
    expect(shift.more(1000).exceeds(0, 0.8)).toBeGreaterThan(shift.noise * 0.84);
    expect(shift.more(1000).exceeds(0, 0.8)).toBeLessThan(shift.exceeds(0, 0.8));
  });

  it("refuses a power below the level", () => {
    expect(() => detectableNoncentrality(0.05, 0.04, 5)).toThrow(RangeError);
  });
});
