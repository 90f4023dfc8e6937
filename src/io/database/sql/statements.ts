/** Cuts an SQL file into statements, as psql does: each is sent, and fails, on its own, and has a line. */
import { tokenAt } from "../../../text/sql.ts";

export type Statement = Readonly<{
  text: string;
  /** Line of its first character in the file, from 1. */
  line: number;
  /** Lines that follow COPY ... FROM stdin in the file, as pg_dump writes them. */
  data?: string;
  /** Name of a backslash command, which psql would obey and no server knows, such as \copy. */
  command?: string;
}>;

const COPY_FROM_STDIN = /^COPY\b[\s\S]*\bFROM\s+STDIN\b/i;
/** They guard psql against what a dump brings along, and mean nothing to a server. */
const HARMLESS_COMMANDS: ReadonlySet<string> = new Set(["\\restrict", "\\unrestrict"]);

/**
 * Statements of a file, without the semicolons between them; what is only blanks and comments is left out. Semicolons inside
 * parentheses (CREATE RULE) and inside BEGIN ATOMIC ... END (SQL functions) end nothing.
 */
export function splitStatements(sql: string): readonly Statement[] {
  const statements: Statement[] = [];
  const lines = new LineCount(sql);
  let at = 0;
  let firstToken = -1;
  let parentheses = 0;
  let blocks = 0;
  let previousWord = "";
  const finish = (end: number, next: number) => {
    at = next;
    if (firstToken >= 0) {
      const text = sql.slice(firstToken, end).trimEnd();
      const copied = COPY_FROM_STDIN.test(text) ? copyData(sql, next) : null;
      at = copied?.end ?? next;
      const data = copied === null ? {} : { data: copied.data };
      statements.push({ text, line: lines.at(firstToken), ...data });
    }
    firstToken = -1;
    parentheses = 0;
    blocks = 0;
    previousWord = "";
  };
  while (at < sql.length) {
    const { kind, text } = tokenAt(sql, at);
    const begin = at;
    at += text.length;
    if (kind === "space") continue;
    if (text === "\\") {
      // A command of psql: to the end of its line.
      const newline = sql.indexOf("\n", begin);
      at = newline < 0 ? sql.length : newline;
      const line = sql.slice(begin, at);
      finish(begin, at);
      const [command = line] = /^\\[^\s\\]*/.exec(line) ?? [];
      if (!HARMLESS_COMMANDS.has(command))
        statements.push({ text: line.trimEnd(), line: lines.at(begin), command });
      continue;
    }
    if (text === ";" && parentheses === 0 && blocks === 0) {
      finish(begin, at);
      continue;
    }
    if (firstToken < 0) firstToken = begin;
    if (text === "(") parentheses += 1;
    if (text === ")") parentheses = Math.max(0, parentheses - 1);
    const word = kind === "word" ? text.toUpperCase() : "";
    if (word === "ATOMIC" && previousWord === "BEGIN") blocks += 1;
    if (word === "CASE" && blocks > 0) blocks += 1;
    if (word === "END" && blocks > 0) blocks -= 1;
    previousWord = word;
  }
  finish(sql.length, sql.length);
  return statements;
}

/** The lines after the one that `from` is in, to the line `\.` or the end of the file, and where the next statement may begin. */
function copyData(sql: string, from: number): Readonly<{ data: string; end: number }> {
  const newline = sql.indexOf("\n", from);
  const start = newline < 0 ? sql.length : newline + 1;
  for (let mark = sql.indexOf("\\.", start); mark >= 0; mark = sql.indexOf("\\.", mark + 2)) {
    const isLine =
      (mark === start || sql[mark - 1] === "\n") && /^\r?(?:\n|$)/.test(sql.slice(mark + 2, mark + 4));
    if (isLine) return { data: sql.slice(start, mark), end: mark + 2 };
  }
  return { data: sql.slice(start), end: sql.length };
}

/** Lines by offset, asked in rising order: each part of a long file is looked at once. */
class LineCount {
  readonly #text: string;
  #line = 1;
  #next = 0;

  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number): number {
    for (let end = this.#text.indexOf("\n", this.#next); end >= 0 && end < offset; ) {
      this.#line += 1;
      this.#next = end + 1;
      end = this.#text.indexOf("\n", this.#next);
    }
    return this.#line;
  }
}
