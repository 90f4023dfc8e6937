/** Reads what pgbench prints at the end of a run (9.6 to 18), and the log that it writes with --log. */

import { decodeHistogram, encodeValues, histogramQuantile } from "../../analysis/samples/histogram.ts";
import type { WholeMetric } from "../../model/metric.ts";
import { type Figures, type ImportedMeasurement, NEVER_REPORTED, nsOf } from "./figures.ts";

/** @returns null where the text is no such report */
export function readPgbench(text: string): ImportedMeasurement | null {
  const tps = rate(text);
  const processed = /^number of transactions actually processed: (\d+)/m.exec(text)?.[1];
  if (tps === null || processed === undefined) return null;
  const events = Number(processed);
  const failed = Number(/^number of failed transactions: (\d+)/m.exec(text)?.[1] ?? 0);
  const average = /^latency average[ =:]+([\d.]+) ms/m.exec(text)?.[1];
  const values: Partial<Record<WholeMetric, number>> = {
    tps,
    ...(average === undefined ? {} : { mean: nsOf(Number(average)) }),
    "failed-share": events + failed === 0 ? 0 : failed / (events + failed),
  };
  const version = /^pgbench \((?:PostgreSQL\) )?([\d.]+\w*)/m.exec(text)?.[1];
  const figures: Figures = {
    workload: workloadOf(text),
    options: optionsOf(text),
    values,
    events,
    failed,
    durationNs: tps === 0 ? 0 : (events / tps) * 1e9,
  };
  return {
    tool: version === undefined ? "pgbench" : `pgbench ${version}`,
    lacks: [...NEVER_REPORTED, "queries a second", "percentiles (its --log has them)"],
    figures: [figures],
  };
}

/** Rate without the time of connecting, for which the versions have different words. */
function rate(text: string): number | null {
  const found =
    /^tps = ([\d.]+) \((?:without initial connection time|excluding connections establishing)\)/m.exec(
      text,
    ) ?? /^tps = ([\d.]+)/m.exec(text);
  return found === null ? null : Number(found[1]);
}

const WORKLOADS: readonly (readonly [RegExp, string])[] = [
  [/TPC-B/, "tpcb-like"],
  [/simple update/, "simple-update"],
  [/select only/, "select-only"],
];

function workloadOf(text: string): string | null {
  const type = /^(?:transaction type|SQL script 1): (.+)$/m.exec(text)?.[1];
  if (type === undefined) return null;
  return WORKLOADS.find(([words]) => words.test(type))?.[1] ?? type;
}

function optionsOf(text: string): Figures["options"] {
  const numbers = {
    scale: /^scaling factor: (\d+)/m,
    clients: /^number of clients: (\d+)/m,
    threads: /^number of threads: (\d+)/m,
  };
  const mode = /^query mode: (\w+)/m.exec(text)?.[1];
  return {
    ...Object.fromEntries(
      Object.entries(numbers).flatMap(([name, words]) => {
        const found = words.exec(text)?.[1];
        return found === undefined ? [] : [[name, Number(found)]];
      }),
    ),
    ...(mode === undefined ? {} : { protocol: mode }),
  };
}

/** A transaction: client, number, latency in us or why there is none, script, end as seconds and microseconds, and more with -R or --max-tries. */
const LINE =
  /^\d+ \d+ (\d+|failed|skipped|serialization_failure|deadlock\w*) (\d+) (\d+) (\d{1,6})(?: \d+)*$/;

/** @returns null where a line is not of such a log */
export function readPgbenchLog(text: string): ImportedMeasurement | null {
  const latencies: number[] = [];
  let [failed, first, last] = [0, Number.POSITIVE_INFINITY, 0];
  for (const line of text.split("\n").filter((each) => each !== "")) {
    const [, latency, , seconds, micros] = LINE.exec(line) ?? [];
    if (latency === undefined) return null;
    const end = Number(seconds) * 1e6 + Number(micros);
    last = Math.max(last, end);
    first = Math.min(first, end - (Number(latency) || 0));
    if (/^\d/.test(latency)) latencies.push(Number(latency) * 1000);
    else failed += 1;
  }
  if (latencies.length === 0 || last <= first) return null;
  return {
    tool: "pgbench",
    lacks: [...NEVER_REPORTED, "queries a second"],
    figures: [figuresOf(latencies, failed, last - first)],
  };
}

function figuresOf(latenciesNs: readonly number[], failed: number, micros: number): Figures {
  const events = latenciesNs.length;
  const sumNs = latenciesNs.reduce((sum, each) => sum + each, 0);
  const [minNs, maxNs] = latenciesNs.reduce(
    ([least, most], each) => [Math.min(least, each), Math.max(most, each)],
    [Number.POSITIVE_INFINITY, 0],
  );
  const encoded = encodeValues(latenciesNs);
  const histogram = decodeHistogram(encoded);
  const at = (q: number) => histogramQuantile(histogram, q)!;
  return {
    workload: null,
    options: {},
    values: {
      tps: events / (micros / 1e6),
      mean: sumNs / events,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      "p99.9": at(0.999),
      "failed-share": failed / (failed + events),
    },
    events,
    failed,
    durationNs: micros * 1000,
    latency: { minNs, maxNs, sumNs },
    histogram: encoded,
  };
}
