/** Values of each metric in a session, and in a run. */
import { byKey } from "../../model/by-key.ts";
import {
  isKindName,
  KIND_MEASURES,
  type KindMeasure,
  kindMetricParts,
  METRIC_IDS,
  type MetricId,
  metricInfo,
  type TimelineMetric,
  type Unit,
  type WholeMetric,
  type WorkMetric,
} from "../../model/metric.ts";
import type { KindPart, Session } from "../../model/run.ts";
import type { Timeline } from "../../model/timeline.ts";
import type { Work } from "../../model/work.ts";
import { geometricMean, mean, standardDeviation } from "../../stats/summary.ts";
import { decodeHistogram, type Histogram, histogramQuantile, histogramQuantiles } from "./histogram.ts";
import { loadedShare } from "./throughput.ts";

/** Value of each metric in its unit (metric.ts); null where the session has none. Kinds of events that it does not have are absent. */
export type SessionValues = Readonly<Record<WholeMetric, number | null>> &
  Readonly<Partial<Record<MetricId, number | null>>>;

/** Number of events that a metric is made of: all events, or those of its kind. */
export function eventCount(session: Session, metric: MetricId): number {
  const parts = kindMetricParts(metric);
  if (parts === null) return session.latency.count;
  return session.kinds?.find(({ name }) => name === parts.kind)?.latency?.count ?? 0;
}

/** The session's values, all from merged counts and the merged histogram; of throughput, the reading under load. */
export function sessionValues(session: Session): SessionValues {
  return valuesWith(session, decodeHistogram(session.latency.histogram));
}

/** @param histogram the session's, decoded */
export function valuesWith(session: Session, histogram: Histogram): SessionValues {
  const { reported } = session;
  if (reported !== undefined) return byKey(METRIC_IDS, (id) => reported[id] ?? null);
  const [p50 = null, p95 = null, p99 = null, p999 = null] = histogramQuantiles(
    histogram,
    [0.5, 0.95, 0.99, 0.999],
  );
  // Assigned: to spread one object behind another takes several times as long, and an import does it a hundred times for each run.
  const whole = {
    "server-cpu": session.serverCpuNs === null ? null : ratio(session.serverCpuNs, session.committedQueries),
    mean: ratio(session.latency.sumNs, session.latency.count),
    p50,
    p95,
    p99,
    "p99.9": p999,
    capacity: session.capacity?.size ?? null,
    ...timelineValues(session.timeline),
    "failed-share": ratio(session.failedEvents, session.events + session.failedEvents),
  };
  const rates = throughput(session, loadedShare(session));
  const kinds: readonly object[] = (session.kinds ?? []).map(kindPercentiles);
  return Object.assign(rates, whole, workValues(session.work), ...kinds);
}

/** Values over several disruptions: the longest recovery and the deepest dip, and the sums of dip lengths and failures. */
function timelineValues(timeline: Session["timeline"]): Readonly<Record<TimelineMetric, number | null>> {
  const of = (value: (all: Timeline["disruptions"]) => number) =>
    timeline === undefined ? null : value(timeline.disruptions);
  return {
    recovery: of((all) => Math.max(...all.map(({ recoveryNs }) => recoveryNs))),
    "dip-depth": of((all) => Math.max(...all.map(({ depth }) => depth))),
    "dip-length": of((all) => all.reduce((sum, { dipNs }) => sum + dipNs, 0)),
    "disruption-failures": of((all) => all.reduce((sum, { failedEvents }) => sum + failedEvents, 0)),
  };
}

/** Counts are divided by the number of events; levels and shares are taken as they are. */
function workValues(work: Partial<Work> = {}): Pick<SessionValues, WorkMetric> {
  const perEvent = (total: number | undefined) =>
    total === undefined ? null : ratio(total, work.events ?? 0);
  const { rowsUpdated, hotUpdates } = work;
  return {
    "rows-read": perEvent(work.rowsRead),
    "rows-written": perEvent(work.rowsWritten),
    buffers: perEvent(work.buffers),
    reads: perEvent(work.reads),
    "wal-records": perEvent(work.walRecords),
    "wal-bytes": perEvent(work.walBytes),
    "temp-bytes": perEvent(work.tempBytes),
    calls: perEvent(work.calls),
    evictions: perEvent(work.evictions),
    "write-bytes": perEvent(work.writtenBytes),
    "extend-bytes": perEvent(work.extendedBytes),
    deadlocks: perEvent(work.deadlocks),
    "hot-updates":
      hotUpdates === undefined || rowsUpdated === undefined ? null : ratio(hotUpdates, rowsUpdated),
    "dead-rows": perEvent(work.deadRows),
    "database-size": work.databaseBytes ?? null,
    memory: work.memoryBytes ?? null,
  };
}

/** Throughput over the wall time of the slices, its other reading. */
export function wallValues(session: Session): Throughput {
  return throughput(session, 1);
}

type Throughput = Pick<SessionValues, "qps" | "tps" | "tpmc"> &
  Readonly<Partial<Record<MetricId, number | null>>>;

/** @param share of the driven time that counts */
function throughput(session: Session, share: number): Throughput {
  const seconds = (session.durationNs * share) / 1e9;
  const ofKinds = (session.kinds ?? []).map(
    ({ name, count }) => [`rate:${name}`, ratio(count, seconds)] as const,
  );
  const whole = {
    qps: ratio(session.committedQueries, seconds),
    tps: ratio(session.events, seconds),
    tpmc: session.newOrders === undefined ? null : ratio(session.newOrders, seconds / 60),
  };
  return Object.assign(whole, Object.fromEntries(ofKinds));
}

const QUANTILES: Readonly<Partial<Record<KindMeasure, number>>> = {
  p50: 0.5,
  p90: 0.9,
  p95: 0.95,
  p99: 0.99,
  "p99.9": 0.999,
};

function kindPercentiles({ name, latency }: KindPart): Readonly<Partial<Record<MetricId, number | null>>> {
  if (latency === undefined) return {};
  const histogram = decodeHistogram(latency.histogram);
  const quantiles = KIND_MEASURES.flatMap((measure) => {
    const q = QUANTILES[measure];
    return q === undefined ? [] : [[`${measure}:${name}`, histogramQuantile(histogram, q)] as const];
  });
  return { [`mean:${name}`]: ratio(latency.sumNs, latency.count), ...Object.fromEntries(quantiles) };
}

function ratio(numerator: number, denominator: number): number | null {
  return denominator === 0 ? null : numerator / denominator;
}

type RunValue = Readonly<{
  /** Geometric mean over the sessions; for the failed share, that of all sessions' events together. */
  value: number;
  /** Sessions that have a value. */
  sessions: number;
  /** Standard deviation of the sessions' log values; null for fewer than two sessions and where a value is 0. */
  logSd: number | null;
}>;

/** Metrics of all events, and after them those of the kinds that the sessions have. */
export function sessionMetrics(sessions: readonly Session[]): readonly MetricId[] {
  const names = sessions.flatMap((session) => (session.kinds ?? []).map(({ name }) => name));
  const kinds = new Set(names.filter(isKindName));
  return [
    ...METRIC_IDS,
    ...[...kinds].flatMap((kind) => KIND_MEASURES.map((measure) => `${measure}:${kind}` as const)),
  ];
}

/** Values of a run for each metric of one workload; null where no session has a value. Histories are made of these. */
export function runValues(
  sessions: readonly Session[],
): Readonly<Record<WholeMetric, RunValue | null>> & Readonly<Partial<Record<MetricId, RunValue | null>>> {
  const values = sessions.map(sessionValues);
  return byKey(sessionMetrics(sessions), (id) =>
    estimatedRunValue(metricInfo(id).unit, id, values, sessions),
  );
}

function estimatedRunValue(
  unit: Unit,
  metric: MetricId,
  values: readonly SessionValues[],
  sessions: readonly Session[],
): RunValue | null {
  const present = values.map((value) => value[metric] ?? null).filter((value) => value !== null);
  if (present.length === 0) return null;
  const value = unit === "share" ? (failedShare(sessions) ?? mean(present)) : geometricMean(present);
  const spread = present.length > 1 && unit !== "share" && present.every((each) => each > 0);
  return { value, sessions: present.length, logSd: spread ? standardDeviation(present.map(Math.log)) : null };
}

/** Failed events of all sessions as a share of all their events; null where there was no event. */
export function failedShare(sessions: readonly Session[]): number | null {
  const failed = sessions.reduce((sum, session) => sum + session.failedEvents, 0);
  const done = sessions.reduce((sum, session) => sum + session.events, 0);
  return ratio(failed, failed + done);
}
