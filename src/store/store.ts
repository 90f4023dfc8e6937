/**
 * Where runs are kept, by commit. Implementations: prisma-store.ts (PostgreSQL) and folder-store.ts; one contract test for both.
 *
 * Whatever cannot be read or written is thrown as PlumblineError of kind "store": "none" always means that there is none.
 */
import type { HistoryPoint } from "../model/history-point.ts";
import type { MetricId } from "../model/metric.ts";
import type { ArmName, MeasureMode, Run } from "../model/run.ts";
import type { StoredRun } from "./stored-run.ts";

export interface Store {
  /** Saves runs all or none. Saving a run again under the same id replaces it. */
  save(runs: readonly Run[]): Promise<void>;
  /** The run of that id, exactly as it was saved, or undefined. */
  load(id: string): Promise<Run | undefined>;
  /** Runs that a new one of the same fingerprint is compared with, newest commit first. */
  baseline(query: BaselineQuery): Promise<readonly Run[]>;
  /** Values over commits, oldest first. */
  history(query: HistoryQuery): Promise<readonly HistoryPoint[]>;
  /** Every run in short, oldest commit first. */
  list(): Promise<readonly StoredRun[]>;
  /** Removes runs and answers how many of them there were. */
  remove(ids: readonly string[]): Promise<number>;
  /** Gives back what it holds open. No other call may follow. */
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
  /** So many points of the newest commits are answered. */
  limit: number;
}>;
