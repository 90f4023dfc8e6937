import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { migrate } from "../../../src/io/store/migrate.ts";
import { MIGRATIONS } from "../../../src/io/store/migrations.ts";
import { migrateStore, openStore } from "../../../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../../../src/pipeline/invocation/store-location.ts";
import { openPool, type Postgres, startPostgres } from "../../support/postgres.ts";
import { makeRun } from "../../support/runs.ts";

let postgres: Postgres;
let databases = 0;
let url: string;
let pool: pg.Pool;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  url = await postgres.createDatabase(`migrate_${++databases}`);
  pool = openPool(url);
});
afterEach(() => pool.end());

const NAMES = MIGRATIONS.map(({ name }) => name);
const GOOD = { name: "1_good", sql: "CREATE TABLE good (n int); INSERT INTO good VALUES (1);" };
const BAD = { name: "2_bad", sql: "CREATE TABLE half (n int); SELECT 1/0;" };

async function one(sql: string): Promise<unknown> {
  const { rows } = await pool.query(sql);
  return rows[0] && Object.values(rows[0])[0];
}

test("applies what is missing, once", async () => {
  expect(await migrateStore(storeAt(url, "/"))).toEqual(NAMES);
  expect(await migrateStore(storeAt(url, "/"))).toEqual([]);
});

test("of several that start at once one applies and all succeed", async () => {
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrateStore(storeAt(url, "/"))));
  expect(applied.filter((names) => names.length > 0)).toEqual([NAMES]);
  expect(await one('SELECT count(*)::int FROM plumbline."_prisma_migrations"')).toBe(NAMES.length);
});

test("keeps to the schema that the URL names", async () => {
  const named = `${url}?schema=Perf%20Team`;
  const store = await openStore(storeAt(named, "/"));
  const run = makeRun({ sessions: 1, secondsPerSession: 0.1 });
  await store.save([run]);
  expect(await store.load(run.id)).toEqual(run);
  await store.close();
  expect(await one('SELECT count(*)::int FROM "Perf Team".run')).toBe(1);
  expect(await one("SELECT to_regnamespace('plumbline')")).toBe(null);
});

test("a failing migration leaves the store as it was, says why, and can be tried again", async () => {
  await expect(migrate(pool, "s", "here", [GOOD, BAD])).rejects.toMatchObject({
    kind: "store",
    message: expect.stringMatching(/2_bad failed: division by zero \(22012\); the store is as it was before/),
    remedy: expect.stringContaining("schema of its own"),
  });
  expect(await one("SELECT to_regclass('s.good')")).toBe(null);
  expect(await migrate(pool, "s", "here", [GOOD])).toEqual(["1_good"]);
  await expect(migrate(pool, "s", "here", [GOOD, BAD])).rejects.toThrow(/2_bad failed/);
  expect(await one("SELECT to_regclass('s.half')")).toBe(null);
  expect(await migrate(pool, "s", "here", [GOOD, { ...BAD, sql: "SELECT 1" }])).toEqual(["2_bad"]);
});

test("tables that stand in the way are named", async () => {
  await pool.query("CREATE SCHEMA plumbline; CREATE TABLE plumbline.run (n int)");
  await expect(openStore(storeAt(url, "/"))).rejects.toThrow(/relation "run" already exists/);
});

test("the books of a newer version, or of another program, are refused", async () => {
  await migrate(pool, "s", "here", [GOOD, { name: "2_later", sql: "SELECT 1" }]);
  await expect(migrate(pool, "s", "here", [GOOD])).rejects.toMatchObject({
    message: expect.stringContaining("does not know: 2_later"),
    remedy: expect.stringContaining("update this Plumbline"),
  });
});

test("a migration that was applied in another form is refused", async () => {
  await migrate(pool, "s", "here", [GOOD]);
  await expect(migrate(pool, "s", "here", [{ ...GOOD, sql: "SELECT 2" }])).rejects.toThrow(
    /1_good was applied to the store in another form/,
  );
});

test("a reader needs no permission to create anything once the tables are there", async () => {
  await migrateStore(storeAt(url, "/"));
  await pool.query(`
    CREATE ROLE reader_${databases} LOGIN;
    GRANT USAGE ON SCHEMA plumbline TO reader_${databases};
    GRANT SELECT ON ALL TABLES IN SCHEMA plumbline TO reader_${databases};`);
  const store = await openStore(storeAt(url.replace("postgres@", `reader_${databases}@`), "/"));
  expect(await store.list()).toEqual([]);
  await expect(store.save([makeRun()])).rejects.toMatchObject({
    kind: "store",
    message: expect.stringContaining("permission denied"),
    remedy: expect.stringContaining("GRANT"),
  });
  await store.close();
});

test("an ordinary user who may not create the schema is told what to do", async () => {
  await pool.query(`CREATE ROLE nobody_${databases} LOGIN`);
  await expect(
    openStore(storeAt(url.replace("postgres@", `nobody_${databases}@`), "/")),
  ).rejects.toMatchObject({
    kind: "store",
    message: expect.stringContaining("permission denied for database"),
    remedy: expect.stringContaining("store migrate"),
  });
});

describe("beside Prisma's command line", () => {
  const prisma = (...args: string[]) =>
    promisify(execFile)(process.execPath, ["node_modules/prisma/build/index.js", ...args], {
      env: { ...process.env, DATABASE_URL: url },
    });

  test("it finds a store that we made up to date", async () => {
    await migrateStore(storeAt(url, "/"));
    expect((await prisma("migrate", "status")).stdout).toContain("Database schema is up to date");
  });

  test("we find a store that it made up to date", async () => {
    await prisma("migrate", "deploy");
    expect(await migrateStore(storeAt(url, "/"))).toEqual([]);
  });

  test("it applies a migration with a function of several statements", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "plumbline-prisma-"));
    const files = {
      "prisma.config.mjs": "export default { datasource: { url: process.env.DATABASE_URL } };",
      "prisma/schema.prisma": 'datasource db {\n  provider = "postgresql"\n}\n',
      "prisma/migrations/1_fee/migration.sql":
        "CREATE FUNCTION fee(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN n := n * 2; RETURN n; END $$;\n",
    };
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    const engine = path.resolve("scripts/prisma/engine-shim.mjs");
    const env = { ...process.env, DATABASE_URL: url, PRISMA_SCHEMA_ENGINE_BINARY: engine };
    const program = path.resolve("node_modules/prisma/build/index.js");
    await promisify(execFile)(process.execPath, [program, "migrate", "deploy"], { cwd: folder, env });
    expect((await pool.query("SELECT fee(21)")).rows).toEqual([{ fee: 42 }]);
    await rm(folder, { recursive: true });
  });

  test("what it left half done is said, with the command that resolves it", async () => {
    await migrateStore(storeAt(url, "/"));
    await pool.query('UPDATE plumbline."_prisma_migrations" SET finished_at = NULL');
    await expect(openStore(storeAt(url, "/"))).rejects.toMatchObject({
      message: expect.stringContaining("not finished"),
      remedy: expect.stringContaining("prisma migrate resolve --rolled-back"),
    });
  });
});
