/** A query -> a script in pgbench's language, whose values fit the types of the parameters and the rows of the database. */
import { wordTable } from "../../model/by-key.ts";
import { columnType, referencedKey, type SchemaFacts } from "../capture/facts.ts";
import { parameterSlots } from "../capture/sql/shape.ts";
import { statementTokens } from "../capture/sql/tokens.ts";
import { ValueTally } from "../capture/values.ts";
import { drawn, rowWriting, sqlLiteral, valuesLine, writingOf } from "../capture/writing.ts";
import type { NamedQuery } from "./named.ts";

/** What a database says of a query's parameters. */
export type QueryFacts = SchemaFacts &
  Readonly<{
    /** Types of $1, $2 ... */
    parameters: readonly string[];
    /** Labels of enums by their types. */
    labels: ReadonlyMap<string, readonly string[]>;
    /** Some values of columns, by `table.column`. */
    samples: ReadonlyMap<string, readonly string[]>;
    /** Rows that are there, of which parameters take their values. */
    rows: readonly DrawnRow[];
  }>;

/** A row of a table, as SQL has it, and the parameters that its columns are for. */
export type DrawnRow = Readonly<{ table: string; places: readonly DrawnPlace[] }>;
type DrawnPlace = Readonly<{ number: number; column: string }>;

/**
 * Parameters that must fit a row: the columns of one table that a query looks for, or a key that its new row refers to. Drawn together
 * they find it. A key of whole numbers alone needs no row: it is drawn from its range.
 * @returns tables and columns by their bare names
 */
export function rowsAsked(query: NamedQuery, schema: SchemaFacts): readonly DrawnRow[] {
  const rows: { table: string; places: DrawnPlace[] }[] = [];
  for (const [number, { slot, subject }] of slotsOf(query)) {
    const own = slot.seeks || slot.inserts ? columnType(schema, { subject }, slot) : null;
    const asked = own === null || slot.seeks ? own : referencedKey(schema, own);
    if (asked === null || (slot.inserts && asked === own)) continue;
    const [table, column] = [asked.slice(0, asked.indexOf(".")), asked.slice(asked.indexOf(".") + 1)];
    const isFree = (row: (typeof rows)[number]) =>
      row.table === table && slot.seeks && row.places.every((place) => place.column !== column);
    const row = rows.find(isFree);
    if (row === undefined) rows.push({ table, places: [{ number, column }] });
    else row.places.push({ number, column });
  }
  const hasRange = ({ table, places: [first] }: DrawnRow) => {
    const key = referencedKey(schema, `${table}.${first!.column}`);
    return key !== null && (schema.keys.get(key) ?? null) !== null;
  };
  return rows.filter((row) => row.places.length > 1 || !hasRange(row));
}

/** Columns whose values the parameters are compared with. */
export function columnsAsked(query: NamedQuery, facts: SchemaFacts): readonly string[] {
  return [...slotsOf(query).values()].flatMap(
    ({ slot, subject }) => columnType(facts, { subject }, slot) ?? [],
  );
}

function slotsOf({ sql }: NamedQuery) {
  return parameterSlots(statementTokens(sql) ?? []);
}

/** Values of a parameter: draws, or texts of which each event takes one. */
type ParameterValues = Readonly<{ sets: readonly string[]; of: readonly string[] }>;

const CHOICES_MOST = 5;

/** @param inText true if values are written into the text (simple protocol) */
export function queryScript(query: NamedQuery, facts: QueryFacts, inText: boolean): string {
  const slots = slotsOf(query);
  const values = new Map<number, ParameterValues>();
  const lines: string[] = [];
  for (const { table, places } of facts.rows) {
    lines.push(
      valuesLine(
        table,
        places.map(({ column, number }) => ({ column, name: `p${number}` })),
      ),
    );
    for (const { column, number } of places)
      values.set(number, {
        sets: [],
        of: [rowWriting({ table, column, isKey: true }, { inText }).sql([`p${number}`], true)],
      });
  }
  for (const [number, slot] of slots)
    if (!values.has(number)) values.set(number, parameterValues(number, slot, facts, inText));
  const choices = Math.max(1, ...[...values.values()].map(({ of }) => of.length));
  const sets = [...lines, ...[...values.values()].flatMap((each) => each.sets)];
  const written = (choice: number) =>
    `${query.sql.trim().replace(/\$(\d+)/g, (said, number: string) => {
      const of = values.get(Number(number))?.of;
      return of === undefined ? said : of[choice % of.length]!;
    })};`;
  if (choices === 1) return `${[...sets, written(0)].join("\n")}\n`;
  const branches = Array.from({ length: choices }, (_, choice) => [
    choice === choices - 1 ? "\\else" : `\\${choice === 0 ? "if" : "elif"} :choice = ${choice + 1}`,
    written(choice),
  ]);
  return `${[...sets, `\\set choice random(1, ${choices})`, ...branches.flat(), "\\endif"].join("\n")}\n`;
}

type ParameterSlot = ReturnType<typeof parameterSlots> extends ReadonlyMap<number, infer V> ? V : never;

function parameterValues(
  number: number,
  { slot, subject }: ParameterSlot,
  facts: QueryFacts,
  inText: boolean,
): ParameterValues {
  const type = facts.parameters[number - 1]?.replace(/ with(?:out)? time zone$/, "") ?? "text";
  const column = columnType(facts, { subject }, slot);
  const key = column === null ? null : referencedKey(facts, column);
  const isOwnKey = slot.inserts && key !== null && key === column;
  const range = key === null ? null : (facts.keys.get(key) ?? null);
  const labels = facts.labels.get(type) ?? [];
  const isWhole = /^(?:integer|bigint|smallint)$/.test(type);
  const samples = (column === null ? undefined : facts.samples.get(column)) ?? [];
  // Rows are looked up by values that they have; new rows have values of their own.
  const texts = labels.length > 0 ? labels : slot.inserts ? [] : samples;
  if (!isWhole && texts.length > 0) return { sets: [], of: texts.slice(0, CHOICES_MOST).map(sqlLiteral) };
  const tally = new ValueTally();
  const likes = isWhole && samples.length > 0 ? samples : likesOf(type, slot.column);
  for (const value of likes) tally.add({ value, isQuoted: true });
  const place = {
    column: slot.column,
    inserts: slot.inserts,
    secretive: false,
    type,
    key,
    range,
    isOwnKey,
    upserts: false,
    words: NO_WORDS,
  };
  const writing = writingOf(tally, place, { inText, keep: true, keepNumbers: false });
  const names = writing.draws.map((_, at) => `p${number}${at === 0 ? "" : `_${at + 1}`}`);
  return {
    sets: writing.draws.map((draw, at) => `\\set ${names[at]} ${drawn(draw)}`),
    of: [writing.sql(names, !isWhole)],
  };
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** Values of a parameter of which only the type is known. */
function likesOf(type: string, column: string | null): readonly string[] {
  if (column === "limit") return ["20", "20"];
  if (column === "offset") return ["0", "100"];
  if (/^(?:integer|bigint|smallint)$/.test(type)) return ["1", "1000"];
  if (/^(?:numeric|real|double precision)$/.test(type)) return ["1.25", "999.75"];
  if (type === "uuid") return UUIDS;
  // Two values that differ: a single one would be taken for a constant.
  const like = LIKES[type] ?? (type.endsWith("[]") ? "{}" : null);
  return like === null ? ["a text of 123456789", "a text of 987654321"] : [like];
}

const UUIDS = ["6f1c3a00-1111-4222-8333-000000000001", "6f1c3a00-1111-4222-8333-000000000002"];
const LIKES = wordTable<string>({
  boolean: "t",
  json: "{}",
  jsonb: "{}",
  interval: "1 day",
  date: "today",
  timestamp: "now",
  bytea: "\\x5a5a",
  inet: "192.0.2.1",
});
