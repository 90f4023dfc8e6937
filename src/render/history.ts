/** The history of a metric over commits, for people (table), programs (JSON) and spreadsheets (CSV, RFC 4180). */
import Table from "cli-table3";
import type { HistoryPoint } from "../model/history-point.ts";
import { metricInfo } from "../model/metric.ts";
import { formatMetrics, formatPercent } from "./units.ts";

export const HISTORY_FORMATS = ["table", "json", "csv"] as const;
export type HistoryFormat = (typeof HISTORY_FORMATS)[number];

/** @returns text without a line end after the last line. */
export function renderHistory(points: readonly HistoryPoint[], format: HistoryFormat): string {
  switch (format) {
    case "table":
      return renderTable(points);
    case "json":
      return JSON.stringify(points, null, 2);
    case "csv":
      return renderCsv(points);
  }
}

const SHA_LENGTH = 10;
const SUBJECT_LENGTH = 48;

type Column = Readonly<{
  title: string;
  align: "left" | "right";
  cell: (point: HistoryPoint, index: number) => string;
}>;

/** Said once above the table where all points agree, a column where they differ. */
const SETTINGS: readonly Column[] = [
  { title: "suite", align: "left", cell: ({ suite }) => oneLine(suite) },
  { title: "workload", align: "left", cell: ({ workload }) => oneLine(workload) },
  { title: "metric", align: "left", cell: ({ metric }) => metricInfo(metric).label },
  { title: "branch", align: "left", cell: ({ branch }) => oneLine(branch ?? "(none)") },
  { title: "arm", align: "left", cell: ({ arm }) => arm },
  { title: "machine", align: "left", cell: ({ fingerprint }) => fingerprint.slice(0, 8) },
];

function renderTable(points: readonly HistoryPoint[]): string {
  const [first] = points;
  if (first === undefined) return "no stored run matches";
  const shared = SETTINGS.filter(({ cell }) => points.every((point) => cell(point, 0) === cell(first, 0)));
  const values = valueTexts(points);
  const columns: readonly Column[] = [
    { title: "commit", align: "left", cell: ({ commit }) => commit.slice(0, SHA_LENGTH) },
    {
      title: "measured (UTC)",
      align: "left",
      cell: ({ measuredAt }) => measuredAt.slice(0, 16).replace("T", " "),
    },
    ...SETTINGS.filter((column) => !shared.includes(column)),
    { title: "value", align: "right", cell: (_, index) => values[index] ?? "" },
    { title: "noise", align: "right", cell: ({ logSd }) => (logSd === null ? "" : formatPercent(logSd)) },
    { title: "sessions", align: "right", cell: ({ sessions }) => String(sessions) },
    { title: "subject", align: "left", cell: ({ subject }) => shortened(oneLine(subject ?? "")) },
  ];
  const table = new Table({
    head: columns.map(({ title }) => title),
    colAligns: columns.map(({ align }) => align),
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
    chars: NO_LINES,
  });
  table.push(...points.map((point, index) => columns.map(({ cell }) => cell(point, index))));
  const heading = shared.map(({ title, cell }) => `${title} ${cell(first, 0)}`).join(", ");
  const lines = [...(heading === "" ? [] : [heading, ""]), ...table.toString().split("\n")];
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** Values of one workload and metric share their unit, so that the column can be compared by eye. */
function valueTexts(points: readonly HistoryPoint[]): readonly string[] {
  const seriesOf = ({ metric, workload }: HistoryPoint) => `${metric} ${workload}`;
  const texts = new Map<HistoryPoint, string>();
  for (const name of new Set(points.map(seriesOf))) {
    const series = points.filter((point) => seriesOf(point) === name);
    const formatted = formatMetrics(
      series[0]!.metric,
      series.map(({ value }) => value),
    );
    for (const [i, point] of series.entries()) texts.set(point, formatted[i]!);
  }
  return points.map((point) => texts.get(point)!);
}

const LINES =
  "top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid middle";
const NO_LINES = Object.fromEntries(LINES.split(" ").map((name) => [name, ""]));

/** Text of others must not move the cursor or colour the terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}

function shortened(text: string): string {
  // By whole characters as people see them: half an emoji is rubbish.
  const characters = Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
  return characters.length <= SUBJECT_LENGTH ? text : `${characters.slice(0, SUBJECT_LENGTH - 1).join("")}…`;
}

const CSV_COLUMNS = [
  "measuredAt",
  "commitTime",
  "commit",
  "branch",
  "subject",
  "suite",
  "workload",
  "metric",
  "unit",
  "arm",
  "value",
  "sessions",
  "logSd",
  "fingerprint",
  "runId",
] as const;

function renderCsv(points: readonly HistoryPoint[]): string {
  const rows = points.map((point) => {
    const fields = { ...point, unit: metricInfo(point.metric).unit };
    return CSV_COLUMNS.map((column) => csvField(fields[column])).join(",");
  });
  return [CSV_COLUMNS.join(","), ...rows].join("\n");
}

function csvField(value: string | number | null): string {
  // One row is one line, also in a terminal that would act on control characters.
  const text = value === null ? "" : oneLine(String(value));
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
