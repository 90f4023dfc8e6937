/** Set-up files that were edited in place -> statements that bring a database of base to what head's files say. */
import { tokenAt, tokensOf } from "../../text/sql.ts";
import type { NewStatement } from "./units.ts";

/** A statement of a set-up file, with its place there. */
export type PlacedStatement = Omit<NewStatement, "sql">;

/**
 * Statements of head that base has not, in head's order, and in front of them what takes back those of base that head has not. What is
 * no edit of a known kind is left out: whether the copies are like head's database shows it.
 */
export function newStatements(
  base: readonly PlacedStatement[],
  head: readonly PlacedStatement[],
): readonly NewStatement[] {
  const gone = without(base, head);
  const fresh = without(head, base);
  const edited = new Map(fresh.map((now) => [now, gone.find((old) => isSameObject(old, now))]));
  const replaced = new Set(edited.values());
  const undone = gone
    .filter((old) => !replaced.has(old))
    .flatMap((old): readonly NewStatement[] => {
      const sql = undoOf(old.text);
      const { line: _, ...about } = old;
      return sql === null ? [] : [{ ...about, text: `removed: ${old.text}`, sql: [sql] }];
    });
  const done = fresh.map((now): NewStatement => {
    const old = edited.get(now);
    return old === undefined ? now : { ...now, sql: editOf(old.text, now.text) };
  });
  return [...undone, ...done];
}

/** Those of the first list that the second has not; one that stands there once takes away one. */
function without<T extends PlacedStatement>(all: readonly T[], others: readonly T[]): readonly T[] {
  const counts = new Map<string, number>();
  for (const each of others) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return all.filter((each) => {
    const left = counts.get(keyOf(each)) ?? 0;
    counts.set(keyOf(each), left - 1);
    return left <= 0;
  });
}

/** The same for texts that differ in blanks and comments alone. */
function keyOf({ text, data = "" }: PlacedStatement): string {
  const tokens = tokensOf(text).filter(({ kind }) => kind !== "space");
  return JSON.stringify([tokens.map((token) => token.text), data]);
}

const NAME = String.raw`((?:"(?:[^"]|"")+"|[\w$]+)(?:\s*\.\s*(?:"(?:[^"]|"")+"|[\w$]+))*)`;
const OR_REPLACE = String.raw`(?:OR\s+REPLACE\s+)?`;
const HEADS = {
  index: new RegExp(
    String.raw`^CREATE\s+(?:UNIQUE\s+)?INDEX\s+(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?${NAME}`,
    "i",
  ),
  table: new RegExp(String.raw`^CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?${NAME}\s*\(`, "i"),
  "materialized view": new RegExp(
    String.raw`^CREATE\s+MATERIALIZED\s+VIEW\s+(?:IF\s+NOT\s+EXISTS\s+)?${NAME}`,
    "i",
  ),
  view: new RegExp(String.raw`^CREATE\s+${OR_REPLACE}(?:RECURSIVE\s+)?VIEW\s+${NAME}`, "i"),
  function: new RegExp(String.raw`^CREATE\s+${OR_REPLACE}FUNCTION\s+${NAME}`, "i"),
  procedure: new RegExp(String.raw`^CREATE\s+${OR_REPLACE}PROCEDURE\s+${NAME}`, "i"),
  statistics: new RegExp(String.raw`^CREATE\s+STATISTICS\s+(?:IF\s+NOT\s+EXISTS\s+)?${NAME}`, "i"),
  trigger: new RegExp(
    String.raw`^CREATE\s+${OR_REPLACE}(?:CONSTRAINT\s+)?TRIGGER\s+${NAME}[\s\S]*?\bON\s+${NAME}`,
    "i",
  ),
  policy: new RegExp(String.raw`^CREATE\s+POLICY\s+${NAME}\s+ON\s+${NAME}`, "i"),
  constraint: new RegExp(String.raw`^ALTER\s+TABLE\s+(?:ONLY\s+)?${NAME}\s+ADD\s+CONSTRAINT\s+${NAME}`, "i"),
} as const;
type ObjectHead = Readonly<{ kind: keyof typeof HEADS; names: readonly string[] }>;

function headOf(text: string): ObjectHead | null {
  for (const kind of Object.keys(HEADS) as (keyof typeof HEADS)[]) {
    const found = HEADS[kind].exec(text);
    if (found !== null) return { kind, names: found.slice(1) };
  }
  return null;
}

function isSameObject(old: PlacedStatement, now: PlacedStatement): boolean {
  const [one, other] = [headOf(old.text), headOf(now.text)];
  return one !== null && other !== null && one.kind === other.kind && one.names.join() === other.names.join();
}

/** Takes an object away; null for statements that make none, or one whose name is not all that is needed. */
function undoOf(text: string): string | null {
  const head = headOf(text);
  if (head === null) return null;
  const [name, place] = head.names;
  const { kind } = head;
  if (kind === "constraint") return `ALTER TABLE ${name} DROP CONSTRAINT ${place}`;
  const on = kind === "trigger" || kind === "policy" ? ` ON ${place}` : "";
  return `DROP ${kind} IF EXISTS ${name}${on}`;
}

/** Kinds of which the new form takes the old one's place by itself. */
const REPLACEABLE: readonly ObjectHead["kind"][] = ["view", "function", "procedure"];

/** Statements that make the new text of the old one. */
function editOf(old: string, now: string): readonly string[] {
  const { kind, names } = headOf(now)!;
  if (kind === "table") return tableEdits(names[0]!, old, now);
  if (REPLACEABLE.includes(kind))
    return [now.replace(/^CREATE\s+(?:OR\s+REPLACE\s+)?/i, "CREATE OR REPLACE ")];
  return [undoOf(old)!, now];
}

/** A column, or a constraint of the table, by the name that tells it from others. */
type TableElement = Readonly<{ name: string; isColumn: boolean; text: string; type: string }>;

const OF_TABLE = /^(?:CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN|EXCLUDE|LIKE)\b/i;
/** Words behind the type of a column. */
const BEHIND_TYPE =
  /\s+(?:NOT\s+NULL|NULL|DEFAULT|PRIMARY|UNIQUE|CHECK|REFERENCES|CONSTRAINT|GENERATED|COLLATE|STORAGE|COMPRESSION)\b[\s\S]*$/i;

function tableEdits(table: string, old: string, now: string): readonly string[] {
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
    ...dropped.flatMap(({ name, isColumn, text }) => (isColumn ? [`DROP COLUMN ${name}`] : dropOf(text))),
    ...added.map(({ isColumn, text }) => (isColumn ? `ADD COLUMN ${text}` : `ADD ${text}`)),
    ...changed.flatMap(({ earlier, each }) => columnEdits(earlier, each)),
  ];
  return edits.map((edit) => `ALTER TABLE ${table} ${edit}`);
}

function dropOf(constraint: string): readonly string[] {
  const name = /^CONSTRAINT\s+("(?:[^"]|"")+"|[\w$]+)/i.exec(constraint)?.[1];
  return name === undefined ? [] : [`DROP CONSTRAINT ${name}`];
}

/** Type, NOT NULL and default of a column. */
function columnEdits(old: TableElement, now: TableElement): readonly string[] {
  const { name, type } = now;
  const isRequired = ({ text }: TableElement) => /\bNOT\s+NULL\b|\bPRIMARY\s+KEY\b/i.test(text);
  const value = ({ text }: TableElement) =>
    /\bDEFAULT\s+([\s\S]+?)(?=\s+(?:NOT\s+NULL|NULL|PRIMARY|UNIQUE|CHECK|REFERENCES|CONSTRAINT)\b|$)/i.exec(
      text,
    )?.[1];
  const column = `ALTER COLUMN ${name}`;
  return [
    ...(old.type === type
      ? []
      : [`${column} TYPE ${type} USING ${name}::${type.replace(/\s+COLLATE\s[\s\S]*$/i, "")}`]),
    ...(isRequired(old) === isRequired(now)
      ? []
      : [`${column} ${isRequired(now) ? "SET" : "DROP"} NOT NULL`]),
    ...(value(old) === value(now)
      ? []
      : [value(now) === undefined ? `${column} DROP DEFAULT` : `${column} SET DEFAULT ${value(now)}`]),
  ];
}

/** What stands between the parentheses of CREATE TABLE, cut at its commas. */
function elementsOf(create: string): readonly TableElement[] {
  const elements: string[] = [];
  let depth = 0;
  let element = "";
  for (let at = create.indexOf("("); at < create.length; ) {
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
  return [...elements, element].map((each) => each.replace(/\s+/g, " ").trim()).flatMap(elementOf);
}

function elementOf(text: string): readonly TableElement[] {
  if (text === "") return [];
  if (OF_TABLE.test(text)) return [{ name: text, isColumn: false, text, type: "" }];
  const name = /^("(?:[^"]|"")+"|[\w$]+)/.exec(text)?.[1];
  if (name === undefined) return [];
  const rest = text.slice(name.length).trim();
  const collation = /\bCOLLATE\s+(?:"(?:[^"]|"")+"|[\w$.]+)/i.exec(rest)?.[0];
  const type = [rest.replace(BEHIND_TYPE, ""), ...(collation === undefined ? [] : [collation])].join(" ");
  return [{ name, isColumn: true, text, type }];
}
