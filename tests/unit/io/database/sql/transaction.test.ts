import { expect, it } from "vitest";
import { statementsToApply } from "../../../../../src/io/database/sql/transaction.ts";

const texts = (sql: string) => statementsToApply(sql).map(({ text }) => text);

it.each([
  "LOCK TABLE item",
  "lock item in share mode",
  "SET LOCAL lock_timeout = '1s'",
  "SET CONSTRAINTS ALL DEFERRED",
  "DECLARE c CURSOR FOR SELECT 1",
  "CREATE TEMP TABLE t ON COMMIT DROP AS SELECT 1",
])("opens a transaction for a file with %s", (statement) => {
  expect(texts(`SELECT 1;\n${statement};\nSELECT 2;`)).toEqual([
    "BEGIN",
    "SELECT 1",
    statement,
    "SELECT 2",
    "COMMIT",
  ]);
});

it.each([
  "ALTER TABLE item DETACH PARTITION item_1 CONCURRENTLY",
  "REINDEX (VERBOSE) SCHEMA public",
  "REINDEX DATABASE shop",
  "REINDEX SYSTEM shop",
  "ALTER DATABASE shop SET TABLESPACE fast",
  "DROP TABLESPACE fast",
  "CREATE DATABASE shop",
  "VACUUM (ANALYZE) item",
  "CLUSTER",
  "PREPARE TRANSACTION 'x'",
])("opens none for a file with %s, which PostgreSQL refuses there", (statement) => {
  for (const needy of ["LOCK item", "SET LOCAL lock_timeout = '1s'"])
    expect(texts(`${needy};\n${statement};`)).toEqual([needy, statement]);
});

it.each([
  "CALL archive()",
  "DO $$ BEGIN DELETE FROM item; COMMIT; END $$",
  "ALTER TYPE state ADD VALUE 'sold'",
  "CREATE SUBSCRIPTION s CONNECTION 'dbname=shop' PUBLICATION p",
])("opens none for a mere warning where a file has %s, which may fail there", (statement) => {
  expect(texts(`SET LOCAL lock_timeout = '1s';\n${statement};`)).toHaveLength(2);
  expect(texts(`LOCK item;\n${statement};`)).toEqual(["BEGIN", "LOCK item", statement, "COMMIT"]);
});

it.each([
  "DO $$ BEGIN CREATE TEMP TABLE t (id int) ON COMMIT DROP; END $$",
  "CLUSTER item USING item_pkey",
  "REINDEX TABLE system_item",
])("opens one for a file with %s, which does not mind", (statement) => {
  expect(texts(`SET LOCAL lock_timeout = '1s';\n${statement};`)).toHaveLength(4);
});

it.each([
  ["none is needed", "CREATE TEMP TABLE t (id int);\nSET lock_timeout = 0;"],
  ["the file opens one", "BEGIN;\nLOCK TABLE item;\nCOMMIT;"],
  ["PostgreSQL would refuse it", "SET LOCAL x.y = 1;\nCREATE INDEX CONCURRENTLY i ON item (id);"],
  ["there is nothing", "-- LOCK TABLE item;"],
])("leaves a file as it is where %s", (_, sql) => {
  expect(texts(sql)).not.toContain(sql.startsWith("BEGIN") ? "none" : "BEGIN");
  expect(texts(sql)).toHaveLength(sql.split("\n").filter((line) => !line.startsWith("--")).length);
});

it("says the lines of the file", () => {
  expect(statementsToApply("\nLOCK item;\nSELECT 1;").map(({ line }) => line)).toEqual([2, 2, 3, 3]);
});
