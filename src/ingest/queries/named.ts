/** Query files as sqlc, yesql, pugsql, aiosql and RegreSQL read them: `-- name: GetAccount :one`, with $1, :name, :'name' or @name. */
import { lineAt, type SqlToken, sqlTokens } from "../../text/sql.ts";

export type NamedQuery = Readonly<{
  /** The file's own name where it has no other. */
  name: string;
  /** The query with $1, $2 ... for its parameters. */
  sql: string;
  /** Line and column, from 1, of an offset in `sql`, in the file. */
  placeAt: (offset: number) => string;
}>;

const HEAD = /^[ \t]*--[ \t]*:?name:?[ \t]+([\w.-]+)/gm;

/** @param base name of a file that names no queries */
export function namedQueries(file: string, base: string): readonly NamedQuery[] {
  // A mark of the byte order, as editors of Windows write it, is none of the file's text.
  const text = file.replace(/^\ufeff/, "");
  const heads = [...text.matchAll(HEAD)];
  const parts =
    heads.length === 0
      ? [{ name: base, from: 0, to: text.length }]
      : heads.map((head, at) => ({
          name: head[1]!,
          from:
            head.index +
            head[0].length +
            (/^[^\n]*/.exec(text.slice(head.index + head[0].length))?.[0].length ?? 0),
          to: heads[at + 1]?.index ?? text.length,
        }));
  return parts.flatMap(({ name, from, to }) => queriesIn(text, name, from, to));
}

function queriesIn(text: string, name: string, from: number, to: number): readonly NamedQuery[] {
  const statements: SqlToken[][] = [[]];
  for (const token of sqlTokens(text.slice(from, to))) {
    if (token.text === ";") statements.push([]);
    else statements.at(-1)!.push(token);
  }
  const found: NamedQuery[] = [];
  let start = from;
  for (const tokens of statements) {
    const length = tokens.reduce((sum, { text: part }) => sum + part.length, 0);
    if (tokens.some(({ kind }) => kind !== "space")) {
      const number = found.length === 0 ? "" : `-${found.length + 1}`;
      found.push({ name: name + number, ...numbered(text, tokens, start) });
    }
    start += length + 1;
  }
  return found;
}

/** Writes each parameter as $ and a number, the same for the same name. */
function numbered(
  text: string,
  tokens: readonly SqlToken[],
  start: number,
): Pick<NamedQuery, "sql" | "placeAt"> {
  const numbers = new Map<string, number>();
  /** Offset in `sql` and in the file, after each parameter. */
  const shifts: [number, number][] = [[0, start]];
  let sql = "";
  let offset = start;
  for (let at = 0; at < tokens.length; ) {
    const { name, count } = parameterAt(tokens, at) ?? { name: null, count: 1 };
    const said = tokens
      .slice(at, at + count)
      .map((token) => token.text)
      .join("");
    if (name !== null && !numbers.has(name)) numbers.set(name, numbers.size + 1);
    sql += name === null ? said : `$${numbers.get(name)!}`;
    offset += said.length;
    if (name !== null) shifts.push([sql.length, offset]);
    at += count;
  }
  const placeAt = (wanted: number) => {
    const [from, into] = shifts.findLast(([before]) => before <= wanted) ?? shifts[0]!;
    const position = into + wanted - from;
    const line = lineAt(text, position);
    return `${line}:${position - text.lastIndexOf("\n", position - 1)}`;
  };
  return { sql, placeAt };
}

/** @returns null where none begins; `count` tokens are it */
function parameterAt(
  tokens: readonly SqlToken[],
  at: number,
): Readonly<{ name: string; count: number }> | null {
  const [token, next] = [tokens[at]!, tokens[at + 1]];
  if (token.kind === "parameter") return { name: token.text, count: 1 };
  const follows = /[\w\])]$/.test(tokens[at - 1]?.text ?? "");
  if (token.text === ":" && !follows && (next?.kind === "word" || next?.kind === "string"))
    return { name: withoutQuotes(next.text), count: 2 };
  if (token.text === "@" && !follows && next?.kind === "word") return { name: next.text, count: 2 };
  const words = tokens.slice(at, at + 6).map(({ text }) => text);
  if (/^sqlc\.n?arg\($/i.test(words.slice(0, 4).join("")) && words[5] === ")")
    return { name: withoutQuotes(words[4]!), count: 6 };
  if (words[0] === "%" && words[1] === "(" && words[3] === ")" && words[4] === "s")
    return { name: words[2]!, count: 5 };
  return null;
}

/** What a program fills in before it sends a query: `%order%`, `%s`, `{{ .Order }}`, `${order}`. */
const FILLED_IN = /%\w+%|%[sdvq]\b|\{\{|\{\w+\}/;

/** True for a query with such a place outside of its texts. `a %b% c` is SQL, too: the server knows. */
export function hasFilledIn({ sql }: Pick<NamedQuery, "sql">): boolean {
  const code = [...sqlTokens(sql)].map(({ kind, text }) =>
    /^(?:word|operator|other)$/.test(kind) ? text : " ",
  );
  return FILLED_IN.test(code.join(""));
}

function withoutQuotes(text: string): string {
  return text.replace(/^'|'$/g, "");
}
