/** Sessions that checks are drawn from: pairs of base and head that lived at the same time, whatever measured them. */

import type { EarlierSpread } from "../../src/model/earlier.ts";
import type { MetricId } from "../../src/model/metric.ts";

/** One metric of one workload; values are indexed by session, in the order in which they were measured. */
export type Column = Readonly<{
  workload: string;
  metric: MetricId;
  base: readonly number[];
  head: readonly number[];
}>;

export type Pool = Readonly<{
  name: string;
  /** What it is and where it comes from, for the report. */
  what: string;
  sessions: number;
  columns: readonly Column[];
  /** Sessions of one look of a check of ours. */
  look: number;
  /** Measured minutes of one session of one workload, both arms together. */
  minutes: number;
  /** How values follow each other in time, which is what rules of histories go by. */
  order: Order;
}>;

/** Base and head of a session at the same time, or one after the other. */
export type Order = "together" | "in-turn";

export function workloadsOf(pool: Pick<Pool, "columns">): readonly string[] {
  return [...new Set(pool.columns.map(({ workload }) => workload))];
}

/** How many values of a column follow each other in time. */
export function lengthOf({ order, sessions }: Pool): number {
  return order === "in-turn" ? 2 * sessions : sessions;
}

/** What one check measured: the columns of a pool, cut to the drawn sessions, with what was injected into head. */
export type Draw = Readonly<{
  columns: readonly Column[];
  /** Of the same columns, single values of base before the check, oldest first: what a rule of histories knows. */
  history: readonly (readonly number[])[];
  /** Of the same columns, the values of head that come right after them, in time: what such a rule judges. */
  next: readonly (readonly number[])[];
  /** Indexes of the drawn sessions, which tell whose server started first. */
  sessions: readonly number[];
  /** Of the same columns, spreads of log ratios in measurements of one look each that are made of none of the drawn sessions. */
  earlier: readonly (readonly EarlierSpread[])[];
}>;

/** What a rule says of a check. */
export type Call = Readonly<{
  /** Workloads in which it calls a regression. */
  regressed: readonly string[];
  /** Whether it says that nothing is worse; absent where a rule has no such answer. */
  isGreen?: boolean;
  /** Sessions of one arm of one workload that it needed. */
  armSessions: number;
}>;

/** A way to decide: ours, or a peer's. */
export type Rule = Readonly<{
  name: string;
  /** Values of a history that it needs, 0 for a rule of pairs, and those that it judges after them; a pool without as many skips it. */
  needs: number;
  judges: (look: number) => number;
  call: (draw: Draw, look: number) => Call;
}>;
