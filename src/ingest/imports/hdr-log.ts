/** HdrHistogram's interval logs (HistogramLogWriter, formats 1.0 to 1.3): the intervals of each tag are added. */
import { build, encodeIntoCompressedBase64, type Histogram } from "hdr-histogram-js";
import { type Figures, NEVER_REPORTED, type Reader } from "./figures.ts";
import { decodeAnyHdr } from "./hdr-v1.ts";
import { isoOfEpoch, reportLines } from "./reports.ts";

/** Perhaps a tag; start and length of the interval in seconds, its greatest value, its histogram. */
const INTERVAL = /^(?:Tag=([^,]*),)?([\d.]+),([\d.]+),([\d.]+),([A-Za-z0-9+/=]+)$/;

type HdrInterval = Readonly<{
  tag: string | null;
  start: number;
  length: number;
  greatest: number;
  histogram: Histogram;
}>;

/** YCSB's word for what the file is of, as tags are elsewhere. What it records is in microseconds. */
const YCSB = /^#\[Logging for: (.+?)\]/;

export const readHdrLog: Reader = (text) => {
  const lines = reportLines(text);
  const kind = commentOf(lines, YCSB);
  const intervals = hdrIntervals(lines, kind);
  if (intervals === null || intervals.length === 0) return null;
  const ns = kind !== null ? 1e3 : observedNs(intervals);
  const tags = [...new Set(intervals.map(({ tag }) => tag))];
  const at = logStart(lines, intervals);
  return [
    {
      tool: "HdrHistogram",
      lacks: [
        ...NEVER_REPORTED,
        "queries a second",
        "what failed",
        ...(ns === null ? ["the unit of its values, taken for nanoseconds"] : []),
      ],
      figures: tags.map((tag) =>
        figuresOf(
          tag,
          intervals.filter((each) => each.tag === tag),
          ns ?? 1,
        ),
      ),
      ...(at === null ? {} : { at }),
    },
  ];
};

function commentOf(lines: readonly string[], pattern: RegExp): string | null {
  return lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined) ?? null;
}

/** Null where what stands for a histogram is none. */
function hdrIntervals(lines: readonly string[], kind: string | null): readonly HdrInterval[] | null {
  try {
    return lines.flatMap((line): readonly HdrInterval[] => {
      const [, tag, start, length, greatest, encoded] = INTERVAL.exec(line) ?? [];
      if (encoded === undefined) return [];
      const numbers = { start: Number(start), length: Number(length), greatest: Number(greatest) };
      return [{ tag: tag ?? kind, ...numbers, histogram: decodeAnyHdr(encoded) }];
    });
  } catch {
    return null;
  }
}

/**
 * The unit in nanoseconds of what is recorded, as far as the greatest values tell it, which stand there in milliseconds: 0.488 of a
 * histogram whose greatest is 488 is in microseconds. Null for the usual factor, which is written whatever the unit is.
 */
function observedNs(intervals: readonly HdrInterval[]): number | null {
  const { greatest, histogram } = intervals.reduce((most, each) =>
    each.greatest > most.greatest ? each : most,
  );
  const ns = (greatest * 1e6) / histogram.maxValue;
  return [1e3, 1e6].find((unit) => ns / unit > 0.9 && ns / unit < 1.1) ?? null;
}

/** Times of a log count from its start or, where that lies about as far back as the epoch, from that. Null where it says neither. */
function logStart(lines: readonly string[], intervals: readonly HdrInterval[]): string | null {
  const [base, start] = [/^#\[BaseTime: ([\d.]+)/, /^#\[StartTime: ([\d.]+)/].map((pattern) =>
    commentOf(lines, pattern),
  );
  const first = intervals[0]!.start;
  const from = Number(base ?? start ?? 0);
  return isoOfEpoch(first > from / 2 ? first : from + first);
}

function figuresOf(tag: string | null, intervals: readonly HdrInterval[], ns: number): Figures {
  const merged = build({
    bitBucketSize: 64,
    autoResize: true,
    numberOfSignificantValueDigits: 3,
    useWebAssembly: false,
  });
  for (const { histogram } of intervals) merged.add(histogram);
  const seconds = intervals.reduce((sum, { length }) => sum + length, 0);
  const events = merged.totalCount;
  const rate = { tps: seconds === 0 ? 0 : events / seconds };
  const whole = { workload: tag, options: {}, events, failed: 0, durationNs: seconds * 1e9 };
  // Without an event there is no latency, and none is not 0.
  if (events === 0) return { ...whole, values: rate };
  const at = (percentile: number) => merged.getValueAtPercentile(percentile) * ns;
  return {
    ...whole,
    values: {
      ...rate,
      mean: merged.mean * ns,
      p50: at(50),
      p95: at(95),
      p99: at(99),
      "p99.9": at(99.9),
    },
    latency: {
      minNs: merged.minNonZeroValue * ns,
      maxNs: merged.maxValue * ns,
      sumNs: merged.mean * ns * events,
    },
    // Pictures are drawn from histograms in nanoseconds.
    ...(ns === 1 ? { histogram: encodeIntoCompressedBase64(merged) } : {}),
  };
}
