/** The metrics that a run yields, one row each: everything that depends on a metric reads this table. */

export type Direction = "higher-is-better" | "lower-is-better";
/** A share has no ratio, its changes are points; a portion is compared by ratio. */
export const UNITS = ["per-second", "nanoseconds", "share", "count", "bytes", "portion"] as const;
export type Unit = (typeof UNITS)[number];

export type MetricId =
  | "qps"
  | "tps"
  | "server-cpu"
  | "mean"
  | "p50"
  | "p95"
  | "p99"
  | "p99.9"
  | "failed-share"
  | WorkMetric;

/** What the server counts (model/work.ts). */
export type WorkMetric =
  | "rows-read"
  | "rows-written"
  | "buffers"
  | "reads"
  | "wal-records"
  | "wal-bytes"
  | "temp-bytes"
  | "deadlocks"
  | "hot-updates"
  | "dead-rows"
  | "database-size"
  | "memory";

/** What it is made of: times, counted failures, what the server counted. */
export type MetricKind = "speed" | "failures" | "work";

export type MetricInfo = Readonly<{
  id: MetricId;
  /** As printed in tables. */
  label: string;
  description: string;
  direction: Direction;
  unit: Unit;
  kind: MetricKind;
  /** The share of requests beyond the percentile, for latency percentiles. */
  tailShare?: number;
  /** As a gate: by event, the smallest change that matters, whatever the share. What is hardly ever done has no share to speak of. */
  least?: number;
  /** Why it cannot gate, and what can. */
  ungated?: string;
}>;

export const METRICS: readonly MetricInfo[] = [
  {
    id: "qps",
    label: "QPS",
    description: "successful statements per second of driven time",
    direction: "higher-is-better",
    unit: "per-second",
    kind: "speed",
  },
  {
    id: "tps",
    label: "TPS",
    description: "successful events per second of driven time",
    direction: "higher-is-better",
    unit: "per-second",
    kind: "speed",
  },
  {
    id: "server-cpu",
    label: "server CPU",
    description: "CPU time of the server's processes per successful statement",
    direction: "lower-is-better",
    unit: "nanoseconds",
    kind: "speed",
  },
  {
    id: "mean",
    label: "mean",
    description: "mean latency of an event",
    direction: "lower-is-better",
    unit: "nanoseconds",
    kind: "speed",
  },
  {
    id: "p50",
    label: "p50",
    description: "median latency of an event",
    direction: "lower-is-better",
    unit: "nanoseconds",
    kind: "speed",
    tailShare: 0.5,
  },
  {
    id: "p95",
    label: "p95",
    description: "95th percentile of event latency",
    direction: "lower-is-better",
    unit: "nanoseconds",
    kind: "speed",
    tailShare: 0.05,
  },
  {
    id: "p99",
    label: "p99",
    description: "99th percentile of event latency",
    direction: "lower-is-better",
    unit: "nanoseconds",
    kind: "speed",
    tailShare: 0.01,
  },
  {
    id: "p99.9",
    label: "p99.9",
    description: "99.9th percentile of event latency",
    direction: "lower-is-better",
    unit: "nanoseconds",
    kind: "speed",
    tailShare: 0.001,
  },
  {
    id: "failed-share",
    label: "failed",
    description: "failed events as a share of all events",
    direction: "lower-is-better",
    unit: "share",
    kind: "failures",
  },
  {
    id: "rows-read",
    label: "rows read",
    description: "rows and index entries that scans of your tables read, per event",
    direction: "lower-is-better",
    unit: "count",
    kind: "work",
    least: 0.02,
  },
  {
    id: "rows-written",
    label: "rows written",
    description: "rows inserted, updated and deleted, per event",
    direction: "lower-is-better",
    unit: "count",
    kind: "work",
    least: 0.02,
  },
  {
    id: "buffers",
    label: "buffers",
    description: "pages of your tables and indexes that were asked for, per event",
    direction: "lower-is-better",
    unit: "count",
    kind: "work",
    least: 0.02,
  },
  {
    id: "reads",
    label: "reads",
    description: "of these pages those that were not in shared buffers, per event",
    direction: "lower-is-better",
    unit: "count",
    kind: "work",
    ungated:
      "a server that starts cold reads each page once, so that more events in the same time make fewer reads per event: gate buffers",
  },
  {
    id: "wal-records",
    label: "WAL records",
    description: "WAL records of the server, per event",
    direction: "lower-is-better",
    unit: "count",
    kind: "work",
    least: 0.02,
  },
  {
    id: "wal-bytes",
    label: "WAL",
    description: "WAL of the server, per event",
    direction: "lower-is-better",
    unit: "bytes",
    kind: "work",
    ungated:
      "the first change of a page after a checkpoint logs the whole page, so that more events in the same time make fewer bytes per event: gate wal-records",
  },
  {
    id: "temp-bytes",
    label: "temporary files",
    description: "bytes written to temporary files, per event",
    direction: "lower-is-better",
    unit: "bytes",
    kind: "work",
  },
  {
    id: "deadlocks",
    label: "deadlocks",
    description: "deadlocks that the server resolved, per event",
    direction: "lower-is-better",
    unit: "count",
    kind: "work",
  },
  {
    id: "hot-updates",
    label: "HOT updates",
    description: "updated rows whose new version is in the same page and in no index, of all updated rows",
    direction: "higher-is-better",
    unit: "portion",
    kind: "work",
  },
  {
    id: "dead-rows",
    label: "dead rows",
    description: "dead rows that were left in your tables, per event",
    direction: "lower-is-better",
    unit: "count",
    kind: "work",
  },
  {
    id: "database-size",
    label: "database size",
    description: "size of the database after the load",
    direction: "lower-is-better",
    unit: "bytes",
    kind: "work",
  },
  {
    id: "memory",
    label: "memory",
    description: "memory of the server's processes beside what they share, while all connections are open",
    direction: "lower-is-better",
    unit: "bytes",
    kind: "work",
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
