import { expect, it } from "vitest";
import { bareName, functionName } from "../../../../src/analysis/reason/names.ts";

it.each([
  ["k_1", "k_1"],
  ["app.k_1", "k_1"],
  ['app."K.1"', "K.1"],
  ['"app"."k_1"', "k_1"],
  ['app."say ""k"""', 'say "k"'],
  ["", ""],
])("%s is %s in a plan", (name, alone) => {
  expect(bareName(name)).toBe(alone);
});

it("a function's name is without its arguments", () => {
  expect(functionName("app.price(integer, text)")).toBe("price");
});

it("arguments may be on several lines", () => {
  expect(functionName("app.price(integer,\n text)")).toBe("price");
});
