/** Figures of a measurement that another tool made, before it is a run. */
import { wordTable } from "../../model/by-key.ts";
import type { WholeMetric } from "../../model/metric.ts";
import type { OptionValue, PublishedFigure } from "../../model/run.ts";

export type Figures = Readonly<{
  /** Workload that was driven: "oltp_read_write", "tpcc new_order"; null where the text does not name it. */
  workload: string | null;
  options: Readonly<Record<string, OptionValue>>;
  /** Values in the metric's unit; a metric is absent if the text lacks it. */
  values: Readonly<Partial<Record<WholeMetric | PublishedFigure, number>>>;
  /** Successful events, and those that failed. */
  events: number;
  failed: number;
  /** Attempts that failed and were made again; absent: none, or not reported. */
  retries?: number;
  durationNs: number;
  latency?: Readonly<{ minNs?: number; maxNs?: number; sumNs?: number }>;
  /** HdrHistogram V2, where the tool kept one that is like ours. */
  histogram?: string;
}>;

/** Contents of one text: one measurement of one commit, or many. */
export type ImportedMeasurement = Readonly<{
  /** Name of the tool, and its version if the text has it: "sysbench 1.0.20". */
  tool: string;
  /** Parts that a run of ours would have and the text lacks, as they complete "it lacks ...". */
  lacks: readonly string[];
  /** Parts that the text has and a run has no place for: they are part of `lacks`, too. Absent: nothing. */
  leftOut?: readonly string[];
  figures: readonly Figures[];
  /** Commit that was measured, if the text itself names it. */
  commit?: Readonly<{ sha: string; subject: string | null; time: string | null; author: string | null }>;
  /** The suite's name, where the text has one. */
  suite?: string;
  /** System that was measured, where the text has several, or names it: "RDS PostgreSQL". */
  system?: string;
  /** ISO 8601: when it began, where the text says so. */
  at?: string;
}>;

/** A text that the tool wrote and that no run can be made of: why, as it completes "report.txt: ...". */
export type Unusable = Readonly<{ unusable: string }>;

/** A measurement for each report of the text, in its order; null for the text of another tool. */
export type Reader = (text: string) => readonly ImportedMeasurement[] | Unusable | null;

/** Parts that the texts of all these tools lack. */
export const NEVER_REPORTED: readonly string[] = ["sessions of fresh servers", "the server's CPU time"];

const PERCENTILES = wordTable<WholeMetric>({
  "50": "p50",
  "95": "p95",
  "99": "p99",
  "99.9": "p99.9",
});

/** The metric of a percentile, or null for one that we do not keep. @param text such as "95" or "95.00" */
export function percentileMetric(text: string): WholeMetric | null {
  return PERCENTILES[String(Number(text))] ?? null;
}

/** Values of a percentile for each name that has one: { "95th": 3 } with a pattern that finds "95". */
export function percentilesOf(
  named: Iterable<readonly [string, number]>,
  pattern: RegExp,
  ns: number,
): Readonly<Partial<Record<WholeMetric, number>>> {
  const found = [...named].flatMap(([name, value]) => {
    const metric = percentileMetric(pattern.exec(name)?.[1] ?? "");
    return metric === null ? [] : [[metric, Math.round(value * ns)] as const];
  });
  return Object.fromEntries(found);
}

/** Whole nanoseconds of what is printed in milliseconds. */
export function nsOf(ms: number): number {
  return Math.round(ms * 1e6);
}
