/**
 * The layouts of four published reports, as rows: the columns of each table with what a measured workload has in them. What a document
 * computes itself (improvements, factors, shares) follows its own definitions, in stats/improvement.ts.
 */
import {
  averageImprovement,
  changeOfHead,
  improvementOfHead,
  overallChange,
  scalingEfficiency,
  timesBetter,
  tpccEfficiency,
  tpccRows,
} from "../../stats/improvement.ts";
import { welchShift } from "../../stats/shift.ts";
import { sumOf } from "../../stats/summary.ts";
import {
  milliseconds,
  publishedNumber,
  publishedPercent,
  publishedWhole,
  times,
} from "../../text/published.ts";
import { plural } from "../../text/units.ts";
import { markdownText, tableHead, tableRow } from "./markdown.ts";
import { numberOption, type ReferenceRow } from "./reference-figures.ts";
import {
  distinctNames,
  nodeCounts,
  type ReferenceGroup,
  referenceGroups,
  rowNames,
  suitesOf,
} from "./reference-groups.ts";

/** Rows to print: those of head, and of base if there is one to compare with. */
export type Sides = Readonly<{
  head: readonly ReferenceRow[];
  base: readonly ReferenceRow[] | null;
  /** Names of the two in the heads of columns. */
  names: Readonly<{ head: string; base: string }>;
}>;

/** A title, and the text of each row under it; where rows are printed side by side, the name of a line. */
type ReferenceColumn<T = ReferenceRow> = readonly [title: string, text: (row: T) => string];
type Metric = Parameters<ReferenceRow["value"]>[0];

const rate = (metric: Metric) => (row: ReferenceRow) => publishedNumber(row.value(metric));
const time = (metric: Metric) => (row: ReferenceRow) => milliseconds(row.value(metric));
const timeWithUnit = (metric: Metric) => (row: ReferenceRow) =>
  row.value(metric) === null ? publishedNumber(null) : `${milliseconds(row.value(metric))}ms`;
const option = (name: string) => (row: ReferenceRow) => publishedWhole(numberOption(row.options, name));
const nodes = (row: ReferenceRow) => publishedWhole(row.nodes);
const machines = (row: ReferenceRow) => publishedWhole(row.machines);

const RISINGWAVE: readonly ReferenceColumn[] = [
  ["Min", ({ minNs }) => milliseconds(minNs)],
  ["Avg", time("mean")],
  ["P95", time("p95")],
  ["P99", time("p99")],
  ["Max", ({ maxNs }) => milliseconds(maxNs)],
  ["Throughput (QPS)", rate("qps")],
];
/** A table each. */
const KUBEBLOCKS = [
  ["QPS", "qps", publishedNumber],
  ["TPS", "tps", publishedNumber],
  ["P95 Latency (ms)", "p95", milliseconds],
] as const;
const COCKROACHDB_TPCC: readonly ReferenceColumn[] = [
  ["Warehouses", option("warehouses")],
  ["Throughput (tpmC)", rate("tpmc")],
  ["Efficiency (%)", (row) => publishedNumber(efficiencyOf(row))],
  ["Number of rows (billion)", (row) => publishedNumber(billionRows(row))],
  [
    "Unreplicated data (TB)",
    ({ dataBytes }) => publishedNumber(dataBytes === null ? null : dataBytes / 1e12),
  ],
  ["Number of nodes", nodes],
];
/** KV 95 and its like by the size of the cluster. */
const COCKROACHDB_KV: readonly ReferenceColumn[] = [
  ["Workers", machines],
  [
    "Concurrency",
    ({ options }) => publishedWhole(numberOption(options, "concurrency") ?? numberOption(options, "threads")),
  ],
  ["QPS", rate("qps")],
  ["P50 (ms)", time("p50")],
  ["P99 (ms)", time("p99")],
];
const YUGABYTEDB: readonly ReferenceColumn[] = [
  ["TPS", rate("tps")],
  ["QPS", rate("qps")],
  ["95th Latency", timeWithUnit("p95")],
];
/** Columns of the workload of the report on 100 nodes, whose figures are in its prose. */
const YUGABYTEDB_SINGLE_ROWS: readonly ReferenceColumn[] = [
  ["TServers", nodes],
  ["Client machines", machines],
  ["Threads", option("threads")],
  ["QPS", rate("qps")],
  ["Mean Latency", timeWithUnit("mean")],
];
/** "23x better" is new / old, of latency old / new. */
const YUGABYTEDB_IMPROVEMENT = [
  ["Throughput (TPS)", "higher-is-better", "tps", "better", "worse"],
  ["Queries/sec", "higher-is-better", "qps", "better", "worse"],
  ["Latency (95th)", "lower-is-better", "p95", "faster", "slower"],
] as const;

/** Title and tables of each layout, by its name; a table that is "" has no figures. */
export const LAYOUTS = {
  risingwave: ["RisingWave", risingwave],
  yugabytedb: ["YugabyteDB", yugabytedb],
  kubeblocks: ["KubeBlocks", kubeblocks],
  cockroachdb: ["CockroachDB", cockroachdb],
} as const satisfies Record<string, readonly [string, (sides: Sides) => readonly string[]]>;

function titledTable(title: string, header: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? "" : `### ${markdownText(title)}\n\n${rowsTable(header, rows)}`;
}

/** Table under a bold line in place of a heading. */
function bold(title: string, header: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? "" : `**${markdownText(title)}**\n\n${rowsTable(header, rows)}`;
}

function rowsTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const align = (index: number): "left" | "right" => (index === 0 ? "left" : "right");
  const columns = header.map((name, index) => ({ title: markdownText(name), align: align(index) }));
  const body = rows.map((cells) => tableRow([markdownText(cells[0]!), ...cells.slice(1)]));
  return `${tableHead(columns)}${body.join("\n")}\n`;
}

/** @param names what each row is called, under the title `first` */
function byColumns<T>(
  title: string,
  [first, names]: readonly [string, readonly string[]],
  rows: readonly T[],
  columns: readonly ReferenceColumn<T>[],
): string {
  const lines = rows.map((row, index) => [names[index]!, ...columns.map(([, text]) => text(row))]);
  return titledTable(title, [first, ...columns.map(([name]) => name)], lines);
}

function byLines(
  title: string,
  header: readonly string[],
  rows: readonly ReferenceRow[],
  lines: readonly ReferenceColumn[],
) {
  return titledTable(
    title,
    header,
    lines.map(([name, text]) => [name, ...rows.map(text)]),
  );
}

function ownNames(rows: readonly ReferenceRow[]): readonly string[] {
  return rowNames(rows, ({ name }) => name);
}

function likeOf(row: ReferenceRow, base: Sides["base"]): ReferenceRow | null {
  return base?.find(({ name }) => name === row.name) ?? null;
}

/** Both values of a metric where both sides have one. */
function pairOf(metric: Metric, head: ReferenceRow, base: ReferenceRow | null) {
  const [ours, other] = [head.value(metric), base?.value(metric) ?? null];
  return ours === null || other === null || ours <= 0 || other <= 0 ? null : ([other, ours] as const);
}

/** A table for each size of the data and each side. */
function risingwave({ head, base, names }: Sides): readonly string[] {
  const tables = (rows: readonly ReferenceRow[], title: string | null) => {
    const sizeOf = ({ options }: ReferenceRow) => numberOption(options, "table-size");
    const sizes = [...new Set(rows.map(sizeOf))];
    return sizes.map((size) => {
      const own = rows.filter((row) => sizeOf(row) === size);
      const ofSize = size === null || sizes.length < 2 ? null : `Data size: ${publishedWhole(size)} rows`;
      const words = [title, ofSize].filter((each) => each !== null).join(", ");
      return byColumns(words || "Results", ["Latency (ms)", ownNames(own)], own, RISINGWAVE);
    });
  };
  return base === null ? tables(head, null) : [...tables(head, names.head), ...tables(base, names.base)];
}

/** A table for each metric, under one heading. */
function kubeblocks(sides: Sides): readonly string[] {
  return referenceGroups(sides.head).map(({ title, rows }) => {
    const known = rows.filter(({ options }) => numberOption(options, "threads") !== null);
    const present = KUBEBLOCKS.map((metric) => byThreads(metric, known, sides)).filter((each) => each !== "");
    return present.length === 0 ? "" : `### ${markdownText(title)}\n\n${present.join("\n")}`;
  });
}

/** The document has improvements of throughput alone. */
function byThreads(
  [label, metric, print]: (typeof KUBEBLOCKS)[number],
  rows: readonly ReferenceRow[],
  { base, names }: Sides,
): string {
  const pairs = rows.map((row) => pairOf(metric, row, likeOf(row, base)));
  const shown = rows.filter((row, index) =>
    base === null ? row.value(metric) !== null : pairs[index] !== null,
  );
  const threads = rowNames(shown, ({ options }) => String(numberOption(options, "threads")));
  const ofHead = shown.map((row, index) => [threads[index]!, print(row.value(metric))]);
  if (base === null) return bold(label, ["Threads", names.head], ofHead);
  const both = pairs.filter((pair) => pair !== null);
  const cells = ofHead.map((line, index) => [...line, print(both[index]![0])]);
  const header = ["Threads", names.head, names.base];
  if (metric === "p95" || both.length === 0) return bold(label, header, cells);
  const improved = (...shares: readonly number[]) => shares.map(publishedPercent);
  return bold(
    label,
    [...header, `${label} Improvement`, "Change (ours)"],
    [
      ...cells.map((line, index) => [
        ...line,
        ...improved(improvementOfHead(...both[index]!), changeOfHead(...both[index]!)),
      ]),
      ["Average", "", "", ...improved(averageImprovement(both), overallChange(both))],
    ],
  );
}

function cockroachdb({ head, base, names }: Sides): readonly string[] {
  const tpcc = head.filter(({ value }) => value("tpmc") !== null);
  const titles = ownNames(tpcc);
  const groups = referenceGroups(head.filter(({ workload }) => /^kv/i.test(workload)));
  return [
    ...tpcc.map((row, index) => {
      const other = likeOf(row, base);
      return other === null
        ? tpccTable(titles[index]!, [names.head], [row])
        : tpccTable(titles[index]!, [names.base, names.head], [other, row]);
    }),
    ...groups.map(({ title, rows }) => {
      const words = groups.length === 1 ? "Linear scaling" : `Linear scaling, ${title}`;
      return byColumns(words, ["Number of nodes", rows.map(nodes)], rows, COCKROACHDB_KV);
    }),
  ];
}

function tpccTable(title: string, names: readonly string[], rows: readonly ReferenceRow[]): string {
  const isPublished = rows.some(({ publishedRows }) => publishedRows !== null);
  const lines = COCKROACHDB_TPCC.map(
    ([name, text]): ReferenceColumn => [
      isPublished ? name : name.replace("of rows", "of rows, at first"),
      text,
    ],
  );
  return byLines(title, ["Metric", ...names], rows, lines);
}

/** Efficiency of TPC-C in per cent. */
function efficiencyOf({ options, value }: ReferenceRow): number | null {
  const [tpmc, count] = [value("tpmc"), numberOption(options, "warehouses")];
  return tpmc === null || count === null ? null : 100 * tpccEfficiency(tpmc, count, "deck");
}

/** Rows as they were published, or those that TPC-C begins with. */
function billionRows({ options, publishedRows }: ReferenceRow): number | null {
  const warehouses = numberOption(options, "warehouses");
  const rows = publishedRows ?? (warehouses === null ? null : tpccRows(warehouses));
  return rows === null ? null : rows / 1e9;
}

/** The tables of its sysbench report, and in one more what its report on 100 nodes says in prose. */
function yugabytedb({ head, base }: Sides): readonly string[] {
  const isSingle = ({ workload }: ReferenceRow) => workload === "sql_inserts";
  const groups = referenceGroups(head);
  const single = head.filter(isSingle);
  const names = ownNames(head);
  const columns = [...YUGABYTEDB_SINGLE_ROWS, ...cpuColumns("Avg CPU/tserver", single)];
  return [
    ...resultsOf(groups.filter(({ rows }) => !rows.every(isSingle)).flatMap(bySizes)),
    byColumns("Single-row queries", ["Workload", ownNames(single)], single, columns),
    ...groups.map(scalingTable),
    ...head.map((row, index) => balanceOf(row, names[index]!)),
    ...head.map((row, index) => improvementOf(row, likeOf(row, base), names[index]!)),
  ];
}

/** Clusters of several sizes: compared at equal threads, and each by itself where it was measured at several. */
function bySizes({ title, rows }: ReferenceGroup): readonly ReferenceGroup[] {
  const sizes = nodeCounts(rows);
  if (sizes.length < 2) return [{ title, rows }];
  const threads = [...new Set(rows.map(({ options }) => numberOption(options, "threads")))];
  const byThreads = threads
    .map((count) => ({
      title: threads.length === 1 ? title : `${title}, ${threadsText(count)}`,
      rows: rows.filter(({ options }) => numberOption(options, "threads") === count),
    }))
    .filter((group) => nodeCounts(group.rows).length > 1);
  const each = sizes.map((size) => ({
    title: `${title}, ${plural(size, "node")}`,
    rows: rows.filter((row) => row.nodes === size),
  }));
  const shown = new Set(byThreads.flatMap((group) => group.rows));
  return [...byThreads, ...each.filter((group) => group.rows.length > 1 || !shown.has(group.rows[0]!))];
}

function threadsText(count: number | null): string {
  return `${publishedWhole(count)} ${count === 1 ? "thread" : "threads"}`;
}

/** A group of rows is a table by what they differ in; of one alone, its figures are below each other. */
function resultsOf(groups: readonly ReferenceGroup[]): readonly string[] {
  const titles = distinctNames(
    groups.map(({ rows }) => rows),
    groups.map(({ title, rows }) => (rows.length === 1 ? rows[0]!.name : title)),
  );
  return groups.map(({ rows }, index) => {
    const errors: ReferenceColumn = ["Errors/s", (row) => publishedNumber(row.errorsPerSecond)];
    if (rows.length === 1) return lonelyOf(titles[index]!, rows[0]!);
    const [by, rowName] = distinguishingColumn(rows);
    const hasErrors = by === "Threads";
    const columns = [...YUGABYTEDB, ...cpuColumns(hasErrors ? "Avg CPU" : "Avg CPU/tserver", rows)];
    const all = hasErrors ? [...columns, errors] : columns;
    return byColumns(titles[index]!, [by, rowNames(rows, rowName)], rows, all);
  });
}

function distinguishingColumn(rows: readonly ReferenceRow[]): ReferenceColumn {
  const threads = option("threads");
  if (nodeCounts(rows).length > 1) return ["TServers", nodes];
  if (new Set(rows.map(threads)).size === 1 && suitesOf(rows).length > 1)
    return ["Service Type", ({ suite }) => suite];
  return ["Threads", threads];
}

function lonelyOf(title: string, row: ReferenceRow): string {
  const errors =
    row.errorsPerSecond === null ? publishedNumber(null) : `${publishedNumber(row.errorsPerSecond)}/sec`;
  const cpu = cpuColumns((row.nodes ?? 1) > 1 ? "Avg CPU/tserver" : "Avg CPU", [row]);
  return byLines(title, ["Metric", "Value"], [row], [...YUGABYTEDB, ...cpu, ["Error Rate", () => errors]]);
}

type Busy = Pick<ReferenceRow, "cpu" | "cpuShare">;

/**
 * The documents have two units: their sysbench report counts one CPU as 100 %, that on 100 nodes all CPUs of the node. Both, where they are
 * known of some row; the first one where nothing is.
 */
function cpuColumns(title: string, rows: readonly Busy[]): readonly ReferenceColumn<Busy>[] {
  const hasShares = rows.some(({ cpuShare }) => cpuShare !== null);
  const hasCpus = !hasShares || rows.some(({ cpu }) => cpu !== null);
  const cpus: ReferenceColumn<Busy> = [`${title} (100% = one CPU)`, ({ cpu }) => publishedPercent(cpu)];
  const share: ReferenceColumn<Busy> = [
    `${title} (% of the node)`,
    ({ cpuShare }) => publishedPercent(cpuShare),
  ];
  return [...(hasCpus ? [cpus] : []), ...(hasShares ? [share] : [])];
}

const CONFIDENCE = 0.95;

/** A value with the ends of its interval, where there is one. */
type Ranged = Readonly<{ value: number | null; ends: readonly (number | null)[] }>;

/** Throughput relative to the group's first row, as in their table; for clusters of several sizes, also each node's efficiency. */
function scalingTable({ title, rows }: ReferenceGroup): string {
  const measured = rows.filter(({ value }) => value("tps") !== null);
  const [first] = measured;
  if (first === undefined || measured.length < 2 || first.value("tps") === 0) return "";
  const factors = new Map(measured.map((row) => [row, factorTo(first, row)]));
  const hasSizes = nodeCounts(rows).length > 1;
  const hasEnds = [...factors.values()].some(({ ends }) => ends.length > 0);
  const ranged = (
    name: string,
    of: (row: ReferenceRow) => Ranged,
    print: typeof times,
  ): readonly ReferenceColumn[] => [
    [name, (row) => print(of(row).value)],
    ...(hasEnds
      ? [
          [
            `${name}, 95%`,
            (row) => of(row).ends.map(print).join(" .. ") || publishedNumber(null),
          ] satisfies ReferenceColumn,
        ]
      : []),
  ];
  const factorOf = (row: ReferenceRow) => factors.get(row)!;
  const names = rowNames(measured, (row) =>
    hasSizes && row.nodes !== null ? `${plural(row.nodes, "node")}, ${row.name}` : row.name,
  );
  return byColumns(`Scaling Summary, ${title}`, ["Configuration", names], measured, [
    ["TPS", rate("tps")],
    ...ranged("Scaling Factor", factorOf, times),
    ...(hasSizes
      ? ranged("Efficiency", (row) => nodeEfficiency(first, row, factorOf(row)), publishedPercent)
      : []),
  ]);
}

/**
 * Ratio of the rates, with Welch's interval of its logarithm over the sessions of both, if both have two. Two documents do not state whether
 * their sessions were measured together, so they count as independent.
 */
function factorTo(first: ReferenceRow, row: ReferenceRow): Ranged {
  const value = row.value("tps")! / first.value("tps")!;
  if (row === first || Math.min(first.rates.length, row.rates.length) < 2) return { value, ends: [] };
  const { low, high } = welchShift(first.rates.map(Math.log), row.rates.map(Math.log)).interval(CONFIDENCE);
  return { value, ends: [Math.exp(low), Math.exp(high)] };
}

function nodeEfficiency(first: ReferenceRow, row: ReferenceRow, { value, ends }: Ranged): Ranged {
  const share = (factor: number | null) =>
    factor === null || first.nodes === null || row.nodes === null
      ? null
      : scalingEfficiency({ nodes: first.nodes, rate: 1 }, { nodes: row.nodes, rate: factor });
  return { value: share(value), ends: ends.map(share) };
}

/**
 * Theirs is a share of CPU time, of which nodes have equal numbers of CPUs where only shares are known; where no node told of it, ours is
 * one of events, which is known of every server.
 */
function balanceOf({ hosts }: ReferenceRow, name: string): string {
  type Host = (typeof hosts)[number];
  const used = hosts.some(({ cpu }) => cpu !== null) ? "cpu" : "cpuShare";
  const all = sumOf(hosts, (host) => host[used] ?? 0);
  const load: ReferenceColumn<Host> = [
    "Share of Load",
    ({ [used]: own }) => publishedPercent(own === null ? null : own / all),
  ];
  return byColumns(`Load Distribution, ${name}`, ["TServer", hosts.map(({ host }) => host)], hosts, [
    ...(all === 0 ? [] : [...cpuColumns("Avg CPU", hosts), load]),
    ["Share of Load (events)", ({ share }) => publishedPercent(share)],
  ]);
}

/** The change is of the old, and a reduction has a minus. */
function improvementOf(row: ReferenceRow, base: ReferenceRow | null, title: string): string {
  if (base === null) return "";
  const lines = YUGABYTEDB_IMPROVEMENT.flatMap(([name, direction, metric, up, down]) => {
    const pair = pairOf(metric, row, base);
    if (pair === null) return [];
    const better = timesBetter(...pair, direction);
    const words = better >= 1 ? `${times(better)} ${up}` : `${times(1 / better)} ${down}`;
    return [[name, words, publishedPercent(changeOfHead(...pair))]];
  });
  const errors = errorRows(row.errorsPerSecond, base.errorsPerSecond);
  return titledTable(
    `Improvement, ${title}`,
    ["Metric", "Improvement", "Change (ours)"],
    [...lines, ...errors],
  );
}

/** "77% reduction"; of no errors on base there is none. */
function errorRows(head: number | null, old: number | null): readonly (readonly string[])[] {
  if (head === null && old === null) return [];
  const more = head === null || old === null || old <= 0 ? null : changeOfHead(old, head);
  const size = publishedPercent(more && Math.abs(more));
  const words = more === null ? size : `${size} ${more > 0 ? "increase" : "reduction"}`;
  return [["Error Rate", words, publishedPercent(more)]];
}
