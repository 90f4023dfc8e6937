import fc from "fast-check";
import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import { describe, expect, it } from "vitest";
import { PlumblineError } from "../../../src/model/errors.ts";
import {
  decodeHistogram,
  encodeHistogram,
  histogramCount,
  histogramQuantile,
  latencyCurve,
  mergeHistograms,
} from "../../../src/samples/histogram.ts";

function histogramOf(values: readonly number[]) {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 3_600_000_000_000,
    numberOfSignificantValueDigits: 3,
    useWebAssembly: false,
  });
  for (const value of values) histogram.recordValue(value);
  return decodeHistogram(encodeIntoCompressedBase64(histogram));
}

const latencies = fc.array(fc.integer({ min: 1, max: 120_000_000_000 }), { maxLength: 60 });
const SETTINGS = { seed: 20_260_101, numRuns: 40 };
const signature = (values: readonly number[][]) => encodeHistogram(mergeHistograms(values.map(histogramOf)));

describe("a latency histogram", () => {
  it("keeps every count and three digits of every value when merged", () => {
    fc.assert(
      fc.property(latencies, latencies, (a, b) => {
        const merged = mergeHistograms([histogramOf(a), histogramOf(b)]);
        const all = [...a, ...b].sort((x, y) => x - y);
        const max = histogramQuantile(merged, 1);
        return (
          histogramCount(merged) === all.length &&
          (all.length === 0 ? max === null : Math.abs(max! - all.at(-1)!) <= all.at(-1)! / 1000)
        );
      }),
      SETTINGS,
    );
  });

  it("merges in any order to the same", () => {
    fc.assert(
      fc.property(
        latencies,
        latencies,
        latencies,
        (a, b, c) => signature([a, b, c]) === signature([c, a, b]),
      ),
      SETTINGS,
    );
  });

  it("survives being written and read, merged as it is", () => {
    const merged = mergeHistograms([histogramOf([1_000, 2_000]), histogramOf([3_000_000])]);
    const read = decodeHistogram(encodeHistogram(merged));
    expect([histogramCount(read), histogramQuantile(read, 0.5), histogramQuantile(read, 1)]).toEqual([
      3,
      histogramQuantile(merged, 0.5),
      histogramQuantile(merged, 1),
    ]);
  });

  it("has quantiles within .1 % of the exact order statistics", () => {
    const values = Array.from({ length: 10_000 }, (_, i) => 1_000 * (i + 1));
    const histogram = histogramOf(values);
    for (const q of [0.5, 0.95, 0.99, 0.999]) {
      expect(Math.abs(histogramQuantile(histogram, q)! / (q * 10_000_000) - 1)).toBeLessThan(0.001);
    }
  });

  it("that is empty has no quantile and no curve", () => {
    const empty = mergeHistograms([]);
    expect(histogramQuantile(empty, 0.5)).toBeNull();
    expect(latencyCurve(empty)).toBeNull();
  });

  it("that is not one gives a clear error", () => {
    for (const text of [
      "",
      "HISTFAAA",
      "not base64 at all!",
      encodeHistogram(histogramOf([5])).slice(0, 20),
    ]) {
      expect(() => decodeHistogram(text), text).toThrow(PlumblineError);
    }
  });
});

describe("a latency curve", () => {
  it("rises from the least to the greatest value, with more points the nearer the tail", () => {
    const { quantiles, ns } = latencyCurve(
      histogramOf(Array.from({ length: 5_000 }, (_, i) => 1_000 * (i + 1))),
    )!;
    expect(quantiles).toHaveLength(60);
    expect([quantiles[0], quantiles.at(-1)]).toEqual([0, 1]);
    for (let i = 1; i < quantiles.length; i++) {
      expect(quantiles[i]!).toBeGreaterThan(quantiles[i - 1]!);
      expect(ns[i]!).toBeGreaterThanOrEqual(ns[i - 1]!);
    }
    expect(quantiles.filter((q) => q > 0.9).length).toBeGreaterThan(40);
  });

  it("of one value is that value", () => {
    expect(latencyCurve(histogramOf([1_000]))!.ns.every((value) => value === 1_000)).toBe(true);
  });
});
