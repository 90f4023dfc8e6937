/**
 * A run in the tables of published reports, each in its document's own layout, so that it can stand beside them: with improvements by the
 * document's definition and by ours (stats/improvement.ts). `store import --from reference-table` reads them again.
 */
import type { Run } from "../../model/run.ts";
import {
  averageImprovement,
  change,
  improvementOfHead,
  overallChange,
  tpccEfficiency,
  tpccRows,
} from "../../stats/improvement.ts";
import { figure, milliseconds, publishedPercent, whole } from "../../text/published.ts";
import { markdownText } from "./markdown.ts";
import { numberOption, type ReferenceRow, referenceRows } from "./reference-figures.ts";
import { referenceGroups, rowNames } from "./reference-groups.ts";
import { bold, likeOf, type Sides, some, table } from "./reference-layout.ts";
import { yugabytedb } from "./reference-yugabytedb.ts";

export const REFERENCE_LAYOUTS = ["risingwave", "yugabytedb", "kubeblocks", "cockroachdb"] as const;
export type ReferenceLayout = (typeof REFERENCE_LAYOUTS)[number];

const LAYOUTS: Readonly<Record<ReferenceLayout, (sides: Sides) => readonly string[]>> = {
  risingwave,
  yugabytedb,
  kubeblocks,
  cockroachdb,
};
const TITLES: Readonly<Record<ReferenceLayout, string>> = {
  risingwave: "RisingWave",
  yugabytedb: "YugabyteDB",
  kubeblocks: "KubeBlocks",
  cockroachdb: "CockroachDB",
};

/**
 * @param heads a run, or one for each size of a cluster, the smallest first
 * @param base the run that it is compared with, such as another system's; null for none
 * @param layout of one document; null for all that the run has figures for
 * @returns markdown; "" where no workload has the figures of the layout
 */
export function renderReferenceTables(
  heads: readonly Run[],
  base: Run | null,
  layout: ReferenceLayout | null,
): string {
  const sides = {
    head: heads.flatMap(referenceRows),
    base: base === null ? null : referenceRows(base),
    names: namesOf(heads[0]!, base),
  };
  if (layout !== null) return LAYOUTS[layout](sides).join("\n");
  return REFERENCE_LAYOUTS.flatMap((each) => {
    const parts = LAYOUTS[each](sides);
    return parts.length === 0 ? [] : [`## As ${TITLES[each]} reports\n`, ...parts];
  }).join("\n");
}

function namesOf(head: Run, base: Run | null): Sides["names"] {
  if (head.target !== undefined && base?.target !== undefined)
    return { head: head.target, base: base.target };
  const name = ({ environment: { database, databaseVersion } }: Run) =>
    [database, databaseVersion].filter((part) => part !== "" && part !== "unknown").join(" ");
  const [ours, other] = [name(head), base === null ? "" : name(base)];
  const told = ours !== "" && ours !== other && (base === null || other !== "");
  if (told) return { head: ours, base: other };
  // Two systems of one version, each measured by a file of its own.
  return base === null || base.suite === head.suite
    ? { head: "head", base: "base" }
    : { head: head.suite, base: base.suite };
}

function risingwave({ head, base, names }: Sides): readonly string[] {
  const header = ["Latency (ms)", "Min", "Avg", "P95", "P99", "Max", "Throughput (QPS)"];
  const line = ({ value, minNs, maxNs }: ReferenceRow) => [
    ...[minNs, value("mean"), value("p95"), value("p99"), maxNs].map(milliseconds),
    figure(value("qps")),
  ];
  const tables = (rows: readonly ReferenceRow[], title: string | null) =>
    dataSizesOf(rows).map(({ size, rows: own }) => {
      const titles = [title, size === null ? null : `Data size: ${whole(size)} rows`];
      const words = titles.filter((each) => each !== null).join(", ");
      const names = rowNames(own, ({ name }) => name);
      return table(
        words || "Results",
        header,
        own.map((row, index) => [names[index]!, ...line(row)]),
      );
    });
  if (base === null) return some(tables(head, null));
  return some([...tables(head, names.head), ...tables(base, names.base)]);
}

/** As their tables are parted, where there are several sizes. */
function dataSizesOf(rows: readonly ReferenceRow[]) {
  const sizeOf = ({ options }: ReferenceRow) => numberOption(options, "table-size");
  const sizes = [...new Set(rows.map(sizeOf))];
  if (sizes.length < 2) return [{ size: null, rows }];
  return sizes.map((size) => ({ size, rows: rows.filter((row) => sizeOf(row) === size) }));
}

const BY_THREADS = [
  ["QPS", "qps", figure],
  ["TPS", "tps", figure],
  ["P95 Latency (ms)", "p95", milliseconds],
] as const;
type ByThreads = (typeof BY_THREADS)[number];

function kubeblocks(sides: Sides): readonly string[] {
  return referenceGroups(sides.head).flatMap(({ title, rows }) => {
    const known = rows.filter(({ options }) => numberOption(options, "threads") !== null);
    return some([withThreads(title, known, sides)]);
  });
}

/** A table for each metric, under one heading. */
function withThreads(title: string, rows: readonly ReferenceRow[], sides: Sides): string {
  const tables = BY_THREADS.map((metric) =>
    sides.base === null ? ofHead(metric, rows, sides) : ofBoth(metric, rows, sides),
  );
  const present = some(tables);
  return present.length === 0 ? "" : `### ${markdownText(title)}\n\n${present.join("\n")}`;
}

function ofHead([label, metric, print]: ByThreads, rows: readonly ReferenceRow[], { names }: Sides): string {
  const measured = rows.filter(({ value }) => value(metric) !== null);
  const threads = rowNames(measured, threadsOf);
  return bold(
    label,
    ["Threads", names.head],
    measured.map((row, index) => [threads[index]!, print(row.value(metric))]),
  );
}

function threadsOf({ options }: ReferenceRow): string {
  return String(numberOption(options, "threads"));
}

/** The document has improvements of throughput alone. */
function ofBoth(
  [label, metric, print]: ByThreads,
  rows: readonly ReferenceRow[],
  { base, names }: Sides,
): string {
  const lines = rows.flatMap((row) => {
    const [ours, other] = [row.value(metric), likeOf(row, base)?.value(metric) ?? null];
    return ours === null || other === null || ours <= 0 || other <= 0
      ? []
      : [{ row, pair: [other, ours] as const }];
  });
  const header = ["Threads", names.head, names.base];
  const threads = rowNames(
    lines.map(({ row }) => row),
    threadsOf,
  );
  const cells = lines.map(({ pair: [other, ours] }, index) => [threads[index]!, print(ours), print(other)]);
  if (metric === "p95" || lines.length === 0) return bold(label, header, cells);
  const pairs = lines.map(({ pair }) => pair);
  const improvements = pairs.map((pair) => [
    publishedPercent(improvementOfHead(...pair)),
    publishedPercent(change(...pair)),
  ]);
  const average = [
    "Average",
    "",
    "",
    publishedPercent(averageImprovement(pairs)),
    publishedPercent(overallChange(pairs)),
  ];
  return bold(
    label,
    [...header, `${label} Improvement`, "Change (ours)"],
    [...cells.map((line, index) => [...line, ...improvements[index]!]), average],
  );
}

function cockroachdb(sides: Sides): readonly string[] {
  const tpcc = sides.head.filter(({ value }) => value("tpmc") !== null);
  const titles = rowNames(tpcc, ({ name }) => name);
  const groups = referenceGroups(sides.head.filter(({ workload }) => /^kv/i.test(workload)));
  const scaling = groups.map(({ title, rows }) =>
    bySize(groups.length === 1 ? "Linear scaling" : `Linear scaling, ${title}`, rows),
  );
  return some([
    ...tpcc.map((row, index) => tpccOf(titles[index]!, row, likeOf(row, sides.base), sides.names)),
    ...scaling,
  ]);
}

function tpccOf(title: string, head: ReferenceRow, base: ReferenceRow | null, names: Sides["names"]): string {
  const columns = base === null ? [head] : [base, head];
  const header = base === null ? [names.head] : [names.base, names.head];
  const warehouses = ({ options }: ReferenceRow) => numberOption(options, "warehouses");
  const efficiency = (row: ReferenceRow) => {
    const [tpmc, count] = [row.value("tpmc"), warehouses(row)];
    return tpmc === null || count === null ? null : 100 * tpccEfficiency(tpmc, count, "deck");
  };
  const isPublished = columns.some(({ publishedRows }) => publishedRows !== null);
  const lines: readonly (readonly [string, (row: ReferenceRow) => string])[] = [
    ["Warehouses", (row) => whole(warehouses(row))],
    ["Throughput (tpmC)", (row) => figure(row.value("tpmc"))],
    ["Efficiency (%)", (row) => figure(efficiency(row))],
    [
      `Number of rows${isPublished ? "" : ", at first"} (billion)`,
      (row) => figure(billionRows(row.publishedRows, warehouses(row))),
    ],
    ["Unreplicated data (TB)", ({ dataBytes }) => figure(dataBytes === null ? null : dataBytes / 1e12)],
    ["Number of nodes", ({ nodes }) => whole(nodes)],
  ];
  return table(
    title,
    ["Metric", ...header],
    lines.map(([name, print]) => [name, ...columns.map(print)]),
  );
}

/** As they were published, or those that TPC-C begins with. */
function billionRows(told: number | null, warehouses: number | null): number | null {
  const rows = told ?? (warehouses === null ? null : tpccRows(warehouses));
  return rows === null ? null : rows / 1e9;
}

/** KV 95 and its like by the size of the cluster. */
function bySize(title: string, rows: readonly ReferenceRow[]): string {
  const header = ["Number of nodes", "Workers", "Concurrency", "QPS", "P50 (ms)", "P99 (ms)"];
  const lines = rows.map(({ nodes, machines, options, value }) => [
    whole(nodes),
    whole(machines),
    whole(numberOption(options, "concurrency") ?? numberOption(options, "threads")),
    figure(value("qps")),
    milliseconds(value("p50")),
    milliseconds(value("p99")),
  ]);
  return table(title, header, lines);
}
