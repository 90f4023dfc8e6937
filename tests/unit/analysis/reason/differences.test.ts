import { describe, expect, it } from "vitest";
import { observedDifferences } from "../../../../src/analysis/reason/differences.ts";
import type { DatabaseObject, Observed, RelationSize } from "../../../../src/model/observed.ts";

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
    expect(observedDifferences(base, head).differences).toEqual([
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

  it("of kinds that one arm did not show, or prints otherwise, are no difference", () => {
    const table: DatabaseObject = { kind: "table", name: "u", definition: "table" };
    const of = (objects: readonly DatabaseObject[], more: Partial<Observed["databases"][number]>) => {
      const [database] = observed(objects).databases;
      return { databases: [{ ...database!, ...more }], plans: [] };
    };
    const kinds = (base: Observed, head: Observed) =>
      observedDifferences(base, head).differences.map(({ kind }) => kind);
    const all = of([table, index("i")], { edition: 2 });
    expect(kinds(all, of([], { edition: 2 }))).toEqual(["table", "index"]);
    expect(kinds(all, of([], { edition: 2, unread: ["table"] }))).toEqual(["index"]);
    expect(kinds(of([], { edition: 2, unread: ["index"] }), all)).toEqual(["table"]);
    expect(kinds(all, of([], {})), "of an older version").toEqual(["index"]);
  });

  it("that differ in several databases are said once, with all their workloads", () => {
    const names = ["plumbline_1", "plumbline_2"];
    const { differences } = observedDifferences(observed([], [], names), observed([index("i")], [], names));
    expect(differences).toMatchObject([{ name: "i", workloads: ["on plumbline_1", "on plumbline_2"] }]);
  });

  it("that are not alike in several databases are said for each, and workloads of several once", () => {
    const of = (
      ...databases: readonly (readonly [string, readonly string[], string | null])[]
    ): Observed => ({
      databases: databases.map(([database, workloads, definition]) => ({
        database,
        workloads,
        objects: definition === null ? [] : [index("i", definition)],
        sizes: [{ name: "t", rows: 1, bytes: definition === null ? 0 : 1e6 }],
      })),
      plans: [],
    });
    const base = of(["a", ["v"], null], ["b", ["w"], null], ["c", ["v"], null]);
    const head = of(["a", ["v", "u"], "x"], ["b", ["w"], "y"], ["c", ["v", "w"], "x"]);
    const { differences, sizes } = observedDifferences(base, head);
    expect(differences).toMatchObject([
      { head: "x", workloads: ["v", "u", "w"] },
      { head: "y", workloads: ["w"] },
    ]);
    expect(sizes).toMatchObject([{ name: "t", workloads: ["v", "u", "w"] }]);
  });

  it("of a table that is new go without saying", () => {
    const table: DatabaseObject = { kind: "table", name: "t", definition: "table" };
    expect(
      observedDifferences(observed([]), observed([table, index("i")])).differences.map(({ name }) => name),
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
  expect(observedDifferences(size(before, small), size(after, large)).sizes).toHaveLength(count);
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
    expect(observedDifferences(plan("Seq Scan"), plan("Seq Scan", 99, 99)).plans).toEqual([]);
    expect(observedDifferences(plan("Seq Scan"), plan("Index Scan")).plans).toMatchObject([
      { workload: "w", statement: "s", base: [{ type: "Seq Scan" }], head: [{ type: "Index Scan" }] },
    ]);
  });
});

describe("sizes", () => {
  const KIB = 1024;
  const sized = (bytes: number, more: Partial<RelationSize> = {}) =>
    observed([], [{ name: "t", rows: 1, bytes, ...more }]);

  it.each([
    [320, 384, 1],
    [320, 383, 0],
    [384, 320, 1],
    [384, 321, 0],
    [640, 767, 0],
    [6400, 7679, 0],
    [7680, 6401, 0],
    [0, 64, 1],
    [64, 0, 1],
    [0, 63, 0],
    [200, 250, 0],
  ])(
    "of %i and of %i KiB: other ones where both 64 KiB and a fifth are between them",
    (before, after, count) => {
      const { sizes } = observedDifferences(sized(before * KIB), sized(after * KIB));
      expect(sizes).toHaveLength(count);
      expect(observedDifferences(observed([]), sized(after * KIB)).sizes, "of a new table nothing").toEqual(
        [],
      );
    },
  );

  it("are said with rows and bytes of both arms", () => {
    expect(observedDifferences(sized(0, { rows: 2 }), sized(1e6, { rows: 7 })).sizes).toEqual([
      {
        name: "t",
        base: { rows: 2, bytes: 0 },
        head: { rows: 7, bytes: 1e6 },
        workloads: ["on plumbline_1"],
      },
    ]);
  });

  it.each([
    ["other statistics of a table that is as large", 1e6, "b", "t"],
    ["the same statistics", 1e6, "a", undefined],
    ["other statistics of a larger table", 9e6, "b", undefined],
    ["statistics that nobody told", 1e6, undefined, undefined],
  ])("with %s, a plan is another by its sample or not", (_, bytes, statistics, table) => {
    const of = (type: string, size: Observed): Observed => ({
      ...size,
      plans: [
        {
          workload: "w",
          plans: [{ statement: "s", sql: "A", cost: 1, nodes: [{ depth: 0, type, relation: "t", rows: 1 }] }],
        },
      ],
    });
    const head = sized(bytes, statistics === undefined ? {} : { statistics });
    const untold = observedDifferences(of("Seq Scan", sized(1e6)), of("Index Scan", head)).plans;
    expect(untold[0]!.resampled, "base's are not known").toBeUndefined();
    const young = observedDifferences(of("Seq Scan", observed([])), of("Index Scan", head)).plans;
    expect(young[0]!.resampled, "the table is new").toBeUndefined();
    const [plan] = observedDifferences(
      of("Seq Scan", sized(1e6, { statistics: "a" })),
      of("Index Scan", head),
    ).plans;
    expect(plan!.resampled).toBe(table);
  });
});

it("a database of head alone, and what a table that both have got or lost, are as they are", () => {
  const table = (definition: string): DatabaseObject => ({ kind: "table", name: "t", definition });
  const names = (base: Observed, head: Observed) =>
    observedDifferences(base, head).differences.map(({ name }) => name);
  expect(names(observed([]), observed([index("i")], [], ["another"]))).toEqual([]);
  expect(names(observed([table("a")]), observed([table("b"), index("i")]))).toEqual(["t", "i"]);
  expect(names(observed([table("a"), index("i")]), observed([])), "with its table").toEqual(["t"]);
  const named: DatabaseObject = { kind: "constraint", name: "t", on: "u", definition: "CHECK (a > 0)" };
  expect(names(observed([]), observed([named, index("i")])), "a constraint of a table's name").toEqual([
    "t",
    "i",
  ]);
  expect(
    names(observed([{ ...index("ab", "x"), on: "c" }]), observed([{ ...index("a", "x"), on: "bc" }])),
    "other names that read alike",
  ).toEqual(["ab", "a"]);
  const on = (name: string): DatabaseObject => ({ ...index("i"), on: name });
  expect(names(observed([on("a")]), observed([on("b")])), "the same name on another table").toEqual([
    "i",
    "i",
  ]);
});
