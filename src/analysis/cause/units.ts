/** A migration -> units: statements that can be done, or left out, by themselves. */
import { keptName, SQL_NAME, sqlTokens } from "../../text/sql.ts";

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
const CREATE = new RegExp(
  String.raw`^CREATE\s+(?:OR\s+REPLACE\s+)?(?:(?:UNIQUE|UNLOGGED|MATERIALIZED|RECURSIVE|CONSTRAINT|EVENT|FOREIGN)\s+)*(${KINDS})\s+(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?${SQL_NAME}`,
  "i",
);
const DROP = new RegExp(
  String.raw`^DROP\s+(?:(?:MATERIALIZED|EVENT|FOREIGN)\s+)*(${KINDS})\s+(?:CONCURRENTLY\s+)?(?:IF\s+EXISTS\s+)?(?=${SQL_NAME})`,
  "i",
);
const RENAME = new RegExp(
  String.raw`^ALTER\s[\s\S]*?\bRENAME\s+(?:(?:COLUMN|CONSTRAINT)\s+)?(?:${SQL_NAME}\s+)?TO\s+${SQL_NAME}`,
  "i",
);
const ALTER_TABLE = new RegExp(String.raw`^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?${SQL_NAME}`, "i");
/** A column or a constraint that ALTER TABLE makes or takes away. */
const ACTION = new RegExp(
  String.raw`\b(ADD|DROP)\s+(?:(?:COLUMN|CONSTRAINT)\s+)?(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(?!(?:PRIMARY|UNIQUE|CHECK|FOREIGN|EXCLUDE|GENERATED|NOT|DEFAULT|IDENTITY|EXPRESSION|COLUMN|CONSTRAINT|IF)\b)${SQL_NAME}`,
  "gi",
);
/** Statements that give a table, or rows of it, another name: what speaks of the one speaks of the other. */
const OTHER_NAME = /\b(?:PARTITION\s+OF|RENAME\s+TO)\s/i;
/** Kinds whose names are of one table. */
const OF_TABLES = /^(?:TRIGGER|POLICY|RULE)$/i;
const ON_TABLE = new RegExp(String.raw`\bON\s+(?:ONLY\s+)?${SQL_NAME}`, "i");

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
export function changeUnits(statements: readonly NewStatement[]): readonly ChangeUnit[] {
  const facts = statements.map(statementFacts);
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

/** Names of objects; that of a column, constraint, trigger or policy stands behind its table's. */
type Names = readonly (readonly string[])[];
type StatementFacts = Readonly<{
  words: ReadonlySet<string>;
  makes: Names;
  removes: Names;
  isOtherName: boolean;
}>;

/** Of an edit in place the text says what it makes; that it takes the older form away concerns no other statement. */
function statementFacts({ text, sql }: NewStatement): StatementFacts {
  const bare = withoutComments(text);
  const removes = sql === undefined ? removedBy(bare) : [];
  return { words: sqlWords(text), makes: madeNames(bare), removes, isOtherName: OTHER_NAME.test(bare) };
}

function madeNames(sql: string): Names {
  const [, kind, created] = CREATE.exec(sql) ?? [];
  if (created !== undefined) return [placedName(kind!, created, sql)];
  const renamed = RENAME.exec(sql);
  return renamed === null ? actionsOf(sql, "ADD") : [[keptName(renamed[2]!)]];
}

function removedBy(sql: string): Names {
  const drop = DROP.exec(sql);
  if (drop !== null)
    return listedNames(sql.slice(drop[0].length)).map((name) => placedName(drop[1]!, name, sql));
  const table = ALTER_TABLE.exec(sql)?.[1];
  const isRenamed = table !== undefined && /\sRENAME\s+TO\s/i.test(sql);
  return isRenamed ? [[keptName(table)]] : actionsOf(sql, "DROP");
}

function placedName(kind: string, name: string, sql: string): readonly string[] {
  const table = OF_TABLES.test(kind) ? ON_TABLE.exec(sql)?.[1] : undefined;
  return [...(table === undefined ? [] : [keptName(table)]), keptName(name)];
}

function actionsOf(sql: string, verb: "ADD" | "DROP"): Names {
  const table = ALTER_TABLE.exec(sql)?.[1];
  if (table === undefined) return [];
  return [...sql.matchAll(ACTION)].flatMap(([, said, name]) =>
    said!.toUpperCase() === verb ? [[keptName(table), keptName(name!)]] : [],
  );
}

/** Names with commas between them, as a DROP has them; what a function takes is left out. */
function listedNames(text: string): readonly string[] {
  return text
    .replaceAll(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, "")
    .split(",")
    .flatMap((each) => new RegExp(String.raw`^\s*${SQL_NAME}`).exec(each)?.[1] ?? []);
}

function unitFrom(
  first: number,
  facts: readonly StatementFacts[],
  taken: ReadonlySet<number>,
): readonly number[] {
  const unit = new Set([first]);
  const names = new Map<string, readonly string[]>();
  for (let grew = true; grew; ) {
    grew = false;
    for (const name of [...unit].flatMap((at) => [...remadeBy(at, facts), ...otherNames(facts[at]!)]))
      names.set(name.join(), name);
    if (![...unit].some((at) => remadeBy(at, facts).length > 0)) break;
    for (let at = first + 1; at < facts.length; at++) {
      if (unit.has(at) || taken.has(at)) continue;
      const { words, makes } = facts[at]!;
      const isAbout = [...names.values()].some((name) => containsName(words, name));
      const later = [...unit].filter((each) => each > at);
      const isNeeded = later.some((each) => makes.some((name) => containsName(facts[each]!.words, name)));
      if (!isAbout && !isNeeded) continue;
      unit.add(at);
      grew = true;
    }
  }
  return [...unit].sort((a, b) => a - b);
}

/** Names that a statement takes away, and that a later one makes again. */
function remadeBy(at: number, facts: readonly StatementFacts[]): Names {
  const { removes } = facts[at]!;
  if (removes.length === 0) return [];
  const later = facts.slice(at + 1);
  return removes.filter((name) =>
    later.some(({ makes }) => makes.some((made) => made.join() === name.join())),
  );
}

function otherNames({ isOtherName, makes }: StatementFacts): Names {
  return isOtherName ? makes : [];
}

function containsName(words: ReadonlySet<string>, name: readonly string[]): boolean {
  return name.every((each) => words.has(each));
}

/** Which units need which: by what they make, and speak of. */
export class UnitOrder {
  readonly #facts: readonly StatementFacts[];

  constructor(units: readonly ChangeUnit[], statements: readonly NewStatement[]) {
    this.#facts = units.map((each) => mergedFacts(each, statements));
  }

  /** @returns positions of earlier units that make what the unit speaks of, and of those that these need in turn */
  needs(unit: number): readonly number[] {
    const needed = new Set([unit]);
    for (let at = unit - 1; at >= 0; at--)
      if ([...needed].some((each) => this.#speaksOf(each, at))) needed.add(at);
    needed.delete(unit);
    return [...needed].toReversed();
  }

  /** @returns positions of later units that need the unit */
  dependents(unit: number): readonly number[] {
    const depending = new Set([unit]);
    for (let at = unit + 1; at < this.#facts.length; at++)
      if ([...depending].some((each) => this.#speaksOf(at, each))) depending.add(at);
    depending.delete(unit);
    return [...depending];
  }

  #speaksOf(unit: number, maker: number): boolean {
    return this.#facts[maker]!.makes.some((name) => containsName(this.#facts[unit]!.words, name));
  }
}

function mergedFacts({ statements: own }: ChangeUnit, statements: readonly NewStatement[]): StatementFacts {
  const all = own.map((at) => statementFacts(statements[at]!));
  return {
    words: new Set(all.flatMap(({ words }) => [...words])),
    makes: all.flatMap(({ makes }) => makes),
    removes: all.flatMap(({ removes }) => removes),
    isOtherName: all.some(({ isOtherName }) => isOtherName),
  };
}

/** The statement that a unit is named by: what makes an object again says more than what took it away. */
export function mainStatement(
  { statements: own }: ChangeUnit,
  statements: readonly NewStatement[],
): NewStatement {
  const removed = new Set(
    own.flatMap((at) => statementFacts(statements[at]!).removes.map((name) => name.join())),
  );
  const again = own.find((at) =>
    statementFacts(statements[at]!).makes.some((name) => removed.has(name.join())),
  );
  return statements[again ?? own[0]!]!;
}

function withoutComments(sql: string): string {
  return sqlTokens(sql)
    .map(({ kind, text }) => (kind === "space" ? " " : text))
    .join("");
}

/** Names and words of a statement, those inside its strings too: a function's body is one. */
function sqlWords(sql: string): ReadonlySet<string> {
  const words = sqlTokens(sql).flatMap(({ kind, text }): readonly string[] => {
    if (kind === "word" || kind === "quoted") return [keptName(text)];
    return kind === "string"
      ? (text.match(/[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/g) ?? []).map(keptName)
      : [];
  });
  return new Set(words);
}
