/** The points of one workload's metric as columns: a form that draws, and travels, better than a list of objects. */

import type { MetricSubject } from "../../model/acceptance.ts";
import type { LevelShift, Series } from "../../model/answers.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import { metricInfo } from "../../model/metric.ts";
import { studentQuantile } from "../../stats/student.ts";

const CONFIDENCE = 0.95;

/** The series that a shift of level belongs to, as a key. */
export function seriesKey({ workload, metric, arm, fingerprint }: LevelShift): string {
  return JSON.stringify([workload, metric, arm, fingerprint]);
}

/** @param points of the subject, oldest first */
export function seriesOf(
  subject: MetricSubject,
  points: readonly HistoryPoint[],
  next: string | null,
): Series {
  const { suite, workload, metric } = subject;
  const { unit, direction } = metricInfo(metric);
  const machines = [...new Set(points.map(({ fingerprint }) => fingerprint))];
  const place = new Map(machines.map((machine, i) => [machine, i]));
  const intervals = points.map(valueInterval);
  return {
    suite,
    workload,
    metric,
    unit,
    direction,
    x: points.map((_, i) => i),
    run: points.map(({ runId }) => runId),
    repository: points.map(({ repository }) => repository),
    commit: points.map(({ commit }) => commit),
    subject: points.map((point) => point.subject),
    author: points.map(({ author }) => author),
    branch: points.map(({ branch }) => branch),
    arm: points.map(({ arm }) => arm),
    at: points.map(({ commitTime, measuredAt }) => commitTime ?? measuredAt),
    measuredAt: points.map(({ measuredAt }) => measuredAt),
    machine: points.map(({ fingerprint }) => place.get(fingerprint)!),
    value: points.map(({ value }) => value),
    low: intervals.map(({ low }) => low),
    high: intervals.map(({ high }) => high),
    sessions: points.map(({ sessions }) => sessions),
    machines,
    next,
  };
}

type Ends = Readonly<{ low: number | null; high: number | null }>;

/** Interval of the geometric mean over the run's sessions: Student's t on their logarithms. */
export function valueInterval({
  value,
  sessions,
  logSd,
}: Pick<HistoryPoint, "value" | "sessions" | "logSd">): Ends {
  if (logSd === null || sessions < 2) return { low: null, high: null };
  const reach = (criticalOf(sessions - 1) * logSd) / Math.sqrt(sessions);
  return { low: value * Math.exp(-reach), high: value * Math.exp(reach) };
}

/** A series of ten thousand points has a handful of numbers of sessions. */
const criticals = new Map<number, number>();

function criticalOf(df: number): number {
  const critical = criticals.get(df) ?? studentQuantile((1 + CONFIDENCE) / 2, df);
  criticals.set(df, critical);
  return critical;
}
