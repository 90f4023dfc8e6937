/** What a database says of captured statements: types of their values, foreign keys, the keys that there are. */
import type { Slot, StatementShape } from "./sql/shape.ts";

type KeyRange = Readonly<{ least: bigint; most: bigint }>;

/** Columns are named `table.column`. */
export type SchemaFacts = Readonly<{
  /** Types of the values of a statement, by the key of its shape, one for each slot; null where the server has none. */
  types: ReadonlyMap<string, readonly (string | null)[]>;
  columns: ReadonlySet<string>;
  /** The column that a foreign key refers to. */
  references: ReadonlyMap<string, string>;
  /** Columns of a foreign key that only one row may refer by to the same. */
  singles: ReadonlySet<string>;
  /** Names of the arguments of functions of the program's own. */
  functions: ReadonlyMap<string, readonly string[]>;
  /** Keys of whole numbers, with the least and most that there are; null where there are none. */
  keys: ReadonlyMap<string, KeyRange | null>;
  /** Columns of texts and UUIDs that rows are looked for by, in tables that have some. */
  lookups: ReadonlyMap<string, Lookup>;
  /** Words of enums and of checks: they are the schema's, and nobody's. */
  words: ReadonlySet<string>;
}>;

/** A column and its table, as SQL has them. What is no key is indexed: words of the log that may stay go before its values. */
export type Lookup = Readonly<{ table: string; column: string; isKey: boolean }>;

/** The column whose values a script can draw, so that rows are found: the one that is looked for, or that a new row refers to. */
export function lookupOf(
  facts: SchemaFacts | null,
  shape: Pick<StatementShape, "subject">,
  slot: Slot,
): Lookup | null {
  if (facts === null) return null;
  const column = columnType(facts, shape, slot);
  const isGiven = argumentKey(facts, slot) !== null;
  if (column === null || !(slot.seeks || slot.inserts || isGiven)) return null;
  if (!slot.inserts) return facts.lookups.get(column) ?? null;
  const key = referencedKey(facts, column);
  return key === null || key === column ? null : (facts.lookups.get(key) ?? null);
}

/** True if the value is a new row's own key: what looks for it later finds that row. */
export function isNewKey(
  facts: SchemaFacts | null,
  shape: Pick<StatementShape, "subject">,
  slot: Slot,
): boolean {
  const column = facts === null || !slot.inserts ? null : columnType(facts, shape, slot);
  return column !== null && !facts!.references.has(column) && facts!.lookups.has(column);
}

/** Facts about one value of a statement. */
export type SlotFacts = Readonly<{
  type: string | null;
  /** The column whose key it is, its own or that of a foreign key, and the keys that there are. */
  key: string | null;
  range: KeyRange | null;
  /** It is a new key of the statement's own table. */
  isOwnKey: boolean;
  /** The row may be there already: ON CONFLICT. */
  upserts: boolean;
  words: ReadonlySet<string>;
}>;

const NO_WORDS: ReadonlySet<string> = new Set();

export function slotFacts(facts: SchemaFacts | null, shape: StatementShape, at: number): SlotFacts {
  const slot = shape.slots[at]!;
  const upserts = shape.key.includes(" on conflict ");
  if (facts === null)
    return { type: slot.type, key: null, range: null, isOwnKey: false, upserts, words: NO_WORDS };
  const column = columnType(facts, shape, slot);
  const key = column === null ? null : referencedKey(facts, column);
  return {
    type: plainType(facts.types.get(shape.key)?.[at] ?? null) ?? slot.type,
    key,
    range: key === null ? null : (facts.keys.get(key) ?? null),
    isOwnKey: slot.inserts && key !== null && key === column,
    upserts,
    words: facts.words,
  };
}

/** The key that a column is, or refers to. */
export function referencedKey({ references, keys }: SchemaFacts, column: string): string | null {
  const seen = new Set<string>();
  let key = column;
  for (let next = references.get(key); next !== undefined && !seen.has(key); next = references.get(key)) {
    seen.add(key);
    key = next;
  }
  return key !== column || keys.has(key) ? key : null;
}

/** `table.column` of a value, if the statement's names, or those of a function's arguments, tell it. */
export function columnType(
  facts: SchemaFacts,
  { subject }: Pick<StatementShape, "subject">,
  slot: Slot,
): string | null {
  const given = argumentKey(facts, slot);
  if (given !== null || slot.column === null) return given;
  const having = (tables: Iterable<string>) =>
    [...new Set(tables)]
      .map((table) => `${table}.${slot.column}`)
      .filter((column) => facts.columns.has(column));
  if (slot.qualifier !== null)
    return having([subject.tables.get(slot.qualifier) ?? slot.qualifier])[0] ?? null;
  if (slot.inserts && subject.table !== null) return having([subject.table])[0] ?? null;
  const nearest = having(slot.nearest);
  const found = nearest.length > 0 ? nearest : having(subject.tables.values());
  return found.length === 1 ? found[0]! : null;
}

/** The key that an argument of a function is meant for: it is called as the columns that refer to the key, `job_id` or `p_job_id`. */
function argumentKey(facts: SchemaFacts, { callee, argument, column }: Slot): string | null {
  const names = callee === null ? undefined : facts.functions.get(callee);
  // A function that makes a row takes a key that is not there yet.
  if (names === undefined || argument === null || /^(?:create|add|insert|new|make|register)_/i.test(callee!))
    return null;
  const name = (column ?? names[argument] ?? "").replace(/^(?:p|in|arg|v)?_/, "");
  const alike = [...facts.references.keys()].filter((each) => each.endsWith(`.${name}`));
  const [key = null, ...others] = new Set(alike.map((each) => referencedKey(facts, each)));
  // `id` is the key of many tables.
  return others.length > 0 || key === null || key.endsWith(`.${name}`) ? null : key;
}

/** timestamp with time zone is timestamp, "app"."state"[] is state[]. */
function plainType(name: string | null): string | null {
  if (name === null) return null;
  const array = name.endsWith("[]") ? "[]" : "";
  const base = name
    .replace(/\[\]$/, "")
    .replace(/ with(?:out)? time zone$/, "")
    .replace("character varying", "varchar")
    .replace("double precision", "double")
    .replace(/^.*\./, "")
    .replace(/^"|"$/g, "");
  return base + array;
}

/** The statement with $1, $2 ... in the places of its values, as a server can prepare it. */
export function preparable({ pieces, slots }: StatementShape): string {
  let sql = "";
  const take = (piece: (typeof pieces)[number]): void => {
    if (piece.kind === "text") sql += piece.text;
    else if (piece.kind === "rows") for (const part of piece.row) take(part);
    else {
      const slot = slots[piece.slot]!;
      if (slot.isTypeBefore) sql = sql.replace(/\b\w+(?:\s+with(?:out)?\s+time\s+zone)?\s*$/i, "");
      sql += `$${piece.slot + 1}${slot.isTypeBefore ? `::${slot.type}` : ""}`;
      if (piece.kind === "list") sql += piece.tail;
    }
  };
  for (const piece of pieces) take(piece);
  return sql;
}
