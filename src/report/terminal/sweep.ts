/** Report of a sweep, for a terminal. */
import pc from "picocolors";
import type { Sweep } from "../../model/sweep.ts";
import { plainSpaces } from "../../text/units.ts";
import { serversTable } from "../words/build.ts";
import { capital } from "../words/headline.ts";
import {
  comparisonSentences,
  comparisonTable,
  curveTitle,
  efficiencyTable,
  matrixTable,
  metricAt,
  pointsTable,
  type SweepTable,
  scalingSentences,
  sweepHeadline,
  sweepScope,
} from "../words/sweep.ts";
import { armsLegend, warningTexts } from "../words/sweep-warnings.ts";
import { left, right } from "../words/table.ts";
import { tableLines } from "./plain-table.ts";
import { type Cell, csvOf } from "./rows.ts";

export function renderSweep(sweep: Sweep, { colour }: Readonly<{ colour: boolean }>): string {
  const { bold, dim } = pc.createColors(colour);
  const tableText = (table: SweepTable) => `${bold(table.title)}\n${sweepRowsText(table, dim)}`;
  const [efficiency, matrix, servers] = [efficiencyTable(sweep), matrixTable(sweep), serversTable(sweep)];
  const sections = [
    bold(`Plumbline: ${sweepHeadline(sweep)}`),
    ...(sweepHeadline(sweep) === capital(sweepScope(sweep)) ? [] : [capital(sweepScope(sweep))]),
    sweepRowsText(pointsTable(sweep), dim),
    ...sweep.scaling.map(
      (curve) => `${bold(curveTitle(curve, sweep))}\n${indentedLines(scalingSentences(curve))}`,
    ),
    ...(efficiency === null ? [] : [tableText(efficiency)]),
    ...(matrix === null ? [] : [tableText(matrix)]),
    ...sweep.comparisons.map(
      (comparison) =>
        `${tableText(comparisonTable(comparison, sweep))}\n${indentedLines(comparisonSentences(comparison))}`,
    ),
    ...(servers === null ? [] : [tableText(servers)]),
    ...sweepWarningLines(sweep),
  ];
  return plainSpaces(`${sections.join("\n\n")}\n`);
}

/** Warnings, each kind once: a grid has the same of many points, and the page has them all. */
function sweepWarningLines(sweep: Sweep): readonly string[] {
  const warnings = warningTexts(sweep);
  const kinds = new Map(warnings.map(({ code }) => [code, warnings.filter((each) => each.code === code)]));
  if (kinds.size === 0) return [];
  const lines = [...kinds.values()].map((own) => {
    const { where, message, remedy } = own[0]!;
    const more = own.length === 1 ? "" : `; ${own.length - 1} more like it in sweep.md`;
    return `${where}${message} (${remedy})${more}`;
  });
  const legend = armsLegend(sweep);
  return [`Warnings\n${indentedLines([...(legend === "" ? [] : [legend]), ...lines])}`];
}

function indentedLines(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join("\n");
}

function sweepRowsText({ columns, names, rows }: SweepTable, dim: (text: string) => string): string {
  const isText = (at: number) => at < names || at === columns.length - 1;
  const heads = columns.map((title, at) => (isText(at) ? left : right)(dim(title)));
  return indentedLines(tableLines({ columns: heads, rows }));
}

/** A row for each point, every metric with its interval: for spreadsheets and other programs, in the units of sweep.json. */
export function sweepCsv({ points, axes }: Sweep): string {
  const metrics = [...new Set(points.flatMap((point) => point.metrics.map(({ metric }) => metric)))];
  const columns = [
    "suite",
    "target",
    "workload",
    ...axes.map(({ option }) => option),
    "sessions",
    ...metrics.flatMap((metric) => [metric, `${metric}-low`, `${metric}-high`]),
    "busy",
    "client-bound",
    "missing",
  ];
  const cells = points.map((point): readonly Cell[] => [
    point.suite,
    point.target,
    point.workload,
    ...axes.map(({ option }) => point.values[option] ?? null),
    point.sessions,
    ...metrics.flatMap((metric): readonly Cell[] => {
      const own = metricAt(point, metric);
      return [own?.value ?? null, own?.interval?.low ?? null, own?.interval?.high ?? null];
    }),
    point.busy,
    // Where it is not known how busy a point was, it may be client-bound unnoticed: no answer, rather than false.
    point.clientBound || point.busy !== null ? point.clientBound : null,
    point.missing ?? null,
  ]);
  return csvOf({ columns, cells });
}
