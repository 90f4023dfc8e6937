/**
 * A set of tables that one or more workloads run on. Workloads of a suite with equal data share one plan and so one
 * database; different plans live in different databases of the same server.
 */
import type { OptionValue } from "./run.ts";

export type LoadPlan = Readonly<{
  /** Name of the database, unique within a suite: plumbline_1, plumbline_2 ... */
  database: string;
  /** The load generator's workload, for its `prepare`. */
  workload: string;
  dialect: string;
  /** It makes no tables: all that is in the database comes from the set-up. */
  isEmpty?: boolean;
  /** Options of `prepare` that shape the data: tables, table-size, seed ... */
  options: Readonly<Record<string, OptionValue>>;
}>;
