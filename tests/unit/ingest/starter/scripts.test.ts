import { expect, it } from "vitest";
import { isScript, queryFiles, seeds } from "../../../../src/ingest/starter/scripts.ts";
import { repositoryOf } from "./support.ts";

it.each([
  ["\\set id random(1, 9)\nSELECT :id;\n", true],
  ["\\sleep 1 ms\nSELECT 1;\n", true],
  ["\\set ON_ERROR_STOP on\nCREATE ROLE x;\n", false],
  ["\\set id 1\n\\i other.sql\n", false],
  ["\\set owner 'me'\nSELECT :'owner';\n", false],
  ["\\set id 1\nSELECT plan(3);\nSELECT * FROM finish();\n", false],
  ["SELECT 1;\n", false],
])("tells pgbench's scripts from psql's files and pgTAP's tests: %j", (sql, is) => {
  expect(isScript(sql)).toBe(is);
});

it("finds query files, by folder, with the number of their queries", () => {
  const files = {
    "q/a.sql": "-- name: GetA :one\nSELECT 1;\n-- name: list-b :many\nSELECT 2;",
    "q/b.sql": "-- nothing\n",
    "tests/c.sql": "-- name: C :one",
  };
  expect(queryFiles(repositoryOf(files))).toEqual([expect.objectContaining({ folder: "q", count: 2 })]);
});

it("finds what may fill tables, one of each kind", () => {
  const files = {
    "supabase/seed.sql": "",
    "prisma/seed.ts": "",
    "package.json": '{"scripts":{"db:seed":"x"}}',
    "shop/fixtures/a.json": '[{"model": "shop.item"}]',
    "web/fixtures/b.json": "{}",
    "tests/seeds.sql": "",
  };
  expect(seeds(repositoryOf(files))).toEqual([
    "npm run db:seed (package.json)",
    "supabase/seed.sql",
    "prisma/seed.ts",
    "manage.py loaddata shop/fixtures/a.json",
  ]);
});
