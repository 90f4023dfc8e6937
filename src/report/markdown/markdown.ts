/** The pieces of GitHub's markdown that we write, and the one escape for text from outside. */
import { plainLine } from "../../text/outside.ts";
import { tiedUnits } from "../../text/units.ts";
import type { Column, Table } from "../words/table.ts";

const BREAK = "&#8203;";

/**
 * Text from outside, for any place in a line of markdown: a table cell, a heading, a summary element.
 * Every character that markdown, HTML or GitHub's own filters could act on becomes a character reference. References are
 * decoded before GitHub looks for mentions, so a zero-width space keeps `@name`, `#12`, `GH-12`, `:emoji:` and `www.` apart.
 */
export function markdownText(text: string, limit?: number): string {
  return tiedUnits(plainLine(text, limit))
    .replace(
      /(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?=\S)|[!"#$&*<>@[\\\]^`{|}~]/g,
      (c) => `&#${c.charCodeAt(0)};`,
    )
    .replace(/&#(?:64|35|58);/g, (reference) => reference + BREAK)
    .replace(/\bgh-(?=\d)|\bwww\./gi, (prefix) => prefix + BREAK);
}

/** A name in a narrow column: a word of more than so many letters may be broken, at a place that takes no width. */
export function markdownName(name: string, limit: number): string {
  const words = plainLine(name, limit).replace(/[^\s-]{16}(?=[^\s-])/gu, "$&\n");
  return words
    .split("\n")
    .map((part) => markdownText(part))
    .join(BREAK);
}

/** The two lines above a table's rows. Titles and cells are markdown already. */
export function tableHead(columns: readonly Column[]): string {
  const rule = columns.map((column) => (column.align === "left" ? ":--" : "--:"));
  return `${tableRow(columns.map((column) => column.title))}\n${tableRow(rule)}\n`;
}

/** A table, whose cells to the left are escaped. @param most characters of such a cell */
export function tableText({ columns, rows }: Table, most?: number): string {
  const lines = rows.map((row) => {
    const cells = row.map((cell, at) => (columns[at]!.align === "left" ? markdownText(cell, most) : cell));
    return `${tableRow(cells)}\n`;
  });
  return `${tableHead(columns)}${lines.join("")}`;
}

export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** A code block. A zero-width space takes the meaning from what could end the block or look like our marker. */
export function codeBlock(lines: readonly string[], language = ""): string {
  const safe = lines.map((line) =>
    line.replace(/`{3,}|<!--|[@#](?=\w)/g, (found) => `${found[0]}\u200b${found.slice(1)}`),
  );
  return `\`\`\`${language}\n${safe.join("\n")}\n\`\`\``;
}

export function link(label: string, address: string): string {
  return `[${label}](${address})`;
}

/** Writes the tilde as code: markdown strikes out what stands between two of them. */
export function markdownEvidence(text: string): string {
  return text.replace("~", "`~`");
}
