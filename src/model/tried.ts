/** What a trial of a config file found: one event of each script on each arm, on databases that the set-up has filled. */
import type { Warning } from "./document.ts";
import type { ArmName } from "./run.ts";

export type TriedStatement = Readonly<{
  sql: string;
  /** Rows that came back or were written; null for a statement that has none, such as BEGIN. */
  rows: number | null;
  /** Steps of its plan that read a table, as "Seq Scan on item"; empty where it has none. */
  steps: readonly string[];
  /** Tables that its plan names. */
  tables: readonly string[];
}>;

export type TriedScript = Readonly<{
  workload: string;
  file: string;
  /** Why the server refused it, with file, line and column; null if it ran. */
  refusal: string | null;
  statements: readonly TriedStatement[];
}>;

/** SQL that fills the empty tables that scripts meet. */
export type RowsDraft = Readonly<{
  sql: string;
  tables: readonly string[];
  /** Tables whose statement is a comment of the SQL, with the reason: the server refuses it, or it needs rows of another such table. */
  refused: readonly string[];
}>;

export type TriedArm = Readonly<{
  arm: ArmName;
  /** Product and version. */
  server: string;
  setupSeconds: number;
  tables: number;
  /** Their names as SQL has them, those with rows first. */
  tableNames: readonly string[];
  emptyTables: readonly string[];
  /** Null if the scripts meet none, and for base. */
  rowsDraft: RowsDraft | null;
  /** What a check would say of its policies, its indexes and its locale. */
  warnings: readonly Warning[];
  scripts: readonly TriedScript[];
}>;

export type Tried = Readonly<{
  suite: string;
  /** Head first. */
  arms: readonly TriedArm[];
  /** Why there is no base; null if there is one, or if none is compared. */
  withoutBase: string | null;
  /** Workloads of the load generator's own, which need no trial. */
  notTried: readonly string[];
  /** File of head's draft of rows, from the folder of the trial; null if none was needed. */
  rowsFile: string | null;
  /** What a check would measure: in its first look, and in all that it may take. Seconds of a workload in a session. */
  measured: Readonly<{ workloads: number; seconds: number; least: MeasuredTime; most: MeasuredTime }>;
}>;

type MeasuredTime = Readonly<{ sessions: number; seconds: number }>;
