/** A migration -> units: statements that can be done, or left out, by themselves. */
import { tokensOf } from "../../text/sql.ts";

/** A statement of head's set-up that base's has not. */
export type NewStatement = Readonly<{
  /** File of the tree, or the command that sent it. */
  file: string;
  /** Absent if it is not known. */
  line?: number;
  text: string;
  /** Rows of COPY ... FROM stdin. */
  data?: string;
  /** What is sent in place of the text, where base's database has an older form of it. */
  sql?: readonly string[];
  /** What its file says of its session before it: SET search_path. */
  session?: readonly string[];
}>;

/** Positions of statements, in their order. The first one's position is the unit's place in the migration. */
export type ChangeUnit = Readonly<{ statements: readonly number[] }>;

const KINDS = String.raw`(?:TABLE|INDEX|VIEW|SEQUENCE|FUNCTION|PROCEDURE|ROUTINE|AGGREGATE|TYPE|DOMAIN|TRIGGER|POLICY|RULE|SCHEMA|EXTENSION|COLLATION|STATISTICS|OPERATOR(?:\s+CLASS|\s+FAMILY)?|CAST)`;
const NAME = String.raw`((?:"(?:[^"]|"")+"|[\w$]+)(?:\s*\.\s*(?:"(?:[^"]|"")+"|[\w$]+))*)`;
const MAKES: readonly RegExp[] = [
  new RegExp(
    String.raw`^CREATE\s+(?:OR\s+REPLACE\s+)?(?:(?:UNIQUE|UNLOGGED|MATERIALIZED|RECURSIVE|CONSTRAINT|EVENT|FOREIGN)\s+)*${KINDS}\s+(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?${NAME}`,
    "i",
  ),
  new RegExp(
    String.raw`^ALTER\s[\s\S]*?\bRENAME\s+(?:(?:COLUMN|CONSTRAINT)\s+)?(?:${NAME}\s+)?TO\s+${NAME}`,
    "i",
  ),
  new RegExp(
    String.raw`^ALTER\s+TABLE\s[\s\S]*?\bADD\s+(?:(?:COLUMN|CONSTRAINT)\s+)?(?:IF\s+NOT\s+EXISTS\s+)?${NAME}`,
    "i",
  ),
];
const REMOVES: readonly RegExp[] = [
  new RegExp(
    String.raw`^DROP\s+(?:(?:MATERIALIZED|EVENT|FOREIGN)\s+)*${KINDS}\s+(?:CONCURRENTLY\s+)?(?:IF\s+EXISTS\s+)?${NAME}`,
    "i",
  ),
  new RegExp(String.raw`^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?${NAME}\s+RENAME\s+TO\b`, "i"),
  new RegExp(
    String.raw`^ALTER\s+TABLE\s[\s\S]*?\bDROP\s+(?:(?:COLUMN|CONSTRAINT)\s+)?(?:IF\s+EXISTS\s+)?${NAME}`,
    "i",
  ),
];

/** Statements that only begin and end transactions. Each statement is sent by itself, so that they would say nothing. */
const OF_TRANSACTIONS =
  /^(?:BEGIN|START\s+TRANSACTION|COMMIT|END|ROLLBACK|ABORT|SAVEPOINT|RELEASE|PREPARE\s+TRANSACTION|LOCK)\b/i;
/** Statements that say how the next ones of their file run. */
const OF_SESSIONS = /^(?:(?:SET|RESET)\b|SELECT\s+(?:pg_catalog\.)?set_config\s*\()/i;

export function isOfSession({ text }: Pick<NewStatement, "text">): boolean {
  return OF_SESSIONS.test(text) && !/^SET\s+(?:LOCAL\s+)?(?:TRANSACTION|CONSTRAINTS)\b/i.test(text);
}

/**
 * What takes an object away and makes it again is one unit with what speaks of the object between and afterwards, so that the workload
 * can run behind every unit. What such a unit needs of the statements between goes with it.
 */
export function unitsOf(statements: readonly NewStatement[]): readonly ChangeUnit[] {
  const facts = statements.map(factsOf);
  const taken = new Set<number>();
  const units: ChangeUnit[] = [];
  for (const [at, statement] of statements.entries()) {
    if (taken.has(at) || OF_TRANSACTIONS.test(statement.text) || isOfSession(statement)) continue;
    const unit = unitFrom(at, facts, taken);
    for (const each of unit) taken.add(each);
    units.push({ statements: unit });
  }
  return units;
}

type StatementFacts = Readonly<{
  words: ReadonlySet<string>;
  makes: readonly string[];
  removes: readonly string[];
}>;

/** Of an edit in place the text says what it makes; that it takes the older form away concerns no other statement. */
function factsOf({ text, sql }: NewStatement): StatementFacts {
  const bare = withoutComments(text);
  const removes = sql === undefined ? namesBy(REMOVES, bare) : [];
  return { words: wordsOf(text), makes: namesBy(MAKES, bare), removes };
}

function unitFrom(
  first: number,
  facts: readonly StatementFacts[],
  taken: ReadonlySet<number>,
): readonly number[] {
  const unit = new Set([first]);
  const names = new Set<string>();
  for (let grew = true; grew; ) {
    grew = false;
    for (const name of [...unit].flatMap((at) => remadeBy(at, facts))) {
      if (!names.has(name)) grew = true;
      names.add(name);
    }
    if (names.size === 0) break;
    for (let at = first + 1; at < facts.length; at++) {
      if (unit.has(at) || taken.has(at)) continue;
      const { words, makes } = facts[at]!;
      const isAbout = [...names].some((name) => speaksOf(words, name));
      const later = [...unit].filter((each) => each > at);
      const isNeeded = later.some((each) => makes.some((name) => facts[each]!.words.has(name)));
      if (!isAbout && !isNeeded) continue;
      unit.add(at);
      grew = true;
    }
  }
  return [...unit].sort((a, b) => a - b);
}

/** Names that a statement takes away, and that a later one makes again. */
function remadeBy(at: number, facts: readonly StatementFacts[]): readonly string[] {
  const later = facts.slice(at + 1);
  return facts[at]!.removes.filter((name) => later.some(({ makes }) => makes.includes(name)));
}

/** A partition of a table is spoken of by the table's name and more: `event_2024`. */
function speaksOf(words: ReadonlySet<string>, name: string): boolean {
  return words.has(name) || [...words].some((word) => word.startsWith(`${name}_`));
}

/** @returns positions of earlier units that make what the unit speaks of, and of those that these need in turn */
export function needsOf(
  unit: number,
  units: readonly ChangeUnit[],
  statements: readonly NewStatement[],
): readonly number[] {
  const facts = units.map((each) => mergedFacts(each, statements));
  const needed = new Set<number>();
  const add = (of: number) => {
    for (let at = 0; at < of; at++) {
      if (needed.has(at) || !facts[at]!.makes.some((name) => facts[of]!.words.has(name))) continue;
      needed.add(at);
      add(at);
    }
  };
  add(unit);
  return [...needed].sort((a, b) => a - b);
}

/** @returns positions of later units that need the unit */
export function dependentsOf(
  unit: number,
  units: readonly ChangeUnit[],
  statements: readonly NewStatement[],
): readonly number[] {
  return units.flatMap((_, at) => (at > unit && needsOf(at, units, statements).includes(unit) ? [at] : []));
}

function mergedFacts({ statements: own }: ChangeUnit, statements: readonly NewStatement[]): StatementFacts {
  const all = own.map((at) => factsOf(statements[at]!));
  return {
    words: new Set(all.flatMap(({ words }) => [...words])),
    makes: all.flatMap(({ makes }) => makes),
    removes: all.flatMap(({ removes }) => removes),
  };
}

/** The statement that a unit is named by: what makes an object again says more than what took it away. */
export function mainStatement(
  { statements: own }: ChangeUnit,
  statements: readonly NewStatement[],
): NewStatement {
  const removed = new Set(own.flatMap((at) => factsOf(statements[at]!).removes));
  const again = own.find((at) => factsOf(statements[at]!).makes.some((name) => removed.has(name)));
  return statements[again ?? own[0]!]!;
}

function namesBy(patterns: readonly RegExp[], text: string): readonly string[] {
  return patterns.flatMap((pattern) => {
    const name = pattern
      .exec(text)
      ?.slice(1)
      .findLast((group) => group !== undefined);
    return name === undefined ? [] : [lastPart(name)];
  });
}

/** The name behind the schema, as the server keeps it. */
function lastPart(name: string): string {
  const part = /("(?:[^"]|"")+"|[\w$]+)$/.exec(name.trim())?.[1] ?? name;
  return part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part.toLowerCase();
}

function withoutComments(sql: string): string {
  return tokensOf(sql)
    .map(({ kind, text }) => (kind === "space" ? " " : text))
    .join("");
}

/** Names and words of a statement, those inside its strings too: a function's body is one. */
function wordsOf(sql: string): ReadonlySet<string> {
  const words = tokensOf(sql).flatMap(({ kind, text }): readonly string[] => {
    if (kind === "word") return [text.toLowerCase()];
    if (kind === "quoted") return [text.slice(1, -1).replaceAll('""', '"')];
    return kind === "string"
      ? (text.toLowerCase().match(/[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/g) ?? [])
      : [];
  });
  return new Set(words);
}
