/** sweep.md: what a sweep says, for a pull request, a wiki or a document. */
import type { Sweep } from "../../model/sweep.ts";
import { serverSentences, serversTable } from "../words/build.ts";
import { capital } from "../words/headline.ts";
import {
  comparisonSentences,
  comparisonTable,
  curveTitle,
  efficiencyTable,
  matrixTable,
  pointsTable,
  type SweepTable,
  scalingSentences,
  sweepHeadline,
  sweepScope,
} from "../words/sweep.ts";
import { armsLegend, warningTexts } from "../words/sweep-warnings.ts";
import { markdownText, tableHead, tableRow } from "./markdown.ts";

export function sweepMarkdown(sweep: Sweep): string {
  const curves = sweep.scaling.flatMap((curve) => [
    `### ${markdownText(curveTitle(curve, sweep))}`,
    bulletList(scalingSentences(curve)),
  ]);
  const [efficiency, matrix, servers] = [efficiencyTable(sweep), matrixTable(sweep), serversTable(sweep)];
  const compared = sweep.comparisons.flatMap((comparison) => [
    sweepTableText(comparisonTable(comparison, sweep)),
    bulletList(comparisonSentences(comparison)),
  ]);
  const warnings = warningTexts(sweep).map(
    ({ where, message, remedy }) => `${where}${message}. Remedy: ${remedy}`,
  );
  const legend = armsLegend(sweep);
  const parts = [
    `## ${markdownText(capital(sweepHeadline(sweep)), 300)}`,
    ...scope(sweep),
    sweepTableText(pointsTable(sweep)),
    ...curves,
    ...(efficiency === null ? [] : [sweepTableText(efficiency)]),
    ...(matrix === null ? [] : [sweepTableText(matrix)]),
    ...compared,
    ...(servers === null ? [] : [sweepTableText(servers), bulletList(serverSentences(sweep))]),
    ...(warnings.length === 0
      ? []
      : ["### Warnings", ...(legend === "" ? [] : [markdownText(legend)]), bulletList(warnings)]),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** How much was measured, where the headline does not say it. */
function scope(sweep: Sweep): readonly string[] {
  const said = capital(sweepScope(sweep));
  return sweepHeadline(sweep) === said ? [] : [`${markdownText(said, 300)}.`];
}

function sweepTableText({ title, columns, names, rows }: SweepTable): string {
  const head = columns.map((column, i) => {
    const align = i < names || i === columns.length - 1 ? "left" : "right";
    return { title: markdownText(column), align } as const;
  });
  const body = rows.map((row) => tableRow(row.map((cell) => markdownText(cell, 300))));
  return `### ${markdownText(title)}\n\n${tableHead(head)}${body.join("\n")}`;
}

function bulletList(sentences: readonly string[]): string {
  return sentences.map((sentence) => `- ${markdownText(sentence, 600)}`).join("\n");
}
