/** `prepare` and `cleanup`: the tables of docs/workloads.md section 1.3, the same for the same seed. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { query } from "../support/query.ts";
import { runLoad } from "./support/plumbline-load.ts";
import { startWireServer } from "./support/wire-server.ts";

let postgres: Postgres;
let databases = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres?.stop());

const newDatabase = () => postgres.createDatabase(`prepare_${++databases}`);

const prepare = (url: string, ...args: string[]) =>
  runLoad([`--pgsql-url=${url}`, "--output=ndjson", "--rand-seed=5", ...args, "oltp_read_write", "prepare"]);

const contentsOf = async (url: string, tables: number) => {
  const hashes = Array.from({ length: tables }, async (_, table) => {
    const sql = `SELECT count(*)::int AS rows, md5(string_agg(t::text, ',' ORDER BY id)) AS hash FROM sbtest${table + 1} t`;
    return (await query<{ rows: number; hash: string }>(url, sql))[0]!;
  });
  return Promise.all(hashes);
};

it("loads the same rows whatever the number of threads", async () => {
  // 25,000 rows are two whole chunks and a part of one.
  const size = ["--tables=2", "--table-size=25000", "--rand-type=special"];
  const contents = [];
  for (const threads of [1, 4]) {
    const url = await newDatabase();
    const done = await prepare(url, ...size, `--threads=${threads}`);
    expect(done.stderr).toBe("");
    expect(done.line("summary")["loaded"]).toEqual([
      { table: "sbtest1", rows: 25_000 },
      { table: "sbtest2", rows: 25_000 },
    ]);
    contents.push(await contentsOf(url, 2));
  }
  expect(contents[1]).toEqual(contents[0]);
  const [first, second] = contents[0]!;
  expect(first!.rows).toBe(25_000);
  expect(first!.hash).not.toBe(second!.hash);

  const other = await newDatabase();
  await prepare(other, ...size, "--rand-seed=6");
  expect((await contentsOf(other, 1))[0]!.hash).not.toBe(first!.hash);
});

it("lays the rows down alike each time, so that base and head differ in nothing but their builds", async () => {
  const layout = async (tables: number) => {
    const url = await newDatabase();
    // Chunks enough that parallel ones would mix.
    const done = await prepare(url, `--tables=${tables}`, "--table-size=120000", "--threads=4");
    expect(done.stderr).toBe("");
    const names = Array.from({ length: tables }, (_, table) => `sbtest${table + 1}`);
    return await Promise.all(
      names.map(async (name) => {
        const order = `SELECT md5(string_agg(id::text, ',' ORDER BY ctid)) AS hash FROM ${name}`;
        const sizes = `SELECT pg_relation_size('${name}')::int AS heap, pg_indexes_size('${name}')::int AS indexes`;
        return [(await query(url, order))[0], (await query(url, sizes))[0]];
      }),
    );
  };
  expect(await layout(1)).toEqual(await layout(1));
  expect(await layout(3)).toEqual(await layout(3));
});

it("makes the columns, keys and indexes of sysbench", async () => {
  const url = await newDatabase();
  await prepare(url, "--table-size=1000");
  const columns = await query(
    url,
    "SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS required FROM pg_attribute " +
      "WHERE attrelid = 'sbtest1'::regclass AND attnum > 0 ORDER BY attnum",
  );
  expect(columns).toEqual([
    { name: "id", type: "integer", required: true },
    { name: "k", type: "integer", required: true },
    { name: "c", type: "character(120)", required: true },
    { name: "pad", type: "character(60)", required: true },
  ]);
  const indexes = await query<{ name: string; text: string }>(
    url,
    "SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE tablename = 'sbtest1' ORDER BY 1",
  );
  expect(indexes.map((index) => index.text)).toEqual([
    "CREATE INDEX k_1 ON public.sbtest1 USING btree (k)",
    "CREATE UNIQUE INDEX sbtest1_pkey ON public.sbtest1 USING btree (id)",
  ]);
});

it("fills c and pad with groups of digits and k by --rand-type", async () => {
  const url = await newDatabase();
  await prepare(url, "--table-size=10000", "--rand-type=special");
  const [row] = await query(
    url,
    `SELECT min(id) AS first, max(id) AS last, count(DISTINCT c)::int AS c, count(DISTINCT pad)::int AS pad,
            bool_and(c ~ '^(\\d{11}-){9}\\d{11} $') AS c_fits, bool_and(pad ~ '^(\\d{11}-){4}\\d{11} $') AS pad_fits,
            bool_and(k BETWEEN 1 AND 10000) AS k_fits,
            (count(*) FILTER (WHERE k BETWEEN 4950 AND 5051))::int AS hot
     FROM (SELECT id, k, c::text || ' ' AS c, pad::text || ' ' AS pad FROM sbtest1) t`,
  );
  expect(row).toMatchObject({
    first: 1,
    last: 10_000,
    c: 10_000,
    pad: 10_000,
    c_fits: true,
    pad_fits: true,
    k_fits: true,
  });
  // Three draws of four hit the central one per cent.
  expect(row!["hot"]).toBeGreaterThan(7_300);
  expect(row!["hot"]).toBeLessThan(7_900);
});

it("leaves a settled server: statistics, visibility map, and a sequence behind the last row", async () => {
  const url = await newDatabase();
  await prepare(url, "--table-size=3000", "--tables=2");
  const [state] = await query(
    url,
    `SELECT relpages = relallvisible AS all_visible, reltuples::int AS tuples,
            nextval('sbtest2_id_seq')::int AS next FROM pg_class WHERE relname = 'sbtest2'`,
  );
  expect(state).toEqual({ all_visible: true, tuples: 3000, next: 3001 });
});

it("obeys --auto-inc, --secondary and --create-secondary", async () => {
  const url = await newDatabase();
  const done = await prepare(
    url,
    "--table-size=100",
    "--auto_inc=off",
    "--secondary=on",
    "--create-secondary=off",
  );
  expect(done.stderr).toBe("");
  const indexes = await query<{ text: string }>(
    url,
    "SELECT indexdef AS text FROM pg_indexes WHERE schemaname = 'public'",
  );
  expect(indexes.map((index) => index.text)).toEqual([
    "CREATE INDEX xid_1 ON public.sbtest1 USING btree (id)",
  ]);
  expect(await query(url, "SELECT 1 FROM pg_class WHERE relkind = 'S'")).toEqual([]);
});

it("refuses to load over tables that exist, names the remedy, and changes nothing", async () => {
  const url = await newDatabase();
  await query(url, "CREATE TABLE sbtest3 (mine text); INSERT INTO sbtest3 VALUES ('precious')");
  const refused = await prepare(url, "--tables=4", "--table-size=10");
  expect(refused.code).toBe(3);
  const error = refused.line("error");
  expect(error).toMatchObject({ code: "target", sqlstate: "42P07", fatal: true });
  expect(error["message"]).toContain("sbtest3");
  expect(error["hint"]).toContain("cleanup");
  expect(await query(url, "SELECT relname FROM pg_class WHERE relname ~ '^sbtest'")).toEqual([
    { relname: "sbtest3" },
  ]);
  expect(await query(url, "SELECT mine FROM sbtest3")).toEqual([{ mine: "precious" }]);
});

describe("leaves a table that was there, and its rows, when CREATE TABLE fails for another reason", () => {
  const rowsOf = async (url: string, table: string) =>
    (await query<{ rows: number }>(url, `SELECT count(*)::int AS rows FROM ${table}`))[0]!.rows;

  it.each(["nonsense", "WITH (filfactor=90)", "TABLESPACE nowhere"])("%s", async (options) => {
    const url = await newDatabase();
    await prepare(url, "--table-size=10");
    const refused = await prepare(url, "--table-size=10", `--create-table-options=${options}`);
    expect(refused.code).toBe(4);
    expect(await rowsOf(url, "sbtest1")).toBe(10);
  });

  it("a type of another dialect", async () => {
    const url = await newDatabase();
    const kv = ["--insert-count=10", "kv", "prepare"];
    expect((await runLoad([`--pgsql-url=${url}`, ...kv])).code).toBe(0);
    const refused = await runLoad([`--pgsql-url=${url}`, "--dialect=cockroachdb", ...kv]);
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain("42704");
    expect(await rowsOf(url, "kv")).toBe(10);
  });
});

it("drops what it made when the name of an index is taken", async () => {
  const url = await newDatabase();
  await query(url, "CREATE TABLE mine (k int); CREATE INDEX k_2 ON mine (k)");
  const refused = await prepare(url, "--tables=2", "--table-size=10", "--index-timing=first");
  expect(refused.code).toBe(3);
  expect(refused.line("error")).toMatchObject({ sqlstate: "42P07" });
  expect(await query(url, "SELECT relname FROM pg_class WHERE relname ~ '^sbtest'")).toEqual([]);
});

it("warns, but goes on, where CHECKPOINT is forbidden", async () => {
  const url = new URL(await newDatabase());
  await query(url.href, "CREATE ROLE loader LOGIN; GRANT ALL ON SCHEMA public TO loader");
  url.username = "loader";
  const done = await prepare(url.href, "--table-size=10");
  expect(done.code).toBe(0);
  expect(done.line("summary")["warnings"]).toMatchObject([{ code: "no-checkpoint" }]);
});

it("tells how far it is, phase by phase", async () => {
  const done = await prepare(await newDatabase(), "--tables=3", "--table-size=20000");
  const progress = done.linesOf("progress");
  expect([...new Set(progress.map((line) => line["phase"]))]).toEqual([
    "load",
    "index",
    "vacuum",
    "checkpoint",
  ]);
  for (const [phase, total, unit] of [
    ["load", 60_000, "rows"],
    ["index", 3, "tables"],
    ["vacuum", 3, "tables"],
  ] as const) {
    const lines = progress.filter((line) => line["phase"] === phase);
    expect(lines.at(0)).toMatchObject({ done: 0, total, unit });
    expect(lines.at(-1)).toMatchObject({ done: total, total, unit });
    for (const [i, line] of lines.entries())
      if (i > 0) expect(line["done"]).toBeGreaterThanOrEqual(lines[i - 1]!["done"]);
  }
});

it("gives a silent server --thread-init-timeout, and says so", async () => {
  const server = await startWireServer({ login: () => ({ kind: "silence" }) });
  const url = `postgres://me@127.0.0.1:${server.port}/db?sslmode=disable`;
  const done = await prepare(url, "--thread-init-timeout=0.5");
  await server.stop();
  expect(done.code).toBe(3);
  expect(done.line("error")).toMatchObject({
    message: expect.stringMatching(/not ready after 0.5 s/),
    hint: expect.stringContaining("--thread-init-timeout"),
  });
});

it("drops nothing but its own tables, and none is no failure", async () => {
  const url = await newDatabase();
  await query(url, "CREATE TABLE mine (a int); CREATE TABLE sbtest2 (a int)");
  const cleanup = await runLoad([`--pgsql-url=${url}`, "--tables=1", "oltp_read_write", "cleanup"]);
  expect(cleanup.stderr).toBe("");
  expect(cleanup.code).toBe(0);
  expect(await query(url, "SELECT relname FROM pg_class WHERE relname IN ('mine', 'sbtest2')")).toHaveLength(
    2,
  );
});

it("is checked by `check`", async () => {
  const url = await newDatabase();
  const check = () =>
    runLoad([`--pgsql-url=${url}`, "--table-size=50", "--output=ndjson", "oltp_read_write", "check"]);
  const missing = await check();
  expect(missing.code).toBe(3);
  expect(missing.line("error")["hint"]).toContain("prepare");
  await prepare(url, "--table-size=50");
  expect((await check()).code).toBe(0);
  await query(url, "DELETE FROM sbtest1 WHERE id = 7");
  expect((await check()).code).toBe(3);
});

it.each(["copy-binary", "copy-text", "insert"])("loads the same rows by %s", async (method) => {
  const args = ["--tables=2", "--table-size=12000", "--threads=3", `--load-method=${method}`];
  const url = await newDatabase();
  const done = await prepare(url, ...args);
  expect(done.stderr).toBe("");
  const reference = await newDatabase();
  await prepare(reference, "--tables=2", "--table-size=12000");
  expect(await contentsOf(url, 2)).toEqual(await contentsOf(reference, 2));
  const bytes = ["--insert-count=700", "--min-block-bytes=0010", "--max-block-bytes=300"];
  const hash = async (at: string, load: string) => {
    const loaded = await runLoad([
      `--pgsql-url=${at}`,
      "--rand-seed=5",
      ...bytes,
      `--load-method=${load}`,
      "kv",
      "prepare",
    ]);
    expect(loaded.stderr).toBe("");
    return query(at, "SELECT count(*), md5(string_agg(k || encode(v, 'hex'), ',' ORDER BY k)) FROM kv");
  };
  expect(await hash(url, method)).toEqual(await hash(reference, "auto"));
});

it("loads as the other dialects do, as far as PostgreSQL has their statements", async () => {
  const url = await newDatabase();
  const cockroach = await prepare(url, "--dialect=cockroachdb", "--table-size=500", "--tables=2");
  expect(cockroach.stderr).toBe("");
  const reference = await newDatabase();
  await prepare(reference, "--table-size=500", "--tables=2");
  expect(await contentsOf(url, 2)).toEqual(await contentsOf(reference, 2));
  expect(
    (
      await runLoad([
        `--pgsql-url=${url}`,
        "--dialect=cockroachdb",
        "--table-size=500",
        "oltp_read_write",
        "check",
      ])
    ).code,
  ).toBe(0);
  const yugabyte = await prepare(await newDatabase(), "--dialect=yugabytedb", "--table-size=500");
  expect(yugabyte.stderr).toBe("");
  // PostgreSQL has no FLUSH: it is the first statement of RisingWave that it refuses.
  const risingwave = await prepare(
    await newDatabase(),
    "--dialect=risingwave",
    "--skip-trx",
    "--table-size=500",
  );
  expect(risingwave.code).toBe(4);
  expect(risingwave.line("error")["message"]).toContain("FLUSH");
});

it("can be repeated with --recreate, over whole or half made tables", async () => {
  const url = await newDatabase();
  await prepare(url, "--table-size=3000");
  await query(url, "CREATE TABLE sbtest2 (half text)");
  expect((await prepare(url, "--tables=2", "--table-size=700")).code).toBe(3);
  const done = await prepare(url, "--tables=2", "--table-size=700", "--recreate");
  expect(done.stderr).toBe("");
  expect((await contentsOf(url, 2)).map((table) => table.rows)).toEqual([700, 700]);
  const anew = await prepare(await newDatabase(), "--table-size=10", "--recreate");
  expect(anew.stderr).toBe("");
});

it.each(["load", "index", "vacuum"])(
  "can be repeated after it was killed in the phase %s: refused with the remedy, and then the same tables",
  async (phase) => {
    const size = ["--tables=2", "--table-size=60000", "--threads=3"];
    const url = await newDatabase();
    const killed = await runLoad(
      [`--pgsql-url=${url}`, "--output=ndjson", "--rand-seed=5", ...size, "oltp_read_write", "prepare"],
      { on: { [phase]: (child) => child.kill("SIGKILL") } },
    );
    expect(killed.code).toBe("SIGKILL");
    const refused = await prepare(url, ...size);
    expect(refused.code).toBe(3);
    expect(refused.line("error")).toMatchObject({
      sqlstate: "42P07",
      hint: expect.stringMatching(/--recreate/),
    });
    const again = await prepare(url, ...size, "--recreate");
    expect(again.stderr).toBe("");
    const reference = await newDatabase();
    await prepare(reference, ...size);
    expect(await contentsOf(url, 2)).toEqual(await contentsOf(reference, 2));
    const indexes = (of: string) =>
      query(of, "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2");
    expect(await indexes(url)).toEqual(await indexes(reference));
    expect(await indexes(url)).toHaveLength(4);
    const next = "SELECT nextval('sbtest2_id_seq')::int AS next";
    expect(await query(url, next)).toEqual([{ next: 60_001 }]);
  },
);

it("comes in two parts: create makes the tables, load brings the rows", async () => {
  const size = ["--tables=2", "--table-size=3000"];
  const part = (url: string, command: string, ...args: string[]) =>
    runLoad([
      `--pgsql-url=${url}`,
      "--output=ndjson",
      "--rand-seed=5",
      ...size,
      ...args,
      "oltp_read_write",
      command,
    ]);
  const indexes = async (of: string) =>
    query(of, "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2");
  const url = await newDatabase();
  const missing = await part(url, "load");
  expect(missing.code).toBe(3);
  expect(missing.line("error")).toMatchObject({
    sqlstate: "42P01",
    hint: expect.stringContaining("`create`"),
  });
  const created = await part(url, "create");
  expect({ code: created.code, stderr: created.stderr }).toEqual({ code: 0, stderr: "" });
  expect(await query(url, "SELECT count(*)::int AS rows FROM sbtest2")).toEqual([{ rows: 0 }]);
  const loaded = await part(url, "load");
  expect(loaded.stderr).toBe("");
  expect(loaded.line("summary")["loaded"]).toHaveLength(2);
  const reference = await newDatabase();
  await prepare(reference, ...size);
  expect(await contentsOf(url, 2)).toEqual(await contentsOf(reference, 2));
  expect(await indexes(url)).toEqual(await indexes(reference));

  const early = await newDatabase();
  await part(early, "create", "--index-timing=first");
  expect(await indexes(early)).toEqual(await indexes(reference));

  const again = await part(early, "create");
  expect(again.line("error")).toMatchObject({
    sqlstate: "42P07",
    hint: expect.stringMatching(/`cleanup`.*--recreate/),
  });
  expect((await part(early, "create", "--recreate")).code).toBe(0);
});

it.each([
  ["load", [], "`create` with --recreate"],
  ["prepare", ["--skip-ddl"], "TRUNCATE"],
])("does not double the rows that %s finds", async (command, args, remedy) => {
  const url = await newDatabase();
  const size = ["--tables=2", "--table-size=300"];
  const run = (...words: string[]) =>
    runLoad([`--pgsql-url=${url}`, "--output=ndjson", ...size, "oltp_read_write", ...words]);
  await run("create");
  await query(url, "INSERT INTO sbtest2 (k) VALUES (1)");
  const refused = await run(command, ...args);
  expect(refused.code).toBe(3);
  expect(refused.line("error")).toMatchObject({
    message: expect.stringMatching(/sbtest2 on .* has rows already/),
    hint: expect.stringContaining(remedy),
  });
  expect((await contentsOf(url, 2)).map((table) => table.rows)).toEqual([0, 1]);
});

it("needs one connection to create the tables, whatever --threads", async () => {
  const url = new URL(await newDatabase());
  await query(
    url.href,
    "CREATE ROLE creator LOGIN CONNECTION LIMIT 1; GRANT ALL ON SCHEMA public TO creator",
  );
  url.username = "creator";
  const size = ["--table-size=200000", "--threads=8"];
  const done = await runLoad([`--pgsql-url=${url.href}`, ...size, "oltp_read_write", "create"]);
  expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: "" });
});

it("fills tables that are there with --skip-ddl, and makes nothing else", async () => {
  const url = await newDatabase();
  await query(url, "CREATE TABLE sbtest1 (pad text, c text, k bigint, id bigint)");
  // Text finds its columns whatever their types are.
  const done = await prepare(
    url,
    "--skip-ddl",
    "--auto-inc=off",
    "--load-method=copy-text",
    "--table-size=300",
  );
  expect(done.stderr).toBe("");
  expect(await query(url, "SELECT count(*)::int AS rows, max(length(c)) AS c FROM sbtest1")).toEqual([
    { rows: 300, c: 119 },
  ]);
  expect(await query(url, "SELECT indexname FROM pg_indexes WHERE tablename = 'sbtest1'")).toEqual([]);
});

it("tells how long it will take", async () => {
  const done = await prepare(await newDatabase(), "--table-size=600000", "--report-interval=0.1");
  const plain = await prepare(await newDatabase(), "--table-size=10");
  expect(plain.line("hello")["options"]).toMatchObject({ "report-interval": 5 });
  const loading = done.linesOf("progress").filter((line) => line["phase"] === "load" && line["done"] > 0);
  const told = loading.filter((line) => line["done"] < line["total"]);
  expect(told.length).toBeGreaterThan(0);
  for (const line of told) expect(line["left_ns"]).toBeGreaterThan(0);
  expect(loading.at(-1)).not.toHaveProperty("left_ns");
});

it.each(["copy-binary", "insert"])("needs no more memory for more rows, by %s", async (method) => {
  /** The most memory that the program had when all rows were loaded, in bytes. */
  const peak = async (rows: number) => {
    let status = "";
    const args = ["--tables=2", `--table-size=${rows}`, `--load-method=${method}`, "--threads=4"];
    const done = await runLoad(
      [`--pgsql-url=${await newDatabase()}`, "--output=ndjson", ...args, "oltp_read_write", "prepare"],
      {
        on: {
          index: (child) => {
            status = readFileSync(`/proc/${child.pid}/status`, "utf8");
          },
        },
      },
    );
    expect(done.stderr).toBe("");
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) * 1024;
  };
  const [few, many] = [await peak(40_000), await peak(method === "insert" ? 300_000 : 1_000_000)];
  // The same but for the noise of the allocator, however many rows there are.
  expect(many - few).toBeLessThan(2 * 1024 * 1024);
});
