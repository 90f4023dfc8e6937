/** Text literals that are part of the program, as its words are, and not data: `date_trunc('day', ...)`, `->> 'city'`, `INTERVAL '1 day'`. */
import type { Context } from "./context.ts";
import type { Token } from "./tokens.ts";

/** Functions that take units, formats, names and separators. */
const CALLEES: ReadonlySet<string> = new Set([
  "date_trunc",
  "date_part",
  "date_bin",
  "extract",
  "to_char",
  "to_date",
  "to_timestamp",
  "to_number",
  "timezone",
  "make_interval",
  "nextval",
  "currval",
  "setval",
  "to_regclass",
  "string_agg",
  "array_to_string",
  "to_tsvector",
  "setweight",
]);

const OPERATORS = /^(?:INTERVAL|ZONE)$/;
/** Their right side is the name of a field. */
const FIELDS = /^(?:->>?|#>>?|\?[|&]?)$/;
const CASTS = /^::(?:INTERVAL|REGCLASS|REGCONFIG|REGTYPE|REGPROC)$/;

/** Words of letters alone, amounts of time, formats of dates, separators: neither personal data nor secrets. */
const HARMLESS =
  /^(?:|[^\w\s]{1,2} ?| |[A-Za-z][A-Za-z_]{0,30}(?:[./:][A-Za-z_]{1,30}){0,2}|[+-]?\d{1,4} ?(?:microsecond|millisecond|second|sec|minute|min|hour|day|week|month|mon|year)s?|(?:YYYY|YY|MM|MON|Mon|DD|D|Day|HH24|HH12|HH|MI|SS|MS|US|TZ|OF|IW|WW|IYYY|Q|[-:./ T"])+|[90,.D$FM]{1,20})$/;

export function isHarmless(value: string): boolean {
  return HARMLESS.test(value);
}

/** A word of a program, or a time zone. With a dot, a hyphen or a digit it may be a user's. */
const WORD =
  /^(?:[A-Za-z][A-Za-z_]{0,30}|(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)(?:\/[A-Z][A-Za-z_]{1,30}){1,2})$/;

export function isWord(value: string): boolean {
  return WORD.test(value);
}

export function isCode({ value }: Token, { callee, before, after }: Context): boolean {
  const isOfProgram = OPERATORS.test(before) || CASTS.test(after) || (callee !== null && CALLEES.has(callee));
  return (isOfProgram && isHarmless(value)) || (FIELDS.test(before) && (value === "" || isWord(value)));
}
