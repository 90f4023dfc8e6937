import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digamma, trigamma, trigammaInverse } from "../../../src/stats/gamma.ts";
import { moderated, type Spread, varianceRatioUpper } from "../../../src/stats/moderation.ts";
import { pairedShift } from "../../../src/stats/shift.ts";
import { variance as varianceOf } from "../../../src/stats/summary.ts";
import { reference, referenceR, relativeError } from "./reference/reference.ts";

const spreadsOf = (name: "uneven" | "alike"): readonly Spread[] =>
  reference.spreads[name].map(([variance, df]) => ({ variance: variance!, df: df! }));

describe("special functions agree with SciPy", () => {
  it.each([
    ["digamma", digamma, reference.digamma],
    ["trigamma", trigamma, reference.trigamma],
  ] as const)("%s", (_, f, rows) => {
    for (const [x, expected] of rows) expect(relativeError(f(x!), expected!), `at ${x}`).toBeLessThan(1e-9);
  });

  it("the upper tail of F", () => {
    for (const [ratio, df1, df2, expected] of reference.variance_ratio_upper) {
      expect(relativeError(varianceRatioUpper(ratio!, df1!, df2!), expected!)).toBeLessThan(1e-10);
    }
  });

  it("the inverse of trigamma undoes it, over the whole range", () => {
    fc.assert(
      fc.property(fc.double({ min: -9, max: 9, noNaN: true }), (exponent) => {
        const x = 10 ** exponent;
        expect(relativeError(trigammaInverse(trigamma(x)), x)).toBeLessThan(1e-6);
      }),
    );
  });
});

describe("a moderated variance", () => {
  const prior = { variance: 1, df: 10 };

  it.each(reference.moderated)(
    "of $differences by $prior and its test agree with Smyth's model, integrated by SciPy",
    ({ differences, prior: [variance, df], post: [expected, p] }) => {
      const own = { variance: varianceOf(differences), df: differences.length - 1 };
      const known = { variance: variance!, df: df! };
      expect(relativeError(moderated(own, known).variance, expected!)).toBeLessThan(1e-9);
      const shift = pairedShift(new Array<number>(differences.length).fill(0), differences, known);
      expect(relativeError(shift.pAbove(0), p!)).toBeLessThan(1e-8);
    },
  );

  it("and its test agree with limma's eBayes", () => {
    const { measurements, prior: known, post, t, p } = referenceR.limma.ebayes;
    const prior = { variance: known[0]!, df: known[1]! };
    expect(measurements.length).toBeGreaterThan(5);
    for (const [i, differences] of measurements.entries()) {
      const own = { variance: varianceOf(differences), df: differences.length - 1 };
      expect(relativeError(moderated(own, prior).variance, post[i]!)).toBeLessThan(1e-9);
      const shift = pairedShift(new Array<number>(differences.length).fill(0), differences, prior);
      const oneSided = t[i]! > 0 ? shift.pAbove(0) : shift.pBelow(0);
      expect(relativeError(2 * oneSided, p[i]!)).toBeLessThan(1e-8);
    }
  });

  it("agrees with limma's squeezeVar", () => {
    const { prior: known, post } = referenceR.limma.squeezed;
    const prior = { variance: known[0]!, df: known[1]! };
    for (const [i, own] of spreadsOf("uneven").entries()) {
      expect(relativeError(moderated(own, prior).variance, post[i]!)).toBeLessThan(1e-9);
    }
  });

  it.each(reference.contradiction)(
    "of %f and %f degrees of freedom stands alone from the ratio of which F says 1 %%",
    (df, priorDf, ratio) => {
      const known = { variance: 1, df: priorDf! };
      const [below, above] = [0.999, 1.001].map((part) => ({ variance: part * ratio!, df: df! }));
      expect(moderated(below!, known).df).toBe(df! + priorDf!);
      expect(moderated(above!, known)).toBe(above);
    },
  );

  it("lies between the own and the prior one, and knows what both know", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 2, noNaN: true }),
        fc.integer({ min: 2, max: 30 }),
        (own, df) => {
          const both = moderated({ variance: own, df }, prior);
          expect(both.variance).toBeGreaterThanOrEqual(Math.min(own, 1) - 1e-12);
          expect(both.variance).toBeLessThanOrEqual(Math.max(own, 1) + 1e-12);
          expect(both.df).toBe(df + 10);
        },
      ),
    );
  });

  it("is the own one where it contradicts the prior: a noisier day is not made quiet by quiet ones", () => {
    const noisy = { variance: 9, df: 7 };
    expect(moderated(noisy, prior)).toBe(noisy);
  });

  it("knows no unit: what is a hundredth on both sides is judged alike", () => {
    const scaled = { variance: prior.variance / 100, df: prior.df };
    const noisy = { variance: 0.09, df: 7 };
    expect(moderated(noisy, scaled)).toBe(noisy);
    const quiet = moderated({ variance: 0.012, df: 7 }, scaled);
    expect(quiet.variance).toBeCloseTo(moderated({ variance: 1.2, df: 7 }, prior).variance / 100, 12);
    expect(quiet.df).toBe(7 + prior.df);
  });
});

describe("the moderated t test", () => {
  it("sees more than the plain one where there are few sessions", () => {
    const base = [0, 0, 0, 0];
    const head = [0.02, 0.05, 0.03, 0.06];
    const prior = { variance: 0.0004, df: 12 };
    const [plain, known] = [pairedShift(base, head), pairedShift(base, head, prior)];
    expect(known.visible(0.005, 0.8)!).toBeLessThan(0.6 * plain.visible(0.005, 0.8)!);
    expect(known.estimate).toBe(plain.estimate);
    expect(known.noise, "the noise that is shown is this run's own").toBe(plain.noise);
  });
});
