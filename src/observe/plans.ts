/** How a server would run statements, without running them. */
import type { StatementPlan } from "../model/observed.ts";
import { redact } from "../model/secrets.ts";
import { planOf } from "../samples/plan.ts";
import { canBePlanned, parameterCount, type StatementText } from "../samples/statement-text.ts";
import type { Query } from "./locks.ts";

/** Of a statement that is shown. */
const SQL_MOST = 300;
/** Of a workload, shared by its kinds of statements: one kind on a hundred tables needs no hundred plans. */
const PLANS_MOST = 60;

/**
 * Generic plans: the same for all parameters, so that two servers are asked the same. By PREPARE, which all versions have (EXPLAIN
 * (GENERIC_PLAN) is of 16), on a connection that does nothing else. A statement that the server cannot plan has none.
 */
export async function statementPlans(
  query: Query,
  statements: readonly StatementText[],
): Promise<readonly StatementPlan[]> {
  await query("SET plan_cache_mode = force_generic_plan");
  const plans: StatementPlan[] = [];
  for (const statement of someOfEach(statements.filter(({ sql }) => canBePlanned(sql)))) {
    const plan = await explained(query, statement).catch(() => null);
    if (plan !== null) plans.push(plan);
  }
  return plans;
}

function someOfEach(statements: readonly StatementText[]): readonly StatementText[] {
  const kinds = [...new Set(statements.map(({ statement }) => statement))].slice(0, PLANS_MOST);
  const most = Math.floor(PLANS_MOST / Math.max(1, kinds.length));
  return kinds.flatMap((kind) => statements.filter(({ statement }) => statement === kind).slice(0, most));
}

async function explained(
  query: Query,
  { statement, sql, types }: StatementText,
): Promise<StatementPlan | null> {
  const count = parameterCount(sql);
  const declared = types.length === count && count > 0 ? `(${types.join(", ")})` : "";
  // Of a text with a number in it that no type was given for, the server finds out the types.
  await query(`PREPARE plumbline_plan ${declared} AS ${sql}`);
  try {
    const values = count === 0 ? "" : `(${Array.from({ length: count }, () => "NULL").join(", ")})`;
    const [row] = await query(`EXPLAIN (FORMAT JSON) EXECUTE plumbline_plan ${values}`);
    const plan = planOf(row?.["QUERY PLAN"]);
    const short = redact(sql.replace(/\s+/g, " ").trim().slice(0, SQL_MOST));
    return plan === null ? null : { statement, sql: short, ...plan };
  } finally {
    await query("DEALLOCATE plumbline_plan").catch(() => []);
  }
}
