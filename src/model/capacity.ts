/** Capacity, the largest load under which a server keeps its limits: how it is searched for, and what a session found. */
import { z } from "zod";
import type { MetricId } from "./metric.ts";
import { list, object } from "./shape.ts";

/** Plan of the search for a workload's capacity. */
export type CapacityPlan = Readonly<{
  /** The option of the load generator that is made larger and smaller: rate, threads ... */
  of: string;
  /** Latencies that must hold, in nanoseconds, by metric. */
  limits: Readonly<Partial<Record<MetricId, number>>>;
  /** Smallest share of the New-Order transactions that TPC-C asks of so many warehouses; null: no share is asked for. */
  efficiency: number | null;
  /** Share of events that may fail. */
  failed: number;
  /** Measured seconds of a trial. */
  seconds: number;
  /** The search ends when half the width of its interval is this share of the capacity. */
  precision: number;
  /** Most trials of one arm in one session. */
  trials: number;
  /** Seconds that all arms' trials of one session may take together; null: only precision and trials end the search. */
  budgetSeconds: number | null;
  /** The load to try first; null: the option's value, or a small load where it has none. */
  start: number | null;
  /** The largest load that may be tried. */
  most: number;
  /** The capacity that the newest stored run found; null: none is known. */
  last: number | null;
}>;

const TRIAL_OUTCOMES = ["holds", "fails", "invalid"] as const;

export const CapacityTrial = object({
  size: z.number().positive(),
  outcome: z.enum(TRIAL_OUTCOMES),
  /** Reason why the load did not hold, or why the trial is invalid: a limit, failed events, a warning of the load generator. */
  because: z.string().optional(),
});
export type CapacityTrial = z.infer<typeof CapacityTrial>;

/** Result of the search of one session on one arm. */
export const Capacity = object({
  of: z.string(),
  /** The largest load that held, in the option's unit; null: none did. */
  size: z.number().positive().nullable(),
  /** Ends of the 95 % interval of this search alone; null: there is no bound on that side. */
  low: z.number().nonnegative().nullable(),
  high: z.number().nonnegative().nullable(),
  trials: list(CapacityTrial),
  /** Reason why the search ended before its interval was narrow enough; absent if it was narrow enough. */
  endedBecause: z.string().optional(),
});
export type Capacity = z.infer<typeof Capacity>;

const ARM = {
  /** Geometric mean over the sessions that found one; null: none did. */
  size: z.number().positive().nullable(),
  /** Ends of the 95 % interval: Student's t over the logarithms of the sessions; for a single session that of its search. Null: no bound. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  sessions: z.number().int().positive(),
  /** Sessions that found a capacity. */
  found: z.number().int().nonnegative(),
  /** The smallest load that failed, and why it did. */
  failed: object({ size: z.number(), because: z.string() }).nullable(),
  /** Reason of the last search that ended before its interval was narrow enough; null if all were narrow enough. */
  endedBecause: z.string().nullable(),
};

/** Joint result of the sessions of one arm. */
export const CapacityArm = object(ARM);
export type CapacityArm = z.infer<typeof CapacityArm>;

/** Joint result with the option that was searched: rate, threads ... */
export const CapacityFound = object({ of: z.string(), ...ARM });
export type CapacityFound = z.infer<typeof CapacityFound>;

export const CapacityReport = object({
  workload: z.string(),
  of: z.string(),
  /** Null where base was not searched side by side. */
  base: CapacityArm.nullable(),
  head: CapacityArm,
});
export type CapacityReport = z.infer<typeof CapacityReport>;

/** Returns what of the plan belongs to the fingerprint. Start, trials and the last result do not: they change how long a search takes. */
export function capacityOptions(plan: CapacityPlan | undefined): Readonly<Record<string, string>> {
  if (plan === undefined) return {};
  const limits = Object.entries(plan.limits).map(([metric, ns]) => `${metric}<=${ns}ns`);
  if (plan.efficiency !== null) limits.push(`efficiency>=${plan.efficiency}`);
  return { capacity: [plan.of, ...limits, `failed<=${plan.failed}`, `${plan.seconds}s`].join(" ") };
}
