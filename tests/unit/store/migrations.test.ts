import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MIGRATIONS } from "../../../src/store/migrations.ts";

const FOLDER = join(import.meta.dirname, "../../../prisma/migrations");

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

test("every migration can run inside a transaction", () => {
  for (const { name, sql } of MIGRATIONS) expect(sql, name).not.toMatch(/\bCONCURRENTLY\b|\bVACUUM\b/i);
});
