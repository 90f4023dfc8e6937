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
export type WholeMetric = MetricRow[0];

/** Metrics of what events in the midst of the load do to it (model/timeline.ts). */
export type TimelineMetric = "recovery" | "dip-depth" | "dip-length" | "disruption-failures";

/** Metrics of what the server counts (model/work.ts). */
export type WorkMetric = Extract<MetricRow, readonly [...unknown[], Readonly<{ kind: "work" }>]>[0];

/** Source of a metric's values: times, counted failures, or counts of the server. */
export type MetricKind = "speed" | "failures" | "work";

/** Measures of one kind of events: TPC-C's New-Order, one script of several. */
export const KIND_MEASURES = ["rate", "mean", "p50", "p90", "p95", "p99", "p99.9"] as const;
export type KindMeasure = (typeof KIND_MEASURES)[number];
/** "p99:new_order": the measure, and the kind by the load generator's name of it. */
type KindMetric = `${KindMeasure}:${string}`;

export type MetricId = WholeMetric | KindMetric;

export type MetricInfo = Readonly<{
  id: MetricId;
  /** Name in tables. */
  label: string;
  description: string;
  direction: Direction;
  unit: Unit;
  kind: MetricKind;
  /** The share of requests beyond the percentile, for latency percentiles. */
  tailShare?: number;
  /** Smallest change per event that matters for a gate, whatever the share: shares of work that is hardly ever done mean nothing. */
  least?: number;
  /** Reason why it cannot gate, and what can. */
  ungated?: string;
}>;

type MetricTraits = Omit<MetricInfo, "id" | "label" | "description">;
const RATE = {
  direction: "higher-is-better",
  unit: "per-second",
  kind: "speed",
} as const satisfies MetricTraits;
const TIME = {
  direction: "lower-is-better",
  unit: "nanoseconds",
  kind: "speed",
} as const satisfies MetricTraits;
const WORK = { direction: "lower-is-better", unit: "count", kind: "work" } as const satisfies MetricTraits;
const COUNTED_WORK = { ...WORK, least: 0.02 } as const;
const WORK_BYTES = { ...WORK, unit: "bytes" } as const;

/** Id, label, description, and what kind of metric it is. */
const ROWS = [
  ["qps", "QPS", "successful statements per second of driven time", RATE],
  ["tps", "TPS", "successful events per second of driven time", RATE],
  ["server-cpu", "server CPU", "CPU time of the server's processes per successful statement", TIME],
  ["mean", "mean", "mean latency of an event", TIME],
  ["p50", "p50", "median latency of an event", { ...TIME, tailShare: 0.5 }],
  ["p95", "p95", "95th percentile of event latency", { ...TIME, tailShare: 0.05 }],
  ["p99", "p99", "99th percentile of event latency", { ...TIME, tailShare: 0.01 }],
  ["p99.9", "p99.9", "99.9th percentile of event latency", { ...TIME, tailShare: 0.001 }],
  [
    "tpmc",
    "tpmC",
    "New-Order transactions of TPC-C per minute of driven time, those that it rolls back included",
    { direction: "higher-is-better", unit: "per-minute", kind: "speed" },
  ],
  [
    "capacity",
    "capacity",
    "the largest load that keeps the limits of the workload's `capacity`",
    { direction: "higher-is-better", unit: "count", kind: "speed" },
  ],
  [
    "recovery",
    "recovery",
    "time from the start of a disruption until the load is back within its limit; the longest, if there are several",
    TIME,
  ],
  [
    "dip-depth",
    "dip depth",
    "throughput that is missing in the worst tenth of a second after a disruption",
    { direction: "lower-is-better", unit: "portion", kind: "speed" },
  ],
  [
    "dip-length",
    "dip length",
    "time that the load is outside its limit after disruptions, all of them together",
    TIME,
  ],
  [
    "disruption-failures",
    "failed after disruptions",
    "events of the load that failed after the start of the first disruption",
    { direction: "lower-is-better", unit: "count", kind: "speed" },
  ],
  [
    "failed-share",
    "failed",
    "failed events as a share of all events",
    { direction: "lower-is-better", unit: "share", kind: "failures" },
  ],
  [
    "rows-read",
    "rows read",
    "rows and index entries that scans of your tables read, per event",
    COUNTED_WORK,
  ],
  ["rows-written", "rows written", "rows inserted, updated and deleted, per event", COUNTED_WORK],
  ["buffers", "buffers", "page requests for your tables and indexes, per event", COUNTED_WORK],
  [
    "reads",
    "reads",
    "page requests that found the page outside shared buffers, per event",
    {
      ...WORK,
      ungated:
        "a cold server reads each page once, so a faster build shows fewer reads per event; use buffers as the gate",
    },
  ],
  ["wal-records", "WAL records", "WAL records of the server, per event", COUNTED_WORK],
  [
    "wal-bytes",
    "WAL",
    "WAL of the server, per event",
    {
      ...WORK_BYTES,
      ungated:
        "the first change of a page after a checkpoint logs the whole page, so a faster build shows fewer bytes per event; use wal-records as the gate",
    },
  ],
  ["temp-bytes", "temporary files", "bytes written to temporary files, per event", WORK_BYTES],
  ["calls", "calls", "statements that pg_stat_statements counted, if it is loaded, per event", COUNTED_WORK],
  [
    "evictions",
    "evictions",
    "pages that connections evicted from shared buffers (PostgreSQL 16 or later), per event",
    {
      ...WORK,
      ungated:
        "shared buffers fill once, so a faster build shows more evictions per event; use buffers as the gate",
    },
  ],
  [
    "write-bytes",
    "page writes",
    "bytes of pages that connections wrote themselves (PostgreSQL 16 or later), per event",
    {
      ...WORK_BYTES,
      ungated:
        "connections write what the background writer has not written yet, which depends on time and not on events; use wal-records as the gate",
    },
  ],
  [
    "extend-bytes",
    "extensions",
    "bytes by which connections extended tables and indexes (PostgreSQL 16 or later), per event",
    {
      ...WORK_BYTES,
      ungated:
        "connections that extend a table at the same time extend it by more, and free pages are used first; use database-size as the gate",
    },
  ],
  ["deadlocks", "deadlocks", "deadlocks that the server resolved, per event", WORK],
  [
    "hot-updates",
    "HOT updates",
    "share of updated rows whose new version is on the same page and needs no index entry",
    { direction: "higher-is-better", unit: "portion", kind: "work" },
  ],
  ["dead-rows", "dead rows", "dead rows that were left in your tables, per event", WORK],
  ["database-size", "database size", "size of the database after the load", WORK_BYTES],
  [
    "memory",
    "memory",
    "memory of the server's processes, without shared memory, while all connections are open",
    WORK_BYTES,
  ],
] as const satisfies readonly (readonly [string, string, string, MetricTraits])[];
type MetricRow = (typeof ROWS)[number];

export const METRICS: readonly (MetricInfo & Readonly<{ id: WholeMetric }>)[] = ROWS.map(
  ([id, label, description, traits]) => ({ id, label, description, ...traits }),
);

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

/** Returns the metric that a word names, or null. */
export function asMetric(word: string): MetricId | null {
  if (IDS.has(word)) return word as WholeMetric;
  const { measure, kind } = kindMetricParts(word as MetricId) ?? { measure: "", kind: "" };
  return KIND_MEASURES.some((each) => each === measure) && isKindName(kind) ? (word as MetricId) : null;
}

/** Each of them once: those of all events in the table's order, then those of kinds, as they come. */
export function usualOrder(metrics: Iterable<MetricId>): readonly MetricId[] {
  const present = new Set(metrics);
  return [
    ...METRIC_IDS.filter((id) => present.has(id)),
    ...[...present].filter((id) => kindMetricParts(id) !== null),
  ];
}

/** Returns the measure and the kind of "p99:new_order"; null for a metric of all events. */
export function kindMetricParts(metric: MetricId): Readonly<{ measure: KindMeasure; kind: string }> | null {
  const colon = metric.indexOf(":");
  if (colon < 0) return null;
  return { measure: metric.slice(0, colon) as KindMeasure, kind: metric.slice(colon + 1) };
}

/** True if not every workload has it: its gates are those of a workload. */
export function isOwnMetric(metric: MetricId): boolean {
  return (
    metric === "tpmc" || metric === "capacity" || isOfTimeline(metric) || kindMetricParts(metric) !== null
  );
}

const OF_TIMELINE: ReadonlySet<MetricId> = new Set<TimelineMetric>([
  "recovery",
  "dip-depth",
  "dip-length",
  "disruption-failures",
]);

/** True if only workloads with events in their midst have it. */
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

/** Description of a percentile that the table lacks for all events: TPC-C's limits are of the 90th. */
const NINETIETH = { description: "90th percentile of event latency", tailShare: 0.1 };

function kindInfo(id: MetricId): MetricInfo | null {
  if (asMetric(id) === null) return null;
  const { measure, kind } = kindMetricParts(id)!;
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
