/** sweep.json: what a sweep measured at each of its points, how throughput scales, and how the targets compare. */
import { z } from "zod";
import { Build } from "./build.ts";
import { CapacityFound } from "./capacity.ts";
import { Commit, Warning } from "./document.ts";
import { Metric } from "./metric-schema.ts";
import { Change, Interval } from "./report.ts";
import { Environment, OptionValue } from "./run.ts";
import { list, object } from "./shape.ts";

const count = z.number().int().nonnegative();

/** A number with its two-sided interval; `high` null: it has no end. */
export const Estimate = object({ value: z.number(), low: z.number(), high: z.number().nullable() });

export type Estimate = z.infer<typeof Estimate>;

/** One metric of one point: geometric mean over its sessions, with Student's interval of their logs; null for fewer than two. */
export const PointMetric = object({
  metric: Metric,
  value: z.number(),
  interval: Interval.nullable(),
  /** Values of the sessions, in the order in which they were measured. */
  values: list(z.number()),
});
export type PointMetric = z.infer<typeof PointMetric>;

export const PointResult = object({
  suite: z.string(),
  /** Name of the target; "" where there is one, which has none. */
  target: z.string(),
  workload: z.string(),
  /** Values by option. */
  values: z.record(z.string(), OptionValue).readonly(),
  /** Name of the point in the store's runs. */
  name: z.string(),
  sessions: count,
  metrics: list(PointMetric),
  /** Capacity, if the workload searches it. */
  capacity: CapacityFound.optional(),
  /** Source of the pace, if it is not the server: a rate that was asked for, or pauses that the workload makes. Absent: the server. */
  pace: z.enum(["rate", "pauses"]).optional(),
  /** Planned events per second of a load at a rate, mean over the sessions. */
  offeredPerSecond: z.number().nonnegative().optional(),
  /** Share of the connections' time in which the server had a request of theirs; null where events failed or `pace` is not the server's. */
  busy: z.number().nullable(),
  /** The load generator could not drive it harder: what it shows is the client. */
  clientBound: z.boolean(),
  /** Reason why it has fewer sessions than the others; absent if it does not. */
  missing: z.string().optional(),
});
export type PointResult = z.infer<typeof PointResult>;

/** Load at which throughput is highest. */
export const Peak = z.discriminatedUnion("kind", [
  /** Two loads past it were measured, and its interval ends within twice the largest load. */
  object({ kind: z.literal("within"), at: Estimate, throughput: Estimate }),
  /** Shown to lie beyond the largest load that was measured; `p` of the opposite. */
  object({ kind: z.literal("beyond"), low: z.number(), p: z.number() }),
  /** The loads do not show where it lies. */
  object({ kind: z.literal("unknown"), low: z.number(), high: z.number().nullable() }),
]);

export type Peak = z.infer<typeof Peak>;

/** The universal scalability law over the loads, as stats/usl.ts fits it. */
export const Scaling = z.discriminatedUnion("kind", [
  object({
    kind: z.literal("fit"),
    /** Throughput of a load of 1. */
    rate: Estimate,
    contention: Estimate,
    coherence: Estimate,
    /** True if coherence is shown to be above 0; if not, Amdahl's form says as much. */
    hasCoherence: z.boolean(),
    peak: Peak,
    /** The form without coherence: contention, and the throughput that no load exceeds; null where the curve shows none. */
    amdahl: object({ contention: Estimate, ceiling: Estimate.nullable() }),
    /** Least load with 95 % of the highest throughput of the curve, up to the largest load. */
    knee: Estimate,
    /** Standard deviation of a session's log throughput, pooled over the loads. */
    spread: z.number(),
    /** p of "the law describes these means", and whether the intervals are of the means' distances from the curve, which are more than their noise. */
    misfit: object({ p: z.number(), wider: z.boolean() }).nullable(),
    /** a, b and c of the curve, none below 0. */
    curve: z.tuple([z.number(), z.number(), z.number()]).readonly(),
  }),
  object({
    kind: z.literal("none"),
    why: z.enum(["few-loads", "few-sessions", "not-identifiable", "rate"]),
  }),
]);
export type Scaling = z.infer<typeof Scaling>;

/**
 * QPS over `threads` of one workload on one target, at fixed values of all other options; or over the nodes of all targets ("" as the
 * target), at fixed values of all options.
 */
export const ScalingCurve = object({
  suite: z.string(),
  over: z.enum(["threads", "nodes"]),
  target: z.string(),
  workload: z.string(),
  values: z.record(z.string(), OptionValue).readonly(),
  scaling: Scaling,
  /** Loads that were left out, for they show the client. */
  leftOut: list(z.number()),
});
export type ScalingCurve = z.infer<typeof ScalingCurve>;

const Ratio = object({ value: z.number(), interval: Interval.nullable() });

/** Growth of throughput at a point from the reference's nodes to a target's; intervals of 95 % over sessions, null for a single one. */
export const Efficiency = object({
  suite: z.string(),
  /** Name of the point. */
  name: z.string(),
  reference: z.string(),
  referenceNodes: count,
  target: z.string(),
  nodes: count,
  /** Ratio of the throughputs. */
  factor: Ratio,
  /** Ratio of the throughputs over the ratio of the nodes: 1 is linear. */
  efficiency: Ratio,
  /** One of both shows the load generator. */
  clientBound: z.boolean(),
});
export type Efficiency = z.infer<typeof Efficiency>;

/** A target held against the first one, which is the reference. */
export const TargetComparison = object({
  suite: z.string(),
  reference: z.string(),
  target: z.string(),
  /** Chance of any false regression in it; the comparisons of a sweep share the whole. */
  alpha: z.number(),
  /** Each point's changes, by the rule of a check; all of them are one family. */
  points: list(
    object({
      name: z.string(),
      changes: list(Change),
      /** (target - reference) / target, as some documents compute their improvement; null where nothing was measured. */
      documentImprovement: z.number().nullable(),
    }),
  ),
  /** The mean over all points. */
  together: list(Change),
  /** Summary of the document's improvements: mean and standard deviation over the points, and how many are negative. */
  document: object({
    average: z.number(),
    sd: z.number().nullable(),
    negative: count,
    points: count,
  }).nullable(),
});
export type TargetComparison = z.infer<typeof TargetComparison>;

/** A warning about what a suite measured. */
export const SweepWarning = object({
  ...Warning.unwrap().shape,
  suite: z.string(),
  /** The two targets that are compared, or were measured together; absent: all targets. */
  pair: object({ reference: z.string(), target: z.string() }).optional(),
});
export type SweepWarning = z.infer<typeof SweepWarning>;

export const Sweep = object({
  schema: z.literal("plumbline.sweep/1"),
  id: z.uuid(),
  /** Name of the suite; of several suites, all their names. */
  suite: z.string(),
  /** Measurement of each suite; `seconds` and `database` are null if it has no session. */
  suites: list(
    object({
      suite: z.string(),
      sessions: count,
      seconds: z.number().nullable(),
      database: z.string().nullable(),
    }),
  ),
  commit: Commit,
  /** ISO 8601, UTC. */
  createdAt: z.iso.datetime(),
  version: z.string(),
  /** Environment of the first suite that was measured, as are the plan's seconds. */
  environment: Environment,
  plan: object({
    sessions: count,
    seconds: z.number(),
    warmupSeconds: z.number(),
    seed: z.number(),
  }),
  /** Sessions of points that were measured, of those that were planned. */
  steps: object({ done: count, planned: count }),
  axes: list(object({ option: z.string(), values: list(OptionValue) })),
  /** Servers that the targets of each suite ran; "" names the one target that has no name. Absent in documents older than this field. */
  servers: list(
    object({
      suite: z.string(),
      target: z.string(),
      /** "PostgreSQL 15.20". */
      database: z.string(),
      build: Build.optional(),
    }),
  ).optional(),
  /** The reference first; empty where there is one target. */
  targets: list(z.string()),
  points: list(PointResult),
  scaling: list(ScalingCurve),
  /** Empty where the targets do not say their nodes. */
  efficiencies: list(Efficiency),
  comparisons: list(TargetComparison),
  warnings: list(SweepWarning),
});
export type Sweep = z.infer<typeof Sweep>;
