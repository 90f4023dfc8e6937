import { describe, expect, it } from "vitest";
import { blockBootstrap } from "../../../src/stats/bootstrap.ts";
import { drawNormal, seededRng } from "../../../src/stats/random.ts";
import { mean } from "../../../src/stats/summary.ts";

/** First-order autoregressive noise of unit variance. */
function alike(length: number, correlation: number, seed: number): readonly number[] {
  const rng = seededRng(seed);
  let value = drawNormal(rng);
  return Array.from({ length }, () => {
    value = correlation * value + Math.sqrt(1 - correlation ** 2) * drawNormal(rng);
    return value;
  });
}

function errorOfMean(values: readonly number[], blockLength: number): number {
  const statistic = (positions: readonly number[]) => mean(positions.map((i) => values[i]!));
  return blockBootstrap(values.length, blockLength, statistic, seededRng(3), { draws: 500 }).error;
}

describe("block bootstrap", () => {
  it("knows the error of a mean of independent values: sd / sqrt(n)", () => {
    expect(errorOfMean(alike(400, 0, 1), 1) * Math.sqrt(400)).toBeCloseTo(1, 0.5);
  });

  it("sees that neighbours are alike where single draws do not", () => {
    // The variance of this mean is (1 + .6)/(1 - .6) = 4 times that of independent values.
    const values = alike(2000, 0.6, 2);
    expect(errorOfMean(values, 1) * Math.sqrt(2000)).toBeLessThan(1.15);
    expect(errorOfMean(values, 20) * Math.sqrt(2000)).toBeGreaterThan(1.6);
  });

  it("repeats by seed, and more confidence is a wider interval", () => {
    const values = alike(60, 0.3, 4);
    const run = (confidence: number) =>
      blockBootstrap(60, 4, (positions) => mean(positions.map((i) => values[i]!)), seededRng(5), {
        confidence,
      });
    expect(run(0.9)).toEqual(run(0.9));
    expect(run(0.99).low).toBeLessThan(run(0.9).low);
    expect(run(0.99).high).toBeGreaterThan(run(0.9).high);
  });
});
