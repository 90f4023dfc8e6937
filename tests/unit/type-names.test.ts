/** Each name of a type says one thing in all of src/. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const SRC = path.resolve(import.meta.dirname, "../../src");

/** Names that more than one file declares. A name may leave this list; none may join it: a more exact name is the way out. */
const SHARED: readonly string[] = [];

const DECLARED = /^(?:export )?(?:type|interface|class|abstract class) ([A-Z]\w*)/gm;

it("declares each name of a type in one file", () => {
  const files = new Map<string, Set<string>>();
  for (const file of readdirSync(SRC, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts") || file.includes("generated")) continue;
    for (const [, name] of readFileSync(path.join(SRC, file), "utf8").matchAll(DECLARED))
      files.set(name!, (files.get(name!) ?? new Set()).add(file));
  }
  const shared = [...files].filter(([, where]) => where.size > 1);
  expect(
    shared
      .map(([name, where]) => `${name}: ${[...where].join(", ")}`)
      .filter((line) => !SHARED.includes(line.split(":")[0]!)),
  ).toEqual([]);
  expect(
    SHARED.filter((name) => (files.get(name)?.size ?? 0) < 2),
    "no longer shared",
  ).toEqual([]);
});
