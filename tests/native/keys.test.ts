/** kv, sql_inserts and YCSB on a real server: what was written is what is read, and what is not there is told. */
import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { query } from "../support/query.ts";
import { runLoad, warningCodes } from "./support/plumbline-load.ts";
import { startWireServer } from "./support/wire-server.ts";

let postgres: Postgres;
let databases = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres?.stop());

const RECREATE_HINT = expect.stringContaining("`prepare` with --recreate makes the tables again");

const newDatabase = () => postgres.createDatabase(`keys_${++databases}`);

const load = (url: string, ...args: string[]) =>
  runLoad([`--pgsql-url=${url}`, "--output=ndjson", "--rand-seed=7", ...args]);

const rowsOf = async (url: string, table: string) =>
  (await query<{ rows: number }>(url, `SELECT count(*)::int AS rows FROM ${table}`))[0]!.rows;

describe("kv --sfu-writes", () => {
  it("locks the keys that it writes, in one transaction", async () => {
    const server = await startWireServer();
    const done = await runLoad([
      `--pgsql-url=postgres://me@127.0.0.1:${server.port}/db?sslmode=disable`,
      "--db-ps-mode=disable",
      "--sfu-writes",
      "--batch=3",
      "--max-block-bytes=9",
      "--events=50",
      "--time=0",
      "kv",
      "run",
    ]);
    await server.stop();
    expect(done.stderr).toBe("");
    const events = Array.from({ length: 50 }, (_, at) => server.statements.slice(at * 4, at * 4 + 4));
    for (const [begin, lock, write, commit] of events) {
      expect([begin, commit]).toEqual(["BEGIN", "COMMIT"]);
      expect(lock).toMatch(/^SELECT k, v FROM kv WHERE k IN \(.*\) FOR UPDATE$/);
      const locked = [...lock!.matchAll(/-?\d+/g)].map(([key]) => key);
      const written = [...write!.matchAll(/\((-?\d+), /g)].map(([, key]) => key);
      expect(locked).toHaveLength(3);
      expect(written).toEqual(locked);
    }
  });

  it("works on a real server, with writers that meet", async () => {
    const url = await newDatabase();
    await load(url, "--insert-count=20", "kv", "prepare");
    const args = ["--insert-count=20", "--stationary", "--sfu-writes", "--threads=4", "--batch=2"];
    const done = await load(url, ...args, "--max-tries=1000", "--events=500", "--time=0", "kv", "run");
    expect(done.code).toBe(0);
    expect(done.line("block")["events"]).toBe(500);
    expect(await rowsOf(url, "kv")).toBe(20);
  });
});

describe("kv --target-compression-ratio", () => {
  it.each([
    [1, 0.99, 1.01],
    [2, 0.48, 0.56],
    [4, 0.24, 0.3],
  ])("%d leaves about so much of a value", async (ratio, low, high) => {
    const url = await newDatabase();
    const sizes = ["--min-block-bytes=8192", "--max-block-bytes=8192", "--insert-count=30"];
    await load(url, ...sizes, `--target-compression-ratio=${ratio}`, "kv", "prepare");
    const values = await query<{ v: Buffer }>(url, "SELECT v FROM kv");
    expect(values).toHaveLength(30);
    for (const { v } of values) {
      const left = deflateRawSync(v).length / v.length;
      expect(left).toBeGreaterThan(low);
      expect(left).toBeLessThan(high);
    }
  });
});

describe("kv", () => {
  it.each(["auto", "disable"])("reads what it wrote, db-ps-mode %s", async (mode) => {
    const url = await newDatabase();
    const prepared = await load(url, "--insert-count=500", "kv", "prepare");
    expect(prepared.stderr).toBe("");
    expect(prepared.line("summary")["loaded"]).toEqual([{ table: "kv", rows: 500 }]);
    const done = await load(
      url,
      "--insert-count=500",
      "--read-percent=95",
      "--threads=4",
      "--events=4000",
      "--time=0",
      `--db-ps-mode=${mode}`,
      "kv",
      "run",
    );
    expect(done.stderr).toBe("");
    const { queries, failures, events } = done.line("block");
    expect(events).toBe(4000);
    expect(failures["events"]).toBe(0);
    // 5 % of 4000 is 200, with a standard deviation of 14.
    expect(queries["write"]).toBeGreaterThan(130);
    expect(queries["write"]).toBeLessThan(270);
    expect(await rowsOf(url, "kv")).toBe(500 + queries["write"]);
  });

  it("writes values of the given sizes, several in a statement", async () => {
    const url = await newDatabase();
    const sizes = ["--min-block-bytes=100", "--max-block-bytes=300", "--batch=16"];
    await load(url, ...sizes, "--insert-count=200", "kv", "prepare");
    const done = await load(
      url,
      ...sizes,
      "--insert-count=200",
      "--read-percent=50",
      "--threads=3",
      "--events=300",
      "--time=0",
      "kv",
      "run",
    );
    expect(done.stderr).toBe("");
    expect(done.line("block")["failures"]["events"]).toBe(0);
    const [size] = await query(
      url,
      "SELECT min(length(v)) AS low, max(length(v)) AS high, count(DISTINCT v)::float / count(*) AS differ FROM kv",
    );
    expect(size!["low"]).toBeGreaterThanOrEqual(100);
    expect(size!["low"]).toBeLessThan(110);
    expect(size!["high"]).toBeLessThanOrEqual(300);
    expect(size!["high"]).toBeGreaterThan(290);
    expect(size!["differ"]).toBeGreaterThan(0.99);
  });

  it("counts rows that are lost, and says so", async () => {
    const url = await newDatabase();
    await load(url, "--insert-count=400", "kv", "prepare");
    await query(url, "DELETE FROM kv WHERE k IN (SELECT k FROM kv ORDER BY k LIMIT 100)");
    const done = await load(
      url,
      "--insert-count=400",
      "--read-percent=100",
      "--events=2000",
      "--time=0",
      "kv",
      "run",
    );
    expect(done.code).toBe(0);
    const { failures, events } = done.line("block");
    // A quarter of the keys: 500, with a standard deviation of 19.
    expect(failures["by_sqlstate"]["02000"]).toBeGreaterThan(400);
    expect(failures["by_sqlstate"]["02000"]).toBeLessThan(600);
    expect(failures["events"]).toBe(failures["by_sqlstate"]["02000"]);
    expect(events + failures["events"]).toBe(2000);
    expect(warningCodes(done)).toEqual(["events-failed", "rows-missing"]);
    expect(done.line("summary")["accounting"]).toMatchObject({ started: 2000, abandoned: 0 });
  });

  it("stays as large as it is with --stationary, and goes round with --cycle-length", async () => {
    const url = await newDatabase();
    await load(url, "--insert-count=300", "kv", "prepare");
    const run = (...args: string[]) =>
      load(url, "--insert-count=300", "--threads=4", "--events=2000", "--time=0", ...args, "kv", "run");
    const still = await run("--stationary", "--read-percent=50");
    expect(still.line("block")["failures"]["events"]).toBe(0);
    expect(warningCodes(still)).toEqual([]);
    expect(await rowsOf(url, "kv")).toBe(300);
    const grown = await run("--cycle-length=700");
    expect(warningCodes(grown)).toEqual(["not-stationary"]);
    expect(await rowsOf(url, "kv")).toBe(700);
  });

  it("deletes, counts spans, and draws zipfian keys", async () => {
    const url = await newDatabase();
    await load(url, "--insert-count=1000", "kv", "prepare");
    const args = ["--insert-count=1000", "--threads=4", "--events=1000", "--time=0", "kv", "run"];
    const mixed = await load(
      url,
      "--read-percent=40",
      "--del-percent=20",
      "--span-percent=10",
      "--span-limit=50",
      ...args,
    );
    expect(mixed.stderr).toBe("");
    expect(mixed.line("block")["failures"]["events"]).toBe(0);
    expect(mixed.line("block")["events"]).toBe(1000);
    const zipfian = await load(url, "--read-percent=50", "--zipfian", "--cycle-length=1000", ...args);
    expect(zipfian.stderr).toBe("");
    expect(zipfian.line("block")["failures"]["events"]).toBe(0);
  });
});

describe("sql_inserts", () => {
  const KEYS = ["--uuid=11111111-2222-3333-4444-555555555555"];

  it("inserts unique keys, then updates; and reads them back with their values", async () => {
    const url = await newDatabase();
    await load(url, ...KEYS, "sql_inserts", "prepare");
    const insert = await load(
      url,
      ...KEYS,
      "--num-unique-keys=600",
      "--threads=4",
      "--events=3000",
      "--time=0",
      "sql_inserts",
      "run",
    );
    expect(insert.stderr).toBe("");
    expect(insert.line("block")).toMatchObject({ events: 3000, failures: { events: 0, by_sqlstate: {} } });
    expect(await rowsOf(url, "postgresqlkeyvalue")).toBe(600);
    const [row] = await query(
      url,
      "SELECT k, v FROM postgresqlkeyvalue WHERE k = '11111111-2222-3333-4444-555555555555:599'",
    );
    expect(row!["v"]).toBe("val:599");

    const read = await load(
      url,
      ...KEYS,
      "--max-written-key=600",
      "--read-only",
      "--threads=4",
      "--events=1000",
      "--time=0",
      "sql_inserts",
      "run",
    );
    expect(read.line("block")).toMatchObject({ events: 1000, queries: { read: 1000, write: 0, other: 0 } });
    expect(warningCodes(read)).toEqual([]);
  });

  it("mixes reads with its own inserts, and never misses one", async () => {
    const url = await newDatabase();
    await load(url, "--max-written-key=50", "sql_inserts", "prepare");
    const done = await load(
      url,
      "--max-written-key=50",
      "--read-percent=50",
      "--value-size=200",
      "--threads=8",
      "--workers=2",
      "--events=3000",
      "--time=0",
      "--upsert",
      "sql_inserts",
      "run",
    );
    // The rows of prepare have short values.
    const wrong = done.line("block")["failures"]["by_sqlstate"];
    expect(Object.keys(wrong)).toEqual(["XX001"]);
    expect(warningCodes(done)).toContain("values-wrong");

    const again = await newDatabase();
    const size = ["--max-written-key=50", "--value-size=200"];
    await load(again, ...size, "sql_inserts", "prepare");
    const right = await load(
      again,
      ...size,
      "--read-percent=50",
      "--threads=8",
      "--workers=2",
      "--events=3000",
      "--time=0",
      "sql_inserts",
      "run",
    );
    expect(right.line("block")).toMatchObject({ events: 3000, failures: { events: 0 } });
  });

  it("tells a wrong value from a missing row, and counts both", async () => {
    const url = await newDatabase();
    await load(url, ...KEYS, "--max-written-key=100", "sql_inserts", "prepare");
    await query(
      url,
      "UPDATE postgresqlkeyvalue SET v = 'other' WHERE k LIKE '%:1_'; DELETE FROM postgresqlkeyvalue WHERE k LIKE '%:2_'",
    );
    const done = await load(
      url,
      ...KEYS,
      "--max-written-key=100",
      "--read-only",
      "--events=2000",
      "--time=0",
      "sql_inserts",
      "run",
    );
    const states = done.line("block")["failures"]["by_sqlstate"];
    expect(states["XX001"]).toBeGreaterThan(120);
    expect(states["02000"]).toBeGreaterThan(120);
    expect(done.line("block")["failures"]["events"]).toBe(states["XX001"] + states["02000"]);
    expect(done.line("block")["events"]).toBe(2000 - states["XX001"] - states["02000"]);
    expect(warningCodes(done).toSorted()).toEqual(["events-failed", "rows-missing", "values-wrong"]);
  });

  it("refuses to insert over keys of an earlier run, unless it may overwrite", async () => {
    const url = await newDatabase();
    await load(url, "sql_inserts", "prepare");
    const run = (...args: string[]) => load(url, "--events=100", "--time=0", ...args, "sql_inserts", "run");
    expect((await run()).code).toBe(0);
    const second = await run();
    expect(second.code).toBe(4);
    expect(second.linesOf("error").at(-1)).toMatchObject({
      sqlstate: "23505",
      fatal: true,
      hint: RECREATE_HINT,
    });
    expect((await run("--upsert")).code).toBe(0);
    expect((await run("--uuid=aaaa")).code).toBe(0);
    expect(await rowsOf(url, "postgresqlkeyvalue")).toBe(200);
  });
});

describe("YCSB", () => {
  const SIZE = ["--record-count=400", "--field-length=20", "--threads=4", "--workers=2"];
  const EVENTS = ["--events=2000", "--time=0"];
  const kindsOf = (done: Awaited<ReturnType<typeof load>>): Record<string, number> =>
    Object.fromEntries(
      (done.line("block")["event_kinds"] as { name: string; count: number }[]).map(({ name, count }) => [
        name,
        count,
      ]),
    );
  /** What the server itself has counted for the table; a session's counts are there before it is gone. */
  const counted = async (url: string) => {
    const others = () =>
      query(
        url,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
            AND backend_type IN ('client backend', 'parallel worker')`,
      );
    await expect.poll(async () => (await others()).length).toBe(0);
    const [row] = await query<Record<"inserted" | "updated" | "scans", number>>(
      url,
      `SELECT n_tup_ins::int AS inserted, n_tup_upd::int AS updated, (seq_scan + idx_scan)::int AS scans
         FROM pg_stat_user_tables WHERE relname = 'usertable'`,
    );
    return row!;
  };

  it.each([
    { name: "ycsb_a", shares: { read: 0.5, update: 0.5 } },
    { name: "ycsb_b", shares: { read: 0.95, update: 0.05 } },
    { name: "ycsb_c", shares: { read: 1 } },
    { name: "ycsb_d", shares: { read: 0.95, insert: 0.05 } },
    { name: "ycsb_e", shares: { insert: 0.05, scan: 0.95 } },
    { name: "ycsb_f", shares: { read: 0.5, rmw: 0.5 } },
  ])("$name: its mix is what the server counts, and every record is there", async ({ name, shares }) => {
    const url = await newDatabase();
    expect((await load(url, ...SIZE, name, "prepare")).stderr).toBe("");
    const before = await counted(url);
    const done = await load(url, ...SIZE, ...EVENTS, name, "run");
    expect(done.stderr).toBe("");
    expect(done.line("block")).toMatchObject({ events: 2000, failures: { events: 0 } });
    const kinds = kindsOf(done);
    expect(Object.keys(kinds).toSorted()).toEqual(Object.keys(shares).toSorted());
    // Five standard deviations.
    for (const [kind, share] of Object.entries(shares))
      expect(Math.abs(kinds[kind]! - share * 2000)).toBeLessThan(5 * Math.sqrt(500) + 1);
    const { read = 0, update = 0, insert = 0, scan = 0, rmw = 0 } = kinds;
    const after = await counted(url);
    expect({
      inserted: after.inserted - before.inserted,
      updated: after.updated - before.updated,
      scans: after.scans - before.scans,
    }).toEqual({ inserted: insert, updated: update + rmw, scans: read + update + scan + 2 * rmw });
    expect(await rowsOf(url, "usertable")).toBe(400 + insert);
    expect((await load(url, ...SIZE, name, "check")).code).toBe(0);
  });

  it("check and a run find a record that is gone and a field that is short", async () => {
    const url = await newDatabase();
    await load(url, ...SIZE, "ycsb_c", "prepare");
    await query(url, "UPDATE usertable SET FIELD7 = 'short' WHERE YCSB_KEY = 'user6284781860667377211'");
    const short = await load(url, ...SIZE, "ycsb_c", "check");
    expect(short.code).toBe(3);
    expect(short.stderr).toMatch(/condition lengths .* as in user6284781860667377211/s);
    await query(url, "DELETE FROM usertable WHERE YCSB_KEY = 'user6284781860667377211'");
    const gone = await load(url, ...SIZE, "ycsb_c", "check");
    expect(gone.code).toBe(3);
    expect(gone.stderr).toMatch(/condition records .* as in 399/s);
    const done = await load(url, ...SIZE, "--request-distribution=uniform", ...EVENTS, "ycsb_a", "run");
    expect(Object.keys(done.line("block")["failures"]["by_sqlstate"])).toEqual(["02000"]);
    expect(warningCodes(done)).toContain("rows-missing");
  });

  it("two shards insert no key twice, and a second run of the same is told why it cannot", async () => {
    const url = await newDatabase();
    await load(url, ...SIZE, "ycsb_d", "prepare");
    const run = (shard: string) => load(url, ...SIZE, ...EVENTS, `--shard=${shard}`, "ycsb_d", "run");
    const both = await Promise.all([run("1/2"), run("2/2")]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(await rowsOf(url, "usertable")).toBe(
      400 + both.map((done) => kindsOf(done)["insert"]!).reduce((sum, one) => sum + one),
    );
    const again = await run("1/2");
    expect(again.code).toBe(4);
    expect(again.linesOf("error").at(-1)).toMatchObject({
      sqlstate: "23505",
      fatal: true,
      hint: RECREATE_HINT,
    });
  });
});
