/** Reads what go-tpc and HammerDB print of a TPC-C run. */
import type { WholeMetric } from "../../model/metric.ts";
import { type Figures, type ImportedMeasurement, NEVER_REPORTED, nsOf, percentileMetric } from "./figures.ts";

const SUMMARY = /^\[Summary\] (\w+) - (.+)$/gm;

/** go-tpc: a line for each transaction, "[Summary] NEW_ORDER - Takes(s): 59.9, Count: 2432, TPM: 2434.3, ...". @returns null for other texts */
export function readGoTpc(text: string): ImportedMeasurement | null {
  const lines = [...text.matchAll(SUMMARY)].map((match) => [match[1]!, fieldsOf(match[2]!)] as const);
  const names = [...new Set(lines.map(([name]) => name))].filter((name) => !name.endsWith("_ERR"));
  const figures = names.flatMap((name) => {
    const fields = lines.findLast(([each]) => each === name)![1];
    const errors = lines.findLast(([each]) => each === `${name}_ERR`)?.[1].get("Count") ?? 0;
    return figuresOf(`tpcc ${name.toLowerCase()}`, fields, errors) ?? [];
  });
  if (figures.length === 0) return null;
  return { tool: "go-tpc", lacks: [...NEVER_REPORTED, "queries a second"], figures };
}

function fieldsOf(text: string): ReadonlyMap<string, number> {
  return new Map(
    [...text.matchAll(/([\w.]+(?:\(\w+\))?): ([\d.]+)/g)].map(
      (match) => [match[1]!, Number(match[2])] as const,
    ),
  );
}

function figuresOf(workload: string, fields: ReadonlyMap<string, number>, failed: number): Figures | null {
  const [seconds, events, perMinute, average] = ["Takes(s)", "Count", "TPM", "Avg(ms)"].map((name) =>
    fields.get(name),
  );
  if (seconds === undefined || events === undefined || perMinute === undefined) return null;
  const percentiles = [...fields].flatMap(([name, value]): [WholeMetric, number][] => {
    const metric = percentileMetric(/^([\d.]+)th\(ms\)$/.exec(name)?.[1] ?? "");
    return metric === null ? [] : [[metric, nsOf(value)]];
  });
  return {
    workload,
    options: {},
    values: {
      tps: perMinute / 60,
      "failed-share": failed / Math.max(1, events + failed),
      ...(average === undefined ? {} : { mean: nsOf(average) }),
      ...Object.fromEntries(percentiles),
    },
    events,
    failed,
    durationNs: seconds * 1e9,
    latency: { sumNs: nsOf(fields.get("Sum(ms)") ?? 0), maxNs: nsOf(fields.get("Max(ms)") ?? 0) },
  };
}

/** HammerDB: "System achieved 15645 NOPM from 36004 PostgreSQL TPM". @returns null for other texts */
export function readHammerDb(text: string): ImportedMeasurement | null {
  const found = /System achieved (\d+) NOPM from (\d+) \w+ TPM/.exec(text);
  if (found === null) return null;
  const [newOrders, all] = [Number(found[1]), Number(found[2])];
  const version = /HammerDB\D{0,8}v?(\d+\.\d+)/.exec(text)?.[1];
  const users = /(\d+) (?:Active )?Virtual Users/i.exec(text)?.[1];
  const options = users === undefined ? {} : { users: Number(users) };
  // One minute stands for the run, whose length is not printed.
  const of = (workload: string, perMinute: number): Figures => ({
    workload,
    options,
    values: { tps: perMinute / 60 },
    events: perMinute,
    failed: 0,
    durationNs: 60e9,
  });
  return {
    tool: version === undefined ? "HammerDB" : `HammerDB ${version}`,
    lacks: [...NEVER_REPORTED, "latency", "queries a second", "the length of the run"],
    figures: [of("tpcc new_order", newOrders), of("tpcc", all)],
  };
}
