/** Rules of judgement: the gates, their limits and the error rate. A run document holds those that it was measured for. */
import { z } from "zod";
import { Metric } from "./metric-schema.ts";
import { list, object } from "./shape.ts";

export const GateRule = object({
  metric: Metric,
  /** Smallest relative change that matters: 0.02 is 2 %. */
  margin: z.number(),
  /** Smallest absolute change that matters, in the metric's unit. */
  floor: z.number().nullable(),
  /** "fail": a trade fails the gate (docs/decisions/026-trades.md). Absent: a trade passes. */
  trade: z.literal("fail").optional(),
  /** The only workload of the gate, by its name in the config file; such a gate overrides a gate for all workloads. */
  workload: z.string().optional(),
});
export type GateRule = z.infer<typeof GateRule>;

export const DECISIONS = ["significant-and-relevant", "margin-proven"] as const;

export const Rules = object({
  /** Chance of any false "regressed" in one run. */
  alpha: z.number(),
  gates: list(GateRule),
  /** Gates of all workloads together: the smallest relative change of their mean that matters. */
  suite: list(object({ metric: Metric, margin: z.number() })).optional(),
  /** Rise of the failed share of events that is a regression whatever the speed: 0.001 is one event in a thousand. */
  errorLimit: z.number(),
  /** Condition for calling a change: it is significant and larger than the margin, or it is shown to be larger than the margin. */
  decide: z.enum(DECISIONS),
  /** "compared": builds of the servers may differ, because they are compared. Absent: different builds forbid a verdict. */
  builds: z.literal("compared").optional(),
  /** Data that a verdict needs; a field that is absent has its default. */
  needs: object({
    sessions: z.number().optional(),
    baselineRuns: z.number().optional(),
    /** Requests beyond a percentile in each session. */
    tailRequests: z.number().optional(),
  }).optional(),
  /** The judged load, as the config file has it. It shows whether a change removed a workload or lowered its load. Absent: not known. */
  measured: object({
    /** Number of equal looks, or the name of a plan of looks. */
    looks: z.union([z.number(), z.string()]),
    /** Name of the database that the config file has for base; absent where base is deployed as head is. */
    base: z.string().optional(),
    workloads: list(object({ name: z.string(), load: z.record(z.string(), z.string()).readonly() })),
  }).optional(),
});
export type Rules = z.infer<typeof Rules>;

/**
 * The smallest relative change that matters: the margin, or the floor as a share of base where that is more.
 * @param base in the metric's unit; null where nothing was measured
 */
export function relevantChange(
  { margin, floor }: Pick<GateRule, "margin" | "floor">,
  base: number | null,
): number {
  return floor === null || base === null || base <= 0 ? margin : Math.max(margin, floor / base);
}
