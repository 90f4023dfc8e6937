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
  scalingEfficiency,
  timesBetter,
  tpccEfficiency,
  tpccRows,
} from "../../stats/improvement.ts";
import { welchShift } from "../../stats/shift.ts";
import { plural } from "../words/units.ts";
import { type Align, markdownText, tableHead, tableRow } from "./markdown.ts";
import {
  figure,
  milliseconds,
  numberOption,
  percent,
  type ReferenceGroup,
  type ReferenceRow,
  referenceGroups,
  referenceRows,
  times,
  whole,
} from "./reference-figures.ts";

export const REFERENCE_LAYOUTS = ["risingwave", "yugabytedb", "kubeblocks", "cockroachdb"] as const;
export type ReferenceLayout = (typeof REFERENCE_LAYOUTS)[number];

/** What is printed: head, and base where there is something to stand beside it. */
type Sides = Readonly<{
  head: readonly ReferenceRow[];
  base: readonly ReferenceRow[] | null;
  /** As columns are called. */
  names: Readonly<{ head: string; base: string }>;
}>;

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
  const name = ({ environment: { database, databaseVersion } }: Run) =>
    [database, databaseVersion].filter((part) => part !== "unknown").join(" ");
  const [ours, other] = [name(head), base === null ? "" : name(base)];
  const told = ours !== "" && ours !== other && (base === null || other !== "");
  if (told) return { head: ours, base: other };
  // Two systems of one version, each measured by a file of its own.
  return base === null || base.suite === head.suite
    ? { head: "head", base: "base" }
    : { head: head.suite, base: base.suite };
}

function table(title: string, header: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? "" : `### ${markdownText(title)}\n\n${tableOf(header, rows)}`;
}

/** Under a line of its own in place of a heading. */
function bold(title: string, header: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? "" : `**${markdownText(title)}**\n\n${tableOf(header, rows)}`;
}

function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const align = (index: number): Align => (index === 0 ? "left" : "right");
  const columns = header.map((name, index) => ({ title: markdownText(name), align: align(index) }));
  const body = rows.map((cells) => tableRow([markdownText(cells[0]!), ...cells.slice(1)]));
  return `${tableHead(columns)}${body.join("\n")}\n`;
}

function some(tables: readonly string[]): readonly string[] {
  return tables.filter((each) => each !== "");
}

function likeOf(row: ReferenceRow, base: Sides["base"]): ReferenceRow | null {
  return base?.find(({ name }) => name === row.name) ?? null;
}

function risingwave({ head, base, names }: Sides): readonly string[] {
  const header = ["Latency (ms)", "Min", "Avg", "P95", "P99", "Max", "Throughput (QPS)"];
  const line = ({ name, value, minNs, maxNs }: ReferenceRow) => [
    name,
    ...[minNs, value("mean"), value("p95"), value("p99"), maxNs].map(milliseconds),
    figure(value("qps")),
  ];
  const tables = (rows: readonly ReferenceRow[], title: string | null) =>
    dataSizesOf(rows).map(({ size, rows: own }) => {
      const titles = [title, size === null ? null : `Data size: ${whole(size)} rows`];
      const words = titles.filter((each) => each !== null).join(", ");
      return table(words || "Results", header, own.map(line));
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

function yugabytedb(sides: Sides): readonly string[] {
  const groups = referenceGroups(sides.head);
  const workloads = [...new Set(sides.head.map(({ workload }) => workload))];
  const scaling = workloads.map((name) =>
    scalingOf(
      name,
      sides.head.filter(({ workload }) => workload === name),
    ),
  );
  const improvement =
    sides.base === null ? [] : sides.head.map((row) => improvementOf(row, likeOf(row, sides.base)));
  return some([
    ...groups.flatMap(bySizes).map(resultsOf),
    ...scaling,
    ...sides.head.map(balanceOf),
    ...improvement,
  ]);
}

/** Clusters of several sizes: beside each other at equal threads, and each by itself where it was measured at several. */
function bySizes({ title, rows }: ReferenceGroup): readonly ReferenceGroup[] {
  const sizes = sizesOf(rows);
  if (sizes.length < 2) return [{ title, rows }];
  const threads = [...new Set(rows.map(({ options }) => numberOption(options, "threads")))];
  const beside = threads
    .map((count) => ({
      title: threads.length === 1 ? title : `${title}, ${whole(count)} threads`,
      rows: rows.filter(({ options }) => numberOption(options, "threads") === count),
    }))
    .filter((group) => sizesOf(group.rows).length > 1);
  const each = sizes.map((size) => ({
    title: `${title}, ${plural(size, "node")}`,
    rows: rows.filter(({ nodes }) => nodes === size),
  }));
  const shown = new Set(beside.flatMap((group) => group.rows));
  return [...beside, ...each.filter((group) => group.rows.length > 1 || !shown.has(group.rows[0]!))];
}

/** Numbers of nodes, each once. */
function sizesOf(rows: readonly ReferenceRow[]): readonly number[] {
  return [...new Set(rows.flatMap(({ nodes }) => nodes ?? []))];
}

function resultsOf({ title, rows }: ReferenceGroup): string {
  const speed = ({ value, cpu }: ReferenceRow) => [
    figure(value("tps")),
    figure(value("qps")),
    latencyOf(value("p95")),
    percent(cpu),
  ];
  const header = ["TPS", "QPS", "95th Latency"];
  const threads = ({ options }: ReferenceRow) => whole(numberOption(options, "threads"));
  if (sizesOf(rows).length > 1) {
    const sizes = apart(rows, ({ nodes }) => whole(nodes));
    const lines = rows.map((row, index) => [sizes[index]!, ...speed(row)]);
    return table(title, ["TServers", ...header, "Avg CPU/tserver"], lines);
  }
  if (rows.length > 1 && new Set(rows.map(threads)).size === 1 && suitesOf(rows).length > 1) {
    const lines = rows.map((row) => [row.suite, ...speed(row)]);
    return table(title, ["Service Type", ...header, "Avg CPU/tserver"], lines);
  }
  const columns = [...header, "Avg CPU"];
  if (rows.length > 1) {
    const counts = apart(rows, threads);
    const lines = rows.map((row, index) => [counts[index]!, ...speed(row), figure(row.errorsPerSecond)]);
    return table(title, ["Threads", ...columns, "Errors/s"], lines);
  }
  const [row] = rows as readonly [ReferenceRow];
  const errors = row.errorsPerSecond === null ? figure(null) : `${figure(row.errorsPerSecond)}/sec`;
  const values = [...speed(row), errors];
  return table(
    row.name,
    ["Metric", "Value"],
    [...columns, "Error Rate"].map((name, index) => [name, values[index]!]),
  );
}

function suitesOf(rows: readonly ReferenceRow[]): readonly string[] {
  return [...new Set(rows.map(({ suite }) => suite))];
}

/** What a row is called, with its suite where the name is another's, too. */
function apart(rows: readonly ReferenceRow[], nameOf: (row: ReferenceRow) => string): readonly string[] {
  const names = rows.map(nameOf);
  const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  return rows.map(({ suite }, index) => {
    const name = names[index]!;
    return isShared(name) && suitesOf(rows).length > 1 ? `${name}, ${suite}` : name;
  });
}

function latencyOf(ns: number | null): string {
  return ns === null ? figure(null) : `${milliseconds(ns)}ms`;
}

const CONFIDENCE = 0.95;

/** A value with the ends of its interval, where there is one. */
type Ranged = Readonly<{ value: number | null; ends: readonly (number | null)[] }>;

/** To the first row of the workload, as theirs; and where clusters of several sizes were measured, how much of a node each one brings. */
function scalingOf(workload: string, rows: readonly ReferenceRow[]): string {
  const measured = rows.filter(({ value }) => value("tps") !== null);
  const [first] = measured;
  if (measured.length < 2 || first!.value("tps") === 0) return "";
  const hasSizes = sizesOf(rows).length > 1;
  const names = apart(measured, ({ name, nodes }) =>
    hasSizes && nodes !== null ? `${plural(nodes, "node")}, ${name}` : name,
  );
  const factors = measured.map((row) => factorTo(first!, row));
  const hasEnds = factors.some(({ ends }) => ends.length > 0);
  const cells = (ranged: Ranged, print: (value: number | null) => string) => [
    print(ranged.value),
    ...(hasEnds ? [ranged.ends.map(print).join(" .. ") || figure(null)] : []),
  ];
  const lines = measured.map((row, index) => [
    names[index]!,
    figure(row.value("tps")),
    ...cells(factors[index]!, times),
    ...(hasSizes ? cells(efficiencyOf(first!, row, factors[index]!), percent) : []),
  ]);
  const titles = ["Scaling Factor", ...(hasSizes ? ["Efficiency"] : [])];
  const columns = titles.flatMap((title) => (hasEnds ? [title, `${title}, 95%`] : [title]));
  return table(`Scaling Summary, ${workload}`, ["Configuration", "TPS", ...columns], lines);
}

/**
 * Of the rates, with Welch's interval of its logarithm over the sessions of both, where both have two. Two documents do not tell whether
 * their sessions were measured beside each other, so they count as independent.
 */
function factorTo(first: ReferenceRow, row: ReferenceRow): Ranged {
  const value = row.value("tps")! / first.value("tps")!;
  if (row === first || Math.min(first.rates.length, row.rates.length) < 2) return { value, ends: [] };
  const { low, high } = welchShift(first.rates.map(Math.log), row.rates.map(Math.log)).interval(CONFIDENCE);
  return { value, ends: [Math.exp(low), Math.exp(high)] };
}

function efficiencyOf(first: ReferenceRow, row: ReferenceRow, { value, ends }: Ranged): Ranged {
  const share = (factor: number | null) =>
    factor === null || first.nodes === null || row.nodes === null
      ? null
      : scalingEfficiency({ nodes: first.nodes, rate: 1 }, { nodes: row.nodes, rate: factor });
  return { value: share(value), ends: ends.map(share) };
}

/** Theirs is a share of CPU time; where no node told of it, ours is one of events, which is known of every server. */
function balanceOf({ hosts }: ReferenceRow, index: number, all: readonly ReferenceRow[]): string {
  const isAlone = (name: string) => all.filter((row) => row.name === name).length === 1;
  const names = apart(all, ({ name, nodes }) =>
    isAlone(name) || nodes === null ? name : `${name}, ${plural(nodes, "node")}`,
  );
  const title = `Load Distribution, ${names[index]!}`;
  const used = hosts.reduce((sum, { cpus }) => sum + (cpus ?? 0), 0);
  if (used === 0)
    return table(
      title,
      ["TServer", "Share of Load (events)"],
      hosts.map(({ host, share }) => [host, percent(share)]),
    );
  return table(
    title,
    ["TServer", "Avg CPU", "Share of Load", "Share of Load (events)"],
    hosts.map(({ host, share, cpus }) => [
      host,
      percent(cpus),
      percent(cpus === null ? null : cpus / used),
      percent(share),
    ]),
  );
}

/** "23x better" is new / old, of latency old / new; the change is of the old, and a reduction has a minus. */
function improvementOf(row: ReferenceRow, base: ReferenceRow | null): string {
  if (base === null) return "";
  const metrics = [
    ["Throughput (TPS)", "higher-is-better", row.value("tps"), base.value("tps"), ["better", "worse"]],
    ["Queries/sec", "higher-is-better", row.value("qps"), base.value("qps"), ["better", "worse"]],
    ["Latency (95th)", "lower-is-better", row.value("p95"), base.value("p95"), ["faster", "slower"]],
  ] as const;
  const lines = metrics.flatMap(([name, direction, head, old, [up, down]]) => {
    if (head === null || old === null || head <= 0 || old <= 0) return [];
    const better = timesBetter(old, head, direction);
    const words = better >= 1 ? `${times(better)} ${up}` : `${times(1 / better)} ${down}`;
    return [[name, words, percent(change(old, head))]];
  });
  const errors = errorsOf(row.errorsPerSecond, base.errorsPerSecond);
  return table(`Improvement, ${row.name}`, ["Metric", "Improvement", "Change (ours)"], [...lines, ...errors]);
}

/** "77% reduction" */
function errorsOf(head: number | null, old: number | null): readonly (readonly string[])[] {
  if (head === null || old === null || old <= 0) return [];
  const more = change(old, head);
  return [["Error Rate", `${percent(Math.abs(more))} ${more > 0 ? "increase" : "reduction"}`, percent(more)]];
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
  return bold(
    label,
    ["Threads", names.head],
    measured.map((row) => [threadsOf(row), print(row.value(metric))]),
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
  const cells = lines.map(({ row, pair: [other, ours] }) => [threadsOf(row), print(ours), print(other)]);
  if (metric === "p95" || lines.length === 0) return bold(label, header, cells);
  const pairs = lines.map(({ pair }) => pair);
  const improvements = pairs.map((pair) => [percent(improvementOfHead(...pair)), percent(change(...pair))]);
  const average = ["Average", "", "", percent(averageImprovement(pairs)), percent(overallChange(pairs))];
  return bold(
    label,
    [...header, `${label} Improvement`, "Change (ours)"],
    [...cells.map((line, index) => [...line, ...improvements[index]!]), average],
  );
}

function cockroachdb(sides: Sides): readonly string[] {
  const tpcc = sides.head.filter(({ value }) => value("tpmc") !== null);
  const kv = sides.head.filter(({ workload }) => /^kv/i.test(workload));
  return some([...tpcc.map((row) => tpccOf(row, likeOf(row, sides.base), sides.names)), bySize(kv)]);
}

function tpccOf(head: ReferenceRow, base: ReferenceRow | null, names: Sides["names"]): string {
  const columns = base === null ? [head] : [base, head];
  const header = base === null ? [names.head] : [names.base, names.head];
  const warehouses = ({ options }: ReferenceRow) => numberOption(options, "warehouses");
  const efficiency = (row: ReferenceRow) => {
    const [tpmc, count] = [row.value("tpmc"), warehouses(row)];
    return tpmc === null || count === null ? null : 100 * tpccEfficiency(tpmc, count, "deck");
  };
  const lines: readonly (readonly [string, (row: ReferenceRow) => string])[] = [
    ["Warehouses", (row) => whole(warehouses(row))],
    ["Throughput (tpmC)", (row) => figure(row.value("tpmc"))],
    ["Efficiency (%)", (row) => figure(efficiency(row))],
    ["Number of rows, at first (billion)", (row) => figure(billionRows(warehouses(row)))],
    ["Unreplicated data (TB)", ({ dataBytes }) => figure(dataBytes === null ? null : dataBytes / 1e12)],
    ["Number of nodes", ({ nodes }) => whole(nodes)],
  ];
  return table(
    head.name,
    ["Metric", ...header],
    lines.map(([name, print]) => [name, ...columns.map(print)]),
  );
}

function billionRows(warehouses: number | null): number | null {
  return warehouses === null ? null : tpccRows(warehouses) / 1e9;
}

/** KV 95 and its like by the size of the cluster. */
function bySize(rows: readonly ReferenceRow[]): string {
  const header = ["Number of nodes", "Workers", "Concurrency", "QPS", "P50 (ms)", "P99 (ms)"];
  const lines = rows.map(({ nodes, machines, options, value }) => [
    whole(nodes),
    whole(machines),
    whole(numberOption(options, "concurrency") ?? numberOption(options, "threads")),
    figure(value("qps")),
    milliseconds(value("p50")),
    milliseconds(value("p99")),
  ]);
  return table("Linear scaling", header, lines);
}
