import { expect, it } from "vitest";
import { parseConfig, suiteIn } from "../../../src/config/parse.ts";
import { tooDeepAt } from "../../../src/config/yaml-depth.ts";

it.each([
  ["lists in brackets", "a: ", "[", "]"],
  ["maps in braces", "", "{a: ", "}"],
  ["lists of lists", "", "- ", ""],
  ["keys of keys", "", "? ", ""],
  ["maps without keys", "", ": ", ""],
])("finds where %s nest too deep, and lets pass what people write", (_, start, open, close) => {
  const nested = (depth: number) => start + open.repeat(depth) + close.repeat(depth);
  expect(tooDeepAt(nested(60))).toBeNull();
  expect(tooDeepAt(nested(20_000))).toBeGreaterThan(60);
});

it.each([": ", "? ", "- "])("finds %j too deep, whatever comes after it", (open) => {
  for (const after of ["", "x", "\nb: 1\n", "x\nb: 1\n---\n"])
    expect(tooDeepAt(open.repeat(20_000) + after)).toBeGreaterThan(60);
});

it("is an error with its place in a config file, whose suite is then not known", () => {
  const deep = `suite: ${"[".repeat(20_000)}`;
  expect(() => parseConfig(deep, "plumbline.yml")).toThrow(
    /^plumbline\.yml:1:\d+: nested deeper than 100 levels$/,
  );
  expect(suiteIn(deep)).toBe(suiteIn(""));
});
