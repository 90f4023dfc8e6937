/** Sums of a branch's measured changes since a commit, for a terminal. */
import type { Ledger, LedgerSum } from "../../model/ledger.ts";
import { metricInfo } from "../../model/metric.ts";
import { plainLine, shortSha } from "../../text/outside.ts";
import { plural } from "../../text/units.ts";
import { limitOfSum, sizeText } from "../words/ledger.ts";
import { left, right } from "../words/table.ts";
import { oneLine, tableLines, wrapped } from "./plain-table.ts";

const COLUMNS = [left("workload"), left("metric"), right("sum"), left(""), right("changes"), right("red")];

/**
 * @param since name of the commit that the sums begin after, as it was asked for
 * @param width columns of the terminal
 * @returns text without a line end after the last line
 */
export function renderLedgers(since: string, ledgers: readonly Ledger[], width: number): string {
  const told = ledgers.filter(({ lines }) => lines.length > 0);
  const name = plainLine(since, 60);
  if (told.length === 0) return `No side-by-side measurement of a change after ${name} is stored.`;
  return told.map((ledger) => ledgerText(name, ledger, width)).join("\n\n");
}

function ledgerText(since: string, { suite, branch, lines, alerts }: Ledger, width: number): string {
  const sums = lines.map(({ sum }) => sum);
  const title = `What ${oneLine(branch ?? "the branch")} gained and lost since ${since} (suite ${oneLine(suite)}), by side-by-side measurements, with 95 % intervals:`;
  const isOpen = alerts.some(({ open }) => open);
  return [
    ...wrapped(title, width),
    "",
    ...tableLines({ columns: COLUMNS, rows: sums.map(rowOf) }),
    ...ledgerNotes(sums).flatMap((note) => ["", ...wrapped(note, width)]),
    ...(isOpen
      ? ["", ...wrapped("Sums beyond a limit are open: `plumbline bisect --plan` says where to look.", width)]
      : []),
  ]
    .map((line) => line.trimEnd())
    .join("\n");
}

function rowOf(sum: LedgerSum): readonly string[] {
  const { workload, metric, changes, red } = sum;
  const limit = limitOfSum(sum);
  return [
    oneLine(workload),
    metricInfo(metric).label,
    sizeText(sum),
    limit === "" ? "" : `(${limit})`,
    String(changes),
    red === 0 ? "none" : String(red),
  ];
}

/** Sentences on what the sums lack, each once. */
function ledgerNotes(sums: readonly LedgerSum[]): readonly string[] {
  const notes = sums.flatMap(({ accepted, gaps, since, workload, metric }) => [
    ...(accepted === undefined
      ? []
      : [
          `${oneLine(workload)} ${metricInfo(metric).label} begins after the accepted change of #${accepted}, at ${shortSha(since.sha)}.`,
        ]),
    ...(gaps === 0
      ? []
      : [
          `${oneLine(workload)} ${metricInfo(metric).label}: commits at ${plural(gaps, "place")} between the changes were not measured, and are in no sum.`,
        ]),
  ]);
  return [...new Set(notes)];
}
