/** Names in the text of a statement: relations, functions and types. Plans show tables alone, and the text of a run document is cut short. */
import { keptName, tokenAt } from "../../text/sql.ts";

const NAMES_MOST = 100;

/** Words after which a relation follows. */
const BEFORE_RELATION = new Set(["join", "into", "update", "only", "table", "truncate", "using"]);
/** Words that begin a list of relations, where a list of columns or values may have been before. */
const LIST_ENDS = new Set([
  "where",
  "group",
  "order",
  "set",
  "values",
  "returning",
  "limit",
  "having",
  "union",
]);
/** Functions whose first argument is the name of a relation. */
const TAKES_NAME = /^(?:nextval|currval|setval|to_regclass)$/;

/**
 * Each once: "latest", "archive.orders", "price()", "::email". Of names without quotes in small letters.
 * @param sql a statement, a view's query or a definition as the server prints it
 */
export function namesInStatement(sql: string): readonly string[] {
  const tokens = lexemes(sql);
  const names = new Set<string>();
  /** For each bracket that is open: whether a relation may follow a comma. "": neither SELECT nor DELETE was there yet. */
  const lists: ("" | "columns" | "relations")[] = ["columns"];
  let expects = false;
  for (let at = 0; at < tokens.length; at++) {
    const { text, name } = tokens[at]!;
    const before = tokens[at - 1];
    if (text === "(") lists.push(expects ? "relations" : "");
    else if (text === ")") {
      if (lists.length > 1) lists.pop();
      expects = false;
    } else if (text === ",") expects = lists.at(-1) === "relations";
    else if (name === undefined) {
      names.add(relationIn(tokens, at));
      expects = false;
    } else if (text === name && BEFORE_RELATION.has(name)) expects = true;
    else if (text === name && name === "from") {
      expects = lists.at(-1) !== "" && before?.name !== "distinct";
      if (expects) lists[lists.length - 1] = "relations";
    } else if (text === name && (name === "select" || name === "delete" || LIST_ENDS.has(name))) {
      lists[lists.length - 1] = "columns";
      expects = false;
    } else {
      const last = endOfName(tokens, at);
      const whole = tokens
        .slice(at, last + 1)
        .flatMap((each) => each.name ?? [])
        .join(".");
      const isCalled = tokens[last + 1]?.text === "(";
      if (expects && !(isCalled && before?.name !== "into")) names.add(whole);
      else if (isCalled) names.add(`${whole}()`);
      if (before?.text === "::" || (before?.name === "as" && tokens[last + 1]?.text === ")"))
        names.add(`::${whole}`);
      expects = false;
      at = last;
    }
  }
  names.delete("");
  return [...names].slice(0, NAMES_MOST);
}

type Lexeme = Readonly<{ text: string; name?: string }>;

/** Words in small letters, names without their quotes. */
function lexemes(sql: string): readonly Lexeme[] {
  const tokens: Lexeme[] = [];
  for (let at = 0; at < sql.length; ) {
    const { kind, text } = tokenAt(sql, at);
    at += text.length;
    if (kind === "word") tokens.push(wordLexeme(text));
    else if (kind === "quoted") tokens.push({ text, name: text.slice(1, -1).replaceAll('""', '"') });
    else if (kind !== "space") tokens.push({ text });
  }
  return tokens;
}

function wordLexeme(word: string): Lexeme {
  const name = keptName(word);
  return { text: name, name };
}

/** The last token of "schema.name". */
function endOfName(tokens: readonly Lexeme[], at: number): number {
  return tokens[at + 1]?.text === "." && tokens[at + 2]?.name !== undefined ? endOfName(tokens, at + 2) : at;
}

/** The relation of 'tickets' in nextval('tickets') and in 'tickets'::regclass, or of 'shop."Ticket_id_seq"'; "" of any other text. */
function relationIn(tokens: readonly Lexeme[], at: number): string {
  const { text } = tokens[at]!;
  const isCast = tokens[at + 1]?.text === "::" && tokens[at + 2]?.name === "regclass";
  const isTaken = tokens[at - 1]?.text === "(" && TAKES_NAME.test(tokens[at - 2]?.name ?? "");
  if (!text.startsWith("'") || !(isCast || isTaken)) return "";
  const parts = lexemes(text.slice(1, -1).replaceAll("''", "'"));
  const isName = parts[0]?.name !== undefined && endOfName(parts, 0) === parts.length - 1;
  return isName ? parts.flatMap(({ name }) => name ?? []).join(".") : "";
}
