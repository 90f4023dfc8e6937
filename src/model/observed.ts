/**
 * Facts about a server apart from the load: what there is in its databases, how large it is, and how it would run
 * each statement. Read on separate servers, on which nothing is measured; a part of each arm's run document.
 */
import { z } from "zod";
import { Profile } from "./profile.ts";
import { list, object } from "./shape.ts";

const count = z.number().int().nonnegative();

export const OBJECT_KINDS = [
  "setting",
  "extension",
  "table",
  "column",
  "index",
  "constraint",
  "trigger",
  "row-security",
  "policy",
  "function",
  "view",
  "statistics",
  /** A column's default, or the expression that generates it. */
  "default",
  "domain",
  "sequence",
  /** With the version of the library that sorts by it; the database's own is named "default". */
  "collation",
  "operator-class",
  /** A rule that rewrites statements on a table. */
  "rule",
  /** A table with rows that was never analyzed. */
  "no-statistics",
] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** Anything in a database that has a name and a definition. */
export const DatabaseObject = object({
  kind: z.enum(OBJECT_KINDS),
  /** Name as a statement would spell it: with its schema if the search path does not lead there. A column's is "table.column". */
  name: z.string(),
  /** The table that it belongs to. */
  on: z.string().optional(),
  /** Definition as the server prints it, or a setting's value; cut short, and then with a hash of the whole. */
  definition: z.string(),
  /** Names of the objects that its definition depends on; of a function those that its body mentions; of a table its parents. */
  uses: list(z.string()).optional(),
  /** Place that a setting comes from, as the server says it: "database", "user", "configuration file", or "tablespace". */
  source: z.string().optional(),
});
export type DatabaseObject = z.infer<typeof DatabaseObject>;

export const RelationSize = object({
  name: z.string(),
  /** Number of rows by the server's statistics; null: the table was never analyzed. */
  rows: z.number().nonnegative().nullable(),
  /** Size without the indexes of a table; an index is a relation of its own. */
  bytes: count,
  /** Hash of what ANALYZE found; absent if it never ran, and for indexes. */
  statistics: z.string().optional(),
});
export type RelationSize = z.infer<typeof RelationSize>;

/** A step of a plan, in the order in which EXPLAIN prints them. */
export const PlanNode = object({
  /** Depth in the tree; the root has 0. */
  depth: count,
  /** "Index Scan", "Nested Loop". */
  type: z.string(),
  relation: z.string().optional(),
  index: z.string().optional(),
  /** Columns of an index that restrict what is read of it. Empty if all of it is read. */
  by: list(z.string()).optional(),
  /** Join type, strategy, direction: what else makes it another plan. */
  manner: z.string().optional(),
  /** Rows that the planner expects. */
  rows: z.number().nonnegative(),
  /**
   * Present where the statement was executed. `rows` are of one loop; `buffers`, and the milliseconds `ms` (absent in older documents), of all
   * loops, with those of the steps below. Processes that work side by side count as one.
   */
  actual: object({
    rows: z.number().nonnegative(),
    loops: z.number().nonnegative(),
    buffers: count,
    ms: z.number().nonnegative().optional(),
  }).optional(),
});
export type PlanNode = z.infer<typeof PlanNode>;

/** A plan that some of the values led to. */
export const DrawnPlan = object({
  /** Drawn values that led to this plan, as indexes into all that were drawn. */
  draws: z.array(count).min(1).readonly(),
  /** The planner's cost for the first of these values. */
  cost: z.number().nonnegative(),
  nodes: z.array(PlanNode).min(1).readonly(),
});
export type DrawnPlan = z.infer<typeof DrawnPlan>;

/** Work of a statement when it was executed: means over the values that it was executed with. */
export const Executed = object({
  executions: count,
  /** Rows returned, or for a write rows changed. */
  rows: z.number().nonnegative(),
  /** Pages of tables and indexes that it looked at, in memory or not. */
  buffers: z.number().nonnegative(),
  /** Pages of temporary files that it read or wrote. */
  temporary: z.number().nonnegative(),
  /** Each trigger with its share of the execution's time, from 0 to 1. */
  triggers: list(
    object({
      name: z.string(),
      /** The constraint that the server made it for: it is named by a number then. */
      constraint: z.string().optional(),
      on: z.string(),
      share: z.number().min(0).max(1),
    }),
  ),
});
export type Executed = z.infer<typeof Executed>;

/** Plans of a statement: the generic one, whatever its parameters are, and those for some values that the workload draws. */
export const StatementPlan = object({
  /** Kind of statement, as the load generator names it. */
  statement: z.string(),
  /** Cut short. */
  sql: z.string(),
  /** The planner's. */
  cost: z.number().nonnegative(),
  nodes: z.array(PlanNode).min(1).readonly(),
  /** Names in the whole text, "latest", "archive.orders", "price()", "::email": views and functions, which no plan shows. */
  names: list(z.string()).optional(),
  /** `values`: a hash of those that were drawn; two arms are compared where they are equal. */
  drawn: object({ values: z.string(), plans: list(DrawnPlan) }).optional(),
  executed: Executed.optional(),
});
export type StatementPlan = z.infer<typeof StatementPlan>;

/** A statement without a plan: no server plans CALL, and some parameters have no type that a server finds out. */
const OtherStatement = StatementPlan.unwrap().pick({ statement: true, sql: true, names: true }).readonly();
export type OtherStatement = z.infer<typeof OtherStatement>;

export const ObservedDatabase = object({
  /** The plan's name for it: equal on both arms. */
  database: z.string(),
  /** Names of the workloads that run there. */
  workloads: list(z.string()),
  objects: list(DatabaseObject),
  sizes: list(RelationSize),
  /** Edition of what definitions hold: where two differ, only what both print alike is compared. Absent: the first. */
  edition: count.optional(),
  /** Kinds that the server did not show, or not in time: nothing is known of them. Absent: it showed all. */
  unread: list(z.enum(OBJECT_KINDS)).optional(),
});
export type ObservedDatabase = z.infer<typeof ObservedDatabase>;

/** Waits of connections while a workload ran, in a session in which nothing is measured. */
export const WorkloadWaits = object({
  workload: z.string(),
  /** Second by second: at how many looks a connection had a statement that ran. */
  active: list(count),
  waits: list(
    object({
      /** Type of the wait, and its event, as pg_stat_activity names them: "Lock", "transactionid". */
      type: z.string(),
      event: z.string(),
      /** Number of these looks at which it waited for that; second by second. */
      seen: list(count),
      /** The statement that waited most, without its values, cut short. */
      statement: z.string(),
      /** Last statement of the connection that kept that statement waiting; only for a lock. */
      holder: z.string().optional(),
    }),
  ),
});
export type WorkloadWaits = z.infer<typeof WorkloadWaits>;

export const Observed = object({
  databases: list(ObservedDatabase),
  plans: list(
    object({ workload: z.string(), plans: list(StatementPlan), others: list(OtherStatement).optional() }),
  ),
  /** Profiles of workloads that regressed, if perf may be used. */
  profiles: list(Profile).optional(),
  /** Waits of workloads that regressed, side by side only; absent if they were not observed. */
  waits: list(WorkloadWaits).optional(),
});
export type Observed = z.infer<typeof Observed>;

/** A file of the set-up that base lacks, or has with another text. */
export const SetupFile = object({
  file: z.string(),
  change: z.enum(["new", "changed", "gone"]),
  /** Names that the file mentions, of those that differ between the arms. */
  about: list(z.string()),
  /** Line of head's text that first mentions each of them, from 1. Absent of a file that is gone. */
  lines: list(z.number().int().positive()).optional(),
});
export type SetupFile = z.infer<typeof SetupFile>;
