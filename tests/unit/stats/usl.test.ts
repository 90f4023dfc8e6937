import { describe, expect, it } from "vitest";
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
    expect(knee.value).toBeLessThan(68.9);
    expect(throughputAt(curve, knee.value)).toBeCloseTo(0.95 * throughputAt(curve, 68.9202), 3);
  });

  it("has a knee that noisy sessions leave open, up to the largest load where nothing tells it", () => {
    const noisy = (spread: number) =>
      fitOf(
        exactly(1000, 0.05, 2e-4).map(({ n, values: [, middle] }) => ({
          n,
          values: [middle! / spread, middle! * spread],
        })),
      ).knee;
    const [quiet, loud, wild] = [1.01, 1.2, 3].map(noisy);
    expect(quiet!.high! - quiet!.low).toBeLessThan(0.1 * (loud!.high! - loud!.low));
    expect(loud!.high).toBeLessThan(192);
    expect(wild).toMatchObject({ low: 1, high: 192 });
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

  it("has neither a ceiling nor more than all contention where throughput falls from the first load on", () => {
    const { amdahl, contention, knee } = fitOf(exactly(1000, 1.05, 0, [1, 2, 4, 8]));
    expect(amdahl).toMatchObject({ ceiling: null, contention: { value: 1, high: 1 } });
    expect(contention).toMatchObject({ value: 1, high: 1 });
    expect(knee.value).toBe(1);
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

/** Sessions of a load. */
type Sessions = readonly (readonly [n: number, values: readonly number[]])[];

function pointsOf(sessions: Sessions): readonly LoadPoint[] {
  return sessions.map(([n, values]) => ({ n, values }));
}

/** Equal to six digits. */
function near(expected: number): unknown {
  const digits = expected === 0 ? 12 : Math.max(0, 5 - Math.floor(Math.log10(Math.abs(expected))));
  return expect.closeTo(expected, digits);
}

function estimate(value: number, low: number, high: number): unknown {
  return { value: near(value), low: near(low), high: near(high) };
}

const PEAKED: Sessions = [
  [1, [980, 1010]],
  [2, [1850, 1930, 1890]],
  [4, [3400, 3310]],
  [8, [5600, 5350, 5480]],
  [16, [7300, 7120]],
  [32, [8100, 7700]],
  [64, [7000, 6650, 6800]],
  [128, [4300]],
];
const RISING: Sessions = [
  [1, [950, 1060]],
  [2, [1800, 2100]],
  [4, [3500, 3900]],
  [8, [6000, 7400]],
];
const UNLIKE: Sessions = [
  [1, [1000, 1003]],
  [2, [1700, 1703]],
  [4, [3700, 3703]],
  [8, [5000, 5010]],
  [16, [8300, 8310]],
  [32, [7600, 7610]],
];
const BENT: Sessions = [
  [1, [900, 1150]],
  [4, [3000, 3900]],
  [16, [7000, 9500]],
  [64, [11000, 15500]],
  [128, [13000, 16500]],
];
const FASTER: Sessions = [
  [1, [998, 1002]],
  [2, [2001, 2009]],
  [4, [4019, 4035]],
  [8, [8063, 8095]],
  [16, [15920, 15984]],
  [32, [28891, 29007]],
  [64, [39491, 39649]],
];

/**
 * Worked out by programs that share nothing with this one: SciPy's least squares of the weighted log residuals, the t and F distributions of
 * scipy.stats, and Fieller's sets and the knee's by a search for what a t test does not refuse.
 */
describe("worked examples", () => {
  it("of a curve with its peak among the loads, with one load that was measured once", () => {
    const fit = fitOf(pointsOf(PEAKED));
    expect(fit.kind).toBe("fit");
    expect(fit.curve).toEqual([near(1.001928852339e-3), near(5.769503981191e-5), near(1.24094295529e-6)]);
    expect(fit.rate).toEqual(estimate(998.07486097, 975.33389112, 1021.90160775));
    expect(fit.contention).toEqual(estimate(0.05758396884, 0.05177155166, 0.06359550997));
    expect(fit.coherence).toEqual(estimate(1.23855396757e-3, 1.15161687124e-3, 1.32508040543e-3));
    expect(fit.peak).toEqual({
      kind: "within",
      at: estimate(27.5844205329, 26.716097821, 28.5522333153),
      throughput: estimate(8005.412842049, 7830.064121309, 8180.761562789),
    });
    expect(fit.amdahl).toEqual({
      contention: estimate(0.1416241344, 0.1363379064, 0.1471175688),
      ceiling: estimate(8100.709276, 7921.720084, 8287.974574),
    });
    expect(fit).toMatchObject({
      knee: estimate(17.8576692444, 17.333818348, 18.330971335),
      spread: near(0.023814663974),
      hasCoherence: true,
    });
    expect(fit.misfit).toEqual({ p: near(0.1664727688), wider: false });
  });

  it("of four loads and noisy sessions, which show that it still rises and little else", () => {
    const fit = fitOf(pointsOf(RISING));
    expect(fit.rate).toEqual(estimate(1002.243364976, 843.277101285, 1235.065752533));
    expect(fit.contention).toEqual(estimate(0.028576717136, 0, 0.25458169857));
    expect(fit.coherence).toEqual(estimate(5.412845037129e-5, 0, 0.020954864104));
    expect(fit.peak).toEqual({ kind: "beyond", low: 8, p: near(0.04326223062) });
    expect(fit.amdahl.ceiling).toEqual({ value: near(34543.65), low: near(13687.34364), high: null });
    expect(fit).toMatchObject({ knee: estimate(7.508909928, 5.775043512, 7.7955737), hasCoherence: false });
    expect(fit.misfit).toEqual({ p: near(0.9718908552), wider: false });
  });

  it("of quiet sessions far from the curve, whose distances are the noise then", () => {
    const fit = fitOf(pointsOf(UNLIKE));
    expect(fit.misfit).toMatchObject({ wider: true });
    expect(fit.misfit!.p).toBeGreaterThan(5e-12);
    expect(fit.misfit!.p).toBeLessThan(6e-12);
    expect(fit.rate).toEqual(estimate(958.513457025, 763.819820643, 1286.413447627));
    expect(fit.coherence).toEqual(estimate(1.77469353168e-3, 0, 4.60557467704e-3));
    expect(fit.peak).toEqual({ kind: "unknown", low: near(14.90525126105), high: null });
    expect(fit.amdahl.contention).toEqual(estimate(0.0887570365, 0.047189716195, 0.14891409608));
    expect(fit).toMatchObject({
      knee: estimate(15.80968532139, 6.492311959, 29.892075573),
      spread: near(0.00128807151554),
    });
  });

  it("of a curve that bends the other way: Amdahl's is shown, with the interval of what was fitted freely", () => {
    const fit = fitOf(pointsOf(BENT));
    expect(fit.curve).toEqual([near(9.892913778909e-4), near(6.194092611953e-5), 0]);
    expect(fit.rate).toEqual(estimate(1010.824538, 786.852619391, 1443.193069435));
    expect(fit.contention).toEqual(estimate(0.0626114023, 0.01732666874518, 0.14097662326036));
    expect(fit.coherence).toEqual(estimate(0, 0, 3.892815926905e-4));
    expect(fit.peak).toEqual({ kind: "unknown", low: near(50.01187821125), high: null });
    expect(fit.knee).toEqual(estimate(85.18520006136, 17.7076189, 123.0078899));
  });

  it("of a curve that rises faster than its load at first: coherence without contention lies nearer than the opposite", () => {
    const fit = fitOf(pointsOf(FASTER));
    expect(fit.curve).toEqual([near(9.842481915237e-4), 0, near(1.526328321362e-7)]);
    expect(fit.contention).toEqual(estimate(0, 0, 0));
    expect(fit.coherence).toEqual(estimate(1.550755427e-4, 1.55075543e-4, 2.0554716777973e-4));
    expect(fit.rate).toEqual(estimate(1016.00389, 997.2164883433, 1016.00389));
    expect(fit.peak).toEqual({ kind: "beyond", low: near(69.8655771307), p: near(1.126436239e-7) });
    expect(fit.knee).toEqual(estimate(54.03302251261, 50.9530181, 54.03302251261));
  });
});

describe("what is told, and of what", () => {
  it("four loads and three degrees of freedom are enough", () => {
    const [first, ...rest] = exactly(1000, 0.05, 0, [1, 2, 4, 8]).map(({ n, values }) => ({
      n,
      values: values.slice(0, 2),
    }));
    expect(fitUsl([{ n: first!.n, values: first!.values.slice(0, 1) }, ...rest]).kind).toBe("fit");
    const three = exactly(1000, 0.05, 0, [1, 2, 4, 4.5, 8]).map(({ n, values }, i) => ({
      n,
      values: values.slice(0, i < 2 ? 2 : 1),
    }));
    expect(fitUsl(three)).toEqual({ kind: "none", why: "few-sessions" });
  });

  it("throughput that no curve of the law could have is none of it", () => {
    const jumps = [1, 2, 4, 8].map((n, i) => ({
      n,
      values: [0.999, 1.001].map((f) => f * (i % 2 === 0 ? 1000 : 1)),
    }));
    expect(fitUsl(jumps)).toEqual({ kind: "none", why: "not-identifiable" });
  });

  it("sessions that agree to the last digit leave no doubt, and no test of the law", () => {
    const equal = (loads: number[]) =>
      fitOf(
        exactly(1000, 0.05, 2e-4, loads).map(({ n, values }) => ({ n, values: [values[1]!, values[1]!] })),
      );
    const rising = equal([1, 2, 4, 8, 16]);
    expect(rising).toMatchObject({ spread: 0, misfit: null, peak: { kind: "beyond", p: 0 } });
    expect(rising.rate.low).toBeCloseTo(1000, 6);
    expect(rising.rate.high).toBeCloseTo(1000, 6);
    expect(equal(LOADS).peak).toMatchObject({ kind: "within" });
    // One load past the peak states none, and nothing says that it lies beyond.
    expect(equal([1, 2, 4, 8, 16, 32, 64, 128]).peak.kind).toBe("unknown");
  });
});

describe("a peak", () => {
  it("is stated past which two loads were measured", () => {
    expect(fitOf(exactly(1000, 0.05, 2e-4, [1, 2, 4, 8, 16, 32, 64, 96, 128])).peak.kind).toBe("within");
  });

  it("is not stated where sessions scatter so that it could be far beyond the loads, or anywhere", () => {
    const noisy = (spread: number) =>
      fitOf(
        exactly(1000, 0.05, 2e-4, [1, 2, 4, 8, 16, 32, 64, 96, 128]).map(({ n, values: [, middle] }) => ({
          n,
          values: [middle! / spread, middle! * spread],
        })),
      ).peak;
    expect(noisy(1.05)).toMatchObject({ kind: "within" });
    // Twice the largest load is 256.
    expect(noisy(1.08)).toMatchObject({ kind: "within", at: { high: near(220.43912557) } });
    expect(noisy(1.085)).toMatchObject({ kind: "unknown", high: near(345.717591277) });
    expect(noisy(1.4)).toMatchObject({ kind: "unknown", high: null });
  });

  it("may be anywhere where neither what it is made of is known", () => {
    const { peak } = fitOf(
      pointsOf([
        [1, [974, 1643]],
        [2, [1114, 719]],
        [4, [1179, 825]],
        [8, [842, 1300]],
      ]),
    );
    expect(peak).toEqual({ kind: "unknown", low: 1, high: null });
  });

  it("is the first load where each that is added takes more than it brings", () => {
    const fit = fitOf(exactly(1000, 1.5, 0.02));
    expect(fit.knee).toMatchObject({ value: 1, low: 1 });
    expect(fit.peak.kind).toBe("unknown");
    expect(fitOf(exactly(1000, 1.5, 0)).knee).toEqual({ value: 1, low: 1, high: 1 });
  });
});
