/** Plumblines of several versions on one store, at once. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { promisify } from "node:util";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ready } from "../../../src/io/store/migrate.ts";
import { MIGRATIONS, type StoreMigration } from "../../../src/io/store/migrations.ts";
import { PrismaStore } from "../../../src/io/store/prisma-store.ts";
import { reportKey } from "../../../src/io/store/report-key.ts";
import { openStore } from "../../../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../../../src/pipeline/invocation/store-location.ts";
import { openPool, type Postgres, startPostgres } from "../../support/postgres.ts";
import { makeReport } from "../../support/reports.ts";
import { makeRun } from "../../support/runs.ts";

const OWN = MIGRATIONS.length;
/** What a coming version may do to the tables. */
const migrationOf = (
  version: number,
  sql: string,
  readableFrom: number,
  writableFrom: number,
): StoreMigration => ({
  name: `2999010100000${version}_coming`,
  sql: `${sql};
INSERT INTO "schema_version" ("version", "readable_from", "writable_from") VALUES (${version}, ${readableFrom}, ${writableFrom});`,
});
const ADDED = migrationOf(OWN + 1, 'ALTER TABLE "run" ADD COLUMN "colour" TEXT', OWN, OWN);
const NEWER = [...MIGRATIONS, ADDED];

let postgres: Postgres;
let url: string;
let pool: pg.Pool;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  url = await postgres.createDatabase(`versions-${randomUUID()}`);
  pool = openPool(url);
});
afterEach(() => pool.end());

const applied = async () =>
  (await pool.query('SELECT migration_name FROM plumbline."_prisma_migrations" ORDER BY 1')).rows.map(
    (row) => row.migration_name,
  );

async function using<T>(store: Promise<PrismaStore>, work: (store: PrismaStore) => Promise<T>): Promise<T> {
  const open = await store;
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

test("an older one reads and writes a store that a newer one has migrated, at the same time", async () => {
  const older = await PrismaStore.open(url);
  await older.save([makeRun({ seed: 1 })]);
  const newer = await PrismaStore.open(url, "write", {}, { migrations: NEWER });
  expect(await applied()).toEqual(NEWER.map(({ name }) => name));
  await Promise.all([older.save([makeRun({ seed: 2 })]), newer.save([makeRun({ seed: 3 })])]);
  await older.close();
  // And one that begins only now.
  await using(PrismaStore.open(url), async (store) => {
    await store.save([makeRun({ seed: 4 })]);
    expect(await store.list()).toHaveLength(4);
  });
  expect(await newer.list()).toHaveLength(4);
  await newer.close();
});

test("reading migrates nothing, of whatever version the store is", async () => {
  await using(PrismaStore.open(url, "write"), (store) => store.save([makeRun({ seed: 1 })]));
  await using(PrismaStore.open(url, "read", {}, { migrations: NEWER }), async (store) => {
    expect(await store.list()).toHaveLength(1);
  });
  expect(await applied()).toEqual(MIGRATIONS.map(({ name }) => name));
});

test("a store without tables has nothing to read, and gets none by that", async () => {
  await expect(openStore(storeAt(url, "/"), "read")).rejects.toMatchObject({
    kind: "store",
    message: expect.stringContaining("there are no runs yet"),
    remedy: expect.stringContaining("store migrate"),
  });
  const { rows } = await pool.query("SELECT FROM pg_namespace WHERE nspname = 'plumbline'");
  expect(rows).toEqual([]);
});

test("a store that says so can be read and not written to by an older one", async () => {
  const closed = [...MIGRATIONS, migrationOf(OWN + 1, "SELECT 1", OWN, OWN + 1)];
  await using(PrismaStore.open(url, "write", {}, { migrations: closed }), (store) =>
    store.save([makeRun({ seed: 1 })]),
  );
  await using(PrismaStore.open(url, "read"), async (store) => {
    expect(await store.list()).toHaveLength(1);
  });
  await expect(PrismaStore.open(url, "write")).rejects.toMatchObject({
    message: expect.stringContaining(`to write it takes a Plumbline that supports version ${OWN + 1}`),
    remedy: expect.stringContaining("update this Plumbline"),
  });
  const gone = [...closed, migrationOf(OWN + 2, "SELECT 1", OWN + 2, OWN + 2)];
  await using(PrismaStore.open(url, "write", {}, { migrations: gone }), async () => undefined);
  await expect(PrismaStore.open(url, "read")).rejects.toThrow("to read it");
});

test("one who may not migrate writes to tables that are recent enough", async () => {
  await using(PrismaStore.open(url, "write"), async () => undefined);
  const role = `writer_${randomUUID().slice(0, 8)}`;
  await pool.query(`
    CREATE ROLE ${role} LOGIN;
    GRANT USAGE ON SCHEMA plumbline TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA plumbline TO ${role};`);
  await using(
    PrismaStore.open(url.replace("postgres@", `${role}@`), "write", {}, { migrations: NEWER }),
    (store) => store.save([makeRun({ seed: 1 })]),
  );
  expect(await applied()).toEqual(MIGRATIONS.map(({ name }) => name));
});

test("a document that a newer one wrote is read without what it added", async () => {
  const run = makeRun({ seed: 1 });
  await using(PrismaStore.open(url), async (store) => {
    const later = { ...run, origin: { ...run.origin, colour: "blue" }, mood: { good: true } } as typeof run;
    await store.save([later]);
    expect(await store.load(run.id)).toEqual(run);
  });
});

test("tables that know no authors are read and written, and say who it was once somebody migrates", async () => {
  const [first, second] = [1, 2].map((seed) => makeRun({ seed, commit: { author: "Ann Lee" } }));
  const open = (version: number) =>
    PrismaStore.open(url, "write", {}, { migrations: MIGRATIONS.slice(0, version) });
  const authors = async (store: PrismaStore) => (await store.list()).map(({ author }) => author);
  await using(open(4), async (store) => {
    await store.save([first!]);
    expect(await authors(store)).toEqual([null]);
    expect((await store.history({ limit: 1 }))[0]!.author).toBeNull();
  });
  await using(open(5), async (store) => {
    await store.save([second!]);
    expect(await authors(store)).toEqual([null, "Ann Lee"]);
    await store.save([first!]);
    expect(await authors(store)).toEqual(["Ann Lee", "Ann Lee"]);
  });
});

test("a report that older tables keep is replaced by itself, before and after somebody migrates", async () => {
  const report = makeReport({ workloads: [] });
  const { sha } = report.head.commit;
  const open = (version: number) =>
    PrismaStore.open(url, "write", {}, { migrations: MIGRATIONS.slice(0, version) });
  // Tables of before, a newer program on them that may not migrate, and one that may.
  for (const [round, version] of [5, 5, 6].entries()) {
    await using(open(version), async (store) => {
      await store.saveReport(report);
      expect(await store.reports(sha)).toEqual([report]);
      expect(await store.reportOf(report.head.id)).toEqual(report);
    });
    // As the program of those tables named the row.
    if (round === 0) await pool.query("UPDATE plumbline.report SET suite = $1", [reportKey(report)]);
  }
  const { rows } = await pool.query("SELECT count(*)::integer AS reports FROM plumbline.report");
  expect(rows).toEqual([{ reports: 1 }]);
});

test("runs that an older version wrote are said of which repository they are, once somebody migrates", async () => {
  const [known, unknown] = [makeRun({ seed: 1 }), makeRun({ seed: 2, origin: { repository: null } })];
  const before = await PrismaStore.open(url, "write", {}, { migrations: MIGRATIONS.slice(0, 3) });
  await before.save([known, unknown]);
  expect((await before.list({ repository: "acme/web" })).map(({ repository }) => repository)).toEqual([
    null,
    null,
  ]);
  await before.close();
  const store = await openStore(storeAt(url, "."));
  try {
    expect(await store.list({ repository: "acme/web" })).toHaveLength(2);
    expect(await store.fillIn(() => undefined)).toBe(1);
    expect(await store.fillIn(() => undefined)).toBe(0);
    expect((await store.list()).map(({ repository }) => repository)).toEqual(["acme/db", null]);
    expect((await store.list({ repository: "acme/web" })).map(({ id }) => id)).toEqual([unknown.id]);
    expect(await store.loadAll([known.id, unknown.id])).toEqual([known, unknown]);
  } finally {
    await store.close();
  }
});

test("a store that is migrated once more while it is opened is the store of a newer one, and no other program's", async () => {
  const further = migrationOf(OWN + 2, 'ALTER TABLE "run" ADD COLUMN "shade" TEXT', OWN, OWN);
  const migratedTo = (migrations: readonly StoreMigration[]) =>
    using(PrismaStore.open(url, "write", {}, { migrations }), async () => undefined);
  await migratedTo(NEWER);
  let hasMoved = false;
  const query = async (text: string, values?: unknown[]) => {
    // Between what was applied, and what the newest says of itself.
    if (text.includes("to_regclass") && JSON.stringify(values).includes("schema_version") && !hasMoved) {
      hasMoved = true;
      await migratedTo([...NEWER, further]);
    }
    return await pool.query(text, values);
  };
  const moving = Object.assign(Object.create(pool), { query }) as pg.Pool;
  expect(await ready(moving, "plumbline", "here", "write")).toBe(OWN);
  expect(hasMoved).toBe(true);
});

test("writers that are killed, and tables that are migrated beneath them, lose nothing that is acknowledged", async () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const words = [
    `${root}/scripts/run.mjs`,
    `${root}/proofs/writers.ts`,
    "postgres",
    "--writers",
    "4",
    "--runs",
    "24",
    "--kills",
    "6",
  ];
  // Where it fails, what it prints says why.
  const { stdout } = await promisify(execFile)(process.execPath, words).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toMatch(
    /2 migrations, .*\b0 of them lost; .*\b0 not as they were written; 0 writers failed; export, wipe, import: the same$/m,
  );
});
