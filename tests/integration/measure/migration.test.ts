/**
 * Migrations of known behaviour, tried on real servers under load. A probe of the test's own runs beside the load on a connection of its
 * own, and knows nothing of what is tested: what it sees is the truth that the reported stall is held against.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeMigration } from "../../../src/compare/migration.ts";
import type { MigrationPlan } from "../../../src/config/migration.ts";
import type { Plan } from "../../../src/config/plan.ts";
import { type Ground, tryMigration } from "../../../src/measure/migration.ts";
import type { MigrationWorkload } from "../../../src/model/migration.ts";
import { nativeLoadGenerator } from "../../../src/runner/native.ts";
import { createLocalTarget } from "../../../src/target/local.ts";
import type { Server, Target } from "../../../src/target/target.ts";
import { plumblineLoad } from "../../native/support/plumbline-load.ts";

const ROWS = 300_000;
const WORKLOAD = "oltp_update_index";
const load = {
  database: "plumbline_1",
  workload: WORKLOAD,
  dialect: "postgres",
  options: { tables: 1, "table-size": ROWS, "rand-seed": 1 },
};
const PLAN = {
  seed: 7,
  warmupSeconds: 0.5,
  workloads: [
    {
      name: "writes",
      workload: WORKLOAD,
      dialect: "postgres",
      options: { tables: 1, "table-size": ROWS, threads: 4 },
      load,
      passing: [],
      chosen: [],
    },
  ],
} as unknown as Plan;
const TRY: MigrationPlan = {
  under: [0],
  sessions: 1,
  before: 1,
  after: 1,
  timeout: 120e9,
  p99: 100e6,
  gates: { stall: 500e6, failed: 0 },
};
const quiet = { stage: () => undefined, progress: () => undefined, note: () => undefined };

let target: Target;
const generator = nativeLoadGenerator(plumblineLoad);
beforeAll(async () => {
  target = createLocalTarget({ settings: {}, setup: [], tree: "/", connections: 8 });
  const { signal } = new AbortController();
  await target.prepare(
    [load],
    (plan, url) => generator.prepare({ plan, url, signal, onProgress: () => undefined }),
    () => undefined,
  );
}, 300_000);
afterAll(() => target?.close());

/** Updates rows one by one, as the load does, and keeps the longest time that one took. */
class Probe {
  longestNs = 0;
  #isOver = false;
  #running: Promise<void>;

  constructor(url: string) {
    this.#running = this.#run(url);
  }

  async #run(url: string): Promise<void> {
    const client = new pg.Client({ connectionString: url, application_name: "plumbline-load" });
    client.on("error", () => undefined);
    await client.connect();
    while (!this.#isOver) {
      const started = performance.now();
      await client.query("UPDATE sbtest1 SET k = k WHERE id = 1").catch(() => undefined);
      this.longestNs = Math.max(this.longestNs, (performance.now() - started) * 1e6);
      await sleep(2);
    }
    await client.end().catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }
}

type Tried = Readonly<{ said: MigrationWorkload; probeNs: number }>;

/**
 * Tries one migration in one session, with the probe beside it.
 * @param beside runs from the server's start to its end
 */
async function tried(
  sql: string,
  beside?: (url: string) => Promise<() => Promise<void>>,
  plan: Partial<MigrationPlan> = {},
): Promise<Tried> {
  const ends: (() => Promise<void>)[] = [];
  const probes: Probe[] = [];
  const watched: Target = {
    ...target,
    fresh: true,
    prepare: target.prepare.bind(target),
    close: async () => undefined,
    async openSession(index): Promise<Server> {
      const server = await target.openSession(index);
      const url = server.url(load);
      const probe = new Probe(url);
      probes.push(probe);
      if (beside !== undefined) ends.push(await beside(url));
      return {
        ...server,
        async stop() {
          await probe.stop();
          for (const end of ends) await end();
          await server.stop();
        },
      };
    },
  };
  const ground: Ground = { plan: PLAN, target: watched, generator, newcomers: new Map() };
  const files = [{ kind: "sql", file: "db/V2__change.sql", sql } as const];
  const source = { files, command: null, tree: "/", limitMs: 120_000 };
  const { signal } = new AbortController();
  const migration = await tryMigration(
    { plan: { ...TRY, ...plan }, source, baseTree: "/" },
    ground,
    quiet,
    signal,
  );
  const [said] = judgeMigration(migration).workloads;
  return { said: said!, probeNs: probes[0]!.longestNs };
}

/** Reads in a transaction for so long, again and again: what a report or a forgotten session does. */
async function reader(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, application_name: "nightly-report" });
  client.on("error", () => undefined);
  await client.connect();
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      await client.query("BEGIN");
      await client.query("SELECT count(*) FROM sbtest1 WHERE id < 10");
      await sleep(1500);
      await client.query("COMMIT");
    }
  })().catch(() => undefined);
  return async () => {
    isOver = true;
    await reading;
    await client.end().catch(() => undefined);
  };
}

/** What makes a migration take its time under a lock, whatever the machine: the work itself is short on a small table. */
const HELD = (lock: string, work: string) => `BEGIN;\n${lock};\n${work};\nSELECT pg_sleep(0.8);\nCOMMIT;\n`;

describe("a migration that stalls", { timeout: 120_000 }, () => {
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
    const { said, probeNs } = await tried(sql);
    expect(said.faults).toEqual(["stall"]);
    expect(said.stallNs / probeNs).toBeGreaterThan(0.8);
    expect(said.stallNs / probeNs).toBeLessThan(1.2);
    expect(said.stalled).toBe("index_update");
    expect(said.rewritten).toEqual(rewritten);
    const [wait] = said.waits;
    expect(wait).toMatchObject({ on: "sbtest1", behind: null });
    expect(wait!.holder).toMatchObject({ who: "migration", mode });
    expect(wait!.holder.statement).toMatch(statement);
    expect(wait!.waiter).toMatchObject({ who: "load", mode: "RowExclusiveLock" });
    expect(wait!.waiter.statement).toMatch(/^UPDATE sbtest1/);
    expect(wait!.longestNs / probeNs).toBeGreaterThan(0.7);
  });

  it("a queue behind an ALTER TABLE that waits for a reader: the reader is named, and what stands between", async () => {
    const { said, probeNs } = await tried("ALTER TABLE sbtest1 ADD COLUMN note text;\n", reader, {
      before: 1.2,
    });
    expect(said.stallNs / probeNs).toBeGreaterThan(0.8);
    expect(said.stallNs / probeNs).toBeLessThan(1.2);
    const queued = said.waits.find(({ waiter }) => waiter.who === "load");
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

describe("a migration that stalls nobody", { timeout: 120_000 }, () => {
  it.each([
    ["a column with a constant default", "ALTER TABLE sbtest1 ADD COLUMN note int DEFAULT 7;\n"],
    ["CREATE INDEX CONCURRENTLY", "CREATE INDEX CONCURRENTLY pad_1 ON sbtest1 (pad);\n"],
    [
      "a check that is validated later",
      "ALTER TABLE sbtest1 ADD CONSTRAINT c CHECK (k >= 0) NOT VALID;\nALTER TABLE sbtest1 VALIDATE CONSTRAINT c;\n",
    ],
    ["another table's index", "CREATE TABLE other (a int);\nCREATE INDEX ON other (a);\n"],
  ])("%s", async (_, sql) => {
    const { said, probeNs } = await tried(sql);
    // A machine that halts for half a second halts the probe, too: then nothing is shown.
    if (probeNs < 400e6) expect(said.faults).toEqual([]);
    expect(said.failedEvents).toBe(0);
    expect(said.notApplied).toBe(0);
    expect(said.rewritten).toEqual([]);
  });
});

describe("what fails", { timeout: 120_000 }, () => {
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
    const ground: Ground = { plan: PLAN, target, generator, newcomers: new Map() };
    const migration = await tryMigration(
      { plan: TRY, source, baseTree: "/" },
      ground,
      quiet,
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
    const ground: Ground = { plan: PLAN, target, generator, newcomers: new Map() };
    setTimeout(() => control.abort(), 3_000);
    await expect(
      tryMigration({ plan: TRY, source, baseTree: "/" }, ground, quiet, control.signal),
    ).rejects.toThrow("interrupted");
  });
});

it("a command of a migration tool has the connection in its environment, and is told by its own words where it fails", async () => {
  const ground: Ground = { plan: PLAN, target, generator, newcomers: new Map() };
  const attempt = async (command: string) => {
    const source = { files: [], command, tree: "/", limitMs: 60_000 };
    const migration = await tryMigration(
      { plan: TRY, source, baseTree: "/" },
      ground,
      quiet,
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
}, 120_000);
