import { describe, expect, it } from "vitest";
import { coverageOf, SYSTEMS, type System } from "../../../scripts/bench/usl/coverage.ts";
import { fitUsl, type LoadPoint, throughputAt, type UslFit } from "../../../src/stats/usl.ts";

const LOADS = [1, 2, 4, 8, 16, 32, 64, 96, 128, 192];

/** Sessions that scatter by a little, the same at each load, so that means are exact. */
function exactly(lambda: number, sigma: number, kappa: number, loads = LOADS): readonly LoadPoint[] {
  const truth = [1 / lambda, sigma / lambda, kappa / lambda] as const;
  return loads.map((n) => ({
    n,
    values: [0.99, 1, 1 / 0.99].map((factor) => factor * throughputAt(truth, n)),
  }));
}

function fitOf(points: readonly LoadPoint[]): UslFit {
  const fit = fitUsl(points);
  if (fit.kind === "none") throw new Error(fit.why);
  return fit;
}

describe("the universal scalability law", () => {
  it("finds the parameters of a curve, and its peak at 68.9", () => {
    const fit = fitOf(exactly(1000, 0.05, 2e-4));
    expect(fit.rate.value).toBeCloseTo(1000, 6);
    expect(fit.contention.value).toBeCloseTo(0.05, 9);
    expect(fit.coherence.value).toBeCloseTo(2e-4, 12);
    expect(fit.hasCoherence).toBe(true);
    expect(fit.peak).toMatchObject({ kind: "within" });
    if (fit.peak.kind !== "within") return;
    expect(fit.peak.at.value).toBeCloseTo(68.92, 2);
    expect(fit.peak.at.low).toBeLessThan(68.9);
    expect(fit.peak.at.high).toBeGreaterThan(69);
    expect(fit.peak.throughput.value).toBeCloseTo(throughputAt([1e-3, 5e-5, 2e-7], 68.92), 3);
  });

  it("knows the least load with 95 % of the peak", () => {
    const { knee, curve } = fitOf(exactly(1000, 0.05, 2e-4));
    expect(knee).toBeLessThan(68.9);
    expect(throughputAt(curve, knee)).toBeCloseTo(0.95 * throughputAt(curve, 68.9202), 3);
  });

  it("shows that loads to 16 end before the peak, and states none", () => {
    const { peak } = fitOf(exactly(1000, 0.05, 2e-4, [1, 2, 4, 8, 16]));
    expect(peak).toMatchObject({ kind: "beyond" });
  });

  it("states no peak past which one load was measured alone", () => {
    const { peak } = fitOf(exactly(1000, 0.05, 2e-4, [1, 2, 4, 8, 16, 32, 64, 128]));
    expect(peak.kind).toBe("unknown");
  });

  it("is Amdahl's law where there is no coherence", () => {
    const fit = fitOf(exactly(1000, 0.05, 0));
    expect(fit.hasCoherence).toBe(false);
    expect(fit.coherence.value).toBeCloseTo(0, 9);
    expect(fit.peak.kind).toBe("beyond");
    expect(fit.amdahl.contention.value).toBeCloseTo(0.05, 9);
    expect(fit.amdahl.ceiling?.value).toBeCloseTo(20_000, 4);
  });

  it("has no ceiling where throughput grows with the load, or faster", () => {
    const { amdahl, contention } = fitOf(exactly(1000, -0.001, 0, [1, 2, 4, 8, 16]));
    expect(amdahl).toMatchObject({ ceiling: null, contention: { value: 0 } });
    expect(contention.value).toBe(0);
  });

  it("says so where a curve is none of the law's, and takes its distances for noise", () => {
    const points = exactly(1000, 0.05, 2e-4).map(({ n, values }, i) => ({
      n,
      values: values.map((value) => value * (i % 2 === 0 ? 1.1 : 0.9)),
    }));
    const fit = fitOf(points);
    expect(fit.misfit).toMatchObject({ wider: true });
    expect(fit.rate.low).toBeLessThan(1000);
    expect(fit.rate.high).toBeGreaterThan(1000);
  });

  it("refuses too few loads and too few sessions", () => {
    expect(fitUsl(exactly(1000, 0.05, 0, [1, 2, 4]))).toEqual({ kind: "none", why: "few-loads" });
    const once = exactly(1000, 0.05, 0).map(({ n, values }) => ({ n, values: values.slice(0, 1) }));
    expect(fitUsl(once)).toEqual({ kind: "none", why: "few-sessions" });
  });
});

describe("intervals of synthetic systems", () => {
  const FITS = 300;
  /** Three standard deviations of a share of .95 below it. */
  const LEAST = 0.95 - 3 * Math.sqrt((0.95 * 0.05) / FITS);

  it.each(SYSTEMS)("hold the parameters: $name", (system: System) => {
    const { rate, contention, coherence, peak } = coverageOf(system, FITS, 17);
    expect(rate).toBeGreaterThan(LEAST);
    expect(contention).toBeGreaterThan(LEAST);
    expect(coherence).toBeGreaterThan(LEAST);
    expect(peak.misplaced).toBeLessThan(1 - LEAST);
    expect(peak.wrongHeight).toBeLessThan(1 - LEAST);
  });
});
