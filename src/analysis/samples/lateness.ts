/**
 * Latency has two readings in an open loop. It counts from the planned start, and a load generator that wakes late begins an event
 * late itself: that wait is no work of the server. `latency` includes it, for it is unknown what the server would have done
 * meanwhile; the punctual reading leaves it out (docs/decisions/043-lateness.md).
 */
import type { MetricId } from "../../model/metric.ts";
import type { Session } from "../../model/run.ts";

const PERCENTILES: Readonly<Partial<Record<MetricId, string>>> = {
  p50: "50",
  p95: "95",
  p99: "99",
  "p99.9": "99.9",
};

/** A session's latency without the load generator's own lateness, in nanoseconds; null where the session or the metric has no such reading. */
export function punctualValue({ openLoop }: Session, metric: MetricId): number | null {
  const punctual = openLoop?.punctual;
  if (punctual === undefined || punctual.count === 0) return null;
  if (metric === "mean") return punctual.sumNs / punctual.count;
  return punctual.percentilesNs?.[PERCENTILES[metric] ?? ""] ?? null;
}
