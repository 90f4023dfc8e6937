/** Statements whose work depends on how the server orders text: another locale may need another index, and sorts at another cost. */
import { type Warning, warning } from "../../model/document.ts";
import { keptName, type SqlToken, sqlTokens } from "../../text/sql.ts";
import { listed } from "../../text/units.ts";

/** A column that is ordered as the database's locale says. */
export type TextColumn = Readonly<{ table: string; column: string }>;

/** A text column, and what a statement does with its order. */
export type OrderedText = TextColumn & Readonly<{ by: "LIKE" | "ORDER BY" | "a range" }>;

const COLUMNS_MOST = 4;

/** @param ordered by all workloads of a suite */
export function localeWarning(ordered: readonly OrderedText[]): readonly Warning[] {
  const words = [...new Set(ordered.map(({ table, column, by }) => `${table}.${column} (${by})`))];
  if (words.length === 0) return [];
  const shown = words.slice(0, COLUMNS_MOST);
  const more = words.length - shown.length;
  return warning("locale-assumed", {
    message: `statements depend on the order of text: ${listed(more === 0 ? shown : [...shown, `${more} more`])}. The servers have the locale C, because the config file names none: there any index serves LIKE 'a%', and sorting is cheapest`,
    remedy:
      "set database.deploy.local.locale to production's (SHOW lc_collate): en_US.utf8, or { provider: icu, name: en-US }; or to C",
  });
}

/**
 * What a statement does with the order of text, by its own words: a column before LIKE, ~ or a sign of order, in BETWEEN or in ORDER BY. A
 * column is known by its name and by the tables that the statement names; ORDER BY 1 and what functions do inside is not seen.
 */
export function orderedText(sql: string, columns: readonly TextColumn[]): readonly OrderedText[] {
  const tokens = sqlTokens(sql).filter(({ kind }) => kind !== "space");
  const names = new Set(tokens.filter(isName).map(({ text }) => keptName(text)));
  const known = new Map(
    columns.filter(({ table }) => names.has(table)).map((each) => [each.column, each] as const),
  );
  const sorted = placesInOrderBy(tokens);
  return tokens.flatMap((token, at): readonly OrderedText[] => {
    const column = isName(token) ? known.get(keptName(token.text)) : undefined;
    if (column === undefined || isKeyword(tokens[at + 1], "collate")) return [];
    const by = comparedBy(tokens, at) ?? (sorted.has(at) ? "ORDER BY" : null);
    return by === null ? [] : [{ ...column, by }];
  });
}

function isName({ kind }: SqlToken): boolean {
  return kind === "word" || kind === "quoted";
}

function isKeyword(token: SqlToken | undefined, ...words: readonly string[]): boolean {
  return token?.kind === "word" && words.includes(token.text.toLowerCase());
}

const ORDER_SIGNS: readonly string[] = ["<", "<=", ">", ">="];

function comparedBy(tokens: readonly SqlToken[], at: number): "LIKE" | "a range" | null {
  // A cast of the column stays text, or is no column of the index.
  const after = tokens[at + 1]?.text === "::" ? at + 3 : at + 1;
  const [next, value] = [tokens[after], tokens[after + 1]];
  if (isKeyword(next, "like") || next?.text === "~~") return isPrefix(value, /^'[^%_]/) ? "LIKE" : null;
  if (next?.text === "~" || next?.text === "^@") return isPrefix(value, /^'\^/) ? "LIKE" : null;
  if (isKeyword(next, "between")) return "a range";
  const before = tokens[at - 1]?.text === "." ? at - 3 : at - 1;
  const isCompared = [next, tokens[before]].some((each) => each !== undefined && isSign(each));
  return isCompared ? "a range" : null;
}

function isSign({ kind, text }: SqlToken): boolean {
  return kind === "operator" && ORDER_SIGNS.includes(text);
}

/** A value that is not in the text may be a prefix. */
function isPrefix(value: SqlToken | undefined, prefix: RegExp): boolean {
  return value?.kind !== "string" || prefix.test(value.text);
}

/** Places of the tokens of all ORDER BY, those of windows and aggregates, too. */
function placesInOrderBy(tokens: readonly SqlToken[]): ReadonlySet<number> {
  const places = new Set<number>();
  for (const [at, token] of tokens.entries()) {
    if (!isKeyword(token, "order") || !isKeyword(tokens[at + 1], "by")) continue;
    let depth = 0;
    for (let place = at + 2; place < tokens.length; place++) {
      const each = tokens[place]!;
      if (each.text === "(") depth += 1;
      if (each.text === ")") depth -= 1;
      if (depth < 0 || (depth === 0 && (each.text === ";" || isKeyword(each, ...ENDS)))) break;
      places.add(place);
    }
  }
  return places;
}

const ENDS: readonly string[] = ["limit", "offset", "fetch", "for", "rows", "range", "groups", "union"];
