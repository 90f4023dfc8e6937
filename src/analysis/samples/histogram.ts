/**
 * Latency histograms as the load generator writes them: HdrHistogram V2, zlib, base64, unit ns. Counts of sessions and machines
 * add up; percentiles never do, so everything about latency is asked of a merged histogram.
 */
import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import { PlumblineError } from "../../model/errors.ts";
import type { Curve } from "../../model/report.ts";
import { type Buckets, decodeBuckets } from "./hdr-v2.ts";

/**
 * Counts by bucket, as HdrHistogram has them; read and changed through the functions of this file alone. A session fills some hundred
 * of the 34,000 buckets: all that is done with a histogram is done with those.
 */
export type Histogram = {
  /** Buckets that are not empty, in order. */
  indexes: readonly number[];
  counts: readonly number[];
  total: number;
};

/** One hour: the range that the load generator writes. */
const HIGHEST_NS = 3_600_000_000_000;
const SIGNIFICANT_DIGITS = 3;
/** Buckets of one width, in each but the first doubling: three digits take 2,048 in the first, and its upper half in the others. */
const HALF = 1_024;

/** @throws PlumblineError of kind "usage" where the text is not such a histogram. */
export function decodeHistogram(text: string): Histogram {
  try {
    const buckets = decodeBuckets(text);
    const isOurs = buckets.significantDigits === SIGNIFICANT_DIGITS && buckets.lowestDiscernible === 1;
    return histogramOf(isOurs ? buckets : bucketsOfOther(text));
  } catch (cause) {
    throw new PlumblineError(
      "usage",
      "a latency histogram cannot be decoded (HdrHistogram V2, zlib, base64)",
      {
        remedy: "measure again: the document was edited or cut short",
        cause,
      },
    );
  }
}

function histogramOf({ indexes, counts }: Pick<Buckets, "indexes" | "counts">): Histogram {
  return { indexes, counts, total: counts.reduce((sum, count) => sum + count, 0) };
}

/** Buckets of a histogram of another precision: each value goes into the bucket of ours that it lies in. */
function bucketsOfOther(text: string): Pick<Buckets, "indexes" | "counts"> {
  const ours = libraryHistogram();
  ours.add(decodeFromCompressedBase64(text, 64, false));
  return decodeBuckets(encodeIntoCompressedBase64(ours));
}

export function encodeHistogram({ indexes, counts }: Histogram): string {
  const histogram = libraryHistogram();
  for (const [i, index] of indexes.entries()) histogram.recordValueWithCount(lowestOf(index), counts[i]!);
  return encodeIntoCompressedBase64(histogram);
}

function libraryHistogram() {
  return build({
    bitBucketSize: 64,
    autoResize: true,
    lowestDiscernibleValue: 1,
    highestTrackableValue: HIGHEST_NS,
    numberOfSignificantValueDigits: SIGNIFICANT_DIGITS,
    useWebAssembly: false,
  });
}

/** All the values, in ns, as a run keeps them. */
export function encodeValues(values: Iterable<number>): string {
  const histogram = libraryHistogram();
  for (const value of values) histogram.recordValue(value);
  return encodeIntoCompressedBase64(histogram);
}

export function emptyHistogram(): Histogram {
  return { indexes: [], counts: [], total: 0 };
}

/** Adds all values of one histogram to another. */
export function addHistogram(into: Histogram, from: Histogram): void {
  if (from.total > 0) Object.assign(into, addHistograms(into, from));
}

function addHistograms(a: Histogram, b: Histogram): Histogram {
  const [indexes, counts]: [number[], number[]] = [[], []];
  for (let i = 0, j = 0; i < a.indexes.length || j < b.indexes.length; ) {
    const left = a.indexes[i] ?? Number.POSITIVE_INFINITY;
    const right = b.indexes[j] ?? Number.POSITIVE_INFINITY;
    const index = Math.min(left, right);
    indexes.push(index);
    counts.push((left === index ? a.counts[i++]! : 0) + (right === index ? b.counts[j++]! : 0));
  }
  return { indexes, counts, total: a.total + b.total };
}

/** All values of all given histograms, in a new one. */
export function mergeHistograms(histograms: Iterable<Histogram>): Histogram {
  const merged = emptyHistogram();
  for (const histogram of histograms) addHistogram(merged, histogram);
  return merged;
}

/**
 * The latency in ns that the share `q` of events did not exceed: as HdrHistogram has it, the highest value of the bucket that
 * holds the rank. Null for an empty histogram.
 */
export function histogramQuantile(histogram: Histogram, q: number): number | null {
  return histogram.total === 0 ? null : quantilesOf(histogram, [q])[0]!;
}

/** Quantiles as of `histogramQuantile`, several that rise: one walk finds them all. */
export function histogramQuantiles(
  histogram: Histogram,
  rising: readonly number[],
): readonly (number | null)[] {
  return histogram.total === 0 ? rising.map(() => null) : quantilesOf(histogram, rising);
}

/** @param rising quantiles, so that one walk finds them all; of none the histogram may be empty */
function quantilesOf({ indexes, counts, total }: Histogram, rising: readonly number[]): readonly number[] {
  let [at, reached] = [0, counts[0]!];
  return rising.map((q) => {
    const share = Math.min(q * 100, 100) / 100;
    // Rounded up, but not for the last bit of the product, which would skip an event.
    const rank = Math.max(1, Math.ceil(share * total - ulp(share * total)));
    while (reached < rank) reached += counts[++at]!;
    const lowest = lowestOf(indexes[at]!);
    return q === 0 ? lowest : lowest + bucketWidth(indexes[at]!) - 1;
  });
}

function ulp(x: number): number {
  return 2 ** (Math.floor(Math.log2(x)) - 52);
}

/** The lowest value of a bucket, and how many whole values it has. */
function lowestOf(index: number): number {
  return index < HALF ? index : ((index % HALF) + HALF) * bucketWidth(index);
}

function bucketWidth(index: number): number {
  return 2 ** Math.max(0, Math.floor(index / HALF) - 1);
}

const CURVE_POINTS = 60;

/**
 * Points of the latency curve: quantiles even on the scale log(1/(1 - q)), where each decade shows the next nine of the
 * percentile, up to the last one that a recorded value lies beyond, and the maximum. Null for an empty histogram.
 */
export function latencyCurve(histogram: Histogram, points = CURVE_POINTS): Curve | null {
  const count = histogram.total;
  if (count === 0) return null;
  const decades = Math.log10(count);
  const quantiles = [
    ...new Set(
      Array.from({ length: points }, (_, i) =>
        i === points - 1 ? 1 : 1 - 10 ** (-decades * (i / (points - 1))),
      ),
    ),
  ];
  return { quantiles, ns: quantilesOf(histogram, quantiles) };
}
