import { expect, it } from "vitest";
import { addByKey, byKey, groupBy, wordTable } from "../../../src/model/by-key.ts";

it("has a value for each key, and no other", () => {
  expect(byKey(["a", "bc"], (key) => key.length)).toEqual({ a: 1, bc: 2 });
  expect(byKey([], () => 1)).toEqual({});
});

it("groups values in the order of their first appearance", () => {
  const groups = groupBy(["pear", "fig", "plum", "apple"], (word) => word[0]!);
  expect([...groups]).toEqual([
    ["p", ["pear", "plum"]],
    ["f", ["fig"]],
    ["a", ["apple"]],
  ]);
  expect(groupBy([], String).size).toBe(0);
});

it("adds up the counts of each name", () => {
  expect(addByKey([{ read: 1, write: 2 }, {}, { write: 3 }])).toEqual({ read: 1, write: 5 });
  expect(addByKey([{ constructor: 1 }, { constructor: 2 }] as never)).toEqual({ constructor: 3 });
});

it("finds in a table of words what is in it, and nothing that every object has", () => {
  const table = wordTable({ one: 1 });
  expect(table["one"]).toBe(1);
  expect("one" in table).toBe(true);
  for (const word of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
    expect(table[word]).toBeUndefined();
    expect(word in table).toBe(false);
  }
});
