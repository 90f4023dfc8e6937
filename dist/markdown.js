import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  tiedPercents
} from "./units.js";
import {
  plainLine
} from "./outside.js";

// src/report/markdown/markdown.ts
var BREAK = "&#8203;";
function markdownText(text, limit) {
  return tiedPercents(plainLine(text, limit)).replace(
    /(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?=\S)|[!"#$&*<>@[\\\]^`{|}~]/g,
    (c) => `&#${c.charCodeAt(0)};`
  ).replace(/&#(?:64|35|58);/g, (reference) => reference + BREAK).replace(/\bgh-(?=\d)|\bwww\./gi, (prefix) => prefix + BREAK);
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

// src/io/host/processes.ts
import { readdirSync, readFileSync } from "node:fs";
function isAlive(pid) {
  return isKnown(pid) && !hasEnded(statOf(pid));
}
function isGroupAlive(group) {
  if (!isKnown(-group)) return false;
  const pids = allPids();
  return pids === null || pids.some((pid) => belongsTo(group, statOf(pid)));
}
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
function isKnown(pidOrGroup) {
  try {
    process.kill(pidOrGroup, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
function hasEnded(stat) {
  return stat !== null && /^[ZXx]$/.test(stat[0]);
}
function belongsTo(group, stat) {
  return stat !== null && stat[2] === String(group) && !hasEnded(stat);
}
function allPids() {
  try {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.length === 0 ? null : pids.map(Number);
  } catch {
    return null;
  }
}

// src/report/markdown/marker.ts
import { createHash } from "node:crypto";
function commentMarker(suite, job = null) {
  return `<!-- plumbline:${shortened([suite, ...job === null ? [] : [job]].map(encode).join(":"))} -->`;
}
var MARKER_NAMES_MOST = 150;
function shortened(names) {
  if (names.length <= MARKER_NAMES_MOST) return names;
  const mark = createHash("sha256").update(names).digest("hex").slice(0, 32);
  return `${names.slice(0, MARKER_NAMES_MOST - mark.length - 1)}~${mark}`;
}
function encode(name) {
  return encodeURIComponent(name.replace(new RegExp("\\p{Surrogate}", "gu"), "�")).replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`).replace(/-(?=-|$)/g, "%2D");
}

export {
  markdownText,
  tableHead,
  tableText,
  tableRow,
  codeBlock,
  link,
  commentMarker,
  isAlive,
  isGroupAlive,
  statOf
};
