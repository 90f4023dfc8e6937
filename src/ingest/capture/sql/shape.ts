/** A statement without its values: what is equal in all its executions, and what it was given in this one. */

import type { ParameterValue } from "../../../analysis/samples/sent-statements.ts";
import { isCode } from "./code.ts";
import {
  type Context,
  insertColumns,
  nestingOf,
  placeContext,
  type StatementSubject,
  statementSubject,
} from "./context.ts";
import { withoutMark } from "./marks.ts";
import type { Token } from "./tokens.ts";

/** A place where a value stands. */
export type Slot = Readonly<{
  /** The column, or the like, that it belongs to; null where that is not plain. */
  column: string | null;
  /** Name that the statement has for the column's table; null where it names none. */
  qualifier: string | null;
  /** Tables of the innermost query that it stands in. */
  nearest: readonly string[];
  /** True if it is a value of a new row. */
  inserts: boolean;
  /** True if a row is looked for by it. */
  seeks: boolean;
  /** The function that it is given to, in lower case, and which of its arguments it is, from 0. */
  callee: string | null;
  argument: number | null;
  /** Type that the statement itself gives it, in lower case. */
  type: string | null;
  /** The type stands before the value. */
  isTypeBefore: boolean;
}>;

export type Piece =
  | Readonly<{ kind: "text"; text: string }>
  | Readonly<{ kind: "slot"; slot: number }>
  /** IN (1, 2, 3), ARRAY[1, 2, 3]: one slot, as many values as there happen to be. `tail` is a cast that follows each. */
  | Readonly<{ kind: "list"; slot: number; tail: string }>
  /** VALUES (...), (...): the pieces of a row, as many rows as there happen to be. */
  | Readonly<{ kind: "rows"; row: readonly Piece[] }>;

export type StatementShape = Readonly<{
  /** Equal for statements that differ in values, blanks, comments and capitals only. */
  key: string;
  pieces: readonly Piece[];
  slots: readonly Slot[];
  subject: StatementSubject;
  /** Schemas that stand for others whose names differ by a hash only. */
  folded: readonly string[];
}>;

/** One value of one execution; undefined where the log does not show it. */
export type Given = Readonly<{ value: ParameterValue | undefined; isQuoted: boolean }>;

export type StatementReading = Readonly<{
  shape: StatementShape;
  /** Values for each slot: one, or those of a list or of all rows. */
  given: readonly (readonly Given[])[];
  /** Lengths of lists and numbers of rows, in the order of the pieces. */
  lengths: readonly number[];
}>;

/** A token that stands for itself, or a value in its place. */
type Item = Readonly<{ text: string; isSpace: boolean; given: Given | null; context: Context | null }>;

/** @param values of $1, $2 ... */
export function readingOf(sent: readonly Token[], values: readonly ParameterValue[]): StatementReading {
  const { tokens, folded } = withoutHashes(sent);
  const subject = statementSubject(tokens);
  const builder = new Builder();
  const items = shapeItems(tokens, values);
  for (let at = 0; at < items.length; ) at += builder.take(items, at);
  return builder.reading(subject, folded);
}

/** The places of $1, $2 ..., by number: the first where one has several. */
export function parameterSlots(
  tokens: readonly Token[],
): ReadonlyMap<number, Readonly<{ slot: Slot; subject: StatementSubject }>> {
  const said = tokens.filter(({ kind }) => kind !== "space");
  const [columns, nesting, subject] = [insertColumns(said), nestingOf(said), statementSubject(tokens)];
  const slots = new Map<number, { slot: Slot; subject: StatementSubject }>();
  for (const [at, { kind, text }] of said.entries()) {
    const number = Number(text.slice(1));
    if (kind !== "parameter" || slots.has(number)) continue;
    slots.set(number, { slot: slotOf(placeContext(said, at, nesting, columns)), subject });
  }
  return slots;
}

function slotOf({ isInserted, isSought, ...context }: Context): Slot {
  const { column, qualifier, nearest, callee, argument, type, isTypeBefore } = context;
  const uses = { inserts: isInserted, seeks: isSought };
  return { column, qualifier, nearest, ...uses, callee, argument, type, isTypeBefore };
}

function withoutHashes(sent: readonly Token[]): { tokens: readonly Token[]; folded: readonly string[] } {
  const folded = new Set<string>();
  const tokens = sent.map((token, at) => {
    const isSchema = (token.kind === "word" || token.kind === "quoted") && sent[at + 1]?.text === ".";
    const text = isSchema ? withoutMark(token.text) : token.text;
    if (text === token.text) return token;
    folded.add(text.replaceAll('"', ""));
    return { ...token, text };
  });
  return folded.size === 0 ? { tokens: sent, folded: [] } : { tokens, folded: [...folded] };
}

function shapeItems(tokens: readonly Token[], values: readonly ParameterValue[]): readonly Item[] {
  const said = tokens.filter(({ kind }) => kind !== "space");
  const columns = insertColumns(said);
  const nesting = nestingOf(said);
  const items: Item[] = [];
  let position = 0;
  for (const token of trimmedTokens(tokens)) {
    if (token.kind === "space") {
      items.push({ text: blank(token.text), isSpace: true, given: null, context: null });
      continue;
    }
    const context = mattersWhere(token) ? placeContext(said, position, nesting, columns) : null;
    const given = context === null ? null : givenBy(token, context, values);
    // The sign before belongs to the value: ranges may go below zero.
    if (given !== null && context?.isNegative === true) {
      while (items.at(-1)?.isSpace === true) items.pop();
      items.pop();
    }
    // A slice's `[a:b]` is no variable of a script.
    const text = token.text === ":" ? ": " : token.text;
    items.push({ text, isSpace: false, given, context });
    position += 1;
  }
  return items;
}

/** True for values, and for what begins a row: the context of all other tokens is not used. */
function mattersWhere({ kind, text }: Token): boolean {
  if (kind === "word") return WORDS.has(text.toUpperCase());
  return kind === "number" || kind === "string" || kind === "parameter" || text === "(";
}

/** Removes the semicolon at the end, and blanks around. */
function trimmedTokens(tokens: readonly Token[]): readonly Token[] {
  const isEdge = ({ kind, text }: Token) => kind === "space" || text === ";";
  const start = tokens.findIndex((token) => !isEdge(token));
  const end = tokens.findLastIndex((token) => !isEdge(token));
  return start < 0 ? [] : tokens.slice(start, end + 1);
}

/** Comments go: tools write user names and traces into them. Lines stay lines where the statement has some. */
function blank(text: string): string {
  return /^\s+$/.test(text) && text.includes("\n") ? text.slice(text.lastIndexOf("\n")) : " ";
}

const WORDS: ReadonlySet<string> = new Set(["NULL", "TRUE", "FALSE"]);

function givenBy(token: Token, context: Context, values: readonly ParameterValue[]): Given | null {
  if (token.kind === "parameter") {
    return { value: values[Number(token.text.slice(1)) - 1], isQuoted: true };
  }
  if (token.kind === "number") {
    if (context.isPosition) return null;
    return { value: context.isNegative ? `-${token.text}` : token.text, isQuoted: false };
  }
  if (token.kind === "string") return isCode(token, context) ? null : { value: token.value, isQuoted: true };
  const word = token.text.toUpperCase();
  if (token.kind !== "word" || !context.isInRow || !WORDS.has(word)) return null;
  return { value: word === "NULL" ? null : word.toLowerCase(), isQuoted: false };
}

class Builder {
  readonly #pieces: Piece[] = [];
  readonly #slots: Slot[] = [];
  readonly #given: Given[][] = [];
  readonly #lengths: number[] = [];
  readonly #key: string[] = [];

  /** @returns how many items are done with */
  take(items: readonly Item[], at: number): number {
    return this.#rows(items, at) || this.#list(items, at) || this.#one(items[at]!, this.#pieces);
  }

  reading(subject: StatementSubject, folded: readonly string[]): StatementReading {
    const shape = { key: this.#key.join(" "), pieces: this.#pieces, slots: this.#slots, subject, folded };
    return { shape, given: this.#given, lengths: this.#lengths };
  }

  #one({ text, isSpace, given, context }: Item, pieces: Piece[]): number {
    if (given !== null) {
      pieces.push({ kind: "slot", slot: this.#slot(context!, [given]) });
      this.#key.push("?");
      return 1;
    }
    const last = pieces.at(-1);
    if (last?.kind === "text") pieces[pieces.length - 1] = { kind: "text", text: last.text + text };
    else pieces.push({ kind: "text", text });
    if (!isSpace) this.#key.push(text.startsWith('"') || text.includes("'") ? text : text.toLowerCase());
    return 1;
  }

  #slot(context: Context, given: Given[]): number {
    this.#slots.push(slotOf(context));
    this.#given.push(given);
    return this.#slots.length - 1;
  }

  /** Reads the list in the parentheses of IN or the brackets of ARRAY, if it holds values, each with the same cast, and nothing else. */
  #list(items: readonly Item[], at: number): number {
    const { given: first, context } = items[at]!;
    const closing = context?.opensList ?? null;
    if (first === null || closing === null) return 0;
    const elements: Item[][] = [[]];
    let end = at;
    for (; end < items.length && items[end]!.text !== closing; end++) {
      const item = items[end]!;
      if (/^[([]$/.test(item.text)) return 0;
      if (item.text === ",") elements.push([]);
      else if (!item.isSpace) elements.at(-1)!.push(item);
    }
    const given = elements.flatMap(([value]) => value?.given ?? []);
    const tails = elements.map(([, ...tail]) => tail.map(({ text }) => text).join(" "));
    const isPlain = given.length === elements.length && tails.every((each) => each === tails[0]);
    if (!isPlain || !/^(?::: \w+)?$/.test(tails[0]!)) return 0;
    const tail = tails[0]!.replace(" ", "");
    this.#pieces.push({ kind: "list", slot: this.#slot(context!, given), tail });
    this.#lengths.push(given.length);
    this.#key.push(`?,${tail}`);
    return end - at;
  }

  /** Rows of VALUES that are alike; those that are not stay what they are. */
  #rows(items: readonly Item[], at: number): number {
    if (items[at]!.context?.opensRow !== true) return 0;
    const first = rowAt(items, at);
    if (first === null) return 0;
    const rows = [first];
    let end = first.end;
    for (let next = afterComma(items, end); next >= 0; next = afterComma(items, end)) {
      const row = rowAt(items, next);
      if (row === null || row.key !== first.key) break;
      rows.push(row);
      end = row.end;
    }
    const before = this.#slots.length;
    const pieces: Piece[] = [];
    for (const item of items.slice(at, first.end)) this.#one(item, pieces);
    for (const row of rows.slice(1)) {
      for (const [position, given] of row.given.entries()) this.#given[before + position]!.push(given);
    }
    this.#pieces.push({ kind: "rows", row: pieces });
    this.#lengths.push(rows.length);
    return end - at;
  }
}

type ValuesRow = Readonly<{ end: number; key: string; given: readonly Given[] }>;

/** Reads a row from its opening parenthesis to the one that closes it. */
function rowAt(items: readonly Item[], at: number): ValuesRow | null {
  let depth = 0;
  for (let end = at; end < items.length; end++) {
    if (items[end]!.text === "(") depth += 1;
    if (items[end]!.text === ")") depth -= 1;
    if (depth > 0) continue;
    const row = items.slice(at, end + 1);
    const key = row.map(({ given, text, isSpace }) =>
      given !== null ? "?" : isSpace ? "" : text.toLowerCase(),
    );
    return {
      end: end + 1,
      key: key.join(" "),
      given: row.flatMap(({ given }) => (given === null ? [] : [given])),
    };
  }
  return null;
}

/** Position of the next row; -1 where there is none. */
function afterComma(items: readonly Item[], from: number): number {
  const next = (at: number) => {
    while (items[at]?.isSpace === true) at += 1;
    return at;
  };
  const comma = next(from);
  if (items[comma]?.text !== ",") return -1;
  const row = next(comma + 1);
  return items[row]?.text === "(" ? row : -1;
}
