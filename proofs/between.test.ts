import { expect, it } from "vitest";
import { replaceBetween } from "./between.ts";

it("replaces what stands between a place's marks and nothing else, and refuses where there are none", () => {
  const text = "a\n<!-- bench tables begin -->\nold\n<!-- bench tables end -->\nb\n";
  const once = replaceBetween(text, "bench tables", "new");
  expect(once).toBe(text.replace("old", "new"));
  expect(replaceBetween(once, "bench tables", "new")).toBe(once);
  expect(() => replaceBetween(text, "tables", "new")).toThrow("no place for tables");
});
