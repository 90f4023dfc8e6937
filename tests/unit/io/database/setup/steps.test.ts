/**
 * Repositories as migration tools lay them out: what of them runs as it is and in which order, and what is refused with which way. The
 * names and marks are those that the tools write (docs/decisions/034-own-scripts.md says which versions were tried with a server).
 */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { newFiles } from "../../../../../src/io/database/migration/files.ts";
import { isSql, missingFiles, readSetup } from "../../../../../src/io/database/setup/steps.ts";
import { sharedFolder } from "../../../../support/temporary-folder.ts";

const tree = sharedFolder();
beforeAll(() => {
  for (const { name, files } of [...RUN, ...REFUSED]) write(name, files);
});

function write(name: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [file, text] of Object.entries(files)) {
    const place = path.join(tree, name, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
}

async function sqlOf(name: string, ...globs: readonly string[]): Promise<readonly string[]> {
  const { before, after } = await readSetup(path.join(tree, name), [{ kind: "sql", globs, when: "after" }]);
  expect(before).toEqual([]);
  return after.filter(isSql).map(({ file }) => file);
}

const TABLE = "CREATE TABLE item (id int);\n";
const COLUMN = "ALTER TABLE item ADD COLUMN stock int;\n";
const DROP = "DROP TABLE item;\n";

type Layout = Readonly<{ name: string; files: Readonly<Record<string, string>>; glob: string }>;

const RUN: readonly (Layout & Readonly<{ order: readonly string[] }>)[] = [
  {
    name: "flyway",
    files: {
      "flyway.toml": "[environments.default]\n",
      "sql/V10__stock.sql": COLUMN,
      "sql/V2__item.sql": TABLE,
      "sql/R__views.sql": "CREATE OR REPLACE VIEW v AS SELECT 1 AS n;\n",
    },
    glob: "sql/*.sql",
    order: ["sql/V2__item.sql", "sql/V10__stock.sql", "sql/R__views.sql"],
  },
  {
    name: "rails with structure.sql",
    files: {
      // pg_dump's since 2025: a line of psql's own that nothing depends on.
      "db/structure.sql": `\\restrict 46agxBXvmJ3u\nSET search_path TO "$user", public;\n${TABLE}INSERT INTO "schema_migrations" (version) VALUES\n('20261122163417');\n\\unrestrict 46agxBXvmJ3u\n`,
      "db/migrate/20261122163417_create_items.rb": "class CreateItems < ActiveRecord::Migration[7.1]\nend\n",
    },
    glob: "db/structure.sql",
    order: ["db/structure.sql"],
  },
  {
    name: "prisma",
    files: {
      "prisma/schema.prisma": 'datasource db {\n  provider = "postgresql"\n}\n',
      "prisma/migrations/migration_lock.toml": 'provider = "postgresql"\n',
      "prisma/migrations/20261122163418_stock/migration.sql": `-- AlterTable\n${COLUMN}`,
      "prisma/migrations/20261121093055_item/migration.sql": `-- CreateTable\n${TABLE}`,
    },
    glob: "prisma/migrations/*/migration.sql",
    order: [
      "prisma/migrations/20261121093055_item/migration.sql",
      "prisma/migrations/20261122163418_stock/migration.sql",
    ],
  },
  {
    name: "golang-migrate",
    files: {
      "migrations/000009_item.up.sql": TABLE,
      "migrations/000009_item.down.sql": DROP,
      "migrations/000010_stock.up.sql": COLUMN,
      "migrations/000010_stock.down.sql": "ALTER TABLE item DROP COLUMN stock;\n",
    },
    glob: "migrations/*.up.sql",
    order: ["migrations/000009_item.up.sql", "migrations/000010_stock.up.sql"],
  },
  {
    name: "db-migrate",
    files: {
      "migrations/20261122163417-items.js": "exports.up = () => {};\n",
      "migrations/sqls/20261122163417-items-up.sql": TABLE,
      "migrations/sqls/20261122163417-items-down.sql": DROP,
    },
    glob: "migrations/sqls/*-up.sql",
    order: ["migrations/sqls/20261122163417-items-up.sql"],
  },
  {
    name: "dbmate's dump",
    files: {
      "db/schema.sql": `SET search_path = public;\n${TABLE}INSERT INTO public.schema_migrations (version) VALUES\n    ('20261122163417');\n`,
      "db/migrations/20261122163417_item.sql": `-- migrate:up\n${TABLE}\n-- migrate:down\n${DROP}`,
    },
    glob: "db/schema.sql",
    order: ["db/schema.sql"],
  },
];

const REFUSED: readonly (Layout & Readonly<{ message: RegExp; way: string }>)[] = [
  {
    name: "flyway's undo",
    files: { "sql/V1__item.sql": TABLE, "sql/U1__item.sql": DROP },
    glob: "sql/*.sql",
    message: /^sql\/U1__item\.sql:1: this file takes a migration back/,
    way: "sql/V*.sql",
  },
  {
    name: "golang-migrate's down",
    files: { "migrations/000001_item.up.sql": TABLE, "migrations/000001_item.down.sql": DROP },
    glob: "migrations/*.sql",
    message: /^migrations\/000001_item\.down\.sql:1: this file takes a migration back/,
    way: "migrations/*.up.sql",
  },
  {
    name: "dbmate",
    files: { "db/migrations/20261122163417_item.sql": `-- migrate:up\n${TABLE}\n-- migrate:down\n${DROP}` },
    glob: "db/migrations/*.sql",
    message: /^db\/migrations\/20261122163417_item\.sql:4: this file of dbmate/,
    way: "dbmate --no-dump-schema up",
  },
  {
    name: "goose",
    files: {
      "migrations/00001_item.sql": `-- +goose Up\n-- +goose StatementBegin\n${TABLE}-- +goose StatementEnd\n\n-- +goose Down\n-- +goose StatementBegin\n${DROP}-- +goose StatementEnd\n`,
    },
    glob: "migrations/*.sql",
    message: /^migrations\/00001_item\.sql:6: this file of goose/,
    way: "goose -dir FOLDER postgres",
  },
  {
    name: "node-pg-migrate",
    files: {
      "migrations/1795365252648_item.sql": `-- Up Migration\n${TABLE}\n-- Down Migration\n${DROP}`,
    },
    glob: "migrations/*.sql",
    message: /^migrations\/1795365252648_item\.sql:4: this file of node-pg-migrate/,
    way: "npx node-pg-migrate up",
  },
  {
    name: "yoyo",
    files: {
      "migrations/20261122_01_EP2uz-item.sql": `-- item\n-- depends: \n\n${TABLE}`,
      "migrations/20261122_01_EP2uz-item.rollback.sql": DROP,
    },
    glob: "migrations/*.sql",
    message: /^migrations\/20261122_01_EP2uz-item\.rollback\.sql:1: this file takes a migration back/,
    way: "yoyo apply --batch",
  },
  {
    name: "sqitch",
    files: {
      "sqitch.plan":
        "%syntax-version=1.0.0\n%project=shop\n\nitem 2026-11-22T16:34:01Z me <me@localhost> # item\n",
      "deploy/item.sql": `-- Deploy shop:item to pg\n\nBEGIN;\n\n${TABLE}\nCOMMIT;\n`,
      "revert/item.sql": `-- Revert shop:item from pg\n\nBEGIN;\n\n${DROP}\nCOMMIT;\n`,
      "verify/item.sql": "-- Verify shop:item on pg\n\nBEGIN;\n\nROLLBACK;\n",
    },
    glob: "deploy/*.sql",
    message: /^deploy\/item\.sql:1: this is a deploy script of sqitch/,
    way: "sqitch deploy db:pg:",
  },
];

describe("runs as it is", () => {
  test.each(RUN)("$name", async ({ name, glob, order }) => {
    expect(await sqlOf(name, glob)).toEqual(order);
  });
});

describe("is refused, with the way that works", () => {
  test.each(REFUSED)("$name", async ({ name, glob, message, way }) => {
    await expect(sqlOf(name, glob)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringMatching(message),
      remedy: expect.stringContaining(way),
    });
  });
});

test("what Rails and Django write in their own languages is no SQL: a glob over it names no file, and says so", async () => {
  write("django", { "items/migrations/0001_initial.py": "from django.db import migrations\n" });
  const step = { kind: "sql", globs: ["items/migrations/*.sql"], when: "after" } as const;
  expect(await missingFiles(path.join(tree, "django"), [step])).toEqual(step.globs);
  await expect(readSetup(path.join(tree, "django"), [step])).rejects.toMatchObject({ kind: "usage" });
});

test("a tree lacks a file that a command needs", async () => {
  write("asks", { "bench/settings.py": "" });
  const step = (...needs: readonly string[]) =>
    ({
      kind: "command",
      command: "python3 bench/third.py",
      env: {},
      limitMs: 1,
      needs,
      when: "after",
    }) as const;
  const steps = [step("bench/*.py"), step("bench/settings.py", "bench/other.py"), step()];
  expect(await missingFiles(path.join(tree, "asks"), steps)).toEqual(["bench/other.py"]);
});

test("a baseline of Flyway is applied by its own name, and the migrations after it", async () => {
  mkdirSync(path.join(tree, "sql"), { recursive: true });
  writeFileSync(path.join(tree, "sql/B2__all.sql"), TABLE);
  writeFileSync(path.join(tree, "sql/V3__more.sql"), TABLE);
  const step = (globs: readonly string[]) => ({ kind: "sql", globs, when: "after" }) as const;
  const { after } = await readSetup(tree, [step(["sql/B2__all.sql"]), step(["sql/V*.sql"])]);
  expect(after).toMatchObject([{ file: "sql/B2__all.sql" }, { file: "sql/V3__more.sql" }]);
});

test("a pattern that names no file is told with the folder that it starts from, and why that may be another one", async () => {
  const remedy = expect.stringContaining("the folder that plumbline runs in, wherever the config file is");
  const globs = ["db/*.sql"];
  await expect(readSetup(tree, [{ kind: "sql", globs, when: "after" }])).rejects.toMatchObject({
    kind: "usage",
    message: `database.setup: no file in ${tree} matches "db/*.sql"`,
    remedy,
  });
  await expect(newFiles(globs, { base: tree, head: tree })).rejects.toMatchObject({
    kind: "usage",
    message: `database.migration: no file in ${tree} matches "db/*.sql"`,
    remedy,
  });
});

test("a file in another encoding is refused at the line of what would be lost, and not for its comments", async () => {
  const latin1 = (text: string) => Buffer.from(text, "latin1");
  write("latin1", {
    "comment.sql": latin1(`-- größe\n${TABLE}`),
    "text.sql": latin1("SELECT 1;\nINSERT INTO t /* größe */\n  VALUES ('größe');\n"),
    "rows.sql": latin1("COPY t FROM stdin;\na\nb\n\u00e9\n\\.\n"),
    "wide.sql": Buffer.from(`\ufeff${TABLE}`, "utf16le"),
  });
  expect(await sqlOf("latin1", "comment.sql")).toEqual(["comment.sql"]);
  for (const [file, line] of [
    ["text.sql", 3],
    ["rows.sql", 4],
    ["wide.sql", 1],
  ] as const)
    await expect(sqlOf("latin1", file)).rejects.toMatchObject({
      kind: "usage",
      message: `${file}:${line}: a character here is not of UTF-8, in which set-up files are read`,
      remedy: expect.stringContaining("iconv"),
    });
});

test("a file that several steps name is applied once, at its first place", async () => {
  write("twice", { "001.sql": TABLE, "002.sql": COLUMN, "rows.sql": "INSERT INTO item VALUES (1);\n" });
  const folder = path.join(tree, "twice");
  expect(await sqlOf("twice", "001.sql", "rows.sql", "*.sql")).toEqual(["001.sql", "rows.sql", "002.sql"]);
  const { before, after } = await readSetup(folder, [
    { kind: "sql", globs: ["*.sql", "!rows.sql"], when: "after" },
    { kind: "sql", globs: ["001.sql"], when: "before" },
  ]);
  expect([before, after].map((steps) => steps.map((step) => isSql(step) && step.file))).toEqual([
    ["001.sql"],
    ["002.sql"],
  ]);
});

test("the inputs of a command are its files with their contents; a link to a folder is where it leads", async () => {
  write("inputs", {
    "db/1.rb": "one",
    "db/deep/2.rb": "two",
    "db/schema.rb": "made",
    "Gemfile.lock": "gems",
  });
  const folder = path.join(tree, "inputs");
  symlinkSync("deep", path.join(folder, "db/link"));
  const inputsOf = async () => {
    const inputs = ["db/**", "Gemfile.lock", "!db/schema.rb", "not/there/*"];
    const step = { kind: "command", command: "true", env: {}, limitMs: 1, when: "after", inputs } as const;
    const [read] = (await readSetup(folder, [step])).after;
    return read!.kind === "command" ? read!.inputs! : [];
  };
  const first = await inputsOf();
  expect(first.map(({ file }) => file)).toEqual(["Gemfile.lock", "db/1.rb", "db/deep/2.rb", "db/link"]);
  expect(first.at(-1)!.sha256).toBe("-> deep");
  write("inputs", { "db/deep/2.rb": "other" });
  const second = await inputsOf();
  expect(second.filter(({ sha256 }, at) => sha256 !== first[at]!.sha256)).toMatchObject([
    { file: "db/deep/2.rb" },
  ]);
});
