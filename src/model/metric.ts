/** The metrics that a run yields, one row each: everything that depends on a metric reads this table. */

export type Direction = "higher-is-better" | "lower-is-better";
export type Unit = "per-second" | "nanoseconds" | "share";

export type MetricId =
  | "qps"
  | "tps"
  | "server-cpu"
  | "mean"
  | "p50"
  | "p95"
  | "p99"
  | "p99.9"
  | "failed-share";

export type MetricInfo = Readonly<{
  id: MetricId;
  /** As printed in tables. */
  label: string;
  description: string;
  direction: Direction;
  unit: Unit;
  /** The share of requests beyond the percentile, for latency percentiles. */
  tailShare?: number;
}>;

export const METRICS: readonly MetricInfo[] = [
  {
    id: "qps",
    label: "QPS",
    description: "successful statements per second of driven time",
    direction: "higher-is-better",
    unit: "per-second",
  },
  {
    id: "tps",
    label: "TPS",
    description: "successful events per second of driven time",
    direction: "higher-is-better",
    unit: "per-second",
  },
  {
    id: "server-cpu",
    label: "server CPU",
    description: "CPU time of the server's processes per successful statement",
    direction: "lower-is-better",
    unit: "nanoseconds",
  },
  {
    id: "mean",
    label: "mean",
    description: "mean latency of an event",
    direction: "lower-is-better",
    unit: "nanoseconds",
  },
  {
    id: "p50",
    label: "p50",
    description: "median latency of an event",
    direction: "lower-is-better",
    unit: "nanoseconds",
    tailShare: 0.5,
  },
  {
    id: "p95",
    label: "p95",
    description: "95th percentile of event latency",
    direction: "lower-is-better",
    unit: "nanoseconds",
    tailShare: 0.05,
  },
  {
    id: "p99",
    label: "p99",
    description: "99th percentile of event latency",
    direction: "lower-is-better",
    unit: "nanoseconds",
    tailShare: 0.01,
  },
  {
    id: "p99.9",
    label: "p99.9",
    description: "99.9th percentile of event latency",
    direction: "lower-is-better",
    unit: "nanoseconds",
    tailShare: 0.001,
  },
  {
    id: "failed-share",
    label: "failed",
    description: "failed events as a share of all events",
    direction: "lower-is-better",
    unit: "share",
  },
];

export const METRIC_IDS = METRICS.map((metric) => metric.id) as unknown as readonly [MetricId, ...MetricId[]];

const byId = new Map(METRICS.map((metric) => [metric.id, metric]));

/** The table's row of a metric. Every MetricId has one. */
export function metricInfo(id: MetricId): MetricInfo {
  const info = byId.get(id);
  if (info === undefined) throw new RangeError(`unknown metric ${id}`);
  return info;
}
