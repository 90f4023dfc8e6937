/** The parts that comment, job summary and check run are put together from, in markdown. */

import type { Warning } from "../model/document.ts";
import { metricInfo } from "../model/metric.ts";
import type { Change, Report, WorkloadReport } from "../model/report.ts";
import { block, type Section } from "./cap.ts";
import { dotPlot } from "./dot-plot.ts";
import { shortHistory } from "./headline.ts";
import { type Column, codeBlock, link, markdownText, tableHead, tableRow } from "./markdown.ts";
import { webAddress } from "./outside.ts";
import { historyRemedy, remedyOf } from "./remedy.ts";
import { acceptingConfig, reproduceCommands } from "./reproduce.ts";
import { cellsOf, errorCounts, type Rows } from "./rows.ts";
import {
  baselineText,
  commitText,
  conditionsOf,
  doubtText,
  MESSAGE_MOST,
  measuredText,
  optionsOf,
  visibleText,
} from "./story.ts";
import { formatCount, formatEffect } from "./units.ts";

const PICTURE_ROWS_MOST = 8;
const PICTURE_WIDTH = 96;

const left = (title: string): Column => ({ title, align: "left" });
const right = (title: string): Column => ({ title, align: "right" });

export function introduction(report: Report): Section {
  const suite = `suite ${markdownText(report.suite)}`;
  const compared = `Head ${markdownText(commitText(report.head), 160)} against ${markdownText(baselineText(report), 160)}`;
  return block(`${compared}; ${suite}, ${measuredText(report)}.\n`);
}

const CHANGED = [
  left("workload"),
  left("metric"),
  right("base"),
  right("head"),
  right("change"),
  right("noise"),
  right("limit"),
];

/** What regressed, then what improved. */
export function changedTable(report: Report, rows: Rows, most?: number): Section {
  const pieces = [...rows.regressed, ...rows.improved].map((change) => {
    const cells = cellsOf(change);
    const moved = `**${cells.change}**${cells.interval === "" ? "" : ` ${cells.interval}`}`;
    return `${tableRow([...names(report, change), cells.base, cells.head, moved, cells.noise, cells.limit])}\n`;
  });
  return {
    open: tableHead(CHANGED),
    pieces,
    close: "\n",
    noun: "changes",
    ...(most === undefined ? {} : { most }),
  };
}

const UNDECIDED = [
  left("workload"),
  left("metric"),
  right("base"),
  right("head"),
  right("change"),
  right("visible from"),
  right("limit"),
  left("what would decide"),
];

/** Open questions with what would answer them; one sentence where the whole history is too short. */
export function undecided(report: Report, rows: Rows, most?: number): Section {
  const history = shortHistory(report);
  return history === null
    ? undecidedTable(report, rows, most)
    : block(`${markdownText(historyRemedy(history), 300)}\n`);
}

function undecidedTable(report: Report, rows: Rows, most?: number): Section {
  const pieces = rows.undecided.map((change) => {
    const cells = cellsOf(change);
    const decide = markdownText(remedyOf(change, report), 160);
    const middle = [cells.base, cells.head, changeText(change), cells.smallestVisible, cells.limit];
    return `${tableRow([...names(report, change), ...middle, decide])}\n`;
  });
  return {
    open: `No answer yet:\n\n${tableHead(UNDECIDED)}`,
    pieces,
    close: "\n",
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
  return [markdownText(change.workload), metricInfo(change.metric).label + marks];
}

/** References to the doubts about a workload or metric; those about the whole run concern every row and mark none. */
function notes({ warnings }: Report, concerns: (warning: Warning) => boolean): string {
  const marks = warnings.flatMap((warning, index) => {
    const named = warning.workload !== undefined || warning.metric !== undefined;
    return named && concerns(warning) ? [index + 1] : [];
  });
  return marks.length === 0 ? "" : ` <sup>${marks.join(", ")}</sup>`;
}

function changeText(change: Change): string {
  const cells = cellsOf(change);
  return cells.interval === "" ? cells.change : `${cells.change} ${cells.interval}`;
}

/** Metrics that moved along without being gates: no verdict, but often the explanation. */
export function movedAlong(rows: Rows): Section {
  const concerned = new Set([...rows.regressed, ...rows.improved].map((change) => change.workload));
  const moved = rows.moved
    .filter((change) => concerned.has(change.workload) && change.effect !== null)
    .slice(0, 8);
  if (moved.length === 0) return block("");
  const parts = moved.map(
    ({ workload, metric, effect }) =>
      `${markdownText(workload)} ${metricInfo(metric).label} ${formatEffect(effect ?? 0)}`,
  );
  return block(`Moved along, not gated: ${parts.join(", ")}.\n`);
}

/** Changes and open questions as dots and intervals on one axis. */
export function picture(report: Report, rows: Rows): Section {
  const shown = [...rows.regressed, ...rows.improved, ...rows.undecided].slice(0, PICTURE_ROWS_MOST);
  const lines = dotPlot(report, shown, PICTURE_WIDTH);
  return lines.length === 0 ? block("") : block(`${codeBlock(lines, "text")}\n`);
}

export function visibility(report: Report): Section {
  const text = visibleText(report);
  return block(text === "" ? "" : `${text}\n`);
}

/** Warnings, each with its way out. Their numbers are the marks in the tables. */
export function doubts({ warnings }: Report, most?: number): Section {
  const pieces = warnings.map((warning, index) => {
    const remedy = markdownText(warning.remedy, MESSAGE_MOST);
    return `${index + 1}. ${markdownText(doubtText(warning), MESSAGE_MOST + 200)}. *Remedy:* ${remedy}\n`;
  });
  return {
    open: "**Doubts**\n\n",
    pieces,
    close: "\n",
    noun: "doubts",
    ...(most === undefined ? {} : { most }),
  };
}

const METRICS = [
  left("metric"),
  right("base"),
  right("head"),
  right("change"),
  right("noise"),
  right("visible from"),
  right("limit"),
  left("verdict"),
];

export function allMetrics(report: Report): Section {
  return {
    open: "",
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
    const metric = metricInfo(change.metric).label + marks;
    const middle = [
      cells.base,
      cells.head,
      changeText(change),
      cells.noise,
      cells.smallestVisible,
      cells.limit,
    ];
    return tableRow([metric, ...middle, markdownText(cells.verdict, 120)]);
  });
  return `**${markdownText(name)}**${kind}${marks}\n\n${tableHead(METRICS)}${rows.join("\n")}\n\n`;
}

/** What the failed events of a regression failed with. */
export function risenErrors({ workloads }: Report, rows: Rows): Section {
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
        `${tableRow([markdownText(name), markdownText(state, 20), ...counts.map(formatCount)])}\n`,
    ),
  );
  const columns = [left("workload"), left("SQLSTATE"), right("base"), right("head")];
  return { open: title + tableHead(columns), pieces, close: "\n", noun: "kinds of errors" };
}

export function conditions(report: Report): Section {
  const facts = conditionsOf(report).map(([label, value]) => `- ${label}: ${markdownText(value, 1000)}\n`);
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

export function accept(report: Report, rows: Rows): Section {
  if (rows.regressed.length === 0) return block("");
  const after =
    report.mode === "side-by-side"
      ? "Once merged, it is part of the base that later pull requests are compared with, so the limit can go back."
      : "Later runs of the branch become the baseline, so the limit can go back.";
  const config = codeBlock(acceptingConfig(rows.regressed), "yaml");
  return block(
    `**How to accept**\n\nIf the change is worth its price, let this pull request raise the limit in plumbline.yml, where reviewers see it. ${after}\n\n${config}\n`,
  );
}

/** Where the numbers come from. */
export function footer(report: Report, dashboardUrl: string | null): Section {
  const run = webAddress(report.origin.runUrl);
  const dashboard = webAddress(dashboardUrl);
  const parts = [
    ...(run === null ? [] : [link("workflow run", run)]),
    ...(dashboard === null ? [] : [link("history", dashboard)]),
    `Plumbline ${markdownText(report.version)}`,
    `report ${report.id}`,
    `${report.createdAt.slice(0, 16).replace("T", " ")} UTC`,
  ];
  return block(`<sub>${parts.join(" · ")}</sub>\n`);
}
