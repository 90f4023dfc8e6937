import { expect, it } from "vitest";
import { executedOf, isSameShape, planOf, shapeOf } from "../../../src/samples/plan.ts";

const scan = {
  "Node Type": "Index Scan",
  "Total Cost": 8.3,
  "Plan Rows": 1,
  "Plan Width": 4,
  "Relation Name": "t",
  "Index Name": "t_pkey",
  "Index Cond": "((id = $1) AND (kind = 3))",
};
const join = {
  "Node Type": "Nested Loop",
  "Total Cost": 20,
  "Plan Rows": 0.5,
  "Join Type": "Left",
  Plans: [scan, { ...scan, "Join Type": "Inner" }],
};

it("keeps steps, tables, indexes and what else makes a plan another one, in the order of EXPLAIN", () => {
  const node = { type: "Index Scan", relation: "t", index: "t_pkey", by: ["id", "kind"], rows: 1, depth: 1 };
  expect(planOf([{ Plan: join }])).toEqual({
    cost: 20,
    nodes: [{ depth: 0, type: "Nested Loop", manner: "Left", rows: 0.5 }, node, node],
    execution: null,
  });
});

it("knows no other answers", () => {
  expect(planOf("Seq Scan on t")).toBeNull();
  expect(planOf([])).toBeNull();
  expect(planOf([{ Plan: { "Node Type": "Result" } }])).toBeNull();
});

it("tells plans apart by their steps in their places alone", () => {
  const at = (depth: number) => shapeOf([{ depth, type: "Sort", rows: 1 }]);
  expect(at(0)).not.toBe(at(1));
  expect(shapeOf([{ depth: 0, type: "Sort", rows: 1 }])).toBe(
    shapeOf([{ depth: 0, type: "Sort", rows: 900 }]),
  );
});

it("an index that is used by other columns is another plan, by other values it is none", () => {
  const plan = (condition?: string) => planOf([{ Plan: { ...scan, "Index Cond": condition } }])!.nodes;
  const both = plan("((id = $1) AND (kind = 3))");
  expect(isSameShape(both, plan("((id = 9) AND (kind > 4))"))).toBe(true);
  for (const other of [plan("(id = $1)"), plan()]) {
    expect(isSameShape(both, other)).toBe(false);
    expect(shapeOf(both)).not.toBe(shapeOf(other));
  }
  // As runs have them that were measured before columns were kept.
  const old = [{ depth: 0, type: "Index Scan", relation: "t", index: "t_pkey", rows: 1 }];
  expect(isSameShape(old, both)).toBe(true);
  expect(isSameShape([...old, ...old], both)).toBe(false);
});

const executed = (rows: number, more: object = {}) => [
  {
    Plan: {
      ...scan,
      "Actual Rows": rows,
      "Actual Loops": 2,
      "Shared Hit Blocks": 3,
      "Shared Read Blocks": 1,
      ...more,
    },
    "Execution Time": 4,
    Triggers: [{ "Trigger Name": "g", Relation: "t", Time: 1, Calls: 1 }],
  },
];

it("reads what an execution did: rows of all loops, buffers in memory or not, its triggers", () => {
  const plan = planOf(executed(5))!;
  expect(plan.execution).toEqual({
    rows: 10,
    buffers: 4,
    temporary: 0,
    ms: 4,
    triggers: [{ name: "g", on: "t", ms: 1 }],
  });
  expect(plan.nodes[0]).toMatchObject({ actual: { rows: 5, loops: 2, buffers: 4 } });
});

it("counts the rows that a write changes, which come from below", () => {
  const child = { ...scan, "Actual Rows": 7, "Actual Loops": 1 };
  const write = { "Node Type": "ModifyTable", Operation: "Update", Plans: [child] };
  expect(planOf(executed(0, write))!.execution).toMatchObject({ rows: 7, buffers: 4 });
});

it("means over executions, and the triggers' part of all their time", () => {
  const all = [planOf(executed(5))!.execution!, planOf(executed(1, { "Temp Read Blocks": 6 }))!.execution!];
  expect(executedOf(all)).toEqual({
    executions: 2,
    rows: 6,
    buffers: 4,
    temporary: 3,
    triggers: [{ name: "g", on: "t", share: 0.25 }],
  });
});
