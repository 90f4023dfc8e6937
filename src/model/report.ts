/** report.json: what the comparison says, complete enough that rendering needs nothing else. */
import { z } from "zod";
import { Acceptance } from "./acceptance.ts";
import { Build, Generator } from "./build.ts";
import { CapacityReport } from "./capacity.ts";
import { CauseSearch } from "./cause-search.ts";
import { Commit, Warning } from "./document.ts";
import { HostReports } from "./hosts.ts";
import { LedgerSum } from "./ledger.ts";
import { Looks } from "./looks.ts";
import { Metric } from "./metric-schema.ts";
import { MigrationReport } from "./migration.ts";
import { OVERALL, type Overall } from "./overall.ts";
import { Reason } from "./reason.ts";
import { Environment, MEASURE_MODES, OptionValue, Origin, SliceLength } from "./run.ts";
import { list, object } from "./shape.ts";
import { TimelineReport } from "./timeline.ts";

export { OVERALL, type Overall };

const count = z.number().int().nonnegative();

/** Effect sizes are relative changes of head against base in the metric's own direction: 0.05 is "5 % more". */
export const Interval = object({ low: z.number(), high: z.number() });
export type Interval = z.infer<typeof Interval>;

/**
 * The answers to a gate. `trade` would be `regressed` if no other metric had improved by it. `too-few` is inconclusive for lack of data
 * (sessions, requests beyond the percentile, baseline runs): no test was made.
 */
export const Verdict = z.discriminatedUnion("kind", [
  object({ kind: z.literal("regressed") }),
  object({ kind: z.literal("improved") }),
  object({
    kind: z.literal("trade"),
    /** Gates of the same workload that improved by it. */
    for: z.array(Metric).min(1).readonly(),
  }),
  object({ kind: z.literal("unchanged") }),
  object({
    kind: z.literal("inconclusive"),
    why: z.string(),
    /** True if something else than noise forbids a verdict: no number of sessions gives one, and what differs is not put down to head. */
    forbidden: z.literal(true).optional(),
    /** True if a worsening by more than the limit is excluded: only an improvement is open. */
    notWorse: z.literal(true).optional(),
    /** The largest relative worsening that is not excluded, if it is beyond the limit, up to twice the limit. */
    most: z.number().positive().optional(),
  }),
  object({ kind: z.literal("too-few"), what: z.string(), have: count, need: count }),
]);
export type Verdict = z.infer<typeof Verdict>;
export type VerdictKind = Verdict["kind"];

/** Summary statistics over session values, tinybench's terms. Unit: the metric's. */
export const Statistics = object({
  samples: count,
  mean: z.number(),
  sd: z.number(),
  sem: z.number(),
  df: z.number(),
  critical: z.number(),
  moe: z.number(),
  rme: z.number(),
  mad: z.number(),
  aad: z.number(),
  min: z.number(),
  p25: z.number(),
  p50: z.number(),
  p75: z.number(),
  max: z.number(),
});
export type Statistics = z.infer<typeof Statistics>;

/** One arm's values of a metric: the estimate (geometric mean over sessions; null where nothing was measured) and what it is made of. */
export const ArmValues = object({
  estimate: z.number().nullable(),
  values: list(z.number()),
  statistics: Statistics.nullable(),
});
export type ArmValues = z.infer<typeof ArmValues>;

export const Change = object({
  workload: z.string(),
  metric: Metric,
  /** A gate can fail the check, information cannot. */
  role: z.enum(["gate", "information"]),
  base: ArmValues,
  head: ArmValues,
  /** Relative change of head against base, with its two-sided confidence interval; null where it could not be computed. */
  effect: z.number().nullable(),
  /** The relative change by the plain mean of all sessions, which the verdict is based on; absent: it equals `effect`. */
  plainEffect: z.number().optional(),
  interval: Interval.nullable(),
  confidence: z.number(),
  /** One-sided p of "worse" and of "better", before and after adjustment over the gate metrics of the run. */
  p: object({
    worse: z.number(),
    better: z.number(),
    worseAdjusted: z.number(),
    betterAdjusted: z.number(),
  }).nullable(),
  /** Smallest relevant relative change, and the absolute one that goes with it (metric's unit). */
  margin: z.number(),
  floor: z.number().nullable(),
  /** "fail": a trade fails this gate, by the rules. Absent: a trade passes. */
  trade: z.literal("fail").optional(),
  /** Standard deviation of a session's log ratio (side by side) or of a run's log value (history). */
  noise: z.number().nullable(),
  /** Relative change that this run would have called a regression with 80 % probability. */
  smallestVisible: z.number().nullable(),
  /** The relative worsening that still passes one such check in twenty. Absent: the gate does not pass, or it is not known. */
  hidden: z.number().positive().optional(),
  /** `smallestVisible` as expected before the start, if the noise of earlier measurements was stored. */
  expectedVisible: z.number().optional(),
  verdict: Verdict,
});
export type Change = z.infer<typeof Change>;

/** Latency curve: value at each quantile, merged over the sessions of an arm. */
export const Curve = object({ quantiles: list(z.number()), ns: list(z.number()) });
export type Curve = z.infer<typeof Curve>;

/** Figures over all sessions of an arm; the percentile is the geometric mean of the sessions' percentiles, null if they have none. */
export const StatementFigures = object({
  calls: count,
  meanNs: z.number().nonnegative(),
  p99Ns: z.number().nonnegative().nullable(),
});
export type StatementFigures = z.infer<typeof StatementFigures>;

/** One kind of statement, or of event, of a workload; an arm without any is null. */
export const StatementReport = object({
  name: z.string(),
  base: StatementFigures.nullable(),
  head: StatementFigures.nullable(),
  /** Interval of the mean's relative change; null if too few sessions, or against history too few runs, have the statement. */
  interval: Interval.nullable(),
});
export type StatementReport = z.infer<typeof StatementReport>;

const CpuByProcess = object({ connections: z.number().nonnegative(), background: z.number().nonnegative() });
export type CpuByProcess = z.infer<typeof CpuByProcess>;

const Driven = object({ loadNs: z.number().nonnegative(), slowestNs: z.number().nonnegative() });

export const WorkloadReport = object({
  name: z.string(),
  workload: z.string(),
  /** Options that were chosen; all of them are in the run. */
  options: z.record(z.string(), OptionValue).readonly(),
  /** Reason why base has no such workload, so that there is no comparison and no gate. Absent if base has it. */
  newBecause: z.string().optional(),
  /** Sessions that it was measured in: more than planned where it was looked at again. */
  sessions: count.optional(),
  changes: list(Change),
  /** Absent where there is one kind, or none is known. */
  statements: list(StatementReport).optional(),
  /** Kinds of events, in the same form. Their gates are among the changes. */
  kinds: list(StatementReport).optional(),
  /** Stages of a load that changes, in their order; without gates. */
  stages: list(StatementReport).optional(),
  /** Hosts of both arms; in history mode of head alone. Absent: no arm has several hosts, or machines that reported their CPU. */
  hosts: HostReports.optional(),
  /**
   * The server's CPU time per statement, in nanoseconds: of the load's connections with the processes that they start, and of all other
   * processes.
   */
  cpuByProcess: object({ base: CpuByProcess, head: CpuByProcess }).optional(),
  /** CPUs that each arm's server used while the other one was driven, on average; null if they could not be seen. */
  idleCpus: object({ base: z.number().nullable(), head: z.number().nullable() }).optional(),
  curves: object({ base: Curve.nullable(), head: Curve.nullable() }),
  /** The time under load of each arm over all sessions, and its slowest event, in nanoseconds. Absent in older documents. */
  driven: object({ base: Driven, head: Driven }).optional(),
  errors: object({
    base: z.record(z.string(), count).readonly(),
    head: z.record(z.string(), count).readonly(),
  }),
});
export type WorkloadReport = z.infer<typeof WorkloadReport>;

export const RunReference = object({ id: z.uuid(), commit: Commit, sessions: count });
export type RunReference = z.infer<typeof RunReference>;

/** Baseline that head was compared with: `none` if base has no measured workload yet. */
export const BaselineReference = z.discriminatedUnion("kind", [
  object({ kind: z.literal("none") }),
  object({ kind: z.literal("arm"), run: RunReference }),
  object({
    kind: z.literal("history"),
    branch: z.string(),
    runs: list(RunReference),
    need: count,
  }),
]);
export type BaselineReference = z.infer<typeof BaselineReference>;

/** @returns undefined where there is none */
export function worstOf<R extends Readonly<{ verdict: Overall }>>(reports: readonly R[]): R | undefined {
  return reports.toSorted((a, b) => OVERALL.indexOf(a.verdict) - OVERALL.indexOf(b.verdict))[0];
}

/** One rule that differs between the config files of head and base; texts may come from outside. */
export const LimitChange = object({
  /** A metric's label, or the word of the config file: `alpha`, `looks`, `threads`. */
  what: z.string(),
  /** Workload of the rule; absent: all workloads, or the whole check. */
  workload: z.string().optional(),
  metric: Metric.optional(),
  base: z.string(),
  head: z.string(),
  /** True if fewer changes are regressions by head's rule, or if that cannot be excluded. */
  wider: z.boolean(),
});
export type LimitChange = z.infer<typeof LimitChange>;

const LimitsReport = object({
  changes: z.array(LimitChange).min(1).readonly(),
  /** Verdict by head's limits alone: it holds if the wider ones are accepted. */
  verdict: z.enum(OVERALL),
  /** Gates that regressed by base's limits and not by head's; empty if no limit is wider. */
  regressed: list(object({ workload: z.string(), metric: Metric, effect: z.number().nullable() })),
});

/** One metric of one workload over the newest commits of a branch, oldest first: one value a commit, in the metric's unit. */
export const Trend = object({
  workload: z.string(),
  metric: Metric,
  branch: z.string(),
  points: list(object({ commit: z.string(), value: z.number() })),
});
export type Trend = z.infer<typeof Trend>;

/** Guidance for the reader: how the measurement was configured, and where to see more. */
export const Guidance = object({
  /** Path of the config file; null for the default. */
  configPath: z.string().nullable(),
  /** Address of the dashboard. */
  dashboardUrl: z.string().nullable(),
  /** Address of the store's pages (report/pages/links.ts); absent or null if there are none. */
  siteUrl: z.string().nullable().optional(),
  /** Label that accepts a regression on its pull request; null if no workflow listens to labels and commands. */
  acceptLabel: z.string().nullable(),
  /** Line of the config file where each workload begins; absent where the file was not read. */
  lines: z.record(z.string(), z.number().int().positive()).readonly().optional(),
});
export type Guidance = z.infer<typeof Guidance>;

/** The name in `Report.together`'s changes. */
export const ALL_WORKLOADS = "all workloads together";

/** Relative difference of a metric between the server that starts first in a session and the other, and what the tests did about it. */
export const OrderEffect = object({
  metric: Metric,
  /** Relative difference, first against second: 0.008 is 0.8 % more. */
  difference: z.number(),
  /** Source of the effect: earlier runs, this run's sessions, or none, so that it stays in the sessions' spread. */
  removed: z.enum(["by-earlier-runs", "by-this-run", "not"]),
});
export type OrderEffect = z.infer<typeof OrderEffect>;

/** Earlier measurements of the same question, whose sessions are judged together with these. */
const AttemptsReport = object({
  /** Sessions of all attempts: the most that a workload has. */
  sessions: count,
  /** Kinds of machines that they ran on. */
  machines: count,
  /** The oldest first. */
  earlier: z
    .array(
      object({
        commit: z.string(),
        startedAt: z.iso.datetime(),
        verdict: z.enum(OVERALL),
        /** True if the attempt had other limits: its sessions were judged by today's. */
        otherLimits: z.literal(true).optional(),
      }),
    )
    .min(1)
    .readonly(),
});
export type AttemptsReport = z.infer<typeof AttemptsReport>;

export const Report = object({
  schema: z.literal("plumbline.report/1"),
  id: z.uuid(),
  suite: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.iso.datetime(),
  /** Version of Plumbline that compared. */
  version: z.string(),
  mode: z.enum(MEASURE_MODES),
  origin: Origin,
  baseline: BaselineReference,
  head: RunReference,
  /**
   * The worst verdict of the gates, in OVERALL's order; gates that are inconclusive but certainly not worse do not count. `counts` and the
   * changes have the measured verdicts.
   */
  verdict: z.enum(OVERALL),
  /**
   * Regression that a passing run excludes for every gate, as a multiple of its limit, if that is more than the limits: 1.3 is
   * "no regression of more than 2.6 %" where they are 2 %. Absent if the run does not pass, or excludes its limits.
   */
  excluded: z.number().positive().optional(),
  counts: object({
    regressed: count,
    improved: count,
    unchanged: count,
    inconclusive: count,
    /** Absent where there are none. */
    trade: count.optional(),
    /** Inconclusive ones that are not worse by more than the limit; absent if there are none. */
    notWorse: count.optional(),
  }),
  rule: object({
    alpha: z.number(),
    adjustment: z.enum(["holm", "none"]),
    form: z.enum(["paired", "unpaired", "prediction"]),
    /** Stored measurements under the same conditions whose noise the test knew; absent where there were none. */
    earlier: count.optional(),
  }),
  /** Earlier measurements of the same question. Absent: there are none, or none is known. */
  attempts: AttemptsReport.optional(),
  plan: object({
    sessions: count,
    looks: Looks,
    seconds: z.number(),
    warmupSeconds: z.number(),
    sliceMs: SliceLength,
    seed: z.number(),
  }),
  environment: Environment,
  /** Build of base's server, if base is an arm that reports it; head's is the environment's. */
  baseBuild: Build.optional(),
  /** Head's. Absent in documents older than this field. */
  generator: Generator.optional(),
  workloads: list(WorkloadReport),
  /**
   * The mean over all workloads, of metrics that gate it or that gate two workloads; as gates they are judged with those of the workloads.
   * Estimates of the arms are geometric means over workloads.
   */
  together: list(Change).optional(),
  /** Effects of the order on gates of arms that were measured side by side. */
  order: list(OrderEffect).optional(),
  /**
   * The migration that was tried under load; absent: none. If it has faults, the verdict is `regressed`, and no acceptance changes that.
   */
  migration: MigrationReport.optional(),
  /** Capacities of workloads whose capacity was searched. */
  capacities: list(CapacityReport).optional(),
  /** Timelines of workloads with disruptions. */
  timelines: list(TimelineReport).optional(),
  /** Differences of head's limits from base's. Until a wider limit is accepted, the verdict is `inconclusive` at best. */
  limits: LimitsReport.optional(),
  /** Searches by experiment for what made workloads slower. Absent: none was made. */
  causes: list(CauseSearch).optional(),
  /** Differences between the servers of the two arms; absent if they were not observed. */
  reason: Reason.optional(),
  warnings: list(Warning),
  /** Acceptances that hold for head. */
  acceptances: list(Acceptance).optional(),
  /** Latest measurements of the base branch, for each change. */
  history: list(Trend).optional(),
  /** Sums of a branch's changes that this one carries beyond their limits, the clearest first (docs/decisions/061-ledger.md). Absent: none. */
  carried: object({ branch: z.string(), sums: z.array(LedgerSum).min(1).readonly() }).optional(),
  guidance: Guidance.optional(),
});
export type Report = z.infer<typeof Report>;
