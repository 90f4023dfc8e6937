/**
 * Store of runs, by commit. Implementations: prisma-store.ts (PostgreSQL) and folder-store.ts; one contract test for both.
 *
 * Whatever cannot be read or written is thrown as PlumblineError of kind "store": "none" always means that there is none.
 */
import type { Acceptance } from "../../model/acceptance.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import type { MetricId } from "../../model/metric.ts";
import type { Report } from "../../model/report.ts";
import type { ArmName, MeasureMode, Pair, Run } from "../../model/run.ts";
import type { StoredRun } from "./stored-run.ts";

/** Position of a run in the order of commits; a StoredRun has all of it. */
export type Position = Pick<StoredRun, "orderedAt" | "measuredAt" | "id">;

export interface Store {
  /** Saves runs all or none. Saving a run again under the same id replaces it. */
  save(runs: readonly Run[]): Promise<void>;
  /** The run of that id, exactly as it was saved, or undefined. */
  load(id: string): Promise<Run | undefined>;
  /** The runs of those ids, in their order, without those that there are none of. */
  loadAll(ids: readonly string[]): Promise<readonly Run[]>;
  /**
   * Runs that a new one of the same fingerprint is compared with, newest commit first. The branch's newest change that was
   * accepted in every workload and metric is where they end: what was measured before it is another level.
   */
  baseline(query: BaselineQuery): Promise<readonly Run[]>;
  /**
   * Side-by-side measurements of a suite with both their arms, newest commit first; one that lacks an arm is left out. Like `baseline`,
   * it has nothing that a role wrote which only proposes (docs/store-roles.sql); nor has `history` its measurements as base.
   */
  measurements(query: MeasurementsQuery): Promise<readonly Pair[]>;
  /** Values over commits, oldest first. */
  history(query: HistoryQuery): Promise<readonly HistoryPoint[]>;
  /** Runs in short, oldest commit first; a page at a time if it is not known how many there are (pages.ts). */
  list(query?: ListQuery): Promise<readonly StoredRun[]>;
  /** Removes runs, and reports about them, all or none, and answers how many runs there were. */
  remove(ids: readonly string[]): Promise<number>;
  /** Keeps a report, in place of one about the same head commit, suite, job and pull request. */
  saveReport(report: Report): Promise<void>;
  /** Reports about a head commit, by suite and job. */
  reports(commit: string): Promise<readonly Report[]>;
  /** The report about the run of that id, as head. */
  reportOf(runId: string): Promise<Report | undefined>;
  /** Head commits that there are reports about, each once, sorted. */
  reportedCommits(): Promise<readonly string[]>;
  /** Records acceptances, all or none; one of the same id is replaced. */
  saveAcceptances(acceptances: readonly Acceptance[]): Promise<void>;
  /** Acceptances, revoked ones too, oldest first. */
  acceptances(query: AcceptanceQuery): Promise<readonly Acceptance[]>;
  /** Every suite that has runs, apart for each repository; last measured first. */
  suites(): Promise<readonly StoredSuite[]>;
  /** Fingerprints that runs have, last used first. */
  fingerprints(query: FingerprintQuery): Promise<readonly StoredFingerprint[]>;
  /** A word that changes whenever something is written; null where the store cannot tell. */
  revision(): Promise<string | null>;
  /**
   * Records the repository of runs that an older version saved without it, from their documents; answers how many those were.
   * @param progress gets, after each portion, how many runs were looked at
   */
  fillIn(progress: (runs: number) => void): Promise<number>;
  /**
   * Assigns everything that belongs to one repository to another, as after GitHub renamed it. The same call again finishes one that
   * was cut short.
   * @param progress gets, after each portion, how many runs were moved
   */
  rename(from: string, to: string, progress: (runs: number) => void): Promise<Renamed>;
  /** Gives back what it holds open. No other call may follow. */
  close(): Promise<void>;
}

/** Numbers of each that were moved. */
export type Renamed = Readonly<{ runs: number; reports: number; acceptances: number }>;

export type BaselineQuery = Readonly<{
  /** Runs of it, and those of which none is known; absent: any. */
  repository?: string;
  suite: string;
  branch: string;
  /** Absent: any. */
  fingerprint?: string;
  mode: MeasureMode;
  /** The run that is being judged, left out of its own baseline. */
  except?: string;
  limit: number;
}>;

/** Asks for at most `limit` of the newest. */
export type MeasurementsQuery = Readonly<{ repository?: string; suite: string; limit: number }>;

/** Fields that are absent do not restrict. */
export type RunFilter = Readonly<{
  /** Runs of it, and those of which none is known. */
  repository?: string;
  suite?: string;
  branch?: string;
  arm?: ArmName;
  fingerprint?: string;
  /** Whole, or as many of its first digits as people write. */
  commit?: string;
  /** ISO 8601; measured at or after, and before. */
  since?: string;
  until?: string;
  /** ISO 8601; places in the order of commits, both included. */
  orderedFrom?: string;
  orderedTo?: string;
}>;

/** `newest`: when the newest commit's last run was measured. */
export type StoredSuite = Readonly<{ repository: string | null; suite: string; newest: string }>;

export type FingerprintQuery = Readonly<{ repository?: string; suite?: string; limit: number }>;

/** `newest`: the id of the last run, whose document knows the environment; the other two are places in the order of commits. */
export type StoredFingerprint = Readonly<{
  fingerprint: string;
  runs: number;
  first: string;
  last: string;
  newest: string;
}>;

/** The newest `limit` of what fits and stands before a position. */
export type ListQuery = RunFilter & Readonly<{ before?: Position; limit?: number }>;

export type HistoryQuery = RunFilter &
  Readonly<{
    workload?: string;
    metric?: MetricId;
    /** Any of these: together, for a question about each would read every metric of the same runs. */
    metrics?: readonly MetricId[];
    /** Position: only points of runs that stand before it are answered. */
    before?: Position;
    /** Number of points that are answered at most, of the newest commits. */
    limit: number;
  }>;

/** Fields that are absent do not restrict. */
export type AcceptanceQuery = Readonly<{
  repository?: string;
  pullRequest?: number;
  /** Those of the suite, and those of all suites. */
  suite?: string;
  /** Those that landed on the branch. */
  branch?: string;
}>;
