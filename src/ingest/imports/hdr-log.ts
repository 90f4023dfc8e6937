/** HdrHistogram's interval logs (HistogramLogWriter, format 1.3): the intervals of each tag are added. Values are taken for nanoseconds. */
import { decodeFromCompressedBase64 } from "hdr-histogram-js";
import { decodeHistogram } from "../../analysis/samples/histogram.ts";
import { type Figures, type ImportedMeasurement, NEVER_REPORTED } from "./figures.ts";

/** Perhaps a tag; start and length of the interval in seconds, its greatest value, its histogram. */
const INTERVAL = /^(?:Tag=([^,]*),)?([\d.]+),([\d.]+),([\d.]+),([A-Za-z0-9+/=]+)$/;

type HdrInterval = Readonly<{ tag: string | null; start: number; length: number; histogram: string }>;

/** @returns null where the text is no such log */
export function readHdrLog(text: string): ImportedMeasurement | null {
  const intervals = text.split("\n").flatMap((line): readonly HdrInterval[] => {
    const [whole, tag, start, length, , histogram] = INTERVAL.exec(line.trim()) ?? [];
    return whole === undefined
      ? []
      : [{ tag: tag ?? null, start: Number(start), length: Number(length), histogram: histogram! }];
  });
  if (intervals.length === 0) return null;
  const tags = [...new Set(intervals.map(({ tag }) => tag))];
  const figures = figuresOfAll(tags, intervals);
  if (figures === null) return null;
  return {
    tool: "HdrHistogram",
    lacks: [
      ...NEVER_REPORTED,
      "queries a second",
      "what failed",
      "the unit of its values, taken for nanoseconds",
    ],
    figures,
  };
}

/** Null where what stands for a histogram is none. */
function figuresOfAll(
  tags: readonly (string | null)[],
  intervals: readonly HdrInterval[],
): readonly Figures[] | null {
  try {
    return tags.map((tag) =>
      figuresOf(
        tag,
        intervals.filter((each) => each.tag === tag),
      ),
    );
  } catch {
    return null;
  }
}

function figuresOf(tag: string | null, intervals: readonly HdrInterval[]): Figures {
  const decode = ({ histogram }: HdrInterval) => decodeFromCompressedBase64(histogram, 64, false);
  const merged = decode(intervals[0]!);
  merged.autoResize = true;
  for (const interval of intervals.slice(1)) merged.add(decode(interval));
  const seconds = intervals.reduce((sum, { length }) => sum + length, 0);
  const events = merged.totalCount;
  const at = (percentile: number) => merged.getValueAtPercentile(percentile);
  return {
    workload: tag,
    options: {},
    values: {
      tps: seconds === 0 ? 0 : events / seconds,
      mean: merged.mean,
      p50: at(50),
      p95: at(95),
      p99: at(99),
      "p99.9": at(99.9),
    },
    events,
    failed: 0,
    durationNs: seconds * 1e9,
    latency: { minNs: merged.minNonZeroValue, maxNs: merged.maxValue, sumNs: merged.mean * events },
    ...(intervals.length === 1 && isLikeOurs(intervals[0]!.histogram)
      ? { histogram: intervals[0]!.histogram }
      : {}),
  };
}

/** True if a histogram has three digits and begins at 1, as those that a run's pictures are drawn from. */
function isLikeOurs(histogram: string): boolean {
  try {
    decodeHistogram(histogram);
    return true;
  } catch {
    return false;
  }
}
