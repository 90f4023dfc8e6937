import { expect, it } from "vitest";
import { bare, functionName, hasWord } from "../../../../src/analysis/reason/names.ts";

it.each([
  ["k_1", "k_1"],
  ["app.k_1", "k_1"],
  ['app."K.1"', "K.1"],
  ['"app"."k_1"', "k_1"],
  ['app."say ""k"""', 'say "k"'],
  ["", ""],
])("%s is %s in a plan", (name, alone) => {
  expect(bare(name)).toBe(alone);
});

it("a function's name is without its arguments", () => {
  expect(functionName("app.price(integer, text)")).toBe("price");
});

it("a word is no part of another, whatever its case", () => {
  expect(hasWord("DROP INDEX K_1;", "k_1")).toBe(true);
  for (const text of ["k_11", "my_k_1", "k_1$", ""]) expect(hasWord(text, "k_1")).toBe(false);
  for (const text of ["anything", "", "a, b"]) expect(hasWord(text, "")).toBe(false);
});

it("signs of patterns stand for themselves, and arguments may be on several lines", () => {
  expect(hasWord("DROP INDEX axb", "a.b")).toBe(false);
  expect(hasWord("CALL f(a.b)", "a.b")).toBe(true);
  expect(hasWord("DROP INDEX a.bxc", "a.b.c"), "each of them").toBe(false);
  expect(hasWord("k_1, k_2", "k_2")).toBe(true);
  expect(hasWord("$k", "k")).toBe(false);
  expect(functionName("app.price(integer,\n text)")).toBe("price");
});
