/**
 * What a server says beside the load: what there is in its databases, how large it is, and how it would run each statement. Read on servers
 * of its own, that nothing is measured on; a part of each arm's run document.
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
  /** A table with rows that nobody has analyzed. */
  "no-statistics",
] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** Anything in a database that has a name and a definition. */
export const DatabaseObject = object({
  kind: z.enum(OBJECT_KINDS),
  /** As a statement would spell it: with its schema where the search path does not lead there. Of a column "table.column". */
  name: z.string(),
  /** The table that it belongs to. */
  on: z.string().optional(),
  /** As the server prints it, or a setting's value; cut short, and then with a hash of the whole. */
  definition: z.string(),
});
export type DatabaseObject = z.infer<typeof DatabaseObject>;

export const RelationSize = object({
  name: z.string(),
  /** Number of rows by the server's statistics; null: the table was never analyzed. */
  rows: z.number().nonnegative().nullable(),
  /** Size without the indexes of a table; an index is a relation of its own. */
  bytes: count,
  /** A hash of what ANALYZE has found; absent where nobody has analyzed, and of indexes. */
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
  /** For an index: the columns that restrict what is read of it. Empty where all of it is read. */
  by: list(z.string()).optional(),
  /** Join type, strategy, direction: what else makes it another plan. */
  manner: z.string().optional(),
  /** Rows that the planner expects. */
  rows: z.number().nonnegative(),
  /** Present where the statement was executed. `rows` are of one loop; `buffers` of all loops, with those of the steps below. */
  actual: object({
    rows: z.number().nonnegative(),
    loops: z.number().nonnegative(),
    buffers: count,
  }).optional(),
});
export type PlanNode = z.infer<typeof PlanNode>;

/** A plan that some of the values led to. */
export const DrawnPlan = object({
  /** Which of the drawn values led to this plan, as indexes into all that were drawn. */
  draws: z.array(count).min(1).readonly(),
  /** The planner's cost for the first of these values. */
  cost: z.number().nonnegative(),
  nodes: z.array(PlanNode).min(1).readonly(),
});
export type DrawnPlan = z.infer<typeof DrawnPlan>;

/** What a statement did when it was executed: means over the values that it was executed with. */
export const Executed = object({
  executions: count,
  /** Rows returned, or for a write rows changed. */
  rows: z.number().nonnegative(),
  /** Pages of tables and indexes that it looked at, in memory or not. */
  buffers: z.number().nonnegative(),
  /** Pages of temporary files that it read or wrote. */
  temporary: z.number().nonnegative(),
  /** Each trigger with its share of the execution's time, from 0 to 1. */
  triggers: list(object({ name: z.string(), on: z.string(), share: z.number().min(0).max(1) })),
});
export type Executed = z.infer<typeof Executed>;

/** How the server would run a statement whatever its parameters are, its generic plan; and with some that the workload draws. */
export const StatementPlan = object({
  /** As the load generator calls the kind of statement. */
  statement: z.string(),
  /** Cut short. */
  sql: z.string(),
  /** The planner's. */
  cost: z.number().nonnegative(),
  nodes: z.array(PlanNode).min(1).readonly(),
  /** `values`: a hash of those that were drawn; two arms are compared where they are equal. */
  drawn: object({ values: z.string(), plans: list(DrawnPlan) }).optional(),
  executed: Executed.optional(),
});
export type StatementPlan = z.infer<typeof StatementPlan>;

export const ObservedDatabase = object({
  /** The plan's name for it: equal on both arms. */
  database: z.string(),
  /** Names of the workloads that run there. */
  workloads: list(z.string()),
  objects: list(DatabaseObject),
  sizes: list(RelationSize),
});
export type ObservedDatabase = z.infer<typeof ObservedDatabase>;

/** What connections waited for while a workload ran, in a session that nothing is measured in. */
export const WorkloadWaits = object({
  workload: z.string(),
  /** Second by second: at how many looks a connection had a statement that ran. */
  active: list(count),
  waits: list(
    object({
      /** As pg_stat_activity calls them: "Lock", "transactionid". */
      type: z.string(),
      event: z.string(),
      /** Of these looks, those at which it waited for that; second by second. */
      seen: list(count),
      /** The statement that waited most, without its values, cut short. */
      statement: z.string(),
      /** Of a lock, what the one last ran who kept that statement waiting. */
      holder: z.string().optional(),
    }),
  ),
});
export type WorkloadWaits = z.infer<typeof WorkloadWaits>;

export const Observed = object({
  databases: list(ObservedDatabase),
  plans: list(object({ workload: z.string(), plans: list(StatementPlan) })),
  /** Of workloads that regressed, where perf may be used. */
  profiles: list(Profile).optional(),
  /** Side by side of workloads that regressed alone; absent: nobody looked. */
  waits: list(WorkloadWaits).optional(),
});
export type Observed = z.infer<typeof Observed>;

/** A file of the set-up that base has not, or has with another text. */
export const SetupFile = object({
  file: z.string(),
  change: z.enum(["new", "changed", "gone"]),
  /** Of what differs between the arms, the names that the file speaks of. */
  about: list(z.string()),
});
export type SetupFile = z.infer<typeof SetupFile>;
