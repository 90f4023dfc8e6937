/** Migrations of known behaviour, tried on real servers under load (tests/support/migration-trial.ts). */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeMigration } from "../../../src/analysis/timeline/migration.ts";
import type { Target } from "../../../src/io/database/target.ts";
import type { MigrationWorkload } from "../../../src/model/migration.ts";
import { type MigrationContext, tryMigration } from "../../../src/pipeline/measure/migration.ts";
import { plumblineLoad } from "../../native/support/plumbline-load.ts";
import {
  type Beside,
  migrationGround,
  reader,
  silent,
  TRIAL,
  type Tried,
  triedMigration,
} from "../../support/migration-trial.ts";
import { settled } from "../../support/settled.ts";

let ground: MigrationContext;
beforeAll(async () => {
  ground = await migrationGround(plumblineLoad);
});
afterAll(() => ground?.target.close());

function tried(sql: string, beside?: Beside) {
  return triedMigration(ground, sql, beside);
}

/** The load's wait that is told first. */
const loadWait = ({ waits }: MigrationWorkload) => waits.find(({ waiter }) => waiter.who === "load");

/** Of a stall: as long as by the server's clock, and the wait was seen for most of it. */
async function triedStall(sql: string, beside?: Beside): Promise<Tried> {
  const shares = ({ said, serverNs }: Tried) =>
    [said.stallNs, loadWait(said)?.longestNs ?? 0].map((ns) => ns / serverNs) as [number, number];
  const isFine = (found: Tried) => {
    const [stall, wait] = shares(found);
    return Math.abs(stall - 1) < 0.2 && wait > 0.7;
  };
  const found = await settled(() => tried(sql, beside), isFine);
  expect(
    isFine(found),
    `of the server's time the stall and the wait are ${shares(found).join(" and ")}`,
  ).toBe(true);
  return found;
}

/** Waits until a statement of these words runs. */
async function runs(url: string, words: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  const running =
    "SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE $1 AND pid <> pg_backend_pid()";
  while ((await client.query(running, [`${words}%`])).rowCount === 0) await sleep(50);
  await client.end();
}

/** What makes a migration take its time under a lock, whatever the machine: the work itself is short on a small table. */
const HELD = (lock: string, work: string) => `BEGIN;\n${lock};\n${work};\nSELECT pg_sleep(0.8);\nCOMMIT;\n`;

describe("a migration that stalls", () => {
  it.each([
    {
      name: "CREATE INDEX without CONCURRENTLY",
      sql: HELD("CREATE INDEX pad_1 ON sbtest1 (pad)", "SELECT 1"),
      mode: "ShareLock",
      statement: /^CREATE INDEX pad_1/,
      rewritten: [],
    },
    {
      name: "ALTER TABLE that rewrites",
      sql: HELD("ALTER TABLE sbtest1 ALTER COLUMN k TYPE bigint", "SELECT 1"),
      mode: "AccessExclusiveLock",
      statement: /^ALTER TABLE sbtest1 ALTER COLUMN/,
      rewritten: ["sbtest1"],
    },
    {
      name: "a foreign key, checked at once",
      sql: "CREATE TABLE parent (id int PRIMARY KEY);\nINSERT INTO parent SELECT g FROM generate_series(1, 300000) g;\nBEGIN;\nALTER TABLE sbtest1 ADD CONSTRAINT f FOREIGN KEY (id) REFERENCES parent;\nSELECT pg_sleep(0.8);\nCOMMIT;\n",
      mode: "ShareRowExclusiveLock",
      statement: /^ALTER TABLE sbtest1 ADD CONSTRAINT/,
      rewritten: [],
    },
  ])("$name: found, named, and as long as it was", async ({ sql, mode, statement, rewritten }) => {
    const { said } = await triedStall(sql);
    expect(said.faults).toEqual(["stall"]);
    expect(said.stalled).toBe("index_update");
    expect(said.rewritten).toEqual(rewritten);
    const [wait] = said.waits;
    expect(wait).toMatchObject({ on: "sbtest1", behind: null });
    expect(wait!.holder).toMatchObject({ who: "migration", mode });
    expect(wait!.holder.statement).toMatch(statement);
    expect(wait!.waiter).toMatchObject({ who: "load", mode: "RowExclusiveLock" });
    expect(wait!.waiter.statement).toMatch(/^UPDATE sbtest1/);
  });

  it("CREATE INDEX by itself, as a migration file has it: the statement that ran is named, in autocommit, too", async () => {
    const { said } = await tried("CREATE INDEX pad_1 ON sbtest1 (pad, c, k);\n");
    const wait = loadWait(said);
    expect(wait).toMatchObject({ on: "sbtest1", behind: null });
    expect(wait!.holder).toMatchObject({ who: "migration", mode: "ShareLock" });
    expect(wait!.holder.statement).toMatch(/^CREATE INDEX pad_1/);
  });

  it("REINDEX TABLE, and a unique constraint that is built at once: each by its own lock", async () => {
    const { said } = await tried(`BEGIN;\nREINDEX TABLE sbtest1;\nSELECT pg_sleep(0.6);\nCOMMIT;\n`);
    expect(said.faults).toEqual(["stall"]);
    expect(said.waits[0]!.holder).toMatchObject({ who: "migration", statement: "REINDEX TABLE sbtest1" });
  });

  it("a queue behind an ALTER TABLE that waits for a reader: the reader is named, and what stands between", async () => {
    const { said } = await triedStall("ALTER TABLE sbtest1 ADD COLUMN note text;\n", reader);
    const queued = loadWait(said);
    expect(queued).toMatchObject({ on: "sbtest1" });
    expect(queued!.holder).toMatchObject({
      who: "other",
      state: "idle in transaction",
      mode: "AccessShareLock",
    });
    expect(queued!.holder.statement).toContain("count(*)");
    expect(queued!.behind).toMatchObject({ who: "migration", mode: "AccessExclusiveLock" });
    expect(queued!.behind!.statement).toMatch(/^ALTER TABLE sbtest1 ADD COLUMN/);
    const own = said.waits.find(({ waiter }) => waiter.who === "migration");
    expect(own).toMatchObject({ on: "sbtest1", behind: null, holder: { who: "other" } });
  });
});

describe("a migration that stalls nobody", () => {
  it.each([
    ["a column with a constant default", "ALTER TABLE sbtest1 ADD COLUMN note int DEFAULT 7;\n"],
    ["CREATE INDEX CONCURRENTLY", "CREATE INDEX CONCURRENTLY pad_1 ON sbtest1 (pad);\n"],
    [
      "a check that is validated later",
      "ALTER TABLE sbtest1 ADD CONSTRAINT c CHECK (k >= 0) NOT VALID;\nALTER TABLE sbtest1 VALIDATE CONSTRAINT c;\n",
    ],
    [
      "a unique constraint on an index that was built before",
      "CREATE UNIQUE INDEX CONCURRENTLY u_1 ON sbtest1 (id, k);\nALTER TABLE sbtest1 ADD CONSTRAINT u_1 UNIQUE USING INDEX u_1;\n",
    ],
    ["another table's index", "CREATE TABLE other (a int);\nCREATE INDEX ON other (a);\n"],
  ])("%s", async (_, sql) => {
    const { said, probeNs } = await settled(
      () => tried(sql),
      (found) => found.said.faults.length === 0,
    );
    // A machine that halts for half a second halts the probe, too: then nothing is shown.
    if (probeNs < 400e6) expect(said.faults).toEqual([]);
    expect(said.failedEvents).toBe(0);
    expect(said.notApplied).toBe(0);
    expect(said.rewritten).toEqual([]);
  });
});

describe("what fails", () => {
  it("a migration that cannot be applied is a fault with statement, place and SQLSTATE", async () => {
    const { said } = await tried("SELECT 1;\n\nALTER TABLE sbtest1\n  DROP COLUMN nothing;\n");
    expect(said.faults).toContain("not-applied");
    expect(said.failure).toEqual({
      place: "db/V2__change.sql:3",
      message: 'column "nothing" of relation "sbtest1" does not exist',
      sqlstate: "42703",
      statement: "ALTER TABLE sbtest1 DROP COLUMN nothing",
    });
    expect(said.statements.map(({ place }) => place)).toEqual(["db/V2__change.sql:1", "db/V2__change.sql:3"]);
  });

  it("statements of the load that the new schema breaks are counted by SQLSTATE", async () => {
    const { said } = await tried("ALTER TABLE sbtest1 DROP COLUMN k;\n");
    expect(said.faults).toContain("failed");
    expect(said.failedEvents).toBeGreaterThan(0);
    expect(Object.keys(said.failuresBySqlstate)).toEqual(["42703"]);
  });

  it("a migration that takes longer than it may is ended, and said to be", async () => {
    const files = [{ kind: "sql", file: "slow.sql", sql: "SELECT pg_sleep(600);\n" } as const];
    const source = { files, command: null, tree: "/", limitMs: 700 };
    const migration = await tryMigration(
      { plan: TRIAL, source, baseTree: "/" },
      ground,
      silent,
      new AbortController().signal,
    );
    expect(migration.workloads[0]!.sessions[0]!.failure).toMatchObject({
      place: "slow.sql:1",
      message: expect.stringContaining("database.migration.timeout"),
    });
  });

  it("an interruption ends the migration and the load", async () => {
    const control = new AbortController();
    const files = [{ kind: "sql", file: "slow.sql", sql: "SELECT pg_sleep(600);\n" } as const];
    const source = { files, command: null, tree: "/", limitMs: 900_000 };
    const target: Target = {
      ...ground.target,
      fresh: true,
      prepare: ground.target.prepare.bind(ground.target),
      close: async () => undefined,
      async openSession(index) {
        const server = await ground.target.openSession(index);
        void runs(server.url(ground.plan.workloads[0]!.load), "SELECT pg_sleep(600)").then(() =>
          control.abort(),
        );
        return server;
      },
    };
    await expect(
      tryMigration({ plan: TRIAL, source, baseTree: "/" }, { ...ground, target }, silent, control.signal),
    ).rejects.toThrow("interrupted");
  });
});

it("a command of a migration tool has the connection in its environment, and is told by its own words where it fails", async () => {
  const attempt = async (command: string) => {
    const source = { files: [], command, tree: "/", limitMs: 60_000 };
    const migration = await tryMigration(
      { plan: TRIAL, source, baseTree: "/" },
      ground,
      silent,
      new AbortController().signal,
    );
    return judgeMigration(migration).workloads[0]!;
  };
  const applied = await attempt(
    `node --input-type=module -e 'import * as pg from "${import.meta.resolve("pg")}"; const c = new pg.Client({ connectionString: process.env.DATABASE_URL }); await c.connect(); await c.query("BEGIN"); await c.query("LOCK sbtest1"); await c.query("SELECT pg_sleep(0.9)"); await c.query("COMMIT"); await c.end();'`,
  );
  expect(applied.failure).toBeNull();
  expect(applied.faults).toEqual(["stall"]);
  expect(applied.waits[0]).toMatchObject({
    on: "sbtest1",
    holder: { who: "migration", mode: "AccessExclusiveLock" },
  });
  const refused = await attempt("echo no such revision >&2; exit 3");
  expect(refused.faults).toContain("not-applied");
  expect(refused.failure!.message).toMatch(/exit code 3[\s\S]*no such revision/);
});
