import { expect, it } from "vitest";
import { replaceSection } from "./marked-section.ts";

it("replaces what stands between a place's marks and nothing else, and refuses where there are none", () => {
  const text = "a\n<!-- bench tables begin -->\nold\n<!-- bench tables end -->\nb\n";
  const once = replaceSection(text, "bench tables", "new");
  expect(once).toBe(text.replace("old", "new"));
  expect(replaceSection(once, "bench tables", "new")).toBe(once);
  expect(() => replaceSection(text, "tables", "new")).toThrow("no place for tables");
});
