/** sysbench's report, 1.0 and 1.1, as it is printed at the end (the same that plumbline-load prints with --output=sysbench). */
import type { WholeMetric } from "../../model/metric.ts";
import { type Figures, type ImportedMeasurement, NEVER_REPORTED, nsOf, percentileMetric } from "./figures.ts";

/** @returns null where the text is no such report */
export function readSysbench(text: string): ImportedMeasurement | null {
  const events = numberAfter(text, /total number of events:/);
  const seconds = numberAfter(text, /total time:/) ?? numberAfter(text, /time elapsed:/);
  if (events === null || seconds === null || seconds === 0) return null;
  const version = /^sysbench (\S+)/m.exec(text)?.[1];
  const queries = perSecond(text, "queries");
  const percentile = /^\s*([\d.]+)th percentile:\s+([\d.]+)/m.exec(text);
  const metric = percentile === null ? null : percentileMetric(percentile[1]!);
  const average = numberAfter(text, /avg:/);
  const ignored = numberAfter(text, /ignored errors:/) ?? 0;
  const values: Partial<Record<WholeMetric, number>> = {
    tps: perSecond(text, "transactions") ?? events / seconds,
    "failed-share": 0,
    ...(queries === null ? {} : { qps: queries }),
    ...(average === null ? {} : { mean: nsOf(average) }),
    ...(metric === null ? {} : { [metric]: nsOf(Number(percentile![2])) }),
  };
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
    latency: latencyOf(text),
  };
  return {
    tool: version === undefined ? "sysbench" : `sysbench ${version}`,
    lacks: [
      ...NEVER_REPORTED,
      "percentiles other than the one it printed, which is the upper end of a bucket some per cent wide",
    ],
    figures: [figures],
  };
}

/** min, max and sum stand in ms. */
function latencyOf(text: string): NonNullable<Figures["latency"]> {
  const [min, max, sum] = [/min:/, /max:/, /sum:/].map((label) => numberAfter(text, label));
  return {
    ...(min == null ? {} : { minNs: nsOf(min) }),
    ...(max == null ? {} : { maxNs: nsOf(max) }),
    ...(sum == null ? {} : { sumNs: nsOf(sum) }),
  };
}

function numberAfter(text: string, label: RegExp): number | null {
  const found = new RegExp(`${label.source}\\s+([\\d.]+)`, label.flags).exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/** "queries:   1234   (123.40 per sec.)" */
function perSecond(text: string, noun: string): number | null {
  const found = new RegExp(`^\\s*${noun}:\\s+\\d+\\s+\\(([\\d.]+) per sec\\.\\)`, "m").exec(text)?.[1];
  return found === undefined ? null : Number(found);
}
