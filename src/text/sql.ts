/** SQL as tokens: what is a literal, what is a name. https://www.postgresql.org/docs/current/sql-syntax-lexical.html */

type TokenKind = "word" | "quoted" | "number" | "string" | "parameter" | "operator" | "other" | "space";

export type SqlToken = Readonly<{
  kind: TokenKind;
  text: string;
  /** A string, a quoted name or a comment without an end: it is all the text that is left. */
  isOpen: boolean;
}>;

/** Dollar quotes and nesting comments are no regular language: only their beginnings are in it. A group is an end that is missing. */
const TOKEN = new RegExp(
  [
    String.raw`\s+|--[^\n]*|\/\*`,
    // E'...' knows backslashes.
    String.raw`(?:[eE]'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*|(?:[uU]&|[bBxXnN])?'[^']*(?:''[^']*)*)(?:'|($))`,
    '(?:[uU]&)?"[^"]*(?:""[^"]*)*(?:"|($))',
    String.raw`\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$`,
    String.raw`\$\d+`,
    String.raw`0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.(?!\.)[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?`,
    String.raw`[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*`,
    String.raw`::|:=|(?:(?!--|\/\*)[+\-*\/<>=~!@#%^&|\x60?])+`,
    String.raw`[\s\S]`,
  ].join("|"),
  "y",
);

/** Beginnings of tokens. A group for each kind in the expression would take twice the time in a file of many rows. */
const BEGINNINGS: readonly (readonly [RegExp, TokenKind])[] = [
  [/^(?:\s|--|\/\*)/, "space"],
  [/^(?:[bBeExXnN]|[uU]&)?'/, "string"],
  [/^(?:[uU]&)?"/, "quoted"],
  [/^[A-Za-z_\u0080-\uffff]/, "word"],
  [/^\.?\d/, "number"],
  [/^\$\d/, "parameter"],
  [/^\$./, "string"],
  [/^(?:::|:=|[+\-*/<>=~!@#%^&|`?])/, "operator"],
];

/** The token that begins at an offset below the length. The texts of tokens that follow each other are the SQL again. */
export function tokenAt(sql: string, at: number): SqlToken {
  TOKEN.lastIndex = at;
  const [text, openString, openName] = TOKEN.exec(sql)!;
  const kind = BEGINNINGS.find(([beginning]) => beginning.test(text))?.[1] ?? "other";
  const to = (end: number | null) => {
    return { kind, text: sql.slice(at, end ?? sql.length), isOpen: end === null };
  };
  if (text === "/*") return to(endOfComment(sql, at));
  if (kind === "operator") return to(at + withoutSign(text).length);
  if (kind === "string" && text.startsWith("$")) {
    const end = sql.indexOf(text, at + text.length);
    return to(end < 0 ? null : end + text.length);
  }
  return { kind, text, isOpen: (openString ?? openName) !== undefined };
}

/** An operator of several characters ends in a sign only if it has one of these: in `=-5` the sign is of the number. */
function withoutSign(operator: string): string {
  if (operator.length === 1 || /[~!@#%^&|`?]/.test(operator)) return operator;
  return operator.replace(/(?<=^.|[^+-])[+-]+$/, "");
}

/** Comments nest. @returns null for one that is open */
function endOfComment(sql: string, from: number): number | null {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(sql); mark !== null; mark = marks.exec(sql)) {
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return null;
}

/** All tokens of a text. */
export function sqlTokens(sql: string): readonly SqlToken[] {
  const tokens: SqlToken[] = [];
  for (let at = 0; at < sql.length; at += tokens.at(-1)!.text.length) tokens.push(tokenAt(sql, at));
  return tokens;
}

/**
 * A name without its schemas, for a regular expression. White space of all kinds ends it: PostgreSQL takes a no-break space for a letter,
 * but nobody does, and what may be either has as many readings as there are such spaces to the power of two.
 */
export const NAME_PART = String.raw`(?:"(?:[^"]|"")+"|[^\s\0-#%-/:-@[-^\x60{-\x7f]+)`;

/** A name with its schemas, as one group of a regular expression. */
export const SQL_NAME = String.raw`(${NAME_PART}(?:\s*\.\s*${NAME_PART})*)`;

/** The last part of a name that stands in SQL, as the server keeps it: of UTF-8 it folds the letters of ASCII alone. */
export function keptName(written: string): string {
  const part = written.match(/"(?:[^"]|"")+"|[^\s".]+/g)?.at(-1) ?? written;
  if (part.startsWith('"')) return part.slice(1, -1).replaceAll('""', '"');
  return part.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** @param offset in UTF-16 units, as string indexes are */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** A statement in one line of at most so many characters. */
export function shortSql(sql: string, most: number): string {
  const line = sql.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 3)}...` : line;
}
