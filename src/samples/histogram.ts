/**
 * Latency histograms as the load generator writes them: HdrHistogram V2, zlib, base64, unit ns. Counts of sessions and machines
 * add up; percentiles never do, so everything about latency is asked of a merged histogram.
 */
import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram as HdrHistogram,
} from "hdr-histogram-js";
import { PlumblineError } from "../model/errors.ts";
import type { Curve } from "../model/report.ts";

declare const brand: unique symbol;
/** A decoded histogram; read through the functions of this file alone. */
export type Histogram = HdrHistogram & { readonly [brand]: true };

/** One hour: the range that the load generator writes. */
const HIGHEST_NS = 3_600_000_000_000;
const SIGNIFICANT_DIGITS = 3;

/** @throws PlumblineError of kind "usage" where the text is not such a histogram. */
export function decodeHistogram(text: string): Histogram {
  try {
    return decodeFromCompressedBase64(text, 64, false) as Histogram;
  } catch (cause) {
    throw new PlumblineError(
      "usage",
      "a latency histogram cannot be decoded (HdrHistogram V2, zlib, base64)",
      {
        remedy: "the document was edited or cut short; measure again",
        cause,
      },
    );
  }
}

export function encodeHistogram(histogram: Histogram): string {
  return encodeIntoCompressedBase64(histogram);
}

export function emptyHistogram(): Histogram {
  return build({
    bitBucketSize: 64,
    autoResize: true,
    lowestDiscernibleValue: 1,
    highestTrackableValue: HIGHEST_NS,
    numberOfSignificantValueDigits: SIGNIFICANT_DIGITS,
    useWebAssembly: false,
  }) as Histogram;
}

/** Adds all values of one histogram to another. */
export function addHistogram(into: Histogram, from: Histogram): void {
  into.add(from);
}

/** All values of all given histograms, in a new one. */
export function mergeHistograms(histograms: Iterable<Histogram>): Histogram {
  const merged = emptyHistogram();
  for (const histogram of histograms) addHistogram(merged, histogram);
  return merged;
}

/** Number of recorded values. */
export function histogramCount(histogram: Histogram): number {
  return histogram.totalCount;
}

/**
 * The latency in ns that the share `q` of events did not exceed: as HdrHistogram has it, the highest value of the bucket that
 * holds the rank. Null for an empty histogram.
 */
export function histogramQuantile(histogram: Histogram, q: number): number | null {
  return histogram.totalCount === 0 ? null : histogram.getValueAtPercentile(q * 100);
}

const CURVE_POINTS = 60;

/**
 * Points of the latency curve: quantiles even on the scale log(1/(1 - q)), where each decade shows the next nine of the
 * percentile, up to the last one that a recorded value lies beyond, and the maximum. Null for an empty histogram.
 */
export function latencyCurve(histogram: Histogram, points = CURVE_POINTS): Curve | null {
  const count = histogram.totalCount;
  if (count === 0) return null;
  const decades = Math.log10(count);
  const quantiles = [
    ...new Set(
      Array.from({ length: points }, (_, i) =>
        i === points - 1 ? 1 : 1 - 10 ** (-decades * (i / (points - 1))),
      ),
    ),
  ];
  return { quantiles, ns: quantiles.map((q) => histogram.getValueAtPercentile(q * 100)) };
}
