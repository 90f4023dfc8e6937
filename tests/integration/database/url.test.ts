import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { DatabaseOwner } from "../../../src/io/database/sql/plan-databases.ts";
import type { Target } from "../../../src/io/database/target.ts";
import { createUrlTarget } from "../../../src/io/database/url.ts";
import type { LoadPlan } from "../../../src/model/load-plan.ts";
import { closeTargets } from "../../../src/pipeline/measure/targets.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";

const PLANS: readonly LoadPlan[] = [
  { database: "plumbline_1", workload: "oltp_read_only", dialect: "postgres", options: { tables: 1 } },
  { database: "plumbline_2", workload: "oltp_read_only", dialect: "postgres", options: { tables: 2 } },
];

let postgres: Postgres;
let tree: string;
let url: string;
let targets: Target[] = [];
beforeAll(async () => {
  postgres = await startPostgres({ password: "secret" });
  url = await postgres.createDatabase("bench");
  tree = await mkdtemp(path.join(tmpdir(), "plumbline-tree-"));
});
afterEach(async () => {
  await Promise.all(targets.map((target) => target.close()));
  targets = [];
});
afterAll(async () => {
  await postgres?.stop();
  await rm(tree, { recursive: true, force: true });
});

/** One of a measurement of its own, unless it is said of which. */
function target(at = url, setup: readonly string[] = [], owner: Partial<DatabaseOwner> = {}): Target {
  const created = createUrlTarget({
    url: at,
    owner: { arm: "head", measurement: randomUUID(), ...owner },
    setup: setup.map((glob) => ({ kind: "sql", globs: [glob], when: "after" })),
    tree,
    tablesOf: async () => ["t"],
  });
  targets.push(created);
  return created;
}

async function rows(at: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  try {
    return (await client.query(sql)).rows.map((row: object) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

const load = async (plan: LoadPlan, at: string) => {
  await rows(at, `CREATE TABLE t AS SELECT '${plan.database}' AS plan`);
};
const databases = () =>
  rows(postgres.url, "SELECT datname FROM pg_database WHERE datname LIKE '%plumbline%'");
const tables = () =>
  rows(url, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'");

test("the first plan lives in the URL's database, the second beside it; both go away again", async () => {
  await rows(url, "CREATE TABLE mine (id int)");
  const shared = target();
  await shared.prepare(PLANS, load, () => undefined);
  const server = await shared.openSession(0);
  expect(shared.fresh).toBe(false);
  expect(server.url(PLANS[0]!)).toBe(url);
  expect(await databases()).toEqual(["bench_plumbline_2_head"]);
  for (const plan of PLANS)
    expect(await rows(server.url(plan), "SELECT plan FROM t")).toEqual([plan.database]);
  expect(server.product).toBe("PostgreSQL");
  expect(server.pid).toBe(postgres.pid);
  await server.stop();
  await shared.close();
  expect(await databases()).toEqual([]);
  expect(await tables()).toEqual(["mine"]);
});

test.each([
  ["the set-up SQL has databases of its own", ["nothing.sql"]],
  ["the first plan lives among them", []],
])("tables that others make meanwhile stay, also where %s", async (_, setup) => {
  await writeFile(path.join(tree, "nothing.sql"), "SELECT 1;");
  const shared = target(url, setup);
  await shared.prepare(PLANS, load, () => undefined);
  await rows(url, "CREATE SCHEMA IF NOT EXISTS theirs");
  await rows(url, 'CREATE TABLE theirs."In Voices" (id int)');
  await shared.close();
  expect(await rows(url, "SELECT relname FROM pg_class WHERE relnamespace = 'theirs'::regnamespace")).toEqual(
    ["In Voices"],
  );
  await rows(url, "DROP SCHEMA theirs CASCADE");
});

test("a table of theirs that is called like one of ours stays", async () => {
  await rows(url, "CREATE TABLE t (id int)");
  await expect(target().prepare(PLANS, load, () => undefined)).rejects.toThrow(/"t" already exists/);
  await Promise.all(targets.map((each) => each.close()));
  expect(await tables()).toContain("t");
  await rows(url, "DROP TABLE t");
});

test("a load that fails half-way leaves nothing", async () => {
  const failing = async (plan: LoadPlan, at: string) => {
    await load(plan, at);
    throw new Error("disk full");
  };
  const shared = target();
  await expect(shared.prepare(PLANS, failing, () => undefined)).rejects.toThrow("disk full");
  await shared.close();
  expect(await tables()).not.toContain("t");
});

test("a database that a killed run left beside it is made anew", async () => {
  await rows(postgres.url, "CREATE DATABASE bench_plumbline_2_head");
  const shared = target();
  await shared.prepare(PLANS, load, () => undefined);
  expect(await rows((await shared.openSession(0)).url(PLANS[1]!), "SELECT plan FROM t")).toEqual([
    "plumbline_2",
  ]);
});

/** As a process that was killed leaves what it made. */
async function killed(work: (abandoned: Target) => Promise<unknown>, setup: readonly string[] = []) {
  const abandoned = target(url, setup);
  targets = targets.filter((each) => each !== abandoned);
  await work(abandoned);
}

test("the tables that a killed run left in the URL's database are made anew, and go away", async () => {
  await rows(url, "CREATE TABLE IF NOT EXISTS mine (id int)");
  await killed((run) => run.prepare(PLANS, load, () => undefined));
  expect(await tables()).toEqual(expect.arrayContaining(["mine", "t"]));
  const next = target();
  await next.prepare(PLANS.slice(0, 1), load, () => undefined);
  await next.close();
  expect(await tables()).toEqual(["mine"]);
});

test("so are those of a run that was killed while it loaded", async () => {
  const isMarked = () => rows(url, "SELECT obj_description('t'::regclass, 'pg_class') IS NOT NULL");
  const slow = async (plan: LoadPlan, at: string) => {
    await load(plan, at);
    await expect.poll(isMarked).toEqual([true]);
    throw new Error("killed");
  };
  await killed((run) => expect(run.prepare(PLANS, slow, () => undefined)).rejects.toThrow("killed"));
  await target().prepare(PLANS, load, () => undefined);
});

test("a table that somebody else made since then under the same name stays", async () => {
  await killed((run) => run.prepare(PLANS, load, () => undefined));
  await rows(url, "DROP TABLE t");
  await rows(url, "CREATE TABLE t (id int)");
  await rows(url, "COMMENT ON TABLE t IS 'of plumbline''s friends'");
  await expect(target().prepare(PLANS, load, () => undefined)).rejects.toThrow(/"t" already exists/);
  await Promise.all(targets.map((each) => each.close()));
  expect(await tables()).toContain("t");
  await rows(url, "DROP TABLE t");
});

test("the tables of a measurement that runs now are not dropped", async () => {
  await target().prepare(PLANS, load, () => undefined);
  const generator = new pg.Client({ connectionString: url, application_name: "plumbline-load" });
  await generator.connect();
  await expect(target().prepare(PLANS, load, () => undefined)).rejects.toMatchObject({
    kind: "target",
    message: expect.stringContaining("another measurement runs"),
  });
  await generator.end();
  expect(await tables()).toContain("t");
});

test("two arms that turn out to have one database are refused", async () => {
  const measurement = randomUUID();
  await target(url, [], { arm: "base", measurement }).prepare(PLANS, load, () => undefined);
  await expect(
    target(url.replace("127.0.0.1", "localhost"), [], { measurement }).prepare(PLANS, load, () => undefined),
  ).rejects.toMatchObject({ kind: "usage", message: expect.stringContaining("both arms") });
});

test("what cannot be taken away again is said, and keeps nothing else", async () => {
  const shared = target();
  await shared.prepare(PLANS, load, () => undefined);
  const guest = new pg.Client({ connectionString: (await shared.openSession(0)).url(PLANS[1]!) });
  await guest.connect();
  targets = [];
  const notes: string[] = [];
  await closeTargets({ base: null, head: shared }, { note: (text) => notes.push(text) });
  await guest.end();
  expect(notes).toEqual([
    expect.stringMatching(/made for head .*cannot drop the database bench_plumbline_2_head.*connected to it/),
  ]);
  expect(await tables()).not.toContain("t");
  await rows(postgres.url, "DROP DATABASE bench_plumbline_2_head");
});

test("set-up SQL is applied to each plan's tables", async () => {
  await writeFile(path.join(tree, "change.sql"), "ALTER TABLE t ADD COLUMN more int DEFAULT 7;");
  const shared = target(url, ["change.sql"]);
  await shared.prepare(PLANS, load, () => undefined);
  const server = await shared.openSession(0);
  for (const plan of PLANS) expect(await rows(server.url(plan), "SELECT more FROM t")).toEqual([7]);
});

test("the arms of one URL have databases of their own, each with its own set-up SQL", async () => {
  await writeFile(path.join(tree, "of-base.sql"), "ALTER TABLE t ADD COLUMN more int DEFAULT 1;");
  await writeFile(path.join(tree, "of-head.sql"), "ALTER TABLE t ADD COLUMN more int DEFAULT 2;");
  const base = target(url, ["of-base.sql"], { arm: "base" });
  const head = target(url, ["of-head.sql"], { arm: "head" });
  for (const arm of [base, head]) await arm.prepare(PLANS, load, () => undefined);
  for (const plan of PLANS) {
    expect(await rows((await base.openSession(0)).url(plan), "SELECT more FROM t")).toEqual([1]);
    expect(await rows((await head.openSession(0)).url(plan), "SELECT more FROM t")).toEqual([2]);
  }
  expect(await databases()).toHaveLength(4);
});

test("a name that the server would cut off is refused: the arms could not be told apart by it", async () => {
  const long = await postgres.createDatabase("b".repeat(48));
  await expect(target(long).prepare(PLANS, load, () => undefined)).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringContaining("at most 63 bytes"),
  });
});

const EVERYTHING = `
CREATE SCHEMA extra;
CREATE TYPE mood AS ENUM ('fine');
CREATE FUNCTION one() RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE VIEW ones AS SELECT one() AS one FROM t;
`;
const objects = () =>
  rows(
    url,
    `SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
     UNION ALL SELECT typname FROM pg_type WHERE typtype = 'e'
     UNION ALL SELECT nspname FROM pg_namespace WHERE nspname = 'extra'`,
  );

test("whatever set-up SQL makes goes away again, so that it can run again", async () => {
  await writeFile(path.join(tree, "everything.sql"), EVERYTHING);
  for (const _ of ["once", "again"]) {
    const shared = target(url, ["everything.sql"]);
    await shared.prepare(PLANS, load, () => undefined);
    const server = await shared.openSession(0);
    for (const plan of PLANS) expect(await rows(server.url(plan), "SELECT one FROM ones")).toEqual([1]);
    expect(await objects()).toEqual([]);
    await shared.close();
    expect(await databases()).toEqual([]);
  }
});

test("what set-up SQL misses in a database of its own is said to be missing for that reason", async () => {
  await rows(url, "CREATE FUNCTION of_theirs() RETURNS int LANGUAGE sql AS 'SELECT 1'");
  await writeFile(path.join(tree, "needs.sql"), "ALTER TABLE t ADD COLUMN more int DEFAULT of_theirs();");
  await expect(target(url, ["needs.sql"]).prepare(PLANS, load, () => undefined)).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringMatching(/^needs\.sql:1: .*of_theirs.*42883/),
    remedy: expect.stringMatching(/database of its own.*extension.*template1/),
  });
  await rows(url, "DROP FUNCTION of_theirs()");
});

test("where it must run in the user's own database and left something there, the error names the ways out", async () => {
  await rows(postgres.url, "CREATE ROLE guest LOGIN PASSWORD 'p'");
  await rows(url, "GRANT ALL ON SCHEMA public TO guest");
  const guest = url.replace("postgres:secret", "guest:p");
  await writeFile(
    path.join(tree, "function.sql"),
    "\nCREATE FUNCTION left_over() RETURNS int LANGUAGE sql AS 'SELECT 1';",
  );
  const first = target(guest, ["function.sql"]);
  await first.prepare(PLANS.slice(0, 1), load, () => undefined);
  await first.close();
  await expect(
    target(guest, ["function.sql"]).prepare(PLANS.slice(0, 1), load, () => undefined),
  ).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringMatching(/^function\.sql:2: .*left_over.*already exists.*42723/),
    remedy: expect.stringMatching(/CREATEDB.*CREATE OR REPLACE/),
  });
  await rows(url, "DROP FUNCTION left_over()");
});

test("where it must run there, the tables that it made go away all the same", async () => {
  await rows(postgres.url, "CREATE ROLE maker LOGIN PASSWORD 'p'");
  await rows(url, "GRANT ALL ON SCHEMA public TO maker");
  await writeFile(
    path.join(tree, "tables.sql"),
    'CREATE TABLE public."Audit Log" (id int);\nCREATE UNLOGGED TABLE Copied AS TABLE t;\nALTER TABLE t RENAME TO moved;',
  );
  const before = await tables();
  const shared = target(url.replace("postgres:secret", "maker:p"), ["tables.sql"]);
  await shared.prepare(PLANS.slice(0, 1), load, () => undefined);
  expect(await tables()).toEqual(expect.arrayContaining(["Audit Log", "copied", "moved"]));
  await shared.close();
  expect(await tables()).toEqual(before);
});

test("a user who may not create databases can have one set of tables, and is told about more", async () => {
  await rows(postgres.url, "CREATE ROLE poor LOGIN PASSWORD 'p'");
  await rows(url, "GRANT ALL ON SCHEMA public TO poor");
  const poor = url.replace("postgres:secret", "poor:p");
  await expect(target(poor).prepare(PLANS, load, () => undefined)).rejects.toMatchObject({
    kind: "target",
    remedy: expect.stringContaining("CREATEDB"),
  });
  await target(poor).prepare(PLANS.slice(0, 1), load, () => undefined);
});

test.each([
  ["nothing listens there", () => "postgres://u:p@127.0.0.1:1/x"],
  ["no such host", () => "postgres://u:p@nowhere.invalid/x"],
  ["wrong password", () => url.replace("secret", "guess")],
  ["no such database", () => url.replace(/bench$/, "nothing")],
])("%s: the error says it, has a remedy and no password", async (words, at) => {
  const error = await target(at())
    .prepare(PLANS, load, () => undefined)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    kind: "target",
    message: expect.stringContaining(words),
    remedy: expect.any(String),
  });
  expect((error as Error).message).not.toMatch(/secret|guess|:p@/);
});

test("a text that is no URL is refused at once", () => {
  expect(() => target("localhost:5432")).toThrow(/is not a connection URL/);
});
