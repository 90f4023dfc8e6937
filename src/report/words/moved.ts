/** What a person calls a change of a metric: "is 34 % slower", "needs 65 % more server CPU". Kinds of events are text from outside. */
import { kindMetricParts, type MetricId, metricInfo, type WholeMetric } from "../../model/metric.ts";
import type { Change } from "../../model/report.ts";
import { formatBound, formatMetrics, formatMuch } from "../../text/units.ts";

/** Verb, and what there is more or less of. Of other metrics: "has", and the label. */
const PHRASES: Partial<Record<WholeMetric, readonly [verb: string, noun: string]>> = {
  "server-cpu": ["needs", "server CPU"],
  capacity: ["holds", "load"],
  recovery: ["takes", "time to recover"],
  "disruption-failures": ["has", "failed events"],
  "rows-read": ["reads", "rows"],
  "rows-written": ["writes", "rows"],
  buffers: ["reads", "buffers"],
  "wal-bytes": ["writes", "WAL"],
  "wal-records": ["writes", "WAL records"],
  "temp-bytes": ["writes", "temporary files"],
  "database-size": ["takes", "disk space"],
  memory: ["needs", "memory"],
};

/** The predicate of a sentence about a workload; the direction is that of the effect. */
export function movedText({ metric, effect, base, head }: Change): string {
  const { direction, label } = metricInfo(metric);
  if (metric === "failed-share") {
    const [from = "", to = ""] = formatMetrics(metric, [base.estimate ?? 0, head.estimate ?? 0]);
    const often = (head.estimate ?? 0) < (base.estimate ?? 0) ? "less" : "more";
    return `fails ${often} often (${from} → ${to})`;
  }
  if (effect === null) return `has another ${label}`;
  const isRise = effect > 0;
  const speed = speedOf(metric);
  if (speed !== null) {
    const isWorse = isRise === (direction === "lower-is-better");
    return `is ${formatMuch(effect)} ${isWorse ? "slower" : "faster"}${speed}`;
  }
  const [verb, noun] = PHRASES[metric as WholeMetric] ?? ["has", label];
  const less = noun.endsWith("s") ? "fewer" : "less";
  return `${verb} ${formatMuch(effect)} ${isRise ? "more" : less} ${noun}`;
}

/** "be slower at p99 by up to 14 %". @param harm worst that is not excluded, a share of base */
export function mayText(metric: MetricId, harm: number): string {
  const speed = speedOf(metric);
  const what = speed === null ? `worse in ${metricInfo(metric).label}` : `slower${speed}`;
  return `be ${what} by up to ${formatBound(harm)}`;
}

/** What "slower" is true of: "" for throughput, " at p99", " on average"; null where it is not the word. */
export function speedOf(metric: MetricId): string | null {
  const { label, unit, tailShare } = metricInfo(metric);
  if (isOverallThroughput(metric)) return "";
  if (tailShare !== undefined) return ` at ${label}`;
  if (metric === "mean") return " on average";
  const parts = kindMetricParts(metric);
  return parts !== null && unit !== "share" ? ` in ${label}` : null;
}

export function isOverallThroughput(metric: MetricId): boolean {
  return metric === "qps" || metric === "tps" || metric === "tpmc";
}
