import { describe, expect, it } from "vitest";
import { trigammaInverse } from "../../../src/stats/gamma.ts";
import type { Spread } from "../../../src/stats/moderation.ts";
import { noiseFactor, priorAmong, priorsOfDay, typicalNoise } from "../../../src/stats/shared-noise.ts";
import { referenceSessions, relativeError } from "./reference/reference.ts";

const cases = referenceSessions.shared.map(({ runs, gates, ...expected }) => ({
  ...expected,
  stored: runs.map((run) => run.map((cell) => cell && { variance: cell[0]!, df: cell[1]! })),
  today: gates.map(([variance, df, group]) => ({ spread: { variance, df }, group })),
}));

describe("known noise, by statsmodels' least squares of run and gate", () => {
  it.each(cases)("has the same typical variances and degrees of freedom ($df), gaps or none", (each) => {
    const typical = typicalNoise(each.stored, 5)!;
    expect(relativeError(typical.df, each.df)).toBeLessThan(1e-6);
    for (const [gate, expected] of each.typical.entries()) {
      if (expected === null) expect(typical.variances[gate]).toBeNull();
      else expect(relativeError(typical.variances[gate]!, expected)).toBeLessThan(1e-6);
    }
  });

  it.each(cases)("has the same factor of the day, and priors", (each) => {
    const typical = typicalNoise(each.stored, 5)!;
    const factor = noiseFactor(typical, each.today)!;
    expect(relativeError(factor.variance, each.factor[0]!)).toBeLessThan(1e-6);
    expect(relativeError(factor.df, each.factor[1]!)).toBeLessThan(1e-9);
    for (const [gate, expected] of each.priors.entries()) {
      const prior = priorsOfDay(typical, each.today)[gate]!;
      if (expected === null) expect(prior).toBeNull();
      else {
        expect(relativeError(prior.variance, expected[0]!)).toBeLessThan(1e-6);
        expect(relativeError(prior.df, expected[1]!)).toBeLessThan(1e-6);
      }
    }
  });
});

describe("known noise", () => {
  const spread = (variance: number): Spread => ({ variance, df: 7 });
  const stored = [1, 1.4, 0.8, 1.1, 0.9].map((day) => [spread(day), spread(4 * day * 1.1), spread(day)]);
  const today = (times: number) =>
    [1, 4, 1].map((variance) => ({ spread: spread(times * variance), group: "w" }));

  it("of a day that is as much noisier for all gates is as much larger, and knows no less", () => {
    const typical = typicalNoise(stored, 5);
    const [usual, noisy] = [priorsOfDay(typical, today(1)), priorsOfDay(typical, today(9))];
    expect(noisy[0]!.variance / usual[0]!.variance).toBeCloseTo(9, 9);
    expect(noisy[1]!.variance / usual[1]!.variance).toBeCloseTo(9, 9);
    expect(noisy[0]!.df).toBeCloseTo(usual[0]!.df, 12);
  });

  it("is nothing of two gates, for then a noisy day is not told from a noisy gate", () => {
    expect(
      typicalNoise(
        stored.map(([first, second]) => [first!, second!]),
        5,
      ),
    ).toBeNull();
    expect(priorsOfDay(typicalNoise(stored, 5), [today(1)[0]!, { spread: null, group: "w" }])).toEqual([
      null,
      null,
    ]);
  });

  it("is nothing of a gate that too few runs have, nor of copies without any spread", () => {
    const few = stored.map((run, i) => [...run, i < 4 ? spread(1) : null]);
    expect(typicalNoise(few, 5)!.variances[3]).toBeNull();
    const copies = stored.map((run) => [...run, spread(0)]);
    expect(typicalNoise(copies, 5)!.variances[3]).toBeNull();
  });

  it("is nothing of no run, nor of one: how much days differ is then not known at all", () => {
    expect(typicalNoise([], 5)).toBeNull();
    expect(priorsOfDay(null, today(1))).toEqual([null, null, null]);
    const one = typicalNoise(stored.slice(0, 1), 1)!;
    expect(one.df).toBe(0);
    expect(priorsOfDay(one, today(1))).toEqual([null, null, null]);
  });

  it("is nothing on a day on which nothing varies at all: that is no measurement", () => {
    const today = ["a", "a", "b"].map((group) => ({ spread: spread(0), group }));
    expect(priorsOfDay(typicalNoise(stored, 5), today)).toEqual([null, null, null]);
  });

  it("is worth less where gates differ from day to day in their own ways", () => {
    const alike = typicalNoise(stored, 5)!.df;
    const wild = stored.map(([a, b, c], i) => {
      return [a!, { ...b!, variance: b!.variance * (i % 2 === 0 ? 5 : 0.2) }, c!];
    });
    expect(typicalNoise(wild, 5)!.df).toBeLessThan(alike / 4);
  });
});

describe("the prior of like spreads, where nothing is stored", () => {
  const of = (...variances: readonly (number | null)[]) =>
    priorAmong(variances.map((variance) => ({ spread: variance === null ? null : { variance, df: 2 } })));

  it("is their mean, with the three degrees of freedom of standard deviations that differ by half", () => {
    expect(of(1, 2, 6)).toEqual({ variance: 3, df: 3 });
    expect(of(1, null, 2)).toEqual({ variance: 1.5, df: 3 });
    expect(Math.round(2 * trigammaInverse(4 * 0.5 ** 2))).toBe(3);
  });

  it("is none of a single one", () => {
    expect(of(1)).toBeNull();
    expect(of(1, null)).toBeNull();
    expect(of()).toBeNull();
  });
});
