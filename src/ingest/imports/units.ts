/** Units that benchmarks of all kinds print with a figure, and the metric of a run that such a figure is. */
import { wordTable } from "../../model/by-key.ts";
import type { WholeMetric } from "../../model/metric.ts";
import { percentileMetric } from "./figures.ts";

/** A metric, and what a figure is multiplied with to be in its unit. */
export type UnitMeaning = Readonly<{ metric: WholeMetric; scale: number }>;

const TIMES: readonly (readonly [RegExp, number])[] = [
  [/^(?:ns|nsecs?|nanos|nanoseconds?)$/i, 1],
  [/^(?:us|µs|μs|usecs?|micros|microseconds?)$/i, 1e3],
  [/^(?:ms|msecs?|millis|milliseconds?)$/i, 1e6],
  [/^(?:s|secs?|seconds?)$/i, 1e9],
  [/^(?:min|mins|minutes?)$/i, 60e9],
];

/** "p95 ms", "median ms", "avg tps". A least, a greatest or another percentile is no metric. */
const STATISTIC =
  /^(?:(median|med|mean|avg|average)|p(\d\d(?:\.\d+)?)|(\d\d(?:\.\d+)?)th(?: percentile)?)\s+(\S.*)$/i;
const RATE = /^([a-zµ ]+)(?:\/|\bper\b)\s*([a-z]+)$/i;
const SHORT_RATE = /^(?:[qtr]ps|iops)$/i;
/** What is no event: bytes, bits and parts of a whole. */
const AMOUNT = /^(?:[kmgt]i?)?b(?:ytes?|its?)?$|^(?:kilo|mega|giga)?(?:bytes?|bits?)$|percent|cpu|point/i;
/** Factor of "Kops/s" and "M rows/s". */
const THOUSANDS = wordTable<number>({ k: 1e3, m: 1e6 });
const SCALED = /^([km])(?:\s+(?=\w)|(?=ops?$|iter|rows?$|req|tx))/i;

/** Null for a unit that no metric of a run has: sizes, MB/s, counts. */
export function unitMeaning(unit: string): UnitMeaning | null {
  const words = unit.trim();
  const [, mean, percentile, other, rest] = STATISTIC.exec(words) ?? [];
  if (rest === undefined) return plainMeaning(words);
  const meaning = plainMeaning(rest);
  if (meaning === null) return null;
  if (mean !== undefined && !/^med/i.test(mean)) return meaning;
  const metric = percentileMetric(percentile ?? other ?? "50");
  return metric === null || meaning.metric !== "mean" ? null : { ...meaning, metric };
}

function plainMeaning(unit: string): UnitMeaning | null {
  if (SHORT_RATE.test(unit)) return { metric: "tps", scale: 1 };
  const time = nanosecondsOf(unit);
  if (time !== null) return { metric: "mean", scale: time };
  const [, event, right] = RATE.exec(unit) ?? [];
  if (event === undefined) return null;
  const left = event.trim();
  const perEvent = nanosecondsOf(left);
  if (perEvent !== null) return { metric: "mean", scale: perEvent };
  const per = nanosecondsOf(right!);
  const factor = THOUSANDS[SCALED.exec(left)?.[1]?.toLowerCase() ?? ""] ?? 1;
  return per === null || AMOUNT.test(left) ? null : { metric: "tps", scale: (factor * 1e9) / per };
}

function nanosecondsOf(unit: string): number | null {
  return TIMES.find(([words]) => words.test(unit))?.[1] ?? null;
}
