/** Context of a value in a statement: the column that it belongs to, the function that it is given to. */
import type { Token } from "./tokens.ts";
import { isTypeBefore, typeGiven } from "./types.ts";

export type Context = Readonly<{
  column: string | null;
  /** What stands before the column's name and a dot: a table, or another name for one. */
  qualifier: string | null;
  /** Tables of the innermost query that it stands in: a bare column is rather theirs than those of queries around. */
  nearest: readonly string[];
  /** The type that the statement gives it. */
  type: string | null;
  /** The type stands before it: `interval '1 day'`. */
  isTypeBefore: boolean;
  /** The function whose argument it is, in lower case. */
  callee: string | null;
  /** Which argument it is, from 0; null for an element of an array. */
  argument: number | null;
  /** The words before and after, in upper case. */
  before: string;
  after: string;
  /** A sign before it that is no operator between two values. */
  isNegative: boolean;
  /** True for the number of ORDER BY 2 and GROUP BY 1: it names a column. */
  isPosition: boolean;
  /** A parenthesis that opens a row of VALUES. */
  opensRow: boolean;
  /** The sign that closes the list, for the first value in the parentheses of IN or the brackets of ARRAY. */
  opensList: ")" | "]" | null;
  /** True if it stands by itself between the commas of a row. */
  isInRow: boolean;
  isInserted: boolean;
  /** True if a row is looked for by it: `WHERE column = value`, IN, = ANY. */
  isSought: boolean;
}>;

/** Verb and table of a statement, as far as its words name them. */
export type StatementSubject = Readonly<{
  verb: string;
  table: string | null;
  /** Columns that an INSERT of one row returns: values that the program then knows, and no log shows. */
  returns: readonly string[];
  /** Tables by the names that the statement has for them. */
  tables: ReadonlyMap<string, string>;
}>;

const upper = (token: Token | undefined) => token?.text.toUpperCase() ?? "";

/** A name as SQL means it; null where the token is none. */
function identifierIn(token: Token | undefined): string | null {
  if (token?.kind === "quoted") return token.text.replace(/^"|"$/g, "").replaceAll('""', '"');
  return token?.kind === "word" ? token.text.toLowerCase() : null;
}

/** The columns that INSERT INTO t (a, b) names. */
export function insertColumns(said: readonly Token[]): readonly string[] {
  const into = said.findIndex((token, at) => upper(token) === "INTO" && upper(said[at - 1]) === "INSERT");
  if (into < 0) return [];
  const open = said.findIndex(({ text }, at) => at > into && text === "(");
  if (
    open < 0 ||
    said.slice(into, open).some((token) => ["VALUES", "SELECT", "DEFAULT"].includes(upper(token)))
  )
    return [];
  const close = said.findIndex(({ text }, at) => at > open && text === ")");
  return said.slice(open + 1, close).flatMap((token) => identifierIn(token) ?? []);
}

/** Parenthesis or bracket that each token is in, and the commas before it there. Made in one pass, for rows may be many. */
type Nesting = Readonly<{
  /** Position of the innermost that is open; -1 outside of all. */
  open: readonly number[];
  commas: readonly number[];
  /** The last word up to each token that begins conditions, or SET, which gives values; "" before the first. */
  clauses: readonly string[];
  /** Parentheses that open a row of VALUES. */
  rows: ReadonlySet<number>;
  /** Tables of each query, by the parenthesis that opens it; -1 for the statement itself. */
  queries: ReadonlyMap<number, readonly string[]>;
}>;

export function nestingOf(said: readonly Token[]): Nesting {
  const open: number[] = [];
  const commas: number[] = [];
  const clauses: string[] = [];
  const rows = new Set<number>();
  const stack: { at: number; commas: number }[] = [{ at: -1, commas: 0 }];
  let closed = -1;
  for (const [at, token] of said.entries()) {
    const inside = stack.at(-1)!;
    open.push(inside.at);
    commas.push(inside.commas);
    clauses.push(CLAUSE.test(token.text) ? upper(token) : (clauses.at(-1) ?? ""));
    if (token.text === ",") inside.commas += 1;
    if (/^[)\]]$/.test(token.text) && stack.length > 1) closed = stack.pop()!.at;
    if (!/^[([]$/.test(token.text)) continue;
    const followsRow = said[at - 1]?.text === "," && said[at - 2]?.text === ")" && rows.has(closed);
    if (upper(said[at - 1]) === "VALUES" || followsRow) rows.add(at);
    stack.push({ at, commas: 0 });
  }
  return { open, commas, clauses, rows, queries: tablesByQuery(said, open) };
}

const CLAUSE = /^(?:WHERE|ON|HAVING|SET)$/i;

/** First words of a query in parentheses. */
const QUERY = /^(?:SELECT|INSERT|UPDATE|DELETE|MERGE)$/;

function tablesByQuery(said: readonly Token[], open: readonly number[]): Nesting["queries"] {
  const own = new Map<number, Token[]>([[-1, []]]);
  for (const [at, token] of said.entries()) {
    own.get(open[at]!)?.push(token);
    if (token.text === "(" && QUERY.test(upper(said[at + 1]))) own.set(at, []);
  }
  return new Map([...own].map(([at, tokens]) => [at, [...new Set(tablesOf(tokens).values())]]));
}

function nearestTables({ open, queries }: Nesting, at: number): readonly string[] {
  let parenthesis = open[at] ?? -1;
  while (!queries.has(parenthesis)) parenthesis = open[parenthesis] ?? -1;
  return queries.get(parenthesis)!;
}

export function placeContext(
  said: readonly Token[],
  at: number,
  nesting: Nesting,
  columns: readonly string[],
): Context {
  const { open, commas, rows } = nesting;
  const sign = signBefore(said, at);
  const start = sign ? at - 1 : at;
  const whole = arrayAround(said, at, open);
  const parenthesis = open[whole] ?? -1;
  const isInRow = rows.has(parenthesis);
  const isInserted = isInRow && columns.length > 0;
  const called = said[parenthesis - 1];
  const before = upper(said[start - 1]);
  const isLimit = before === "LIMIT" || before === "OFFSET";
  const compared = isInserted || isLimit ? -1 : comparedWith(said, start, at, open[at] ?? -1);
  const inserted = isInserted ? (columns[commas[whole]!] ?? null) : null;
  return {
    column: isLimit ? before.toLowerCase() : (inserted ?? identifierIn(said[compared])),
    qualifier: said[compared - 1]?.text === "." ? identifierIn(said[compared - 2]) : null,
    nearest: nearestTables(nesting, at),
    type: typeGiven(said, at),
    isTypeBefore: isTypeBefore(said, at),
    callee: called?.kind === "word" ? called.text.toLowerCase() : null,
    argument: whole === at ? (commas[at] ?? 0) : null,
    before,
    after: said
      .slice(at + 1, at + 3)
      .map(upper)
      .join(""),
    isNegative: sign,
    isPosition: isPosition(said, start),
    opensRow: rows.has(at),
    opensList: listClosing(said, start),
    isInRow:
      isInRow &&
      whole === at &&
      /^[(,]$/.test(said[start - 1]?.text ?? "") &&
      /^[),]$/.test(said[at + 1]?.text ?? ""),
    isInserted,
    isSought: compared >= 0 && isSought(said, start, open[at] ?? -1, nesting),
  };
}

/** Position of the bracket of the outermost array that it is in, which stands for the array; its own position outside of all. */
function arrayAround(said: readonly Token[], at: number, open: readonly number[]): number {
  while (said[open[at] ?? -1]?.text === "[") at = open[at]!;
  return at;
}

function listClosing(said: readonly Token[], start: number): Context["opensList"] {
  const opening = said[start - 1]?.text;
  const word = upper(said[start - 2]);
  if (opening === "(") return word === "IN" ? ")" : null;
  return opening === "[" && word === "ARRAY" ? "]" : null;
}

/** `=` in a condition: that of SET gives a column a value. */
function isSought(said: readonly Token[], start: number, open: number, { clauses }: Nesting): boolean {
  let left = upper(said[start - 1]) === "," ? open : start - 1;
  while (/^(?:[([]|ANY|SOME|ARRAY)$/.test(upper(said[left]))) left -= 1;
  if (!/^(?:=|IN)$/.test(upper(said[left]))) return false;
  const clause = clauses[left]!;
  return clause !== "" && clause !== "SET";
}

/** Tokens that an expression follows: a sign there belongs to what comes next. */
const OPENERS =
  /^(?:[([,]|SELECT|WHERE|AND|OR|NOT|THEN|ELSE|WHEN|BETWEEN|IN|LIMIT|OFFSET|RETURNING|VALUES|BY|ON|SET|CASE|HAVING|LIKE)$/;

function signBefore(said: readonly Token[], at: number): boolean {
  if (said[at]?.kind !== "number" || said[at - 1]?.text !== "-") return false;
  const before = said[at - 2];
  return before === undefined || before.kind === "operator" || OPENERS.test(upper(before));
}

const COMPARES = /^(?:(?!\|\|$)[<>=!~*@&|^#%/+-]+|LIKE|ILIKE|BETWEEN|IN|TO|FROM)$/;

/**
 * Position of the name in `column = value`, `column IN (value, value)`, `column BETWEEN value AND value`, `column = ANY (value)`,
 * `value = column`; -1 where there is none.
 */
function comparedWith(said: readonly Token[], start: number, at: number, open: number): number {
  let left = upper(said[start - 1]) === "," ? open : start - 1;
  while (/^[([]$/.test(said[left]?.text ?? "") || isWrapper(said[left])) left -= 1;
  if (upper(said[left]) === "AND" && upper(said[left - 2]) === "BETWEEN") left -= 2;
  const isOperator = (token: Token | undefined) => COMPARES.test(upper(token)) || upper(token) === "NOT";
  if (isOperator(said[left])) {
    while (isOperator(said[left])) left -= 1;
    return said[left]?.text === ")" ? left - 1 : left;
  }
  const right = said[at + 1];
  return right?.kind === "operator" && /^[<>=!]+$/.test(right.text) ? lastName(said, at + 2) : -1;
}

/** Position of the last name of an `a.b.c` that begins there; -1 if it is a call. */
function lastName(said: readonly Token[], at: number): number {
  while (said[at + 1]?.text === "." && identifierIn(said[at + 2]) !== null) at += 2;
  return said[at + 1]?.text === "(" ? -1 : at;
}

/** Functions that change the form of a value and not what it is of. */
function isWrapper(token: Token | undefined): boolean {
  return /^(?:ANY|SOME|ALL|LOWER|UPPER|TRIM|ARRAY)$/.test(upper(token));
}

/** Tokens of an ORDER BY or GROUP BY that are looked at. */
const POSITIONS_MOST = 64;

function isPosition(said: readonly Token[], at: number): boolean {
  for (let before = at - 1; before > Math.max(0, at - POSITIONS_MOST); before--) {
    if (upper(said[before]) === "BY") return /^(?:ORDER|GROUP)$/.test(upper(said[before - 1]));
    const isList =
      said[before]!.kind === "number" || /^(?:,|ASC|DESC|NULLS|FIRST|LAST)$/.test(upper(said[before]));
    if (!isList) return false;
  }
  return false;
}

export function statementSubject(tokens: readonly Token[]): StatementSubject {
  const said = tokens.filter(({ kind }) => kind !== "space");
  const verbs = ["INSERT", "UPDATE", "DELETE", "MERGE", "CALL", "LOCK", "NOTIFY"];
  const isWith = upper(said[0]) === "WITH";
  const main = isWith ? said.findIndex((token) => verbs.includes(upper(token))) : 0;
  const verb = isWith && main < 0 ? "select" : upper(said[Math.max(0, main)]).toLowerCase();
  const marker =
    { insert: "INTO", merge: "INTO", update: "UPDATE", call: "CALL", lock: "LOCK" }[verb] ?? "FROM";
  const at = said.findIndex((token, position) => position >= main && upper(token) === marker);
  const table = at < 0 ? null : tableAt(said, at + 1);
  return {
    verb: /^[a-z]+$/.test(verb) ? verb : "select",
    table,
    returns: verb === "insert" ? returnsOf(said) : [],
    tables: tablesOf(said),
  };
}

const NO_ALIAS =
  /^(?:WHERE|ON|USING|JOIN|INNER|LEFT|RIGHT|FULL|CROSS|NATURAL|SET|VALUES|SELECT|DEFAULT|ORDER|GROUP|LIMIT|OFFSET|FOR|UNION|RETURNING|HAVING|WINDOW|TABLESAMPLE|EXCEPT|INTERSECT|FETCH|OVERRIDING|WHEN)$/;

/** Tables after FROM, JOIN, INTO, UPDATE, USING and the commas between them, by their aliases and by themselves. */
function tablesOf(said: readonly Token[]): ReadonlyMap<string, string> {
  const tables = new Map<string, string>();
  for (const [at, token] of said.entries()) {
    if (token.kind !== "word" || !/^(?:FROM|JOIN|INTO|UPDATE|USING)$/.test(upper(token))) continue;
    for (let next = at; next === at || said[next]?.text === ","; ) {
      next += 1;
      while (/^(?:ONLY|LATERAL)$/.test(upper(said[next]))) next += 1;
      while (said[next + 1]?.text === "." && identifierIn(said[next + 2]) !== null) next += 2;
      const table = identifierIn(said[next]);
      if (table === null || (said[next]!.kind === "word" && NO_ALIAS.test(upper(said[next])))) break;
      tables.set(table, table);
      next += upper(said[next + 1]) === "AS" ? 2 : 1;
      const alias = NO_ALIAS.test(upper(said[next])) ? null : identifierIn(said[next]);
      if (alias === null) continue;
      tables.set(alias, table);
      next += 1;
    }
  }
  return tables;
}

function tableAt(said: readonly Token[], at: number): string | null {
  while (/^(?:ONLY|TABLE|LATERAL|\()$/.test(upper(said[at]))) at += 1;
  while (said[at + 1]?.text === "." && identifierIn(said[at + 2]) !== null) at += 2;
  return identifierIn(said[at]);
}

/** Plain names after RETURNING; none where several rows, or none, may come back. */
function returnsOf(said: readonly Token[]): readonly string[] {
  const at = said.findIndex((token) => upper(token) === "RETURNING");
  const isOneRow = !said.some((token) => upper(token) === "SELECT" || upper(token) === "CONFLICT");
  if (at < 0 || !isOneRow) return [];
  const names: string[] = [];
  for (let next = at + 1; next < said.length && said[next]!.text !== ";"; next += 2) {
    while (said[next + 1]?.text === "." && identifierIn(said[next + 2]) !== null) next += 2;
    const name = identifierIn(said[next]);
    if (name === null || !/^(?:,|;)?$/.test(said[next + 1]?.text ?? "")) return [];
    names.push(name);
  }
  return names;
}
