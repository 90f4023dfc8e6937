/**
 * Side by side with sysbench 1.0.20 on one server: the tables that it makes, the statements of its events, and the rows that
 * they hit. Skipped where sysbench is not installed (Debian: apt-get install sysbench).
 */
import { spawnSync } from "node:child_process";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { runLoad } from "./support/plumbline-load.ts";

const version = /sysbench (\S+)/.exec(
  spawnSync("sysbench", ["--version"], { encoding: "utf8" }).stdout ?? "",
)?.[1];

const TABLES = ["--tables=3", "--table-size=2000"];
const EVENTS = 400;

describe.skipIf(version !== "1.0.20")("sysbench 1.0.20 (skipped where it is not installed)", () => {
  let postgres: Postgres;
  let theirs: string;
  let ours: string;

  const sysbench = (url: string, ...args: string[]) => {
    const { hostname, port, username, pathname } = new URL(url);
    const connection = [
      "--db-driver=pgsql",
      `--pgsql-host=${hostname}`,
      `--pgsql-port=${port}`,
      `--pgsql-user=${username}`,
      `--pgsql-db=${pathname.slice(1)}`,
    ];
    const done = spawnSync("sysbench", [...connection, ...args], { encoding: "utf8", timeout: 60_000 });
    if (done.status !== 0) throw new Error(`sysbench: ${done.stdout}${done.stderr}`);
    return done.stdout;
  };

  /** The same command line for both, but for the program and the version whose defaults are meant. */
  const both = async (...args: string[]) => {
    const stdout = sysbench(theirs, ...args);
    const done = await runLoad([`--pgsql-url=${ours}`, "--compat=sysbench-1.0.20", ...args]);
    expect(done.stderr).toBe("");
    expect(done.code).toBe(0);
    return { theirs: stdout, ours: done.stdout };
  };

  async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  const fresh = async () => {
    const name = `t${Math.random().toString(36).slice(2)}`;
    [theirs, ours] = [
      await postgres.createDatabase(`theirs_${name}`),
      await postgres.createDatabase(`ours_${name}`),
    ];
    for (const url of [theirs, ours]) await query(url, "CREATE EXTENSION pg_stat_statements");
  };

  beforeAll(async () => {
    postgres = await startPostgres({
      settings: { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.max": "5000" },
    });
    await fresh();
    await both(...TABLES, "oltp_read_write", "prepare");
  });

  afterAll(() => postgres?.stop());

  describe("the tables", () => {
    it("have the same columns", async () => {
      const sql = `SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull,
                     pg_get_expr(d.adbin, d.adrelid) AS fallback
                   FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
                   LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
                   WHERE c.relname ~ '^sbtest[0-9]+$' AND a.attnum > 0 ORDER BY 1, a.attnum`;
      expect(await query(ours, sql)).toEqual(await query(theirs, sql));
    });

    it("have the same indexes", async () => {
      const sql = "SELECT indexname, indexdef FROM pg_indexes WHERE tablename ~ '^sbtest' ORDER BY 1";
      const indexes = await query(ours, sql);
      expect(indexes).toHaveLength(6);
      expect(indexes).toEqual(await query(theirs, sql));
    });

    it.each([1, 2, 3])("have the same rows but for chance: sbtest%i", async (n) => {
      const sql = `SELECT count(*)::int AS rows, min(id) AS first, max(id) AS last, min(k) >= 1 AS k_low,
                     max(k) <= 2000 AS k_high, min(length(c)) AS c_min, max(length(c)) AS c_max, min(length(pad)) AS p_min,
                     max(length(pad)) AS p_max, bool_and(c ~ '^([0-9]{11}-){9}[0-9]{11}$') AS c_shape,
                     bool_and(pad ~ '^([0-9]{11}-){4}[0-9]{11}$') AS pad_shape FROM sbtest${n}`;
      expect(await query(ours, sql)).toEqual(await query(theirs, sql));
    });

    it("continue their ids with the next one", async () => {
      const sql = "SELECT nextval('sbtest2_id_seq')::int AS next";
      expect(await query(ours, sql)).toEqual(await query(theirs, sql));
      for (const url of [ours, theirs]) await query(url, "SELECT setval('sbtest2_id_seq', 2000)");
    });
  });

  /** Calls of each statement, tables and parameters made alike. */
  const callsOf = async (url: string) => {
    const rows = await query<{ query: string; calls: number }>(
      url,
      `SELECT query, calls::int AS calls FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
       WHERE d.datname = current_database()`,
    );
    const calls: Record<string, number> = {};
    for (const { query: text, calls: count } of rows) {
      if (/pg_stat_statements|pg_database/i.test(text)) continue;
      const kind = text
        .replaceAll(/sbtest\d+/g, "sbtest")
        .replaceAll(/\$\d+/g, "$")
        .replaceAll(/\s+/g, "");
      calls[kind] = (calls[kind] ?? 0) + count;
    }
    return calls;
  };

  const reset = async () => {
    await query(ours, "SELECT pg_stat_statements_reset()");
  };

  describe("the events", () => {
    it.each([
      ["oltp_point_select", []],
      ["oltp_read_only", []],
      ["oltp_read_write", []],
      ["oltp_write_only", []],
      ["oltp_update_index", ["--index_updates=3"]],
      ["oltp_update_non_index", []],
      [
        "oltp_read_write",
        ["--range_selects=off", "--point_selects=4", "--skip_trx=on", "--delete_inserts=2"],
      ],
      ["select_random_points", ["--random_points=4"]],
      ["select_random_ranges", ["--number_of_ranges=3"]],
      ["oltp_insert", []],
      ["oltp_delete", []],
    ])("of %s %j are the same statements, as often", async (workload, options) => {
      await reset();
      await both(...TABLES, ...options, `--events=${EVENTS}`, "--time=0", "--threads=1", workload, "run");
      const [ourCalls, theirCalls] = [await callsOf(ours), await callsOf(theirs)];
      expect(Object.keys(ourCalls).length).toBeGreaterThan(0);
      expect(ourCalls).toEqual(theirCalls);
    });

    it("are counted alike in the report", async () => {
      const text = await both(
        ...TABLES,
        `--events=${EVENTS}`,
        "--time=0",
        "--threads=1",
        "oltp_read_write",
        "run",
      );
      const counts = (report: string) =>
        ["read", "write", "other", "total", "transactions", "ignored errors", "total number of events"].map(
          (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(report)![1]),
        );
      expect(counts(text.ours)[0]).toBe(14 * EVENTS);
      // Rows that an earlier oltp_delete took away make a write an "other"; the sums stay.
      expect(counts(text.ours).toSpliced(1, 2)).toEqual(counts(text.theirs).toSpliced(1, 2));
    });
  });

  describe.each(["special", "uniform", "gaussian", "pareto"])("--rand-type=%s", (type) => {
    /** How often the ids of each twentieth of the table were updated, as shares. */
    const hitsOf = async (url: string) => {
      const rows = await query<{ part: number; hits: number }>(
        url,
        `SELECT (id - 1) / 100 AS part, sum(k)::int AS hits FROM sbtest1 GROUP BY 1 ORDER BY 1`,
      );
      const total = rows.reduce((sum, row) => sum + row.hits, 0);
      return rows.map((row) => row.hits / total);
    };

    it("hits the same rows as often", async () => {
      await fresh();
      const table = ["--tables=1", "--table-size=2000", `--rand-type=${type}`];
      await both(...table, "oltp_update_index", "prepare");
      for (const url of [ours, theirs]) await query(url, "UPDATE sbtest1 SET k = 0");
      await both(
        ...table,
        "--rand-seed=17",
        "--index-updates=200",
        "--events=150",
        "--time=0",
        "oltp_update_index",
        "run",
      );
      const [ourHits, theirHits] = [await hitsOf(ours), await hitsOf(theirs)];
      expect(ourHits).toHaveLength(20);
      // 30,000 draws on each side: the standard deviation of a share p is sqrt(2 p (1 - p) / 30,000), at most 0.0041.
      for (const [part, share] of ourHits.entries()) {
        const sd = Math.sqrt((2 * Math.max(share, 0.001) * (1 - share)) / 30_000);
        expect(Math.abs(share - theirHits[part]!), `part ${part}`).toBeLessThan(5 * sd);
      }
    });

    it("fills k alike", async () => {
      const sql =
        "SELECT percentile_disc(ARRAY[0.1, 0.25, 0.5, 0.75, 0.9]) WITHIN GROUP (ORDER BY k) AS k FROM sbtest1";
      await fresh();
      await both("--tables=1", "--table-size=20000", `--rand-type=${type}`, "oltp_point_select", "prepare");
      const [[our], [their]] = [
        await query<{ k: number[] }>(ours, sql),
        await query<{ k: number[] }>(theirs, sql),
      ];
      // Of 20,000 values the quantiles differ by chance by a few hundredths of the range at most.
      for (const [i, value] of our!.k.entries())
        expect(Math.abs(value - their!.k[i]!)).toBeLessThan(20_000 * 0.03);
    });
  });
});
