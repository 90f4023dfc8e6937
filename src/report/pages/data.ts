/**
 * data/SUITE/WORKLOAD.json: all that the page of a workload shows, in columns, so that ten thousand runs are little to send. The page
 * as it is served and what a browser makes of it later are of the same data.
 */
import type { ChangeEvent } from "../../model/answers.ts";
import type { LedgerLine } from "../../model/ledger.ts";
import type { CommitTag } from "../../model/measured-commit.ts";
import type { MetricId } from "../../model/metric.ts";
import type { ArmName } from "../../model/run.ts";

export type MetricColumn = Readonly<{
  /** Values in the metric's unit; null if the run has none. */
  value: readonly (number | null)[];
  /** The interval is value · e^±spread, for the run's sessions; null where it cannot be known. */
  spread: readonly (number | null)[];
}>;

/** Machine that ran the measurements of one fingerprint, in words. */
export type NamedMachine = Readonly<{ fingerprint: string; words: string }>;

/** An acceptance that ended a level of this workload, and the metric that it speaks of (null: all). */
export type TakenPoint = Readonly<{
  metric: MetricId | null;
  commit: string;
  branch: string;
  at: string;
  by: string;
  reason: string;
  pullRequest: number;
}>;

export type WorkloadData = Readonly<{
  schema: "plumbline.site-workload/1";
  suite: string;
  workload: string;
  /** "owner/name"; null where none is known. */
  repository: string | null;
  /** The branch that is shown by default; null: runs that know of no branch. */
  branch: string | null;
  branches: readonly (string | null)[];
  machines: readonly NamedMachine[];
  /** Names. */
  authors: readonly string[];
  /**
   * Oldest commit first; item i of each column is of run i, as is item i of each metric's columns. Runs of the suite without the workload
   * are among them, between those that have it: a gap.
   */
  runs: Readonly<{
    commit: readonly string[];
    /** ISO 8601 in UTC, whole seconds: of the commit where that is known, else of the measurement. */
    at: readonly string[];
    subject: readonly (string | null)[];
    /** Indexes of `authors`; null if the author is not known. */
    author: readonly (number | null)[];
    /** Indexes of `branches` and `machines`. */
    branch: readonly number[];
    machine: readonly number[];
    arm: readonly ArmName[];
  }>;
  metrics: Readonly<Partial<Record<MetricId, MetricColumn>>>;
  /** Changes of all its metrics and branches; each with this workload's shifts alone. */
  events: readonly ChangeEvent[];
  taken: readonly TakenPoint[];
  /** Sums of the default branch's measured changes, by metric; absent: none was measured side by side. */
  ledger?: readonly LedgerLine[];
  /** Tags of that branch, newest first; absent: none are known. */
  tags?: readonly CommitTag[];
  /** Runs that are older than these and not here. */
  isCut: boolean;
}>;

/** Author of a run's commit, if known. The run is given by its index. */
export function authorOf({ authors, runs }: WorkloadData, run: number): string | null {
  const at = runs.author[run] ?? null;
  return at === null ? null : (authors[at] ?? null);
}
