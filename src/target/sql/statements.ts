/** Cuts an SQL file into statements, as psql does: each is sent, and fails, on its own, and has a line. */

export type Statement = Readonly<{
  text: string;
  /** Line of its first character in the file, from 1. */
  line: number;
}>;

/** One lexical unit: comments, strings and quoted names hide what is in them. The last alternative is any one character. */
const TOKEN = new RegExp(
  [
    String.raw`--[^\n]*`,
    String.raw`\/\*`,
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

/**
 * Statements of a file, without the semicolons between them; what is only blanks and comments is left out. Semicolons inside
 * parentheses (CREATE RULE) and inside BEGIN ATOMIC ... END (SQL functions) end nothing.
 */
export function splitStatements(sql: string): readonly Statement[] {
  const statements: Statement[] = [];
  let start = 0;
  let firstToken = -1;
  let parentheses = 0;
  let blocks = 0;
  let previousWord = "";
  const finish = (end: number, next: number) => {
    if (firstToken >= 0) {
      statements.push({ text: sql.slice(firstToken, end).trimEnd(), line: lineAt(sql, firstToken) });
    }
    start = next;
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
