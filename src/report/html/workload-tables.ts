/** The tables of a workload on a report's page: all its metrics, its statements and kinds of events, hosts and errors. */
import { type MetricId, metricInfo } from "../../model/metric.ts";
import { ALL_WORKLOADS, type Change, type WorkloadReport } from "../../model/report.ts";
import { plainLine } from "../../text/outside.ts";
import { formatCount } from "../../text/units.ts";
import { slowestCells } from "../words/beyond-gates.ts";
import { hostTable } from "../words/hosts.ts";
import { cellTexts, errorCounts } from "../words/rows.ts";
import { standingOfGate } from "../words/standing.ts";
import { partRows, stageRows } from "../words/statements.ts";
import { tableBody, titledCell } from "./table.ts";
import { type Html, html } from "./template.ts";

/** Address of the history of a workload's metric; null: there is none. */
export type SeriesAddress = (workload: string, metric: MetricId) => string | null;

/** Links a number to its history. */
export function toSeries(series: SeriesAddress, { workload, metric }: Change, words: Html): Html {
  const address = workload === ALL_WORKLOADS ? null : series(workload, metric);
  return address === null ? words : html`<a href="${address}" rel="noreferrer">${words}</a>`;
}

/** Columns between the name of a metric and its verdict. */
const METRIC_COLUMNS = ["base", "head", "change", "interval", "sd of a session", "detectable", "limit"];

/** Row of each metric, and of the slowest event after the first of them. */
export function metricsTable(workload: WorkloadReport, series: SeriesAddress): Html {
  const { name, changes } = workload;
  const [first = html``, ...others] = changes.map((change) => {
    const cells = cellTexts(change);
    const numbers = [
      cells.base,
      cells.head,
      cells.change,
      cells.interval,
      cells.noise,
      cells.smallestVisible,
      cells.limit,
    ];
    return html`<tr class="${standingOfGate(change.verdict)}"><th scope="row">${toSeries(series, change, html`<abbr title="${metricInfo(change.metric).description}">${metricInfo(change.metric).label}</abbr>`)}</th>${numbers.map((number, at) => titledCell(METRIC_COLUMNS[at]!, html`${number}`, "number"))}<td>${plainLine(cells.verdict, 160)}</td></tr>
`;
  });
  const rows = [first, slowestRow(workload), ...others];
  const heads = METRIC_COLUMNS.map(
    (column) => html`<th class="number ${column.replaceAll(" ", "-")}">${column}</th>`,
  );
  return html`<div class="wide" tabindex="0" role="region" aria-label="All metrics of ${plainLine(name)}"><table><thead><tr><th>metric</th>${heads}<th>verdict</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function slowestRow(workload: WorkloadReport): Html {
  const slowest = slowestCells(workload);
  if (slowest === null) return html``;
  const [label, base, head] = slowest;
  return html`<tr><th scope="row">${label}</th>${titledCell("base", html`${base}`, "number")}${titledCell("head", html`${head}`, "number")}<td colspan="${METRIC_COLUMNS.length - 1}"></td></tr>
`;
}

const STATEMENT_COLUMNS = ["calls, head", "mean, base", "mean, head", "change", "p99, base", "p99, head"];

/** All kinds of statements or events; the comment shows only some. */
export function partsTable(
  { name, kinds, stages, statements }: WorkloadReport,
  noun: "event" | "stage" | "statement",
  title: string,
  note: string,
): Html {
  const parts = noun === "stage" ? stageRows(stages) : partRows(noun === "event" ? kinds : statements);
  const rows = parts.map(
    ({ name: part, calls, mean, p99 }) =>
      html`<tr><th scope="row">${plainLine(part)}</th>${[calls, ...mean, ...p99].map((number) => html`<td class="number">${number}</td>`)}</tr>
`,
  );
  if (rows.length === 0) return html``;
  const heads = STATEMENT_COLUMNS.map((column) => html`<th class="number">${column}</th>`);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${title} of ${plainLine(name)}"><table class="counts"><caption>${title} <span class="muted">(${note})</span></caption><thead><tr><th>${noun}</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Empty unless several hosts carried the load. */
export function hostsTable({ name, hosts }: WorkloadReport): Html {
  const table = hostTable(hosts);
  if (table === null) return html``;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Load by host of ${plainLine(name)}"><table class="counts"><caption>Load by host</caption>${tableBody(table)}</table></div>`;
}

/** Failed events by SQLSTATE; empty where none failed. */
export function errorsTable({ errors }: WorkloadReport): Html {
  const counts = errorCounts(errors);
  if (counts.length === 0) return html``;
  const rows = counts.map(
    ([state, base, head]) =>
      html`<tr><th scope="row">${plainLine(state, 20)}</th><td class="number">${formatCount(base)}</td><td class="number">${formatCount(head)}</td></tr>
`,
  );
  return html`<table class="counts"><caption>Errors by SQLSTATE</caption><thead><tr><th>SQLSTATE</th><th class="number">base</th><th class="number">head</th></tr></thead><tbody>${rows}</tbody></table>`;
}
