/** Reads the logs of pgbench's --log: a line for each transaction, or with --aggregate-interval one for each interval of each thread. */
import { decodeHistogram, encodeValues, histogramQuantile } from "../../analysis/samples/histogram.ts";
import { type Figures, NEVER_REPORTED, type Reader } from "./figures.ts";
import { isoOfEpoch, reportLines } from "./reports.ts";

/** A transaction: client, number, latency in us or why there is none, script, end as seconds and microseconds, and more with -R or --max-tries. */
const TRANSACTION =
  /^\d+ \d+ (\d+|failed|skipped|serialization_failure|deadlock\w*) (\d+) (\d+) (\d{1,6})(?: \d+)*$/;
/** An interval: its start as seconds of the epoch (ten digits, as no client's number has), transactions, sum and sum of squares, least and greatest latency. */
const INTERVAL = /^\d{10} \d+ \d+ \d+ \d+ \d+(?: \d+)*$/;

/** @returns null where a line is not of such a log */
export const readPgbenchLog: Reader = (text) => {
  const lines = reportLines(text).filter((each) => each !== "");
  if (lines.length > 0 && lines.every((line) => INTERVAL.test(line))) return readIntervals(lines);
  return readTransactions(lines);
};

function readTransactions(lines: readonly string[]): ReturnType<Reader> {
  const latencies: number[] = [];
  let [failed, first, last] = [0, Number.POSITIVE_INFINITY, 0];
  for (const line of lines) {
    const [, latency, , seconds, micros] = TRANSACTION.exec(line) ?? [];
    if (latency === undefined) return null;
    const end = Number(seconds) * 1e6 + Number(micros);
    last = Math.max(last, end);
    first = Math.min(first, end - (Number(latency) || 0));
    if (/^\d/.test(latency)) latencies.push(Number(latency) * 1000);
    else failed += 1;
  }
  if (latencies.length === 0 || last <= first) return null;
  return [
    {
      tool: "pgbench",
      lacks: [...NEVER_REPORTED, "queries a second"],
      figures: [figuresOf(latencies, failed, last - first)],
      ...startTime(first / 1e6),
    },
  ];
}

function startTime(seconds: number): Readonly<{ at?: string }> {
  const at = isoOfEpoch(seconds);
  return at === null ? {} : { at };
}

function figuresOf(latenciesNs: readonly number[], failed: number, micros: number): Figures {
  const events = latenciesNs.length;
  const sumNs = latenciesNs.reduce((sum, each) => sum + each, 0);
  const [minNs, maxNs] = latenciesNs.reduce(
    ([least, most], each) => [Math.min(least, each), Math.max(most, each)],
    [Number.POSITIVE_INFINITY, 0],
  );
  const encoded = encodeValues(latenciesNs);
  const histogram = decodeHistogram(encoded);
  const at = (q: number) => histogramQuantile(histogram, q)!;
  return {
    workload: null,
    options: {},
    values: {
      tps: events / (micros / 1e6),
      mean: sumNs / events,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      "p99.9": at(0.999),
      "failed-share": failed / (failed + events),
    },
    events,
    failed,
    durationNs: micros * 1000,
    latency: { minNs, maxNs, sumNs },
    histogram: encoded,
  };
}

/** What one thread did in one interval. Seconds of the epoch; latencies in microseconds. */
type LogInterval = Readonly<{
  start: number;
  events: number;
  failed: number;
  sum: number;
  min: number;
  max: number;
}>;

/** Columns of a line since PostgreSQL 15: before, a transaction that was skipped because it was late counts as one. */
const COLUMNS_15 = 15;

function parseInterval(line: string): LogInterval {
  const columns = line.split(" ").map(Number);
  const [start, count, sum, , min, max] = columns as [number, number, number, number, number, number];
  const [skipped = 0, , , serialization = 0, deadlocks = 0] = columns.slice(10);
  return {
    start,
    events: Math.max(0, count - (columns.length >= COLUMNS_15 ? 0 : skipped)),
    failed: skipped + serialization + deadlocks,
    sum,
    min: count === 0 ? Number.POSITIVE_INFINITY : min,
    max,
  };
}

/** Intervals of each thread: where the time does not rise, the log of another one follows. */
function splitThreads(intervals: readonly LogInterval[]): readonly (readonly LogInterval[])[] {
  const threads: LogInterval[][] = [];
  for (const interval of intervals) {
    if (interval.start <= (threads.at(-1)?.at(-1)?.start ?? Number.POSITIVE_INFINITY)) threads.push([]);
    threads.at(-1)!.push(interval);
  }
  return threads;
}

function readIntervals(lines: readonly string[]): ReturnType<Reader> {
  const intervals = lines.map(parseInterval);
  const seconds = Math.max(0, ...splitThreads(intervals).map(coveredSeconds));
  const total = (of: (interval: LogInterval) => number) => intervals.reduce((sum, each) => sum + of(each), 0);
  const [events, failed] = [total((each) => each.events), total((each) => each.failed)];
  if (seconds === 0 || events === 0)
    return { unusable: "its one interval does not say how long it was: use a shorter --aggregate-interval" };
  const sumNs = total(({ sum }) => sum) * 1000;
  const least = intervals.reduce((min, each) => Math.min(min, each.min), Number.POSITIVE_INFINITY);
  const most = intervals.reduce((max, each) => Math.max(max, each.max), 0);
  const figures: Figures = {
    workload: null,
    options: {},
    values: { tps: events / seconds, mean: sumNs / events, "failed-share": failed / (events + failed) },
    events,
    failed,
    durationNs: seconds * 1e9,
    latency: { minNs: least * 1000, maxNs: most * 1000, sumNs },
  };
  return [
    {
      tool: "pgbench",
      lacks: [
        ...NEVER_REPORTED,
        "queries a second",
        "percentiles (a log without --aggregate-interval has them)",
        "the length of the last interval, which is taken from its latencies",
      ],
      figures: [figures],
      ...startTime(intervals.reduce((first, { start }) => Math.min(first, start), Number.POSITIVE_INFINITY)),
    },
  ];
}

/**
 * Length of a thread's intervals, the last of which ends with the run. Clients that wait for answers have the same seconds of latency in
 * each second, so that the sum of the last interval, against the mean of the others, says what part of it there was.
 * @returns 0 for one interval alone, whose length nothing says
 */
function coveredSeconds(intervals: readonly LogInterval[]): number {
  const starts = intervals.map(({ start }) => start);
  const rest = starts.at(-1)! - starts[0]!;
  if (rest === 0) return 0;
  const length = starts
    .slice(1)
    .reduce((least, start, index) => Math.min(least, start - starts[index]!), rest);
  const sums = intervals.slice(0, -1).reduce((sum, each) => sum + each.sum, 0);
  const part = sums === 0 ? 1 : Math.min(1, (intervals.at(-1)!.sum * rest) / (sums * length));
  return rest + part * length;
}
