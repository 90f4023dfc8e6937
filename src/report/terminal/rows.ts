/** Rows of any kind, for spreadsheets (CSV, RFC 4180) and for people (a table without lines). */
import Table from "cli-table3";
import { NO_LINES, oneLine, shortened } from "./plain-table.ts";

export type Cell = string | number | boolean | null;
export type Rows = Readonly<{ columns: readonly string[]; cells: readonly (readonly Cell[])[] }>;

/** Lines end as RFC 4180 has it. */
export function csvOf({ columns, cells }: Rows): string {
  return [columns, ...cells].map((row) => `${row.map(csvField).join(",")}\r\n`).join("");
}

/** A text that a spreadsheet would take for a formula gets an apostrophe, which it does not show. */
export function csvField(value: Cell): string {
  // One row is one line, also in a terminal that would act on control characters.
  const line = value === null ? "" : oneLine(String(value));
  const text = typeof value === "string" && /^[=+\-@]/.test(line) ? `'${line}` : line;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Missing is a dash, never 0. */
export function tableOf({ columns, cells }: Rows): string {
  const isNumber = columns.map((_, i) => cells.some((row) => typeof row[i] === "number"));
  const table = new Table({
    head: [...columns],
    colAligns: isNumber.map((right) => (right ? "right" : "left")),
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2 },
    chars: NO_LINES,
  });
  table.push(
    ...cells.map((row) => row.map((cell) => (cell === null ? "–" : shortened(oneLine(String(cell)))))),
  );
  const lines = table.toString().split("\n");
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}
