/** The parts that comment, job summary and check run are put together from, in markdown. */

import { acceptanceOf } from "../../analysis/history/acceptances.ts";
import { groupBy } from "../../model/by-key.ts";
import type { Warning } from "../../model/document.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Change, Guidance, Report, WorkloadReport } from "../../model/report.ts";
import { plainLine, shortSha } from "../../text/outside.ts";
import { minuteOf } from "../../text/time.ts";
import { formatChange, formatCount, NBSP, plural } from "../../text/units.ts";
import { pageAddress } from "../pages/links.ts";
import { slowestCells } from "../words/beyond-gates.ts";
import { dotPlot } from "../words/dot-plot.ts";
import { carriedText } from "../words/ledger.ts";
import { limitDetails } from "../words/limits.ts";
import { type NewWorkloadText, newWorkloads } from "../words/new-workloads.ts";
import { changeRemedy } from "../words/remedy.ts";
import { reproduceCommands } from "../words/reproduce.ts";
import { type ChangeRows, cellTexts, changeText, errorCounts } from "../words/rows.ts";
import { sqlstateText } from "../words/sqlstate.ts";
import { shortHistory } from "../words/standing.ts";
import { movedStatements } from "../words/statements.ts";
import {
  baselineText,
  cellsText,
  commitText,
  conditionLines,
  DETECTABLE,
  MESSAGE_MOST,
  measuredText,
  movedTogether,
  optionTexts,
  togetherText,
  tradeText,
  visibleText,
} from "../words/story.ts";
import { type Column, left, right } from "../words/table.ts";
import { type Note, notesOf } from "../words/warnings.ts";
import { block, type Section } from "./cap.ts";
import {
  codeBlock,
  link,
  markdownEvidence,
  markdownName,
  markdownText,
  tableHead,
  tableRow,
} from "./markdown.ts";
import { trendLines } from "./trend.ts";

const PICTURE_ROWS_MOST = 8;
const PICTURE_WIDTH = 96;
const TRENDS_MOST = 5;

export function introduction(report: Report): Section {
  const suite = `suite ${markdownText(report.suite)}`;
  const compared = `Head ${markdownText(commitText(report.head), 160)} against ${markdownText(baselineText(report), 160)}`;
  return block(`${compared}; ${suite}, ${measuredText(report)}.\n`);
}

/** Sentences on what this change's config file judges differently from base's. */
export function limits(report: Report): Section {
  const sentences = limitDetails(report, markdownText);
  return block(sentences.length === 0 ? "" : `${sentences.join(" ")}\n`);
}

/** Sentence on sums of the branch's changes that this one carries beyond their limits. */
export function carried({ carried: found }: Report): Section {
  const text = found === undefined ? "" : markdownText(carriedText(found.branch, found.sums), 600);
  return block(text === "" ? "" : `**Little by little**: ${text}\n`);
}

/** Workloads that base lacks; the reason is given once if it is the same for all. */
export function newcomers(report: Report): Section {
  const all = newWorkloads(report);
  const reasons = new Set(all.map(({ why }) => why));
  const line = ({ name, figures, why }: NewWorkloadText) =>
    `- **${markdownText(name)}** is new: ${markdownText(reasons.size === 1 ? figures : `${figures}; ${why}`, 400)}\n`;
  const close = reasons.size === 1 ? `\n${markdownText([...reasons][0]!, 400)}\n\n` : "\n";
  return {
    open: "",
    pieces: all.map(line),
    close: all.length === 0 ? "" : close,
    noun: "new workloads",
    most: 10,
  };
}

/** Columns for which a phone has room; the first workload's name is the title of the first column. */
const COLUMNS = [right("change"), right("base → head")];

/** Table of what changed, a line for each metric below its workload's name: regressions, then accepted ones, trades and improvements. */
export function changedTable(report: Report, rows: ChangeRows, most: number): Section {
  const groups = changesByWorkload(changedRows(rows));
  const shown = groups.slice(0, groupsWithin(groups, most));
  return changesOf(report, shown, groups.length - shown.length);
}

/** Rows for which the table before the fold has no room. */
export function changedBeyond(report: Report, rows: ChangeRows, most: number): Section {
  const groups = changesByWorkload(changedRows(rows));
  return changesOf(report, groups.slice(groupsWithin(groups, most)), 0);
}

/** @param more number of workloads without room */
function changesOf(report: Report, groups: readonly WorkloadChanges[], more: number): Section {
  const line = (change: Change) =>
    tableRow([
      `${markOf(change)} ${metricName(report, change)}`,
      `**${cellTexts(change).change}**${aside(report, change)} ${boundsOf(change)}`,
      fromTo(change),
    ]);
  return groupedTable(
    groups,
    COLUMNS,
    line,
    more === 0 ? "" : `*${plural(more, "more workload")} changed: see below.*\n\n`,
  );
}

type WorkloadChanges = readonly [workload: string, changes: readonly Change[]];

/** The changes of each workload, in their order. */
function changesByWorkload(changes: readonly Change[]): readonly WorkloadChanges[] {
  return [...groupBy(changes, ({ workload }) => workload)];
}

/** Number of groups, at least one, that have so many lines in all, with their names. */
function groupsWithin(groups: readonly WorkloadChanges[], most: number): number {
  let lines = 0;
  const over = groups.findIndex(([, changes], at) => {
    lines += 1 + changes.length;
    return at > 0 && lines > most;
  });
  return over === -1 ? groups.length : over;
}

function groupedTable(
  groups: readonly WorkloadChanges[],
  columns: readonly Column[],
  line: (change: Change) => string,
  below: string,
): Section {
  const [[first] = [""]] = groups;
  const pieces = groups.map(([name, changes], at) => {
    const title = at === 0 ? [] : [tableRow([`**${groupName(name)}**`, ...columns.map(() => "")])];
    return [...title, ...changes.map(line)].map((row) => `${row}\n`).join("");
  });
  const open = tableHead([left(groupName(first)), ...columns]);
  return { open, pieces, close: `\n${below}`, noun: "workloads" };
}

/** A longer name would take the room of the numbers on a phone. */
const GROUP_NAME_MOST = 48;

function groupName(workload: string): string {
  return markdownName(workload, GROUP_NAME_MOST);
}

/** Sign of the direction: a minus is bad of QPS, and good of p99. */
function markOf({ verdict }: Change): string {
  return verdict.kind === "improved" ? "✅" : "❌";
}

/** "15,148/s → 9,989/s": may be broken at the arrow alone. */
function fromTo(change: Change): string {
  const { base, head } = cellTexts(change);
  return `${base}${NBSP}→ ${head}`;
}

function changedRows({ regressed, accepted, traded, improved }: ChangeRows): readonly Change[] {
  return [...regressed, ...accepted, ...traded, ...improved];
}

/** Meaning of the cells, as a paragraph or nothing. */
function evidenceLegend(report: Report): string {
  const text = markdownEvidence(cellsText(report));
  return text === "" ? "" : `${text}\n\n`;
}

/** Interval and limit in small type, so that a phone has room for three columns. */
function boundsOf(change: Change): string {
  const { interval, limit } = cellTexts(change);
  return `<sub>${interval === "" ? "" : `${interval}, `}limit${NBSP}${limit}</sub>`;
}

function aside(report: Report, change: Change): string {
  if (change.verdict.kind === "trade") return ", trade";
  return acceptanceOf(report, change) === null ? "" : ", accepted";
}

/** Trades: which metric paid for which. */
export function trades({ traded }: ChangeRows): Section {
  return {
    open: "",
    pieces: traded.map((change) => `${markdownText(tradeText(change), MESSAGE_MOST)}\n`),
    close: "\n",
    noun: "trades",
    most: 5,
  };
}

const UNDECIDED = [left("what would decide")];

/** Open questions with what would answer them, a line each below their workload's name. */
export function undecidedTable(report: Report, rows: ChangeRows, most = Number.POSITIVE_INFINITY): Section {
  const groups = changesByWorkload(rows.undecided);
  const shown = groups.slice(0, groupsWithin(groups, most));
  return undecidedOf(report, shown, groups.length - shown.length);
}

/** Questions for which the table before the fold has no room. */
export function undecidedBeyond(report: Report, rows: ChangeRows, most: number): Section {
  const groups = changesByWorkload(rows.undecided);
  return undecidedOf(report, groups.slice(groupsWithin(groups, most)), 0);
}

function undecidedOf(report: Report, groups: readonly WorkloadChanges[], more: number): Section {
  if (shortHistory(report) !== null) return block("");
  const line = (change: Change) => {
    const decide = markdownText(changeRemedy(change, report), 160);
    return tableRow([
      `${metricName(report, change)} ${cellTexts(change).change} ${boundsOf(change)}`,
      decide,
    ]);
  };
  const below = more === 0 ? "" : `*${plural(more, "more workload")} without an answer: see below.*\n\n`;
  const section = groupedTable(groups, UNDECIDED, line, below);
  return { ...section, open: `No answer yet:\n\n${section.open}` };
}

function metricName(report: Report, change: Change): string {
  const marks = notes(
    report,
    ({ workload = change.workload, metric = change.metric }) =>
      workload === change.workload && metric === change.metric,
  );
  return markdownText(metricInfo(change.metric).label) + marks;
}

/** References to the warnings about a workload or metric; those about the whole run concern every row and mark none. */
function notes(report: Report, concerns: (warning: Warning) => boolean): string {
  const isMarked = (warning: Warning) =>
    (warning.workload !== undefined || warning.metric !== undefined) && concerns(warning);
  const marks = notesOf(report).flatMap(({ warnings }, index) =>
    warnings.some(isMarked) ? [index + 1] : [],
  );
  return marks.length === 0 ? "" : ` <sup>${marks.join(", ")}</sup>`;
}

/** Metrics that moved along without being gates: no verdict, but often the explanation. */
export function movedAlong(rows: ChangeRows): Section {
  const changed = [...rows.regressed, ...rows.traded, ...rows.improved];
  const concerned = new Set(changed.map((change) => change.workload));
  const moved = rows.moved
    .filter((change) => concerned.has(change.workload) && change.effect !== null)
    .slice(0, 8);
  if (moved.length === 0) return block("");
  const parts = moved.map(
    ({ workload, metric, effect }) =>
      `${markdownText(`${workload} ${metricInfo(metric).label}`)} ${formatChange(effect ?? 0)}`,
  );
  return block(`Also changed (no gate): ${parts.join(", ")}.\n`);
}

/** The statements that moved most in what regressed: often the one that the pull request changed. */
export function statementsMovedAlong({ workloads }: Report, rows: ChangeRows): Section {
  const concerned = new Set([...rows.regressed, ...rows.accepted].map((change) => change.workload));
  const parts = workloads
    .filter(({ name }) => concerned.has(name))
    .map((workload) => [workload.name, movedStatements(workload)] as const)
    .filter(([, statements]) => statements.length > 0)
    .slice(0, 3)
    .map(([name, statements]) => {
      const texts = statements.map(({ name, means }) => `${markdownText(name)} ${means}`);
      return `Statements of ${markdownText(name)} that moved most, by their mean: ${texts.join(", ")}.`;
    });
  return block(parts.length === 0 ? "" : `${parts.join("\n")}\n`);
}

/** Changes as dots and intervals on one axis, or open questions if nothing changed; the base branch's history is below. */
export function picture(report: Report, rows: ChangeRows): Section {
  const changed = changedRows(rows);
  const shown = (needsEyes(rows) ? changed : [...changed, ...rows.undecided]).slice(0, PICTURE_ROWS_MOST);
  const dots = dotPlot(report, shown, PICTURE_WIDTH);
  const trends = trendLines(report, changed.slice(0, TRENDS_MOST));
  const lines = dots.length > 0 && trends.length > 0 ? [...dots, "", ...trends] : [...dots, ...trends];
  return lines.length === 0 ? block("") : block(`${codeBlock(lines, "text")}\n`);
}

/** True if something regressed: everything else then comes below. */
export function needsEyes({ regressed, accepted }: ChangeRows): boolean {
  return regressed.length + accepted.length > 0;
}

/** Mean change of all workloads together, if it is shown to have moved. */
export function together(report: Report): Section {
  return block(movedTogether(report) ? `${togetherText(report)}\n` : "");
}

export function visibility(report: Report): Section {
  const texts = [movedTogether(report) ? "" : togetherText(report), visibleText(report)];
  return block(
    texts
      .filter((text) => text !== "")
      .map((text) => `${text}\n`)
      .join("\n"),
  );
}

/**
 * Warnings, each with its remedy. Their numbers are the marks in the tables.
 * @param which warnings: those about gates without an answer, the others, or all
 */
export function warningsBelow(report: Report, which: "open" | "folded" | "all"): Section {
  const pieces = notesOf(report).flatMap((note, index) =>
    which === "all" || note.isOpen === (which === "open") ? [noteText(note, index)] : [],
  );
  return { open: "**Warnings**\n\n", pieces, close: "\n", noun: "warnings" };
}

function noteText({ text, remedy }: Note, index: number): string {
  const way = markdownText(remedy, MESSAGE_MOST);
  return `${index + 1}. ${markdownText(text, MESSAGE_MOST + 500)}. *Remedy:* ${way}\n`;
}

const METRICS = [
  left("metric"),
  right("base"),
  right("head"),
  right("change"),
  right("detectable"),
  right("limit"),
  left("verdict"),
];

export function allMetrics(report: Report): Section {
  const hasDetectable = report.workloads.some(({ changes }) =>
    changes.some((each) => each.smallestVisible !== null),
  );
  return {
    open: `**All metrics**\n\n${evidenceLegend(report)}${hasDetectable ? `${DETECTABLE}\n\n` : ""}`,
    pieces: report.workloads.map((workload) => workloadTable(report, workload)),
    close: "",
    noun: "workloads with all their metrics",
  };
}

function workloadTable(report: Report, measured: WorkloadReport): string {
  const { name, workload, changes } = measured;
  const kind = name === workload ? "" : ` (${markdownText(workload)})`;
  const marks = notes(report, (warning) => warning.workload === name && warning.metric === undefined);
  const metrics = changes.map((change) => {
    const cells = cellTexts(change);
    const marks = notes(report, ({ workload: at = name, metric }) => at === name && metric === change.metric);
    const metric = markdownText(metricInfo(change.metric).label) + marks;
    const middle = [cells.base, cells.head, changeText(cells), cells.smallestVisible, cells.limit];
    return tableRow([metric, ...middle, markdownText(cells.verdict, 120)]);
  });
  const [first = "", ...others] = metrics;
  const slowest = slowestCells(measured);
  const rows = [first, ...(slowest === null ? [] : [tableRow([...slowest, "", "", "", ""])]), ...others];
  return `**${markdownText(name)}**${kind}${marks}\n\n${tableHead(METRICS)}${rows.join("\n")}\n\n`;
}

/** Errors of the failed events of a regression, a line each. */
export function risenErrors({ workloads }: Report, rows: ChangeRows): Section {
  const risen = new Set(
    rows.regressed.filter(({ metric }) => metric === "failed-share").map(({ workload }) => workload),
  );
  const pieces = errorCells(workloads.filter(({ name }) => risen.has(name))).map(
    ([workload, state, base, head]) => `- ${workload}: ${state} ${base}${NBSP}→ ${head}\n`,
  );
  return { open: "", pieces, close: "\n", noun: "kinds of errors", most: 4 };
}

export function allErrors({ workloads }: Report): Section {
  const columns = [left("workload"), left("SQLSTATE"), right("base"), right("head")];
  const pieces = errorCells(workloads).map((cells) => `${tableRow(cells)}\n`);
  return { open: `**Errors**\n\n${tableHead(columns)}`, pieces, close: "\n", noun: "kinds of errors" };
}

type ErrorCells = readonly [workload: string, state: string, base: string, head: string];

function errorCells(workloads: readonly WorkloadReport[]): readonly ErrorCells[] {
  return workloads.flatMap(({ name, errors }) =>
    errorCounts(errors).map(
      ([state, base, head]): ErrorCells => [
        markdownText(name),
        markdownText(sqlstateText(state), 40),
        formatCount(base),
        formatCount(head),
      ],
    ),
  );
}

export function conditions(report: Report): Section {
  const facts = conditionLines(report).map(([label, value]) => `- ${label}: ${markdownText(value, 1000)}\n`);
  const { shared, own } = optionTexts(report);
  const common =
    shared.length === 0 ? [] : [`- options of all workloads: ${markdownText(shared.join(" "), 1500)}\n`];
  const each = own.map(
    ([name, options]) => `- options of ${markdownText(name)}: ${markdownText(options.join(" "), 1500)}\n`,
  );
  return {
    open: "**Conditions**\n\n",
    pieces: [...facts, ...common, ...each],
    close: "\n",
    noun: "conditions",
  };
}

export function reproduce(report: Report, configPath: string | null): Section {
  return block(`**How to reproduce**\n\n${codeBlock(reproduceCommands(report, configPath), "sh")}\n`);
}

/** A sentence on what was compared. */
export function footer(report: Report, { siteUrl = null }: Guidance): Section {
  const page = pageAddress(siteUrl, { page: "commit", sha: report.head.commit.sha });
  const head = markdownText(shortSha(report.head.commit.sha));
  const parts = [
    `${page === null ? head : link(head, page)} against ${markdownText(againstText(report.baseline))}`,
    `suite ${markdownText(report.suite)}`,
    ...(report.origin.job === undefined ? [] : [`job ${markdownText(report.origin.job)}`]),
    `Plumbline ${markdownText(report.version)}`,
    `report ${report.id}`,
    `${minuteOf(report.createdAt)} UTC`,
  ];
  return block(`<sub>${parts.join(" · ")}</sub>\n`);
}

function againstText(baseline: Report["baseline"]): string {
  switch (baseline.kind) {
    case "arm":
      return shortSha(baseline.run.commit.sha);
    case "history":
      return `${plural(baseline.runs.length, "run")} of ${plainLine(baseline.branch, 40)}`;
    case "none":
      return "nothing";
  }
}
