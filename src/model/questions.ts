/**
 * Questions to a store: one port for the API, the pages, the static site and the command line.
 * pipeline/queries/ask.ts answers them. None of them changes anything.
 */
import type {
  AcceptancePage,
  EnvironmentPage,
  EventPage,
  FullComparison,
  Overview,
  RunPage,
  Series,
  SuiteList,
} from "./answers.ts";
import type { HistoryPoint } from "./history-point.ts";
import type { Ledger } from "./ledger.ts";
import type { MetricId } from "./metric.ts";
import type { Report } from "./report.ts";
import type { ArmName, Run } from "./run.ts";

/** Fields that are absent do not restrict. */
export type Scope = Readonly<{
  /** Repository as "owner/name": its runs, and those whose repository is unknown. */
  repository?: string;
  suite?: string;
  branch?: string;
  arm?: ArmName;
  fingerprint?: string;
  /** ISO 8601: measured at or after, and before. */
  from?: string;
  to?: string;
  /** Range from the first run of one commit to the last of another, both included; a commit by enough of its first digits to be unique. */
  fromCommit?: string;
  toCommit?: string;
}>;

/** A page: `after` is what an earlier answer had as `next`. */
type Paging = Readonly<{ limit: number; after?: string }>;

export type SeriesQuestion = Scope & Paging & Readonly<{ suite: string; workload: string; metric: MetricId }>;

export type PointQuestion = Scope &
  Readonly<{ commit?: string; workload?: string; metric?: MetricId; limit: number }>;

/** `main`: on the branch of each suite that is measured most, if none is named; else on every branch. */
export type EventQuestion = Scope &
  Readonly<{ workload?: string; metric?: MetricId; main?: boolean; limit: number }>;

export type OverviewQuestion = Readonly<{
  repository?: string;
  suite?: string;
  branch?: string;
  /** Changes of the last so many days. */
  days: number;
}>;

/** Branches as of an overview. */
export type LedgerQuestion = Readonly<{
  repository?: string;
  suite?: string;
  branch?: string;
  workload?: string;
  /** Absent: every gate. */
  metric?: MetricId;
  /** Commit after which the sums begin, by enough of its first digits. */
  since?: string;
  /** ISO 8601: its time, if it may never have been measured. */
  sinceTime?: string;
  /** Newest changes that the sums are of if there is no `since`; absent: as many as alerts add up. */
  changes?: number;
}>;

export type CommitPair = Readonly<{
  base: string;
  head: string;
  repository?: string;
  suite?: string;
}>;

export interface Questions {
  /**
   * Changes whenever an answer might have: equal words mean equal answers. Null where the store cannot tell.
   * Cheap: asked before everything else.
   */
  revision(): Promise<string | null>;
  /** Each workload's gates on each suite's main branch: where they stand and what moved them. */
  overview(question: OverviewQuestion): Promise<Overview>;
  suites(question: Readonly<{ repository?: string; suite?: string }>): Promise<SuiteList>;
  series(question: SeriesQuestion): Promise<Series>;
  /** Newest `limit` points of any number of series, oldest first. */
  points(question: PointQuestion): Promise<readonly HistoryPoint[]>;
  /** Newest first. */
  runs(question: Scope & Paging & Readonly<{ commit?: string }>): Promise<RunPage>;
  run(id: string): Promise<Run | undefined>;
  /** Reports about a commit, by suite and job. */
  reports(question: Readonly<{ repository?: string; commit: string }>): Promise<readonly Report[]>;
  /** The report about the run of that id. */
  report(runId: string): Promise<Report | undefined>;
  /** Any two commits; undefined where one of them was never measured. */
  comparison(pair: CommitPair): Promise<FullComparison | undefined>;
  events(question: EventQuestion): Promise<EventPage>;
  /** What the side-by-side measurements of branches add up to, by suite. */
  ledgers(question: LedgerQuestion): Promise<readonly Ledger[]>;
  acceptances(
    question: Readonly<{ repository?: string; suite?: string; branch?: string }> & Paging,
  ): Promise<AcceptancePage>;
  environments(
    question: Readonly<{ repository?: string; suite?: string; limit: number }>,
  ): Promise<EnvironmentPage>;
}
