/** A claim about safety is worth the test that holds it: each test that the page and its list of tests name is there. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const page = ["docs/threat-model.md", "tests/threat-model.md"]
  .map((file) => readFileSync(path.join(ROOT, file), "utf8"))
  .join("\n")
  .replace(/\s+/g, " ");

/** `tests/....test.ts`: "name", "name" */
const CITATION = /`(tests\/[\w./-]+\.test\.ts)`(?:: ((?:"[^"]+"(?:,\s)?)+))?/g;
const citations = [...page.matchAll(CITATION)].map(([, file = "", names = ""]) => ({
  file,
  names: [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name),
}));

describe("docs/threat-model.md", () => {
  it("names tests", () => {
    expect(citations.flatMap(({ names }) => names).length).toBeGreaterThan(20);
  });

  it.each(citations)("cites $file rightly: $names", ({ file, names }) => {
    const place = path.join(ROOT, file);
    expect(existsSync(place)).toBe(true);
    const source = readFileSync(place, "utf8");
    for (const name of names) expect(source).toContain(name);
  });
});
