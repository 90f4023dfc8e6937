import { expect, it } from "vitest";
import { chiSquaredQuantile } from "../../../src/stats/chi-squared.ts";

it("has the quantiles of chi-squared, within 2 % but in the lowest tail of two", () => {
  // With two degrees of freedom it is exponential.
  for (const p of [0.1, 0.25, 0.5, 0.9]) {
    const exact = -2 * Math.log(1 - p);
    expect(Math.abs(chiSquaredQuantile(p, 2) / exact - 1)).toBeLessThan(p < 0.2 ? 0.07 : 0.021);
  }
  // Tables: Abramowitz & Stegun 26.8.
  for (const [p, df, exact] of [
    [0.25, 10, 6.7372],
    [0.5, 30, 29.336],
    [0.9, 100, 118.498],
  ] as const)
    expect(Math.abs(chiSquaredQuantile(p, df) / exact - 1)).toBeLessThan(0.003);
});
