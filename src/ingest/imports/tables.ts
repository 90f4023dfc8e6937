/** Tables as people write them into documents: Markdown's with pipes, HTML's, and CSV (RFC 4180). */

import { wordTable } from "../../model/by-key.ts";

/** Cells are plain text. A row has no more cells than the header, and may have fewer. */
export type TextTable = Readonly<{
  /** The headings above it, outermost first; last the line in bold, or the lone cell, that stands right before it. */
  titles: readonly string[];
  header: readonly string[];
  rows: readonly (readonly string[])[];
}>;

/** @returns every table of the text, in its order; of a text that has none of a document's, those of its lines as CSV */
export function readTables(text: string): readonly TextTable[] {
  const lines = withoutCode(text.replace(/\r\n?/g, "\n"));
  const tables = documentTables(lines);
  return tables.length > 0 ? tables : csvTables(lines.join("\n"));
}

/** Comments of a program are no headings. */
function withoutCode(text: string): readonly string[] {
  let fence: string | null = null;
  return text.split("\n").filter((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) return fence === null;
    if (fence === null) fence = mark[0]!;
    else if (mark[0] === fence) fence = null;
    return false;
  });
}

function documentTables(lines: readonly string[]): readonly TextTable[] {
  const tables: TextTable[] = [];
  const headings = new Headings();
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const end = endOfTable(lines, at);
    if (end === at) {
      headings.read(line);
      continue;
    }
    const rows = /<table\b/i.test(line)
      ? htmlRows(lines.slice(at, end).join("\n"))
      : pipeRows(lines.slice(at, end));
    if (rows.length > 1) tables.push(textTable(headings.titles(), rows));
    at = end - 1;
  }
  return tables;
}

/** @returns the line after the table that begins at a line; that line itself where none does */
function endOfTable(lines: readonly string[], at: number): number {
  const after = (found: number) => (found < 0 ? lines.length : at + found);
  if (/<table\b/i.test(lines[at]!)) {
    return Math.min(lines.length, after(lines.slice(at).findIndex((line) => /<\/table>/i.test(line))) + 1);
  }
  if (!lines[at]!.includes("|") || !isRule(lines[at + 1] ?? "")) return at;
  return after(lines.slice(at).findIndex((line) => !line.includes("|")));
}

/** `|:--|--:|`, or with `+` between the columns. */
function isRule(line: string): boolean {
  return line.includes("|") && line.includes("--") && /^[\s|:+-]+$/.test(line);
}

function pipeRows(lines: readonly string[]): readonly (readonly string[])[] {
  const rows = lines.filter((_, index) => index !== 1);
  return rows.map((line) => {
    const inner = line
      .trim()
      .replace(/^\|/, "")
      .replace(/(?<!\\)\|$/, "");
    return inner.split(/(?<!\\)\|/).map(plainMarkup);
  });
}

function htmlRows(html: string): readonly (readonly string[])[] {
  const rows = [...html.matchAll(/<tr\b[^<>]*>([\s\S]*?)(?=<\/tr>|<tr\b|<\/table>|$)/gi)];
  return rows.map(([, row]) =>
    [...row!.matchAll(/<t[hd]\b([^<>]*)>([\s\S]*?)(?=<\/t[hd]>|<t[hd]\b|$)/gi)].flatMap(([, words, cell]) => {
      const span = Number(/colspan="?(\d{1,2})/i.exec(words!)?.[1] ?? 1);
      return Array.from({ length: span }, () => plainMarkup(cell!));
    }),
  );
}

/** Headings of a document, as far as they hold at a line. */
class Headings {
  readonly #open: { depth: number; text: string }[] = [];
  #bold: string | null = null;

  read(line: string): void {
    const [, marks, text] = /^(#{1,6})\s([\s\S]*)/.exec(line) ?? [];
    if (marks !== undefined) {
      while ((this.#open.at(-1)?.depth ?? 0) >= marks.length) this.#open.pop();
      this.#open.push({ depth: marks.length, text: plainMarkup(text!.trimEnd().replace(/(?<!#)#+$/, "")) });
      this.#bold = null;
    } else if (line.trim() !== "") this.#bold = /^\s*\*\*(.+?):?\*\*:?\s*$/.exec(line)?.[1] ?? null;
  }

  titles(): readonly string[] {
    const bold = this.#bold;
    this.#bold = null;
    return [...this.#open.map(({ text }) => text), ...(bold === null ? [] : [plainMarkup(bold)])];
  }
}

/** Blocks between empty lines; a first line of one cell is the block's title. */
function csvTables(text: string): readonly TextTable[] {
  return text.split(/\n[ \t]*\n/).flatMap((block) => {
    const rows = csvRows(block.trim());
    const [first] = rows;
    const titles = first?.length === 1 ? [first[0]!] : [];
    const body = rows.slice(titles.length);
    return isTable(body) ? [textTable(titles, body)] : [];
  });
}

/** Other tools print lists with commas, too: "Count: 12, TPM: 34". */
function isTable([header = [], ...rows]: readonly (readonly string[])[]): boolean {
  return (
    header.length > 1 &&
    rows.length > 0 &&
    rows.every((row) => row.length === header.length) &&
    !header.some((cell) => /: *[\d.]+$/.test(cell))
  );
}

/** A field in quotes, or as it stands: a quote within is a character like any other. Each goes on where the last one ended. */
const CSV_FIELD = /(?:"((?:[^"]|"")*)"(?=[,\n]|$)|([^,\n]*))(,|\n|$)/gy;

function csvRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of text.matchAll(CSV_FIELD)) {
    rows.at(-1)!.push((quoted?.replaceAll('""', '"') ?? bare ?? "").trim());
    if (end === "\n") rows.push([]);
    if (end === "") break;
  }
  return rows;
}

function textTable(titles: readonly string[], rows: readonly (readonly string[])[]): TextTable {
  const [header, ...body] = rows as readonly [readonly string[], ...(readonly string[])[]];
  return { titles, header, rows: body.map((row) => row.slice(0, header.length)) };
}

const ENTITIES = wordTable<string>({ amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " });

/** A cell or heading without tags, emphasis, links and escapes. */
function plainMarkup(markup: string): string {
  return markup
    .replace(/<[^<>]*>/g, " ")
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/\*\*|`/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/&#(\d{1,7});/g, (whole, code: string) => fromCode(Number(code)) ?? whole)
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/[\u200b\s]+/g, (found) => (found.replaceAll("\u200b", "") === "" ? "" : " "))
    .trim();
}

function fromCode(code: number): string | null {
  return code <= 0x10ffff ? String.fromCodePoint(code) : null;
}
