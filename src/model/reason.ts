/** Differences between the arms apart from the numbers, and which of them go with a regression: a part of the report. */
import { z } from "zod";
import { Executed, OBJECT_KINDS, PlanNode, RelationSize, SetupFile } from "./observed.ts";
import { ProfileDifference } from "./profile.ts";
import { list, object } from "./shape.ts";

const count = z.number().int().nonnegative();

/** Something that one arm lacks, or has in another form. */
export const Difference = object({
  kind: z.enum(OBJECT_KINDS),
  name: z.string(),
  on: z.string().optional(),
  /** Definitions; null: this arm has none. */
  base: z.string().nullable(),
  head: z.string().nullable(),
  workloads: list(z.string()),
});
export type Difference = z.infer<typeof Difference>;

const size = RelationSize.unwrap().omit({ name: true, statistics: true }).readonly();

export const SizeDifference = object({
  name: z.string(),
  base: size,
  head: size,
  workloads: list(z.string()),
});
export type SizeDifference = z.infer<typeof SizeDifference>;

/** A statement that the arms run by different plans. */
export const PlanDifference = object({
  workload: z.string(),
  statement: z.string(),
  sql: z.string(),
  base: z.array(PlanNode).min(1).readonly(),
  head: z.array(PlanNode).min(1).readonly(),
  /** Drawn values: `differ` of `of` lead to head's plan, and to another one at base; absent if the generic plans differ. */
  values: object({ differ: count, of: count }).optional(),
  /** A table of it that is as large on both arms and has other statistics: ANALYZE may have drawn another sample. */
  resampled: z.string().optional(),
});
export type PlanDifference = z.infer<typeof PlanDifference>;

/** A statement that does more, or less, in an execution with the same values. */
export const ExecutionDifference = object({
  workload: z.string(),
  statement: z.string(),
  sql: z.string(),
  base: Executed,
  head: Executed,
});
export type ExecutionDifference = z.infer<typeof ExecutionDifference>;

/**
 * `version`, `build`, `collation`: another server. `statement`: its own text changed. `index-gone`, `index-changed`: a statement that became
 * slower has another plan, without an index that base's used and head's database has not, or has with another definition. `plan`: it has another plan. `calls`: it is sent more often in an event. `execution`: it returns more rows or reads more buffers, and
 * nothing is seen that makes it. `cpu`: a function of the server takes more CPU time of an event (`base`, `head`: microseconds), and
 * nothing is seen that makes it. `waits`: connections wait for something for more of their time. The others differ where the statement goes, or on the server.
 * The last, `size`, is a consequence: it stands with another cause only.
 */
export const CAUSE_KINDS = [
  "version",
  "build",
  "collation",
  "statement",
  "index-gone",
  "index-changed",
  "plan",
  "calls",
  "execution",
  "cpu",
  "waits",
  "view",
  "table",
  "trigger",
  "rule",
  "row-security",
  "default",
  "domain",
  "constraint",
  "index-new",
  "column",
  "sequence",
  "operator-class",
  "no-statistics",
  "function",
  "statistics",
  "setting",
  "extension",
  "rows",
  "size",
] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** Cause that goes with a regression of a workload (docs/decisions: what is proof, and what is not). */
export const Cause = object({
  workload: z.string(),
  kind: z.enum(CAUSE_KINDS),
  /** True where all links were seen; else it goes together with the regression, and nothing more is known. */
  shown: z.boolean(),
  /** The slower statement; absent of what concerns the whole server. */
  statement: z.string().optional(),
  sql: z.string().optional(),
  /** Statement's share, from 0 to 1, of the time by which an event became longer; absent if it is not known. */
  share: z.number().min(0).max(1).optional(),
  /** Name of what differs: an index, a setting, a trigger, a table. */
  name: z.string().optional(),
  on: z.string().optional(),
  /** Each arm's version of it: a setting's value, a step of the plan, calls in an event, a table's size. */
  base: z.string().optional(),
  head: z.string().optional(),
  /** Definitions of an index that both arms have, if base and head are the steps of the plans. */
  definitions: object({ base: z.string(), head: z.string() }).optional(),
  /** Work of the statement in an execution, if that differs: rows returned or changed, buffers read. */
  rows: object({ base: z.number(), head: z.number() }).optional(),
  buffers: object({ base: z.number(), head: z.number() }).optional(),
  /** A table whose statistics alone differ: ANALYZE may have drawn another sample, and the plan be another one by chance. */
  resampled: z.string().optional(),
  /** Drawn values: `differ` of `of` lead to that plan and did not before; absent if the generic plan is another one. */
  values: object({ differ: count, of: count }).optional(),
  /** Share from 0 to 1: a trigger's of the statement's time, or a server function's of the CPU time that grew. */
  part: z.number().min(0).max(1).optional(),
  /** Steps by which the statement reaches what differs: "view latest", "table event", "index event_person". */
  path: list(z.string()).optional(),
  /** File of the set-up, new or changed in head, that mentions it. */
  file: z.string().optional(),
  /** Line of the file that first names what differs, from 1. */
  line: z.number().int().positive().optional(),
});
export type Cause = z.infer<typeof Cause>;

export const Reason = object({
  differences: list(Difference),
  sizes: list(SizeDifference),
  plans: list(PlanDifference),
  executions: list(ExecutionDifference).optional(),
  profiles: list(ProfileDifference).optional(),
  files: list(SetupFile),
  /** Differences of all kinds that are not listed, for there are too many. */
  more: count,
  /** Causes for workloads that regressed, no others; those that explain most first. */
  causes: list(Cause),
});
export type Reason = z.infer<typeof Reason>;

/** Diagnoses of a workload that regressed: what its statements wait for, or also which functions take the CPU time. */
export type DiagnosisKind = "waits" | "cpu";
