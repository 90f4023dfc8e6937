import { expect, it } from "vitest";
import type { Ask } from "../../../../src/io/database/sql/connect.ts";
import { sentPlan } from "../../../../src/pipeline/measure/sent-plan.ts";

const PLAN = [{ Plan: { "Node Type": "Result", "Total Cost": 1, "Plan Rows": 1 } }];
const asked: string[] = [];
const ask = (async (sql: string) => {
  asked.push(sql);
  if (sql.includes("refused")) throw new Error("no such table");
  return [{ "QUERY PLAN": PLAN }];
}) as unknown as Ask;

const plan = async (sql: string) => await sentPlan(ask, { sql, values: [] });

it("has the plan of one statement, and none where the server refuses", async () => {
  expect(await plan("SELECT ';' -- one; whatever this says\n;")).toMatchObject({ cost: 1 });
  expect(await plan("SELECT refused")).toBeNull();
});

it("asks nothing of several statements in one text, of which the others would run", async () => {
  asked.length = 0;
  expect(await plan("INSERT INTO missing VALUES (1); UPDATE item SET name = 'b'")).toBeNull();
  expect(await plan("-- nothing")).toBeNull();
  expect(asked).toEqual([]);
});
