/** The type that a statement itself gives a value: `'1 day'::interval`, `interval '1 day'`, `CAST('1 day' AS interval)`. */
import type { Token } from "./tokens.ts";

/** Types that may stand before a literal. Other words there are of the grammar: LIKE 'x', THEN 'x'. */
const BEFORE =
  /^(?:interval|date|time|timetz|timestamp|timestamptz|uuid|jsonb?|inet|cidr|macaddr8?|xml|point|box|path|polygon|circle|line|lseg|bytea|money|numeric|decimal|real|int[248]?|integer|bigint|smallint|float[48]?|bool|boolean|tsquery|tsvector|(?:int4|int8|num|ts|tstz|date)(?:multi)?range)$/;

/** @returns in lower case, without its schema and its precision; null where there is none */
export function typeGiven(said: readonly Token[], at: number): string | null {
  const after = said[at + 1]?.text.toUpperCase();
  if (after === "::" || after === "AS")
    return after === "AS" && !isCast(said, at) ? null : typeAt(said, at + 2);
  const before = said[at - 1];
  const name = before?.kind === "word" ? before.text.toLowerCase() : "";
  if (BEFORE.test(name)) return name;
  // timestamp with time zone '...', timestamp without time zone '...'.
  return name === "zone" && said[at - 2]?.text.toLowerCase() === "time" ? "timestamp" : null;
}

/** True where the type stands before the value. */
export function isTypeBefore(said: readonly Token[], at: number): boolean {
  return !/^(?:::|AS)$/i.test(said[at + 1]?.text ?? "") && typeGiven(said, at) !== null;
}

function isCast(said: readonly Token[], at: number): boolean {
  return said[at - 1]?.text === "(" && said[at - 2]?.text.toUpperCase() === "CAST";
}

function typeAt(said: readonly Token[], at: number): string | null {
  while (said[at + 1]?.text === ".") at += 2;
  const first = said[at];
  if (first === undefined || (first.kind !== "word" && first.kind !== "quoted")) return null;
  const name = first.kind === "quoted" ? first.text.slice(1, -1) : first.text.toLowerCase();
  for (let next = at + 1; next < Math.min(said.length, at + 8); next++)
    if (said[next]!.text === "[") return `${name}[]`;
    else if (!/^(?:\(|\)|\d+|,|with|without|time|zone|precision|varying)$/i.test(said[next]!.text)) break;
  return name;
}
