import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { globAll, globFiles } from "../../../../../src/io/database/place/glob.ts";
import { sharedFolder } from "../../../../support/temporary-folder.ts";

const root = sharedFolder();
beforeAll(() => {
  for (const file of [
    "schema.sql",
    "migrations/002_b.sql",
    "migrations/001_a.sql",
    "migrations/readme.md",
    "migrations/old/000.sql",
    "migrations/.hidden.sql",
    ".git/x.sql",
    "a+b(1)/x.sql",
  ]) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), "");
  }
});

test.each([
  ["schema.sql", ["schema.sql"]],
  ["./migrations/*.sql", ["migrations/001_a.sql", "migrations/002_b.sql"]],
  ["migrations/00?_*.sql", ["migrations/001_a.sql", "migrations/002_b.sql"]],
  [
    "**/*.sql",
    ["a+b(1)/x.sql", "migrations/001_a.sql", "migrations/002_b.sql", "migrations/old/000.sql", "schema.sql"],
  ],
  ["migrations/**/*.sql", ["migrations/001_a.sql", "migrations/002_b.sql", "migrations/old/000.sql"]],
  [
    "migrations/**",
    ["migrations/001_a.sql", "migrations/002_b.sql", "migrations/old/000.sql", "migrations/readme.md"],
  ],
  ["migrations/.hidden.sql", ["migrations/.hidden.sql"]],
  ["a+b(1)/*", ["a+b(1)/x.sql"]],
  ["migrations/../schema.sql", ["schema.sql"]],
  ["migrations", []],
  ["nothing/*.sql", []],
])("%s names %j", async (pattern, files) => {
  expect(await globFiles(root, pattern)).toEqual(files);
});

test.each([
  [
    ["schema.sql", "migrations/002_b.sql", "**/*.sql"],
    ["schema.sql", "migrations/002_b.sql", "a+b(1)/x.sql", "migrations/001_a.sql", "migrations/old/000.sql"],
  ],
  [["!migrations/old/**", "migrations/**/*.sql", "!./migrations/002_b.sql"], ["migrations/001_a.sql"]],
  [["schema.sql", "!schema.sql"], []],
  [["schema.sql", "!nothing.sql"], ["schema.sql"]],
])("%j together name each file once, at its first place: %j", async (patterns, files) => {
  expect(await globAll(root, patterns)).toEqual(files);
  const absolute = patterns.map((each) => each.replace(/^(!?)/, `$1${root}/`));
  expect(await globAll("/nowhere", absolute)).toEqual(files.map((file) => path.join(root, file)));
});
