import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  agreedCorrelation,
  errorFactor,
  expectedLag,
  type InTurn,
  likenessP,
} from "../../../src/stats/dependence.ts";
import { drawNormal, seededRng } from "../../../src/stats/random.ts";
import { referenceSessions } from "./reference/reference.ts";

const signsOf = (count: number) => Array.from({ length: count }, (_, i) => (i % 2 === 0 ? -1 : 1));
const inTurn = (values: readonly number[]): InTurn => ({
  values,
  sessions: values.map((_, i) => i),
  signs: signsOf(values.length),
});

/** Values of which neighbours are correlated so. */
function alike(seed: number, count: number, correlation: number): readonly number[] {
  const rng = seededRng(seed);
  let last = drawNormal(rng);
  return Array.from({ length: count }, () => {
    const value = last;
    last = correlation * last + Math.sqrt(1 - correlation ** 2) * drawNormal(rng);
    return value;
  });
}

describe("p of sessions that are alike", () => {
  it.each(referenceSessions.likeness)(
    "is the share of all orders, p $p, that statsmodels' autocorrelation finds",
    ({ series, p }) => {
      const error = Math.sqrt((p * (1 - p)) / 999);
      expect(Math.abs(likenessP(series.map(inTurn), seededRng(1))! - p)).toBeLessThan(4 * error + 0.001);
    },
  );

  it("is small where each session follows the one before, in every gate or in one of them for long", () => {
    const follows = Array.from({ length: 9 }, (_, gate) => inTurn(alike(gate, 16, 0.7)));
    expect(likenessP(follows, seededRng(1))).toBeLessThan(0.01);
    expect(
      likenessP([inTurn(Array.from({ length: 16 }, (_, i) => (i < 8 ? 0 : 1)))], seededRng(1)),
    ).toBeLessThan(0.01);
  });

  it("is at most 5 % in one of twenty runs without any dependence, however alike the gates are", () => {
    const runs = 400;
    let warned = 0;
    for (let run = 0; run < runs; run++) {
      const shared = alike(run, 8, 0);
      const gates = Array.from({ length: 3 }, (_, gate) =>
        inTurn(alike(1000 + 3 * run + gate, 8, 0).map((own, i) => own + 2 * shared[i]! + 3 * (i % 2))),
      );
      warned += likenessP(gates, seededRng(run))! <= 0.05 ? 1 : 0;
    }
    // Three standard errors of a binomial share.
    expect(warned / runs).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs));
    expect(warned).toBeGreaterThan(0);
  });

  it("does not ask in which unit values are, where they lie and what the order does", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 6, maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: -99, max: 99 }),
        (values, scale, turn) => {
          const moved = values.map((value, i) => scale * value + 7 + turn * signsOf(values.length)[i]!);
          const [p, other] = [values, moved].map((each) => likenessP([inTurn(each)], seededRng(1)));
          expect(other).toEqual(p);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("is not known of few sessions, nor of values that do not vary", () => {
    expect(likenessP([inTurn([1, 2, 3, 4, 6])], seededRng(1))).toBeNull();
    expect(likenessP([inTurn([1, 1, 1, 1, 1, 1, 1, 1])], seededRng(1))).toBeNull();
    expect(likenessP([], seededRng(1))).toBeNull();
  });

  it("takes workloads together of which one was measured longer", () => {
    const [long, short] = [alike(1, 24, 0.8), alike(2, 8, 0.8)];
    expect(likenessP([inTurn(long), inTurn(short)], seededRng(1))).toBeLessThan(0.05);
    const others = [inTurn(alike(3, 24, 0)), inTurn(alike(4, 8, 0))];
    expect(likenessP(others, seededRng(1)), "of independent ones").toBeGreaterThan(0.05);
  });

  it("is one of a thousand where no order shows as much", () => {
    const follows = Array.from({ length: 9 }, (_, gate) => inTurn(alike(gate, 24, 0.9)));
    expect(likenessP(follows, seededRng(1))).toBe(1 / 1000);
  });

  it("leaves out what always started in one order: nothing is known of what that does", () => {
    const follows = inTurn(alike(1, 16, 0.9));
    const onceOrdered = { ...follows, signs: follows.values.map(() => 1) };
    expect(likenessP([onceOrdered], seededRng(1))).toBeNull();
    expect(likenessP([onceOrdered, follows], seededRng(1))).toEqual(likenessP([follows], seededRng(1)));
  });
});

describe("what dependence does", () => {
  it.each(referenceSessions.alike)(
    "to %i values of which neighbours are correlated by %f is what NumPy's covariances say: lag %f, factor %f",
    (count, correlation, lag, factor) => {
      expect(expectedLag(correlation, count)).toBeCloseTo(lag, 10);
      expect(errorFactor(correlation, count)).toBeCloseTo(factor, 10);
    },
  );
});

describe("the correlation that measurements agree on", () => {
  const measured = (lags: readonly number[]) => lags.map((lag) => ({ lag, variance: 1, df: 14 }));

  it("is that which shows as much as was seen", () => {
    const lag = expectedLag(0.5, 16);
    const seen = measured([lag - 0.02, lag, lag + 0.02, lag - 0.01, lag + 0.01]);
    expect(agreedCorrelation([seen, seen])).toBeCloseTo(0.5, 4);
    expect(agreedCorrelation([measured([0.8, 0.82, 0.81, 0.83, 0.84])]), "at most").toBe(0.9);
  });

  it("is none where chance makes as much, or less than none was seen", () => {
    expect(agreedCorrelation([measured([0.3, -0.2, 0.1, -0.1, 0.2])])).toBeNull();
    expect(agreedCorrelation([measured([-0.3, -0.31, -0.29, -0.3, -0.32])])).toBeNull();
    expect(agreedCorrelation([])).toBeNull();
    expect(agreedCorrelation([measured([0.5])])).toBeNull();
  });

  it("is agreed on from one in a hundred on, by t over the measurements", () => {
    // Five of mean .2: t is .2828 / step, and 3.7469 at 1 % (SciPy: t.ppf(.99, 4)).
    const around = (t: number) => measured([-2, -1, 0, 1, 2].map((i) => 0.2 + (i * 0.2 * Math.SQRT2) / t));
    expect(agreedCorrelation([around(3.7)])).toBeNull();
    expect(agreedCorrelation([around(3.8)])).toBeGreaterThan(0.2);
    expect(agreedCorrelation([measured([0.3, 0.3001])]), "of two").toBeGreaterThan(0.3);
  });

  it("weighs measurements by their squares: a quiet one's ratio is as good as a noisy one's, but not its sums", () => {
    const lags = [0.2, 0.22, 0.24, 0.26, 0.28];
    const seen = lags.map((lag, i) => ({ lag, variance: 1 + i, df: 14 }));
    const pooled = lags.reduce((sum, lag, i) => sum + (1 + i) * lag, 0) / 15;
    expect(expectedLag(agreedCorrelation([seen])!, 16)).toBeCloseTo(pooled, 4);
    const nearlyAll = { lag: -0.01, variance: 1e4, df: 14 };
    const others = measured([0.2, 0.21, 0.19, 0.2, 0.2, 0.21, 0.19, 0.2, 0.2]);
    expect(agreedCorrelation([[...others, nearlyAll]]), "nothing in all").toBeNull();
  });

  it("passes over measurements that lack a workload", () => {
    const seen = measured([0.3, 0.31, 0.29, 0.3, 0.32]);
    expect(agreedCorrelation([seen, [null, null, ...seen.slice(2)]])).toBeGreaterThan(0.3);
    expect(agreedCorrelation([seen, [null, null, null, null, null]])).toEqual(agreedCorrelation([seen]));
    expect(agreedCorrelation([[null, ...seen]]), "or all of them").toEqual(agreedCorrelation([seen]));
  });
});
