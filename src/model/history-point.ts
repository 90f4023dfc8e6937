/** One estimate of the history: a metric of a workload, as one run measured it. */
import type { MetricId } from "./metric.ts";
import type { ArmName } from "./run.ts";

export type HistoryPoint = Readonly<{
  runId: string;
  /** "owner/name"; null where none is known. */
  repository: string | null;
  suite: string;
  workload: string;
  metric: MetricId;
  arm: ArmName;
  commit: string;
  branch: string | null;
  subject: string | null;
  /** Author; null if git did not know it, or if the run is from a version whose documents lacked it. */
  author: string | null;
  /** ISO 8601 in UTC: the time of the measurement, and the committer date if known. */
  measuredAt: string;
  commitTime: string | null;
  fingerprint: string;
  /** Estimate over sessions in the metric's unit, the number of sessions, and the standard deviation of their log values. */
  value: number;
  sessions: number;
  logSd: number | null;
}>;
