/** Texts that look like others and say nothing of them. */
import { type Kind, valueKind } from "./values.ts";

const LETTERS = "etaoinshrdlu";
const DIGITS = "4812039567";

/**
 * A text as long as the sample, letters for letters and digits for digits. Signs that shape it stay (blanks, `.,-_/@%`), others become `-`.
 * The result holds nothing that SQL or a script would read otherwise: no quote, backslash or colon.
 */
export function placeholder(sample: string): string {
  const text = mapped(sample, 0);
  return text === sample && /[\p{L}\d]/u.test(sample) ? mapped(sample, 1) : text;
}

function mapped(sample: string, shift: number): string {
  let letters = shift;
  let digits = shift;
  return sample.replace(/[\s\S]/gu, (sign) => {
    if (/\d/.test(sign)) return DIGITS[digits++ % DIGITS.length]!;
    if (/\p{Lu}/u.test(sign)) return LETTERS[letters++ % LETTERS.length]!.toUpperCase();
    if (/\p{L}/u.test(sign)) return LETTERS[letters++ % LETTERS.length]!;
    return /[ .,\-_/@%]/.test(sign) ? sign : /\s/.test(sign) ? " " : "-";
  });
}

/** A document of the same fields, whose values are made up. @param text that may have been cut off */
export function placeholderJson(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text.trimStart().startsWith("[") ? "[]" : "{}";
  }
  return JSON.stringify(madeUpValue(value)).replaceAll(/:(?=[A-Za-z_])/g, ": ");
}

/** Values that a program reads as what they are, by their kinds. */
const OF_KIND: Readonly<Partial<Record<Kind, string>>> = {
  integer: "1",
  decimal: "1.5",
  date: "2026-01-01",
  time: "12:00:00",
  uuid: "00000000-0000-4000-8000-000000000001",
  address: "192.0.2.1",
};
const NOON = "2026-01-01 12:00:00";

/** A field of a document or a row: of the same kind, and its form where it is a time or a text. */
export function placeholderField(text: string): string {
  const kind = valueKind(text);
  if (kind === "boolean" || kind === "interval") return text;
  if (kind === "json") return placeholderJson(text);
  if (kind === "timestamp") return text.replace(/\d/g, (_, at: number) => NOON[at] ?? "0");
  return OF_KIND[kind] ?? placeholder(text);
}

function madeUpValue(value: unknown): unknown {
  // A letter may be a person's sex; rows have it for true and false.
  if (typeof value === "string") return /^[tf]$/i.test(value) ? placeholder(value) : placeholderField(value);
  if (typeof value === "number") return Number.isInteger(value) ? 1 : 1.5;
  if (Array.isArray(value)) return value.map(madeUpValue);
  if (typeof value !== "object" || value === null) return value;
  // Fields of letters are names that a program gives; others may be personal data.
  const named = Object.entries(value).map(([name, field], position) => [
    /^[A-Za-z_][A-Za-z_-]{0,30}$/.test(name) ? name : `field${position + 1}`,
    madeUpValue(field),
  ]);
  return Object.fromEntries(named);
}
