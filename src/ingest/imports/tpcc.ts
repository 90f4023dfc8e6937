/** Reads what go-tpc, HammerDB and BenchmarkSQL print of a TPC-C run. */
import {
  type Figures,
  type ImportedMeasurement,
  NEVER_REPORTED,
  nsOf,
  percentilesOf,
  type Reader,
} from "./figures.ts";
import { reportLines, splitReports, untilRepeated } from "./reports.ts";

const SUMMARY = /^\[Summary\] (\w+) - (.+)$/;

/** go-tpc: a line for each transaction, "[Summary] NEW_ORDER - Takes(s): 59.9, Count: 2432, TPM: 2434.3, ...", then "tpmC: 2434.3, ...". */
export const readGoTpc: Reader = (text) => {
  const rows = reportLines(text).flatMap((line) => {
    const [, name = line.startsWith("tpmC: ") ? "tpmC" : undefined, fields = line] = SUMMARY.exec(line) ?? [];
    return name === undefined ? [] : [{ name, fields: summaryFields(fields) }];
  });
  const found = untilRepeated(rows, ({ name }) => name).flatMap((report) => goTpcOf(report) ?? []);
  return found.length === 0 ? null : found;
};

type Row = Readonly<{ name: string; fields: ReadonlyMap<string, number> }>;

function goTpcOf(rows: readonly Row[]): ImportedMeasurement | null {
  const of = (name: string) => rows.find((row) => row.name === name)?.fields;
  const kinds = rows.flatMap(({ name, fields }) =>
    name === "tpmC" || name.endsWith("_ERR")
      ? []
      : (figuresOf(`tpcc ${name.toLowerCase()}`, fields, of(`${name}_ERR`)?.get("Count") ?? 0) ?? []),
  );
  if (kinds.length === 0) return null;
  const [tpmc, all] = ["tpmC", "tpmTotal"].map((name) => of("tpmC")?.get(name));
  const whole: Figures = {
    workload: "tpcc",
    options: {},
    values: { ...(all === undefined ? {} : { tps: all / 60 }), ...(tpmc === undefined ? {} : { tpmc }) },
    events: kinds.reduce((sum, { events }) => sum + events, 0),
    failed: kinds.reduce((sum, { failed }) => sum + failed, 0),
    durationNs: Math.max(...kinds.map(({ durationNs }) => durationNs)),
  };
  return {
    tool: "go-tpc",
    lacks: [...NEVER_REPORTED, "queries a second"],
    figures: tpmc === undefined ? kinds : [...kinds, whole],
  };
}

function summaryFields(text: string): ReadonlyMap<string, number> {
  return new Map(
    [...text.matchAll(/(?<![\w.])([\w.]+(?:\(\w+\))?): ([\d.]+)/g)].map(
      (match) => [match[1]!, Number(match[2])] as const,
    ),
  );
}

function figuresOf(workload: string, fields: ReadonlyMap<string, number>, failed: number): Figures | null {
  const [seconds, events, perMinute, average] = ["Takes(s)", "Count", "TPM", "Avg(ms)"].map((name) =>
    fields.get(name),
  );
  if (seconds === undefined || events === undefined || perMinute === undefined) return null;
  return {
    workload,
    options: {},
    values: {
      tps: perMinute / 60,
      "failed-share": failed / Math.max(1, events + failed),
      ...(average === undefined ? {} : { mean: nsOf(average) }),
      ...percentilesOf(fields, /^([\d.]+)th\(ms\)$/, 1e6),
    },
    events,
    failed,
    durationNs: seconds * 1e9,
    latency: { sumNs: nsOf(fields.get("Sum(ms)") ?? 0), maxNs: nsOf(fields.get("Max(ms)") ?? 0) },
  };
}

const ACHIEVED = /System achieved (\d+) NOPM from (\d+) [\w ]+ TPM/;

/** HammerDB: "System achieved 15645 NOPM from 36004 PostgreSQL TPM", once for each number of users. */
export const readHammerDb: Reader = (text) => {
  const version = /HammerDB\D{0,8}v?(\d+\.\d+)/.exec(text)?.[1];
  const tool = version === undefined ? "HammerDB" : `HammerDB ${version}`;
  const reports = splitReports(text, { begins: /^/, ends: ACHIEVED }).filter((report) =>
    ACHIEVED.test(report),
  );
  return reports.length === 0 ? null : reports.map((report) => hammerDbOf(report, tool));
};

function hammerDbOf(report: string, tool: string): ImportedMeasurement {
  const [newOrders, all] = ACHIEVED.exec(report)!.slice(1).map(Number) as [number, number];
  const users = [...report.matchAll(/(?<!\d)(\d+) (?:Active )?Virtual Users/gi)].at(-1)?.[1];
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
    tool,
    lacks: [...NEVER_REPORTED, "latency", "queries a second", "the length of the run"],
    figures: [of("tpcc new_order", newOrders), of("tpcc", all)],
  };
}

const MEASURED = /Measured tpmC \(NewOrders\) = ([\d.]+)/;
const SESSION_TIME = /(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/;

/** BenchmarkSQL to 5: "Term-00, Measured tpmC (NewOrders) = 129.16" in its log. */
export const readBenchmarkSql: Reader = (text) => {
  const reports = splitReports(text, {
    begins: /, (?:Welcome|\+-|warehouses=|Measured tpmC)/,
    ends: /Session End\s+=/,
  })
    .filter((report) => MEASURED.test(report))
    .map(benchmarkSqlOf);
  return reports.length === 0 ? null : reports;
};

function benchmarkSqlOf(report: string): ImportedMeasurement {
  const number = (label: RegExp) =>
    Number(new RegExp(`${label.source}\\s*=\\s*([\\d.]+)`).exec(report)?.[1] ?? Number.NaN);
  const [begin, end] = ["Start", "End"].map((word) => {
    const [, day, time] = new RegExp(`Session ${word}\\s+= ${SESSION_TIME.source}`).exec(report) ?? [];
    return Date.parse(`${day}T${time}Z`);
  }) as [number, number];
  const [total, transactions] = [number(/Measured tpmTOTAL/), number(/Transaction Count/)];
  const options = ["warehouses", "terminals"].flatMap((name) => {
    const value = number(new RegExp(`Term-00, ${name}`));
    return Number.isNaN(value) ? [] : [[name, value] as const];
  });
  const failed = number(/Transaction Error/) || 0;
  return {
    tool: "BenchmarkSQL",
    lacks: [...NEVER_REPORTED, "latency", "queries a second", "the time zone of its clock, taken for UTC"],
    figures: [
      {
        workload: "tpcc",
        options: Object.fromEntries(options),
        values: {
          ...(Number.isNaN(total) ? {} : { tps: total / 60 }),
          tpmc: Number(MEASURED.exec(report)![1]),
        },
        events: transactions || 0,
        failed,
        durationNs: Math.max(0, end - begin || 0) * 1e6,
      },
    ],
    ...(Number.isNaN(begin) ? {} : { at: new Date(begin).toISOString() }),
  };
}
