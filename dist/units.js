import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  metricInfo
} from "./zod.js";

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
  const kept = url.hostname.startsWith("[") ? url.origin : "";
  return kept + url.href.slice(kept.length).replace(ENDS_LINK, hexEncoded);
}
var ENDS_LINK = /[()<>"'`|\\*_~[\]{}!]/g;
function hexEncoded(character) {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
function percentEncoded(text) {
  return encodeURIComponent(text.replace(new RegExp("\\p{Surrogate}", "gu"), "�"));
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
function asPattern(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
function hasWord(text, word) {
  const letter = String.raw`[\w$\p{L}\p{M}]`;
  return word !== "" && new RegExp(`(?<!${letter})${asPattern(word)}(?!${letter})`, "iu").test(text);
}

// src/stats/round.ts
function significant(value, digits) {
  return Number(value.toPrecision(digits));
}
function decimal(value, places) {
  return Number(value.toFixed(places));
}

// src/text/units.ts
var NBSP = " ";
var MINUS = "−";
function plainSpaces(text) {
  return text.replaceAll(NBSP, " ");
}
function tiedUnits(text) {
  return text.replace(
    /(?<=(?<![\p{L}_\d])\d[\d.,]{0,40}) (?=%|(?:[nµm]?s|min|h|[KMGT]iB|B)(?![\w-]))/gu,
    NBSP
  );
}
function formatProgress(share) {
  return `${Math.floor(share * 100)} %`;
}
var LATENCY = [
  { factor: 1, suffix: `${NBSP}ns` },
  { factor: 1e3, suffix: `${NBSP}µs` },
  { factor: 1e6, suffix: `${NBSP}ms` },
  { factor: 1e9, suffix: `${NBSP}s` }
];
var PER_SECOND = [{ factor: 1, suffix: "/s" }];
var COUNT = [{ factor: 1, suffix: "" }];
var BYTES = ["B", "KiB", "MiB", "GiB", "TiB"].map((unit, power) => {
  return { factor: 1024 ** power, suffix: `${NBSP}${unit}` };
});
var PER_MINUTE = [{ factor: 1, suffix: "/min" }];
var SHARE = [{ factor: 0.01, suffix: `${NBSP}%` }];
var SCALES = {
  nanoseconds: LATENCY,
  "per-second": PER_SECOND,
  "per-minute": PER_MINUTE,
  share: SHARE,
  count: COUNT,
  bytes: BYTES,
  portion: SHARE
};
function formatMetric(metric, value) {
  return formatMetrics(metric, [value])[0] ?? "";
}
function formatMetrics(metric, values) {
  const info = metricInfo(metric);
  const scale = scaleFor(info.unit, Math.max(0, ...values.map(Math.abs)));
  const digits = info.unit === "share" ? (value) => withoutZeros(formatNumber(value)) : formatNumber;
  return values.map((value) => digits(value / scale.factor) + scale.suffix);
}
function formatLike(metric, value, others) {
  const scale = scaleFor(metricInfo(metric).unit, Math.abs(value));
  return others.map((other) => formatNumber(other / scale.factor));
}
function formatChosen(metric, value) {
  return inUnit(metricInfo(metric).unit, value);
}
function formatTime(ns) {
  return ns === 0 ? `0${NBSP}s` : inUnit("nanoseconds", ns);
}
function formatMeasuredTime(ns) {
  return ns === 0 ? `0${NBSP}s` : formatMetric("p99", ns);
}
function inUnit(unit, value) {
  const scale = scaleFor(unit, Math.abs(value));
  return formatAmount(value / scale.factor) + scale.suffix;
}
function tickLabels(metric, ticks) {
  const { factor, suffix } = scaleFor(metricInfo(metric).unit, Math.max(0, ...ticks.map(Math.abs)));
  const decimals = Math.max(0, ...ticks.map((tick) => decimalsOf(tick / factor)));
  return ticks.map((tick) => groupedDigits((tick / factor).toFixed(decimals)) + suffix);
}
function decimalsOf(value) {
  return String(significant(value, 6)).split(".")[1]?.length ?? 0;
}
function scaleFor(unit, largest) {
  const scales = SCALES[unit];
  const fitting = scales.find((scale) => significant(largest / scale.factor, 3) < 1e3);
  return fitting ?? scales[scales.length - 1];
}
function formatNumber(value) {
  if (value === 0) return "0";
  const magnitude = Math.floor(Math.log10(Math.abs(significant(value, 3))));
  const decimals = Math.min(MOST_DECIMALS, Math.max(0, 2 - magnitude));
  return groupedDigits(value.toFixed(decimals));
}
function formatAmount(value) {
  return withoutZeros(formatNumber(value));
}
function formatMean(value) {
  return value < 10 ? String(significant(value, 2)) : formatCount(value);
}
function formatDecimals(value, decimals) {
  return groupedDigits(value.toFixed(decimals));
}
function writtenDigits(value, digits) {
  return value.toPrecision(digits);
}
function formatCount(value) {
  return formatDecimals(value, 0);
}
function groupedDigits(digits) {
  const [whole = "", fraction] = digits.split(".");
  const separated = whole.replace(/\B(?=(\d{3}){1,9}$)/g, ",").replace(/^-/, MINUS);
  return fraction === void 0 ? separated : `${separated}.${fraction}`;
}
function withoutZeros(digits) {
  return digits.includes(".") ? digits.replace(/(?:\.|(?<![.0]))0+$/, "") : digits;
}
function formatChosenShare(share) {
  return `${formatAmount(share * 100)}${NBSP}%`;
}
function formatLevel(confidence) {
  const steps = confidence < 0.99 ? 100 : 1e3;
  return formatChosenShare(Math.min(Math.round(confidence * steps), steps - 1) / steps);
}
function formatPercent(share) {
  const percent = share * 100;
  return `${withoutZeros(groupedDigits(percent.toFixed(percentDecimals(Math.abs(percent)))))}${NBSP}%`;
}
function percentDecimals(percent) {
  if (percent >= 9.95) return 0;
  if (percent >= 0.095 || percent === 0) return 1;
  return Math.min(MOST_DECIMALS, Math.max(3, -Math.floor(Math.log10(percent))));
}
var MOST_DECIMALS = 9;
function formatBound(share) {
  if (share < 1) return formatChosenShare(roundedUp(share));
  return `a factor of ${share < FACTOR_MOST ? formatAmount(roundedUp(1 + share)) : `more than ${formatCount(FACTOR_MOST)}`}`;
}
function roundedUp(value) {
  if (value === 0) return 0;
  const least = value * (1 - 1e-9);
  const step = 10 ** (Math.floor(Math.log10(least)) - 1);
  return significant(Math.ceil(least / step) * step, 2);
}
function formatVisible(share) {
  return share < 1 ? formatPercent(share) : formatFactor(1 + share);
}
function formatSpread(sd) {
  return sd < Math.log(FACTORS_FROM) ? formatPercent(sd) : formatFactor(Math.exp(sd));
}
var FACTORS_FROM = 10;
var FACTOR_MOST = 1e6;
function formatFactor(ratio) {
  const factor = ratio < 1 ? 1 / ratio : ratio;
  const mark = ratio < 1 ? "÷" : "×";
  if (factor > FACTOR_MOST) return `over${NBSP}${mark}${formatCount(FACTOR_MOST)}`;
  const digits = factor < FACTORS_FROM ? factor.toFixed(1) : significant(factor, 3).toFixed(0);
  return mark + withoutZeros(groupedDigits(digits));
}
function isFactor(effect) {
  return effect > -1 && Math.abs(Math.log1p(effect)) >= Math.log(FACTORS_FROM) - 1e-9;
}
function hasFactor(effect, interval) {
  const all = interval === null ? [effect] : [effect, interval.low, interval.high];
  return all.some(isFactor) && Math.min(...all) > -1;
}
function formatChange(effect, interval = null) {
  return hasFactor(effect, interval) ? formatFactor(1 + effect) : formatEffect(effect);
}
function formatMuch(effect) {
  const size = formatChange(effect).replace(/[+×÷\u2212]/g, "");
  return isFactor(effect) ? `${size} times` : size.replace(/\.0(?!\d)/, "");
}
function formatChangeInterval(interval, effect) {
  const isFactored = hasFactor(effect, interval);
  const end = (value) => isFactored ? formatFactor(1 + value) : signedPercent(value, decimalsFor(effect));
  return `(${end(interval.low)}${NBSP}..${NBSP}${end(interval.high)})`;
}
function formatEffect(effect) {
  return `${signedPercent(effect, decimalsFor(effect))}${NBSP}%`;
}
function formatEffectTick(tick) {
  return tick === 0 ? "0" : `${sign(tick)}${formatPercent(Math.abs(tick))}`;
}
function formatInterval(interval, effect) {
  const decimals = decimalsFor(effect);
  const [low, high] = [interval.low, interval.high].map((end) => signedPercent(end, decimals));
  return `(${low}${NBSP}..${NBSP}${high})`;
}
function formatPoints(difference) {
  return `${sign(difference)}${formatNumber(Math.abs(difference) * 100)}${NBSP}points`;
}
function decimalsFor(effect) {
  return Math.abs(effect) >= 0.1995 ? 0 : 1;
}
function signedPercent(effect, decimals) {
  const digits = (Math.abs(effect) * 100).toFixed(decimals);
  return Number(digits) === 0 ? digits : sign(effect) + groupedDigits(digits);
}
function sign(value) {
  return value < 0 ? MINUS : value > 0 ? "+" : "";
}
function formatDuration(seconds) {
  if (seconds < 90) return `${shortDigits(seconds)}${NBSP}s`;
  if (seconds < 90 * 60) return `${shortDigits(seconds / 60)}${NBSP}min`;
  return `${shortDigits(seconds / 3600)}${NBSP}h`;
}
function shortDigits(value) {
  return withoutZeros(groupedDigits(value.toFixed(value < 10 ? 1 : 0)));
}
function formatBytes(bytes) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${shortDigits(bytes / 1024 ** power)}${NBSP}${units[power]}`;
}
function plural(count, noun, many = `${noun}s`) {
  return `${formatCount(count)} ${count === 1 ? noun : many}`;
}
function listed(parts) {
  return [parts.slice(0, -1).join(", "), ...parts.slice(-1)].filter((part) => part !== "").join(" and ");
}
var SPAN_MOST = 100;
var TOO_WIDE = "too few sessions to say";
function isTooWide(low, high) {
  return low !== null && high !== null && low > 0 && high > SPAN_MOST * low;
}

export {
  plainLine,
  logText,
  webAddress,
  percentEncoded,
  shortSha,
  isSha,
  percentDecoded,
  asPattern,
  hasWord,
  significant,
  decimal,
  NBSP,
  plainSpaces,
  tiedUnits,
  formatProgress,
  formatMetric,
  formatMetrics,
  formatLike,
  formatChosen,
  formatTime,
  formatMeasuredTime,
  tickLabels,
  formatNumber,
  formatAmount,
  formatMean,
  formatDecimals,
  writtenDigits,
  formatCount,
  formatChosenShare,
  formatLevel,
  formatPercent,
  formatBound,
  formatVisible,
  formatSpread,
  formatChange,
  formatMuch,
  formatChangeInterval,
  formatEffect,
  formatEffectTick,
  formatInterval,
  formatPoints,
  formatDuration,
  formatBytes,
  plural,
  listed,
  TOO_WIDE,
  isTooWide
};
