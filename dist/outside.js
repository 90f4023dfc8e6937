import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);

// src/text/outside.ts
var LOOKED_AT = 16;
function plainLine(text, limit = 80) {
  const looked = text.slice(0, limit * LOOKED_AT);
  const line = looked.replace(new RegExp("\\p{Surrogate}", "gu"), "�").replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").replace(new RegExp("\\p{Cf}", "gu"), "").trim();
  const points = Array.from(line);
  const isWhole = points.length <= limit && looked.length === text.length;
  return isWhole ? line : `${points.slice(0, limit - 1).join("")}…`;
}
function logText(text) {
  return text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map(
    (line) => line.replace(new RegExp("\\p{Surrogate}", "gu"), "�").replace(new RegExp("\\p{Cc}+", "gu"), " ").replace(new RegExp("\\p{Cf}", "gu"), "").replace(/^(\s*:)(?=:)|##(?=\[)/g, (found) => `${found}​`)
  ).join("\n");
}
function webAddress(text) {
  if (text === null || text.length > 2e3 || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:" || url.username !== "" || url.password !== "")
    return null;
  return url.href.replace(
    /[()<>"'`|\\*_~[\]{}!]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
  );
}
function shortSha(sha) {
  return isSha(sha) ? sha.slice(0, 10) : plainLine(sha, 40);
}
function isSha(sha) {
  return /^[0-9a-f]{7,64}$/.test(sha);
}
function percentDecoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export {
  plainLine,
  logText,
  webAddress,
  shortSha,
  isSha,
  percentDecoded
};
