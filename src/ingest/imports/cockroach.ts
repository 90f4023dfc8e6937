/** Reads the totals that `cockroach workload run` prints at the end, under headings such as "_elapsed___errors_____ops(total)__...". */
import {
  type Figures,
  type ImportedMeasurement,
  NEVER_REPORTED,
  nsOf,
  percentilesOf,
  type Reader,
} from "./figures.ts";
import { reportLines, untilRepeated } from "./reports.ts";

/** Values by the words of the heading, of one kind of operations, of all ("result"), or TPC-C's ("tpmC"). */
type OperationTotals = Readonly<{ name: string; values: ReadonlyMap<string, number> }>;

export const readCockroach: Reader = (text) => {
  const lines = reportLines(text);
  const rows = lines.flatMap((line, index) => {
    if (!/^(?:_+|_\w*__)elapsed_/.test(line)) return [];
    return totalsOf(line, lines[index + 1] ?? "") ?? [];
  });
  const found = untilRepeated(rows, ({ name }) => name).flatMap((report) => measurementOf(report) ?? []);
  return found.length === 0 ? null : found;
};

/** Null for the headings of its progress, and for rows of other columns. */
function totalsOf(heading: string, row: string): OperationTotals | null {
  const names = heading.split(/_+/).filter((name) => name !== "");
  const kind = names.includes("ops(total)") ? names.at(-1)! : names.includes("tpmC") ? "tpmC" : null;
  if (kind === null) return null;
  const isNamed = kind === "total" || kind === "result" || kind === "optype";
  const columns = names.filter((name) => !["total", "result", "optype"].includes(name));
  const words = row.trim().split(/\s+/);
  const name = kind === "total" ? words[columns.length] : kind;
  const values = columns.map((column, index) => [column, Number.parseFloat(words[index]!)] as const);
  if (name === undefined || words.length < columns.length || values.some(([, value]) => Number.isNaN(value)))
    return null;
  return { name: isNamed || kind === "tpmC" ? name : "result", values: new Map(values) };
}

function measurementOf(rows: readonly OperationTotals[]): ImportedMeasurement | null {
  const tpcc = rows.find(({ name }) => name === "tpmC")?.values;
  const figures = rows.flatMap(({ name, values }) => {
    if (name === "tpmC") return [];
    const own = figuresOf(operationName(name, tpcc !== undefined), values);
    const tpmc = name === "result" ? tpcc?.get("tpmC") : undefined;
    return tpmc === undefined ? [own] : [{ ...own, values: { ...own.values, tpmc } }];
  });
  if (tpcc !== undefined && figures.length === 0)
    figures.push({ ...figuresOf("tpcc", new Map()), values: { tpmc: tpcc.get("tpmC")! } });
  if (figures.length === 0) return null;
  const lacks = [
    ...NEVER_REPORTED,
    "queries a second",
    ...(tpcc === undefined ? [] : ["TPC-C's efficiency"]),
  ];
  return { tool: "cockroach workload", lacks, figures };
}

function operationName(name: string, isTpcc: boolean): string {
  if (name === "result") return isTpcc ? "tpcc" : "all operations";
  return isTpcc ? `tpcc ${name}` : name;
}

function figuresOf(workload: string, values: ReadonlyMap<string, number>): Figures {
  const [seconds = 0, failed = 0, events = 0, rate] = ["elapsed", "errors", "ops(total)", "ops/sec(cum)"].map(
    (name) => values.get(name),
  );
  const [mean, max] = ["avg(ms)", "pMax(ms)"].map((name) => values.get(name));
  return {
    workload,
    options: {},
    values: {
      ...(rate === undefined ? {} : { tps: rate }),
      "failed-share": failed / Math.max(1, events + failed),
      ...(mean === undefined ? {} : { mean: nsOf(mean) }),
      ...percentilesOf(values, /^p(\d[\d.]*)\(ms\)$/, 1e6),
    },
    events,
    failed,
    durationNs: seconds * 1e9,
    ...(max === undefined ? {} : { latency: { maxNs: nsOf(max) } }),
  };
}
