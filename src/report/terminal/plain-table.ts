/** Texts and tables of the terminal that are held together by space alone. */
import { displayWidth, padLeft, padRight, plainColumns, widest } from "../../text/columns.ts";
import type { Table } from "../words/table.ts";

/**
 * Lays out a table without frames, its columns two spaces apart. Cells may be coloured; no line ends with a space.
 * @returns its lines, the titles first
 */
export function tableLines({ columns, rows }: Table): readonly string[] {
  const all = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, at) => widest(all.map((row) => row[at]!)));
  const padded = (cell: string, at: number) =>
    columns[at]!.align === "left" ? padRight(cell, widths[at]!) : padLeft(cell, widths[at]!);
  return all.map((row) => row.map(padded).join("  ").trimEnd());
}

/** Columns between two cells. */
const GAP = 2;
/** Columns that a cut cell keeps at least. */
const KEPT = 7;

/** The table no wider than `width`, if that is possible: of these columns the first is cut as far as need be, then the next. */
export function fitted({ columns, rows }: Table, width: number, order: readonly string[]): Table {
  const widthOf = (at: number) => widest([columns[at]!.title, ...rows.map((row) => row[at]!)]);
  const all = columns
    .map((_, at) => widthOf(at))
    .reduce((sum, each) => sum + each, GAP * (columns.length - 1));
  const at = columns.findIndex(({ title }) => title === order[0]);
  if (all <= width || order.length === 0) return { columns, rows };
  const most = at < 0 ? 0 : Math.max(KEPT, widthOf(at) - (all - width));
  const cut = rows.map((row) => row.map((cell, i) => (i === at ? plainColumns(cell, most) : cell)));
  return fitted({ columns, rows: cut }, width, order.slice(1));
}

/** Text of others must not move the cursor, colour the terminal or turn the direction of a line. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").replaceAll(/\p{Bidi_Control}/gu, "");
}

const SUBJECT_LENGTH = 48;

/** A commit's subject, cut by whole characters as people see them: half an emoji is rubbish. */
export function shortenedSubject(text: string): string {
  const characters = Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
  return characters.length <= SUBJECT_LENGTH ? text : `${characters.slice(0, SUBJECT_LENGTH - 1).join("")}…`;
}

/** Words in lines of at most `width` columns. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").filter((part) => part !== "")) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}
