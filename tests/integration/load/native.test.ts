/** plumbline-load itself, on a real server, through the port. */
import { spawn } from "node:child_process";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionsFromLines } from "../../../src/analysis/samples/session.ts";
import { findLoadGenerator } from "../../../src/io/load/find.ts";
import type { LoadGenerator, LoadProgress, RunRequest } from "../../../src/io/load/load-generator.ts";
import type { LoadPlan } from "../../../src/model/load-plan.ts";
import { Session } from "../../../src/model/run.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";

let generator: LoadGenerator;
let postgres: Postgres;
let urls: string[];
const never = new AbortController().signal;
const plan: LoadPlan = {
  database: "unused",
  workload: "oltp_read_write",
  dialect: "postgres",
  options: { tables: 2, "table-size": 1000, "rand-seed": 1 },
};

beforeAll(async () => {
  generator = await findLoadGenerator({ progress: { stage: () => undefined } });
  postgres = await startPostgres({ password: "it's a secret: \\" });
  urls = [await postgres.createDatabase("base"), await postgres.createDatabase("head")];
});
afterAll(() => postgres?.stop());

const request = (): RunRequest => ({
  workload: "oltp_read_write",
  dialect: "postgres",
  options: { ...plan.options, threads: 4 },
  targets: urls.map((url) => ({ url, pid: postgres.pid })),
  seconds: 1.5,
  warmupSeconds: 0.5,
  sliceMs: 100,
  seed: 7,
  onProgress: () => undefined,
  signal: never,
});

test("tables are loaded, then run on side by side, and the lines become sessions", async () => {
  const told: LoadProgress[] = [];
  for (const url of urls) {
    await generator.prepare({ plan, url, signal: never, onProgress: (progress) => told.push(progress) });
  }
  expect(told.map(({ phase }) => phase)).toEqual(expect.arrayContaining(["load", "vacuum"]));
  const lines = await generator.run(request());
  const { options: known } = await generator.catalog();
  const passing = known.filter(({ shapes }) => shapes === "neither").map(({ name }) => name);
  const { sessions, options } = sessionsFromLines(lines, { index: 0, fresh: [true, true], passing });
  expect(sessions).toHaveLength(2);
  for (const session of sessions) {
    expect(Session.parse(session)).toEqual(session);
    expect(session.events).toBeGreaterThan(0);
    expect(session.latency.count).toBe(session.events + session.failedEvents);
    expect(session.slices.events.reduce((sum, events) => sum + events, 0)).toBe(session.events);
    expect(session.serverCpuNs).toBeGreaterThan(0);
  }
  expect(options).toMatchObject({ tables: 2, "table-size": 1000, threads: 4 });
  expect(
    Object.keys(options).filter((name) => /url|host|port|user|password|pid|seed|against/.test(name)),
  ).toEqual([]);
});

test.each<LoadPlan>([
  plan,
  { ...plan, workload: "kv", options: {} },
  { ...plan, workload: "sql_inserts", options: { "table-name": "rows_of_mine" } },
  { ...plan, workload: "bulk_insert", options: {} },
])("the tables of $workload are told before they are made", async (each) => {
  const url = await postgres.createDatabase(`tables_${each.workload}`);
  await generator.prepare({ plan: each, url, signal: never, onProgress: () => undefined });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  await client.end();
  const told = await generator.tables(each);
  expect(told.length).toBeGreaterThan(0);
  expect(new Set(told)).toEqual(new Set(rows.map(({ tablename }) => tablename)));
});

test("a target that is not there is a target error with a remedy", async () => {
  const gone = "postgres://postgres:x@127.0.0.1:1/none";
  await expect(generator.run({ ...request(), targets: [{ url: gone, pid: null }] })).rejects.toMatchObject({
    kind: "target",
    message: expect.stringContaining("127.0.0.1"),
    remedy: expect.any(String),
  });
});

test("a wrong password is a target error", async () => {
  const wrong = urls[0]!.replace(/:[^:@]+@/, ":guess@");
  await expect(generator.run({ ...request(), targets: [{ url: wrong, pid: null }] })).rejects.toMatchObject({
    kind: "target",
    message: expect.stringMatching(/password/),
  });
});

test("tables that were not prepared are a target error", async () => {
  const empty = await postgres.createDatabase("empty");
  await expect(generator.run({ ...request(), targets: [{ url: empty, pid: null }] })).rejects.toMatchObject({
    kind: "target",
  });
});

test("a wrong option is a usage error before anything is connected", async () => {
  const workload = {
    name: "w",
    workload: "oltp_read_only",
    dialect: "postgres",
    options: { "table-siz": 5 },
  };
  await expect(generator.describe(workload)).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringContaining("table-siz"),
    remedy: "did you mean options.table-size? `plumbline-load --help` lists all options",
  });
  await expect(
    generator.describe({ ...workload, workload: "oltp_read_onyl", options: {} }),
  ).rejects.toMatchObject({
    kind: "usage",
    remedy: expect.stringContaining("oltp_read_only"),
  });
  await generator.describe({ ...workload, options: { "table-size": 5 } });
});

test("aborting in mid-run ends the program and its connections", async () => {
  const controller = new AbortController();
  const running = generator.run({
    ...request(),
    seconds: 60,
    signal: controller.signal,
    onProgress: ({ phase }) => {
      if (phase === "measure") controller.abort();
    },
  });
  await expect(running).rejects.toMatchObject({ kind: "interrupted" });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await expect
      .poll(async () => {
        const { rows } = await client.query(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname IN ('base', 'head')",
        );
        return rows[0].n;
      })
      .toBe(0);
  } finally {
    await client.end();
  }
});

test("a server that goes away in mid-run is a target error", async () => {
  const other = await startPostgres();
  try {
    const url = other.url;
    await generator.prepare({ plan, url, signal: never, onProgress: () => undefined });
    const running = generator.run({
      ...request(),
      targets: [{ url, pid: null }],
      seconds: 60,
      onProgress: ({ phase }) => {
        if (phase === "measure") spawn("kill", ["-QUIT", String(other.pid)]);
      },
    });
    await expect(running).rejects.toMatchObject({ kind: "target", remedy: expect.any(String) });
  } finally {
    await other.stop();
  }
});
