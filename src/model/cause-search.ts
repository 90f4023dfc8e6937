/** The search for the cause of a regression by experiment: copies of base with parts of head's change, measured next to base. */
import { z } from "zod";
import { Metric } from "./metric-schema.ts";
import { Cause } from "./reason.ts";
import { list, object } from "./shape.ts";

const count = z.number().int().nonnegative();

/** Relative change of a metric against base, with its interval, as the copies of one experiment show it. */
export const MeasuredEffect = object({ estimate: z.number(), low: z.number(), high: z.number() });
export type MeasuredEffect = z.infer<typeof MeasuredEffect>;

/** Parts of a change that can be done by themselves: statements of the set-up, a workload's own script, the server. */
export const UNIT_KINDS = ["schema", "script", "server"] as const;

/** A part of head's change, as a reader finds it. */
export const ChangedPart = object({
  kind: z.enum(UNIT_KINDS),
  /** File in the tree of head, or the command that sent the statement; absent for the server. */
  file: z.string().optional(),
  /** Line of the statement, from 1; absent if it is not found in a file. */
  line: z.int().positive().optional(),
  /** The statement, shortened; of the server, what differs. */
  text: z.string(),
  /** Statements that belong together: what takes an object away, and what makes it again. */
  statements: count,
});
export type ChangedPart = z.infer<typeof ChangedPart>;

/** Work of an event, or a portion, in the metric's unit. */
export const WorkDifference = object({ metric: Metric, base: z.number(), head: z.number() });
export type WorkDifference = z.infer<typeof WorkDifference>;

export const ProvedCause = object({
  part: ChangedPart,
  /** Effect of base with this part alone; null if it cannot be done alone. */
  alone: MeasuredEffect.nullable(),
  /** Effect of head without it; null if head cannot do without. Both null: nothing else differs. */
  without: MeasuredEffect.nullable(),
  /** Plans and objects that differ between two servers of which one has it. */
  mechanism: list(Cause),
  /** Work of an event that differs between them. */
  work: list(WorkDifference),
});
export type ProvedCause = z.infer<typeof ProvedCause>;

/**
 * `found`: head without the causes is within the limit. `part`: causes are proved, and what they leave is beyond the limit.
 * `not-found`: none is proved. `not-possible`: there was nothing to try it on.
 */
export const SEARCH_OUTCOMES = ["found", "part", "not-found", "not-possible"] as const;

/** One search, for one workload that regressed. */
export const CauseSearch = object({
  workload: z.string(),
  metric: Metric,
  outcome: z.enum(SEARCH_OUTCOMES),
  /** Reason why nothing, or not all, was found; absent if all was. */
  why: z.string().optional(),
  /** Effect of the whole change on the copies; null if it was not measured. */
  whole: MeasuredEffect.nullable(),
  causes: list(ProvedCause),
  /** Effect of head without all the causes; null if it was not measured. */
  rest: MeasuredEffect.nullable(),
  /** Parts of the change, and comparisons that were made. */
  parts: count,
  comparisons: count,
  seconds: z.number().nonnegative(),
});
export type CauseSearch = z.infer<typeof CauseSearch>;
