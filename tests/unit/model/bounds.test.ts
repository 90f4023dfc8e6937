import { expect, it } from "vitest";
import { type Bounds, exceeded } from "../../../src/model/bounds.ts";

const BOUNDS: Bounds = { depth: 3, entries: 4, containers: 6, text: 5 };

it.each([
  ["a text", "12345", null],
  ["a text that is too long", "123456", "it has a text of more than 5 characters"],
  ["a key that is too long", { "123456": 1 }, "it has a text of more than 5 characters"],
  ["three levels", [[["x"]]], null],
  ["four levels", [[[["x"]]]], "its lists and objects are nested more than 3 deep"],
  ["four entries", [1, 2, 3, 4], null],
  ["five entries", { a: 1, b: 2, c: 3, d: 4, e: 5 }, "it has a list or object of more than 4 entries"],
  ["seven lists", [[[]], [[]], [[]]], "it has more than 6 lists and objects"],
  ["nothing", null, null],
])("of %s says what it exceeds", (_, document, words) => expect(exceeded(document, BOUNDS)).toBe(words));

it("stops at a million levels without a stack", () => {
  let nested: unknown = [];
  for (let level = 0; level < 1_000_000; level++) nested = [nested];
  expect(exceeded(nested, BOUNDS)).toMatch(/nested more than 3 deep/);
});
