/** The parts that comment, job summary and check run are put together from, in markdown. */

import { acceptanceOf } from "../../analysis/history/acceptances.ts";
import type { Warning } from "../../model/document.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Change, Guidance, Report, StatementReport, WorkloadReport } from "../../model/report.ts";
import { plainLine, shortSha, webAddress } from "../../text/outside.ts";
import { minuteOf } from "../../text/time.ts";
import { formatChange, formatCount, plural } from "../../text/units.ts";
import { addressOf } from "../pages/links.ts";
import { dotPlot } from "../words/dot-plot.ts";
import { shortHistory } from "../words/headline.ts";
import { HOST_MOST, hostTable } from "../words/hosts.ts";
import { limitSentences } from "../words/limits.ts";
import { type NewWorkloadText, newWorkloads } from "../words/new-workloads.ts";
import { historyRemedy, remedyOf } from "../words/remedy.ts";
import { type ChangeRows, cellsOf, EVIDENCE_OF_PARTS, errorCounts } from "../words/rows.ts";
import { sqlstateText } from "../words/sqlstate.ts";
import {
  baselineText,
  cellsText,
  commitText,
  conditionLines,
  DETECTABLE,
  MESSAGE_MOST,
  measuredText,
  movedTogether,
  optionsOf,
  togetherText,
  tradeText,
  visibleText,
} from "../words/story.ts";
import { left, right } from "../words/table.ts";
import { type Note, notesOf } from "../words/warnings.ts";
import { block, type Section } from "./cap.ts";
import { codeBlock, link, markdownText, tableHead, tableRow, tableText } from "./markdown.ts";
import { reproduceCommands } from "./reproduce.ts";
import { movedStatements, partRows } from "./statements.ts";
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
  const sentences = limitSentences(report, markdownText);
  return block(sentences.length === 0 ? "" : `${sentences.join(" ")}\n`);
}

/** Workloads that base has no counterpart of; the reason is given once if it is the same for all. */
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

/** All there is to say of a run in which every gate stayed within its limit. */
export function calm(report: Report, rows: ChangeRows): Section {
  const { head, baseline, suite, warnings } = report;
  const other = againstText(baseline);
  const compared = `${shortSha(head.commit.sha)} against ${other}, suite ${plainLine(suite)}`;
  const [within, notWorse] = [rows.unchanged.length, rows.notWorse.length];
  const answers = [
    ...(within > 0 ? [withinText(within)] : []),
    ...(notWorse > 0 ? [`${within > 0 ? formatCount(notWorse) : plural(notWorse, "metric")} not worse`] : []),
  ];
  const below = warnings.length === 0 ? "" : `, ${plural(warnings.length, "warning")} below`;
  return block(`${markdownText(`${compared}: ${answers.join(", ")}${below}`, 400)}.\n`);
}

/** "1 metric within its limit". */
export function withinText(count: number): string {
  return `${plural(count, "metric")} within ${count === 1 ? "its limit" : "their limits"}`;
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

/** Columns with what changed and by how much first: a phone shows about three, and the rest has to be scrolled into sight. */
const CHANGED = [left("what"), right("change"), right("base → head")];

/** Table of what changed: regressions, then accepted ones, trades and improvements. */
export function changedTable(report: Report, rows: ChangeRows, most?: number): Section {
  const pieces = changedRows(rows).map((change) => {
    const cells = cellsOf(change);
    const moved = `**${cells.change}**${aside(report, change)}${cells.interval === "" ? "" : `<br>${cells.interval}`}`;
    const what = names(report, change).join("<br>");
    const from = `${cells.base}\u00a0→<br>${cells.head}`;
    return `${tableRow([what, `${moved}<br>${small(`limit ${cells.limit}`)}`, from])}\n`;
  });
  return {
    open: tableHead(CHANGED),
    pieces,
    close: `\n${legend(report)}`,
    noun: "changes",
    ...(most === undefined ? {} : { most }),
  };
}

function changedRows({ regressed, accepted, traded, improved }: ChangeRows): readonly Change[] {
  return [...regressed, ...accepted, ...traded, ...improved];
}

/** Meaning of the cells, as a paragraph or nothing: given once, below the first table. */
function legend(report: Report): string {
  const text = markdownEvidence(cellsText(report));
  return text === "" ? "" : `${text}\n\n`;
}

/** Writes the tilde as code: markdown strikes out what stands between two of them. */
function markdownEvidence(text: string): string {
  return text.replace("~", "`~`");
}

/** Small type, so that a second line does not make its column wider. */
function small(text: string): string {
  return `<sub>${text}</sub>`;
}

function aside(report: Report, change: Change): string {
  if (change.verdict.kind === "trade") return ", trade";
  return acceptanceOf(report, change) === null ? "" : ", accepted";
}

/** Trades: what was bought with what. */
export function trades({ traded }: ChangeRows): Section {
  return {
    open: "",
    pieces: traded.map((change) => `${markdownText(tradeText(change), MESSAGE_MOST)}\n`),
    close: "\n",
    noun: "trades",
    most: 5,
  };
}

/** Counts open questions in one line if there is a regression to look at; the table of them is folded. */
export function undecidedCount({ undecided }: ChangeRows): Section {
  if (undecided.length === 0) return block("");
  const have =
    undecided.length === 1 ? "1 other metric has" : `${formatCount(undecided.length)} other metrics have`;
  return block(`${have} no answer yet: see below.\n`);
}

const UNDECIDED = [left("what"), right("change"), left("what would decide")];

/** Open questions with what would answer them; one sentence where the whole history is too short. */
export function undecided(report: Report, rows: ChangeRows, most?: number): Section {
  const history = shortHistory(report);
  return history === null
    ? undecidedTable(report, rows, most)
    : block(`${markdownText(historyRemedy(history), 300)}\n`);
}

function undecidedTable(report: Report, rows: ChangeRows, most?: number): Section {
  const pieces = rows.undecided.map((change) => {
    const cells = cellsOf(change);
    const decide = markdownText(remedyOf(change, report), 160);
    const facts = [
      cells.change,
      ...(cells.interval === "" ? [] : [cells.interval]),
      small(`limit ${cells.limit}`),
      ...(change.smallestVisible === null ? [] : [small(`detectable from ${cells.smallestVisible}`)]),
    ];
    return `${tableRow([names(report, change).join("<br>"), facts.join("<br>"), decide])}\n`;
  });
  return {
    open: `No answer yet:\n\n${tableHead(UNDECIDED)}`,
    pieces,
    close: changedRows(rows).length === 0 ? `\n${legend(report)}` : "\n",
    noun: "metrics without an answer",
    ...(most === undefined ? {} : { most }),
  };
}

function names(report: Report, change: Change): [string, string] {
  const marks = notes(
    report,
    ({ workload = change.workload, metric = change.metric }) =>
      workload === change.workload && metric === change.metric,
  );
  return [markdownText(change.workload), markdownText(metricInfo(change.metric).label) + marks];
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

function changeText(change: Change): string {
  const cells = cellsOf(change);
  return cells.interval === "" ? cells.change : `${cells.change} ${cells.interval}`;
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

/** Changes, or where there are none open questions, as dots and intervals on one axis; below it what the base branch did. */
export function picture(report: Report, rows: ChangeRows): Section {
  const changed = changedRows(rows);
  const shown = (needsEyes(rows) ? changed : [...changed, ...rows.undecided]).slice(0, PICTURE_ROWS_MOST);
  const dots = dotPlot(report, shown, PICTURE_WIDTH);
  const trends = trendLines(report, changed.slice(0, TRENDS_MOST));
  const lines = dots.length > 0 && trends.length > 0 ? [...dots, "", ...trends] : [...dots, ...trends];
  return lines.length === 0 ? block("") : block(`${codeBlock(lines, "text")}\n`);
}

/** True if something regressed: all else that the run has to say then waits below. */
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
 * Warnings, each with its way out. Their numbers are the marks in the tables.
 * @param which those about a gate without an answer, which may be why; the others; or all of them
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

export function allMetrics(report: Report, rows: ChangeRows): Section {
  const isSaid = changedRows(rows).length > 0 || (rows.undecided.length > 0 && shortHistory(report) === null);
  const hasDetectable = report.workloads.some(({ changes }) =>
    changes.some((each) => each.smallestVisible !== null),
  );
  return {
    open: `**All metrics**\n\n${isSaid ? "" : legend(report)}${hasDetectable ? `${DETECTABLE}\n\n` : ""}`,
    pieces: report.workloads.map((workload) => workloadTable(report, workload)),
    close: "",
    noun: "workloads with all their metrics",
  };
}

function workloadTable(report: Report, { name, workload, changes }: WorkloadReport): string {
  const kind = name === workload ? "" : ` (${markdownText(workload)})`;
  const marks = notes(report, (warning) => warning.workload === name && warning.metric === undefined);
  const rows = changes.map((change) => {
    const cells = cellsOf(change);
    const marks = notes(report, ({ workload: at = name, metric }) => at === name && metric === change.metric);
    const metric = markdownText(metricInfo(change.metric).label) + marks;
    const middle = [cells.base, cells.head, changeText(change), cells.smallestVisible, cells.limit];
    return tableRow([metric, ...middle, markdownText(cells.verdict, 120)]);
  });
  return `**${markdownText(name)}**${kind}${marks}\n\n${tableHead(METRICS)}${rows.join("\n")}\n\n`;
}

const PART_COLUMNS = [
  right("calls, head"),
  right("mean, base"),
  right("head"),
  right("change"),
  right("p99, base"),
  right("head"),
];
const STATEMENTS_MOST = 12;
const PART_EVIDENCE = markdownEvidence(EVIDENCE_OF_PARTS);

/** Latency by statement of each workload; without verdicts, for a change of this size may be noise. */
export function statementLatencies({ workloads }: Report): Section {
  return {
    open: `**Latency by statement** (no gates; ${PART_EVIDENCE})\n\n`,
    pieces: workloads.flatMap(({ name, statements }) => partTable(name, "statement", statements)),
    close: "",
    noun: "workloads with their statements",
  };
}

/** The same of kinds of events; what of them gates stands with the metrics. */
export function kindLatencies({ workloads }: Report): Section {
  return {
    open: `**Latency by kind of event** (${PART_EVIDENCE})\n\n`,
    pieces: workloads.flatMap(({ name, kinds }) => partTable(name, "event", kinds)),
    close: "",
    noun: "workloads with their kinds of events",
  };
}

/** Load that each of several hosts carried. */
export function loadByHost({ workloads }: Report): Section {
  return {
    open: "**Load by host**\n\n",
    pieces: workloads.flatMap(({ name, hosts }) => {
      const table = hostTable(hosts);
      if (table === null) return [];
      return [`${markdownText(name)}\n\n${tableText(table, HOST_MOST)}\n`];
    }),
    close: "",
    noun: "workloads with their hosts",
  };
}

/** Empty where there are no parts. */
function partTable(
  workload: string,
  noun: string,
  parts: readonly StatementReport[] = [],
): readonly string[] {
  if (parts.length === 0) return [];
  const rows = partRows(parts);
  const shown = rows
    .slice(0, STATEMENTS_MOST)
    .map(({ name, calls, mean, p99 }) => `${tableRow([markdownText(name), calls, ...mean, ...p99])}\n`);
  const more = rows.length - shown.length;
  const rest = more > 0 ? `\n*${formatCount(more)} that changed less: see report.json.*\n` : "";
  return [
    `${markdownText(workload)}\n\n${tableHead([left(noun), ...PART_COLUMNS])}${shown.join("")}${rest}\n`,
  ];
}

/** Errors of the failed events of a regression. */
export function risenErrors({ workloads }: Report, rows: ChangeRows): Section {
  const risen = new Set(
    rows.regressed.filter(({ metric }) => metric === "failed-share").map(({ workload }) => workload),
  );
  return errorsSection(
    "Errors, by SQLSTATE:\n\n",
    workloads.filter(({ name }) => risen.has(name)),
  );
}

export function allErrors({ workloads }: Report): Section {
  return errorsSection("**Errors**\n\n", workloads);
}

function errorsSection(title: string, workloads: readonly WorkloadReport[]): Section {
  const pieces = workloads.flatMap(({ name, errors }) =>
    errorCounts(errors).map(
      ([state, ...counts]) =>
        `${tableRow([markdownText(name), markdownText(sqlstateText(state), 40), ...counts.map(formatCount)])}\n`,
    ),
  );
  const columns = [left("workload"), left("SQLSTATE"), right("base"), right("head")];
  return { open: title + tableHead(columns), pieces, close: "\n", noun: "kinds of errors" };
}

export function conditions(report: Report): Section {
  const facts = conditionLines(report).map(([label, value]) => `- ${label}: ${markdownText(value, 1000)}\n`);
  const { shared, own } = optionsOf(report);
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

/** Links to where the numbers come from. */
export function footer(report: Report, { dashboardUrl, siteUrl = null }: Guidance): Section {
  const run = webAddress(report.origin.runUrl);
  const dashboard = webAddress(dashboardUrl ?? siteUrl);
  const page = addressOf(siteUrl, { page: "commit", sha: report.head.commit.sha });
  const parts = [
    ...(run === null ? [] : [link("report with pictures, and the run", `${run}#artifacts`)]),
    ...(page === null ? [] : [link("this commit", page)]),
    ...(dashboard === null ? [] : [link("history", dashboard)]),
    ...(report.origin.job === undefined ? [] : [`job ${markdownText(report.origin.job)}`]),
    `Plumbline ${markdownText(report.version)}`,
    `report ${report.id}`,
    `${minuteOf(report.createdAt)} UTC`,
  ];
  return block(`<sub>${parts.join(" · ")}</sub>\n`);
}
