import { expect, it } from "vitest";
import { planOf } from "../../../src/samples/plan.ts";

const scan = {
  "Node Type": "Index Scan",
  "Total Cost": 8.3,
  "Plan Rows": 1,
  "Plan Width": 4,
  "Relation Name": "t",
  "Index Name": "t_pkey",
};
const join = {
  "Node Type": "Nested Loop",
  "Total Cost": 20,
  "Plan Rows": 0.5,
  "Join Type": "Left",
  Plans: [scan, { ...scan, "Join Type": "Inner" }],
};

it("keeps steps, tables, indexes and what else makes a plan another one, in the order of EXPLAIN", () => {
  const node = { type: "Index Scan", relation: "t", index: "t_pkey", rows: 1, depth: 1 };
  expect(planOf([{ Plan: join }])).toEqual({
    cost: 20,
    nodes: [{ depth: 0, type: "Nested Loop", manner: "Left", rows: 0.5 }, node, node],
  });
});

it("knows no other answers", () => {
  expect(planOf("Seq Scan on t")).toBeNull();
  expect(planOf([])).toBeNull();
  expect(planOf([{ Plan: { "Node Type": "Result" } }])).toBeNull();
});
