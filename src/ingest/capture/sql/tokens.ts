/** A captured statement as tokens whose values are known. */
import { type SqlToken, tokenAt } from "../../../text/sql.ts";

export type Token = Pick<SqlToken, "kind" | "text"> &
  Readonly<{
    /** Value of a string; the text of other tokens. */
    value: string;
  }>;

/** Open brackets at once; a server's stack, by its default, ends at some thousands. What reads tokens goes back over those that are open. */
const DEPTH_MOST = 1_000;

/**
 * The tokens of a statement, whose texts joined are the statement.
 * @returns null where it cannot be read for sure: a quote that is left open, or one that another setting of
 *   standard_conforming_strings would end elsewhere, as what is in it might be anybody's; or brackets nested deeper than any server reads.
 */
export function statementTokens(sql: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let depth = 0;
  for (let at = 0; at < sql.length; at += tokens.at(-1)!.text.length) {
    const token = tokenAt(sql, at);
    const value = tokenMeaning(token);
    if (/^[([]$/.test(token.text)) depth += 1;
    else if (/^[)\]]$/.test(token.text)) depth = Math.max(0, depth - 1);
    if (value === null || depth > DEPTH_MOST) return null;
    tokens.push({ kind: token.kind, text: token.text, value });
  }
  return tokens;
}

function tokenMeaning({ kind, text, isOpen }: SqlToken): string | null {
  if (isOpen) return null;
  if (kind === "space" && text.startsWith("/*")) return " ";
  if (kind !== "string") return text;
  if (text.startsWith("$")) {
    const mark = text.indexOf("$", 1) + 1;
    return text.slice(mark, -mark);
  }
  const inside = text.slice(text.indexOf("'") + 1, -1);
  if (/^e/i.test(text)) return unescaped(inside);
  if (!/^u/i.test(text) && (/\\'/.test(inside) || inside.endsWith("\\"))) return null;
  return doubled(inside);
}

function doubled(text: string): string {
  return text.replaceAll("''", "'");
}

/** Near enough: what it is used for is to be replaced. */
function unescaped(text: string): string {
  return doubled(text).replace(/\\(.)/gs, (_, letter: string) => ({ n: "\n", t: "\t" })[letter] ?? letter);
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
