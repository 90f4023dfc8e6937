import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { SetupStep } from "../../../src/config/setup.ts";
import { createLocalTarget, type LocalOptions } from "../../../src/io/database/local.ts";
import { KeptClusters } from "../../../src/io/database/postgres/kept-clusters.ts";
import { LoadedClusters } from "../../../src/io/database/postgres/loaded-clusters.ts";
import type { Target } from "../../../src/io/database/target.ts";
import { isAlive } from "../../../src/io/host/processes.ts";
import type { LoadPlan } from "../../../src/model/load-plan.ts";

const PLANS: readonly LoadPlan[] = [
  { database: "plumbline_1", workload: "oltp_read_only", dialect: "postgres", options: { tables: 1 } },
  { database: "plumbline_2", workload: "oltp_read_only", dialect: "postgres", options: { tables: 2 } },
];

let tree: string;
let targets: Target[];
/** Most tests do not care who loaded: they share one cluster, which this file keeps until its end. */
const shared = new LoadedClusters();
beforeAll(() => shared.join());
beforeEach(async () => {
  tree = await mkdtemp(path.join(tmpdir(), "plumbline-tree-"));
  targets = [];
});
afterEach(async () => {
  await Promise.all(targets.map((target) => target.close()));
  await rm(tree, { recursive: true, force: true });
});
afterAll(async () => {
  await shared.leave();
  expect(readdirSync(tmpdir()).filter((name) => isOurs(name))).toEqual([]);
});

/** Folders of this process: another test run on the machine has its own. */
function isOurs(name: string): boolean {
  if (!name.startsWith("plumbline-target-")) return false;
  const maker = path.join(tmpdir(), name, "maker.json");
  return existsSync(maker) && JSON.parse(readFileSync(maker, "utf8")).pid === process.pid;
}

function local(options: Partial<LocalOptions> = {}): Target {
  const target = createLocalTarget({
    settings: {},
    setup: [],
    tree,
    connections: 4,
    loaded: shared,
    ...options,
  });
  targets.push(target);
  return target;
}

function sql(...globs: readonly string[]): readonly SetupStep[] {
  return [{ kind: "sql", globs, when: "after" }];
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query(sql);
    return rows[0] === undefined ? undefined : Object.values(rows[0])[0];
  } finally {
    await client.end();
  }
}

async function load(plan: LoadPlan, url: string): Promise<void> {
  await ask(url, `CREATE TABLE t AS SELECT '${plan.database}' AS plan, generate_series(1, 100) AS id`);
}

test("each session is a fresh server on its own copy of the loaded data", async () => {
  const target = local();
  await target.prepare(PLANS, load, () => undefined);
  const first = await target.openSession(0);
  expect(first.product).toBe("PostgreSQL");
  expect(first.version).toMatch(/^\d+\.\d+$/);
  expect(await ask(first.url(PLANS[1]!), "SELECT plan FROM t LIMIT 1")).toBe("plumbline_2");
  await ask(first.url(PLANS[0]!), "DELETE FROM t");
  const place = String(await ask(first.url(PLANS[0]!), "SHOW data_directory"));
  await first.stop();
  expect(existsSync(place)).toBe(false);
  expect(isAlive(first.pid!)).toBe(false);
  const second = await target.openSession(1);
  expect(await ask(second.url(PLANS[0]!), "SELECT count(*)::int FROM t")).toBe(100);
  expect(second.url(PLANS[0]!)).not.toBe(first.url(PLANS[0]!));
});

test("a copy that was made ahead of its session is the one that its server starts on", async () => {
  const target = local();
  await expect(target.copyAhead!(0)).rejects.toThrow(/copyAhead before prepare/);
  await target.prepare(PLANS, load, () => undefined);
  await target.copyAhead!(0);
  const server = await target.openSession(0);
  expect(await ask(server.url(PLANS[0]!), "SELECT count(*)::int FROM t")).toBe(100);
  // Closed while the next is copied: that nothing stays is held at the end of this file.
  void target.copyAhead!(1);
  await target.close();
});

test("the server has Plumbline's settings and the user's over them, and says which", async () => {
  const target = local({ settings: { work_mem: "7MB", fsync: true } });
  await target.prepare(PLANS, load, () => undefined);
  const server = await target.openSession(0);
  const url = server.url(PLANS[0]!);
  expect(await ask(url, "SHOW work_mem")).toBe("7MB");
  expect(await ask(url, "SHOW fsync")).toBe("on");
  expect(await ask(url, "SHOW autovacuum")).toBe("off");
  expect(server.settings).toMatchObject({ work_mem: "7MB", fsync: "on", autovacuum: "off" });
  expect(server.settings).not.toHaveProperty("port");
});

test("base and head load once and then differ by their own set-up", async () => {
  mkdirSync(path.join(tree, "migrations"));
  writeFileSync(path.join(tree, "migrations/2.sql"), "INSERT INTO extra VALUES (2);");
  writeFileSync(path.join(tree, "migrations/1.sql"), "CREATE TABLE extra (id int);");
  const loaded = new LoadedClusters();
  const loads: string[] = [];
  const counting = async (plan: LoadPlan, url: string) => {
    loads.push(plan.database);
    await load(plan, url);
  };
  const base = local({ loaded });
  const head = local({ loaded, setup: sql("migrations/*.sql") });
  for (const target of [base, head]) await target.prepare(PLANS, counting, () => undefined);
  expect(loads).toEqual(["plumbline_1", "plumbline_2"]);
  const [baseServer, headServer] = [await base.openSession(0), await head.openSession(0)];
  const exists = "SELECT to_regclass('extra') IS NOT NULL";
  expect(await ask(baseServer.url(PLANS[0]!), exists)).toBe(false);
  for (const plan of PLANS) expect(await ask(headServer.url(plan), "SELECT id FROM extra")).toBe(2);
  await base.close();
  expect(await ask(headServer.url(PLANS[0]!), "SELECT 1")).toBe(1);
});

test("what was loaded and set up is kept for the next invocation, until it is damaged", async () => {
  writeFileSync(path.join(tree, "1.sql"), "CREATE TABLE extra AS SELECT 7 AS id");
  const notes: string[] = [];
  const loads: string[] = [];
  const counting = async (plan: LoadPlan, url: string) => {
    loads.push(plan.database);
    await load(plan, url);
  };
  const folder = path.join(tree, "cache");
  const invoke = async (sqlFile = "1.sql") => {
    const kept = await KeptClusters.open({ folder, mostBytes: 1e9, note: (text) => notes.push(text) });
    const target = local({ loaded: new LoadedClusters(kept), generator: "a", setup: sql(sqlFile) });
    await target.prepare([PLANS[0]!], counting, () => undefined);
    const server = await target.openSession(0);
    const url = server.url(PLANS[0]!);
    const seen = [await ask(url, "SELECT count(*)::int FROM t"), await ask(url, "SELECT id FROM extra")];
    await target.close();
    return seen;
  };
  expect(await invoke()).toEqual([100, 7]);
  expect(await invoke()).toEqual([100, 7]);
  expect([loads, notes]).toEqual([["plumbline_1"], []]);
  writeFileSync(path.join(tree, "1.sql"), "CREATE TABLE extra AS SELECT 8 AS id");
  expect(await invoke()).toEqual([100, 8]);
  expect([loads, notes]).toEqual([["plumbline_1"], []]);
  for (const name of readdirSync(folder).filter((each) => each !== "secret"))
    rmSync(path.join(folder, name, "data/PG_VERSION"));
  expect(await invoke()).toEqual([100, 8]);
  expect(loads).toEqual(["plumbline_1", "plumbline_1"]);
  // What was made on top of it was of its sample, and is not asked for any more.
  expect(notes).toEqual([expect.stringMatching(/damaged .*PG_VERSION is gone/)]);
});

test("what a command did is not kept, nor SQL that reads files of the server", async () => {
  writeFileSync(path.join(tree, "reads.sql"), `CREATE TABLE r (t text); COPY r FROM '${tree}/reads.sql'`);
  const folder = path.join(tree, "cache");
  chmodSync(tree, 0o755);
  for (const step of [
    { kind: "command", command: "true", env: {}, limitMs: 9_000 } as const,
    sql("reads.sql")[0]!,
  ]) {
    const kept = await KeptClusters.open({ folder, mostBytes: 1e9, note: () => undefined });
    const setup = [{ ...step, when: "before" as const }];
    const target = local({ loaded: new LoadedClusters(kept), generator: "a", setup });
    await target.prepare([PLANS[0]!], load, () => undefined);
    expect(await kept!.list()).toEqual([]);
  }
});

test("wrong set-up SQL is named by file and line, and leaves nothing", async () => {
  writeFileSync(path.join(tree, "a.sql"), "SELECT 1;\n\n-- now\nALTER TABLE t\n  DROP COLUMN nothing;\n");
  const target = local({ setup: sql("a.sql") });
  await expect(target.prepare(PLANS, load, () => undefined)).rejects.toThrow(
    /^a\.sql:4: column "nothing" of relation "t" does not exist \(SQLSTATE 42703\)$/,
  );
});

test("a set-up that names no file is an error and not an empty set-up", async () => {
  const target = local({ setup: sql("migrations/*.sql") });
  await expect(target.prepare(PLANS, load, () => undefined)).rejects.toMatchObject({ kind: "usage" });
});

test("a setting that the server does not know fails with its words", async () => {
  const target = local({ settings: { no_such_setting: 1 } });
  await expect(target.prepare(PLANS, load, () => undefined)).rejects.toThrow(/no_such_setting/);
});

test("a server that accepts no connections in its time is named with that time and its words", async () => {
  const target = local({ startLimitMs: 0, loaded: new LoadedClusters() });
  await expect(target.prepare(PLANS, load, () => undefined)).rejects.toThrow(
    /postgres failed: it accepts no connections 0 s after its start; it last said:\n\S/,
  );
});

test("a setting that decides how the server is reached is refused", () => {
  expect(() => createLocalTarget({ settings: { port: 1 }, setup: [], tree, connections: 1 })).toThrow(/port/);
});

test("a folder without a server is named", async () => {
  const target = local({ bin: "build/bin" });
  await expect(target.prepare(PLANS, load, () => undefined)).rejects.toThrow(path.join(tree, "build/bin"));
});

test("nobody gets in without the password", async () => {
  const target = local();
  await target.prepare(PLANS, load, () => undefined);
  const url = (await target.openSession(0)).url(PLANS[0]!);
  await expect(ask(url.replace(/:[^:@]+@/, ":guess@"), "SELECT 1")).rejects.toThrow(/password/);
});

test("closing while it prepares ends the preparing and its servers", async () => {
  const target = local({ loaded: new LoadedClusters() });
  let url = "";
  const preparing = target.prepare(
    PLANS,
    async (_plan, at) => {
      url = at;
      await ask(at, "SELECT pg_sleep(60)");
    },
    () => undefined,
  );
  const outcome = preparing.then(
    () => "prepared",
    () => "failed",
  );
  await expect.poll(() => url).not.toBe("");
  await target.close();
  expect(await outcome).toBe("failed");
  await expect(ask(url, "SELECT 1")).rejects.toThrow(/ECONNREFUSED/);
});

test("what a killed Plumbline left is swept by the next one", async () => {
  const dead = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => dead.once("exit", resolve));
  const leftover = await mkdtemp(path.join(tmpdir(), "plumbline-target-"));
  const maker = { pid: dead.pid, namespace: readlinkSync("/proc/self/ns/pid"), startedAt: "1" };
  writeFileSync(path.join(leftover, "maker.json"), JSON.stringify(maker));
  try {
    const target = local();
    await target.prepare(PLANS, load, () => undefined);
    await target.openSession(0);
    expect(existsSync(leftover)).toBe(false);
  } finally {
    rmSync(leftover, { recursive: true, force: true });
  }
});

test.skipIf(!existsSync("/usr/bin/setpriv"))("a killed Plumbline takes its servers along", async () => {
  const script = `
    import ${JSON.stringify(path.resolve("scripts/lib/typescript.mjs"))};
    const { createLocalTarget } = await import(${JSON.stringify(path.resolve("src/io/database/local.ts"))});
    const target = createLocalTarget({ settings: {}, setup: [], tree: ".", connections: 1 });
    await target.prepare([], async () => undefined, () => undefined);
    console.log((await target.openSession(0)).pid);
    setInterval(() => undefined, 1000);`;
  chmodSync(tree, 0o755);
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, TMPDIR: tree },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pid = Number(await new Promise((resolve) => child.stdout.once("data", resolve)));
  expect(isAlive(pid)).toBe(true);
  child.kill("SIGKILL");
  await expect.poll(() => isAlive(pid)).toBe(false);
});
