import { expect, it } from "vitest";
import { byKey } from "../../../src/model/by-key.ts";

it("has a value for each key, and no other", () => {
  expect(byKey(["a", "bc"], (key) => key.length)).toEqual({ a: 1, bc: 2 });
  expect(byKey([], () => 1)).toEqual({});
});
