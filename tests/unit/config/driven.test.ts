import { expect, test } from "vitest";
import { type DrivenTables, undrivenSetup } from "../../../src/config/driven.ts";

const SYSBENCH: DrivenTables = { tables: ["sbtest1", "sbtest2"], sql: [] };
const SCRIPT: DrivenTables = { tables: [], sql: ["SELECT * FROM shop.orders WHERE id = :id"] };

const ofScript = (sql: string): DrivenTables => ({ tables: [], sql: [sql] });
const setup = (...sql: readonly string[]) => ({ sql, commands: [] });

test.each<[string, Parameters<typeof undrivenSetup>]>([
  ["a table that no workload drives", [setup("CREATE TABLE orders (id int);"), [SYSBENCH]]],
  ["an index on one", [setup("CREATE UNIQUE INDEX i ON public.items (id);"), [SYSBENCH, SCRIPT]]],
  ["a name that another begins with", [setup("CREATE TABLE sbtest (id int);"), [SYSBENCH]]],
  [
    "a command beside the load generator's own tables",
    [{ sql: [], commands: ["npm run migrate"] }, [SYSBENCH]],
  ],
])("a warning: %s", (_, [text, workloads]) => {
  expect(undrivenSetup(text, workloads)).toMatchObject({
    code: "setup-not-driven",
    remedy: expect.stringContaining("workloads[].script"),
  });
});

test.each<[string, Parameters<typeof undrivenSetup>]>([
  ["none without a set-up", [setup(), [SYSBENCH]]],
  [
    "the load generator's table, altered",
    [setup("ALTER TABLE IF EXISTS sbtest2 SET (fillfactor = 90);"), [SYSBENCH]],
  ],
  ["a table of a script", [setup('CREATE TABLE "orders" (id int);', "CREATE TABLE x (id int);"), [SCRIPT]]],
  [
    "a function that a script calls",
    [setup("CREATE OR REPLACE FUNCTION buy() ..."), [{ tables: [], sql: ["SELECT buy()"] }]],
  ],
  ["a trigger on a table", [setup("CREATE TRIGGER t BEFORE UPDATE ON sbtest1 FOR EACH ROW ..."), [SYSBENCH]]],
  ["a command, which may make what scripts need", [{ sql: [], commands: ["rake db:schema:load"] }, [SCRIPT]]],
  [
    "a table with a point in its name",
    [setup('CREATE TABLE "a.b" (id int);'), [ofScript('SELECT * FROM "a.b"')]],
  ],
  ["a table in capitals", [setup('CREATE TABLE "Orders" (id int);'), [ofScript('SELECT * FROM "Orders"')]]],
  ["what is about no table", [setup("ALTER SYSTEM SET work_mem = '8MB';"), [SYSBENCH]]],
])("no warning: %s", (_, [text, workloads]) => {
  expect(undrivenSetup(text, workloads)).toBeNull();
});

test("the first tables are named, the rest counted", () => {
  const sql = ["a", "b", "c", "d", "e"].map((name) => `CREATE TABLE ${name} (id int);`);
  expect(undrivenSetup(setup(...sql), [SYSBENCH])?.message).toContain("is about a, b, c and 2 more,");
});

test("a table's name has letters of any language", () => {
  expect(undrivenSetup(setup("CREATE TABLE bücher (id int);"), [SYSBENCH])?.message).toContain(
    "is about bücher, and",
  );
});
