import { describe, expect, it } from "vitest";
import { lagCorrelation, orderEffect, sampleInTurns } from "../../../src/stats/sessions.ts";
import { meanSample, sampleShift } from "../../../src/stats/shift.ts";
import { referenceSessions } from "./reference/reference.ts";

describe("the effect of an order that takes turns", () => {
  it("is told from the center exactly where there is nothing else", () => {
    const signs = [-1, 1, -1, 1, -1];
    const fit = orderEffect(
      signs.map((sign) => 3 + 0.5 * sign),
      signs,
    )!;
    expect(fit.effect).toBeCloseTo(0.5, 12);
    expect(fit.center).toBeCloseTo(3, 12);
    for (const residual of fit.residuals) expect(residual).toBeCloseTo(0, 12);
  });

  it("costs nothing in an even number of sessions, and in an odd one 1/(1 - 1/n^2)", () => {
    const even = orderEffect([1, 2, 3, 5], [-1, 1, -1, 1])!;
    expect(even.center).toBeCloseTo(11 / 4, 12);
    expect(even.leverage).toBeCloseTo(1 / 4, 12);
    expect(orderEffect([1, 2, 3], [-1, 1, -1])!.leverage).toBeCloseTo(1 / 3 / (1 - 1 / 9), 12);
  });

  it("is not known where one order is missing", () => {
    expect(orderEffect([1, 2, 3], [1, 1, 1])).toBeNull();
  });
});

describe("likeness of neighbours", () => {
  it("is the sum of products of neighbours over that of squares", () => {
    expect(lagCorrelation([1, 1, -1, -1])).toBeCloseTo(1 / 4, 12);
    expect(lagCorrelation([1, -1, 1, -1])).toBeCloseTo(-3 / 4, 12);
  });

  it("is not known where nothing varies", () => expect(lagCorrelation([0, 0, 0])).toBeNull());
});

describe("values in turns", () => {
  it.each(referenceSessions.turns)(
    "agree with statsmodels' regression on the order: center $center, effect $effect, p $p",
    ({ values, signs, effect, center, p, low, high, lag }) => {
      const fit = orderEffect(values, signs)!;
      expect(fit.effect).toBeCloseTo(effect, 12);
      expect(lagCorrelation(fit.residuals)).toBeCloseTo(lag, 10);
      const shift = sampleShift(sampleInTurns(values, signs, null), null);
      expect(shift.estimate).toBeCloseTo(center, 12);
      expect(shift.pAbove(0)).toBeCloseTo(p, 10);
      expect(shift.interval(0.9).low).toBeCloseTo(low, 10);
      expect(shift.interval(0.9).high).toBeCloseTo(high, 10);
    },
  );

  it("have no term of their own where they are fewer than eight, or where the effect is known", () => {
    const values = [1, 4, 2, 5, 1, 4];
    const signs = [-1, 1, -1, 1, -1, 1];
    const six = sampleInTurns(values, signs, null);
    expect(six.estimate).toBeCloseTo(meanSample(values).estimate, 12);
    expect(six.leverage).toBeCloseTo(1 / 6, 12);
    expect(six.spread).toEqual(meanSample(values).spread);
    const seven = [...values, 2];
    expect(sampleInTurns(seven, [...signs, -1], null).spread).toEqual(meanSample(seven).spread);
    expect(sampleInTurns([...seven, 6], [...signs, -1, 1], null).spread.df).toBe(6);
    const known = sampleInTurns(values, signs, 1.5);
    expect(known).toEqual(meanSample([2.5, 2.5, 3.5, 3.5, 2.5, 2.5]));
    expect(known.spread.df).toBe(5);
  });

  it.each([3, 5, 7])("weigh both orders alike in %i sessions, one of which has one more", (size) => {
    const signs = Array.from({ length: size }, (_, i) => (i % 2 === 0 ? -1 : 1));
    const values = signs.map((sign) => 0.3 + 0.5 * sign);
    expect(meanSample(values).estimate, "the plain mean is moved").toBeCloseTo(0.3 - 0.5 / size, 12);
    const sample = sampleInTurns(values, signs, null);
    expect(sample.estimate).toBeCloseTo(0.3, 12);
    expect(sample.leverage).toBeCloseTo(1 / size / (1 - 1 / size ** 2), 12);
    expect(sample.spread, "what the order does counts as noise").toEqual(meanSample(values).spread);
  });

  it("are what they are where one order is missing", () => {
    expect(sampleInTurns([1, 2, 4], [1, 1, 1], null)).toEqual(meanSample([1, 2, 4]));
  });
});
