import { expect, it } from "vitest";
import { type Drawing, statementPlans } from "../../../../src/io/inspect/plans.ts";

const PLAN = [{ Plan: { "Node Type": "Result", "Total Cost": 1, "Plan Rows": 1 } }];
const asked: string[] = [];
const query = async (sql: string) => {
  asked.push(sql.trim());
  if (sql.includes("refused")) throw new Error("no such table");
  return sql.startsWith("EXPLAIN") ? [{ "QUERY PLAN": PLAN }] : [];
};
const drawing =
  (draws: Drawing["draws"], left = () => 60_000) =>
  async () => ({ draws, left });
const text = (statement: string, sql: string, types: readonly string[] = []) => ({ statement, sql, types });

it("asks for generic plans with as many parameters as there are, and goes on after a refusal", async () => {
  const statements = [
    text("a", "SELECT $1, $2", ["int4", "text"]),
    text("b", "SELECT refused"),
    text("c", "BEGIN"),
    text("d", "SELECT 1"),
  ];
  const plans = await statementPlans(query, statements);
  expect(plans.map(({ statement }) => statement)).toEqual(["a", "d"]);
  expect(asked).toEqual([
    "SET plan_cache_mode = force_generic_plan",
    "PREPARE plumbline_plan (int4, text) AS SELECT $1, $2",
    "EXPLAIN (FORMAT JSON) EXECUTE plumbline_plan (NULL, NULL)",
    "DEALLOCATE plumbline_plan",
    "PREPARE plumbline_plan  AS SELECT refused",
    "PREPARE plumbline_plan  AS SELECT 1",
    "EXPLAIN (FORMAT JSON) EXECUTE plumbline_plan",
    "DEALLOCATE plumbline_plan",
  ]);
});

it("has plans of every kind, however many tables one is sent to", async () => {
  const tables = Array.from({ length: 100 }, (_, table) => table);
  const statements = ["read", "write"].flatMap((kind) =>
    tables.map((table) => text(kind, `SELECT ${table}`)),
  );
  const plans = await statementPlans(query, statements);
  expect(plans.filter(({ statement }) => statement === "write")).toHaveLength(30);
  expect(plans).toHaveLength(60);
});

it("asks for plans with drawn values, executes with the first three, and takes back what was done", async () => {
  asked.length = 0;
  const executed = {
    "Node Type": "Result",
    "Total Cost": 1,
    "Plan Rows": 1,
    "Actual Rows": 2,
    "Actual Loops": 1,
  };
  const executing = async (sql: string) => {
    await query(sql);
    return [{ "QUERY PLAN": sql.includes("ANALYZE") ? [{ Plan: executed, "Execution Time": 1 }] : PLAN }];
  };
  const values = [["1"], ["it's"], [null], ["4"]];
  const draws = new Map([["SELECT $", { sql: "SELECT $1", values, hash: "h" }]]);
  const statements = [text("a", "SELECT $1", ["text"]), text("b", "SELECT $1, $2"), text("c", "SELECT 3")];
  const [a, b, c] = await statementPlans(executing, statements, drawing(draws));
  expect(a!.drawn).toMatchObject({ values: "h", plans: [{ draws: [0, 1, 2, 3] }] });
  expect(a!.executed).toMatchObject({ executions: 3, rows: 2 });
  // Nobody has seen values of it; and one that takes none is executed as it is.
  expect(b).not.toHaveProperty("drawn");
  expect(c!.executed).toMatchObject({ executions: 1 });
  const from = asked.indexOf("SET plan_cache_mode = force_custom_plan");
  const explained = "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE plumbline_plan";
  expect(asked.slice(from + 1, from + 14)).toEqual([
    "PREPARE plumbline_plan (text) AS SELECT $1",
    ...["'1'", "'it''s'", "NULL"].flatMap((value) => [
      "BEGIN",
      "SET LOCAL statement_timeout = 1000",
      `${explained} (${value})`,
      "ROLLBACK",
    ]),
  ]);
});

it("plans what it cannot execute", async () => {
  const failing = async (sql: string) => {
    if (sql.includes("ANALYZE")) throw new Error("canceling statement due to statement timeout");
    return await query(sql);
  };
  const draws = new Map([["SELECT $", { sql: "SELECT $1", values: [["1"]], hash: "h" }]]);
  const [plan] = await statementPlans(failing, [text("a", "SELECT $1")], drawing(draws));
  expect(plan!.drawn!.plans).toHaveLength(1);
  expect(plan).not.toHaveProperty("executed");
});

it("ends executions before plans where time is short, and both where none is left", async () => {
  asked.length = 0;
  const draws = new Map([["SELECT $", { sql: "SELECT $1", values: [["1"], ["2"]], hash: "h" }]]);
  const statements = [text("a", "SELECT $1"), text("b", "SELECT $1"), text("c", "SELECT $1")];
  // At the beginning, and then before each statement and each execution.
  const times = [1000, 1000, 700, 400, 400, 400, 400, 0];
  const plans = await statementPlans(
    query,
    statements,
    drawing(draws, () => times.shift() ?? 0),
  );
  expect(asked.filter((sql) => sql.includes("statement_timeout"))).toEqual([
    "SET LOCAL statement_timeout = 200",
  ]);
  expect(plans.map(({ drawn }) => drawn !== undefined)).toEqual([true, true, false]);
});
