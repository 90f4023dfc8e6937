/** SQL as tokens: what is a literal, what is a name. https://www.postgresql.org/docs/current/sql-syntax-lexical.html */

type TokenKind = "word" | "quoted" | "number" | "string" | "parameter" | "operator" | "other" | "space";

export type Token = Readonly<{
  kind: TokenKind;
  text: string;
  /** What a string means; elsewhere the text. */
  value: string;
}>;

const TOKEN = new RegExp(
  [
    String.raw`(?<space>\s+|--[^\n]*|\/\*)`,
    String.raw`(?<escaped>[eE]'(?:[^'\\]|\\[\s\S]|'')*')`,
    String.raw`(?<unicode>[uU]&'(?:[^']|'')*')`,
    String.raw`(?<string>[bBxXnN]?'(?:[^']|'')*')`,
    String.raw`(?<quoted>(?:[uU]&)?"(?:[^"]|"")*")`,
    String.raw`(?<dollar>\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)`,
    String.raw`(?<parameter>\$\d+)`,
    String.raw`(?<number>0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.(?!\.)[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?)`,
    String.raw`(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)`,
    String.raw`(?<operator>::|:=|(?:(?!--|\/\*)[+\-*\/<>=~!@#%^&|\x60?])+)`,
    "(?<other>[^'\"])",
  ].join("|"),
  "y",
);

/**
 * The tokens of a statement, whose texts joined are the statement.
 * @returns null where it cannot be read for sure: a quote that is left open, or one that another setting of
 *   standard_conforming_strings would end elsewhere. What is in it might be anybody's.
 */
export function tokensOf(sql: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < sql.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(sql);
    if (match === null) return null;
    const token = read(sql, at, match);
    if (token === null) return null;
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

function read(sql: string, at: number, { 0: text, groups = {} }: RegExpExecArray): Token | null {
  const { space, escaped, unicode, string, quoted, dollar, parameter, number, word, operator } = groups;
  const plain = (kind: TokenKind) => ({ kind, text, value: text });
  if (space === "/*") {
    const end = endOfComment(sql, at);
    return end === null ? null : { kind: "space", text: sql.slice(at, end), value: " " };
  }
  if (space !== undefined) return plain("space");
  if (escaped !== undefined) return { kind: "string", text, value: unescaped(escaped) };
  if (unicode !== undefined) return { kind: "string", text, value: doubled(unicode.slice(3, -1)) };
  if (string !== undefined) {
    if (/\\'./s.test(string) || string.endsWith("\\'")) return null;
    return { kind: "string", text, value: doubled(string.slice(string.indexOf("'") + 1, -1)) };
  }
  if (quoted !== undefined) return plain("quoted");
  if (dollar !== undefined) {
    const end = sql.indexOf(dollar, at + dollar.length);
    if (end < 0) return null;
    const value = sql.slice(at + dollar.length, end);
    return { kind: "string", text: dollar + value + dollar, value };
  }
  if (parameter !== undefined) return plain("parameter");
  if (number !== undefined) return plain("number");
  if (word !== undefined) return plain("word");
  if (operator === undefined) return plain("other");
  const cut = withoutSign(operator);
  return { kind: "operator", text: cut, value: cut };
}

/** An operator of several characters ends in a sign only if it has one of these: in `=-5` the sign is of the number. */
function withoutSign(operator: string): string {
  if (operator.length === 1 || /[~!@#%^&|`?]/.test(operator)) return operator;
  return operator.replace(/(?<=.)[+-]+$/, "");
}

function doubled(text: string): string {
  return text.replaceAll("''", "'");
}

/** Near enough: what it is used for is to be replaced. */
function unescaped(text: string): string {
  return doubled(text.slice(2, -1)).replace(
    /\\(.)/gs,
    (_, letter: string) => ({ n: "\n", t: "\t" })[letter] ?? letter,
  );
}

/** Comments nest. */
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

/** Statements between semicolons; what has neither words nor values is none. Those inside parentheses end nothing. */
export function splitTokens(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.text === "(") depth += 1;
    if (token.text === ")") depth -= 1;
    if (token.text === ";" && depth === 0) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts.filter((part) => part.some(({ kind }) => kind !== "space"));
}
