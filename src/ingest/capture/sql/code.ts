/** Text literals that are part of the program, as its words are, and not data: `date_trunc('day', ...)`, `->> 'city'`, `INTERVAL '1 day'`. */
import type { Context } from "./context.ts";
import type { Token } from "./tokens.ts";

/** Functions that take a unit, a format, a name or a separator, and which of their arguments it is, from 0. The others are data. */
const CALLEES: ReadonlyMap<string, number> = new Map([
  ["date_trunc", 0],
  ["date_part", 0],
  ["date_bin", 0],
  ["extract", 0],
  ["to_char", 1],
  ["to_date", 1],
  ["to_timestamp", 1],
  ["to_number", 1],
  ["timezone", 0],
  ["nextval", 0],
  ["currval", 0],
  ["setval", 0],
  ["to_regclass", 0],
  ["string_agg", 1],
  ["array_to_string", 1],
  ["setweight", 1],
  ["encode", 1],
  ["decode", 1],
  ["convert_from", 1],
  ["convert_to", 1],
  ["digest", 1],
  ["hmac", 2],
  ["gen_salt", 0],
]);
/** Encodings and hashes whose names have digits. */
const ALGORITHM = /^(?:base64(?:url)?|base32hex|utf-?8|latin-?\d{1,2}|win\d{3,4}|sha-?\d{1,3}|md5)$/i;
/** Functions whose first of two arguments is a configuration of text search; with one argument it is data. */
const SEARCHES = /^(?:to_tsvector|(?:\w+_)?to_tsquery)$/;

const OPERATORS = /^(?:INTERVAL|ZONE)$/;
/** Their right side is the name of a field. */
const FIELDS = /^(?:->>?|#>>?|\?[|&]?)$/;
const CASTS = /^::(?:INTERVAL|REGCLASS|REGCONFIG|REGTYPE|REGPROC)$/;

/** Words of letters alone, amounts of time, formats of dates, separators: neither personal data nor secrets. */
const HARMLESS =
  /^(?:|[^\w\s]{1,2} ?| |[A-Za-z][A-Za-z_]{0,30}(?:[./:][A-Za-z_]{1,30}){0,2}|[+-]?\d{1,4} ?(?:microsecond|millisecond|second|sec|minute|min|hour|day|week|month|mon|year)s?|(?:YY|MM|MON|Mon|D|Day|HH24|HH12|HH|MI|SS|MS|US|TZ|OF|IW|WW|IYYY|Q|[-:./ T"])+|[90,.D$FM]{1,20})$/;

export function isHarmless(value: string): boolean {
  return HARMLESS.test(value);
}

/** A word of a program, or a time zone. With a dot, a hyphen or a digit it may be a user's. */
const WORD =
  /^(?:[A-Za-z][A-Za-z_]{0,30}|(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)(?:\/[A-Z][A-Za-z_]{1,30}){1,2})$/;

export function isWord(value: string): boolean {
  return WORD.test(value);
}

export function isCode({ value }: Token, context: Context): boolean {
  const { before, after } = context;
  const isOfProgram = OPERATORS.test(before) || CASTS.test(after) || isNameGiven(context);
  return (
    (isOfProgram && (isHarmless(value) || ALGORITHM.test(value))) ||
    (FIELDS.test(before) && (value === "" || isWord(value)))
  );
}

function isNameGiven({ callee, argument, after }: Context): boolean {
  if (callee === null || argument === null) return false;
  if (SEARCHES.test(callee)) return argument === 0 && after.startsWith(",");
  return CALLEES.get(callee) === argument;
}
