/** The points that a run adds to the history, and their order. */

import { runValues, sessionMetrics } from "../../analysis/samples/values.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import type { Run } from "../../model/run.ts";
import type { HistoryQuery, Position, RunFilter } from "./store.ts";
import {
  compareText,
  describeRun,
  isAbbreviated,
  isOfRepository,
  oldestFirst,
  type StoredRun,
} from "./stored-run.ts";

/** True if the run's own facts fit a query; `historyPoints` has its workloads and metrics. */
export function fits(run: StoredRun, query: RunFilter & Readonly<{ before?: Position }>): boolean {
  const {
    repository,
    suite,
    branch,
    arm,
    fingerprint,
    commit,
    since,
    until,
    orderedFrom,
    orderedTo,
    before,
  } = query;
  return (
    isOfRepository(run, repository) &&
    (suite === undefined || run.suite === suite) &&
    (branch === undefined || run.branch === branch) &&
    (arm === undefined || run.arm === arm) &&
    (fingerprint === undefined || run.fingerprint === fingerprint) &&
    (commit === undefined || isCommit(run.commit, commit)) &&
    (before === undefined || oldestFirst(run, before) < 0) &&
    (orderedFrom === undefined || run.orderedAt >= new Date(orderedFrom).toISOString()) &&
    (orderedTo === undefined || run.orderedAt <= new Date(orderedTo).toISOString()) &&
    (since === undefined || run.measuredAt >= new Date(since).toISOString()) &&
    (until === undefined || run.measuredAt < new Date(until).toISOString())
  );
}

function isCommit(commit: string, asked: string): boolean {
  return isAbbreviated(asked) ? commit.startsWith(asked) : commit === asked;
}

/** One point for each metric that a workload has a value of. */
export function historyPoints(
  run: Run,
  query: Pick<HistoryQuery, "workload" | "metric"> = {},
): readonly HistoryPoint[] {
  const stored = describeRun(run);
  const workloads = run.workloads.filter(
    ({ name }) => query.workload === undefined || name === query.workload,
  );
  return workloads.flatMap(({ name, sessions }) => {
    const values = runValues(sessions);
    return sessionMetrics(sessions)
      .filter((metric) => query.metric === undefined || metric === query.metric)
      .flatMap((metric) => {
        const value = values[metric] ?? null;
        return value === null ? [] : [pointOf(stored, { workload: name, metric, ...value })];
      });
  });
}

type PointValues = Pick<HistoryPoint, "workload" | "metric" | "value" | "sessions" | "logSd">;

/** Field by field: histories have tens of thousands, and to spread an object takes several times as long as to write its fields. */
export function pointOf(
  run: StoredRun,
  { workload, metric, value, sessions, logSd }: PointValues,
): HistoryPoint {
  return {
    runId: run.id,
    repository: run.repository,
    suite: run.suite,
    arm: run.arm,
    commit: run.commit,
    branch: run.branch,
    subject: run.subject,
    author: run.author,
    measuredAt: run.measuredAt,
    commitTime: run.commitTime,
    fingerprint: run.fingerprint,
    workload,
    metric,
    value,
    sessions,
    logSd,
  };
}

/** Oldest commit first; within a run by workload, then metric. */
export function byPosition(a: Positioned, b: Positioned): number {
  return oldestFirst(a.run, b.run) || withinRun(a.point, b.point);
}

/** The order of the points within one run. */
export function withinRun(a: SeriesName, b: SeriesName): number {
  return compareText(a.workload, b.workload) || compareText(a.metric, b.metric);
}

type SeriesName = Pick<HistoryPoint, "workload" | "metric">;

export type Positioned = Readonly<{ run: StoredRun; point: HistoryPoint }>;
