import { describe, expect, test } from "vitest";
import { fileRefusal } from "../../../../../src/io/database/setup/refusals.ts";

const UP = "CREATE TABLE t (id int);\n";
const DOWN = "DROP TABLE t;\n";

test.each([
  ["golang-migrate", "db/000002_t.down.sql", "db/*.up.sql"],
  ["another separator", "db/2_t_down.sql", "db/*_up.sql"],
  ["Flyway", "sql/U2__t.sql", "sql/V*.sql"],
  ["postgrator", "2.undo.sql", "*.do.sql"],
  ["diesel", "migrations/2_t/down.sql", "migrations/2_t/up.sql"],
  ["db-migrate", "migrations/sqls/20261122163417-items-down.sql", "migrations/sqls/*-up.sql"],
  ["yoyo", "migrations/20261122_01_EP2uz-items.rollback.sql", "yoyo apply --batch"],
])("a file that takes a migration back, by its name: %s", (_, file, way) => {
  expect(fileRefusal(file, DOWN)).toMatchObject({ line: 1, remedy: expect.stringContaining(way) });
});

test.each([
  ["dbmate", `-- migrate:up\n${UP}\n-- migrate:down\n${DOWN}`, "dbmate --no-dump-schema up"],
  ["tern", `-- items\n${UP}\n---- create above / drop below ----\n${DOWN}`, "tern migrate"],
  ["goose", `-- +goose Up\n${UP}\n-- +goose Down\n${DOWN}`, "goose -dir"],
  ["sql-migrate", `-- +migrate Up\n${UP}\n-- +migrate Down\n${DOWN}`, "sql-migrate up"],
  ["node-pg-migrate", `-- Up Migration\n${UP}\n-- Down Migration\n${DOWN}`, "npx node-pg-migrate up"],
  ["MyBatis Migrations", `-- // items\n${UP}\n-- //@UNDO\n${DOWN}`, "migrate up"],
])("a file of %s that holds both ways, at the line of the way back", (name, sql, way) => {
  expect(fileRefusal("db/1_t.sql", sql)).toEqual({
    line: 4,
    what: expect.stringContaining(name),
    remedy: expect.stringContaining(way.replaceAll('"', '\\"')),
  });
});

test("no baseline of Flyway that a step names alone, as init does", () => {
  expect(fileRefusal("sql/B5__all.sql", UP, true)).toBeNull();
  expect(fileRefusal("sql/U5__all.sql", UP, true)).not.toBeNull();
});

test("a baseline of Flyway, which stands for files that are named, too", () => {
  expect(fileRefusal("sql/B5__all.sql", UP)).toMatchObject({
    line: 1,
    what: expect.stringContaining("baseline"),
    remedy: expect.stringContaining("sql/V*.sql"),
  });
});

test.each([
  ["Deploy", "to"],
  ["Revert", "from"],
  ["Verify", "on"],
])("a script of sqitch: %s", (kind, word) => {
  const sql = `-- ${kind} shop:items ${word} pg\n\nBEGIN;\n${UP}COMMIT;\n`;
  expect(fileRefusal("deploy/items.sql", sql)?.remedy).toContain("sqitch deploy");
});

test.each([
  ["\\copy", "SELECT 1;\n\\copy t from 't.csv' csv\n", 2],
  ["\\i", "\\i schema.sql\n", 1],
  ["\\connect", "-- a dump with --create\n\\connect shop\n", 2],
])("psql's own %s, by name and line", (name, sql, line) => {
  const refusal = fileRefusal("seed.sql", sql);
  expect(refusal).toMatchObject({ line, what: `${name} is a command of psql, and not SQL` });
  expect(refusal?.remedy).toContain("psql -X -v ON_ERROR_STOP=1 -f seed.sql");
});

describe("run as they are", () => {
  test.each([
    ["plain SQL", "db/1.sql", UP],
    ["a word in a name that means no direction", "db/3_dropdown.sql", UP],
    ["goose without a way back", "db/1.sql", `-- +goose Up\n${UP}`],
    [
      "dbmate with a way back that does nothing",
      "db/1.sql",
      `-- migrate:up\n${UP}-- migrate:down\n-- none\n`,
    ],
    ["golang-migrate's way there", "db/1_t.up.sql", UP],
    ["node-pg-migrate without a way back", "db/1_t.sql", `-- Up Migration\n${UP}\n-- Down Migration\n`],
    ["yoyo's way there", "db/20261122_01_EP2uz-items.sql", `-- items\n-- depends: \n\n${UP}`],
    [
      "Liquibase, whose way back is a comment",
      "db/1.sql",
      `--liquibase formatted sql\n--changeset me:1\n${UP}--rollback ${DOWN}`,
    ],
    ["Drizzle's break between statements", "drizzle/0000_calm.sql", `${UP}--> statement-breakpoint\n${UP}`],
    ["a backslash in a string", "db/1.sql", "INSERT INTO t VALUES ('\\copy');"],
    ["an upper-case name that is no undo", "db/USERS__x.sql", UP],
  ])("%s", (_, file, sql) => {
    expect(fileRefusal(file, sql)).toBeNull();
  });
});

test("a file that Git LFS has not fetched", () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12\n`;
  expect(fileRefusal("db/1_t.sql", pointer)).toEqual({
    line: 1,
    what: "this is a Git LFS pointer, not the file itself",
    remedy: expect.stringContaining("`lfs: true`"),
  });
  expect(fileRefusal("db/1_t.sql", `-- ${pointer}`)).toBeNull();
});
