/** Set-up files that were edited in place -> statements that turn a database of base into what head's files say. */
import { wordTable } from "../../model/by-key.ts";
import { NAME_PART, SQL_NAME, sqlTokens, tokenAt } from "../../text/sql.ts";
import { isBookkeeping } from "./sent.ts";
import type { NewStatement } from "./units.ts";

/** A statement of a set-up file, with its place there. */
export type PlacedStatement = Omit<NewStatement, "sql">;

/**
 * Statements that base lacks, in head's order, behind those that undo what only base has. An edit of an unknown kind is left out:
 * the caller compares the result with head's database.
 */
export function newStatements(
  base: readonly PlacedStatement[],
  head: readonly PlacedStatement[],
): readonly NewStatement[] {
  const gone = without(base, head);
  const fresh = without(head, base).filter(({ text }) => !isBookkeeping(text));
  const older = new Map(gone.toReversed().map((old) => [objectKeyOf(old.text), old]));
  const edited = new Map(fresh.map((now) => [now, older.get(objectKeyOf(now.text) ?? "")]));
  const replaced = new Set(edited.values());
  // Nothing needs what was made last, so undoing begins there.
  const undone = gone
    .filter((old) => !replaced.has(old))
    .toReversed()
    .flatMap((old): readonly NewStatement[] => {
      const sql = undoOf(old.text);
      const { line: _, ...about } = old;
      return sql === null ? [] : [{ ...about, text: `removed: ${old.text}`, sql: [sql] }];
    });
  const changed = new Set(fresh);
  const kept = head.filter((each) => !changed.has(each));
  const done = fresh.map((now): NewStatement => {
    const old = edited.get(now);
    return old === undefined ? now : { ...now, sql: editOf(old.text, now.text, kept) };
  });
  return [...undone, ...done];
}

/** The statements of the first list that the second lacks; each there stands for one here. */
function without<T extends PlacedStatement>(all: readonly T[], others: readonly T[]): readonly T[] {
  const counts = new Map<string, number>();
  for (const each of others) counts.set(statementKey(each), (counts.get(statementKey(each)) ?? 0) + 1);
  return all.filter((each) => {
    const left = counts.get(statementKey(each)) ?? 0;
    counts.set(statementKey(each), left - 1);
    return left <= 0;
  });
}

/** A key that is equal for texts that differ only in blanks and comments. */
function statementKey({ text, data = "" }: PlacedStatement): string {
  const tokens = sqlTokens(text).filter(({ kind }) => kind !== "space");
  return JSON.stringify([tokens.map((token) => token.text), data]);
}

const OR_REPLACE = String.raw`(?:OR\s+REPLACE\s+)?`;
const IF_NOT = String.raw`(?:IF\s+NOT\s+EXISTS\s+)?`;
const ALTER_TABLE = String.raw`^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?${SQL_NAME}`;

/** A kind of statement that makes something. */
type Making = Readonly<{
  /** Its first words; the groups are the names that tell one object from another. */
  head: RegExp;
  /** Drops the object, where that takes more than DROP, its kind and its name. */
  undo?: (name: string, place: string) => string;
  /** Statements that change the object in place; without it, the object is dropped and made again. */
  edit?: (old: string, now: string, name: string) => readonly string[];
}>;

const head = (pattern: string) => new RegExp(pattern, "i");
const dropOn = (kind: string) => (name: string, place: string) =>
  `DROP ${kind} IF EXISTS ${name} ON ${place}`;
const dropRoutine = (kind: string) => (name: string, takes: string) =>
  `DROP ${kind} IF EXISTS ${name}(${takes})`;
const onlyNow = (_: string, now: string) => [now];

const MAKINGS = wordTable<Making>({
  index: {
    head: head(
      String.raw`^CREATE\s+(?:UNIQUE\s+)?INDEX\s+(?:CONCURRENTLY\s+)?${IF_NOT}${SQL_NAME}\s+ON\s+(?:ONLY\s+)?${SQL_NAME}`,
    ),
    // An index is in the schema of its table. Dumps leave the search path empty, so the schema must be named.
    undo: (name, table) => `DROP INDEX IF EXISTS ${name.includes(".") ? "" : schemaPrefix(table)}${name}`,
  },
  table: { head: head(String.raw`^CREATE\s+(?:UNLOGGED\s+)?TABLE\s+${IF_NOT}${SQL_NAME}`), edit: tableEdits },
  "materialized view": { head: head(String.raw`^CREATE\s+MATERIALIZED\s+VIEW\s+${IF_NOT}${SQL_NAME}`) },
  view: {
    head: head(String.raw`^CREATE\s+${OR_REPLACE}(?:RECURSIVE\s+)?VIEW\s+${SQL_NAME}`),
    edit: replacing,
  },
  function: {
    head: head(String.raw`^CREATE\s+${OR_REPLACE}FUNCTION\s+${SQL_NAME}`),
    undo: dropRoutine("function"),
    edit: replacing,
  },
  procedure: {
    head: head(String.raw`^CREATE\s+${OR_REPLACE}PROCEDURE\s+${SQL_NAME}`),
    undo: dropRoutine("procedure"),
    edit: replacing,
  },
  type: { head: head(String.raw`^CREATE\s+TYPE\s+${SQL_NAME}`), edit: labelEdits },
  domain: { head: head(String.raw`^CREATE\s+DOMAIN\s+${SQL_NAME}`) },
  sequence: {
    head: head(String.raw`^CREATE\s+SEQUENCE\s+${IF_NOT}${SQL_NAME}`),
    edit: (_, now) => [now.replace(/^CREATE\s+SEQUENCE\s+(?:IF\s+NOT\s+EXISTS\s+)?/i, "ALTER SEQUENCE ")],
  },
  schema: { head: head(String.raw`^CREATE\s+SCHEMA\s+${IF_NOT}${SQL_NAME}`), edit: onlyNow },
  extension: { head: head(String.raw`^CREATE\s+EXTENSION\s+${IF_NOT}${SQL_NAME}`), edit: onlyNow },
  statistics: { head: head(String.raw`^CREATE\s+STATISTICS\s+${IF_NOT}${SQL_NAME}`) },
  trigger: {
    head: head(
      String.raw`^CREATE\s+${OR_REPLACE}(?:CONSTRAINT\s+)?TRIGGER\s+${SQL_NAME}\s[\s\S]*?\bON\s+${SQL_NAME}`,
    ),
    undo: dropOn("trigger"),
  },
  policy: {
    head: head(String.raw`^CREATE\s+POLICY\s+${SQL_NAME}\s+ON\s+${SQL_NAME}`),
    undo: dropOn("policy"),
  },
  rule: {
    head: head(String.raw`^CREATE\s+${OR_REPLACE}RULE\s+${SQL_NAME}\s+AS\s+ON\s+\w+\s+TO\s+${SQL_NAME}`),
    undo: dropOn("rule"),
  },
  constraint: {
    head: head(String.raw`${ALTER_TABLE}\s+ADD\s+CONSTRAINT\s+${SQL_NAME}`),
    undo: (table, name) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`,
  },
  default: {
    head: head(String.raw`${ALTER_TABLE}\s+ALTER\s+(?:COLUMN\s+)?${SQL_NAME}\s+SET\s+DEFAULT\b`),
    undo: (table, column) => `ALTER TABLE ${table} ALTER COLUMN ${column} DROP DEFAULT`,
    edit: onlyNow,
  },
  "row security": {
    head: head(String.raw`${ALTER_TABLE}\s+(ENABLE|FORCE)\s+ROW\s+LEVEL\s+SECURITY`),
    undo: (table, how) =>
      `ALTER TABLE ${table} ${/^E/i.test(how) ? "DISABLE" : "NO FORCE"} ROW LEVEL SECURITY`,
    edit: onlyNow,
  },
});

type MadeObject = Readonly<{ kind: string; names: readonly string[] }>;

function madeObject(text: string): MadeObject | null {
  for (const [kind, { head: pattern }] of Object.entries(MAKINGS)) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const names = found.slice(1);
    return {
      kind,
      names: kind === "function" || kind === "procedure" ? [...names, argumentsOf(text)] : names,
    };
  }
  return null;
}

/** The parameters of a routine, without defaults: they tell routines of one name apart. */
function argumentsOf(create: string): string {
  return tableElements(create)
    .map((each) => each.replace(/(?:\bDEFAULT\b|:?=)[\s\S]*/i, "").trimEnd())
    .join(", ");
}

/** A key that is equal for two texts of one object; null for statements that make none. */
function objectKeyOf(text: string): string | null {
  const made = madeObject(text);
  return made === null ? null : JSON.stringify([made.kind, ...made.names]);
}

/** A statement that drops what another makes; null for statements that make nothing. */
function undoOf(text: string): string | null {
  const made = madeObject(text);
  if (made === null) return null;
  const [name, place = ""] = made.names as [string, string?];
  return MAKINGS[made.kind]!.undo?.(name, place) ?? `DROP ${made.kind} IF EXISTS ${name}`;
}

/** Statements that turn the object of the old text into that of the new one. */
function editOf(old: string, now: string, kept: readonly PlacedStatement[]): readonly string[] {
  const { kind, names } = madeObject(now)!;
  const inPlace = MAKINGS[kind]!.edit?.(old, now, names[0]!);
  return inPlace ?? [undoOf(old)!, now, ...(kind === "materialized view" ? indexesOn(names[0]!, kept) : [])];
}

/** Indexes that a materialized view loses when it is made again. */
function indexesOn(view: string, kept: readonly PlacedStatement[]): readonly string[] {
  return kept.flatMap(({ text }) => {
    const made = madeObject(text);
    return made?.kind === "index" && made.names[1] === view ? [text] : [];
  });
}

function schemaPrefix(name: string): string {
  return /^[\s\S]*\./.exec(name)?.[0] ?? "";
}

/** Replaces it in place, which keeps what depends on it; where the result has another type or fewer columns, drops it and makes it again. */
function replacing(old: string, now: string): readonly string[] {
  const replace = now.replace(/^CREATE\s+(?:OR\s+REPLACE\s+)?/i, "CREATE OR REPLACE ");
  return [
    `DO $plumbline$ BEGIN ${replace}
;
EXCEPTION WHEN invalid_table_definition OR invalid_function_definition THEN ${undoOf(old)}; ${now}
; END $plumbline$`,
  ];
}

/** Adds the new labels of an enumeration, each behind the one before it. */
function labelEdits(before: string, create: string, type: string): readonly string[] {
  const [old, now] = [tableElements(before), tableElements(create)];
  return now.flatMap((label, at) => {
    if (old.includes(label)) return [];
    const place = at > 0 ? ` AFTER ${now[at - 1]}` : old[0] === undefined ? "" : ` BEFORE ${old[0]}`;
    return [`ALTER TYPE ${type} ADD VALUE ${label}${place}`];
  });
}

/** A column or a constraint of a table. */
type TableElement = Readonly<{ name: string; isColumn: boolean; text: string; type: string }>;

/** A clause of a column, up to the next one. */
const CLAUSE = String.raw`([\s\S]+?)(?=\s+(?:NOT\s+NULL|NULL|DEFAULT|PRIMARY|UNIQUE|CHECK|REFERENCES|CONSTRAINT)\b|$)`;
const OF_TABLE = /^(?:CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN|EXCLUDE|LIKE)\b/i;
const TABLE_CONSTRAINT = new RegExp(
  String.raw`^(?:CONSTRAINT\s+(${NAME_PART})|(PRIMARY|UNIQUE|FOREIGN)[^(]*\(([^)]*)\))`,
  "i",
);
const COLUMN_NAME = new RegExp(`^${NAME_PART}`);
const COLLATION = new RegExp(String.raw`\bCOLLATE\s+${SQL_NAME}`, "i");
/** Words behind the type of a column. */
const BEHIND_TYPE =
  /\s(?:NOT\s+NULL|NULL|DEFAULT|PRIMARY|UNIQUE|CHECK|REFERENCES|CONSTRAINT|GENERATED|COLLATE|STORAGE|COMPRESSION)\b[\s\S]*/i;

function tableEdits(old: string, now: string, table: string): readonly string[] {
  const [before, after] = [elementsOf(old), elementsOf(now)];
  const find = (all: readonly TableElement[], { name }: TableElement) =>
    all.find((each) => each.name === name);
  const added = after.filter((each) => find(before, each) === undefined);
  const dropped = before.filter((each) => find(after, each) === undefined);
  const changed = after.flatMap((each) => {
    const earlier = find(before, each);
    return earlier === undefined || earlier.text === each.text ? [] : [{ earlier, each }];
  });
  const edits = [
    ...dropped.flatMap(({ name, isColumn, text }) =>
      isColumn ? [`DROP COLUMN ${name}`] : dropOf(table, text),
    ),
    ...added.map(({ isColumn, text }) => (isColumn ? `ADD COLUMN ${text}` : `ADD ${text}`)),
    ...changed.flatMap(({ earlier, each }) => columnEdits(table, earlier, each)),
    ...storageEdits(old, now),
  ];
  return edits.map((edit) => `ALTER TABLE ${table} ${edit}`);
}

/** Drops a constraint; one without a name has the server's, made of table, columns and kind. */
function dropOf(table: string, constraint: string): readonly string[] {
  const [, name, kind, columns] = TABLE_CONSTRAINT.exec(constraint) ?? [];
  if (name !== undefined) return [`DROP CONSTRAINT ${name}`];
  return kind === undefined ? [] : [`DROP CONSTRAINT ${usualName(table, kind, columns!.split(","))}`];
}

function usualName(table: string, kind: string, columns: readonly string[]): string {
  const bare = (name: string) => name.trim().replaceAll('"', "");
  const of = [bare(table.slice(schemaPrefix(table).length))];
  if (/^P/i.test(kind)) return `"${[...of, "pkey"].join("_")}"`;
  return `"${[...of, ...columns.map(bare), /^U/i.test(kind) ? "key" : "fkey"].join("_")}"`;
}

/** Changes of a column's type, NOT NULL, default and constraints. */
function columnEdits(table: string, old: TableElement, now: TableElement): readonly string[] {
  const { name, type } = now;
  if (isComputed(old) || isComputed(now)) return [`DROP COLUMN ${name}`, `ADD COLUMN ${now.text}`];
  const isRequired = ({ text }: TableElement) => /\bNOT\s+NULL\b|\bPRIMARY\s+KEY\b/i.test(text);
  const value = ({ text }: TableElement) =>
    new RegExp(String.raw`\bDEFAULT\s+${CLAUSE}`, "i").exec(text)?.[1];
  const column = `ALTER COLUMN ${name}`;
  return [
    ...(old.type === type
      ? []
      : [`${column} TYPE ${type} USING ${name}::${type.replace(/\sCOLLATE\s[\s\S]*/i, "").trimEnd()}`]),
    ...(isRequired(old) === isRequired(now)
      ? []
      : [`${column} ${isRequired(now) ? "SET" : "DROP"} NOT NULL`]),
    ...(value(old) === value(now)
      ? []
      : [value(now) === undefined ? `${column} DROP DEFAULT` : `${column} SET DEFAULT ${value(now)}`]),
    ...constraintEdits(table, old, now),
  ];
}

function isComputed({ text }: TableElement): boolean {
  return /\bGENERATED\s+ALWAYS\s+AS\s*\(/i.test(text);
}

/** Changes of UNIQUE, PRIMARY KEY and REFERENCES behind a column. */
function constraintEdits(table: string, old: TableElement, now: TableElement): readonly string[] {
  const { name } = now;
  return ["UNIQUE", String.raw`PRIMARY\s+KEY`, String.raw`REFERENCES\s+${CLAUSE}`].flatMap((pattern) => {
    const [before, after] = [old, now].map(
      ({ text }) => new RegExp(String.raw`\b${pattern}`, "i").exec(text)?.[0],
    );
    if (before === after) return [];
    const add = /^R/i.test(pattern) ? `ADD FOREIGN KEY (${name}) ${after}` : `ADD ${after} (${name})`;
    return [
      ...(before === undefined ? [] : [`DROP CONSTRAINT ${usualName(table, before, [name])}`]),
      ...(after === undefined ? [] : [add]),
    ];
  });
}

/** Changes of a table's storage: WITH (fillfactor = 70), UNLOGGED. */
function storageEdits(old: string, now: string): readonly string[] {
  const [before, after] = [old, now].map((create) => /\)\s*WITH\s*\(([^()]*)\)\s*$/i.exec(create)?.[1]);
  const isUnlogged = (create: string) => /^CREATE\s+UNLOGGED\b/i.test(create);
  const names = before?.split(",").map((each) => each.replace(/=[\s\S]*/, "").trim());
  return [
    ...(before === after || names === undefined ? [] : [`RESET (${names.join(", ")})`]),
    ...(before === after || after === undefined ? [] : [`SET (${after})`]),
    ...(isUnlogged(old) === isUnlogged(now) ? [] : [`SET ${isUnlogged(now) ? "UNLOGGED" : "LOGGED"}`]),
  ];
}

function elementsOf(create: string): readonly TableElement[] {
  return tableElements(create).flatMap(elementOf);
}

/** The text between the first parentheses of a statement, split at its commas. */
function tableElements(create: string): readonly string[] {
  const elements: string[] = [];
  let depth = 0;
  let element = "";
  const first = create.indexOf("(");
  for (let at = first < 0 ? create.length : first; at < create.length; ) {
    const { text, kind } = tokenAt(create, at);
    at += text.length;
    if (text === "(") depth += 1;
    if (text === ")") depth -= 1;
    if (depth === 0) break;
    if (depth === 1 && text === ",") {
      elements.push(element);
      element = "";
    } else if (!(depth === 1 && text === "(" && element === "" && elements.length === 0)) {
      element += kind === "space" ? " " : text;
    }
  }
  return [...elements, element].map((each) => each.replace(/\s+/g, " ").trim()).filter((each) => each !== "");
}

function elementOf(text: string): readonly TableElement[] {
  if (OF_TABLE.test(text)) return [{ name: text, isColumn: false, text, type: "" }];
  const name = COLUMN_NAME.exec(text)?.[0];
  if (name === undefined) return [];
  const rest = text.slice(name.length).trim();
  const collation = COLLATION.exec(rest)?.[0];
  const bare = rest
    .replace(BEHIND_TYPE, "")
    .replace(/^(big|small)?serial\d?$/i, (_, size = "") => `${size}int`);
  const type = [bare, ...(collation === undefined ? [] : [collation])].join(" ");
  return [{ name, isColumn: true, text, type }];
}
