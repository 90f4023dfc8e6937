/** What the layouts of published tables share: the sides that stand beside each other, and tables with headings. */
import { type Align, markdownText, tableHead, tableRow } from "./markdown.ts";
import type { ReferenceRow } from "./reference-figures.ts";

/** What is printed: head, and base where there is something to stand beside it. */
export type Sides = Readonly<{
  head: readonly ReferenceRow[];
  base: readonly ReferenceRow[] | null;
  /** As columns are called. */
  names: Readonly<{ head: string; base: string }>;
}>;

export function table(
  title: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return rows.length === 0 ? "" : `### ${markdownText(title)}\n\n${tableOf(header, rows)}`;
}

/** Under a line of its own in place of a heading. */
export function bold(title: string, header: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? "" : `**${markdownText(title)}**\n\n${tableOf(header, rows)}`;
}

function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const align = (index: number): Align => (index === 0 ? "left" : "right");
  const columns = header.map((name, index) => ({ title: markdownText(name), align: align(index) }));
  const body = rows.map((cells) => tableRow([markdownText(cells[0]!), ...cells.slice(1)]));
  return `${tableHead(columns)}${body.join("\n")}\n`;
}

export function some(tables: readonly string[]): readonly string[] {
  return tables.filter((each) => each !== "");
}

export function likeOf(row: ReferenceRow, base: Sides["base"]): ReferenceRow | null {
  return base?.find(({ name }) => name === row.name) ?? null;
}
