import type { MetricId } from "../../model/metric.ts";
import { metricInfo } from "../../model/metric.ts";
import type { ArmValues } from "../../model/report.ts";
import type { Session } from "../../model/run.ts";
import { geometricMean, summarize } from "../../stats/summary.ts";
import { addHistogram, decodeHistogram, type Histogram } from "../samples/histogram.ts";
import { type SessionValues, valuesWith } from "../samples/values.ts";

/** A session with its values, decoded once. */
export type MeasuredSession = Readonly<{ session: Session; values: SessionValues }>;

/** The sessions of both arms; of equal length, pair by pair, where the form is "paired". */
export type Arms = Readonly<{ base: readonly MeasuredSession[]; head: readonly MeasuredSession[] }>;

/** @param latency takes in what the sessions measured: their histograms are large, so that none is decoded twice or kept */
export function measuredSessions(
  sessions: readonly Session[],
  latency: Histogram | null,
): readonly MeasuredSession[] {
  return sessions.map((session) => {
    const histogram = decodeHistogram(session.latency.histogram);
    if (latency !== null) addHistogram(latency, histogram);
    return { session, values: valuesWith(session, histogram) };
  });
}

/** The values of a metric, without the sessions that have none. */
export function metricValues(sessions: readonly MeasuredSession[], metric: MetricId): readonly number[] {
  return sessions.flatMap(({ values }) => values[metric] ?? []);
}

/** The change from base to head as a share of base; null where one is not known, or base is 0. */
export function relativeChange(base: number | null, head: number | null): number | null {
  return base === null || head === null || base === 0 ? null : head / base - 1;
}

/** The values of a metric, with their estimate on the scale that verdicts are made on. */
export function armValues(values: readonly number[]): ArmValues {
  return {
    estimate: values.length === 0 ? null : geometricMean(values),
    values,
    statistics: summarize(values),
  };
}

/** Requests that a session needs, so that enough of them lie beyond the percentile; 1 for metrics without a tail. */
export function requestsNeeded(metric: MetricId, tailRequests: number): number {
  const { tailShare } = metricInfo(metric);
  return tailShare === undefined ? 1 : Math.ceil(tailRequests / tailShare);
}
