import fc from "fast-check";
import { describe, it } from "vitest";
import { holm } from "../../src/stats/adjust.ts";
import { mannWhitney, rankShift } from "../../src/stats/ranks.ts";
import { pairedShift, predictionShift, type Shift, welchShift } from "../../src/stats/shift.ts";
import { noncentralUpper, studentCritical, studentUpper } from "../../src/stats/student.ts";
import { geometricMean, mean, quantile, sorted, summarize } from "../../src/stats/summary.ts";

fc.configureGlobal({ seed: 20_260_101, numRuns: 100 });

/** Integers scaled down: wide enough, and free of rounding surprises. */
const value = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 1000);
const values = (min: number, max = 12) => fc.array(value, { minLength: min, maxLength: max });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const close = (a: number, b: number, tolerance = 1e-9) =>
  Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b));
const pairsOf = fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 12 });

describe("quantile", () => {
  it("does not depend on the order of its input and stays within it", () => {
    fc.assert(
      fc.property(values(1), share, (xs, q) => {
        const result = quantile(sorted(xs), q);
        return (
          result === quantile(sorted(xs.toReversed()), q) &&
          result >= Math.min(...xs) &&
          result <= Math.max(...xs)
        );
      }),
    );
  });

  it("rises with q and scales with the values", () => {
    fc.assert(
      fc.property(values(1), share, share, fc.integer({ min: 1, max: 50 }), (xs, p, q, scale) => {
        const order = sorted(xs);
        const scaled = quantile(sorted(xs.map((x) => x * scale)), p);
        return (
          quantile(order, Math.min(p, q)) <= quantile(order, Math.max(p, q)) + 1e-9 &&
          close(scaled, scale * quantile(order, p))
        );
      }),
    );
  });
});

describe("summary", () => {
  it("orders what it reports", () => {
    fc.assert(
      fc.property(values(2), (xs) => {
        const s = summarize(xs)!;
        const order = [s.min, s.p25, s.p50, s.p75, s.max];
        return order.every((x, i) => i === 0 || x >= order[i - 1]!) && s.aad <= s.sd + 1e-9 && s.moe >= s.sem;
      }),
    );
  });

  it("has a geometric mean between the extremes and below the arithmetic one", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 10 }), (xs) => {
        const g = geometricMean(xs);
        return g >= Math.min(...xs) * (1 - 1e-12) && g <= mean(xs) * (1 + 1e-12);
      }),
    );
  });
});

describe("Student's t", () => {
  it("finds the critical value of a tail and the tail of a critical value", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 0.999, noNaN: true }),
        fc.integer({ min: 1, max: 200 }),
        (alpha, df) => close(studentUpper(studentCritical(alpha, df), df), alpha),
      ),
    );
  });

  it("is noncentral with no noncentrality", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 8, noNaN: true }), fc.integer({ min: 1, max: 100 }), (t, df) =>
        close(noncentralUpper(t, df, 0), studentUpper(t, df), 1e-6),
      ),
    );
  });
});

describe("every form of test", () => {
  const forms: readonly (readonly [string, (pairs: readonly (readonly [number, number])[]) => Shift])[] = [
    [
      "paired",
      (pairs) =>
        pairedShift(
          pairs.map(([a]) => a),
          pairs.map(([, b]) => b),
        ),
    ],
    [
      "Welch",
      (pairs) =>
        welchShift(
          pairs.map(([a]) => a),
          pairs.map(([, b]) => b),
        ),
    ],
    [
      "ranks",
      (pairs) =>
        rankShift(
          pairs.map(([a]) => a),
          pairs.map(([, b]) => b),
        ),
    ],
    [
      "prediction",
      (pairs) =>
        predictionShift(
          pairs.map(([a]) => a),
          pairs[0]![1],
        ),
    ],
  ];
  const mirror = (pairs: readonly (readonly [number, number])[]) => pairs.map(([a, b]) => [-a, -b] as const);
  const moved = (pairs: readonly (readonly [number, number])[], by: number) =>
    pairs.map(([a, b]) => [a, b + by] as const);

  for (const [name, form] of forms) {
    it(`${name}: worse and better are mirrors`, () => {
      fc.assert(
        fc.property(pairsOf, (pairs) => {
          const [one, other] = [form(pairs), form(mirror(pairs))];
          return close(one.pAbove(0), other.pBelow(0)) && close(one.estimate, -other.estimate);
        }),
      );
    });

    it(`${name}: moving head moves the estimate, its interval and its bounds alike`, () => {
      fc.assert(
        fc.property(pairsOf, fc.integer({ min: -50, max: 50 }), (pairs, by) => {
          const [one, other] = [form(pairs), form(moved(pairs, by))];
          const [a, b] = [one.interval(0.8), other.interval(0.8)];
          const same = (x: number, y: number) => x + by === y || close(x + by, y, 1e-7);
          return close(one.estimate + by, other.estimate) && same(a.low, b.low) && same(a.high, b.high);
        }),
      );
    });

    it(`${name}: the interval leaves out exactly what the test rejects`, () => {
      fc.assert(
        fc.property(pairsOf, (pairs) => {
          const shift = form(pairs);
          const { low, high } = shift.interval(0.9);
          const step = 1e-6 * Math.max(1, Math.abs(low), Math.abs(high));
          if (!Number.isFinite(low) || shift.noise === 0) return true;
          // Ties make the rank interval wider than the exact test with ties, never narrower.
          return shift.pAbove(low - step) <= 0.05 + 1e-6 && shift.pBelow(high + step) <= 0.05 + 1e-6;
        }),
      );
    });
  }
});

describe("Mann-Whitney", () => {
  const small = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 8 });

  it("counts every pair once", () => {
    fc.assert(
      fc.property(small, small, (a, b) => mannWhitney(a, b).u + mannWhitney(b, a).u === a.length * b.length),
    );
  });

  it("has the same two-sided p when the groups change places or the scale is stretched", () => {
    fc.assert(
      fc.property(small, small, (a, b) => {
        const { p } = mannWhitney(a, b);
        const stretch = (x: number) => x ** 3 + 2 * x;
        return close(p, mannWhitney(b, a).p) && close(p, mannWhitney(a.map(stretch), b.map(stretch)).p);
      }),
    );
  });
});

describe("adjustment", () => {
  const family = fc.array(share, { minLength: 1, maxLength: 12 });

  it("is never below the raw p, never above 1, and keeps the order, whatever the order given", () => {
    fc.assert(
      fc.property(family, (ps) => {
        const adjusted = holm(ps);
        const backwards = holm(ps.toReversed()).toReversed();
        return ps.every(
          (p, i) =>
            adjusted[i]! >= p &&
            adjusted[i]! <= 1 &&
            close(adjusted[i]!, backwards[i]!) &&
            ps.every((q, j) => p >= q || adjusted[i]! <= adjusted[j]!),
        );
      }),
    );
  });
});
