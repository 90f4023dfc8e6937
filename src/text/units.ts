/**
 * Numbers as people read them: three significant digits, one unit within a row, a no-break space before the unit.
 * Session values are the only input; nothing here knows about documents.
 */

import { type MetricId, metricInfo, type Unit } from "../model/metric.ts";
import type { Interval } from "../model/report.ts";
import { significant } from "../stats/round.ts";

/** U+00A0, so that "12.1 ms" is never torn apart in a narrow table. */
export const NBSP = "\u00a0";
const MINUS = "\u2212";

/** Text with ordinary spaces, as terminals and documents have them. */
export function plainSpaces(text: string): string {
  return text.replaceAll(NBSP, " ");
}

/** A document's sentence with no-break spaces between its numbers and their units. */
export function tiedUnits(text: string): string {
  return text.replace(
    /(?<=(?<![\p{L}_\d])\d[\d.,]{0,40}) (?=%|(?:[nµm]?s|min|h|[KMGT]iB|B)(?![\w-]))/gu,
    NBSP,
  );
}

/** Progress of a work, in whole per cents that reach 100 only at its end; with an ordinary space. */
export function formatProgress(share: number): string {
  return `${Math.floor(share * 100)} %`;
}

type UnitScale = Readonly<{ factor: number; suffix: string }>;

const LATENCY: readonly UnitScale[] = [
  { factor: 1, suffix: `${NBSP}ns` },
  { factor: 1e3, suffix: `${NBSP}µs` },
  { factor: 1e6, suffix: `${NBSP}ms` },
  { factor: 1e9, suffix: `${NBSP}s` },
];
const PER_SECOND: readonly UnitScale[] = [{ factor: 1, suffix: "/s" }];
const COUNT: readonly UnitScale[] = [{ factor: 1, suffix: "" }];
const BYTES: readonly UnitScale[] = ["B", "KiB", "MiB", "GiB", "TiB"].map((unit, power) => {
  return { factor: 1024 ** power, suffix: `${NBSP}${unit}` };
});
const PER_MINUTE: readonly UnitScale[] = [{ factor: 1, suffix: "/min" }];
const SHARE: readonly UnitScale[] = [{ factor: 0.01, suffix: `${NBSP}%` }];

const SCALES: Readonly<Record<Unit, readonly UnitScale[]>> = {
  nanoseconds: LATENCY,
  "per-second": PER_SECOND,
  "per-minute": PER_MINUTE,
  share: SHARE,
  count: COUNT,
  bytes: BYTES,
  portion: SHARE,
};

/** One value of a metric, for example "12.1 ms", "4,210/s" or "0.25 %". */
export function formatMetric(metric: MetricId, value: number): string {
  return formatMetrics(metric, [value])[0] ?? "";
}

/** Values that stand side by side: all in the unit that suits the largest, so that they can be compared by eye. */
export function formatMetrics(metric: MetricId, values: readonly number[]): string[] {
  const info = metricInfo(metric);
  const scale = scaleFor(info.unit, Math.max(0, ...values.map(Math.abs)));
  // Shares come from counts: their zeros at the end say nothing about precision.
  const digits = info.unit === "share" ? (value: number) => withoutZeros(formatNumber(value)) : formatNumber;
  return values.map((value) => digits(value / scale.factor) + scale.suffix);
}

/** Numbers next to a value, in its unit and without it: the ends of its interval. */
export function formatLike(metric: MetricId, value: number, others: readonly number[]): string[] {
  const scale = scaleFor(metricInfo(metric).unit, Math.abs(value));
  return others.map((other) => formatNumber(other / scale.factor));
}

/** A value that was chosen, such as a limit: as `formatMetric`, without zeros at the end. */
export function formatChosen(metric: MetricId, value: number): string {
  return inUnit(metricInfo(metric).unit, value);
}

/** A length of time in a sentence: "12.1 ms", "2 s", "0 s". @param ns in nanoseconds */
export function formatTime(ns: number): string {
  return ns === 0 ? `0${NBSP}s` : inUnit("nanoseconds", ns);
}

/** A length of time that was measured, with three digits: "12.1 ms", "2.00 s", "0 s". @param ns in nanoseconds */
export function formatMeasuredTime(ns: number): string {
  return ns === 0 ? `0${NBSP}s` : formatMetric("p99", ns);
}

function inUnit(unit: Unit, value: number): string {
  const scale = scaleFor(unit, Math.abs(value));
  return formatAmount(value / scale.factor) + scale.suffix;
}

/** Labels of an axis: one unit, and no more decimals than the finest label needs. */
export function tickLabels(metric: MetricId, ticks: readonly number[]): string[] {
  const { factor, suffix } = scaleFor(metricInfo(metric).unit, Math.max(0, ...ticks.map(Math.abs)));
  const decimals = Math.max(0, ...ticks.map((tick) => decimalsOf(tick / factor)));
  return ticks.map((tick) => groupedDigits((tick / factor).toFixed(decimals)) + suffix);
}

function decimalsOf(value: number): number {
  return String(significant(value, 6)).split(".")[1]?.length ?? 0;
}

/** The largest scale in which a value keeps a digit before the point; 999.6 µs already rounds to 1.00 ms. */
function scaleFor(unit: Unit, largest: number): UnitScale {
  const scales = SCALES[unit];
  const fitting = scales.find((scale) => significant(largest / scale.factor, 3) < 1000);
  return fitting ?? scales[scales.length - 1]!;
}

/** Three significant digits, whole numbers from 100 on, thousands separated by commas. */
export function formatNumber(value: number): string {
  if (value === 0) return "0";
  const magnitude = Math.floor(Math.log10(Math.abs(significant(value, 3))));
  const decimals = Math.min(MOST_DECIMALS, Math.max(0, 2 - magnitude));
  return groupedDigits(value.toFixed(decimals));
}

/** A number as `formatNumber` writes it, without zeros at the end: "4", "12.5", "1,234". */
export function formatAmount(value: number): string {
  return withoutZeros(formatNumber(value));
}

/** A mean of counts: two digits below ten, a whole number above. */
export function formatMean(value: number): string {
  return value < 10 ? String(significant(value, 2)) : formatCount(value);
}

/** A number with so many digits after the point, if people are used to them: a load of "0.50", p = "0.013". */
export function formatDecimals(value: number, decimals: number): string {
  return groupedDigits(value.toFixed(decimals));
}

/** A number with so many significant digits, as documents have it: "4.0", "1.2e+2". */
export function writtenDigits(value: number, digits: number): string {
  return value.toPrecision(digits);
}

/** A whole number with thousands separated: 1,234,567. */
export function formatCount(value: number): string {
  return formatDecimals(value, 0);
}

function groupedDigits(digits: string): string {
  const [whole = "", fraction] = digits.split(".");
  const separated = whole.replace(/\B(?=(\d{3}){1,9}$)/g, ",").replace(/^-/, MINUS);
  return fraction === undefined ? separated : `${separated}.${fraction}`;
}

/** Removes zeros at the end: "50.0" is "50" if the digits are a choice, not a measurement. */
function withoutZeros(digits: string): string {
  return digits.includes(".") ? digits.replace(/(?:\.|(?<![.0]))0+$/, "") : digits;
}

/** A share that was chosen, in percent: "10 %", "0.25 %". */
export function formatChosenShare(share: number): string {
  return `${formatAmount(share * 100)}${NBSP}%`;
}

/** The level of an interval in whole per cent, "95 %", or "99.8 %" from 99 on. */
export function formatLevel(confidence: number): string {
  // Of two looks it is 93.93 %, to more digits than anybody asked for; and none is certain.
  const steps = confidence < 0.99 ? 100 : 1000;
  return formatChosenShare(Math.min(Math.round(confidence * steps), steps - 1) / steps);
}

/** A measured share in percent, as roughly as noise is known: "2.8 %", "12 %". */
export function formatPercent(share: number): string {
  const percent = share * 100;
  return `${withoutZeros(groupedDigits(percent.toFixed(percentDecimals(Math.abs(percent)))))}${NBSP}%`;
}

/** Digits after the point: what is not 0 is not printed as 0. */
function percentDecimals(percent: number): number {
  if (percent >= 9.95) return 0;
  if (percent >= 0.095 || percent === 0) return 1;
  return Math.min(MOST_DECIMALS, Math.max(3, -Math.floor(Math.log10(percent))));
}

/** Most digits after a point that are shown. */
const MOST_DECIMALS = 9;

/**
 * A share that is claimed not to be exceeded, up to the next number of two digits: "0.61 %", "12 %", from a whole on "a factor of 2.2". A
 * bound that is printed smaller than it is claims more than was shown.
 */
export function formatBound(share: number): string {
  if (share < 1) return formatChosenShare(roundedUp(share));
  return `a factor of ${share < FACTOR_MOST ? formatAmount(roundedUp(1 + share)) : `more than ${formatCount(FACTOR_MOST)}`}`;
}

function roundedUp(value: number): number {
  if (value === 0) return 0;
  // What floating point adds to a product is no reason for another digit.
  const least = value * (1 - 1e-9);
  const step = 10 ** (Math.floor(Math.log10(least)) - 1);
  return significant(Math.ceil(least / step) * step, 2);
}

/** Smallest change that could be seen: "2.8 %"; from a doubling on as a factor, "×5.1". */
export function formatVisible(share: number): string {
  return share < 1 ? formatPercent(share) : formatFactor(1 + share);
}

/** A standard deviation of logarithms: "2.8 %"; from a factor of ten on as that. */
export function formatSpread(sd: number): string {
  return sd < Math.log(FACTORS_FROM) ? formatPercent(sd) : formatFactor(Math.exp(sd));
}

/** Factor from which on percents say little: falls to a thousandth and to a millionth are both "−100 %". */
const FACTORS_FROM = 10;
/** Largest factor that is shown: of larger ones no digit is certain. */
const FACTOR_MOST = 1e6;

/** "×1,010", or "÷12" for less than one: three significant digits, from ten on whole numbers. */
function formatFactor(ratio: number): string {
  const factor = ratio < 1 ? 1 / ratio : ratio;
  const mark = ratio < 1 ? "÷" : "×";
  if (factor > FACTOR_MOST) return `over${NBSP}${mark}${formatCount(FACTOR_MOST)}`;
  const digits = factor < FACTORS_FROM ? factor.toFixed(1) : significant(factor, 3).toFixed(0);
  return mark + withoutZeros(groupedDigits(digits));
}

/** True if a relative change is shown as a factor. A fall to nothing has none. */
function isFactor(effect: number): boolean {
  return effect > -1 && Math.abs(Math.log1p(effect)) >= Math.log(FACTORS_FROM) - 1e-9;
}

/** True if a change is shown as a factor: it is one, or an end of its interval is, for both have one notation. */
function hasFactor(effect: number, interval: Interval | null): boolean {
  const all = interval === null ? [effect] : [effect, interval.low, interval.high];
  return all.some(isFactor) && Math.min(...all) > -1;
}

/** A change between the arms: as `formatEffect`, from a factor of ten on "×12" and "÷12". @param interval that stands next to it */
export function formatChange(effect: number, interval: Interval | null = null): string {
  return hasFactor(effect, interval) ? formatFactor(1 + effect) : formatEffect(effect);
}

/** Size of a change in a sentence, without its direction: "34 %", "4 %", "12 times". */
export function formatMuch(effect: number): string {
  const size = formatChange(effect).replace(/[+×÷\u2212]/g, "");
  return isFactor(effect) ? `${size} times` : size.replace(/\.0(?!\d)/, "");
}

/** The interval of a change next to it, with as many decimals: "(+19 .. +29)", in percent; "(×8.1 .. ×17)" where the change is a factor. */
export function formatChangeInterval(interval: Interval, effect: number): string {
  const isFactored = hasFactor(effect, interval);
  const end = (value: number) =>
    isFactored ? formatFactor(1 + value) : signedPercent(value, decimalsFor(effect));
  return `(${end(interval.low)}${NBSP}..${NBSP}${end(interval.high)})`;
}

/** A relative change in percent, however large: "+24 %", "−6.4 %". Whole percents from 20 on, one decimal below. */
export function formatEffect(effect: number): string {
  return `${signedPercent(effect, decimalsFor(effect))}${NBSP}%`;
}

/** A tick of an axis of changes: "+10 %", "0", "−2.5 %". */
export function formatEffectTick(tick: number): string {
  return tick === 0 ? "0" : `${sign(tick)}${formatPercent(Math.abs(tick))}`;
}

/** The interval of a change in percent, "(+19 .. +29)", with as many decimals as the effect next to it. */
export function formatInterval(interval: Interval, effect: number): string {
  const decimals = decimalsFor(effect);
  const [low, high] = [interval.low, interval.high].map((end) => signedPercent(end, decimals));
  return `(${low}${NBSP}..${NBSP}${high})`;
}

/** A difference of shares in percentage points: "+1.9 points". */
export function formatPoints(difference: number): string {
  return `${sign(difference)}${formatNumber(Math.abs(difference) * 100)}${NBSP}points`;
}

function decimalsFor(effect: number): number {
  return Math.abs(effect) >= 0.1995 ? 0 : 1;
}

function signedPercent(effect: number, decimals: number): string {
  const digits = (Math.abs(effect) * 100).toFixed(decimals);
  return Number(digits) === 0 ? digits : sign(effect) + groupedDigits(digits);
}

function sign(value: number): string {
  return value < 0 ? MINUS : value > 0 ? "+" : "";
}

/** A length of time that people wait: "8 s", "1.5 min", "2 h". */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${shortDigits(seconds)}${NBSP}s`;
  if (seconds < 90 * 60) return `${shortDigits(seconds / 60)}${NBSP}min`;
  return `${shortDigits(seconds / 3600)}${NBSP}h`;
}

function shortDigits(value: number): string {
  return withoutZeros(groupedDigits(value.toFixed(value < 10 ? 1 : 0)));
}

/** Memory in powers of 1024: "7.8 GiB". */
export function formatBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${shortDigits(bytes / 1024 ** power)}${NBSP}${units[power]}`;
}

/** "1 workload", "3 workloads". */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : many}`;
}

/** "a", "a and b", "a, b and c". */
export function listed(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(", "), ...parts.slice(-1)].filter((part) => part !== "").join(" and ");
}

/** An interval whose ends differ by a larger factor says nothing that a reader can use. */
const SPAN_MOST = 100;
/** Text in the place of such an interval. */
export const TOO_WIDE = "too few sessions to say";

/** True if the interval of a quantity above 0 is too wide to be shown. */
export function isTooWide(low: number | null, high: number | null): boolean {
  return low !== null && high !== null && low > 0 && high > SPAN_MOST * low;
}
