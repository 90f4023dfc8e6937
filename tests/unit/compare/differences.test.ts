import { describe, expect, it } from "vitest";
import { differencesOf } from "../../../src/compare/differences.ts";
import type { DatabaseObject, Observed, RelationSize } from "../../../src/model/observed.ts";

const index = (name: string, definition = `CREATE INDEX ${name}`): DatabaseObject => ({
  kind: "index",
  name,
  on: "t",
  definition,
});

function observed(
  objects: readonly DatabaseObject[],
  sizes: readonly RelationSize[] = [],
  databases = ["plumbline_1"],
): Observed {
  return {
    databases: databases.map((database) => ({ database, workloads: [`on ${database}`], objects, sizes })),
    plans: [],
  };
}

describe("objects", () => {
  it("are new, gone or changed; equal ones are no difference", () => {
    const base = observed([index("same"), index("gone"), index("changed", "a")]);
    const head = observed([index("same"), index("young"), index("changed", "b")]);
    expect(differencesOf(base, head).differences).toEqual([
      {
        kind: "index",
        name: "gone",
        on: "t",
        base: "CREATE INDEX gone",
        head: null,
        workloads: ["on plumbline_1"],
      },
      { kind: "index", name: "changed", on: "t", base: "a", head: "b", workloads: ["on plumbline_1"] },
      {
        kind: "index",
        name: "young",
        on: "t",
        base: null,
        head: "CREATE INDEX young",
        workloads: ["on plumbline_1"],
      },
    ]);
  });

  it("that differ in several databases are said once, with all their workloads", () => {
    const names = ["plumbline_1", "plumbline_2"];
    const { differences } = differencesOf(observed([], [], names), observed([index("i")], [], names));
    expect(differences).toMatchObject([{ name: "i", workloads: ["on plumbline_1", "on plumbline_2"] }]);
  });

  it("of a table that is new go without saying", () => {
    const table: DatabaseObject = { kind: "table", name: "t", definition: "table" };
    expect(
      differencesOf(observed([]), observed([table, index("i")])).differences.map(({ name }) => name),
    ).toEqual(["t"]);
  });
});

it.each([
  [100, 120, 8, 16, 0],
  [100, 1_000, 800_000, 8_000_000, 1],
  [1_000, 100, 8_000_000, 800_000, 1],
  [1_000, 1_010, 8_000_000, 8_080_000, 0],
])("a table of %i and of %i rows: %i and %i bytes", (before, after, small, large, count) => {
  const size = (rows: number, bytes: number) => observed([], [{ name: "t", rows, bytes }]);
  expect(differencesOf(size(before, small), size(after, large)).sizes).toHaveLength(count);
});

describe("plans", () => {
  const plan = (type: string, cost = 1, rows = 1): Observed => ({
    databases: [],
    plans: [
      {
        workload: "w",
        plans: [{ statement: "s", sql: "SELECT 1", cost, nodes: [{ depth: 0, type, relation: "t", rows }] }],
      },
    ],
  });

  it("differ by their steps, not by costs and estimates", () => {
    expect(differencesOf(plan("Seq Scan"), plan("Seq Scan", 99, 99)).plans).toEqual([]);
    expect(differencesOf(plan("Seq Scan"), plan("Index Scan")).plans).toMatchObject([
      { workload: "w", statement: "s", base: [{ type: "Seq Scan" }], head: [{ type: "Index Scan" }] },
    ]);
  });
});
