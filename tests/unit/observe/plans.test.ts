import { expect, it } from "vitest";
import { statementPlans } from "../../../src/observe/plans.ts";

const PLAN = [{ Plan: { "Node Type": "Result", "Total Cost": 1, "Plan Rows": 1 } }];
const asked: string[] = [];
const query = async (sql: string) => {
  asked.push(sql.trim());
  if (sql.includes("refused")) throw new Error("no such table");
  return sql.startsWith("EXPLAIN") ? [{ "QUERY PLAN": PLAN }] : [];
};
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
