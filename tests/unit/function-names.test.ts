/** A function's name says one thing in all of src/, and no function is written twice. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const SRC = path.resolve(import.meta.dirname, "../../src");

/**
 * Names that several files declare for their own use, because they are the parts of one pattern: each reader of a foreign report has
 * its `measurementOf` and `figuresOf`, each verb its `withOptions`, each table its `rowOf`. A name may leave this list; none may join it.
 */
const SHARED: readonly string[] = ["figuresOf", "measurementOf", "rowOf", "withOptions"];

type Declared = Readonly<{ file: string; name: string; isExported: boolean; body: string }>;

const DECLARED = /^(export )?(?:async )?function\*? (\w+)[\s\S]*?^}$/gm;

const declared: readonly Declared[] = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.includes("generated"))
  .flatMap((file) =>
    [...readFileSync(path.join(SRC, file), "utf8").matchAll(DECLARED)].map(([text, exported, name = ""]) => ({
      file,
      name,
      isExported: exported !== undefined,
      // A duplicate may differ in its name, in spaces and in whether it is exported.
      body: text
        .slice(text.indexOf(name) + name.length)
        .replaceAll(new RegExp(`\\b${name}\\b`, "g"), "self")
        .replaceAll(/\s+/g, " "),
    })),
  );

function grouped(of: (each: Declared) => string): readonly (readonly Declared[])[] {
  const groups = new Map<string, Declared[]>();
  for (const each of declared) groups.set(of(each), [...(groups.get(of(each)) ?? []), each]);
  return [...groups.values()].filter((same) => new Set(same.map(({ file }) => file)).size > 1);
}

const filesOf = (same: readonly Declared[]) =>
  `${[...new Set(same.map(({ name }) => name))].join(", ")}: ${same.map(({ file }) => file).join(", ")}`;

it("finds the functions", () => {
  expect(declared.length).toBeGreaterThan(3_000);
});

it("gives an exported function a name that no other file declares", () => {
  const shared = grouped(({ name }) => name).filter((same) => same.some(({ isExported }) => isExported));
  expect(shared.map(filesOf)).toEqual([]);
});

it("declares the name of a function in one file, but for the parts of a pattern", () => {
  const shared = grouped(({ name }) => name);
  expect(shared.filter(([first]) => !SHARED.includes(first!.name)).map(filesOf)).toEqual([]);
  const names = shared.map(([first]) => first!.name);
  expect(
    SHARED.filter((name) => !names.includes(name)),
    "no longer shared",
  ).toEqual([]);
});

it("writes no function twice", () => {
  expect(grouped(({ body }) => body).map(filesOf)).toEqual([]);
});
