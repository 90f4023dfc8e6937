/**
 * Tables of published measurements, in the layouts of the documents that people compare themselves with (RisingWave's, YugabyteDB's,
 * KubeBlocks' and CockroachDB's; `render --as reference-table` prints them too): a run for each system.
 */

import { groupBy, wordTable } from "../../model/by-key.ts";
import type { WholeMetric } from "../../model/metric.ts";
import type { OptionValue, PublishedFigure } from "../../model/run.ts";
import { type Figures, type ImportedMeasurement, NEVER_REPORTED, nsOf, percentileMetric } from "./figures.ts";
import { readTables, type TextTable } from "./tables.ts";

/** Meaning of the numbers of a column, a row or a title; `null`: nothing that a run has a place for. */
type Meaning =
  | Readonly<{ metric: WholeMetric | PublishedFigure | "min" | "max"; ms?: number }>
  | Readonly<{ option: string }>
  | null;

/** A number and where it belongs. */
type ReferenceCell = Readonly<{
  system: string | null;
  place: string;
  label: string | null;
  meaning: Exclude<Meaning, null>;
  value: number;
}>;

const LACKS: readonly string[] = [...NEVER_REPORTED, "histograms", "the length of the runs"];

/** @returns null where no table of the text has a figure that a run has a place for */
export function readReferenceTables(text: string): readonly ImportedMeasurement[] | null {
  const tables = readTables(text);
  const places = headingPlaces(tables);
  const cells = tables.flatMap((table) => referenceCells(table, places.get(headingsOf(table).join("\n"))!));
  const systems = [...new Set(cells.map(({ system }) => system))];
  const without = unreadTables(tables);
  const lacks = [...LACKS, ...without];
  const measurements = systems.flatMap((system): ImportedMeasurement[] => {
    const figures = figuresOf(cells.filter((cell) => cell.system === system));
    if (figures.length === 0) return [];
    return [
      {
        tool: "tables of a document",
        lacks,
        ...(without.length === 0 ? {} : { leftOut: without }),
        figures,
        ...(system === null ? {} : { system: system.slice(0, 200) }),
      },
    ];
  });
  return measurements.length === 0 ? null : measurements;
}

/** Meaning of the numbers under a heading or a label. Derived figures are left to `stats/improvement.ts`. */
function columnMeaning(words: string): Meaning {
  const option = OPTIONS.find(([pattern]) => pattern.test(words));
  if (option !== undefined) return { option: option[1] };
  if (NO_PLACE.test(words)) return null;
  const metric = METRICS.find(([pattern]) => pattern.test(words))?.[1] ?? percentileOf(words);
  if (metric === undefined || metric === null) return null;
  const unit = /\((ns|[uµμ]s|ms|s)\)/.exec(words)?.[1];
  return { metric, ...(unit === undefined ? {} : { ms: MILLISECONDS[unit]! }) };
}

/** Figures that are derived, or of a node: a run has no place for them. */
const NO_PLACE = /improvement|change|factor|share|cpu|efficiency|concurrency limit/i;

const OPTIONS: readonly (readonly [RegExp, string])[] = [
  [/^threads?$/i, "threads"],
  [/^(?:tservers|nodes|number of nodes)$/i, "nodes"],
  [/^workers$/i, "workers"],
  [/^concurrency$/i, "concurrency"],
  [/\(warehouses\)|^warehouses$/i, "warehouses"],
];

const METRICS: readonly (readonly [RegExp, WholeMetric | PublishedFigure | "min" | "max"])[] = [
  [/\bQPS\b|queries\s*(?:\/|per)\s*s/i, "qps"],
  [/\btpmC\b/i, "tpmc"],
  [/\bTPS\b|transactions\s*(?:\/|per)\s*s/i, "tps"],
  [/errors?\s*(?:\/|per)\s*s|error rate/i, "errors"],
  [/^(?:max )?number of rows \(billion\)$/i, "rows"],
  [/^(?:max )?unreplicated data \(TB\)$/i, "data-bytes"],
  [/^min(?:imum)?\b/i, "min"],
  [/^(?:avg|average|mean)\b/i, "mean"],
  [/^max(?:imum)?(?: latency)?(?: \(\w+\))?$/i, "max"],
];

function percentileOf(words: string): WholeMetric | null {
  const found = /\bp(\d{2}(?:\.\d+)?)\b/i.exec(words) ?? /\b(\d{2}(?:\.\d+)?)(?:st|nd|rd|th)\b/i.exec(words);
  return found === null ? null : percentileMetric(found[1]!);
}

/** Headings that say where a figure is from; those that say which metric it is do not. */
function headingsOf({ titles }: TextTable): readonly string[] {
  return titles.filter((title) => columnMeaning(title) === null && !/^latency\b/i.test(title));
}

/** The innermost heading that not all of them have; with more of them where two tables share it. By the path of headings. */
function headingPlaces(tables: readonly TextTable[]): ReadonlyMap<string, string> {
  const measured = tables.filter((table) =>
    referenceCells(table, "").some(({ meaning }) => "metric" in meaning),
  );
  const paths = new Map(measured.map((table) => [headingsOf(table).join("\n"), headingsOf(table)]));
  const all = [...paths.values()];
  const own = (path: readonly string[]) => path.filter((title) => !all.every((each) => each.includes(title)));
  const innermost = all.map((path) => own(path).at(-1));
  const unique = (title: string | undefined) => innermost.filter((each) => each === title).length === 1;
  return new Map(
    tables.map((table) => {
      const path = own(headingsOf(table));
      const last = path.at(-1);
      return [headingsOf(table).join("\n"), (unique(last) ? last : path.join(", ")) ?? ""];
    }),
  );
}

function referenceCells(table: TextTable, place: string): readonly ReferenceCell[] {
  const [first = "", ...columns] = table.header;
  const meanings = columns.map(columnMeaning);
  const ofRow = table.rows.flatMap(([name = "", ...texts]) =>
    texts.flatMap((text, index) => {
      const title = columns[index]!;
      if (/^metric$/i.test(first))
        return cell(columnMeaning(name), text, { system: systemOf(title), place, label: null });
      const label = optionLabel(first, name);
      if (label === null) return [];
      const meaning = meanings[index] ?? null;
      if (meanings.some((each) => each !== null && "metric" in each))
        return cell(meaning, text, { system: null, place, label });
      return cell(systemMetric(table), text, { system: systemOf(title), place, label });
    }),
  );
  return [...ofRow, ...optionCells(table, ofRow, place)];
}

/** Metric of a table whose columns are all systems: it is in a title, or in the name of the column with the improvement. */
function systemMetric({ titles, header }: TextTable): Meaning {
  const improvement = header.find((title) => /improvement$/i.test(title))?.replace(/improvement$/i, "");
  return (
    [improvement, titles.at(-1)]
      .map((words) => (words === undefined ? null : columnMeaning(words)))
      .find((meaning) => meaning !== null && "metric" in meaning) ?? null
  );
}

/** A column that compares others is no system; "Value" is the only one there is. */
function systemOf(title: string): string | null | undefined {
  if (/improvement$|^change\b/i.test(title)) return undefined;
  return /^value$/i.test(title) ? null : title;
}

/** Rows of an option have its value: "25 threads". Others, such as an average over the rows, are no measurement. */
function optionLabel(title: string, name: string): string | null {
  const meaning = columnMeaning(title);
  if (meaning === null || !("option" in meaning)) return name === "" ? null : name;
  return parseNumber(name) === null ? null : `${name} ${title.toLowerCase().replace(/^number of /, "")}`;
}

/** Cells of the first column, if that is an option. */
function optionCells(
  { header, rows }: TextTable,
  cells: readonly ReferenceCell[],
  place: string,
): readonly ReferenceCell[] {
  const meaning = columnMeaning(header[0] ?? "");
  if (meaning === null || !("option" in meaning)) return [];
  const systems = [...new Set(cells.map(({ system }) => system))];
  return rows.flatMap(([name = ""]) =>
    systems.flatMap((system) => cell(meaning, name, { system, place, label: optionLabel(header[0]!, name) })),
  );
}

function cell(
  meaning: Meaning,
  text: string,
  where: Readonly<{ system: string | null | undefined; place: string; label: string | null }>,
): readonly ReferenceCell[] {
  const { system } = where;
  const number = parseNumber(text);
  if (meaning === null || number === null || system === undefined) return [];
  return [{ ...where, system, meaning, value: number.value * unitScale(meaning, number.ms) }];
}

/** Factor from the table's unit to a run's: latencies are in milliseconds here. */
function unitScale(meaning: Exclude<Meaning, null>, ms: number | undefined): number {
  if ("option" in meaning) return 1;
  return SCALES[meaning.metric] ?? (isTime(meaning.metric) ? (ms ?? meaning.ms ?? 1) : 1);
}

const SCALES = wordTable<number>({ rows: 1e9, "data-bytes": 1e12 });

/** Latencies without a unit are in milliseconds. */
const MILLISECONDS = wordTable<number>({
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1e3,
});

/** "10,158ms", "~310", "5.2/sec"; null for other words, and below 0, where nothing is that is measured. */
function parseNumber(text: string): Readonly<{ value: number; ms?: number }> | null {
  const [, digits, unit] =
    /^[~≈]?\s*(\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?)\s*(ns|[uµμ]s|ms|s\b)?/i.exec(text) ?? [];
  if (digits === undefined) return null;
  const ms = unit === undefined ? undefined : MILLISECONDS[unit];
  return { value: Number(digits.replaceAll(",", "")), ...(ms === undefined ? {} : { ms }) };
}

function isTime(metric: string): boolean {
  return !["qps", "tps", "tpmc", "errors", "rows", "data-bytes"].includes(metric);
}

/** A workload for each row, or for each table whose rows are metrics. */
function figuresOf(cells: readonly ReferenceCell[]): readonly Figures[] {
  const names = groupBy(cells, ({ label, place }) =>
    [label, place].filter((part) => part !== null && part !== "").join(", "),
  );
  return [...names].flatMap(([name, own]) => {
    const cellOf = (kind: string) =>
      own.find(({ meaning }) => ("metric" in meaning ? meaning.metric : meaning.option) === kind)?.value;
    const metrics = own.flatMap(({ meaning }) => ("metric" in meaning ? [meaning.metric] : []));
    if (metrics.length === 0) return [];
    const options: readonly (readonly [string, OptionValue])[] = own.flatMap(({ meaning, value }) =>
      "option" in meaning ? [[meaning.option, value] as const] : [],
    );
    return [{ ...plainFigures(name), options: Object.fromEntries(options), ...cellValues(metrics, cellOf) }];
  });
}

function plainFigures(name: string): Pick<Figures, "workload" | "events" | "failed" | "durationNs"> {
  return { workload: name === "" ? null : name, events: 0, failed: 0, durationNs: 0 };
}

function cellValues(
  metrics: readonly string[],
  cellOf: (kind: string) => number | undefined,
): Pick<Figures, "values" | "latency"> {
  const [min, max] = ["min", "max"].map(cellOf);
  const kept = metrics.filter((metric) => !["min", "max"].includes(metric));
  const values = kept.map((metric) => [metric, isTime(metric) ? nsOf(cellOf(metric)!) : cellOf(metric)!]);
  return {
    values: Object.fromEntries(values),
    latency: {
      ...(min === undefined ? {} : { minNs: nsOf(min) }),
      ...(max === undefined ? {} : { maxNs: nsOf(max) }),
    },
  };
}

/** Columns and rows with numbers that have no place in a run, as one thing that it lacks. */
function unreadTables(tables: readonly TextTable[]): readonly string[] {
  const names = tables.flatMap((table) => {
    const cells = referenceCells(table, "");
    // Of settings, say, or of figures that have no place alone.
    if (cells.length === 0) return table.header.filter((title) => NO_PLACE.test(title));
    const words = /^metric$/i.test(table.header[0]!)
      ? table.rows.map(([name = ""]) => name)
      : table.header
          .slice(1)
          .filter((title) => systemMetric(table) === null || systemOf(title) === undefined);
    return words.filter((word) => word !== "" && columnMeaning(word) === null);
  });
  const latency = tables.some(
    (table) => /^latency\b/i.test(table.titles.at(-1) ?? "") && referenceCells(table, "").length === 0,
  );
  const distinct = [...new Set(names)];
  return [
    ...(latency ? ["the latency of a table that does not say which latency it is"] : []),
    ...(distinct.length === 0 ? [] : [`a place for ${distinct.map((name) => `"${name}"`).join(", ")}`]),
  ];
}
