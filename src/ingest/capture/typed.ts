/** Values of a type that a statement, or the database, names: made up in the type's form. */
import { wordTable } from "../../model/by-key.ts";
import { placeholder, placeholderField, placeholderJson } from "./placeholders.ts";
import { withoutMark } from "./sql/marks.ts";
import type { ValueTally } from "./values.ts";

const MOMENTS = /^(?:epoch|-?infinity|now|today|tomorrow|yesterday|allballs)$/i;

/** Bounds of ranges: those of a log may be in any order once their digits are made up. */
const RANGES = wordTable<string>({
  int4range: "[1,10)",
  int8range: "[1,10)",
  numrange: "[1,10)",
  daterange: "[2026-01-01,2026-01-02)",
  tsrange: "[2026-01-01,2026-01-02)",
  tstzrange: "[2026-01-01,2026-01-02)",
});

/** Values of types whose form says no more than that they are of it. */
const EXAMPLES = wordTable<string>({
  macaddr: "08:00:2b:01:02:03",
  macaddr8: "08:00:2b:01:02:03:04:05",
  xml: "<etao/>",
  tsquery: "etao",
  hstore: "etao=>1",
  point: "(1,1)",
  box: "(1,1),(2,2)",
  lseg: "(1,1),(2,2)",
  path: "((1,1),(2,2))",
  polygon: "((1,1),(2,2),(2,1))",
  circle: "<(1,1),1>",
  line: "{1,1,1}",
  geometry: "POINT(1 1)",
  geography: "POINT(1 1)",
  ...RANGES,
});

const NUMBERS = /^(?:int[248]?|integer|bigint|smallint|numeric|decimal|real|float[48]?|double|money|oid)$/;
const TIMES = wordTable<string>({
  timestamp: "now",
  timestamptz: "now",
  date: "today",
  time: "12:00",
  timetz: "12:00",
});

/** @returns a value of the type where the form of the values alone would not make one; null where it does, or the type is not known */
export function valueOfType(type: string, tally: ValueTally): string | null {
  const { sample, kind } = tally;
  const [commonest = ""] = tally.commonest[0] ?? [];
  if (type === "interval" || type === "bool" || type === "boolean") return commonest;
  if (type === "json" || type === "jsonb") return placeholderJson(sample);
  if (type === "inet" || type === "cidr")
    return kind === "address" && type === "inet" ? null : network(type, sample);
  if (type === "bit" || type === "varbit") return commonest.replace(/[^01]/g, "0");
  // Names of tables and functions stay, as they do elsewhere.
  if (/^reg[a-z]+$/.test(type)) return commonest.replace(/^[^".]+(?=\.)|^"[^"]+"(?=\.)/, withoutMark);
  const moment = TIMES[type];
  if (moment !== undefined)
    return MOMENTS.test(commonest) ? commonest : isOneOf(kind, "date", "timestamp", "time") ? null : moment;
  if (NUMBERS.test(type)) return isOneOf(kind, "integer", "decimal") ? null : "1";
  if (isOwnType(type) && /^\([\s\S]*\)$/.test(sample)) return rowOfForm(sample);
  if (type === "tsvector") return placeholder(sample.replace(/[^\p{L}\d\s]/gu, "")) || "etao";
  return EXAMPLES[type] ?? (RANGES[type.replace("multirange", "range")] === undefined ? null : "{}");
}

/** A field of a row as text behind its comma: in quotes, in which two stand for one, or without. */
const FIELD = /,(?:"((?:[^"\\]|\\.|"")*)"|([^",]*))/gs;

/** A row of a composite type, as PostgreSQL writes it: a field without text is null, and stays so. */
function rowOfForm(sample: string): string {
  const fields = [...`,${sample.slice(1, -1)}`.matchAll(FIELD)].map(([whole, quoted, plain]) => {
    const text = quoted === undefined ? plain! : quoted.replace(/\\(.)|"(")/gs, "$1$2");
    if (text === "" || text === "t" || text === "f") return whole.slice(1);
    return `"${placeholderField(text).replace(/[\\"]/g, "\\$&")}"`;
  });
  return `(${fields.join(",")})`;
}

function network(type: string, sample: string): string {
  if (sample.includes(":")) return type === "cidr" ? "2001:db8::/32" : "2001:db8::1";
  return type === "cidr" ? "192.0.2.0/24" : "192.0.2.1";
}

function isOneOf(kind: string | null, ...kinds: readonly string[]): boolean {
  return kind !== null && kinds.includes(kind);
}

/** Types whose values are texts of any form. */
const TEXTS = /^(?:text|varchar|character|char|bpchar|name|citext|bytea|unknown)$/;
/** Types that the writing of values by their form is right for. */
const KNOWN = /^(?:uuid|tsvector|ltree|lquery|vector|halfvec|record)$/;

/** A type of the program's own: an enum or a domain. */
export function isOwnType(type: string): boolean {
  const known = [NUMBERS, TEXTS, KNOWN].some((each) => each.test(type));
  return (
    !known &&
    !/^(?:interval|bool|boolean|json|jsonb|inet|cidr|bit|varbit|reg[a-z]+)$/.test(type) &&
    !(type in TIMES) &&
    !(type in EXAMPLES)
  );
}
