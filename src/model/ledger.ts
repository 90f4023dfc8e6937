/**
 * The ledger of a branch: what its side-by-side measurements say that their commits changed, and the sums of that
 * (docs/decisions/061-ledger.md). Changes are relative, in the metric's own direction: -0.02 of QPS is 2 % less.
 */
import { z } from "zod";
import { MeasuredCommit } from "./measured-commit.ts";
import { Metric } from "./metric-schema.ts";
import { list, object } from "./shape.ts";

const count = z.number().int().nonnegative();
const number = z.number();

/** Sum of what several measured changes did to one gate. */
export const LedgerSum = object({
  workload: z.string(),
  metric: Metric,
  effect: number,
  /** Ends of the 95 % interval. */
  low: number,
  high: number,
  /** Largest relative worsening that the gate allows in one change; null for a metric that gates nothing now. */
  limit: z.number().nullable(),
  /** Measured changes that are added up, and those of them whose own check called this metric worse. */
  changes: count,
  red: count,
  /** Places at which commits lie between two changes that no measurement covers. */
  gaps: count,
  /** Base of the first change, and head of the last. */
  since: MeasuredCommit,
  upTo: MeasuredCommit,
  /** Pull request whose accepted change the sum begins after; absent: it begins where it was asked to. */
  accepted: z.number().int().positive().optional(),
});
export type LedgerSum = z.infer<typeof LedgerSum>;

/** Sums that went beyond their limits together. `open`: one of them still is. */
export const LedgerAlert = object({
  /** The change that carried the first of them beyond its limit. */
  carrier: MeasuredCommit,
  open: z.boolean(),
  /** The commits between which they were added up: those of the earliest base and the last head. */
  since: MeasuredCommit,
  upTo: MeasuredCommit,
  /** The clearest first. */
  sums: z.array(LedgerSum).min(1).readonly(),
});
export type LedgerAlert = z.infer<typeof LedgerAlert>;

/** The clearest sum of a branch up to its newest commit that is worse than one change may be. */
export const StandingSum = object({
  repository: z.string().nullable(),
  suite: z.string(),
  branch: z.string().nullable(),
  /** True if it keeps an alert open: it was three standard errors beyond its limit after a change, and is beyond it still. */
  clear: z.boolean(),
  /** Other gates with a sum that is worse than one change may be, clear or not. */
  more: count,
  sum: LedgerSum,
});
export type StandingSum = z.infer<typeof StandingSum>;

/** One measured change of one metric; its sum is that of all since the start. */
const LedgerStep = object({
  base: MeasuredCommit,
  head: MeasuredCommit,
  /** Measurements that it is the mean of: those of one pair of commits. */
  measurements: count,
  effect: number,
  low: number,
  high: number,
  /** Standard error of the change's log ratio, and the degrees of freedom that it is known with: for other sums than these. */
  error: number,
  df: number,
  red: z.boolean(),
  /** True if no measurement covers the commits between the change before and this one. */
  gap: z.boolean(),
  sum: number,
  sumLow: number,
  sumHigh: number,
});
export type LedgerStep = z.infer<typeof LedgerStep>;

const LedgerLine = object({ sum: LedgerSum, steps: list(LedgerStep) });
export type LedgerLine = z.infer<typeof LedgerLine>;

export const Ledger = object({
  suite: z.string(),
  branch: z.string().nullable(),
  lines: list(LedgerLine),
  /** Newest first. */
  alerts: list(LedgerAlert),
});
export type Ledger = z.infer<typeof Ledger>;

/** One for each suite that has pairs. */
export const LedgerList = object({ ledgers: list(Ledger) });
