/** Cuts an SQL file into statements, as psql does: each is sent, and fails, on its own, and has a line. */

export type Statement = Readonly<{
  text: string;
  /** Line of its first character in the file, from 1. */
  line: number;
  /** Of COPY ... FROM stdin: the lines that follow it in the file, as pg_dump writes them. */
  data?: string;
  /** Where it is a backslash command, which psql would obey and no server knows: its name, such as \copy. */
  command?: string;
}>;

/** One lexical unit: comments, strings and quoted names hide what is in them. The last alternative is any one character. */
const TOKEN = new RegExp(
  [
    String.raw`--[^\n]*`,
    String.raw`\/\*`,
    // A command of psql: to the end of its line.
    String.raw`\\[^\n]*`,
    // E'...' knows backslashes; others have doubled quotes, which read as two strings.
    String.raw`\b[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)`,
    "'[^']*(?:'|$)",
    '"[^"]*(?:"|$)',
    String.raw`\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$`,
    String.raw`[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*`,
    String.raw`[\s\S]`,
  ].join("|"),
  "g",
);

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
  let start = 0;
  let firstToken = -1;
  let parentheses = 0;
  let blocks = 0;
  let previousWord = "";
  const finish = (end: number, next: number) => {
    start = next;
    if (firstToken >= 0) {
      const text = sql.slice(firstToken, end).trimEnd();
      const copied = COPY_FROM_STDIN.test(text) ? copyData(sql, next) : null;
      start = copied?.end ?? next;
      const data = copied === null ? {} : { data: copied.data };
      statements.push({ text, line: lines.at(firstToken), ...data });
    }
    TOKEN.lastIndex = start;
    firstToken = -1;
    parentheses = 0;
    blocks = 0;
    previousWord = "";
  };
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(sql); match !== null; match = TOKEN.exec(sql)) {
    const [token] = match;
    if (token.startsWith("--") || /^\s$/.test(token)) continue;
    if (token === "/*") {
      TOKEN.lastIndex = endOfComment(sql, match.index);
      continue;
    }
    if (token.startsWith("\\")) {
      if (firstToken >= 0) finish(match.index, match.index + token.length);
      const [command = token] = /^\\[^\s\\]*/.exec(token) ?? [];
      if (!HARMLESS_COMMANDS.has(command))
        statements.push({ text: token.trimEnd(), line: lines.at(match.index), command });
      continue;
    }
    if (token === ";" && parentheses === 0 && blocks === 0) {
      finish(match.index, match.index + 1);
      continue;
    }
    if (firstToken < 0) firstToken = match.index;
    if (token.length > 1 && token.startsWith("$")) {
      const end = sql.indexOf(token, match.index + token.length);
      TOKEN.lastIndex = end < 0 ? sql.length : end + token.length;
    }
    if (token === "(") parentheses += 1;
    if (token === ")") parentheses = Math.max(0, parentheses - 1);
    const word = token.toUpperCase();
    if (word === "ATOMIC" && previousWord === "BEGIN") blocks += 1;
    if (word === "CASE" && blocks > 0) blocks += 1;
    if (word === "END" && blocks > 0) blocks -= 1;
    previousWord = word;
  }
  if (start < sql.length) finish(sql.length, sql.length);
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

/** Comments nest. An open one ends with the text. */
function endOfComment(sql: string, from: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(sql); mark !== null; mark = marks.exec(sql)) {
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return sql.length;
}

/** @param offset in UTF-16 units, as string indexes are */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
