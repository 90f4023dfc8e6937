import { expect, it } from "vitest";
import type { Tried, TriedArm, TriedScript } from "../../../../src/model/tried.ts";
import { isRunnable, triedWarnings, triedWords } from "../../../../src/report/terminal/tried.ts";

const READ = {
  sql: "SELECT name FROM item WHERE id = 5",
  rows: 1,
  steps: ["Index Scan using item_pkey on item"],
  tables: ["item"],
};
const BEGIN = { sql: "BEGIN", rows: null, steps: [], tables: [] };

function script(more: Partial<TriedScript> = {}): TriedScript {
  return { workload: "buy", file: "bench/buy.sql", refusal: null, statements: [BEGIN, READ], ...more };
}

function arm(more: Partial<TriedArm> = {}): TriedArm {
  const about = {
    arm: "head",
    server: "PostgreSQL 17.2",
    setupSeconds: 1.2,
    tables: 3,
    tableNames: [],
  } as const;
  return { ...about, emptyTables: [], rowsDraft: null, warnings: [], scripts: [script()], ...more };
}

function tried(more: Partial<Tried> = {}): Tried {
  const measured = {
    workloads: 1,
    seconds: 8,
    least: { sessions: 3, seconds: 36 },
    most: { sessions: 24, seconds: 288 },
  };
  return { suite: "shop", arms: [arm()], withoutBase: null, notTried: [], rowsFile: null, measured, ...more };
}

it("shows rows and plans of statements, and what a check would measure", () => {
  expect(triedWords(tried())).toBe(`head: PostgreSQL 17.2, set up in 1.2 s: 3 tables
  buy: bench/buy.sql
    SELECT name FROM item WHERE id = 5: 1 row; Index Scan using item_pkey on item
a check measures 1 workload for 8 s in each of 3 to 24 sessions: 36 s to 4.8 min, after 1.2 s of set-up
`);
});

it("shows of base only what differs", () => {
  const scan = { ...READ, steps: ["Seq Scan on item"] };
  const base = arm({ arm: "base", scripts: [script({ statements: [BEGIN, scan] })] });
  expect(triedWords(tried({ arms: [arm(), base] }))).toContain(
    "buy: otherwise than head: SELECT name FROM item WHERE id = 5: 1 row; Seq Scan on item\n",
  );
  expect(triedWords(tried({ arms: [arm(), arm({ arm: "base" })] }))).toContain("  the same plans as head\n");
  const without = arm({ arm: "base", scripts: [script({ refusal: "no table", statements: [] })] });
  expect(triedWords(tried({ arms: [arm(), without] }))).toContain(
    "buy: new, because base cannot run it: no table\n",
  );
});

it("says where made-up rows are, and which tables are left to a person", () => {
  const said = (refused: readonly string[]) =>
    triedWords(
      tried({
        arms: [arm({ rowsDraft: { sql: "", tables: ["item", "buyer"], refused } })],
        rowsFile: "out/rows.sql",
      }),
    );
  const rest = "Read it, copy it to db/rows.sql, and name that in database.setup after the schema\n";
  expect(said([])).toContain(`wrote out/rows.sql: made-up rows for item and buyer. ${rest}`);
  expect(said(["place"])).toContain(`item and buyer; place needs a hand: it says why. ${rest}`);
  expect(said(["place", "way"])).toContain(`item and buyer; place and way need a hand: it says why. ${rest}`);
});

it("names what head cannot run, and is then no success", () => {
  const broken = tried({ arms: [arm({ scripts: [script({ refusal: "bench/buy.sql:2:1: no table" })] })] });
  expect(triedWords(broken)).toContain("    fails: bench/buy.sql:2:1: no table\n");
  expect([isRunnable(broken), isRunnable(tried())]).toEqual([false, true]);
});

it("says why a check would look at nothing", () => {
  const nothing = { ...READ, rows: 0 };
  const cases: readonly (readonly [Partial<TriedArm>, readonly string[]])[] = [
    [{}, []],
    [{ scripts: [script({ statements: [BEGIN, nothing] })] }, ["buy: no statement returned or wrote a row"]],
    [
      { scripts: [script({ statements: [nothing] })], emptyTables: ["item", "other"] },
      ["buy: no statement returned or wrote a row: item has no rows, so no index of it matters"],
    ],
    [
      { emptyTables: ["shop.item"] },
      ["buy: it meets empty tables: item has no rows, so no index of it matters"],
    ],
    [
      { scripts: [script(), script({ file: "bench/sell.sql", statements: [nothing] })] },
      ["buy, bench/sell.sql: no statement returned or wrote a row"],
    ],
    [{ emptyTables: ["other"] }, []],
    [
      { warnings: [{ code: "policies-bypassed", message: "buy runs as postgres", remedy: "set a role" }] },
      ["buy runs as postgres (set a role)"],
    ],
  ];
  for (const [more, warnings] of cases) expect(triedWarnings(arm(more))).toEqual(warnings);
});
