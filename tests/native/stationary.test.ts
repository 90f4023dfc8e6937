/** Workloads that change the size of their tables say so; their stationary variants leave them as they were. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { runLoad, warningCodes } from "./support/plumbline-load.ts";

let postgres: Postgres;
let databases = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres?.stop());

async function rows(url: string, table: string): Promise<{ rows: number; distinct: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const sql = `SELECT count(*)::int AS rows, count(DISTINCT id)::int AS distinct FROM ${table}`;
    return (await client.query(sql)).rows[0];
  } finally {
    await client.end();
  }
}

/** Prepares and runs 1000 events on 6 connections; the size of sbtest1 and sbtest2 afterwards. */
async function drive(workload: string, ...args: string[]) {
  const url = await postgres.createDatabase(`stationary_${++databases}`);
  const at = [
    `--pgsql-url=${url}`,
    "--output=ndjson",
    "--tables=2",
    "--table-size=300",
    "--threads=6",
    ...args,
  ];
  const prepared = await runLoad([...at, workload, "prepare"]);
  expect(prepared.stderr).toBe("");
  const done = await runLoad([...at, "--events=1000", "--time=0", workload, "run"]);
  const again = await runLoad([...at, "--events=1000", "--time=0", workload, "run"]);
  return { done, again, sizes: [await rows(url, "sbtest1"), await rows(url, "sbtest2")] as const };
}

it("oltp_insert grows its tables by a row for each event", async () => {
  const { done, again, sizes } = await drive("oltp_insert");
  expect(warningCodes(done)).toEqual(["not-stationary"]);
  expect(again.code).toBe(0);
  expect(sizes[0].rows + sizes[1].rows).toBe(600 + 2000);
});

it("oltp_insert with ids of its own fills empty tables, without a collision", async () => {
  const { done, sizes } = await drive("oltp_insert", "--auto-inc=off");
  expect(done.stderr).toBe("");
  // The second run has another seed, and so other ids; a collision would have ended it.
  expect(sizes[0].rows + sizes[1].rows).toBeGreaterThanOrEqual(1000);
});

it("oltp_multi_insert with ids of its own never meets the rows of prepare", async () => {
  const url = await postgres.createDatabase("own_ids");
  // Of the first numbers that this seed scatters over INTEGER, one is that of a row.
  const at = [`--pgsql-url=${url}`, "--output=ndjson", "--auto-inc=off", "--table-size=20000"];
  const prepared = await runLoad([...at, "oltp_multi_insert", "prepare"]);
  expect(prepared.stderr).toBe("");
  const args = ["--rand-seed=106", "--num-rows-in-insert=20", "--threads=4", "--events=100", "--time=0"];
  const done = await runLoad([...at, ...args, "oltp_multi_insert", "run"]);
  expect(done.stderr).toBe("");
  expect(done.line("block")).toMatchObject({ events: 100, failures: { events: 0, by_sqlstate: {} } });
  expect(await rows(url, "sbtest1")).toEqual({ rows: 22_000, distinct: 22_000 });
});

it("oltp_delete empties its tables", async () => {
  const { done, sizes } = await drive("oltp_delete");
  expect(warningCodes(done)).toEqual(["not-stationary"]);
  expect(sizes[0].rows + sizes[1].rows).toBeLessThan(100);
  // A DELETE that finds nothing changes nothing, and counts so.
  const { write, other } = done.line("block")["queries"];
  expect(write + other).toBe(1000);
  expect(other).toBeGreaterThan(0);
});

it("bulk_insert fills a table for each connection", async () => {
  const { done, again } = await drive("bulk_insert", "--batch-insert-count=7");
  expect(warningCodes(done)).toEqual(["not-stationary"]);
  expect(done.line("block")["queries"]["write"]).toBe(1000);
  // Its ids begin at 1 again: a second run on the same tables collides, as in sysbench, and says so.
  expect(again.code).toBe(4);
  expect(again.linesOf("error").at(-1)).toMatchObject({ sqlstate: "23505" });
});

it.each([
  ["oltp_insert", { write: 2, other: 0 }],
  ["oltp_delete", { write: 2, other: 0 }],
  ["bulk_insert", { write: 2, other: 0 }],
])("%s --stationary leaves its tables as they were, run after run", async (workload, perEvent) => {
  const { done, again, sizes } = await drive(workload, "--stationary", "--batch-insert-count=50");
  expect(done.stderr).toBe("");
  expect(again.stderr).toBe("");
  expect(warningCodes(done)).toEqual([]);
  expect(sizes).toEqual([
    { rows: 300, distinct: 300 },
    { rows: 300, distinct: 300 },
  ]);
  const { events, queries_committed: queries, failures } = done.line("block");
  expect(events).toBe(1000);
  expect(failures["events"]).toBe(0);
  if (workload === "oltp_delete") {
    // Two connections may meet on a row: then one DELETE finds none, and its INSERT is tried again.
    expect(queries["write"] + queries["other"]).toBe(2000);
  } else {
    expect(queries).toEqual({ read: 0, write: perEvent.write * 1000, other: 0 });
  }
});

it.each([
  ["SELECT 1;", []],
  ["BEGIN;\nSHOW work_mem;\nWITH n AS (SELECT 1 AS n) SELECT n FROM n;\nVALUES (1);\nCOMMIT;", []],
  ["SELECT 1;\nINSERT INTO filled VALUES (1);", ["not-stationary"]],
  ["WITH n AS (\nINSERT INTO filled VALUES (1) RETURNING n) SELECT n FROM n;", ["not-stationary"]],
  ["DO $$ BEGIN INSERT INTO filled VALUES (1); END $$;", ["not-stationary"]],
  ["EXPLAIN ANALYZE INSERT INTO filled VALUES (1);", ["not-stationary"]],
])("a script may change tables unless it only reads: %s", async (text, warnings) => {
  const url = await postgres.createDatabase(`stationary_${++databases}`);
  const folder = mkdtempSync(join(tmpdir(), "plumbline-stationary-"));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("CREATE TABLE filled (n int)");
    const script = join(folder, "some.sql");
    writeFileSync(script, text);
    const at = [`--pgsql-url=${url}`, "--output=ndjson", `--file=${script}`, "--events=3", "--time=0"];
    const done = await runLoad([...at, "script", "run"]);
    expect(done.stderr).toBe("");
    expect(warningCodes(done)).toEqual(warnings);
    const sql = await runLoad([`--file=${script}`, "script", "sql"]);
    expect(sql.stdout.includes("Not stationary")).toBe(warnings.length > 0);
  } finally {
    await client.end();
    rmSync(folder, { recursive: true });
  }
});
