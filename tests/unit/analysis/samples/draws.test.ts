import { expect, it } from "vitest";
import { DRAWS_MOST, DrawCollector, drawKey } from "../../../../src/analysis/samples/draws.ts";

function collected(sql: string, values: readonly string[]) {
  const collector = new DrawCollector();
  for (const value of values) collector.see({ sql, values: [value] });
  return collector.draws().get(drawKey(sql));
}

it("begins with the usual and the rare value, and goes on in the order of drawing, each once", () => {
  const { values } = collected("SELECT $1", ["b", "a", "a", "c", "a", "b"])!;
  expect(values).toEqual([["a"], ["c"], ["b"]]);
});

it("keeps few of many, and knows equal ones again", () => {
  const many = Array.from({ length: 2_000 }, (_, at) => String(at));
  expect(collected("SELECT $1", many)!.values).toHaveLength(DRAWS_MOST);
  expect(collected("SELECT $1", many)!.hash).toBe(collected("SELECT $1", many)!.hash);
  expect(collected("SELECT $1", many.toReversed())!.hash).not.toBe(collected("SELECT $1", many)!.hash);
});

it("leaves out what takes no values", () => {
  const collector = new DrawCollector();
  collector.see({ sql: "BEGIN", values: [] });
  expect(collector.draws().size).toBe(0);
});

it("is one statement however its parameters are numbered and it is spaced", () => {
  expect(drawKey("SELECT $1,\n  $1;")).toBe(drawKey(" SELECT $1, $2"));
});

it("the rare one is the last of those that were drawn as rarely, and of fifty at most", () => {
  const fifty = Array.from({ length: 50 }, (_, at) => String(at));
  const drawn = collected("SELECT $1", [...fifty, "more"])!.values.map(([value]) => value);
  expect(drawn).toEqual(["0", "49", "1", "2", "3", "4", "5", "6", "7", "8"]);
  expect(collected("SELECT $1", ["a", "a"])!.values).toEqual([["a"]]);
});

it("keeps values of a thousand statements, and of those all", () => {
  const collector = new DrawCollector();
  for (let at = 0; at < 1_001; at += 1) collector.see({ sql: `SELECT ${at}, $1`, values: ["a"] });
  collector.see({ sql: "SELECT 0, $1", values: [null] });
  const draws = collector.draws();
  expect(draws.size).toBe(1_000);
  expect(draws.get("SELECT 0, $")).toMatchObject({ sql: "SELECT 0, $1", values: [["a"], [null]] });
  expect(draws.get("SELECT 0, $")!.hash).toMatch(/^[0-9a-f]{16}$/);
  expect(draws.get("SELECT 1, $")!.hash, "by the statement, too").not.toBe(draws.get("SELECT 2, $")!.hash);
});

it("knows a statement by its words: not by how it ends, and not without the spaces in it", () => {
  for (const sql of ["SELECT 1;", "SELECT  1 ;", "SELECT\t1 ;\n", " SELECT 1"])
    expect(drawKey(sql)).toBe("SELECT 1");
  expect(drawKey("SELECT 'a;b', $12")).toBe("SELECT 'a;b', $");
});
