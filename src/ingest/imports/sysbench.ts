/** sysbench's report, 0.5 to 1.1, as it is printed at the end (the same that plumbline-load prints with --output=sysbench). */
import type { WholeMetric } from "../../model/metric.ts";
import {
  type Figures,
  type ImportedMeasurement,
  NEVER_REPORTED,
  nsOf,
  percentileMetric,
  type Reader,
} from "./figures.ts";
import { numberAfter, splitReports } from "./reports.ts";

const BEGINS =
  /^(?:sysbench \d|Running the test with|Number of threads:|SQL statistics:|OLTP test statistics:|General statistics:|transactions:)/;
const ENDS = /^total number of events:/;

export const readSysbench: Reader = (text) => {
  const reports = splitReports(text, { begins: BEGINS, ends: ENDS }).filter(
    (report) => numberAfter(report, /total number of events:/) !== null && totalSeconds(report) !== null,
  );
  if (reports.length === 0) return null;
  const measured = reports.flatMap((report) => measurementOf(report) ?? []);
  return measured.length > 0
    ? measured
    : {
        unusable: "it has no line of transactions: this test of sysbench (cpu, fileio, ...) uses no database",
      };
};

/** @returns null for a test that has no transactions */
function measurementOf(text: string): ImportedMeasurement | null {
  const [events, seconds] = [numberAfter(text, /total number of events:/)!, totalSeconds(text)!];
  const tps = reportedRate(text, "transactions");
  if (tps === null) return null;
  const queries = reportedRate(text, "queries") ?? rateOfAll(text, seconds);
  const percentile = /^(?:approx\.\s+)?([\d.]+)(?:th)? percentile:\s+([\d.]+)/m.exec(text);
  const metric = percentile === null ? null : percentileMetric(percentile[1]!);
  const average = numberAfter(text, /^avg:/m);
  const ignored = numberAfter(text, /ignored errors:/) ?? numberAfter(text, /^deadlocks:/m) ?? 0;
  const values: Partial<Record<WholeMetric, number>> = {
    tps,
    "failed-share": 0,
    ...(queries === null ? {} : { qps: queries }),
    ...(average === null ? {} : { mean: nsOf(average) }),
    ...(metric === null ? {} : { [metric]: nsOf(Number(percentile![2])) }),
  };
  const version = /^sysbench (\d\S*?):?(?=\s|$)/m.exec(text)?.[1];
  const threads = numberAfter(text, /^Number of threads:/m);
  const figures: Figures = {
    workload: /(oltp_\w+|bulk_insert|select_random_\w+)/.exec(text)?.[1] ?? null,
    options: threads === null ? {} : { threads },
    values,
    events,
    failed: 0,
    // A transaction that met such an error is begun again by sysbench until it succeeds.
    ...(ignored === 0 ? {} : { retries: ignored }),
    durationNs: seconds * 1e9,
    latency: reportedLatency(text),
  };
  const other = percentile !== null && metric === null ? [`a place for the percentile ${percentile[1]}`] : [];
  return {
    tool: version === undefined ? "sysbench" : `sysbench ${version}`,
    lacks: [
      ...NEVER_REPORTED,
      "percentiles other than the one it printed, which is the upper end of a bucket some per cent wide",
      ...other,
    ],
    ...(other.length === 0 ? {} : { leftOut: other }),
    figures: [figures],
  };
}

/** Null for a report that says nothing of it, or 0. */
function totalSeconds(text: string): number | null {
  return (numberAfter(text, /total time:/) ?? numberAfter(text, /time elapsed:/)) || null;
}

/** Statements a second of 0.5, whose report has their number alone. */
function rateOfAll(text: string, seconds: number): number | null {
  const total = numberAfter(text, /^total:/m);
  return total === null ? null : total / seconds;
}

/** min, max and sum stand in ms. */
function reportedLatency(text: string): NonNullable<Figures["latency"]> {
  const [min, max, sum] = [/^min:/m, /^max:/m, /^sum:/m].map((label) => numberAfter(text, label));
  return {
    ...(min == null ? {} : { minNs: nsOf(min) }),
    ...(max == null ? {} : { maxNs: nsOf(max) }),
    ...(sum == null ? {} : { sumNs: nsOf(sum) }),
  };
}

/** "queries:   1234   (123.40 per sec.)" */
function reportedRate(text: string, noun: string): number | null {
  const found = new RegExp(`^${noun}:\\s+\\d+\\s+\\(([\\d.]+) per sec\\.\\)`, "m").exec(text)?.[1];
  return found === undefined ? null : Number(found);
}
