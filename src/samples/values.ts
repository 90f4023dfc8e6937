/** What a session, and a run, has of each metric. */
import { byKey } from "../model/by-key.ts";
import { METRIC_IDS, type MetricId, metricInfo, type Unit, type WorkMetric } from "../model/metric.ts";
import type { Session } from "../model/run.ts";
import type { Work } from "../model/work.ts";
import { geometricMean, standardDeviation } from "../stats/summary.ts";
import { decodeHistogram, type Histogram, histogramQuantile } from "./histogram.ts";
import { loadedShare } from "./throughput.ts";

/** Value of each metric in its unit (metric.ts); null where the session has none. */
export type SessionValues = Readonly<Record<MetricId, number | null>>;

/** The session's values, all from merged counts and the merged histogram; of throughput, the reading under load. */
export function sessionValues(session: Session): SessionValues {
  return valuesWith(session, decodeHistogram(session.latency.histogram));
}

/** @param histogram the session's, decoded */
export function valuesWith(session: Session, histogram: Histogram): SessionValues {
  const { reported } = session;
  if (reported !== undefined) return byKey(METRIC_IDS, (id) => reported[id] ?? null);
  return {
    ...throughput(session, loadedShare(session)),
    "server-cpu": session.serverCpuNs === null ? null : ratio(session.serverCpuNs, session.committedQueries),
    mean: ratio(session.latency.sumNs, session.latency.count),
    p50: histogramQuantile(histogram, 0.5),
    p95: histogramQuantile(histogram, 0.95),
    p99: histogramQuantile(histogram, 0.99),
    "p99.9": histogramQuantile(histogram, 0.999),
    "failed-share": ratio(session.failedEvents, session.events + session.failedEvents),
    ...workValues(session.work),
  };
}

/** By event, but for what is a level or a share itself. */
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
    deadlocks: perEvent(work.deadlocks),
    "hot-updates":
      hotUpdates === undefined || rowsUpdated === undefined ? null : ratio(hotUpdates, rowsUpdated),
    "dead-rows": perEvent(work.deadRows),
    "database-size": work.databaseBytes ?? null,
    memory: work.memoryBytes ?? null,
  };
}

/** Throughput over the wall time of the slices, its other reading. */
export function wallValues(session: Session): Pick<SessionValues, "qps" | "tps"> {
  return throughput(session, 1);
}

/** @param share of the driven time that counts */
function throughput(session: Session, share: number): Pick<SessionValues, "qps" | "tps"> {
  const seconds = (session.durationNs * share) / 1e9;
  return { qps: ratio(session.committedQueries, seconds), tps: ratio(session.events, seconds) };
}

function ratio(numerator: number, denominator: number): number | null {
  return denominator === 0 ? null : numerator / denominator;
}

export type RunValue = Readonly<{
  /** Geometric mean over the sessions; for the failed share, that of all sessions' events together. */
  value: number;
  /** Sessions that have a value. */
  sessions: number;
  /** Standard deviation of the sessions' log values; null for fewer than two sessions and where a value is 0. */
  logSd: number | null;
}>;

/** What a run says of each metric of one workload; null where no session has a value. Histories are made of these. */
export function runValues(sessions: readonly Session[]): Readonly<Record<MetricId, RunValue | null>> {
  const values = sessions.map(sessionValues);
  return byKey(METRIC_IDS, (id) => runValue(metricInfo(id).unit, id, values, sessions));
}

function runValue(
  unit: Unit,
  metric: MetricId,
  values: readonly SessionValues[],
  sessions: readonly Session[],
): RunValue | null {
  const present = values.map((value) => value[metric]).filter((value) => value !== null);
  if (present.length === 0) return null;
  const value = unit === "share" ? failedShare(sessions)! : geometricMean(present);
  const spread = present.length > 1 && unit !== "share" && present.every((each) => each > 0);
  return { value, sessions: present.length, logSd: spread ? standardDeviation(present.map(Math.log)) : null };
}

/** Failed events of all sessions as a share of all their events; null where there was no event. */
export function failedShare(sessions: readonly Session[]): number | null {
  const failed = sessions.reduce((sum, session) => sum + session.failedEvents, 0);
  const done = sessions.reduce((sum, session) => sum + session.events, 0);
  return ratio(failed, failed + done);
}
