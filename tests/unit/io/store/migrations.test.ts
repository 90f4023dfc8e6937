import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MIGRATIONS } from "../../../../src/io/store/migrations.ts";
import { RELEASES } from "../../../../src/io/store/schema-version.ts";
import { VERSION } from "../../../../src/model/version.ts";

const FOLDER = join(import.meta.dirname, "../../../../prisma/migrations");

test("the embedded migrations are those of prisma/migrations, byte for byte and in order", () => {
  const names = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  expect(names).not.toHaveLength(0);
  // Where they differ: node scripts/prisma/embed-migrations.mjs
  expect(MIGRATIONS).toEqual(
    names.map((name) => ({ name, sql: readFileSync(join(FOLDER, name, "migration.sql"), "utf8") })),
  );
});

test("every later migration says who can use the tables, and locks none of the last two minor versions out", () => {
  const [before, last] = RELEASES.slice(-2);
  expect(VERSION).toMatch(new RegExp(`^${RELEASES.at(-1)!.minor.replace(".", "\\.")}\\.`));
  expect(RELEASES.at(-1)!.schema).toBe(MIGRATIONS.length);
  MIGRATIONS.slice(2).forEach(({ name, sql }, index) => {
    const [, version, readable, writable] =
      /INSERT INTO "schema_version" \("version", "readable_from", "writable_from"\) VALUES \((\d+), (\d+), (\d+)\);/.exec(
        sql,
      ) ?? [];
    expect(Number(version), name).toBe(index + 3);
    const oldest = (before ?? last)!.schema;
    expect(Number(readable), name).toBeLessThanOrEqual(oldest);
    expect(Number(writable), name).toBeLessThanOrEqual(oldest);
  });
});

test("every migration can run inside a transaction", () => {
  for (const { name, sql } of MIGRATIONS) expect(sql, name).not.toMatch(/\bCONCURRENTLY\b|\bVACUUM\b/i);
});
