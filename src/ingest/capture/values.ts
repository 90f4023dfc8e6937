/** The values that one place of a statement was given, as much of them as is needed to make others like them. */

import type { ParameterValue } from "../../analysis/samples/sent-statements.ts";
import { Repeats } from "./skew.ts";
import type { Given } from "./sql/shape.ts";

export type Kind =
  | "integer"
  | "decimal"
  | "boolean"
  | "uuid"
  | "date"
  | "timestamp"
  | "time"
  | "interval"
  | "json"
  | "array"
  | "bytes"
  | "address"
  | "text";

/** The first that fits. */
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ["integer", /^-?(?:0|[1-9]\d{0,17})$/],
  ["decimal", /^-?\d{1,15}\.\d{1,15}$/],
  ["boolean", /^(?:t|f|true|false)$/i],
  ["uuid", /^[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}$/i],
  [
    "timestamp",
    /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d(?::?\d\d(?::?\d\d)?)?))?$/,
  ],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["time", /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?$/],
  ["bytes", /^\\x(?:[\da-f]{2})*$/i],
  [
    "interval",
    /^P(?=[\dT])(?:\d{1,4}[YMWD])*(?:T(?:\d{1,6}(?:[.,]\d+)?[HMS])+)?$|^[+-]?\d+(?:\.\d+)? (?:microsecond|millisecond|second|sec|minute|min|hour|day|week|month|mon|year)s?$/i,
  ],
  ["address", /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/],
];

export function valueKind(value: string): Kind {
  const plain = KINDS.find(([, pattern]) => pattern.test(value));
  if (plain !== undefined) return plain[0];
  if (/^\s*[[{]/.test(value) && isJson(value)) return "json";
  return /^\{.*\}$/s.test(value) ? "array" : "text";
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** Different values that are kept apart; if there are more, their number is only known to be large. */
export const DISTINCT_MOST = 32;
/** Longer values are known by their beginning: they are never written. */
const REMEMBERED = 64;
const SAMPLE_MOST = 4_000;
/** An element of an array as text: commas within quotes are its own. */
const ELEMENT = /"(?:[^"\\]|\\.)*"|[^,]+/gs;
/** Elements of one array that are looked at; the others are counted. */
const ELEMENTS_LOOKED_AT = 100;

export class ValueTally {
  count = 0;
  nulls = 0;
  /** Values that the log does not show. */
  unknown = 0;
  /** Written in quotes, or as a parameter, at least once. */
  isQuoted = false;
  /** Least and most of the integers. */
  least: bigint | null = null;
  most: bigint | null = null;
  /** Frequency of two integers being the same; null where there is none. */
  repeats: Repeats | null = null;
  /** Range of the decimals and integers. */
  low = Number.POSITIVE_INFINITY;
  high = Number.NEGATIVE_INFINITY;
  /** Last of the days and times, as they are written. */
  latest = "";
  /** Elements of the arrays, and the number of arrays. */
  elements: ValueTally | null = null;
  arrays = 0;
  shortest = Number.POSITIVE_INFINITY;
  longest = 0;
  readonly kinds = new Map<Kind, number>();
  /** Count of each value, for at most DISTINCT_MOST values. */
  readonly distinct = new Map<string, number>();
  hasMore = false;
  /** One of them, for its form. */
  sample = "";
  #characters = 0;

  add({ value, isQuoted }: Given): void {
    this.count += 1;
    this.isQuoted ||= isQuoted;
    if (value === undefined) this.unknown += 1;
    else if (value === null) this.nulls += 1;
    else this.#add(value);
  }

  #add(value: string): void {
    const kind = valueKind(value);
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    if (kind === "integer") {
      const number = BigInt(value);
      if (this.least === null || number < this.least) this.least = number;
      if (this.most === null || number > this.most) this.most = number;
      this.repeats ??= new Repeats();
      this.repeats.add(value);
    }
    if (kind === "integer" || kind === "decimal") {
      this.low = Math.min(this.low, Number(value));
      this.high = Math.max(this.high, Number(value));
    }
    if ((kind === "date" || kind === "timestamp") && value > this.latest) this.latest = value;
    if (kind === "array") this.#addElements(value);
    this.shortest = Math.min(this.shortest, value.length);
    this.longest = Math.max(this.longest, value.length);
    this.#characters += value.length;
    if (this.#isBetter(value, kind)) this.sample = value.slice(0, SAMPLE_MOST);
    const remembered = value.slice(0, REMEMBERED);
    const times = this.distinct.get(remembered);
    if (times !== undefined || this.distinct.size < DISTINCT_MOST) {
      this.distinct.set(remembered, (times ?? 0) + 1);
    } else {
      this.hasMore = true;
    }
  }

  /** The longest text has the form of most; the largest document has fields that few have. */
  #isBetter(value: string, kind: Kind): boolean {
    if (kind !== "json") return this.sample.length < value.length;
    const mean = this.#characters / (this.count - this.nulls - this.unknown);
    const far = ({ length }: string) => Math.abs(length - mean);
    return this.sample === "" || far(value) < far(this.sample);
  }

  #addElements(array: string): void {
    this.elements ??= new ValueTally();
    this.arrays += 1;
    const all = array.slice(1, -1).match(ELEMENT) ?? [];
    this.elements.count += Math.max(0, all.length - ELEMENTS_LOOKED_AT);
    for (const element of all.slice(0, ELEMENTS_LOOKED_AT)) {
      const value = element.startsWith('"') ? element.slice(1, -1).replace(/\\(.)/gs, "$1") : element;
      this.elements.add({ value: element === "NULL" ? null : value, isQuoted: true });
    }
  }

  /** Kind of all values; integers among decimals are decimals, anything else mixed is text. Null where there are none. */
  get kind(): Kind | null {
    const kinds = [...this.kinds.keys()];
    if (kinds.length <= 1) return kinds[0] ?? null;
    return kinds.every((kind) => kind === "integer" || kind === "decimal") ? "decimal" : "text";
  }

  /** There are values, and all are the same. */
  get isConstant(): boolean {
    return this.distinct.size === 1 && !this.hasMore && this.longest <= REMEMBERED;
  }

  /** Values ordered by their counts, the commonest first. */
  get commonest(): readonly (readonly [value: string, times: number])[] {
    return [...this.distinct].toSorted(([, a], [, b]) => b - a);
  }
}

/** The value that all of them are; undefined where they differ, or one is not known. */
export function onlyValue(given: readonly Given[]): ParameterValue | undefined {
  const [first] = given;
  return given.every(({ value }) => value === first?.value) ? first?.value : undefined;
}
