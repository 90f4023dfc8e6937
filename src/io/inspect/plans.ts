/** Plans of statements: how a server would run them, and, if it may be asked to, how it runs them. */
import pg from "pg";
import { type DrawnStatement, type Draws, drawKey } from "../../analysis/samples/draws.ts";
import {
  type ExplainedPlan,
  executedOf,
  type PlanExecution,
  planShape,
  readExplain,
} from "../../analysis/samples/plan.ts";
import type { ParameterValue } from "../../analysis/samples/sent-statements.ts";
import { namesInStatement } from "../../analysis/samples/statement-names.ts";
import { canBePlanned, parameterCount, type StatementText } from "../../analysis/samples/statement-text.ts";
import type { DrawnPlan, OtherStatement, StatementPlan } from "../../model/observed.ts";
import { redact } from "../../model/secrets.ts";
import type { Query } from "./locks.ts";

/** Products that have PostgreSQL's catalogues and its EXPLAIN. */
export const EXPLAINING: readonly string[] = ["PostgreSQL", "YugabyteDB"];

/** Most characters of a statement that is shown. */
const SQL_MOST = 300;
/** Most plans of a workload, shared by its kinds of statements: one kind on a hundred tables needs no hundred plans. */
const PLANS_MOST = 60;
/** Most executions of a statement with drawn values: the usual, the rare, and one more. */
const EXECUTIONS_MOST = 3;
/** An execution that takes longer is given up. */
const EXECUTION_LIMIT_MS = 1_000;
/** Plans cost little and say most: executions end when this share of the time is left for them. */
const FOR_PLANS = 0.5;

/** Values to plan statements with, too, and to execute them with: what they write is rolled back. */
export type Drawing = Readonly<{
  draws: Draws;
  /** Milliseconds that are left for it, from now on. */
  left: () => number;
}>;

/**
 * Generic plans: the same for all parameters, so that two servers are asked the same. By PREPARE, which all versions have (EXPLAIN
 * (GENERIC_PLAN) is of 16), on a connection that does nothing else. A statement that the server cannot plan has none.
 * @param drawing asked for when all have a generic plan; null: nothing is executed
 */
export async function statementPlans(
  query: Query,
  statements: readonly StatementText[],
  drawing: () => Promise<Drawing | null> = async () => null,
): Promise<readonly StatementPlan[]> {
  await query("SET plan_cache_mode = force_generic_plan");
  const plans: (readonly [StatementText, StatementPlan])[] = [];
  for (const statement of someOfEach(statements.filter(({ sql }) => canBePlanned(sql)))) {
    const plan = await genericPlan(query, statement).catch(() => null);
    if (plan !== null) plans.push([statement, plan]);
  }
  const drawn = await drawing();
  if (drawn === null) return plans.map(([, plan]) => plan);
  await query("SET plan_cache_mode = force_custom_plan");
  const { draws, left } = drawn;
  const forPlans = left() * FOR_PLANS;
  const whole: StatementPlan[] = [];
  for (const [statement, plan] of plans) {
    const own = left() <= 0 ? null : (draws.get(drawKey(statement.sql)) ?? withoutValues(statement));
    const execution = () => Math.max(0, left() - forPlans);
    const more = own === null ? {} : await drawnPlans(query, statement, own, execution).catch(() => ({}));
    whole.push({ ...plan, ...more });
  }
  return whole;
}

function someOfEach(statements: readonly StatementText[]): readonly StatementText[] {
  const kinds = [...new Set(statements.map(({ statement }) => statement))].slice(0, PLANS_MOST);
  const most = Math.floor(PLANS_MOST / Math.max(1, kinds.length));
  return kinds.flatMap((kind) => statements.filter(({ statement }) => statement === kind).slice(0, most));
}

/** A statement that takes no values is executed as it is. */
function withoutValues({ sql }: StatementText): DrawnStatement | null {
  return parameterCount(sql) > 0 ? null : { sql, values: [[]], hash: "none" };
}

async function genericPlan(query: Query, text: StatementText): Promise<StatementPlan | null> {
  const { statement, sql } = text;
  return await withPrepared(query, text, async () => {
    const values = Array.from({ length: parameterCount(sql) }, () => null);
    const plan = await explainPrepared(query, "FORMAT JSON", values);
    return plan === null
      ? null
      : { statement, sql: short(sql), cost: plan.cost, nodes: plan.nodes, names: namesInStatement(sql) };
  });
}

/** Texts of the statements that have no plan: CALL, COMMIT, and what the server could not plan. */
export function otherStatements(
  statements: readonly StatementText[],
  planned: readonly StatementPlan[],
): readonly OtherStatement[] {
  const keyOf = (each: Pick<StatementText, "statement" | "sql">) =>
    JSON.stringify([each.statement, each.sql]);
  const plans = new Set(planned.map(keyOf));
  const others = statements.filter(({ statement, sql }) => !plans.has(keyOf({ statement, sql: short(sql) })));
  return someOfEach(others).map(({ statement, sql }) => {
    return { statement, sql: short(sql), names: namesInStatement(sql) };
  });
}

function short(sql: string): string {
  return redact(sql.replace(/\s+/g, " ").trim().slice(0, SQL_MOST));
}

async function drawnPlans(
  query: Query,
  { statement, types }: StatementText,
  { sql, values, hash }: DrawnStatement,
  left: () => number,
): Promise<Pick<StatementPlan, "drawn" | "executed">> {
  return await withPrepared(query, { statement, sql, types }, async () => {
    const byShape = new Map<string, DrawnPlan>();
    const done: PlanExecution[] = [];
    for (const [draw, each] of values.entries()) {
      const tried = draw < EXECUTIONS_MOST ? await executed(query, each, left()) : null;
      const plan = tried ?? (await explainPrepared(query, "FORMAT JSON", each));
      if (plan === null) continue;
      if (plan.execution !== null) done.push(plan.execution);
      const { cost, nodes } = plan;
      const old = byShape.get(planShape(nodes)) ?? { draws: [], cost, nodes };
      byShape.set(planShape(nodes), { ...old, draws: [...old.draws, draw] });
    }
    return {
      drawn: { values: hash, plans: [...byShape.values()] },
      ...(done.length === 0 ? {} : { executed: executedOf(done) }),
    };
  });
}

const NAME = "plumbline_plan";

/** Prepares a statement. If not every parameter was given a type, the server finds out the types. */
async function withPrepared<T>(
  query: Query,
  { sql, types }: StatementText,
  use: () => Promise<T>,
): Promise<T> {
  const count = parameterCount(sql);
  const declared = types.length === count && count > 0 ? `(${types.join(", ")})` : "";
  await query(`PREPARE ${NAME} ${declared} AS ${sql}`);
  try {
    return await use();
  } finally {
    await query(`DEALLOCATE ${NAME}`).catch(() => []);
  }
}

async function explainPrepared(
  query: Query,
  options: string,
  values: readonly ParameterValue[],
): Promise<ExplainedPlan | null> {
  const literals = values.map((value) => (value === null ? "NULL" : pg.escapeLiteral(value)));
  const list = literals.length === 0 ? "" : `(${literals.join(", ")})`;
  const [row] = await query(`EXPLAIN (${options}) EXECUTE ${NAME} ${list}`);
  return readExplain(row?.["QUERY PLAN"]);
}

/** Null where the server refuses it, or takes longer than there is time. */
async function executed(
  query: Query,
  values: readonly ParameterValue[],
  leftMs: number,
): Promise<ExplainedPlan | null> {
  const limitMs = Math.floor(Math.min(EXECUTION_LIMIT_MS, leftMs));
  if (limitMs < 1) return null;
  await query("BEGIN");
  try {
    await query(`SET LOCAL statement_timeout = ${limitMs}`);
    return await explainPrepared(query, "ANALYZE, BUFFERS, FORMAT JSON", values);
  } catch {
    return null;
  } finally {
    await query("ROLLBACK");
  }
}
