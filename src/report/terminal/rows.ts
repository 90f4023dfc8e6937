/** Rows of any kind, for spreadsheets (CSV, RFC 4180) and for people (a table without lines). */
import { left, right } from "../words/table.ts";
import { oneLine, shortenedSubject, tableLines } from "./plain-table.ts";

export type Cell = string | number | boolean | null;
export type CellRows = Readonly<{ columns: readonly string[]; cells: readonly (readonly Cell[])[] }>;

/** Lines end as RFC 4180 has it. */
export function csvOf({ columns, cells }: CellRows): string {
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
export function cellTable({ columns, cells }: CellRows): string {
  const heads = columns.map((title, at) =>
    cells.some((row) => typeof row[at] === "number") ? right(title) : left(title),
  );
  const texts = cells.map((row) =>
    row.map((cell) => (cell === null ? "–" : shortenedSubject(oneLine(String(cell))))),
  );
  return `${tableLines({ columns: heads, rows: texts }).join("\n")}\n`;
}
