import type { MetricId } from "../model/metric.ts";
import { metricInfo } from "../model/metric.ts";
import type { ArmValues } from "../model/report.ts";
import type { Session } from "../model/run.ts";
import { type SessionValues, sessionValues } from "../samples/values.ts";
import { geometricMean, summarize } from "../stats/summary.ts";

/** A session with its values, decoded once. */
export type Measured = Readonly<{ session: Session; values: SessionValues }>;

export function measured(sessions: readonly Session[]): readonly Measured[] {
  return sessions.map((session) => ({ session, values: sessionValues(session) }));
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
  // Rounded first: 10 / 0.01 must not become 1001.
  return tailShare === undefined ? 1 : Math.ceil(Number((tailRequests / tailShare).toFixed(6)));
}
