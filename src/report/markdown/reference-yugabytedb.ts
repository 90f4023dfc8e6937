/** YugabyteDB's tables: of its sysbench report, and in one more what its report on 100 nodes tells in prose. */
import { change, scalingEfficiency, timesBetter } from "../../stats/improvement.ts";
import { welchShift } from "../../stats/shift.ts";
import { figure, milliseconds, publishedPercent, times, whole } from "../../text/published.ts";
import { plural } from "../../text/units.ts";
import { numberOption, type ReferenceRow } from "./reference-figures.ts";
import {
  apart,
  type ReferenceGroup,
  referenceGroups,
  rowNames,
  sizesOf,
  suitesOf,
} from "./reference-groups.ts";
import { likeOf, type Sides, some, table } from "./reference-layout.ts";

export function yugabytedb({ head, base }: Sides): readonly string[] {
  const groups = referenceGroups(head);
  const isSingle = ({ rows }: ReferenceGroup) => rows.every(isSingleRow);
  const names = rowNames(head, ({ name }) => name);
  return some([
    ...resultsOf(groups.filter((group) => !isSingle(group)).flatMap(bySizes)),
    singleRowsOf(head.filter(isSingleRow)),
    ...groups.map(scalingOf),
    ...head.map((row, index) => balanceOf(row, names[index]!)),
    ...head.map((row, index) => improvementOf(row, likeOf(row, base), names[index]!)),
  ]);
}

/** The workload of the report on 100 nodes, whose figures stand in its prose. */
function isSingleRow({ workload }: ReferenceRow): boolean {
  return workload === "sql_inserts";
}

function singleRowsOf(rows: readonly ReferenceRow[]): string {
  const names = rowNames(rows, ({ name }) => name);
  const cpu = cpuColumns("Avg CPU/tserver", rows);
  const lines = rows.map((row, index) => [
    names[index]!,
    whole(row.nodes),
    whole(row.machines),
    whole(numberOption(row.options, "threads")),
    figure(row.value("qps")),
    latencyOf(row.value("mean")),
    ...cpu.map(({ print }) => print(row)),
  ]);
  const header = ["Workload", "TServers", "Client machines", "Threads", "QPS", "Mean Latency"];
  return table("Single-row queries", [...header, ...cpu.map(({ title }) => title)], lines);
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

/** A group of rows is a table by what they differ in; of one alone, its figures stand below each other. */
function resultsOf(groups: readonly ReferenceGroup[]): readonly string[] {
  const titles = apart(
    groups.map(({ rows }) => rows),
    groups.map(({ title, rows }) => (rows.length === 1 ? rows[0]!.name : title)),
  );
  return groups.map(({ rows }, index) => {
    const title = titles[index]!;
    return rows.length === 1 ? lonelyOf(title, rows[0]!) : besideOf(title, rows);
  });
}

function besideOf(title: string, rows: readonly ReferenceRow[]): string {
  const threads = ({ options }: ReferenceRow) => whole(numberOption(options, "threads"));
  if (sizesOf(rows).length > 1) return linesOf(title, "TServers", rows, ({ nodes }) => whole(nodes));
  if (new Set(rows.map(threads)).size === 1 && suitesOf(rows).length > 1)
    return linesOf(title, "Service Type", rows, ({ suite }) => suite);
  return linesOf(title, "Threads", rows, threads);
}

function linesOf(
  title: string,
  by: "TServers" | "Service Type" | "Threads",
  rows: readonly ReferenceRow[],
  rowName: (row: ReferenceRow) => string,
): string {
  const hasErrors = by === "Threads";
  const names = rowNames(rows, rowName);
  const columns = [
    ...speedColumns(rows, hasErrors ? "Avg CPU" : "Avg CPU/tserver"),
    ...(hasErrors ? [ERRORS] : []),
  ];
  const lines = rows.map((row, index) => [names[index]!, ...columns.map(({ print }) => print(row))]);
  return table(title, [by, ...columns.map((column) => column.title)], lines);
}

function lonelyOf(title: string, row: ReferenceRow): string {
  const hasNodes = (row.nodes ?? 1) > 1;
  const errors = row.errorsPerSecond === null ? figure(null) : `${figure(row.errorsPerSecond)}/sec`;
  const lines = speedColumns([row], hasNodes ? "Avg CPU/tserver" : "Avg CPU").map((column) => [
    column.title,
    column.print(row),
  ]);
  return table(title, ["Metric", "Value"], [...lines, ["Error Rate", errors]]);
}

type Column = Readonly<{ title: string; print: (row: ReferenceRow) => string }>;

const ERRORS: Column = { title: "Errors/s", print: (row) => figure(row.errorsPerSecond) };

function speedColumns(rows: readonly ReferenceRow[], cpu: string): readonly Column[] {
  return [
    { title: "TPS", print: ({ value }) => figure(value("tps")) },
    { title: "QPS", print: ({ value }) => figure(value("qps")) },
    { title: "95th Latency", print: ({ value }) => latencyOf(value("p95")) },
    ...cpuColumns(cpu, rows),
  ];
}

/**
 * The documents have two units: their sysbench report counts one CPU as 100 %, that on 100 nodes all CPUs of the node. Both, where they are
 * known of some row; the first one where nothing is.
 */
function cpuColumns(
  title: string,
  rows: readonly Readonly<{ cpu: number | null; cpuShare: number | null }>[],
) {
  const hasShares = rows.some(({ cpuShare }) => cpuShare !== null);
  const hasCpus = !hasShares || rows.some(({ cpu }) => cpu !== null);
  const print = (of: "cpu" | "cpuShare") => (row: Pick<ReferenceRow, "cpu" | "cpuShare">) =>
    publishedPercent(row[of]);
  return [
    ...(hasCpus ? [{ title: `${title} (100% = one CPU)`, print: print("cpu") }] : []),
    ...(hasShares ? [{ title: `${title} (% of the node)`, print: print("cpuShare") }] : []),
  ];
}

function latencyOf(ns: number | null): string {
  return ns === null ? figure(null) : `${milliseconds(ns)}ms`;
}

const CONFIDENCE = 0.95;

/** A value with the ends of its interval, where there is one. */
type Ranged = Readonly<{ value: number | null; ends: readonly (number | null)[] }>;

/** To the first row of the group, as theirs; and where clusters of several sizes were measured, how much of a node each one brings. */
function scalingOf({ title, rows }: ReferenceGroup): string {
  const measured = rows.filter(({ value }) => value("tps") !== null);
  const [first] = measured;
  if (measured.length < 2 || first!.value("tps") === 0) return "";
  const hasSizes = sizesOf(rows).length > 1;
  const names = rowNames(measured, ({ name, nodes }) =>
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
    ...(hasSizes ? cells(efficiencyOf(first!, row, factors[index]!), publishedPercent) : []),
  ]);
  const factor = ["Scaling Factor", ...(hasSizes ? ["Efficiency"] : [])];
  const columns = factor.flatMap((column) => (hasEnds ? [column, `${column}, 95%`] : [column]));
  return table(`Scaling Summary, ${title}`, ["Configuration", "TPS", ...columns], lines);
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
function balanceOf({ hosts }: ReferenceRow, name: string): string {
  const title = `Load Distribution, ${name}`;
  const loads = loadShares(hosts);
  const rows = hosts.map(({ cpus, cpuShare }) => ({ cpu: cpus, cpuShare }));
  const cpu = loads === null ? [] : cpuColumns("Avg CPU", rows);
  const header = [
    "TServer",
    ...cpu.map((column) => column.title),
    ...(loads === null ? [] : ["Share of Load"]),
    "Share of Load (events)",
  ];
  const lines = hosts.map(({ host, share }, index) => [
    host,
    ...cpu.map(({ print }) => print(rows[index]!)),
    ...(loads === null ? [] : [publishedPercent(loads[index]!)]),
    publishedPercent(share),
  ]);
  return table(title, header, lines);
}

/** Of the CPU time of all nodes; where only shares were told, as if nodes had equal numbers of CPUs. Null where nobody told. */
function loadShares(hosts: ReferenceRow["hosts"]): readonly (number | null)[] | null {
  const cpus = hosts.map((host) => host.cpus);
  const used = cpus.some((each) => each !== null) ? cpus : hosts.map(({ cpuShare }) => cpuShare);
  const all = used.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return all === 0 ? null : used.map((each) => (each === null ? null : each / all));
}

/** "23x better" is new / old, of latency old / new; the change is of the old, and a reduction has a minus. */
function improvementOf(row: ReferenceRow, base: ReferenceRow | null, title: string): string {
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
    return [[name, words, publishedPercent(change(old, head))]];
  });
  const errors = errorsOf(row.errorsPerSecond, base.errorsPerSecond);
  return table(`Improvement, ${title}`, ["Metric", "Improvement", "Change (ours)"], [...lines, ...errors]);
}

/** "77% reduction"; of no errors on base there is none. */
function errorsOf(head: number | null, old: number | null): readonly (readonly string[])[] {
  if (head === null && old === null) return [];
  if (head === null || old === null || old <= 0)
    return [["Error Rate", publishedPercent(null), publishedPercent(null)]];
  const more = change(old, head);
  return [
    [
      "Error Rate",
      `${publishedPercent(Math.abs(more))} ${more > 0 ? "increase" : "reduction"}`,
      publishedPercent(more),
    ],
  ];
}
