/** Writes the values of one place into a script: as variables that draw others like them, or as a constant. */

import { formatDecimals, formatPercent, plainSpaces } from "../../text/units.ts";
import type { Lookup, SlotFacts } from "./facts.ts";
import { placeholder, placeholderJson } from "./placeholders.ts";
import { isPersonal, isSecret, isVocabulary } from "./privacy.ts";
import { fitSkew, type Skew } from "./skew.ts";
import { isWord } from "./sql/code.ts";
import { isOwnType, valueOfType } from "./typed.ts";
import { DISTINCT_MOST, type Kind, ValueTally } from "./values.ts";

/** Whole numbers from the least to the most, both among them: evenly, or unevenly by made-up favourites. */
type NumberRange = Readonly<{ least: bigint; most: bigint; skew?: Skew | undefined }>;
/** Draws one of some numbers, each as often as it was there. */
type NumberChoice = Readonly<{ of: readonly (readonly [value: bigint, times: number])[] }>;

export type Draw = NumberRange | NumberChoice;

/** A value of a row that is there. Its draw is one for all columns of the row. @see valuesLine */
export function rowWriting({ table, column }: Lookup, { inText }: Pick<WritingStyle, "inText">): Writing {
  return {
    draws: [],
    sql: ([name]) => (inText ? `':${name}'` : `:${name}`),
    what: `values of ${table.replaceAll('"', "")}.${column.replaceAll('"', "")}, of rows that are there`,
    kept: [],
  };
}

/** The comment by which the load generator draws a row: the columns stand in the order of the names. */
export function valuesLine(
  table: string,
  columns: readonly Readonly<{ column: string; name: string }>[],
): string {
  const some = [...new Set(columns.map(({ column }) => column))];
  const first = (wanted: string) => columns.find(({ column }) => column === wanted)!.name;
  const known = some.map((column) => `${column} IS NOT NULL`).join(" AND ");
  return valuesOf(`SELECT ${some.join(", ")} FROM ${table} WHERE ${known}`, some.map(first));
}

/** Most values in all rows of one comment: the load generator keeps 64 MiB of text, and 100,000 rows. */
const VALUES_MOST = 1_000_000;

/** The first rows of a query: it is one of its own, as the load generator asks with a LIMIT. */
function valuesOf(query: string, names: readonly string[]): string {
  const most = Math.floor(VALUES_MOST / Math.max(10, names.length));
  return `-- plumbline: values (SELECT * FROM (${query} LIMIT ${most}) AS rows_there) as ${names.join(", ")}`;
}

/** Most values of a list that are drawn from rows. */
export const DRAWN_OF_LIST_MOST = 20;

/** An array of values of rows that are there. @param type of the elements */
export function rowsWriting({ table, column }: Lookup, type: string, { inText }: WritingStyle): Writing {
  return {
    draws: [],
    sql: (names) =>
      `ARRAY[${names.map((name) => (inText ? `':${name}'` : `:${name}`)).join(", ")}]::${type}[]`,
    what: `arrays of values of ${table.replaceAll('"', "")}.${column.replaceAll('"', "")}, of rows that are there`,
    kept: [],
  };
}

/**
 * The comment by which the load generator draws the values of one list: those of a row, and of the rows behind it. Behind the last row
 * there is the first one's value, as often as one is missing.
 */
export function listLine({ table, column }: Lookup, names: readonly string[]): string {
  const behind = names
    .slice(1)
    .map(
      (name, at) =>
        `coalesce(lead(${column}, ${at + 1}) OVER next, first_value(${column}) OVER next) AS ${name}`,
    );
  const some = `SELECT ${[column, ...behind].join(", ")} FROM ${table} WHERE ${column} IS NOT NULL`;
  return valuesOf(`${some} WINDOW next AS (ORDER BY ${column})`, names);
}

/** Returns the draw in pgbench's language. */
export function drawn(draw: Draw): string {
  if ("of" in draw) return weightedChoice(draw);
  const { least, most, skew } = draw;
  const even = `random(${least}, ${most})`;
  if (skew === undefined) return even;
  const count = most - least + 1n;
  // The favourites are drawn: no script shows those of the log.
  const favourites = `${least} + permute(random_zipfian(0, ${count - 1n}, ${formatDecimals(skew.exponent, 3)}), ${count})`;
  const share = Math.round(skew.share * 1000);
  return share >= 1000
    ? favourites
    : `CASE WHEN random(1, 1000) <= ${share} THEN ${favourites} ELSE ${even} END`;
}

/** Each case is asked about what the ones before it have left. */
function weightedChoice({ of }: NumberChoice): string {
  let left = of.reduce((sum, [, times]) => sum + times, 0);
  const cases = of.slice(0, -1).map(([value, times]) => {
    const choice = `WHEN random(1, ${left}) <= ${times} THEN ${value}`;
    left -= times;
    return choice;
  });
  return `CASE ${cases.join(" ")} ELSE ${of.at(-1)![0]} END`;
}

export type Writing = Readonly<{
  /** Variables to draw, in the order in which `sql` gets their names. */
  draws: readonly Draw[];
  /** Text that stands in the statement for the value. */
  sql: (names: readonly string[], isQuoted: boolean) => string;
  /** Description of what it replaces, for people. Null where there is nothing to describe. */
  what: string | null;
  /** Texts that are written as they were. */
  kept: readonly string[];
  /** Several of them, with how often each was there: a statement may be written once for each. */
  words?: readonly (readonly [word: string, times: number])[];
}>;

/** The value without variables: the one that draw number `at` gave. */
export function fixed({ draws, sql }: Writing, isQuoted: boolean, at: number): string {
  const names = draws.map((_, position) => `v${position}`);
  const written = sql(names, isQuoted);
  const values = new Map(draws.map((draw, position) => [`:v${position}`, String(nth(draw, at + position))]));
  const filled = written.replace(/:v\d+/g, (name) => values.get(name) ?? name);
  // A parameter has no type of its own, and so has a text.
  return isQuoted && /^\(?:v0\)?$/.test(written) ? sqlLiteral(values.get(":v0")!) : filled;
}

/** A prime: multiples of it are spread over any range. */
const STRIDE = 7_919n;

function nth(draw: Draw, at: number): bigint {
  if ("of" in draw) return draw.of[at % draw.of.length]![0];
  return draw.least + ((BigInt(at) * STRIDE) % (draw.most - draw.least + 1n));
}

export type ValuePlace = Readonly<{
  column: string | null;
  inserts: boolean;
  /** The statement calls functions that get keys or passwords. */
  secretive: boolean;
}> &
  SlotFacts;

export type WritingStyle = Readonly<{
  /** Values stand in the text, and variables in quotes, too; otherwise variables are parameters. */
  inText: boolean;
  /** Short words of low cardinality may stay. */
  keep: boolean;
  /** Short whole numbers may stay, too. */
  keepNumbers: boolean;
}>;

/** Quotes are doubled; backslashes stand for themselves. */
export function sqlLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const constant = (sql: string, what: string | null = null, kept: readonly string[] = []): Writing => ({
  draws: [],
  sql: () => sql,
  what,
  kept,
});

export function writingOf(tally: ValueTally, place: ValuePlace, manner: WritingStyle): Writing {
  if (tally.unknown * 2 > tally.count) {
    const sql = numberWriting(manner);
    return {
      draws: [{ least: 1n, most: 1000n }],
      sql,
      what: "not in the log: 1 to 1000 until you know better",
      kept: [],
    };
  }
  if (tally.nulls * 2 >= tally.count || tally.kind === null) return constant("NULL");
  const typed = place.type === null ? null : writeType(place.type, tally, place, manner);
  return typed ?? byForm(tally, tally.kind, place, manner);
}

/** @returns null where the form of the values says what to write */
function writeType(type: string, tally: ValueTally, place: ValuePlace, manner: WritingStyle): Writing | null {
  if (type.endsWith("[]")) return arrayOf(type.slice(0, -2), tally, place, manner);
  const value = valueOfType(type, tally);
  if (value !== null) return constant(sqlLiteral(value));
  // Words of an enum are the schema's; a domain may be one of names.
  const isEnum = isOwnType(type) && !isSecret(type) && !isPersonal(type) && !tally.hasMore;
  const words = tally.commonest.map(([word]) => word);
  return isEnum && words.every((word) => isWord(word) || place.words.has(word))
    ? weightedWords(words, tally)
    : null;
}

function byForm(tally: ValueTally, kind: Kind, place: ValuePlace, manner: WritingStyle): Writing {
  switch (kind) {
    case "integer":
      return integers(tally, place, manner);
    case "decimal":
      return decimals(tally, place);
    case "boolean":
      return flag(tally);
    case "uuid":
      return uuids(tally, manner);
    case "date":
    case "timestamp":
      return moment(tally, place);
    case "time":
      return constant(sqlLiteral("12:00:00"), "noon");
    case "interval":
      return constant(sqlLiteral(tally.commonest[0]![0]));
    case "json":
      return constant(
        sqlLiteral(placeholderJson(tally.sample)),
        "a document of the same fields, values made up",
      );
    case "array":
      return arrays(tally, place, manner);
    case "bytes":
      return constant(
        sqlLiteral(`\\x${"5a".repeat(Math.min(2_000, Math.max(0, tally.longest - 2) >> 1))}`),
        "bytes, made up",
      );
    case "address":
      return addresses(tally, manner);
    case "text":
      return texts(tally, place, manner);
  }
}

/** Digits of an end that is written exactly. Longer ends, which may be personal data, are rounded outwards. */
const DIGITS_KEPT = 9;
/** Keys that a program makes itself: above what is there already. */
const NEW_KEYS: NumberRange = { least: 1_000_000_000n, most: 2_147_483_647n };

function integers(tally: ValueTally, place: ValuePlace, manner: WritingStyle): Writing {
  const { column, inserts, isOwnKey, upserts } = place;
  const least = tally.least!;
  const most = tally.most!;
  const sql = numberWriting(manner, least < 0n);
  const isLong = [least, most].some((end) => String(end).replace("-", "").length > DIGITS_KEPT);
  if (isSecret(column)) {
    const digits = BigInt(Math.min(18, Math.max(1, tally.longest)));
    const range = { least: 10n ** (digits - 1n), most: 10n ** digits - 1n };
    return { draws: [range], sql, what: `numbers of ${digits} digits, made up`, kept: [] };
  }
  const keys = isOwnKey ? null : keysThere(tally, place, manner);
  if (keys !== null) return keys;
  if (tally.isConstant && !isLong && !isOwnKey) {
    return {
      draws: [],
      sql: (_, isQuoted) => (isQuoted ? sqlLiteral(String(least)) : String(least)),
      what: null,
      kept: [],
    };
  }
  const isNew = tally.distinct.size === Math.min(tally.count, DISTINCT_MOST);
  // Tests insert the same key again and again, each into an empty table.
  const isKey = isOwnKey ? isNew || !upserts : inserts && column === "id" && isNew && tally.count > 1;
  if (isKey) return { draws: [NEW_KEYS], sql, what: "new keys, drawn above a thousand million", kept: [] };
  if (manner.keepNumbers && !tally.hasMore && !isLong) {
    const of = tally.commonest.map(([value, times]) => [BigInt(value), times] as const);
    return {
      draws: [{ of }],
      sql,
      what: `the ${of.length} numbers that were there, as often as each was`,
      kept: [],
    };
  }
  const range = {
    least: isLong ? roundedBound(least, "down") : least,
    most: isLong ? roundedBound(most, "up") : most,
  };
  const skew = skewIn(tally, range);
  const how =
    skew === undefined ? "" : ", some more often than others, as often as in the log; which ones is made up";
  return {
    draws: [{ ...range, skew }],
    sql,
    what: `whole numbers from ${range.least} to ${range.most}${how}`,
    kept: [],
  };
}

/** Keys of so few rows are a program's own: kinds, roles. */
const FEW_KEYS = 32n;

/** Keys of the rows that there are: those of the log are of other rows. */
function keysThere(tally: ValueTally, { key, range }: ValuePlace, manner: WritingStyle): Writing | null {
  if (range === null || key === null) return null;
  const { least, most } = range;
  const isOneOfFew =
    tally.isConstant && most - least < FEW_KEYS && tally.least! >= least && tally.least! <= most;
  if (isOneOfFew && tally.count >= KEPT_LEAST) return null;
  const draw = { least, most, skew: skewIn(tally, range) };
  return {
    draws: [draw],
    sql: numberWriting(manner, least < 0n),
    what: `whole numbers from ${least} to ${most}, the keys that there are (${key})`,
    kept: [],
  };
}

function skewIn({ repeats }: ValueTally, { least, most }: NumberRange): Skew | undefined {
  const count = Number(most - least) + 1;
  const chance = repeats?.chanceBeyond(count) ?? null;
  return chance === null || count < 2 ? undefined : fitSkew(count, chance);
}

function numberWriting({ inText }: WritingStyle, mayBeNegative = false): Writing["sql"] {
  return ([name], isQuoted) => {
    if (isQuoted && inText) return `':${name}'`;
    return mayBeNegative ? `(:${name})` : `:${name}`;
  };
}

/** Rounds an end of a range to two digits, away from the values within. */
function roundedBound(value: bigint, towards: "up" | "down"): bigint {
  const digits = String(value < 0n ? -value : value).length;
  const unit = 10n ** BigInt(Math.max(0, digits - 2));
  const cut = (value / unit) * unit;
  const exact = cut === value;
  if (towards === "up") return value > 0n && !exact ? cut + unit : cut;
  return value < 0n && !exact ? cut - unit : cut;
}

function decimals({ low, high, sample, isConstant, commonest }: ValueTally, { column }: ValuePlace): Writing {
  const places = Math.min(4, (sample.split(".")[1] ?? "").length || 1);
  const unit = 10 ** places;
  if (isConstant && !isSecret(column) && commonest[0]![0].length <= DIGITS_KEPT) {
    return {
      draws: [],
      sql: (_, isQuoted) => (isQuoted ? sqlLiteral(commonest[0]![0]) : commonest[0]![0]),
      what: null,
      kept: [],
    };
  }
  const from = isSecret(column) ? 1 : low;
  const to = isSecret(column) ? 100 : high;
  const range = { least: BigInt(Math.round(from * unit)), most: BigInt(Math.round(to * unit)) };
  return {
    draws: [range],
    sql: ([name]) => `(:${name} / ${unit}.0)`,
    what: `numbers from ${from} to ${to}`,
    kept: [],
  };
}

function flag({ commonest }: ValueTally): Writing {
  const [[value]] = commonest as readonly [readonly [string, number]];
  return { draws: [], sql: (_, isQuoted) => (isQuoted ? sqlLiteral(value) : value), what: null, kept: [] };
}

const TWELVE_DIGITS: NumberRange = { least: 100_000_000_000n, most: 999_999_999_999n };

function uuids({ isConstant }: ValueTally, { inText }: WritingStyle): Writing {
  const start = "00000000-0000-4000-8000-";
  const what = "UUIDs, made up: no row has them but those that scripts insert";
  if (isConstant) return constant(sqlLiteral(`${start}100000000000`), what);
  const sql: Writing["sql"] = ([name]) => (inText ? `'${start}:${name}'` : `('${start}' || :${name})::uuid`);
  return { draws: [TWELVE_DIGITS], sql, what, kept: [] };
}

/** The last day that was seen, at noon: what asks for the newest asks for as much as it did. */
function moment({ kind, latest, sample }: ValueTally, { column }: ValuePlace): Writing {
  const day = isSecret(column) || isPersonal(column) ? "1980-01-01" : latest.slice(0, 10);
  if (kind === "date") return constant(sqlLiteral(day), `the day ${day}`);
  const zone = /(?:Z|UTC|[+-]\d\d(?::?\d\d)?)$/.test(sample.slice(11)) ? "+00" : "";
  return constant(sqlLiteral(`${day} 12:00:00${zone}`), `noon of ${day}`);
}

/** Elements of an array that are drawn; others are the same in each event. */
const ELEMENTS_DRAWN = 20;
const ELEMENTS_MOST = 5_000;

function arrays({ elements, arrays: count }: ValueTally, place: ValuePlace, manner: WritingStyle): Writing {
  const inside = elements ?? new ValueTally();
  const length = Math.min(ELEMENTS_MOST, Math.round(inside.count / Math.max(1, count)));
  const what = `arrays of ${length}`;
  if (length === 0) return constant(sqlLiteral("{}"));
  if (inside.kind === "integer" && !isSecret(place.column)) {
    const plain = { ...manner, keepNumbers: false };
    const [range] = integers(inside, { ...place, inserts: false }, plain).draws as readonly NumberRange[];
    if (range === undefined)
      return constant(sqlLiteral(`{${Array(length).fill(String(inside.least)).join(",")}}`), what);
    const drawnCount = Math.min(ELEMENTS_DRAWN, length);
    const others = Array.from({ length: length - drawnCount }, (_, at) => nth(range, at));
    const end = others.map((each) => `,${each}`).join("");
    return {
      draws: Array<Draw>(drawnCount).fill(range),
      sql: (names) =>
        manner.inText
          ? `'{${names.map((name) => `:${name}`).join(",")}${end}}'`
          : `('{' || ${names.map((name) => `:${name}`).join(" || ',' || ")} || '${end}}')::bigint[]`,
      what: `${what} whole numbers from ${range.least} to ${range.most}${end === "" ? "" : `, ${drawnCount} of them drawn`}`,
      kept: [],
    };
  }
  const made = (at: number) =>
    inside.kind === "uuid" ? `00000000-0000-4000-8000-${nth(TWELVE_DIGITS, at)}` : placeholder(inside.sample);
  return constant(
    sqlLiteral(`{${Array.from({ length }, (_, at) => `"${made(at)}"`).join(",")}}`),
    `${what}, made up`,
  );
}

/** Values of one type in an array: integers are drawn, others are made up. */
function arrayOf(type: string, tally: ValueTally, place: ValuePlace, manner: WritingStyle): Writing | null {
  const { elements, arrays: count } = tally;
  if (elements === null || elements.count === 0) return constant(sqlLiteral("{}"));
  if (elements.kind === "integer" || elements.kind === "uuid") return null;
  const one = writingOf(elements, { ...place, inserts: false, type }, manner);
  const value = one.sql(
    one.draws.map(() => "v"),
    true,
  );
  if (value !== "NULL" && (!/^'.*'$/s.test(value) || one.draws.length > 0)) return null;
  const inside = value.slice(1, -1).replaceAll("''", "'");
  const element = value === "NULL" ? value : `"${inside.replace(/[\\"]/g, "\\$&")}"`;
  const length = Math.min(ELEMENTS_MOST, Math.round(elements.count / Math.max(1, count)));
  return constant(sqlLiteral(`{${Array(length).fill(element).join(",")}}`), `arrays of ${length}`, one.kept);
}

function addresses({ isConstant }: ValueTally, { inText }: WritingStyle): Writing {
  const what = "addresses of 192.0.2.0/24, made up";
  if (isConstant || !inText) return constant(sqlLiteral("192.0.2.1"), what);
  return { draws: [{ least: 1n, most: 254n }], sql: ([name]) => `'192.0.2.:${name}'`, what, kept: [] };
}

/** Fewest uses of the commonest word, and most different words, of a place whose words count as a program's own. */
const KEPT_LEAST = 5;
const KEPT_MOST = 10;

/** The words that may stay, the commonest first; none where any value of the place is something else. */
function keptWords(
  tally: ValueTally,
  { column, secretive, words: known }: ValuePlace,
  { keep }: WritingStyle,
): readonly string[] {
  const words = tally.commonest.map(([word]) => word);
  if (tally.longest === 0) return [""];
  const isMark = tally.isConstant && tally.longest === 1 && column === null && tally.count >= KEPT_LEAST;
  if (keep && !secretive && isMark) return words;
  if (keep && !tally.hasMore && words.every((word) => known.has(word))) return words;
  if (!keep || secretive || !isVocabulary(column)) return [];
  const isFew = !tally.hasMore && words.length <= KEPT_MOST && tally.commonest[0]![1] >= KEPT_LEAST;
  return isFew && words.every((word) => word === "" || isWord(word)) ? words : [];
}

/** A statement is written once for each of so many words. */
const WRITTEN_MOST = 5;

function weightedWords(kept: readonly string[], { commonest }: ValueTally): Writing {
  const first = kept[0]!;
  const named = kept.filter((word) => word !== "");
  if (kept.length === 1) return constant(sqlLiteral(first), null, named);
  const written = commonest.slice(0, WRITTEN_MOST);
  const all = written.reduce((sum, [, times]) => sum + times, 0);
  const shares = written.map(
    ([word, times]) => `${sqlLiteral(word)} ${plainSpaces(formatPercent(times / all))}`,
  );
  return { ...constant(sqlLiteral(first), shares.join(", "), named), words: written };
}

const TEXT_MOST = 2_000;

function texts(tally: ValueTally, place: ValuePlace, manner: WritingStyle): Writing {
  const kept = keptWords(tally, place, manner);
  if (kept.length > 0) return weightedWords(kept, tally);
  const { shortest, longest } = tally;
  const lengths = shortest === longest ? `${longest}` : `${shortest} to ${longest}`;
  const what = `texts of ${lengths} characters, made up`;
  const { sample } = tally;
  if (/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(sample))
    return varied("user", "@example.com", 9, tally, manner, what);
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(sample)) return varied("//example.com/", "", 9, tally, manner, what);
  const text = placeholder(sample.slice(0, Math.min(TEXT_MOST, Math.round((shortest + longest) / 2))));
  const digits = Math.min(9, text.length - 1, Math.max(1, text.length - 3));
  const isPattern = /^%|%$/.test(sample);
  if (isPattern || digits < 1) return constant(sqlLiteral(text), what);
  return varied(text.slice(0, text.length - digits), "", digits, tally, manner, what);
}

/** Numbers in a text, so that many are made, as unique columns need it. */
function varied(
  before: string,
  after: string,
  digits: number,
  { isConstant }: ValueTally,
  { inText }: WritingStyle,
  what: string,
): Writing {
  const range = { least: 10n ** BigInt(digits - 1), most: 10n ** BigInt(digits) - 1n };
  if (isConstant) return constant(sqlLiteral(`${before}${range.least}${after}`), what);
  const tail = after === "" ? "" : ` || ${sqlLiteral(after)}`;
  const sql: Writing["sql"] = ([name]) =>
    inText ? `'${before}:${name}${after}'` : `(${sqlLiteral(before)} || :${name}${tail})`;
  return { draws: [range], sql, what, kept: [] };
}
