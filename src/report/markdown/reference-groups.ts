/** Groups rows of published tables that belong together, and names tables and rows so that no two have one name. */

import { groupBy } from "../../model/by-key.ts";
import { numberOption, type ReferenceRow } from "./reference-figures.ts";

/**
 * Rows that differ in the number of threads, nodes or client machines, or in how long they were measured, alone (and in what the load
 * generator chose by it), or one that nothing is like.
 */
export type ReferenceGroup = Readonly<{ title: string; rows: readonly ReferenceRow[] }>;

/** Options that rows of one table may differ in. Placement is chosen in each run: "auto" is recorded as the choice made. */
const SIZES: ReadonlySet<string> = new Set([
  "threads",
  "placement",
  "nodes",
  "shards",
  "time",
  "warmup-time",
]);
/** Options of how connections are made: a table may compare ways to one cluster. */
const WAYS: ReadonlySet<string> = new Set(["pgsql-sslmode", "balance"]);

/** Groups the rows; each group has a title of its own. */
export function referenceGroups(rows: readonly ReferenceRow[]): readonly ReferenceGroup[] {
  const groups = groupBy(rows, ({ name, workload, options }) =>
    options["threads"] === undefined ? name : JSON.stringify([groupTitle(workload), optionShape(options)]),
  );
  const all = [...groups.values()];
  const titles = all.map(([first]) => groupTitle(first!.workload));
  const names = all.map((own, index) =>
    titles.filter((title) => title === titles[index]).length === 1 ? titles[index]! : commonName(own),
  );
  const unlike = distinctNames(all, names);
  return all.map((own, index) => ({ title: unlike[index]!, rows: own }));
}

/** The options that make a row another measurement. */
function optionShape(options: ReferenceRow["options"]): ReferenceRow["options"] {
  const shape = Object.entries(options).filter(([name]) => !SIZES.has(name) && !WAYS.has(name));
  return Object.fromEntries(shape);
}

/** Title without the threads that set the rows of an imported table apart: "25 threads, Test on Pod" is "Test on Pod". */
function groupTitle(workload: string): string {
  return workload.replace(/^\d+ threads(?:, |$)/, "") || "Results";
}

/** Common start of a group's names, less the threads: "read-write" of "read-write, 60 threads" and "read-write, 180 threads". */
function commonName(rows: readonly ReferenceRow[]): string {
  const [first, ...others] = rows.map(({ name }) => name) as [string, ...string[]];
  let end = 0;
  while (end < first.length && others.every((name) => name[end] === first[end])) end++;
  if (end === first.length && others.every((name) => name === first)) return first;
  const isInNumber = [first, ...others].some((name) => /^\d/.test(name.slice(end)));
  const common = first.slice(0, end).replace(isInNumber ? /(?<!\d)\d+$/ : /$/, "");
  return common.replace(/(?<![\s\p{P}=])[\s\p{P}=]*(?:threads[\s\p{P}=]*)?$/u, "") || first;
}

/** Labels for what rows of one name differ in; "" if nothing is known. */
const LABELS: readonly ((rows: readonly ReferenceRow[]) => string)[] = [
  (rows) => joinedNumbers(nodeCounts(rows), "node", "nodes"),
  (rows) => suitesOf(rows).join(" + "),
  (rows) => joinedNumbers(numbersOf(rows, "threads"), "thread", "threads"),
  (rows) => joinedNumbers(numbersOf(rows, "time"), "s", "s"),
];

/** "8 + 16 threads" */
function joinedNumbers(numbers: readonly number[], one: string, several: string): string {
  return numbers.length === 0 ? "" : `${numbers.join(" + ")} ${numbers.join() === "1" ? one : several}`;
}

function numbersOf(rows: readonly ReferenceRow[], option: string): readonly number[] {
  return [...new Set(rows.flatMap(({ options }) => numberOption(options, option) ?? []))];
}

/**
 * Names of rows, or of tables of them. Those with one name also state what they differ in: nodes, suite, threads, seconds, or else options.
 * @param rows the rows of each name
 */
export function distinctNames(
  rows: readonly (readonly ReferenceRow[])[],
  names: readonly string[],
): readonly string[] {
  const labelled = LABELS.map((labelOf) => rows.map(labelOf)).reduce(withLabels, names);
  return withLabels(labelled, optionLabels(rows, labelled));
}

/** A row each. */
export function rowNames(
  rows: readonly ReferenceRow[],
  rowName: (row: ReferenceRow) => string,
): readonly string[] {
  return distinctNames(
    rows.map((row) => [row]),
    rows.map(rowName),
  );
}

function withLabels(names: readonly string[], labels: readonly string[]): readonly string[] {
  return names.map((name, index) => {
    const alike = labels.filter((_, at) => names[at] === name);
    const label = labels[index]!;
    return label !== "" && new Set(alike).size > 1 ? `${name}, ${label}` : name;
  });
}

/** "table-size 1000": of tables of one name, the options that not all of them have alike. */
function optionLabels(
  rows: readonly (readonly ReferenceRow[])[],
  names: readonly string[],
): readonly string[] {
  const shapes = rows.map(([first]) => optionShape(first!.options));
  return shapes.map((shape, index) => {
    const alike = shapes.filter((_, at) => names[at] === names[index]);
    const differing = Object.keys(shape).filter((option) =>
      alike.some((other) => other[option] !== shape[option]),
    );
    return differing.map((option) => `${option} ${shape[option]}`).join(", ");
  });
}

/** Numbers of nodes, each once. */
export function nodeCounts(rows: readonly ReferenceRow[]): readonly number[] {
  return [...new Set(rows.flatMap(({ nodes }) => nodes ?? []))];
}

export function suitesOf(rows: readonly ReferenceRow[]): readonly string[] {
  return [...new Set(rows.map(({ suite }) => suite))];
}
