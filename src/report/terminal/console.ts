/** Report in a terminal: the verdict first, then what changed, then what was left open. */
import pc from "picocolors";
import { acceptanceOf } from "../../analysis/history/acceptances.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Change, Report } from "../../model/report.ts";
import { widest } from "../../text/columns.ts";
import { plainLine } from "../../text/outside.ts";
import { plainSpaces, plural } from "../../text/units.ts";
import { serversText } from "../words/build.ts";
import { type Card, type CardCause, cardOf, NO_GUIDANCE } from "../words/card.ts";
import { causesTable, impossibleSearches, reasonSentences } from "../words/cause.ts";
import { dotPlot } from "../words/dot-plot.ts";
import { capital } from "../words/headline.ts";
import { carriedText } from "../words/ledger.ts";
import { limitDetails } from "../words/limits.ts";
import { migrationCauses, migrationLine, migrationName, migrationRemedies } from "../words/migration.ts";
import { newWorkloads } from "../words/new-workloads.ts";
import { changeRemedy, historyRemedy } from "../words/remedy.ts";
import { type ChangeCells, cellTexts, changeRows, changeText, isQuiet, WITHIN } from "../words/rows.ts";
import { type Standing, shortHistory, standingOfGate } from "../words/standing.ts";
import {
  baselineText,
  cellsText,
  commitText,
  measuredText,
  orderText,
  togetherText,
  tradeText,
  visibleText,
} from "../words/story.ts";
import type { Column } from "../words/table.ts";
import { disruptionTable, stretchTable, timelineFailures, timelineTerms } from "../words/timeline.ts";
import { notesOf } from "../words/warnings.ts";
import { capacitiesText } from "./capacity.ts";
import { hostsText } from "./hosts.ts";
import { tableLines, wrapped } from "./plain-table.ts";

type ConsoleOptions = Readonly<{
  colour: boolean;
  /** Most columns of a line, unless a single name is longer. */
  width: number;
}>;

/** Most rows of a table: a longer one would scroll its own headline out of sight. */
const ROWS_MOST = 40;

type Colours = ReturnType<typeof pc.createColors>;

/** Prints a report, with a line break at the end. Its only control characters are colours, if they are asked for. */
export function renderConsole(report: Report, { colour, width }: ConsoleOptions): string {
  const colours = pc.createColors(colour);
  const rows = changeRows(report);
  const changed = [...rows.regressed, ...rows.accepted, ...rows.traded, ...rows.improved];
  const all = [...changed, ...rows.undecided, ...rows.notWorse, ...rows.unchanged];
  const listed = all.filter((row) => !isQuiet(row)).slice(0, Math.max(ROWS_MOST, changed.length));
  const card = cardOf(report, report.guidance ?? NO_GUIDANCE);
  const title = wrapped(`Plumbline: ${card.said}`, width)
    .map((line) => colours.bold(paint(colours, report.verdict, line)))
    .join("\n");
  const parts = [
    title,
    wrapped(
      `${commitText(report.head)} against ${baselineText(report)}; ${measuredText(report)}`,
      width,
    ).join("\n"),
    wrapped(limitDetails(report).join(" "), width).join("\n"),
    wrapped(
      report.carried === undefined ? "" : carriedText(report.carried.branch, report.carried.sums),
      width,
    ).join("\n"),
    migrationText(report, colours, width),
    capacitiesText(report, width),
    timelinesText(report, width),
    consoleChanges(listed, report, colours, width),
    listed.length === 0 ? "" : wrapped(cellsText(report), width).join("\n"),
    notListed(all.length - listed.length),
    hostsText(report, width),
    causesText(report, width),
    newWorkloads(report)
      .map(({ name, figures, why }) => wrapped(`${name} is new: ${figures}; ${why}`, width).join("\n  "))
      .join("\n"),
    ...rows.traded.map((change) => wrapped(tradeText(change), width).join("\n")),
    openQuestions(rows.undecided, report, width),
    dotPlot(report, [...changed, ...rows.undecided].slice(0, 8), Math.min(width, 100)).join("\n"),
    wrapped(togetherText(report), width).join("\n"),
    wrapped(visibleText(report), width).join("\n"),
    wrapped(order(report), width).join("\n"),
    wrapped(serversText(report), width).join("\n"),
    reportWarningLines(report, colours, width),
    // The verdict again: its first lines have scrolled away.
    [title, ...cardLines(card, width)].join("\n"),
  ];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return `${plainSpaces(text)}\n`;
}

/** The card without its headline. */
function cardLines({ cause, figures, ways }: Card, width: number): readonly string[] {
  const texts = [
    cause === null ? "" : consoleCauseText(cause),
    figures.join(" · "),
    ...ways.map((way) => `${way.words}: ${"address" in way ? way.address : way.command}`),
  ];
  return texts
    .filter((text) => text !== "")
    .flatMap((text) => wrapped(text, width - 2).map((line) => `  ${line}`));
}

function consoleCauseText({ code, text, place }: CardCause): string {
  const said = code === null ? capital(text) : `${code} ${text}`;
  return place === null ? said : `${said} ${place.words}`;
}

/** Causes, in one sentence for each workload that regressed, if they are known, and the parts that add up to one. */
function causesText(report: Report, width: number): string {
  const sentences = [
    ...reasonSentences(report).map(({ code, text }) => (code === null ? text : `${code} ${text}`)),
    ...impossibleSearches(report),
  ];
  const tables = (report.causes ?? []).flatMap((search) => causesTable(search) ?? []);
  return [
    ...sentences.map((text) => wrapped(text, width).join("\n")),
    ...tables.map((table) => tableLines(table).join("\n")),
  ].join("\n");
}

/** Effect on the numbers of which server started first in a session; "" if there is nothing to report. */
function order(report: Report): string {
  const text = orderText(report);
  return text === "" ? "" : `Order of starts: ${text}.`;
}

function paint(
  colours: Colours,
  verdict: Report["verdict"] | Exclude<Standing, "none">,
  text: string,
): string {
  switch (verdict) {
    case "regressed":
      return colours.red(text);
    case "improved":
      return colours.green(text);
    case "accepted":
    case "trade":
    case "inconclusive":
    case "too-few":
      return colours.yellow(text);
    case "not-worse":
    case "unchanged":
      return text;
  }
}

type ConsoleColumn = Column &
  Readonly<{
    /** Rank among the columns that are dropped if the line is too short, the highest first; 0 is never dropped. */
    spare: number;
    text: (change: Change, cells: ChangeCells, report: Report) => string;
  }>;

const workload: ConsoleColumn = {
  title: "workload",
  align: "left",
  spare: 0,
  text: (change) => plainLine(change.workload, 32),
};
const metric: ConsoleColumn = {
  title: "metric",
  align: "left",
  spare: 0,
  text: (change) => metricInfo(change.metric).label,
};
const base: ConsoleColumn = { title: "base", align: "right", spare: 1, text: (_, cells) => cells.base };
const head: ConsoleColumn = { title: "head", align: "right", spare: 1, text: (_, cells) => cells.head };
const change: ConsoleColumn = {
  title: "change",
  align: "right",
  spare: 0,
  text: (_, cells) => changeText(cells),
};
const visible: ConsoleColumn = {
  title: "detectable",
  align: "right",
  spare: 3,
  text: (_, cells) => cells.smallestVisible,
};
const limit: ConsoleColumn = { title: "limit", align: "right", spare: 2, text: (_, cells) => cells.limit };
const verdict: ConsoleColumn = {
  title: "verdict",
  align: "left",
  spare: 0,
  text: (row, _, report) => verdictText(row, report),
};

const COLUMNS = [workload, metric, base, head, change, visible, limit, verdict];

function verdictText(change: Change, report: Report): string {
  const standing = standingOfGate(change.verdict);
  if (standing === "regressed" && acceptanceOf(report, change) !== null) return "regressed, accepted";
  if (standing === "unchanged") return WITHIN;
  return standing === "too-few" ? "too little data" : standing.replace("-", " ");
}

/** Remedies that would turn each open question into an answer, a line each. */
function openQuestions(changes: readonly Change[], report: Report, width: number): string {
  const history = shortHistory(report);
  if (history !== null) return wrapped(historyRemedy(history), width).join("\n");
  const lines = changes.slice(0, ROWS_MOST).map((row) => {
    const name = `${plainLine(row.workload, 32)} ${metricInfo(row.metric).label}`;
    return wrapped(`to decide ${name}: ${plainLine(changeRemedy(row, report), 160)}`, width).join("\n  ");
  });
  return lines.join("\n");
}

/** A line for each workload that the migration was tried under. If it fails, more lines say why, and what would work instead. */
function migrationText({ migration: tried }: Report, colours: Colours, width: number): string {
  if (tried === undefined) return "";
  const lines = tried.workloads.flatMap((workload) => {
    const isFine = workload.faults.length === 0;
    const said = wrapped(migrationLine(workload, tried), width - 2);
    const first = said.map((line) => (isFine ? line : colours.red(line)));
    const why = isFine ? [] : migrationCauses(workload).flatMap((cause) => wrapped(cause, width - 4));
    const ways = migrationRemedies(workload).flatMap((remedy) => wrapped(`remedy: ${remedy}`, width - 4));
    return [
      ...first.map((line) => `  ${line}`),
      ...why.map((line) => `    ${line}`),
      ...ways.map((line) => `    ${colours.dim(line)}`),
    ];
  });
  return [...wrapped(`migration ${migrationName(tried)}`, width), ...lines].join("\n");
}

function notListed(count: number): string {
  return count === 0 ? "" : `and ${plural(count, "more metric")}, in report.html`;
}

/** Table with as many columns as the width allows; the numbers that explain least go first. */
function consoleChanges(changes: readonly Change[], report: Report, colours: Colours, width: number): string {
  if (changes.length === 0) return "";
  let columns = COLUMNS;
  for (;;) {
    const spare = Math.max(...columns.map((column) => column.spare));
    if (spare === 0 || tableWidth(columns, changes, report) <= width)
      return changeTable(columns, changes, report, colours);
    columns = columns.filter((column) => column.spare !== spare);
  }
}

function tableWidth(columns: readonly ConsoleColumn[], changes: readonly Change[], report: Report): number {
  const lines = changeTable(columns, changes, report, pc.createColors(false)).split("\n");
  return widest(lines);
}

/** A table without frames. The caller decides whether it has colours. */
function changeTable(
  columns: readonly ConsoleColumn[],
  changes: readonly Change[],
  report: Report,
  colours: Colours,
): string {
  const heads = columns.map(({ title, align }) => ({ title: colours.dim(title), align }));
  const rows = changes.map((row) => {
    const cells = cellTexts(row);
    return columns.map((column) => {
      const text = plainSpaces(column.text(row, cells, report));
      return column === verdict || column === change
        ? paint(colours, standingOfGate(row.verdict), text)
        : text;
    });
  });
  return tableLines({ columns: heads, rows }).join("\n");
}

function reportWarningLines(report: Report, colours: Colours, width: number): string {
  const lines = notesOf(report).flatMap(({ text, remedy }) => {
    const [first = "", ...rest] = wrapped(text, width - 9);
    return [
      `${colours.yellow("warning")}: ${first}`,
      ...rest.map((line) => `         ${line}`),
      ...wrapped(remedy, width - 9).map((line) => `         ${colours.dim(line)}`),
    ];
  });
  return lines.join("\n");
}

/** Disruptions of a load, a line for each disruption and arm, so that no terminal is too narrow; "" if there are none. */
export function timelinesText({ timelines = [] }: Report, width: number): string {
  const lines = timelines.flatMap((timeline) => {
    const failures = timelineFailures(timeline);
    return [
      ...wrapped(`disruptions of ${plainLine(timeline.workload)}: ${timelineTerms(timeline)}`, width),
      ...disruptionTable(timeline).rows.flatMap((cells) => hangingLines(eventText(cells), width)),
      ...stretchTable(timeline).rows.flatMap((cells) => hangingLines(stretchText(cells), width)),
      ...(failures === "" ? [] : hangingLines(failures, width)),
    ];
  });
  return lines.join("\n");
}

function eventText([event, arm, took, recovery, depth, length, failed]: readonly string[]): string {
  return `${event}, ${arm}: took ${took}; recovery ${recovery}; dip depth ${depth}, length ${length}; failed events ${failed}`;
}

function stretchText([stretch, arm, rate, wait]: readonly string[]): string {
  return `${stretch}, ${arm}: ${rate} events a second; longest wait ${wait}`;
}

function hangingLines(text: string, width: number): readonly string[] {
  return wrapped(text, width - 4).map((line, at) => `${at === 0 ? "  " : "    "}${line}`);
}
