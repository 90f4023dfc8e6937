/**
 * The metrics that a run yields: one row for each of those of all events, and what may be asked of one kind of events alone
 * ("p99:new_order"). Everything that depends on a metric reads this.
 */
type Direction = "higher-is-better" | "lower-is-better";
/** Both `share` and `portion` are parts of a whole. Changes of a share are percentage points; a portion is compared by ratio. */
export const UNITS = [
  "per-second",
  "per-minute",
  "nanoseconds",
  "share",
  "count",
  "bytes",
  "portion",
] as const;
export type Unit = (typeof UNITS)[number];

/** Metrics of all events of a workload together. */
export type WholeMetric =
  | "qps"
  | "tps"
  | "server-cpu"
  | "mean"
  | "p50"
  | "p95"
  | "p99"
  | "p99.9"
  | "tpmc"
  | "capacity"
  | TimelineMetric
  | "failed-share"
  | WorkMetric;

/** What events in the midst of the load do to it (model/timeline.ts). */
export type TimelineMetric = "recovery" | "dip-depth" | "dip-length" | "event-failures";

/** What the server counts (model/work.ts). */
export type WorkMetric =
  | "rows-read"
  | "rows-written"
  | "buffers"
  | "reads"
  | "wal-records"
  | "wal-bytes"
  | "temp-bytes"
  | "calls"
  | "evictions"
  | "write-bytes"
  | "extend-bytes"
  | "deadlocks"
  | "hot-updates"
  | "dead-rows"
  | "database-size"
  | "memory";

/** What it is made of: times, counted failures, what the server counted. */
export type MetricKind = "speed" | "failures" | "work";

/** What one kind of events has: TPC-C's New-Order, one script of several. */
export const KIND_MEASURES = ["rate", "mean", "p50", "p90", "p95", "p99", "p99.9"] as const;
export type KindMeasure = (typeof KIND_MEASURES)[number];
/** "p99:new_order": the measure, and the kind by the load generator's name of it. */
type KindMetric = `${KindMeasure}:${string}`;

export type MetricId = WholeMetric | KindMetric;

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

export const METRICS: readonly (MetricInfo & Readonly<{ id: WholeMetric }>)[] = [
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
    id: "tpmc",
    label: "tpmC",
    description:
      "New-Order transactions of TPC-C per minute of driven time, those that it rolls back included",
    direction: "higher-is-better",
    unit: "per-minute",
    kind: "speed",
  },
  {
    id: "capacity",
    label: "capacity",
    description: "the largest load that keeps the limits of the workload's `capacity`",
    direction: "higher-is-better",
    unit: "count",
    kind: "speed",
  },
  {
    id: "recovery",
    label: "recovery",
    description:
      "from the begin of an event of the workload's `timeline` until the load is within its limit and stays so; of several the longest",
    direction: "lower-is-better",
    unit: "nanoseconds",
    kind: "speed",
  },
  {
    id: "dip-depth",
    label: "dip depth",
    description: "throughput that is missing in the worst tenth of a second of the dip that an event makes",
    direction: "lower-is-better",
    unit: "portion",
    kind: "speed",
  },
  {
    id: "dip-length",
    label: "dip length",
    description: "time that the load is outside of its limit after an event, of all events together",
    direction: "lower-is-better",
    unit: "nanoseconds",
    kind: "speed",
  },
  {
    id: "event-failures",
    label: "failed by events",
    description: "events of the load that failed from the first event of the timeline on",
    direction: "lower-is-better",
    unit: "count",
    kind: "speed",
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
    id: "calls",
    label: "calls",
    description: "statements that pg_stat_statements counted, where it is loaded, per event",
    direction: "lower-is-better",
    unit: "count",
    kind: "work",
    least: 0.02,
  },
  {
    id: "evictions",
    label: "evictions",
    description: "pages that connections put out of shared buffers to read others (PostgreSQL 16), per event",
    direction: "lower-is-better",
    unit: "count",
    kind: "work",
    ungated:
      "shared buffers fill once, so that more events in the same time evict more per event: gate buffers",
  },
  {
    id: "write-bytes",
    label: "page writes",
    description: "bytes of pages that connections wrote themselves (PostgreSQL 16), per event",
    direction: "lower-is-better",
    unit: "bytes",
    kind: "work",
    ungated:
      "what the background writer has not written yet they write, and that follows time, not events: gate wal-records",
  },
  {
    id: "extend-bytes",
    label: "extensions",
    description: "bytes by which connections made tables and indexes larger (PostgreSQL 16), per event",
    direction: "lower-is-better",
    unit: "bytes",
    kind: "work",
    ungated:
      "connections that extend a table at once extend it by more, and free pages are used first: gate database-size",
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

export const METRIC_IDS = METRICS.map((metric) => metric.id) as unknown as readonly [
  WholeMetric,
  ...WholeMetric[],
];

/** Kinds of events with another name have no metrics: theirs stand in tables, commands and YAML as they are. */
export const KIND_NAME = /[A-Za-z0-9][A-Za-z0-9_.-]{0,63}/;

export function isKindName(name: string): boolean {
  return name.match(KIND_NAME)?.[0] === name;
}

const IDS: ReadonlySet<string> = new Set(METRIC_IDS);

/** What a word names, or null. */
export function asMetric(word: string): MetricId | null {
  if (IDS.has(word)) return word as WholeMetric;
  const { measure, kind } = partsOf(word as MetricId) ?? { measure: "", kind: "" };
  return KIND_MEASURES.some((each) => each === measure) && isKindName(kind) ? (word as MetricId) : null;
}

/** Each of them once: those of all events in the table's order, then those of kinds, as they come. */
export function usualOrder(metrics: Iterable<MetricId>): readonly MetricId[] {
  const present = new Set(metrics);
  return [
    ...METRIC_IDS.filter((id) => present.has(id)),
    ...[...present].filter((id) => partsOf(id) !== null),
  ];
}

/** Of "p99:new_order" the measure and the kind; null of a metric of all events. */
export function partsOf(metric: MetricId): Readonly<{ measure: KindMeasure; kind: string }> | null {
  const colon = metric.indexOf(":");
  if (colon < 0) return null;
  return { measure: metric.slice(0, colon) as KindMeasure, kind: metric.slice(colon + 1) };
}

/** Whether not every workload has it: its gates are those of a workload. */
export function isOwnMetric(metric: MetricId): boolean {
  return metric === "tpmc" || metric === "capacity" || isOfTimeline(metric) || partsOf(metric) !== null;
}

const OF_TIMELINE: ReadonlySet<MetricId> = new Set<TimelineMetric>([
  "recovery",
  "dip-depth",
  "dip-length",
  "event-failures",
]);

/** Whether it is of a workload with events in its midst. */
export function isOfTimeline(metric: MetricId): metric is TimelineMetric {
  return OF_TIMELINE.has(metric);
}

const byId = new Map<MetricId, MetricInfo>(METRICS.map((metric) => [metric.id, metric]));

/** The table's row of a metric. Every MetricId has one. */
export function metricInfo(id: MetricId): MetricInfo {
  const info = byId.get(id) ?? kindInfo(id);
  if (info === null) throw new RangeError(`unknown metric ${id}`);
  byId.set(id, info);
  return info;
}

/** How a percentile of all events is called beside the table's: TPC-C's limits are of the 90th. */
const NINETIETH = { description: "90th percentile of event latency", tailShare: 0.1 };

function kindInfo(id: MetricId): MetricInfo | null {
  if (asMetric(id) === null) return null;
  const { measure, kind } = partsOf(id)!;
  const label = `${kind} ${measure}`;
  const about = (what: string) => `${what}, of ${kind} alone`;
  if (measure === "rate") {
    const description = about("successful events per second of driven time");
    return { id, label, description, direction: "higher-is-better", unit: "per-second", kind: "speed" };
  }
  const { description, ...like } =
    measure === "p90" ? { ...metricInfo("p99"), ...NINETIETH } : metricInfo(measure);
  return { ...like, id, label, description: about(description) };
}
