/** The values that a workload gave its statements: some of each, the usual, the rare and any. */
import { createHash } from "node:crypto";
import type { ParameterValue, SentStatement } from "./sent-statements.ts";

/** Most sets of values of one statement: the first, however many follow in the time there is, so that slower servers are asked about the same. */
const KEPT_MOST = 50;
/** Sets of values that a statement is planned with. */
export const DRAWS_MOST = 10;
/** Statements with values; a workload on a thousand tables has some of each. */
const STATEMENTS_MOST = 1_000;

/** Values drawn for one statement. */
export type DrawnStatement = Readonly<{
  /** The statement's text as it was sent. */
  sql: string;
  /** Sets of values, no two the same: first the one that was drawn most often, then the one drawn least often, then others. */
  values: readonly (readonly ParameterValue[])[];
  /** Equal where statement and values are. */
  hash: string;
}>;

/** Statements by drawKey(). */
export type Draws = ReadonlyMap<string, DrawnStatement>;

/** The same for a statement however its parameters are numbered. */
export function drawKey(sql: string): string {
  return sql.replace(/\$\d+/g, "$").replace(/\s+/g, " ").trim().replace(/ ?;$/, "");
}

/** Takes statements as they are sent. */
export class DrawCollector {
  readonly #seen = new Map<string, { sql: string; all: (readonly ParameterValue[])[] }>();

  see({ sql, values }: SentStatement): void {
    if (values.length === 0) return;
    const key = drawKey(sql);
    const own = this.#seen.get(key) ?? { sql, all: [] };
    if (own.all.length < KEPT_MOST) own.all.push(values);
    if (this.#seen.size < STATEMENTS_MOST) this.#seen.set(key, own);
  }

  draws(): Draws {
    return new Map([...this.#seen].map(([key, { sql, all }]) => [key, drawnOf(sql, all)]));
  }
}

function drawnOf(sql: string, all: readonly (readonly ParameterValue[])[]): DrawnStatement {
  const counts = new Map<string, number>();
  for (const values of all) {
    const text = JSON.stringify(values);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const byFrequency = [...counts].toSorted(([, a], [, b]) => b - a).map(([text]) => text);
  const ends = new Set([byFrequency[0]!, byFrequency.at(-1)!]);
  const order = [...ends, ...[...counts.keys()].filter((text) => !ends.has(text))].slice(0, DRAWS_MOST);
  const hash = createHash("sha256")
    .update(JSON.stringify([sql, order]))
    .digest("hex")
    .slice(0, 16);
  return { sql, values: order.map((text) => JSON.parse(text) as readonly ParameterValue[]), hash };
}
