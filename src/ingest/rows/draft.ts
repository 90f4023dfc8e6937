/**
 * A first version of rows for empty tables: INSERT statements whose values are made up and evenly drawn. With them an index matters; how
 * much it matters in production is known to production's statistics only.
 */

import { wordTable } from "../../model/by-key.ts";
import { sqlLiteral } from "../capture/writing.ts";

export type DraftColumn = Readonly<{
  /** As SQL has it. */
  name: string;
  /** As CAST takes it. */
  type: string;
  /** Name in pg_type, behind all domains. */
  base: string;
  /** pg_type.typcategory: A for arrays, E for enums, R for ranges and multiranges. */
  category: string;
  /** What a check lets it be, as `state IN ('new', 'sold')` does; empty where none says. */
  words: readonly string[];
  /** Most characters; null without a limit. */
  length: number | null;
  isNullable: boolean;
  hasDefault: boolean;
  /** The server makes it, and takes no value. */
  isGenerated: boolean;
}>;

/** Columns, and in the same order those that they refer to. */
type DraftReference = Readonly<{ table: string; columns: readonly string[]; referred: readonly string[] }>;

export type DraftTable = Readonly<{
  /** As SQL has it. */
  name: string;
  isEmpty: boolean;
  columns: readonly DraftColumn[];
  references: readonly DraftReference[];
}>;

/** So many that an index matters, and so few that they are loaded in seconds: of tables that others of the draft refer to, and of others. */
const ROWS = { referred: 10_000, other: 100_000 };

/** How many rows a table of the draft gets. */
export function draftRows(table: DraftTable, order: readonly DraftTable[]): number {
  const isReferred = order.some(
    (other) => other !== table && other.references.some((reference) => reference.table === table.name),
  );
  return isReferred ? ROWS.referred : ROWS.other;
}

/**
 * @param tables of the database, by their names
 * @returns the wanted tables that are empty and those that their rows must refer to, each after what it refers to
 */
export function draftOrder(
  tables: ReadonlyMap<string, DraftTable>,
  wanted: readonly string[],
): readonly DraftTable[] {
  const done = new Set<string>();
  const order: DraftTable[] = [];
  const visit = (name: string): void => {
    const table = tables.get(name);
    if (table === undefined || !table.isEmpty || done.has(name)) return;
    done.add(name);
    for (const reference of table.references)
      if (isRequired(table, reference) || wanted.includes(reference.table)) visit(reference.table);
    order.push(table);
  };
  for (const name of wanted) visit(name);
  return order;
}

/** @param filled names of tables that have rows when this statement runs */
export function draftStatement(table: DraftTable, filled: ReadonlySet<string>, rows: number): string {
  return statementWhere(table, filled, rows, []);
}

/** The same with some of its rows: the first, the last, and between them those around which values that repeat begin again. */
export function trialStatement(table: DraftTable, filled: ReadonlySet<string>, rows: number): string {
  const where = `WHERE i <= ${TRIED_ENDS} OR i > ${rows - TRIED_ENDS} OR i % 500 IN (0, 499)`;
  return statementWhere(table, filled, rows, [where]);
}

/** Rows of each end that are tried. */
const TRIED_ENDS = 50;

function statementWhere(
  table: DraftTable,
  filled: ReadonlySet<string>,
  rows: number,
  where: readonly string[],
): string {
  const used = table.references.filter((reference) => filled.has(reference.table));
  const values = table.columns.flatMap((column): readonly (readonly [string, string])[] => {
    const at = used.findIndex(({ columns }) => columns.includes(column.name));
    if (at >= 0) {
      const { columns } = used[at]!;
      return [[column.name, `p${at + 1}.c${columns.indexOf(column.name) + 1}`]];
    }
    const isReference = table.references.some(({ columns }) => columns.includes(column.name));
    if (column.isGenerated || (isReference && column.isNullable) || isYetToCome(column)) return [];
    const value = column.hasDefault && !isTimeColumn(column) ? null : draftValue(table, column);
    return value === null ? [] : [[column.name, value]];
  });
  const joins = used.map(({ table: parent, referred }, at) => {
    // By names of their own: the parent's may be "at" or "i".
    const taken = referred.map((name, nth) => `${name} AS c${nth + 1}`).join(", ");
    const row = `(SELECT ${taken}, row_number() OVER () - 1 AS at FROM ${parent})`;
    // The first parents are taken in turn, others in an order of their own.
    const draw = at === 0 ? "i" : `abs(hashint4(i + ${at})::bigint)`;
    return `JOIN ${row} p${at + 1} ON p${at + 1}.at = ${draw} % (SELECT count(*) FROM ${parent})`;
  });
  const columns = values.length === 0 ? "" : ` (${values.map(([name]) => name).join(", ")})`;
  return [
    `INSERT INTO ${table.name}${columns}`,
    `SELECT ${values.map(([, value]) => value).join(", ")}`.trimEnd(),
    `FROM generate_series(1, ${rows}) i`,
    ...joins,
    ...where,
    "ON CONFLICT DO NOTHING;",
  ].join("\n");
}

/** Names of the tables without whose rows it can have none. */
export function requiredTables(table: DraftTable): readonly string[] {
  return table.references.filter((each) => isRequired(table, each)).map((each) => each.table);
}

function isRequired(table: DraftTable, { columns }: DraftReference): boolean {
  return table.columns.some(
    ({ name, isNullable, hasDefault }) => columns.includes(name) && !isNullable && !hasDefault,
  );
}

function isTimeColumn({ base }: DraftColumn): boolean {
  return base in TIMES;
}

/** Until then a row counts, and so it is later than now; but expired_at is when it has ceased to. Most of what has a heartbeat lives. */
const EXPIRES = /expir(?:es?(?!d)|y|ation)|until|valid_?to|deadline|heart_?beat/i;

/** True for deleted_at and the like: of most rows it has not come. */
function isYetToCome(column: DraftColumn): boolean {
  const { name, isNullable, hasDefault } = column;
  const isKnown = EXPIRES.test(name) || /creat|insert|updat/i.test(name);
  return isTimeColumn(column) && isNullable && !hasDefault && !isKnown;
}

/** SQL of the value of row i; null where the column is left out. */
function draftValue(table: DraftTable, column: DraftColumn): string | null {
  const { name, type, base, category, words, isNullable } = column;
  if (words.length > 0)
    return `(ARRAY[${words.map(sqlLiteral).join(", ")}])[1 + i % ${words.length}]${base === "text" ? "" : `::${type}`}`;
  if (category === "E")
    return `(enum_range(NULL::${type}))[1 + i % array_length(enum_range(NULL::${type}), 1)]`;
  if (category === "A" || base.includes("multirange")) return "'{}'";
  if (category === "R") return "'empty'";
  if (TEXTS.test(base)) return textValue(column);
  if (base === "uuid") return `md5(${sqlLiteral(`${table.name} ${name} `)} || i)::uuid`;
  return TIMES[base]?.(EXPIRES.test(name) ? "+" : "-") ?? VALUES[base] ?? (isNullable ? null : "NULL");
}

const TEXTS = /^(?:text|varchar|bpchar|citext|name)$/;
/** Digits of the largest row's number. */
const DIGITS = 6;

function textValue({ name, length }: DraftColumn): string {
  const label = name.replace(/^"|"$/g, "").replaceAll('""', '"');
  const [before, after] = /e_?mail/i.test(label) ? ["user", "@example.com"] : [`${label} `, ""];
  if (length !== null && before.length + DIGITS + after.length > length)
    return `left(md5(i::text), ${length})`;
  return `${sqlLiteral(before)} || i${after === "" ? "" : ` || ${sqlLiteral(after)}`}`;
}

type Sign = "+" | "-";

/** Times of row i, later or earlier than now, by the name of the type in pg_type. */
const TIMES = wordTable<(sign: Sign) => string>({
  timestamptz: (sign) => `now() ${sign} i * interval '1 minute'`,
  timestamp: (sign) => `now() ${sign} i * interval '1 minute'`,
  date: (sign) => `current_date ${sign} i % 1000`,
});

/** Other values, likewise. */
const VALUES = wordTable<string>({
  int2: "1 + i % 1000",
  int4: "i",
  int8: "i",
  numeric: "i % 1000 / 10.0",
  float4: "i % 1000 / 10.0",
  float8: "i % 1000 / 10.0",
  bool: "i % 2 = 0",
  bytea: "decode(md5(i::text), 'hex')",
  json: "'{}'",
  jsonb: "'{}'",
  time: "time '00:00' + i * interval '1 second'",
  interval: "i * interval '1 second'",
  inet: "inet '10.0.0.0' + i",
  tsvector: "to_tsvector('simple', 'word ' || i)",
});
