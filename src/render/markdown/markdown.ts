/** The pieces of GitHub's markdown that we write, and the one escape for text from outside. */
import { createHash } from "node:crypto";
import { plainLine } from "../words/outside.ts";

const BREAK = "&#8203;";

/**
 * Text from outside, for any place in a line of markdown: a table cell, a heading, a summary element.
 * Every character that markdown, HTML or GitHub's own filters could act on becomes a character reference. References are
 * decoded before GitHub looks for mentions, so a zero-width space keeps `@name`, `#12`, `GH-12`, `:emoji:` and `www.` apart.
 */
export function markdownText(text: string, limit?: number): string {
  return plainLine(text, limit)
    .replace(
      /(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?=\S)|[!"#$&*<>@[\\\]^`{|}~]/g,
      (c) => `&#${c.charCodeAt(0)};`,
    )
    .replace(/&#(?:64|35|58);/g, (reference) => reference + BREAK)
    .replace(/\bgh-(?=\d)|\bwww\./gi, (prefix) => prefix + BREAK);
}

export type Align = "left" | "right";
export type Column = Readonly<{ title: string; align: Align }>;

/** The two lines above a table's rows. Titles and cells are markdown already. */
export function tableHead(columns: readonly Column[]): string {
  const rule = columns.map((column) => (column.align === "left" ? ":--" : "--:"));
  return `${tableRow(columns.map((column) => column.title))}\n${tableRow(rule)}\n`;
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

/**
 * The hidden line by which the comment of a suite, or of one of the jobs that measure it, is found again. It holds the names in
 * percent encoding, without "--" or ">", which would end the HTML comment.
 */
export function commentMarker(suite: string, job: string | null = null): string {
  return `<!-- plumbline:${shortened([suite, ...(job === null ? [] : [job])].map(encode).join(":"))} -->`;
}

/** Characters of the names in a marker, which is kept in a field of GitHub's that may not take more. */
const MARKER_NAMES_MOST = 150;

/** Longer names are cut, and stay unlike others by a hash of the whole behind a `~`, which no encoded name has. */
function shortened(names: string): string {
  if (names.length <= MARKER_NAMES_MOST) return names;
  const mark = createHash("sha256").update(names).digest("hex").slice(0, 32);
  return `${names.slice(0, MARKER_NAMES_MOST - mark.length - 1)}~${mark}`;
}

function encode(name: string): string {
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, "\ufffd"))
    .replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/-(?=-|$)/g, "%2D");
}
