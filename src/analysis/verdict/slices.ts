/**
 * Effects of the slices of a side-by-side measurement on what they measure. A slice begins with all connections at once and ends when
 * its last event has: throughput then has two readings (analysis/samples/throughput.ts), and requests that wait for each other meet
 * fewer at its start. Both fade with the length of slices. Evidence: docs/decisions/025-throughput.md.
 */
import { type Warning, warning } from "../../model/document.ts";
import { type MetricId, metricInfo } from "../../model/metric.ts";
import { geometricMean, mean } from "../../stats/summary.ts";
import { formatPercent, formatTime, plainSpaces } from "../../text/units.ts";
import { loadedShare, sliceNs } from "../samples/throughput.ts";
import type { Arms, MeasuredSession } from "./arm-values.ts";

/** Relative difference between the two readings of a change above which it is reported; below it they err by less than they differ. */
export const THROUGHPUT_GAP_MOST = 0.003;

/**
 * A percentile's own length in a slice. In queues that share a processor slices of .65 percentiles make one of 40 % too little;
 * from five on ratios err by .6 %.
 */
const SLICES_PER_TAIL = 5;

/** Relative difference of head/base over the wall time of the slices from that under load: -0.02 is 2 % less. */
export function throughputGap({ base, head }: Arms): number {
  const logShare = (sessions: readonly MeasuredSession[]) =>
    mean(sessions.map(({ session }) => Math.log(loadedShare(session))));
  if (base.length === 0 || head.length === 0) return 0;
  return Math.expm1(logShare(head) - logShare(base));
}

/** Says where the two readings of throughput differ by more than they should. */
export function throughputWarnings(workload: string, arms: Arms): readonly Warning[] {
  const gap = throughputGap(arms);
  if (Math.abs(gap) <= THROUGHPUT_GAP_MOST) return [];
  return warning("throughput-gap", {
    message: plainSpaces(
      `some events outlast their slices, so throughput can be read in two ways: head against base is ${formatPercent(Math.abs(gap))} ${gap < 0 ? "lower" : "higher"} over the wall time of the slices than under load; a verdict is given only where both agree`,
    ),
    remedy: "raise measure.slice",
    workload,
  });
}

/** Reason why a percentile cannot be judged by slices of that length, or null. */
export function tailObjection({ base, head }: Arms, metric: MetricId): string | null {
  if (metricInfo(metric).tailShare === undefined) return null;
  const lengths = [...base, ...head].flatMap(({ session }) => sliceNs(session) ?? []);
  if (lengths.length === 0) return null;
  const longest = Math.max(
    ...[base, head]
      .filter((arm) => arm.length > 0)
      .map((arm) => geometricMean(arm.map(({ values }) => values[metric]!))),
  );
  const needed = SLICES_PER_TAIL * longest;
  const have = mean(lengths);
  if (have >= needed) return null;
  return plainSpaces(
    `slices of ${formatTime(have)} are too short for a ${metricInfo(metric).label} of ${formatTime(longest)}: measure.slice of ${formatTime(needed)} at least`,
  );
}
