/** The statements that a workload sends, as text that a server can plan. */

/** One text of a kind of statement: a kind that is sent to several tables has several. */
export type StatementText = Readonly<{
  statement: string;
  sql: string;
  /** Types of $1, $2 ..; empty where the server finds them out. */
  types: readonly string[];
}>;

/** "-- point_select: 10 in one event; $1 int4" */
const HEADING = /^-- ([\w.-]+):/;

/** Statements of the events in what `plumbline-load WORKLOAD sql` prints. */
export function statementTexts(lines: readonly string[]): readonly StatementText[] {
  const begin = lines.indexOf("-- run");
  const end = lines.indexOf("-- cleanup");
  if (begin < 0) return [];
  const texts: StatementText[] = [];
  let heading: Pick<StatementText, "statement" | "types"> | null = null;
  for (const line of lines.slice(begin + 1, end < 0 ? undefined : end)) {
    const statement = HEADING.exec(line)?.[1];
    if (statement !== undefined) heading = { statement, types: typesIn(line) };
    else if (heading !== null && !line.startsWith("--"))
      texts.push({ ...heading, sql: line.trim().replace(/;$/, "") });
  }
  return texts;
}

function typesIn(heading: string): readonly string[] {
  return [...heading.matchAll(/\$\d+ (\w+(?:\[\])?)/g)].map(([, type]) => type!);
}

/** Quoted text and comments as they are; `::` is a cast; `:name` and `:'name'` are variables. */
const PIECE =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|::|:(['"]?)([A-Za-z_]\w*)\2/g;

/** A text that is a variable and nothing else: what is sent in its place has any type, as a parameter has. */
const QUOTED_VARIABLE = /^':[A-Za-z_]\w*'$/;

/**
 * A script's statement with parameters in place of its variables: `:aid` -> `$1`, the same one wherever it stands again; `':aid'` is a
 * text, and so another one.
 */
export function withParameters(sql: string): string {
  const names: string[] = [];
  return sql.replace(PIECE, (piece: string, _tag, _quote, bare: string | undefined) => {
    const name = bare ?? (QUOTED_VARIABLE.test(piece) ? piece : undefined);
    if (name === undefined) return piece;
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
}

/** The same for a statement whatever the variables within its quotes are called, which no parameter stands for. */
export function withoutNames(sql: string): string {
  return sql.replace(/'(?:[^']|'')*'/g, (text) => text.replace(/:[A-Za-z_]\w*/g, ":"));
}

/** Number of parameters of a text: the highest of $1, $2 .. outside of quotes. */
export function parameterCount(sql: string): number {
  const bare = sql.replace(PIECE, (piece) => (/^['"-]|^\/|^\$\D/.test(piece) ? " " : piece));
  return Math.max(0, ...[...bare.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
}

/** True if EXPLAIN takes the statement. */
export function canBePlanned(sql: string): boolean {
  return /^\s*(?:SELECT|INSERT|UPDATE|DELETE|MERGE|WITH|VALUES|TABLE)\b/i.test(sql);
}
