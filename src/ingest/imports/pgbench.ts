/** Reads what pgbench prints at the end of a run (9.6 to 18). What it logs: pgbench-log.ts. */
import type { WholeMetric } from "../../model/metric.ts";
import { type Figures, type ImportedMeasurement, NEVER_REPORTED, nsOf, type Reader } from "./figures.ts";
import { numberAfter, splitReports } from "./reports.ts";

const BEGINS =
  /^(?:pgbench \(|starting vacuum|transaction type:|scaling factor:|query mode:|number of clients:|progress: )/;
const ENDS = /^tps = /;

export const readPgbench: Reader = (text) => {
  const found = splitReports(text, { begins: BEGINS, ends: ENDS }).flatMap(
    (report) => measurementOf(report) ?? [],
  );
  return found.length === 0 ? null : found;
};

/** @returns null where the text is no such report */
function measurementOf(text: string): ImportedMeasurement | null {
  const tps = tpsWithoutConnecting(text);
  const events = numberAfter(text, /^number of transactions actually processed: /m);
  if (tps === null || events === null) return null;
  // Transactions that a late schedule left out were due, too.
  const failed =
    (numberAfter(text, /^number of failed transactions: /m) ?? 0) +
    (numberAfter(text, /^number of transactions skipped: /m) ?? 0);
  const retries = numberAfter(text, /^total number of retries: /m) ?? 0;
  const average = numberAfter(text, /^latency average(?: \(including failures\))?[ =:]+/m);
  const values: Partial<Record<WholeMetric, number>> = {
    tps,
    ...(average === null ? {} : { mean: nsOf(average) }),
    "failed-share": events + failed === 0 ? 0 : failed / (events + failed),
  };
  const version = /^pgbench \((?:PostgreSQL\) )?([\d.]+\w*)/m.exec(text)?.[1];
  const figures: Figures = {
    workload: workloadOf(text),
    options: pgbenchOptions(text),
    values,
    events,
    failed,
    ...(retries === 0 ? {} : { retries }),
    durationNs: tps === 0 ? 0 : (events / tps) * 1e9,
  };
  const leftOut = OTHERS.flatMap(([words, what]) => (words.test(text) ? [what] : []));
  return {
    tool: version === undefined ? "pgbench" : `pgbench ${version}`,
    lacks: [...NEVER_REPORTED, "queries a second", "percentiles (its --log has them)", ...leftOut],
    ...(leftOut.length === 0 ? {} : { leftOut }),
    figures: [figures],
  };
}

/** Figures of a report that a run has no place for, and what their loss means. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^latency average \(including failures\)/m, "a mean without the failed transactions"],
  [/^SQL script 2: /m, "the figures of each script"],
  [/^statement latencies in milliseconds/m, "the latencies of each statement"],
  [/^number of transactions above the/m, "the share above the latency limit"],
];

/** Rate without the time of connecting, for which the versions have different words. */
function tpsWithoutConnecting(text: string): number | null {
  return (
    numberAfter(
      text,
      /^tps = (?=[\d.]+ \((?:without initial connection time|excluding connections establishing)\))/m,
    ) ?? numberAfter(text, /^tps = /m)
  );
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

function pgbenchOptions(text: string): Figures["options"] {
  const numbers = {
    scale: /^scaling factor: /m,
    clients: /^number of clients: /m,
    threads: /^number of threads: /m,
  };
  const mode = /^query mode: (\w+)/m.exec(text)?.[1];
  return {
    ...Object.fromEntries(
      Object.entries(numbers).flatMap(([name, words]) => {
        const found = numberAfter(text, words);
        return found === null ? [] : [[name, found]];
      }),
    ),
    ...(mode === undefined ? {} : { protocol: mode }),
  };
}
