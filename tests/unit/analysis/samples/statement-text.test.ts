import { describe, expect, it } from "vitest";
import {
  canBePlanned,
  parameterCount,
  statementTexts,
  withoutNames,
  withParameters,
} from "../../../../src/analysis/samples/statement-text.ts";

const PRINTED = `-- oltp_read_write on PostgreSQL
-- prepare
CREATE TABLE sbtest1 (id SERIAL);
-- run
-- begin: 1 in one event
BEGIN;
-- simple_range: 1 in one event; $1 int4, $2 int4
SELECT c FROM sbtest1 WHERE id BETWEEN $1 AND $2;
SELECT c FROM sbtest2 WHERE id BETWEEN $1 AND $2;
-- cleanup
DROP TABLE IF EXISTS sbtest1;`.split("\n");

it("reads the statements of events alone, each with its kind and types", () => {
  const range = { statement: "simple_range", types: ["int4", "int4"] };
  expect(statementTexts(PRINTED)).toEqual([
    { statement: "begin", types: [], sql: "BEGIN" },
    { ...range, sql: "SELECT c FROM sbtest1 WHERE id BETWEEN $1 AND $2" },
    { ...range, sql: "SELECT c FROM sbtest2 WHERE id BETWEEN $1 AND $2" },
  ]);
  expect(statementTexts(["-- prepare", "CREATE TABLE t ();"])).toEqual([]);
});

describe("a script's variables", () => {
  it.each([
    ["SELECT :a, :b, :a", "SELECT $1, $2, $1"],
    ["SELECT 'x:a' || \":a\", :'a'::text -- :a", "SELECT 'x:a' || \":a\", $1::text -- :a"],
    ["SELECT ':a', :a, ':a'", "SELECT $1, $2, $1"],
    ["SELECT x::int, $$:a$$, /* :a */ :b", "SELECT x::int, $$:a$$, /* :a */ $1"],
    ["SELECT a[1:2]", "SELECT a[1:2]"],
  ])("%s", (sql, parameters) => {
    expect(withParameters(sql)).toBe(parameters);
  });
});

it.each([
  ["SELECT 1", 0],
  ["SELECT $1, $2, $1", 2],
  ["SELECT '$9', \"$8\" -- $7", 0],
  ["SELECT $$ $3 $$, $1", 1],
])("counts the parameters of %s", (sql, count) => {
  expect(parameterCount(sql)).toBe(count);
});

it("leaves out what has no plan", () => {
  for (const sql of ["BEGIN", "COMMIT", "SET x = 1", "CALL p()"]) expect(canBePlanned(sql)).toBe(false);
  for (const sql of [" select 1", "WITH a AS (SELECT 1) SELECT 1", "UPDATE t SET a = 1"])
    expect(canBePlanned(sql)).toBe(true);
});

it("reads to the end where nothing is cleaned up, and no text before a heading or of a remark", () => {
  const lines = [
    "-- run",
    "SELECT 0;",
    "-- look-up.1: 1 in one event; $1 int4[], $12 text",
    "-- a remark",
    "  SELECT 1;  ",
  ];
  expect(statementTexts(lines)).toEqual([
    { statement: "look-up.1", types: ["int4[]", "text"], sql: "SELECT 1" },
  ]);
  expect(statementTexts(["-- cleanup", ...lines]), "what comes after is of the load").toEqual([]);
});

it.each([
  ["SELECT $tag$ :a $3 $tag$, :b", "SELECT $tag$ :a $3 $tag$, $1", 1],
  ["SELECT 'it''s :a', \"x\"\":b\" , :c", "SELECT 'it''s :a', \"x\"\":b\" , $1", 1],
  ["SELECT /* $4\n:a */ 1", "SELECT /* $4\n:a */ 1", 0],
  ["SELECT $10, -$2", "SELECT $10, -$2", 10],
  ["SELECT :a_1 -- :b\n, :c", "SELECT $1 -- :b\n, $2", 2],
  ["SELECT :1", "SELECT :1", 0],
])("what is quoted or said beside is no parameter: %s", (sql, text, count) => {
  expect(withParameters(sql)).toBe(text);
  expect(parameterCount(text)).toBe(count);
});

it("plans statements by their first word alone", () => {
  for (const word of ["INSERT", "delete", "MERGE", "VALUES", "\n TABLE"])
    expect(canBePlanned(`${word} x`), word).toBe(true);
  for (const sql of ["SELECTED", "EXPLAIN SELECT 1", "-- SELECT 1", "x SELECT"])
    expect(canBePlanned(sql), sql).toBe(false);
});

it("of what is not what a run sends there is no text, however it is headed", () => {
  expect(statementTexts(["-- prepare", "-- a: 1 in one event", "SELECT 1;"])).toEqual([]);
});

it("a text ends at its last semicolon, and a remark in it is no heading", () => {
  const lines = ["-- run", "-- a: 1 in one event", "SELECT ';', 1 -- b: no kind;", "SELECT ';';"];
  expect(statementTexts(lines).map(({ statement, sql }) => [statement, sql])).toEqual([
    ["a", "SELECT ';', 1 -- b: no kind"],
    ["a", "SELECT ';'"],
  ]);
});

it("a variable that stands twice beside another takes one number", () => {
  expect(withParameters("SELECT :a, :a, :b")).toBe("SELECT $1, $1, $2");
});

it("what quoted variables are called does not tell statements apart, and all else does", () => {
  expect(withoutNames("SELECT ':a', 'it''s :b_2 c', :c")).toBe("SELECT ':', 'it''s : c', :c");
  expect(withoutNames("SELECT '2 : 1', '::date'")).toBe("SELECT '2 : 1', '::'");
});

it("a text that is more than a variable is no parameter", () => {
  expect(withParameters("SELECT 'x:a', ':a ', ':a', 'b'':a'")).toBe("SELECT 'x:a', ':a ', $1, 'b'':a'");
});

it("numbers in quotes are no parameters, and those beside them are", () => {
  expect(parameterCount("SELECT '$3', \"$4\", $t$ $5 $t$, $2")).toBe(2);
  expect(parameterCount("SELECT $1'$3'$2")).toBe(2);
});
