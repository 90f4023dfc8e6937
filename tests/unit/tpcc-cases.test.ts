/** Decision 036: each known deviation of other TPC-C programs is held by a test that there is. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(ROOT, "docs/decisions/036-tpcc-cases.md"), "utf8");
const cases = [...page.matchAll(/^\| (\d+) \|.*\| (`.*`) \|$/gm)].map(([, number, tests]) => ({
  number: Number(number),
  tests: [...tests!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!),
}));

const inC = path.join(ROOT, "runner-native/test");
const programs = readdirSync(inC)
  .filter((file) => /^test_tpcc.*\.c$/.test(file))
  .map((file) => readFileSync(path.join(inC, file), "utf8"));
const native = readFileSync(path.join(ROOT, "tests/native/tpcc.test.ts"), "utf8");

/** A function of a C program that its main() calls, or the beginning of a test's name. */
function isThere(test: string): boolean {
  const called = (text: string) => text.includes(`\n${test}(void)\n`) && text.includes(`\n    ${test}();`);
  return programs.some(called) || native.includes(`"${test}`);
}

describe("what other TPC-C programs get wrong", () => {
  it("is a table without gaps", () => {
    expect(cases.map(({ number }) => number)).toEqual(Array.from({ length: 31 }, (_, i) => i + 1));
  });

  it.each(cases)("case $number is held by a test", ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((test) => !isThere(test))).toEqual([]);
  });
});
