/** The largest load of a server that keeps its limits: how it is searched, and what a session found. */
import { z } from "zod";
import type { MetricId } from "./metric.ts";

/** How a workload's capacity is searched. */
export type CapacityPlan = Readonly<{
  /** The option of the load generator that is made larger and smaller: rate, threads ... */
  of: string;
  /** Latencies that must hold, in nanoseconds, by metric. */
  limits: Readonly<Partial<Record<MetricId, number>>>;
  /** Least share of the New-Order transactions that so many warehouses ask for; null: none is asked. */
  efficiency: number | null;
  /** Share of events that may fail. */
  failed: number;
  /** Measured seconds of a trial. */
  seconds: number;
  /** Half of the interval that ends the search, as a share of the capacity. */
  precision: number;
  /** At most, in a session and on an arm. */
  trials: number;
  /** Seconds that the trials of a session may take, of all its arms together; null: no end but the other ones. */
  budgetSeconds: number | null;
  /** Tried first; null: the option's value, or little. */
  start: number | null;
  most: number;
  /** What was found last, by a stored run; null: nothing is known. */
  last: number | null;
}>;

export const TRIAL_OUTCOMES = ["holds", "fails", "invalid"] as const;

export const CapacityTrial = z
  .strictObject({
    size: z.number().positive(),
    outcome: z.enum(TRIAL_OUTCOMES),
    /** Why it does not hold, or says nothing: a limit, failed events, a doubt of the load generator. Absent: it holds. */
    because: z.string().optional(),
  })
  .readonly();
export type CapacityTrial = z.infer<typeof CapacityTrial>;

/** What the search of one session found on one arm. */
export const Capacity = z
  .strictObject({
    of: z.string(),
    /** In the option's unit; null: nothing held. */
    size: z.number().positive().nullable(),
    /** 95 % interval of the search itself; null: it is open there. */
    low: z.number().nonnegative().nullable(),
    high: z.number().nonnegative().nullable(),
    trials: z.array(CapacityTrial).readonly(),
    /** Why it ended before the interval was narrow; absent: it did not. */
    endedBecause: z.string().optional(),
  })
  .readonly();
export type Capacity = z.infer<typeof Capacity>;

/** What the sessions of one arm found together. */
export const CapacityArm = z
  .strictObject({
    /** Geometric mean over the sessions that found one; null: none did. */
    size: z.number().positive().nullable(),
    /** 95 %: Student's t over the sessions' logarithms, of a single session the search's own. Null: open there, or nothing known. */
    low: z.number().nullable(),
    high: z.number().nullable(),
    sessions: z.number().int().positive(),
    /** Of them, those that found one. */
    found: z.number().int().nonnegative(),
    /** Of the smallest load that failed: how large it was, and why. */
    failed: z.strictObject({ size: z.number(), because: z.string() }).readonly().nullable(),
    /** Why a search ended before its interval was narrow, of the last one that did; null: none. */
    endedBecause: z.string().nullable(),
  })
  .readonly();
export type CapacityArm = z.infer<typeof CapacityArm>;

export const CapacityReport = z
  .strictObject({
    workload: z.string(),
    of: z.string(),
    /** Null where base was not searched side by side. */
    base: CapacityArm.nullable(),
    head: CapacityArm,
  })
  .readonly();
export type CapacityReport = z.infer<typeof CapacityReport>;

/** As a part of what decides whether runs can be compared; start, trials and what was known before do not. */
export function capacityOptions(plan: CapacityPlan | undefined): Readonly<Record<string, string>> {
  if (plan === undefined) return {};
  const limits = Object.entries(plan.limits).map(([metric, ns]) => `${metric}<=${ns}ns`);
  if (plan.efficiency !== null) limits.push(`efficiency>=${plan.efficiency}`);
  return { capacity: [plan.of, ...limits, `failed<=${plan.failed}`, `${plan.seconds}s`].join(" ") };
}
