/** Where runs are kept, by commit. Implementations: prisma-store.ts (PostgreSQL) and folder-store.ts; one contract test for both. */
import type { MetricId } from "../model/metric.ts";
import type { ArmName, MeasureMode, Run } from "../model/run.ts";

export interface Store {
  /** Saves runs all or none. Saving a run again under the same id replaces it. */
  save(runs: readonly Run[]): Promise<void>;
  /** The run of that id, or undefined. */
  load(id: string): Promise<Run | undefined>;
  /** Runs that a new one of the same fingerprint is compared with, newest commit first. A failed read throws, it is never "none". */
  baseline(query: BaselineQuery): Promise<readonly Run[]>;
  /** Values over commits, oldest first. */
  history(query: HistoryQuery): Promise<readonly HistoryPoint[]>;
  close(): Promise<void>;
}

export type BaselineQuery = Readonly<{
  suite: string;
  branch: string;
  fingerprint: string;
  mode: MeasureMode;
  /** The run that is being judged, left out of its own baseline. */
  except?: string;
  limit: number;
}>;

/** Fields that are absent do not restrict. */
export type HistoryQuery = Readonly<{
  suite?: string;
  workload?: string;
  metric?: MetricId;
  branch?: string;
  arm?: ArmName;
  fingerprint?: string;
  /** ISO 8601; measured at or after, and before. */
  since?: string;
  until?: string;
  /** Newest so many points are answered. */
  limit: number;
}>;

export type HistoryPoint = Readonly<{
  runId: string;
  suite: string;
  workload: string;
  metric: MetricId;
  arm: ArmName;
  commit: string;
  branch: string | null;
  subject: string | null;
  /** ISO 8601: when it was measured, and the commit's own date where known. */
  measuredAt: string;
  commitTime: string | null;
  fingerprint: string;
  /** Estimate over sessions in the metric's unit, the number of sessions, and the standard deviation of their log values. */
  value: number;
  sessions: number;
  logSd: number | null;
}>;
