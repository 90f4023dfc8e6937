/** Plans of statements as they are sent. */
import { type ExplainedPlan, readExplain } from "../../analysis/samples/plan.ts";
import type { SentStatement } from "../../analysis/samples/sent-statements.ts";
import type { Ask } from "../../io/database/sql/connect.ts";
import { splitStatements } from "../../io/database/sql/statements.ts";

/**
 * The plan of a statement with the values that it was sent with. Null where the server has none, or refuses; and for a text of several
 * statements: EXPLAIN would plan the first, and run the others.
 */
export async function sentPlan(ask: Ask, { sql, values }: SentStatement): Promise<ExplainedPlan | null> {
  if (splitStatements(sql).length !== 1) return null;
  const [row] = await ask<{ "QUERY PLAN": unknown }>(`EXPLAIN (FORMAT JSON) ${sql}`, values).catch(() => []);
  return readExplain(row?.["QUERY PLAN"]);
}
