/** The set-up of an arm: SQL files and commands, on real servers. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SetupStep } from "../../../src/config/setup.ts";
import { createLocalTarget } from "../../../src/io/database/local.ts";
import { LoadedClusters } from "../../../src/io/database/postgres/loaded-clusters.ts";
import type { Server, Target } from "../../../src/io/database/target.ts";
import { createUrlTarget } from "../../../src/io/database/url.ts";
import { isAlive } from "../../../src/io/host/processes.ts";
import type { LoadPlan } from "../../../src/model/load-plan.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";

const EMPTY: LoadPlan = {
  database: "plumbline_1",
  workload: "script",
  dialect: "postgres",
  isEmpty: true,
  options: {},
};

let tree: string;
let targets: Target[];
let loaded: LoadedClusters;
let said: string[];
beforeEach(async () => {
  tree = await mkdtemp(path.join(tmpdir(), "plumbline-tree-"));
  targets = [];
  loaded = new LoadedClusters();
  said = [];
});
afterEach(async () => {
  await Promise.all(targets.map((target) => target.close()));
  await rm(tree, { recursive: true, force: true });
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
  writeFileSync(path.join(tree, file), text);
}

function sql(...globs: readonly string[]): SetupStep {
  return { kind: "sql", globs, when: "after" };
}

function command(line: string, more: Partial<Extract<SetupStep, { kind: "command" }>> = {}): SetupStep {
  return { kind: "command", command: line, env: {}, limitMs: 120_000, when: "after", ...more };
}

function local(setup: readonly SetupStep[], at = tree): Target {
  const target = createLocalTarget({ settings: {}, setup, tree: at, connections: 4, loaded });
  targets.push(target);
  return target;
}

async function prepared(
  setup: readonly SetupStep[],
  plans: readonly LoadPlan[] = [EMPTY],
  at = tree,
): Promise<Target> {
  const target = local(setup, at);
  await target.prepare(plans, load, (what) => said.push(what));
  return target;
}

async function load(plan: LoadPlan, url: string): Promise<void> {
  if (plan.isEmpty === true) return;
  await ask(url, "CREATE TABLE loaded AS SELECT generate_series(1, 10) AS id");
}

async function opened(setup: readonly SetupStep[], plans?: readonly LoadPlan[]): Promise<Server> {
  return await (await prepared(setup, plans)).openSession(0);
}

/** First column of every row. */
async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows.map((row: object) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

describe("SQL files", () => {
  test("run in the order of their versions", async () => {
    write("db/V10__c.sql", "INSERT INTO log VALUES ('V10');");
    write("db/V2__b.sql", "LOCK TABLE log; INSERT INTO log VALUES ('V2');");
    write("db/V1__a.sql", "CREATE TABLE log (at text); INSERT INTO log VALUES ('V1');");
    const server = await opened([sql("db/*.sql")]);
    expect(await ask(server.url(EMPTY), "SELECT at FROM log")).toEqual(["V1", "V2", "V10"]);
  });

  test("the migrations that Prisma made of this project's own store run as they are", async () => {
    const root = path.join(import.meta.dirname, "../../..");
    const step = sql("prisma/migrations/*/migration.sql");
    const server = await (await prepared([step], [EMPTY], root)).openSession(0);
    const tables = await ask(
      server.url(EMPTY),
      "SELECT count(*)::int FROM pg_tables WHERE schemaname !~ '^(pg_|information_schema)'",
    );
    const made = readdirSync(path.join(root, "prisma/migrations"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".sql"))
      .map((file) => readFileSync(path.join(root, "prisma/migrations", file), "utf8"))
      .join("\n");
    expect(tables).toEqual([made.match(/^CREATE TABLE/gm)!.length]);
  });

  test("what pg_dump writes is taken as it is, rows and sequences included; the next file has its search path", async () => {
    const server = await opened([
      command(
        `psql -X -q -v ON_ERROR_STOP=1 -c "CREATE TABLE item (id serial PRIMARY KEY, note text)" -c "INSERT INTO item (note) VALUES (E'a\\\\tb\\\\\\\\c'), (NULL), ('it''s; 5 \\$\\$'), ('\\\\.')"`,
      ),
    ]);
    const [note] = await ask(server.url(EMPTY), "SELECT json_agg(note ORDER BY id) FROM item");
    expect(note).toEqual(["a\tb\\c", null, "it's; 5 $$", "\\."]);
    const dump = execFileSync("pg_dump", [server.url(EMPTY)], { encoding: "utf8" });
    expect(dump).toMatch(/^COPY public\.item .* FROM stdin;$/m);
    write("dump.sql", dump);
    write("more.sql", "INSERT INTO item (note) VALUES ('after');");
    const copy = await opened([sql("dump.sql", "more.sql")]);
    expect(await ask(copy.url(EMPTY), "SELECT json_agg(note ORDER BY id) FROM item")).toEqual([
      [...(note as unknown[]), "after"],
    ]);
    expect(await ask(copy.url(EMPTY), "SELECT max(id) FROM item")).toEqual([5]);
  });

  test("a row of COPY that does not fit is named by its line in the file", async () => {
    write("a.sql", "CREATE TABLE t (id int);\n\nCOPY t\n  FROM stdin;\n1\nx\n\\.\n");
    await expect(prepared([sql("a.sql")])).rejects.toThrow(
      /^a\.sql:6: invalid input syntax .*\(SQLSTATE 22P02\)$/,
    );
  });

  test("a file that must not be run as it is is refused before anything is started", async () => {
    write("a.sql", "-- migrate:up\nCREATE TABLE t (id int);\n\n-- migrate:down\nDROP TABLE t;\n");
    await expect(prepared([sql("a.sql")])).rejects.toMatchObject({
      kind: "usage",
      message: "a.sql:4: this file of dbmate applies a migration and, from here on, takes it back",
      remedy: expect.stringContaining("dbmate --no-dump-schema up"),
    });
    expect(said).toEqual([]);
  });
});

describe("commands", () => {
  test("run in the tree with the connection, in their place among the steps", async () => {
    write("1.sql", "CREATE TABLE log (at text);");
    write("seed.sh", 'psql -X -q -c "INSERT INTO log VALUES (\'$NAME\')" "$DATABASE_URL"\n');
    write("3.sql", "INSERT INTO log VALUES ('last');");
    const server = await opened([
      sql("1.sql"),
      command("sh seed.sh", { env: { NAME: "seeded" } }),
      command(`psql -X -q -c "INSERT INTO log SELECT concat_ws(',', current_user, current_database())"`),
      sql("3.sql"),
    ]);
    expect(await ask(server.url(EMPTY), "SELECT at FROM log")).toEqual([
      "seeded",
      "postgres,plumbline_1",
      "last",
    ]);
  });

  test("before the load: its tables are not there yet", async () => {
    const plan: LoadPlan = {
      database: "plumbline_1",
      workload: "oltp_read_only",
      dialect: "postgres",
      options: {},
    };
    const found = `psql -X -q -c "CREATE TABLE seen AS SELECT to_regclass('loaded')::text AS loaded"`;
    const before = await opened([command(found, { when: "before" })], [plan]);
    const after = await opened([command(found)], [plan]);
    expect(await ask(before.url(plan), "SELECT loaded FROM seen")).toEqual([null]);
    expect(await ask(after.url(plan), "SELECT loaded FROM seen")).toEqual(["loaded"]);
  });

  test("show what they say, and it stands in the error with the exit code", async () => {
    // It goes on once its first line was shown.
    const failing = command(
      "echo step 1; until [ -e shown ]; do sleep 0.05; done; echo 'no such table' >&2; exit 3",
    );
    const failed = expect(prepared([failing])).rejects.toMatchObject({
      kind: "target",
      message: expect.stringMatching(/ended with exit code 3; it last said:\nstep 1\nno such table$/),
    });
    await expect.poll(() => said.some((what) => what.endsWith(": step 1"))).toBe(true);
    write("shown", "");
    await failed;
    expect(said.filter((what) => what.endsWith(": step 1"))).toHaveLength(1);
  });

  const HAS_CHILD = "sleep 1000 & echo $! > pid; mv pid child; wait";
  const hasChild = () => existsSync(path.join(tree, "child"));
  const expectNoChild = async () => {
    const child = Number(readFileSync(path.join(tree, "child"), "utf8"));
    await expect.poll(() => isAlive(child)).toBe(false);
  };

  test("that take too long are ended with all that they started", async () => {
    // A machine may be too slow to start anything in the time: then in four times the time.
    for (let limitMs = 300; !hasChild(); limitMs *= 4) {
      await expect(prepared([command(HAS_CHILD, { limitMs })])).rejects.toThrow(
        `did not end within ${limitMs / 1000} s; it said nothing`,
      );
    }
    await expectNoChild();
  });

  test("of a target that is closed are ended with all that they started", async () => {
    const preparing = expect(prepared([command(HAS_CHILD)])).rejects.toThrow(/abort/i);
    await expect.poll(hasChild).toBe(true);
    await targets[0]!.close();
    await preparing;
    await expectNoChild();
  });

  test("variables of the caller lead them nowhere else", async () => {
    process.env["PGSERVICE"] = "elsewhere";
    process.env["PGHOSTADDR"] = "192.0.2.1";
    try {
      await prepared([command('psql -X -q -c "CREATE TABLE made (id int)"')]);
    } finally {
      delete process.env["PGSERVICE"];
      delete process.env["PGHOSTADDR"];
    }
  });
});

describe("both arms", () => {
  const ROWS = "INSERT INTO t SELECT i, i % 100, repeat('x', i % 50) FROM generate_series(1, 100000) i;";
  const STATISTICS = `SELECT md5(string_agg(tablename || attname || s::text, '|' ORDER BY tablename, attname)) FROM pg_stats s WHERE tablename = 't'`;

  test("share what is the same: rows are loaded, and sampled, once", async () => {
    write("1.sql", "CREATE TABLE t (id int PRIMARY KEY, k int, c text);");
    write("2.sql", ROWS);
    const base = await prepared([sql("?.sql")]);
    write("3.sql", "CREATE INDEX ON t (k); CREATE TABLE log (id int);");
    const head = await prepared([sql("?.sql")]);
    expect(said.filter((what) => what === "set-up: 2.sql")).toHaveLength(1);
    const [one, other] = [await base.openSession(0), await head.openSession(0)];
    expect(await ask(other.url(EMPTY), "SELECT to_regclass('log')::text")).toEqual(["log"]);
    const statistics = await ask(one.url(EMPTY), STATISTICS);
    expect(statistics[0]).toMatch(/^[0-9a-f]{32}$/);
    // Two samples of 30,000 of these rows are never the same.
    expect(await ask(other.url(EMPTY), STATISTICS)).toEqual(statistics);
  });

  test("what head adds is looked at: new columns and expressions have statistics", async () => {
    write("1.sql", `CREATE TABLE t (id int PRIMARY KEY, k int, c text); ${ROWS}`);
    await prepared([sql("*.sql")]);
    write("2.sql", "ALTER TABLE t ADD COLUMN more int DEFAULT 7; CREATE INDEX half ON t ((k / 2));");
    const server = await (await prepared([sql("*.sql")])).openSession(0);
    expect(
      await ask(
        server.url(EMPTY),
        "SELECT tablename || '.' || attname FROM pg_stats WHERE tablename IN ('t', 'half') ORDER BY 1",
      ),
    ).toEqual(["half.expr", "t.c", "t.id", "t.k", "t.more"]);
    expect(
      await ask(server.url(EMPTY), "SELECT relallvisible = relpages FROM pg_class WHERE relname = 't'"),
    ).toEqual([true]);
  });

  test("workloads that need the set-up alone get copies of one database", async () => {
    write("1.sql", "CREATE TABLE t (id int);");
    const plans = ["plumbline_1", "plumbline_2", "plumbline_3"].map((database) => ({ ...EMPTY, database }));
    const server = await opened(
      [sql("1.sql"), command('echo run >> runs; psql -X -q -c "INSERT INTO t VALUES (1)"')],
      plans,
    );
    for (const plan of plans) expect(await ask(server.url(plan), "SELECT id FROM t")).toEqual([1]);
    expect(readFileSync(path.join(tree, "runs"), "utf8")).toBe("run\n");
  });
});

describe("a server that runs already", () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres({ password: "a b/c" });
  });
  afterAll(() => postgres.stop());

  function beside(url: string, setup: readonly SetupStep[]): Target {
    const target = createUrlTarget({
      url,
      owner: { arm: "head", measurement: "m" },
      setup,
      tree,
      tablesOf: async () => [],
    });
    targets.push(target);
    return target;
  }

  test("commands work in databases beside the URL's own, which go away again", async () => {
    const target = beside(postgres.url, [command('psql -X -q -c "CREATE TABLE made (id int)"')]);
    await target.prepare([EMPTY], load, () => undefined);
    const server = await target.openSession(0);
    expect(await ask(server.url(EMPTY), "SELECT to_regclass('made')::text")).toEqual(["made"]);
    expect(await ask(postgres.url, "SELECT to_regclass('made')::text")).toEqual([null]);
    await target.close();
    expect(
      await ask(postgres.url, "SELECT datname FROM pg_database WHERE datname LIKE '%plumbline%'"),
    ).toEqual([]);
  });

  test("a command in somebody's own database is refused: what it made could not be told apart", async () => {
    await ask(postgres.url, "CREATE ROLE plain LOGIN PASSWORD 'plain'");
    const own = (await postgres.createDatabase("own")).replace(/\/\/[^@]*@/, "//plain:plain@");
    const target = beside(own, [command("touch was-run")]);
    await expect(target.prepare([EMPTY], load, () => undefined)).rejects.toMatchObject({
      kind: "usage",
      remedy: expect.stringContaining("CREATEDB"),
    });
    expect(existsSync(path.join(tree, "was-run"))).toBe(false);
  });
});
