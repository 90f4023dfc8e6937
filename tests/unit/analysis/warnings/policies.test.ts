import { expect, it } from "vitest";
import { policyWarnings } from "../../../../src/analysis/warnings/policies.ts";
import type { DatabaseObject, Observed, PlanNode } from "../../../../src/model/observed.ts";

const object = (kind: DatabaseObject["kind"], name: string, on?: string): DatabaseObject => ({
  kind,
  name,
  definition: "",
  ...(on === undefined ? {} : { on }),
});
const DOC = [
  object("table", "doc"),
  object("row-security", "doc", "doc"),
  object("policy", "own", "doc"),
  { ...object("policy", "added", "doc"), definition: " a WITH CHECK (true)" },
];
const TAG = [object("table", "tag"), object("row-security", "tag", "tag")];

const READS: readonly PlanNode[] = [{ depth: 0, type: "Result", rows: 1 }];
const INSERTS: readonly PlanNode[] = [
  { depth: 0, type: "ModifyTable", relation: "doc", manner: "Insert", rows: 0 },
];

function arm(sql: string, tables = ["doc", "tag"], objects = [...DOC, ...TAG], nodes = READS) {
  const observed: Observed = {
    databases: [{ database: "d", workloads: ["w"], objects, sizes: [] }],
    plans: [
      {
        workload: "w",
        plans: [{ statement: "s", sql, cost: 1, nodes }],
      },
    ],
  };
  return { observed, unbound: new Map([["d", { user: "postgres", tables }]]) };
}

it("names tables and policies that the statements reach, and that do not bind the user", () => {
  expect(policyWarnings([{ name: "w" }], [arm("SELECT * FROM doc")])).toEqual([
    {
      code: "policies-bypassed",
      workload: "w",
      message:
        "w runs as postgres, whom row-level security does not bind: doc (own), so whatever policies cost or change is in no figure",
      remedy:
        "set database.role, or the workload's role, to the role of the application; or to postgres, if it bypasses them in production, too",
    },
  ]);
  const [inserted] = policyWarnings(
    [{ name: "w" }],
    [arm("INSERT INTO doc SELECT FROM tag", undefined, undefined, INSERTS)],
  );
  expect(inserted!.message).toContain("doc (own, added) and tag (no policy for this), so");
});

it("names no more than a reader reads", () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const many = names.flatMap((table) => [
    object("table", table),
    object("row-security", table, table),
    ...["x", "y", "z"].map((name) => object("policy", name, table)),
  ]);
  const [said] = policyWarnings([{ name: "w" }], [arm("SELECT FROM a, b, c, d, e, f", names, many)]);
  expect(said!.message).toContain("d (x, y and 1 more) and 2 more tables, so");
});

it("adds up what either arm has", () => {
  const base = arm("SELECT FROM doc", ["doc"], [...DOC.slice(0, 2), object("policy", "old", "doc")]);
  const [both] = policyWarnings([{ name: "w" }], [base, arm("SELECT FROM doc")]);
  expect(both!.message).toContain("doc (old, own)");
  const [head] = policyWarnings([{ name: "w" }], [arm("SELECT 1"), arm("SELECT FROM doc")]);
  expect(head!.message).toContain("runs as postgres");
});

it.each([
  ["a role is named, whatever it may do", "SELECT FROM doc", { name: "w", role: {} }, ["doc"]],
  ["the statements reach no such table", "SELECT FROM other", { name: "w" }, ["doc"]],
  ["the policies bind the user", "SELECT FROM doc", { name: "w" }, []],
  ["another workload runs there", "SELECT FROM doc", { name: "v" }, ["doc"]],
  ["a script names its role", "SET LOCAL ROLE app; SELECT FROM doc", { name: "w" }, ["doc"]],
  ["PostgREST's statement names it", "SELECT set_config('role', $1, true) FROM doc", { name: "w" }, ["doc"]],
])("says nothing where %s", (_, sql, workload, tables) => {
  expect(policyWarnings([workload], [arm(sql, tables)])).toEqual([]);
});
