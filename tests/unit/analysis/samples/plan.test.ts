import { expect, it } from "vitest";
import {
  columnsIn,
  convertedIn,
  executedOf,
  isSameShape,
  planShape,
  readExplain,
} from "../../../../src/analysis/samples/plan.ts";

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
  expect(readExplain([{ Plan: join }])).toEqual({
    cost: 20,
    nodes: [{ depth: 0, type: "Nested Loop", manner: "Left", rows: 0.5 }, node, node],
    conversions: [],
    execution: null,
  });
});

it("knows no other answers", () => {
  expect(readExplain("Seq Scan on t")).toBeNull();
  expect(readExplain([])).toBeNull();
  expect(readExplain([{ Plan: { "Node Type": "Result" } }])).toBeNull();
  const deep = Array.from({ length: 5_000 }).reduce((below) => ({ ...scan, Plans: [below] }), scan);
  expect(readExplain([{ Plan: deep }])).toBeNull();
});

it("tells plans apart by their steps in their places alone", () => {
  const at = (depth: number) => planShape([{ depth, type: "Sort", rows: 1 }]);
  expect(at(0)).not.toBe(at(1));
  expect(planShape([{ depth: 0, type: "Sort", rows: 1 }])).toBe(
    planShape([{ depth: 0, type: "Sort", rows: 900 }]),
  );
});

it("an index that is used by other columns is another plan, by other values it is none", () => {
  const plan = (condition?: string) => readExplain([{ Plan: { ...scan, "Index Cond": condition } }])!.nodes;
  const both = plan("((id = $1) AND (kind = 3))");
  expect(isSameShape(both, plan("((id = 9) AND (kind > 4))"))).toBe(true);
  for (const other of [plan("(id = $1)"), plan()]) {
    expect(isSameShape(both, other)).toBe(false);
    expect(planShape(both)).not.toBe(planShape(other));
  }
  // As runs have them that were measured before columns were kept.
  const old = [{ depth: 0, type: "Index Scan", relation: "t", index: "t_pkey", rows: 1 }];
  expect(isSameShape(old, both)).toBe(true);
  expect(isSameShape(both, old)).toBe(true);
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
  const plan = readExplain(executed(5))!;
  expect(plan.execution).toEqual({
    rows: 10,
    buffers: 4,
    temporary: 0,
    ms: 4,
    triggers: [{ name: "g", on: "t", ms: 1 }],
  });
  expect(plan.nodes[0]).toMatchObject({ actual: { rows: 5, loops: 2, buffers: 4 } });
});

it("has the time of all loops of a step, and of processes that work side by side as of one", () => {
  const timed = (ms: number, loops: number, more: object = {}) => {
    return { ...scan, "Actual Rows": 1, "Actual Loops": loops, "Actual Total Time": ms, ...more };
  };
  const gather = timed(40, 1, {
    "Node Type": "Gather",
    "Workers Launched": 2,
    Plans: [timed(35, 3, { Plans: [timed(2, 30)] })],
  });
  const times = readExplain([{ Plan: gather }])!.nodes.map(({ actual }) => actual!.ms);
  expect(times).toEqual([40, 35, 20]);
});

it("counts the rows that a write changes, which come from below", () => {
  const child = { ...scan, "Actual Rows": 7, "Actual Loops": 1 };
  const write = { "Node Type": "ModifyTable", Operation: "Update", Plans: [child] };
  expect(readExplain(executed(0, write))!.execution).toMatchObject({ rows: 7, buffers: 4 });
});

it("means over executions, and the triggers' part of all their time", () => {
  const all = [
    readExplain(executed(5))!.execution!,
    readExplain(executed(1, { "Temp Read Blocks": 6 }))!.execution!,
  ];
  expect(executedOf(all)).toEqual({
    executions: 2,
    rows: 6,
    buffers: 4,
    temporary: 3,
    triggers: [{ name: "g", on: "t", share: 0.25 }],
  });
});

it("keeps the first hundred steps, depth by depth, with what makes each another one", () => {
  const leaf = { "Node Type": "Result", "Total Cost": 1, "Plan Rows": 1 };
  const append = { ...leaf, "Node Type": "Append", Plans: Array.from({ length: 120 }, () => leaf) };
  expect(readExplain([{ Plan: append }])!.nodes).toHaveLength(100);
  const said = {
    ...leaf,
    Operation: "Insert",
    Strategy: "Hashed",
    "Partial Mode": "Partial",
    "Subplan Name": "CTE a",
  };
  const plain = { ...leaf, "Join Type": "Inner", Strategy: "Plain", "Partial Mode": "Simple" };
  const nodes = readExplain([{ Plan: { ...said, Plans: [{ ...plain, Plans: [leaf] }] } }])!.nodes;
  expect(nodes.map(({ depth, manner }) => [depth, manner])).toEqual([
    [0, "Insert, Hashed, Partial, CTE a"],
    [1, undefined],
    [2, undefined],
  ]);
  expect(readExplain([{ Plan: { ...leaf, "Join Type": "Semi Inner" } }])!.nodes[0]!.manner).toBe(
    "Semi Inner",
  );
});

it("counts what stands in an answer alone, of loops one, and all kinds of buffers and files", () => {
  const node = { "Node Type": "Result", "Total Cost": 1, "Plan Rows": 1, "Actual Rows": 3 };
  const blocks = {
    "Shared Hit Blocks": 1,
    "Shared Read Blocks": 20,
    "Local Hit Blocks": 300,
    "Local Read Blocks": 4000,
    "Temp Read Blocks": 5,
    "Temp Written Blocks": 60,
  };
  const plan = readExplain([{ Plan: { ...node, ...blocks } }])!;
  expect(plan.execution).toEqual({ rows: 3, buffers: 4321, temporary: 65, ms: 0, triggers: [] });
  expect(plan.nodes[0]!.actual).toEqual({ rows: 3, loops: 1, buffers: 4321 });
  expect(readExplain([{ Plan: node, Triggers: [{ "Trigger Name": "g" }] }])!.execution).toEqual({
    rows: 3,
    buffers: 0,
    temporary: 0,
    ms: 0,
    triggers: [{ name: "g", on: "", ms: 0 }],
  });
  const write = { ...node, "Node Type": "ModifyTable", "Actual Rows": 0 };
  expect(readExplain([{ Plan: write }])!.execution!.rows).toBe(0);
  const returning = { ...write, "Actual Rows": 2, Plans: [{ ...node, "Actual Rows": 9 }] };
  expect(readExplain([{ Plan: returning }])!.execution!.rows, "with RETURNING").toBe(2);
  expect(
    readExplain([{ Plan: { ...node, "Actual Rows": 0, Plans: [node] } }])!.execution!.rows,
    "a read of nothing",
  ).toBe(0);
});

it("triggers are told apart by name and table, and have no part of no time, nor more than all", () => {
  const ran = (ms: number, ...triggers: readonly (readonly [name: string, on: string, ms: number])[]) => ({
    rows: 0,
    buffers: 0,
    temporary: 0,
    ms,
    triggers: triggers.map(([name, on, time]) => ({ name, on, ms: time })),
  });
  expect(executedOf([ran(4, ["g", "t", 1], ["g", "u", 2]), ran(4, ["g", "t", 1])]).triggers).toEqual([
    { name: "g", on: "t", share: 0.25 },
    { name: "g", on: "u", share: 0.25 },
  ]);
  expect(executedOf([ran(4, ["g", "t", 1], ["h", "t", 2])]).triggers).toEqual([
    { name: "g", on: "t", share: 0.25 },
    { name: "h", on: "t", share: 0.5 },
  ]);
  expect(executedOf([ran(0, ["g", "t", 1])]).triggers[0]!.share).toBe(0);
  expect(executedOf([ran(1, ["g", "t", 3])]).triggers[0]!.share).toBe(1);
});

it("two plans are one where every step is: type, table, index and manner", () => {
  const node = { depth: 0, type: "a", relation: "b", index: "c", by: ["d"], manner: "e", rows: 1 };
  const other = { depth: 1, type: "x", relation: "x", index: "x", by: ["x"], manner: "x" };
  for (const [key, value] of Object.entries(other)) {
    expect(isSameShape([node], [{ ...node, [key]: value }]), key).toBe(false);
    expect(planShape([node]), key).not.toBe(planShape([{ ...node, [key]: value }]));
  }
  expect(isSameShape([node], [{ ...node, rows: 9 }])).toBe(true);
  expect(isSameShape([node], [node, node])).toBe(false);
  expect(isSameShape([node, node], [node, { ...node, type: "x" }])).toBe(false);
});

it("what ends in one place does not begin in the next", () => {
  const step = { depth: 0, type: "a", relation: "bc", rows: 1 };
  for (const other of [
    { ...step, type: "ab", relation: "c" },
    { ...step, relation: "b", index: "c" },
    { ...step, relation: "b", manner: "c" },
    { ...step, relation: "", index: "bc" },
  ]) {
    expect(isSameShape([step], [other]), JSON.stringify(other)).toBe(false);
    expect(planShape([step])).not.toBe(planShape([other]));
  }
  const by = (...columns: string[]) => planShape([{ ...step, index: "i", by: columns }]);
  expect(by("ab")).not.toBe(by("a", "b"));
  expect(by()).toBe(planShape([{ ...step, index: "i" }]));
  const sort = { depth: 0, type: "Sort", rows: 1 };
  expect(planShape([{ ...sort, manner: "x" }, { ...sort }])).not.toBe(
    planShape([{ ...sort, manner: `x${planShape([sort])}` }]),
  );
});

it("what a step has not is absent from what is stored", () => {
  const nodes = readExplain([{ Plan: { "Node Type": "Result", "Total Cost": 1, "Plan Rows": 1 } }])!.nodes;
  expect(nodes).toStrictEqual([{ depth: 0, type: "Result", rows: 1 }]);
  expect(readExplain([{ Plan: { ...scan, "Index Cond": undefined } }])!.nodes[0]!.by).toEqual([]);
  // Only the words that go without saying, whole.
  const manner = (text: string) =>
    readExplain([{ Plan: { ...join, "Join Type": text, Plans: [] } }])!.nodes[0]!.manner;
  expect(["Inner", "Inner Unique", "Left"].map(manner)).toEqual([undefined, "Inner Unique", "Left"]);
});

it.each([
  ["(kind = $1)", ["kind"]],
  ["((w_id = 7) AND (d_id >= 3) AND (w_id < 9))", ["d_id", "w_id"]],
  ["(k = ANY ('{1,2,it''s}'::integer[]))", ["k"]],
  ["((name)::text = 'kind = 3'::character varying)", ["name"]],
  ["(lower(name) = 'x'::text)", ["name"]],
  ["((data ->> 'a'::text) = 'b'::text)", ["data"]],
  ["(ROW(a, b) > ROW(1, 2))", ["a", "b"]],
  ["((at >= '2026-01-01 00:00:00'::timestamp without time zone) AND (at IS NOT NULL))", ["at"]],
  ["(price > 1.5e3::numeric(10,2))", ["price"]],
  // Of the other side of a join, of another query and of a setting nothing is said.
  ["(id = a.kind)", ["id"]],
  ['((id = (InitPlan 1).col1) AND ("Kind" = $0))', ['"Kind"', "id"]],
  ["((c COLLATE \"C\") = 'x'::bpchar)", ["c"]],
  ["((is_hot = true) AND (is_old = false))", ["is_hot", "is_old"]],
  ["(relkind = 'r'::\"char\")", ["relkind"]],
  ["(mood = 'sad'::public.\"Mood of day\")", ["mood"]],
  ["(at < '2026-01-01'::timestamp with time zone)", ["at"]],
  ["((name)::text = 'a'::text COLLATE \"de-x-icu\")", ["name"]],
  ["((name)::text = 'a'::text COLLATE pg_catalog.\"de-x-icu\")", ["name"]],
  ["(name = 'a'::text COLLATE ucs_basic)", ["name"]],
  ["((tags[1] = 'x'::text) AND (tags[i] <> 'y'::text))", ["i", "tags"]],
  ["(start = stop::timestamp(3) without time zone)", ["start", "stop"]],
  ["(deleted_at IS NULL)", ["deleted_at"]],
  ["(NOT (ANY (id = (hashed SubPlan 1).col1)))", ["id"]],
  ["((NOT (hashed SubPlan 12)) AND (alternatives: SubPlan 1 or hashed SubPlan 2) AND (k = 1))", ["k"]],
  ["((name)::character varying(10)[] = price::numeric(10,2))", ["name", "price"]],
  ["(deleted_at IS DISTINCT FROM NULL::timestamp without time zone)", ["deleted_at"]],
  ["(at < (CURRENT_DATE - '1 day'::interval))", ["at"]],
])("%s is by %j", (condition, columns) => {
  expect(columnsIn(condition)).toEqual(columns);
});

it.each([
  ["((sku)::text = md5('1'::text))", ["sku text"]],
  ["(((id)::numeric = 7.5) AND (kind = 3))", ["id numeric"]],
  [
    `(('a'::text = ("Sku")::text) OR ((o.at)::timestamp without time zone > $1))`,
    ["at timestamp without time zone", "Sku text"],
  ],
  ["((sku)::character varying(10) ~~ 'a%'::text)", ["sku character varying"]],
  ["(id = '5'::bigint)", []],
  ["(lower((name)::text) = 'a'::text)", []],
  ["((name)::text IS NULL)", []],
])("finds the columns that %s compares in another type", (condition, expected) => {
  expect(convertedIn(condition).map(({ column, type }) => `${column} ${type}`)).toEqual(expected);
});

it("names conversions where a whole table is read, and nowhere else", () => {
  const Filter = "((sku)::text = $1)";
  const whole = { ...scan, "Node Type": "Seq Scan", Filter };
  expect(readExplain([{ Plan: { ...join, Plans: [{ ...scan, Filter }, whole] } }])!.conversions).toEqual([
    { relation: "t", column: "sku", type: "text" },
  ]);
});
