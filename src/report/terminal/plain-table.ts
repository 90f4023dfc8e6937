/** Texts and tables of the terminal that are held together by space alone. */
import { columnsOf, padLeft, padRight, widest } from "../../text/columns.ts";
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

/** Text of others must not move the cursor or colour the terminal. */
export function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}

const SUBJECT_LENGTH = 48;

/** A commit's subject, cut by whole characters as people see them: half an emoji is rubbish. */
export function shortened(text: string): string {
  const characters = Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
  return characters.length <= SUBJECT_LENGTH ? text : `${characters.slice(0, SUBJECT_LENGTH - 1).join("")}…`;
}

/** Words in lines of at most `width` columns. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").filter((part) => part !== "")) {
    if (line !== "" && columnsOf(line) + 1 + columnsOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}
