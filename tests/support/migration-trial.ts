/**
 * Migrations of known behaviour, tried on real servers under load, for tests and `proofs/migrations.ts`. A probe runs with the load on
 * a connection of its own, and knows nothing of what is tested: what it sees is the truth that the reported stall is held against.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { judgeMigration } from "../../src/analysis/timeline/migration.ts";
import type { MigrationPlan } from "../../src/config/migration.ts";
import type { Plan } from "../../src/config/plan.ts";
import { createLocalTarget } from "../../src/io/database/local.ts";
import type { Server, Target } from "../../src/io/database/target.ts";
import { nativeLoadGenerator } from "../../src/io/load/native.ts";
import type { MigrationWorkload } from "../../src/model/migration.ts";
import { type MigrationContext, tryMigration } from "../../src/pipeline/measure/migration.ts";

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
/** One session, a second of load on either side. */
export const TRIAL: MigrationPlan = {
  under: [0],
  sessions: 1,
  before: 1,
  after: 1,
  timeout: 120e9,
  p99: 100e6,
  gates: { stall: 500e6, failed: 0 },
};
export const silent = { stage: () => undefined, update: () => undefined, note: () => undefined };

/** A server of sbtest1, loaded once, whose copies migrations are tried on. Its target is to be closed. */
export async function migrationGround(plumblineLoad: string): Promise<MigrationContext> {
  const generator = nativeLoadGenerator(plumblineLoad);
  const target = createLocalTarget({ settings: {}, setup: [], tree: "/", connections: 8 });
  const { signal } = new AbortController();
  await target.prepare(
    [load],
    (plan, url) => generator.prepare({ plan, url, signal, onProgress: () => undefined }),
    () => undefined,
  );
  return { plan: PLAN, target, generator, newcomers: new Map() };
}

/** Update timed by the server's clock alone: from the statement's arrival until the row was written, locks included. */
const UPDATE =
  "UPDATE sbtest1 SET k = k WHERE id = 1 RETURNING (extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1e9)::float8 AS ns";

/** Updates rows one by one, as the load does, and keeps the longest time that one took. */
class Probe {
  /** Longest time as its client sees it. */
  longestNs = 0;
  /** Longest time as the server sees it, whose clock no busy client delays. */
  serverNs = 0;
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
      const answer = await client.query<{ ns: number }>(UPDATE).catch(() => undefined);
      this.serverNs = Math.max(this.serverNs, answer?.rows[0]?.ns ?? 0);
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

/** The reported outcome, and the longest times of the probe: its own, and by the server's clock. */
export type Tried = Readonly<{ said: MigrationWorkload; probeNs: number; serverNs: number }>;
/** Runs from the server's start on; what it answers ends it. */
export type Beside = (url: string) => Promise<() => Promise<void>>;

/** Tries one migration in one session while the probe runs. */
export async function triedMigration(
  ground: MigrationContext,
  sql: string,
  beside?: Beside,
  plan: Partial<MigrationPlan> = {},
): Promise<Tried> {
  const { target } = ground;
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
  const files = [{ kind: "sql", file: "db/V2__change.sql", sql } as const];
  const source = { files, command: null, tree: "/", limitMs: 120_000 };
  const migration = await tryMigration(
    { plan: { ...TRIAL, ...plan }, source, baseTree: "/" },
    { ...ground, target: watched },
    silent,
    new AbortController().signal,
  );
  const [said] = judgeMigration(migration).workloads;
  const [{ longestNs, serverNs }] = probes as [Probe];
  return { said: said!, probeNs: longestNs, serverNs };
}

/** Reads, over and over, in a transaction that ends a second after another session waits for it: a report, or a forgotten session. */
export const reader: Beside = async (url) => {
  const [client, watcher] = ["nightly-report", "watcher"].map(
    (name) => new pg.Client({ connectionString: url, application_name: name }),
  ) as [pg.Client, pg.Client];
  for (const each of [client, watcher]) {
    each.on("error", () => undefined);
    await each.connect();
  }
  let isOver = false;
  const isWaitedFor = async () =>
    (await watcher.query("SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation'")).rowCount !== 0;
  const reading = (async () => {
    while (!isOver) {
      await client.query("BEGIN");
      await client.query("SELECT count(*) FROM sbtest1 WHERE id < 10");
      while (!isOver && !(await isWaitedFor())) await sleep(20);
      await sleep(isOver ? 0 : 1000);
      await client.query("COMMIT");
    }
  })().catch(() => undefined);
  return async () => {
    isOver = true;
    await reading;
    for (const each of [client, watcher]) await each.end().catch(() => undefined);
  };
};
