/** Of regular expressions as they stand in the sources, the linter knows (scripts/lib/linear-patterns.mjs); here are those that are put together. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { slowParts } from "../../scripts/lib/linear-patterns.mjs";

const SRC = path.resolve(import.meta.dirname, "../../src");
const FILES = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.includes("generated"))
  .filter((file) => readFileSync(path.join(SRC, file), "utf8").includes("new RegExp("));

/** The patterns that modules make when they are loaded, which other tests may have done already. */
async function madeByLoading(): Promise<readonly RegExp[]> {
  const made = new Map<string, RegExp>();
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, args: [string, string?]) {
      const pattern = new target(...args);
      if (/^\s+at .*\/src\//m.test(new Error("from where").stack ?? "")) made.set(String(pattern), pattern);
      return pattern;
    },
  });
  try {
    for (const file of FILES) await import(`${path.join(SRC, file)}?again`);
  } finally {
    globalThis.RegExp = original;
  }
  return [...made.values()];
}

it("no pattern that is put together takes a time that grows faster than the text", async () => {
  const made = await madeByLoading();
  expect(made.length).toBeGreaterThan(40);
  const slow = made.flatMap(({ source, flags }) =>
    slowParts(source, flags).map((why) => `/${source}/${flags}: ${why}`),
  );
  expect(slow).toEqual([]);
});

it.each([
  [/\s+$/, ["\\s+ is tried again from each character of what it reads"]],
  [/(?<!\s)\s+$/, []],
  [/^(a+)+$/, ["a+ can read a text in any number of ways"]],
  [/^a*\w*$/, ["a* and \\w* can share a text in any number of ways"]],
  [/^(?:DD|D)+$/, ["(?:DD|D)+ has choices that can read the same text"]],
  [/^(?:\w|é)+$/, []],
  [/^\s*x/m, ["\\s* is tried again from each character of what it reads"]],
  [/^[ \t]*x/m, []],
])("%s: %j", ({ source, flags }, why) => {
  expect(slowParts(source, flags)).toEqual(why);
});
