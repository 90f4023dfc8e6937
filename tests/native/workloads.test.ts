/** Every workload against a real PostgreSQL: it runs, its counts add up, and its events are what docs/workloads.md says. */
import hdr from "hdr-histogram-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostsOf, hostWarnings } from "../../src/analysis/breakdown/hosts.ts";
import { sessionsFromLines } from "../../src/analysis/samples/session.ts";
import type { Session } from "../../src/model/run.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { makeRun } from "../support/runs.ts";
import { slowLink } from "../support/slow-link.ts";
import { runLoad, total } from "./support/plumbline-load.ts";

let postgres: Postgres;
let url: string;

const TABLES = ["--tables=2", "--table-size=2000", "--rand-seed=11", "--batch-insert-count=20"];

/** Statements of one event with the default options: docs/workloads.md section 1.5. */
const WORKLOADS = [
  { name: "oltp_point_select", read: 1, write: 0, other: 0 },
  { name: "oltp_read_only", read: 14, write: 0, other: 2 },
  { name: "oltp_read_write", read: 14, write: 4, other: 2 },
  { name: "oltp_write_only", read: 0, write: 4, other: 2 },
  { name: "oltp_update_index", read: 0, write: 1, other: 0 },
  { name: "oltp_update_non_index", read: 0, write: 1, other: 0 },
  { name: "select_random_points", read: 1, write: 0, other: 0 },
  { name: "select_random_ranges", read: 1, write: 0, other: 0 },
  { name: "oltp_read_write_pct", read: 80, write: 20, other: 0 },
  { name: "oltp_insert", read: 0, write: 1, other: 0 },
  { name: "oltp_multi_insert", read: 0, write: 10, other: 2 },
  { name: "oltp_multi_value_insert", read: 0, write: 1, other: 0 },
  { name: "oltp_simple_ranges", read: 1, write: 0, other: 0 },
  { name: "oltp_sum_scan", read: 1, write: 0, other: 0 },
  { name: "oltp_primarykey_scan", read: 1, write: 0, other: 0 },
  { name: "oltp_sequential_scan", read: 1, write: 0, other: 0 },
  { name: "oltp_join", read: 1, write: 0, other: 0 },
  { name: "select_one", read: 1, write: 0, other: 0 },
  { name: "oltp_count_all", read: 1, write: 0, other: 0 },
  { name: "load_test", read: 1, write: 0, other: 0 },
  { name: "select_random_limits", read: 1, write: 0, other: 0 },
] as const;

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase("workloads");
  const prepared = await runLoad([`--pgsql-url=${url}`, ...TABLES, "oltp_read_write", "prepare"]);
  expect(prepared.stderr).toBe("");
  expect(prepared.code).toBe(0);
});

afterAll(() => postgres?.stop());

const run = (workload: string, ...args: string[]) =>
  runLoad([`--pgsql-url=${url}`, ...TABLES, "--output=ndjson", ...args, workload, "run"]);

describe.each(WORKLOADS)("$name", ({ name, read, write, other }) => {
  it.each(["auto", "disable"])("sends the statements of its events, db-ps-mode %s", async (mode) => {
    const done = await run(name, "--events=150", "--time=0", `--db-ps-mode=${mode}`);
    expect(done.stderr).toBe("");
    expect(done.code).toBe(0);
    const block = done.line("block");
    expect(block["events"]).toBe(150);
    expect(block["queries"]).toEqual({ read: 150 * read, write: 150 * write, other: 150 * other });
    expect(block["queries_committed"]).toEqual(block["queries"]);
    expect(done.line("summary")["accounting"]).toEqual({ started: 150, done: 150, failed: 0, abandoned: 0 });
  });

  it("counts every event of many connections once", async () => {
    const done = await run(name, "--threads=8", "--workers=2", "--time=0.5");
    expect(done.code).toBe(0);
    const block = done.line("block");
    const { started, done: ended, failed, abandoned } = done.line("summary")["accounting"];
    expect(started).toBe(ended + failed + abandoned);
    expect(block["events"]).toBeGreaterThan(0);
    expect(block["latency"].count).toBe(block["events"]);
    expect(total(block["queries_committed"])).toBe(block["events"] * (read + write + other));
    expect(total(block["queries"])).toBeGreaterThanOrEqual(total(block["queries_committed"]));
  });
});

it("changes the events by the options of sysbench", async () => {
  const options = [
    "--range-selects=off",
    "--point-selects=10",
    "--index-updates=10",
    "--non-index-updates=10",
  ];
  const done = await run("oltp_read_write", "--events=20", "--time=0", ...options);
  expect(total(done.line("block")["queries"])).toBe(20 * 34);

  const bare = await run("oltp_write_only", "--events=20", "--time=0", "--skip_trx=on");
  expect(bare.line("block")["queries"]).toEqual({ read: 0, write: 80, other: 0 });
});

it("writes a histogram that hdr-histogram-js reads as the same numbers", async () => {
  const { latency } = (await run("oltp_point_select", "--threads=4", "--events=5000", "--time=0")).line(
    "block",
  );
  const histogram = hdr.decodeFromCompressedBase64(latency.histogram);
  expect(histogram.totalCount).toBe(latency.count);
  for (const [percentile, value] of Object.entries<number>(latency.percentiles_ns)) {
    // The program never says more than the exact maximum; a decoder only knows the end of its bucket.
    expect(Math.min(histogram.getValueAtPercentile(Number(percentile)), latency.max_ns)).toBe(value);
  }
  expect(histogram.minNonZeroValue).toBeLessThanOrEqual(latency.min_ns);
  expect(latency.sum_ns / latency.count / histogram.mean).toBeCloseTo(1, 2);
});

it("sends the same statements for the same seed", async () => {
  const statements = async (seed: number) => {
    const database = await postgres.createDatabase(`seed_${seed}_${Math.round(performance.now())}`);
    const at = [`--pgsql-url=${database}`, "--tables=2", "--table-size=500", `--rand-seed=${seed}`];
    await runLoad([...at, "oltp_write_only", "prepare"]);
    await runLoad([...at, "--events=300", "--time=0", "oltp_write_only", "run"]);
    return tableHash(database, "sbtest1");
  };
  const [first, again, other] = [await statements(1), await statements(1), await statements(2)];
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

it("runs for the time that was asked for, after the warm-up", async () => {
  const done = await run("oltp_point_select", "--time=1", "--warmup-time=0.5", "--report-interval=0.25");
  const phases = new Set(done.linesOf("progress").map((line) => line["phase"]));
  expect([...phases]).toEqual(["connect", "warmup", "measure"]);
  const block = done.line("block");
  expect(block["duration_ns"]).toBeGreaterThan(0.9e9);
  expect(done.line("summary")["accounting"].done).toBeGreaterThan(block["events"]);
});

it("reads the CPU time of the server", async () => {
  const done = await run("oltp_point_select", "--threads=4", "--time=1", `--server-pid=${postgres.pid}`);
  const block = done.line("block");
  expect(block["server_cpu_source"]).toBe("cpu-clock");
  expect(block["server_cpu_ns"]).toBeGreaterThan(0);
  // Postmaster, its helpers and four backends, beside shared buffers: some megabytes.
  expect(block["server_memory_bytes"]).toBeGreaterThan(1e6);
  expect(block["hosts"][0]).not.toHaveProperty("server_memory_bytes");
  expect(block["ended_events"]).toBe(done.line("summary")["accounting"]["done"]);
  // One client drives a handful of backends: they cannot have used more than all processors.
  expect(block["server_cpu_ns"]).toBeLessThan(block["duration_ns"] * 2 * done.line("summary")["host"].cpus);
});

async function tableHash(database: string, table: string): Promise<string> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const rows = await client.query(
      `SELECT md5(string_agg(t::text, ',' ORDER BY id)) AS hash FROM ${table} t`,
    );
    return rows.rows[0].hash;
  } finally {
    await client.end();
  }
}

it("names the one of several hosts that is far away, with what that does to its share", async () => {
  const link = await slowLink(url, 15);
  const [near, far] = [new URL(url).host, new URL(link.url).host];
  const both = url.replace(near, `${near},${far}`);
  const load = ["--threads=4", "--events=150", "--time=0", "--output=ndjson", "oltp_point_select", "run"];
  const sessions: Session[] = [];
  for (let index = 0; index < 5; index++) {
    const { stdout } = await runLoad([`--pgsql-url=${both}`, ...TABLES, ...load]);
    const lines = stdout.trim().split("\n");
    sessions.push(...sessionsFromLines(lines, { index, fresh: [false], passing: [] }).sessions);
  }
  await link.close();
  const measured = makeRun({ workloads: [{ name: "reads" }] });
  const workloads = measured.workloads.map((workload) => ({ ...workload, sessions }));
  const [warning, ...more] = hostWarnings({ ...measured, workloads });
  expect(more).toEqual([]);
  expect(warning?.message).toMatch(new RegExp(`^head: ${far} takes \\S+ % longer to answer`));
  const [fast, slow] = hostsOf([], sessions)!.head.map((host) => host.load!);
  expect(slow!.meanNs, "there and back").toBeGreaterThan(30e6);
  expect(slow!.share).toBeLessThan(fast!.share!);
});
