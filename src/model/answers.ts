/**
 * Shapes of the store's answers: the API publishes them, and pages, files of a static site and the command line
 * are made of them. Times are ISO 8601 in UTC; values are in the metric's unit; null is "not known", never 0.
 */
import { z } from "zod";
import { Acceptance } from "./acceptance.ts";
import { ChangedPart } from "./cause-search.ts";
import { Warning } from "./document.ts";
import { StandingSum } from "./ledger.ts";
import { MeasuredCommit } from "./measured-commit.ts";
import { UNITS } from "./metric.ts";
import { Metric } from "./metric-schema.ts";
import { Interval, OVERALL, type Report, Verdict } from "./report.ts";
import { ARMS, Environment, MEASURE_MODES } from "./run.ts";
import { list, object } from "./shape.ts";

const text = z.string();
const time = z.string();
const number = z.number();
const metric = Metric;
const count = z.number().int().nonnegative();
/** "owner/name"; null where a run came from no repository that is known. */
const repository = text.nullable();

/** Start of the next page: an opaque word to send back as `after`; null on the last page. */
const next = text.nullable();

/** A run in short; its document has the rest. */
const RunFacts = object({
  id: text,
  measurementId: text,
  mode: z.enum(MEASURE_MODES),
  arm: z.enum(ARMS),
  suite: text,
  repository,
  commit: text,
  branch: text.nullable(),
  subject: text.nullable(),
  /** Name of the commit's author; null where it is not known. */
  author: text.nullable(),
  /** Committer date; with milliseconds, like the two below, so that they compare as text. */
  commitTime: time.nullable(),
  measuredAt: time,
  /**
   * Runs are ordered by this: the committer date, or where that is not known the time of the measurement. So an old commit that is
   * measured late keeps its place.
   */
  orderedAt: time,
  /** Fingerprint of machine, database and options: only runs with equal ones can be compared through history. */
  fingerprint: text,
});

export type RunFacts = z.infer<typeof RunFacts>;

export const RunPage = object({ runs: list(RunFacts), next });
export type RunPage = z.infer<typeof RunPage>;

/** One workload's metric over runs, oldest first, as columns: index i of each is one run. */
export const Series = object({
  suite: text,
  workload: text,
  metric,
  unit: z.enum(UNITS),
  direction: z.enum(["higher-is-better", "lower-is-better"]),
  /** Place on the axis: 0, 1, 2 ... and no time, for commits are not evenly spread over time. */
  x: list(number),
  run: list(text),
  repository: list(repository),
  commit: list(text),
  subject: list(text.nullable()),
  author: list(text.nullable()),
  branch: list(text.nullable()),
  arm: list(z.enum(ARMS)),
  /** Committer date, else when it was measured. */
  at: list(time),
  measuredAt: list(time),
  /** Index into `machines`. No line may be drawn between points of different machines. */
  machine: list(count),
  value: list(number.nullable()),
  /** Ends of the 95 % interval of the mean over sessions; null for fewer than two. */
  low: list(number.nullable()),
  high: list(number.nullable()),
  sessions: list(count),
  /** The fingerprints that `machine` points to. */
  machines: list(text),
  next,
});
export type Series = z.infer<typeof Series>;

const shift = {
  workload: text,
  metric,
  arm: z.enum(ARMS),
  fingerprint: text,
  /** The first run on the new level. */
  runId: text,
  /** Geometric mean levels (plain ones for the failed share) in the metric's unit, since the change before and until the next. */
  before: number,
  after: number,
  /** Runs that the two levels are of. */
  runsBefore: count,
  runsAfter: count,
  /** Relative change after/before - 1; null if the level before was 0. */
  effect: number.nullable(),
  direction: z.enum(["worse", "better"]),
  /** p-value: a series without any change shows one this clear with at most this probability. */
  p: number,
  /** Standard deviation of a run around its level, as a share of that level. */
  noise: number,
} as const;
const Shift = object(shift);
export type LevelShift = z.infer<typeof Shift>;

/** `open`: a gate that has been worse since, by more than its limit, and has not recovered. */
const AnsweredShift = object({ ...shift, open: z.boolean() });
export type AnsweredShift = z.infer<typeof AnsweredShift>;

/** A change of level: one cause, with everything that moved there. `open`: one of its shifts is. */
export const EventAnswer = object({
  repository,
  suite: text,
  branch: text.nullable(),
  /** The change came after the first and with or before the second; both were measured, what lies between was not. */
  lastBefore: MeasuredCommit,
  firstAfter: MeasuredCommit,
  /** `surroundings`: both sides are runs of one commit, so it was not the code but the machine or what runs on it. */
  cause: z.enum(["commit", "surroundings"]),
  /** `recent`: too few runs follow to know whether it lasts. */
  state: z.enum(["lasting", "recent"]),
  open: z.boolean(),
  /** Those that keep it open first, then the clearest. */
  shifts: list(AnsweredShift),
});
export type EventAnswer = z.infer<typeof EventAnswer>;
export type ChangeEvent = Omit<EventAnswer, "open" | "shifts"> & Readonly<{ shifts: readonly LevelShift[] }>;

/** Newest first. */
export const EventPage = object({ events: list(EventAnswer) });
export type EventPage = z.infer<typeof EventPage>;

/** Newest first. */
export const AcceptancePage = object({ acceptances: list(Acceptance), next });
export type AcceptancePage = z.infer<typeof AcceptancePage>;

const EnvironmentAnswer = object({
  fingerprint: text,
  runs: count,
  first: time,
  last: time,
  environment: Environment,
});

/** Last used first. */
export const EnvironmentPage = object({ environments: list(EnvironmentAnswer) });
export type EnvironmentPage = z.infer<typeof EnvironmentPage>;

/** A suite, with what there is to choose in it: of its newest runs. */
const SuiteAnswer = object({
  repository,
  suite: text,
  /** Most measured first. */
  branches: list(text),
  workloads: list(text),
  metrics: list(metric),
  fingerprints: list(text),
  /** Time of its last measurement. */
  newest: time,
});

export const SuiteList = object({ suites: list(SuiteAnswer) });
export type SuiteList = z.infer<typeof SuiteList>;

/** A workload's metric on a branch: where it stands and what moved it lately. */
export const OverviewRow = object({
  repository,
  suite: text,
  branch: text.nullable(),
  workload: text,
  metric,
  unit: z.enum(UNITS),
  direction: z.enum(["higher-is-better", "lower-is-better"]),
  /** The worst verdict of the workload's gates in the newest report, if that report covers it. */
  verdict: Verdict.nullable(),
  /** The largest change of level within the days asked for, in units of its noise; null: none. */
  change: object({
    effect: number.nullable(),
    direction: z.enum(["worse", "better"]),
    noise: number,
    open: z.boolean(),
    commit: MeasuredCommit,
  }).nullable(),
  value: number,
  commit: text,
  measuredAt: time,
  /** The newest values of the machine that measured last, oldest first. */
  spark: list(number),
});
export type OverviewRow = z.infer<typeof OverviewRow>;

/** The newest check of a pull request, or of a branch without one. */
const Check = object({
  /** Id of head's run, which is the report's address. */
  id: text,
  repository,
  suite: text,
  job: text.nullable(),
  pullRequest: z.number().int().nullable(),
  /** Address of the workflow's run. */
  runUrl: text.nullable(),
  commit: text,
  subject: text.nullable(),
  branch: text.nullable(),
  verdict: z.enum(OVERALL),
  /** The verdict in a sentence. */
  headline: text,
  createdAt: time,
});
export type Check = z.infer<typeof Check>;

/** Rows: open changes first, then by size over noise. */
export const Overview = object({
  /** Time of the last measurement of anything. */
  newest: time.nullable(),
  counts: object({ open: count, accepted: count, unchanged: count }),
  /** Last judged first. */
  checks: list(Check),
  /** Newest first. */
  open: list(EventAnswer),
  /** Accepted changes that landed within the days asked for, newest first. */
  accepted: list(Acceptance),
  /** One for each suite whose branch has lost more than one change may, little by little. */
  sums: list(StandingSum),
  rows: list(OverviewRow),
});
export type Overview = z.infer<typeof Overview>;

/** A report in short. */
const ReportFacts = object({
  /** Id of head's run, which is the report's address. */
  id: text,
  suite: text,
  commit: text,
  verdict: z.enum(OVERALL),
  createdAt: time,
  repository,
  job: text.nullable(),
  pullRequest: z.number().int().nullable(),
  /** Causes of regressions that were proved by experiment; the whole report has the proofs. */
  causes: list(object({ workload: text, part: ChangedPart })),
});

export const ReportList = object({ reports: list(ReportFacts) });
export type ReportList = z.infer<typeof ReportList>;

const ComparedChange = object({
  suite: text,
  workload: text,
  metric,
  unit: z.enum(UNITS),
  role: z.enum(["gate", "information"]),
  base: number.nullable(),
  head: number.nullable(),
  effect: number.nullable(),
  interval: Interval.nullable(),
  verdict: Verdict,
});

/** Two commits, judged as `plumbline compare` judges their newest runs; those of one measurement go before others. */
export const Comparison = object({
  base: text,
  head: text,
  /** The worst of the suites that both have; null where they have none in common. */
  verdict: z.enum(OVERALL).nullable(),
  /** Reasons not to compare them, or not to trust the numbers. */
  warnings: list(Warning),
  changes: list(ComparedChange),
});
export type Comparison = z.infer<typeof Comparison>;

/** The same, with all that a page shows: a report for each suite that both commits have. */
export type FullComparison = Readonly<{ base: string; head: string; reports: readonly Report[] }>;
