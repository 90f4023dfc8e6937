import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import { describe, expect, it } from "vitest";
import {
  addHistogram,
  decodeHistogram,
  emptyHistogram,
  encodeHistogram,
  encodeValues,
  histogramQuantile,
  histogramQuantiles,
  latencyCurve,
  mergeHistograms,
} from "../../../../src/analysis/samples/histogram.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";

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
          merged.total === all.length &&
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
    expect([read.total, histogramQuantile(read, 0.5), histogramQuantile(read, 1)]).toEqual([
      3,
      histogramQuantile(merged, 0.5),
      histogramQuantile(merged, 1),
    ]);
  });

  it.each([1000, 10_000, 41_000])(
    "has the p99.9 of %i events at the rank that is the product, not one above",
    (total) => {
      // In doubles .999 * 1000 is a little more than 999.
      const rank = Math.round((999 * total) / 1000);
      const fast = Array.from({ length: rank }, () => 1000);
      const slow = Array.from({ length: total - rank }, () => 1_000_000);
      expect(histogramQuantile(histogramOf([...fast, ...slow]), 0.999)).toBe(1000);
      expect(
        histogramQuantile(histogramOf([...fast.slice(1), 500_000, ...slow]), 0.999)! / 500_000,
      ).toBeCloseTo(1, 2);
    },
  );

  it.each([
    ["two digits", { numberOfSignificantValueDigits: 2 as const }],
    ["values from a microsecond on", { lowestDiscernibleValue: 1024 }],
  ])("that has %s is read, to what it knows", (_, other) => {
    const histogram = build({
      lowestDiscernibleValue: 1,
      highestTrackableValue: 3_600_000_000_000,
      numberOfSignificantValueDigits: 3,
      useWebAssembly: false,
      ...other,
    });
    for (const value of [5_000_000, 7_000_000, 9_000_000]) histogram.recordValue(value);
    const read = decodeHistogram(encodeIntoCompressedBase64(histogram));
    expect(read.total).toBe(3);
    expect(histogramQuantile(read, 0.5)! / 7_000_000).toBeCloseTo(1, 1);
  });

  it("has quantiles within .1 % of the exact order statistics", () => {
    const values = Array.from({ length: 10_000 }, (_, i) => 1_000 * (i + 1));
    const histogram = histogramOf(values);
    for (const q of [0.5, 0.95, 0.99, 0.999]) {
      expect(Math.abs(histogramQuantile(histogram, q)! / (q * 10_000_000) - 1)).toBeLessThan(0.001);
    }
  });

  it("has several quantiles by one walk as one by one", () => {
    const histogram = decodeHistogram(encodeValues([1, 5, 900, 7_000, 7_001, 80_000, 3e9]));
    const rising = [0, 0.1, 0.5, 0.5, 0.95, 0.999, 1];
    expect(histogramQuantiles(histogram, rising)).toEqual(rising.map((q) => histogramQuantile(histogram, q)));
    expect(histogramQuantiles(emptyHistogram(), [0.5, 0.9])).toEqual([null, null]);
  });

  it("that is empty has no quantile and no curve", () => {
    const empty = mergeHistograms([]);
    expect(histogramQuantile(empty, 0.5)).toBeNull();
    expect(latencyCurve(empty)).toBeNull();
  });

  it("has its buckets in order and no others, whichever histogram they come from", () => {
    const merged = mergeHistograms([histogramOf([2, 7, 7, 9]), histogramOf([]), histogramOf([1, 7, 12])]);
    expect(merged).toEqual({ indexes: [1, 2, 7, 9, 12], counts: [1, 1, 3, 1, 1], total: 7 });
    const nothing = emptyHistogram();
    addHistogram(nothing, emptyHistogram());
    expect(nothing).toEqual({ indexes: [], counts: [], total: 0 });
  });

  it("of values is the one of the load generator, and has room for more than its hour", () => {
    const values = [1000, 5_000_000, 5_000_000, 2 * 3_600_000_000_000];
    const read = decodeHistogram(encodeValues(values));
    expect(read.total).toBe(4);
    expect(histogramQuantile(read, 1)! / values.at(-1)!).toBeCloseTo(1, 3);
    expect(encodeHistogram(read)).toBe(encodeValues(values));
  });

  it("has the least of a bucket as its least value, and the greatest of one as all others", () => {
    const one = histogramOf([5_000_000]);
    const [least, greatest] = [histogramQuantile(one, 0)!, histogramQuantile(one, 0.001)!];
    expect(least).toBeLessThanOrEqual(5_000_000);
    expect(greatest).toBeGreaterThanOrEqual(5_000_000);
    expect(greatest - least).toBe(2 ** 12 - 1);
  });

  it("that was edited says so", () => {
    expect(() => decodeHistogram("HISTFAAA")).toThrow(
      expect.objectContaining({
        kind: "usage",
        message: expect.stringContaining("latency histogram cannot be decoded"),
        remedy: expect.stringContaining("cut short"),
        cause: expect.any(Error),
      }),
    );
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
    // Even on the scale of nines: one of 5,000 events lies beyond the last of 59 steps.
    expect(quantiles[1]).toBeCloseTo(1 - 5_000 ** (-1 / 59), 12);
    expect(quantiles[58]).toBeCloseTo(1 - 5_000 ** (-58 / 59), 12);
  });

  it("of one value is that value", () => {
    expect(latencyCurve(histogramOf([1_000]))!.ns.every((value) => value === 1_000)).toBe(true);
  });
});

describe("beside hdr-histogram-js", () => {
  const recorded = fc.array(
    fc.tuple(fc.double({ min: 0, max: 41, noNaN: true }), fc.integer({ min: 1, max: 2 ** 40 })),
    { minLength: 1, maxLength: 80 },
  );
  /** Values of every size, with counts that take from one byte to six. */
  const theirs = (values: readonly (readonly [log: number, count: number])[], digits: 1 | 2 | 3 = 3) => {
    const histogram = build({
      bitBucketSize: 64,
      lowestDiscernibleValue: 1,
      highestTrackableValue: 3_600_000_000_000,
      numberOfSignificantValueDigits: digits,
      useWebAssembly: false,
    });
    for (const [log, count] of values) histogram.recordValueWithCount(Math.floor(2 ** log), count);
    return histogram;
  };

  it("every quantile and the written text are the same", () => {
    fc.assert(
      fc.property(recorded, recorded, (a, b) => {
        const [library, other] = [theirs(a), theirs(b)];
        const own = mergeHistograms(
          [library, other].map((each) => decodeHistogram(encodeIntoCompressedBase64(each))),
        );
        library.add(other);
        expect(own.total).toBe(library.totalCount);
        for (const q of [0, 0.001, 0.1, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999, 1]) {
          expect(histogramQuantile(own, q), `q = ${q}`).toBe(library.getValueAtPercentile(q * 100));
        }
        const { quantiles, ns } = latencyCurve(own)!;
        expect(ns).toEqual(quantiles.map((q) => library.getValueAtPercentile(q * 100)));
        expect(encodeHistogram(own)).toBe(encodeIntoCompressedBase64(library));
      }),
      SETTINGS,
    );
  });

  it("one of fewer digits is read, too", () => {
    fc.assert(
      fc.property(recorded, (values) => {
        const coarse = theirs(values, 2);
        const own = decodeHistogram(encodeIntoCompressedBase64(coarse));
        expect(own.total).toBe(coarse.totalCount);
        const [mine, its] = [histogramQuantile(own, 0.5)!, coarse.getValueAtPercentile(50)];
        expect(Math.abs(mine - its)).toBeLessThanOrEqual(its / 50);
      }),
      SETTINGS,
    );
  });

  const written = (counts: readonly number[]) => {
    const bytes = Buffer.alloc(40 + counts.length);
    bytes.writeInt32BE(0x1c849313, 0);
    bytes.writeInt32BE(counts.length, 4);
    bytes.writeInt32BE(3, 12);
    bytes.writeBigInt64BE(1n, 16);
    bytes.set(counts, 40);
    const packed = deflateSync(bytes);
    const header = Buffer.alloc(8);
    header.writeInt32BE(0x1c849314, 0);
    header.writeInt32BE(packed.length, 4);
    return Buffer.concat([header, packed]).toString("base64");
  };

  it.each([
    ["many empty buckets", [0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 2]],
    ["a count beyond what can be counted", Array.from({ length: 9 }, () => 0xff)],
    ["a number that is cut short", [2, 0x80]],
  ])("a text of %s is refused before room is made for it", (_, counts) => {
    expect(decodeHistogram(written([2])).total).toBe(1);
    expect(() => decodeHistogram(written(counts))).toThrow(PlumblineError);
  });
});
