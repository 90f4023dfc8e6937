import { expect, it } from "vitest";
import { parseConfig, suiteIn } from "../../../src/config/parse.ts";
import { beyondBounds } from "../../../src/config/yaml-bounds.ts";

it.each([
  ["lists in brackets", "a: ", "[", "]"],
  ["maps in braces", "", "{a: ", "}"],
  ["lists of lists", "", "- ", ""],
  ["keys of keys", "", "? ", ""],
  ["maps without keys", "", ": ", ""],
])("finds where %s nest too deep, and lets pass what people write", (_, start, open, close) => {
  const nested = (depth: number) => start + open.repeat(depth) + close.repeat(depth);
  expect(beyondBounds(nested(60))).toBeNull();
  expect(beyondBounds(nested(20_000))!.offset).toBeGreaterThan(60);
});

it.each([": ", "? ", "- "])("finds %j too deep, whatever comes after it", (open) => {
  for (const after of ["", "x", "\nb: 1\n", "x\nb: 1\n---\n"])
    expect(beyondBounds(open.repeat(20_000) + after)!.offset).toBeGreaterThan(60);
});

it("is an error with its place in a config file, whose suite is then not known", () => {
  const deep = `suite: ${"[".repeat(20_000)}`;
  expect(() => parseConfig(deep, "plumbline.yml")).toThrow(
    /^plumbline\.yml:1:\d+: nested deeper than 100 levels$/,
  );
  expect(suiteIn(deep)).toBe(suiteIn(""));
});

it.each([
  ["lines", (keys: readonly string[]) => keys.map((key) => `${key}: 1\n`).join("")],
  ["braces", (keys: readonly string[]) => `a: {${keys.map((key) => `${key}: 1`).join(", ")}}`],
  ["lines that merge nothing", (keys: readonly string[]) => keys.map(() => "<<: \n").join("")],
])("finds a map with more keys than people write, in %s", (_, written) => {
  const keys = (count: number) => Array.from({ length: count }, (_key, at) => `k${at}`);
  expect(beyondBounds(written(keys(1_900)))).toBeNull();
  expect(beyondBounds(written(keys(60_000)))).toMatchObject({ what: "a map with more than 2,000 keys" });
  expect(() => parseConfig(written(keys(60_000)), "plumbline.yml")).toThrow(
    /^plumbline\.yml:\d+:\d+: a map with more than 2,000 keys$/,
  );
});

it("counts no elements of lists", () => {
  expect(beyondBounds(`a: [${"1, ".repeat(5_000)}1]\nb:\n${"- 1\n".repeat(5_000)}`)).toBeNull();
});
