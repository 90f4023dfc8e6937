import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  percentEncoded,
  plainLine,
  shortSha,
  tiedUnits,
  webAddress
} from "./units.js";

// src/report/markdown/markdown.ts
var BREAK = "&#8203;";
function markdownText(text, limit) {
  return tiedUnits(plainLine(text, limit)).replace(
    /(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?=\S)|[!"#$&*<>@[\\\]^`{|}~]/g,
    (c) => `&#${c.charCodeAt(0)};`
  ).replace(/&#(?:64|35|58);/g, (reference) => reference + BREAK).replace(/\bgh-(?=\d)|\bwww\./gi, (prefix) => prefix + BREAK);
}
function markdownName(name, limit) {
  const words = plainLine(name, limit).replace(/[^\s-]{16}(?=[^\s-])/gu, "$&\n");
  return words.split("\n").map((part) => markdownText(part)).join(BREAK);
}
function tableHead(columns) {
  const rule = columns.map((column) => column.align === "left" ? ":--" : "--:");
  return `${tableRow(columns.map((column) => column.title))}
${tableRow(rule)}
`;
}
function tableText({ columns, rows }, most) {
  const lines = rows.map((row) => {
    const cells = row.map((cell, at) => columns[at].align === "left" ? markdownText(cell, most) : cell);
    return `${tableRow(cells)}
`;
  });
  return `${tableHead(columns)}${lines.join("")}`;
}
function tableRow(cells) {
  return `| ${cells.join(" | ")} |`;
}
function codeBlock(lines, language = "") {
  const safe = lines.map(
    (line) => line.replace(/`{3,}|<!--|[@#](?=\w)/g, (found) => `${found[0]}​${found.slice(1)}`)
  );
  return `\`\`\`${language}
${safe.join("\n")}
\`\`\``;
}
function link(label, address) {
  return `[${label}](${address})`;
}
function markdownEvidence(text) {
  return text.replace("~", "`~`");
}

// src/report/markdown/marker.ts
import { createHash } from "node:crypto";
function commentMarker(suite, job = null) {
  return `<!-- plumbline:${shortenedNames([suite, ...job === null ? [] : [job]].map(encode).join(":"))} -->`;
}
var MARKER_NAMES_MOST = 150;
function shortenedNames(names) {
  if (names.length <= MARKER_NAMES_MOST) return names;
  const mark = createHash("sha256").update(names).digest("hex").slice(0, 32);
  return `${names.slice(0, MARKER_NAMES_MOST - mark.length - 1)}~${mark}`;
}
function encode(name) {
  return percentEncoded(name).replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`).replace(/-(?=-|$)/g, "%2D");
}

// src/report/markdown/no-result.ts
var REASON_LINES_MOST = 40;
function noResultTitle({ sha, message }) {
  return plainLine(`no result for ${shortSha(sha)}: ${message}`, 200);
}
function renderNoResult(failure) {
  const { suite, job, sha, runUrl } = failure;
  const address = webAddress(runUrl);
  return [
    `${commentMarker(suite, job)}
### Plumbline: no result for ${shortSha(sha)}`,
    reasonText(failure),
    `No result for this commit.${address === null ? "" : ` The ${link("workflow run", address)} has the details.`}`
  ].join("\n\n");
}
function reasonText({ message, remedy }) {
  const lines = [...message.split("\n"), ...remedy === "" ? [] : `remedy: ${remedy}`.split("\n")];
  return codeBlock(
    lines.slice(0, REASON_LINES_MOST).map((line) => plainLine(line, 500)),
    "text"
  );
}

export {
  markdownText,
  markdownName,
  tableHead,
  tableText,
  tableRow,
  codeBlock,
  link,
  markdownEvidence,
  commentMarker,
  noResultTitle,
  renderNoResult,
  reasonText
};
