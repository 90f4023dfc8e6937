import { expect, it } from "vitest";
import { DRAWS_MOST, DrawCollector, drawKey } from "../../../src/samples/draws.ts";

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
