import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { doDisagree, type PooledPart, pooledShift } from "../../../src/stats/pooled.ts";
import { meanSample, sampleShift } from "../../../src/stats/shift.ts";

const partOf = (values: readonly number[]): PooledPart => ({ sample: meanSample(values), prior: null });
const around = (center: number, sd: number, count = 8) =>
  Array.from({ length: count }, (_, i) => center + (i % 2 === 0 ? sd : -sd));

describe("a shift from several measurements", () => {
  it("is that of the only one", () => {
    const values = [0.1, 0.3, 0.2, 0.25];
    const [one, same] = [pooledShift([partOf(values)]), sampleShift(meanSample(values), null)];
    expect(one.estimate).toBeCloseTo(same.estimate, 15);
    expect(one.interval(0.95)).toEqual(same.interval(0.95));
    expect(one.pAbove(0)).toBeCloseTo(same.pAbove(0), 15);
  });

  it("leans on the surer one, by inverse variances", () => {
    const shift = pooledShift([partOf(around(0, 0.01)), partOf(around(0.02, 0.02))]);
    // Weights of 4 and 1.
    expect(shift.estimate).toBeCloseTo(0.004, 12);
    expect(doDisagree([partOf(around(0, 0.1)), partOf(around(0.02, 0.1))])).toBe(false);
  });

  it("is surer than each, where they agree", () => {
    const parts = [partOf(around(0.01, 0.02)), partOf(around(0.012, 0.02))];
    const width = ({ low, high }: Readonly<{ low: number; high: number }>) => high - low;
    const both = width(pooledShift(parts).interval(0.95));
    for (const part of parts) expect(both).toBeLessThan(width(pooledShift([part]).interval(0.95)));
  });

  it("is less sure where they differ by more than their noise, and says so", () => {
    const apart = [partOf(around(-0.05, 0.01)), partOf(around(0.05, 0.01))];
    expect(doDisagree(apart)).toBe(true);
    const { low, high } = pooledShift(apart).interval(0.95);
    expect(low).toBeLessThan(-0.05);
    expect(high).toBeGreaterThan(0.05);
  });

  it("is as much less sure as they differ, by Birge's ratio", () => {
    // Of two at ±.05 with one variance the error is .05, with 14 degrees of freedom; of three at ±.05 and 0 it is .05 / √3, with 21.
    const two = pooledShift([partOf(around(-0.05, 0.01)), partOf(around(0.05, 0.01))]).interval(0.95);
    expect(two.high).toBeCloseTo(2.144787 * 0.05, 6);
    expect(two.low).toBeCloseTo(-2.144787 * 0.05, 6);
    const centers = [-0.05, 0, 0.05];
    const three = pooledShift(centers.map((center) => partOf(around(center, 0.01)))).interval(0.95);
    expect(three.high).toBeCloseTo((2.079614 * 0.05) / Math.sqrt(3), 6);
  });

  it("says that they differ from where Fisher's test does", () => {
    // F(1, 14) is 4.60 at 5 %, and here 14 (d / .01)².
    const apart = (d: number) => [partOf(around(-d, 0.01)), partOf(around(d, 0.01))];
    expect(doDisagree(apart(0.01 * Math.sqrt(4.55 / 14)))).toBe(false);
    expect(doDisagree(apart(0.01 * Math.sqrt(4.65 / 14)))).toBe(true);
  });

  it("knows each one's noise from before as a single measurement does", () => {
    const sample = meanSample([0.1, 0.3, 0.2, 0.25]);
    const prior = { variance: 0.01, df: 20 };
    const [one, same] = [pooledShift([{ sample, prior }]), sampleShift(sample, prior)];
    expect(one.interval(0.95).low).toBeCloseTo(same.interval(0.95).low, 12);
    expect(one.more(2).visible(0.05, 0.8)).toBeCloseTo(same.more(2).visible(0.05, 0.8)!, 12);
  });

  it("counts values without any spread as the surest of the others", () => {
    const parts = [partOf([0.1, 0.1, 0.1]), partOf(around(0, 0.01)), partOf(around(0, 0.02))];
    // Weights of 4, 4 and 1.
    expect(pooledShift(parts).estimate).toBeCloseTo(0.4 / 9, 12);
  });

  it("takes values without any spread, and any order of measurements", () => {
    expect(pooledShift([partOf([0.1, 0.1, 0.1]), partOf([0.1, 0.1])]).interval(0.95)).toEqual({
      low: 0.1,
      high: 0.1,
    });
    const values = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 3, maxLength: 9 });
    fc.assert(
      fc.property(values, values, values, (a, b, c) => {
        const [one, other] = [
          [a, b, c],
          [c, a, b],
        ].map((order) => pooledShift(order.map(partOf)));
        expect(Number.isFinite(one!.estimate)).toBe(true);
        expect(one!.estimate).toBeCloseTo(other!.estimate, 9);
      }),
    );
  });
});
