/** The history of a metric over commits, for people (table), programs (JSON) and spreadsheets (CSV, RFC 4180). */
import { nearest } from "../../config/nearest.ts";
import type { ChangeEvent, LevelShift } from "../../model/answers.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import { metricInfo } from "../../model/metric.ts";
import { minuteOf } from "../../text/time.ts";
import { formatEffect, formatMetrics, formatPercent } from "../../text/units.ts";
import type { Column } from "../words/table.ts";
import { fitted, oneLine, shortenedSubject, tableLines, wrapped } from "./plain-table.ts";
import { csvField } from "./rows.ts";

export const HISTORY_FORMATS = ["table", "json", "csv"] as const;
export type HistoryFormat = (typeof HISTORY_FORMATS)[number];

/**
 * @param events changes of level in the history that the points are from; null where none were looked for
 * @param misses what a history without points asked for that the store does not have: tables say so
 * @param others what differs where fingerprints do, said beneath a table
 * @param there points that there are instead: they differ from what was asked for in the metric alone, or in any way
 * @param width columns of the terminal: subjects are cut to it, then branches, then workloads
 * @returns text without a line end after the last line
 */
export function renderHistory(
  points: readonly HistoryPoint[],
  format: HistoryFormat,
  events: readonly ChangeEvent[] | null = null,
  misses: readonly Miss[] = [],
  others: readonly OtherConditions[] = [],
  there: readonly HistoryPoint[] = [],
  width: number = Number.POSITIVE_INFINITY,
): string {
  const marks = pointMarks(points, events ?? []);
  switch (format) {
    case "table":
      return points.length === 0
        ? noneText(misses, there)
        : [renderTable(points, marks, width), ...otherLines(others)].join("\n");
    case "json":
      return JSON.stringify(events === null ? points : { points, changes: events }, null, 2);
    case "csv":
      return renderCsv(points, events === null ? null : marks);
  }
}

/** The change that a point is the first after. */
type PointMark = Readonly<{ event: ChangeEvent; shift: LevelShift }>;
type Marks = ReadonlyMap<HistoryPoint, PointMark>;

function pointMarks(points: readonly HistoryPoint[], events: readonly ChangeEvent[]): Marks {
  const keyOf = ({ runId, workload, metric }: Pick<HistoryPoint, "runId" | "workload" | "metric">) =>
    JSON.stringify([runId, workload, metric]);
  const marks = new Map(
    events.flatMap((event) => event.shifts.map((shift) => [keyOf(shift), { event, shift }] as const)),
  );
  return new Map(
    points.flatMap((point) => {
      const mark = marks.get(keyOf(point));
      return mark === undefined ? [] : [[point, mark] as const];
    }),
  );
}

const SHA_LENGTH = 10;

type PointColumn = Column & Readonly<{ cell: (point: HistoryPoint, index: number) => string }>;

/** Settings that stand once above the table if all points agree, and in a column if they differ. */
const SETTINGS: readonly PointColumn[] = [
  { title: "repository", align: "left", cell: ({ repository }) => oneLine(repository ?? "") },
  { title: "suite", align: "left", cell: ({ suite }) => oneLine(suite) },
  { title: "workload", align: "left", cell: ({ workload }) => oneLine(workload) },
  { title: "metric", align: "left", cell: ({ metric }) => metricInfo(metric).label },
  { title: "branch", align: "left", cell: ({ branch }) => oneLine(branch ?? "(none)") },
  { title: "arm", align: "left", cell: ({ arm }) => arm },
  { title: "fingerprint", align: "left", cell: ({ fingerprint }) => shortPrint(fingerprint) },
];

/** A name that was asked for and that no stored run has, and those that they have. */
export type Miss = Readonly<{
  field: (typeof NAMED)[number];
  asked: string;
  known: readonly string[];
}>;

export const NAMED = ["repository", "suite", "workload", "branch"] as const;

/**
 * Names that were asked for and that nothing stored has, each with those that are stored.
 * @param stored points of any names
 */
export function missesOf(
  asked: Readonly<Partial<Record<Miss["field"], string | undefined>>>,
  stored: readonly HistoryPoint[],
): readonly Miss[] {
  return NAMED.flatMap((field) => {
    const name = asked[field];
    const known = [...new Set(stored.map((point) => point[field]).filter((value) => value !== null))];
    if (name === undefined || known.length === 0 || known.includes(name)) return [];
    return [{ field, asked: name, known: known.toSorted() }];
  });
}

/** Two fingerprints of a suite, in the order of their runs. */
export type OtherConditions = Readonly<{
  before: string;
  after: string;
  /** Names of the conditions that differ; empty if they are not known. */
  differ: readonly string[];
}>;

/** Most names that are shown. */
const DIFFER_MOST = 8;

function otherLines(others: readonly OtherConditions[]): readonly string[] {
  if (others.length === 0) return [];
  const lines = others.map(({ before, after, differ }) => {
    const more = differ.length > DIFFER_MOST ? [`${differ.length - DIFFER_MOST} more`] : [];
    const names = [...differ.slice(0, DIFFER_MOST).map((name) => oneLine(name)), ...more].join(", ");
    return `- ${shortPrint(before)}, then ${shortPrint(after)}: ${names || "what differs is not known"}`;
  });
  return ["", "Values under different fingerprints are not comparable. These conditions differ:", ...lines];
}

function shortPrint(fingerprint: string): string {
  return fingerprint.slice(0, 8);
}

const SHOWN_NAMES = 20;

function noneText(misses: readonly Miss[], there: readonly HistoryPoint[]): string {
  const lines = misses.map(({ field, asked, known }) => {
    const guess = nearest(asked, known);
    const meant = guess === undefined ? "" : `did you mean ${JSON.stringify(guess)}? `;
    return `no ${field} ${JSON.stringify(asked)}: ${meant}the store has ${shownNames(known)}`;
  });
  // A name that nothing has says enough; without one it is the metric, or how names were put together.
  const others = (["suite", "workload", "metric"] as const).flatMap((field) => {
    const names = [...new Set(there.map((point) => point[field]))].toSorted();
    const hint = field === "metric" ? " (name one with --metric)" : "";
    return names.length === 0 || misses.length > 0 ? [] : [`${field}s: ${shownNames(names)}${hint}`];
  });
  return ["no stored run matches", ...lines, ...others].join("\n");
}

function shownNames(names: readonly string[]): string {
  const more = names.length > SHOWN_NAMES ? ` and ${names.length - SHOWN_NAMES} more` : "";
  return `${names
    .slice(0, SHOWN_NAMES)
    .map((name) => oneLine(name))
    .join(", ")}${more}`;
}

function renderTable(points: readonly HistoryPoint[], marks: Marks, width: number): string {
  const first = points[0]!;
  const shared = SETTINGS.filter(({ cell }) => points.every((point) => cell(point, 0) === cell(first, 0)));
  const values = valueTexts(points);
  const columns: readonly PointColumn[] = [
    { title: "commit", align: "left", cell: ({ commit }) => commit.slice(0, SHA_LENGTH) },
    {
      title: "measured (UTC)",
      align: "left",
      cell: ({ measuredAt }) => minuteOf(measuredAt),
    },
    ...SETTINGS.filter((column) => !shared.includes(column)),
    { title: "value", align: "right", cell: (_, index) => values[index] ?? "" },
    ...(marks.size === 0 ? [] : [changeColumn(marks)]),
    { title: "noise", align: "right", cell: ({ logSd }) => (logSd === null ? "" : formatPercent(logSd)) },
    { title: "sessions", align: "right", cell: ({ sessions }) => String(sessions) },
    { title: "subject", align: "left", cell: ({ subject }) => shortenedSubject(oneLine(subject ?? "")) },
  ];
  const cells = points.map((point, index) => columns.map(({ cell }) => cell(point, index)));
  const heading = shared
    .map(({ title, cell }) => ({ title, text: cell(first, 0) }))
    .filter(({ text }) => text !== "")
    .map(({ title, text }) => `${title} ${text}`)
    .join(", ");
  const lines = [
    ...(heading === "" ? [] : [...wrapped(heading, width), ""]),
    ...tableLines(fitted({ columns, rows: cells }, width, ["subject", "branch", "workload"])),
    ...changeLines([...new Set([...marks.values()].map(({ event }) => event))], width),
  ];
  return lines.map((line) => line.trimEnd()).join("\n");
}

function changeColumn(marks: Marks): PointColumn {
  return {
    title: "change",
    align: "right",
    cell: (point) => {
      const mark = marks.get(point);
      return mark === undefined ? "" : `${shiftCell(mark.shift)} ${mark.shift.direction}`;
    },
  };
}

/** Lines on what each change is about, where it lies and how far it can be believed. */
function changeLines(events: readonly ChangeEvent[], width: number): readonly string[] {
  if (events.length === 0) return [];
  const lines = events.map((event) => {
    const what = event.shifts
      .map((shift) => `${metricInfo(shift.metric).label} of ${oneLine(shift.workload)} ${shiftCell(shift)}`)
      .join(", ");
    return `- ${betweenCommits(event)}: ${what}${event.state === "recent" ? "; recent, fewer than 5 runs follow" : ""}`;
  });
  return ["", "Changes of level:", ...lines.map((line) => wrapped(line, width - 2).join("\n  "))];
}

function betweenCommits({ cause, lastBefore, firstAfter }: ChangeEvent): string {
  const [before, after] = [lastBefore.sha.slice(0, SHA_LENGTH), firstAfter.sha.slice(0, SHA_LENGTH)];
  return cause === "commit"
    ? `after ${before}, with ${after} or before it`
    : `between two runs of ${after}, so not by the code`;
}

function shiftCell({ effect, before, after, metric }: LevelShift): string {
  return effect === null ? `${formatMetrics(metric, [before, after]).join(" to ")}` : formatEffect(effect);
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

const CSV_COLUMNS = [
  "measuredAt",
  "commitTime",
  "commit",
  "branch",
  "subject",
  "author",
  "repository",
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

/** @param marks null: without the column of changes */
function renderCsv(points: readonly HistoryPoint[], marks: Marks | null): string {
  const rows = points.map((point) => {
    const fields = { ...point, unit: metricInfo(point.metric).unit };
    const change = marks === null ? [] : [marks.get(point)?.shift.effect ?? null];
    return [...CSV_COLUMNS.map((column) => fields[column]), ...change].map(csvField).join(",");
  });
  return [[...CSV_COLUMNS, ...(marks === null ? [] : ["change"])].join(","), ...rows].join("\n");
}
