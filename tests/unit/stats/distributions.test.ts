import { describe, expect, it } from "vitest";
import { incompleteBeta, logGamma } from "../../../src/stats/beta.ts";
import { digamma, trigamma, trigammaInverse } from "../../../src/stats/gamma.ts";
import { normalQuantile, normalUpper } from "../../../src/stats/normal.ts";
import {
  noncentralUpper,
  studentCritical,
  studentQuantile,
  studentUpper,
} from "../../../src/stats/student.ts";
import { reference, relativeError } from "./reference/reference.ts";

describe("distributions agree with SciPy", () => {
  const tables = [
    ["logGamma", logGamma, reference.log_gamma, 1e-12],
    ["incompleteBeta", incompleteBeta, reference.incomplete_beta, 1e-11],
    ["normalUpper", normalUpper, reference.normal_upper, 1e-12],
    ["normalQuantile", normalQuantile, reference.normal_quantile, 1e-12],
    ["studentUpper", studentUpper, reference.student_upper, 1e-10],
    ["studentCritical", studentCritical, reference.student_critical, 1e-10],
    // A power below a millionth is of no use to anyone.
    ["noncentralUpper", noncentralUpper, reference.noncentral_upper.filter((row) => row[3]! > 1e-6), 1e-6],
  ] as const satisfies readonly [
    string,
    (...args: never[]) => number,
    readonly (readonly number[])[],
    number,
  ][];

  for (const [name, f, rows, tolerance] of tables) {
    it(`${name} within ${tolerance}`, () => {
      expect(rows.length).toBeGreaterThan(6);
      for (const row of rows) {
        const actual = (f as (...args: number[]) => number)(...row.slice(0, -1));
        const expected = row.at(-1)!;
        const error = relativeError(actual, expected);
        expect(error, `${name}(${row.slice(0, -1).join(", ")}) is ${actual}, not ${expected}`).toBeLessThan(
          tolerance,
        );
      }
    });
  }

  it("has both tails", () => {
    expect(normalUpper(-1.2)).toBeCloseTo(1 - normalUpper(1.2), 14);
    expect(studentUpper(-1.2, 5)).toBeCloseTo(1 - studentUpper(1.2, 5), 14);
    expect(studentQuantile(0.975, 7)).toBeCloseTo(2.364624251592784, 10);
  });

  it.each<[string, () => number]>([
    ["normalQuantile needs 0 < p < 1, got 0", () => normalQuantile(0)],
    ["normalQuantile needs 0 < p < 1, got 1", () => normalQuantile(1)],
    ["studentCritical needs 0 < alpha < 1, got 0", () => studentCritical(0, 3)],
    ["studentCritical needs 0 < alpha < 1, got 1", () => studentCritical(1, 3)],
    ["Student's t needs df > 0, got 0", () => studentUpper(1, 0)],
    ["Student's t needs df > 0, got NaN", () => studentUpper(1, Number.NaN)],
    ["noncentralUpper needs t > 0 and df > 0, got 0, 3", () => noncentralUpper(0, 3, 1)],
    ["noncentralUpper needs t > 0 and df > 0, got 1, 0", () => noncentralUpper(1, 0, 1)],
    ["incompleteBeta(1.1, 1, 1)", () => incompleteBeta(1.1, 1, 1)],
    ["incompleteBeta(-0.1, 1, 1)", () => incompleteBeta(-0.1, 1, 1)],
    ["incompleteBeta(0.5, 0, 1)", () => incompleteBeta(0.5, 0, 1)],
    ["incompleteBeta(0.5, 1, 0)", () => incompleteBeta(0.5, 1, 0)],
    ["logGamma needs x > 0, got 0", () => logGamma(0)],
    ["digamma needs x > 0, got 0", () => digamma(0)],
    ["trigamma needs x > 0, got 0", () => trigamma(0)],
    ["trigammaInverse needs y > 0, got 0", () => trigammaInverse(0)],
  ])("refuses what is outside the domain: %s", (message, of) => {
    expect(of).toThrow(new RangeError(message));
  });

  it("has the derivatives of the gamma function where its series begins, as sums of fractions", () => {
    const below = Array.from({ length: 11 }, (_, i) => i + 1);
    const harmonic = below.reduce((sum, k) => sum + 1 / k, 0);
    const squares = below.reduce((sum, k) => sum + 1 / k ** 2, 0);
    expect(digamma(12)).toBeCloseTo(harmonic - 0.5772156649015329, 14);
    expect(trigamma(12)).toBeCloseTo(Math.PI ** 2 / 6 - squares, 14);
  });

  it("has the ends and the middle exactly", () => {
    expect([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)]).toEqual([0, 1]);
    expect([studentUpper(Number.POSITIVE_INFINITY, 3), studentUpper(0, 3)]).toEqual([0, 0.5]);
    expect(studentCritical(0.5, 3)).toBe(0);
    expect(normalUpper(0)).toBe(0.5);
  });
});
