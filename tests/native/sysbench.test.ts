/**
 * Side by side with sysbench 1.0.20 on one server: the tables that it makes, the statements of its events, their numbers, and the
 * rows that they hit. Skipped where sysbench is not installed (Debian: apt-get install sysbench).
 */
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { query } from "../support/query.ts";
import { runLoad } from "./support/plumbline-load.ts";
import { columnsOf, expectAlike, readStatements, type Statement } from "./support/statement-log.ts";

const version = /sysbench (\S+)/.exec(
  spawnSync("sysbench", ["--version"], { encoding: "utf8" }).stdout ?? "",
)?.[1];

const TABLES = ["--tables=3", "--table-size=2000"];
const EVENTS = 400;

const COLUMNS = `SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull,
                   pg_get_expr(d.adbin, d.adrelid) AS fallback
                 FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
                 LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
                 WHERE c.relname ~ '^sbtest[0-9]+$' AND a.attnum > 0 ORDER BY 1, a.attnum`;
const INDEXES = "SELECT indexname, indexdef FROM pg_indexes WHERE tablename ~ '^sbtest' ORDER BY 1";

describe.skipIf(version !== "1.0.20")("sysbench 1.0.20 (skipped where it is not installed)", () => {
  let postgres: Postgres;
  let theirs: string;
  let ours: string;
  let log = "";

  /** Not spawnSync: the server waits where nobody reads its log. */
  const sysbench = async (url: string, env: NodeJS.ProcessEnv, ...args: string[]) => {
    const { hostname, port, username, pathname } = new URL(url);
    const connection = [
      "--db-driver=pgsql",
      `--pgsql-host=${hostname}`,
      `--pgsql-port=${port}`,
      `--pgsql-user=${username}`,
      `--pgsql-db=${pathname.slice(1)}`,
    ];
    const options = { env: { ...process.env, ...env } };
    const done = promisify(execFile)("sysbench", [...connection, ...args], options);
    return (
      await done.catch((error) => Promise.reject(new Error(`sysbench: ${error.stdout}${error.stderr}`)))
    ).stdout;
  };

  /** The same command line for both, but for the program and the version whose defaults are meant. */
  const bothWith = async (env: Readonly<Record<string, string>>, ...args: string[]) => {
    const stdout = await sysbench(theirs, env, ...args);
    const done = await runLoad([`--pgsql-url=${ours}`, "--compat=sysbench-1.0.20", ...args], { env });
    // Tables that a workload changes are one; sysbench says nothing of that, so it is not among its lines.
    expect(done.stderr).toMatch(/^(WARNING: .*\n)*$/);
    expect(done.code).toBe(0);
    return { theirs: stdout, ours: done.stdout };
  };
  const both = (...args: string[]) => bothWith({}, ...args);

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
      settings: {
        shared_preload_libraries: "pg_stat_statements",
        "pg_stat_statements.max": "5000",
        log_line_prefix: "%d ",
      },
      onLog: (text) => {
        log += text;
      },
    });
    await fresh();
    await both(...TABLES, "oltp_read_write", "prepare");
  });

  afterAll(() => postgres?.stop());

  describe("the tables", () => {
    it("have the same columns", async () => {
      expect(await query(ours, COLUMNS)).toEqual(await query(theirs, COLUMNS));
    });

    it("have the same indexes", async () => {
      const indexes = await query(ours, INDEXES);
      expect(indexes).toHaveLength(6);
      expect(indexes).toEqual(await query(theirs, INDEXES));
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

  const LOGGED = { PGOPTIONS: "-c log_statement=all" };

  /** What the server's own log has of both programs. */
  const statementsOf = async (
    work: () => Promise<unknown>,
  ): Promise<{ ours: Statement[]; theirs: Statement[] }> => {
    log = "";
    await work();
    await query(ours, "DO $$ BEGIN RAISE LOG 'all is written'; END $$");
    while (!log.includes("all is written")) await new Promise((resolve) => setTimeout(resolve, 10));
    const of = (url: string) => readStatements(log, new URL(url).pathname.slice(1));
    return { ours: of(ours), theirs: of(theirs) };
  };

  describe("the numbers in their statements", () => {
    const SEED = ["--rand-seed=17", "--time=0"];

    // One statement of a kind in an event: those of one group have their table in common.
    it.each([
      ["oltp_point_select", []],
      ["oltp_read_only", ["--point_selects=1"]],
      ["oltp_read_write", ["--point_selects=1"]],
      ["oltp_update_index", []],
      ["oltp_update_non_index", []],
      ["oltp_delete", []],
      ["oltp_insert", []],
      ["oltp_insert", ["--auto_inc=off"]],
      // With one connection: of several, each of theirs draws from a part of its own, ours all from the whole (docs/workloads.md).
      ["select_random_points", []],
      ["select_random_ranges", []],
    ])(
      "of %s %j are drawn from the same distributions: tables, ids, ends of ranges, k",
      async (workload, options) => {
        const args = [...TABLES, ...SEED, ...options, "--events=1000", workload, "run"];
        const asked = await statementsOf(() => bothWith(LOGGED, ...args));
        const [our, their] = [columnsOf(asked.ours), columnsOf(asked.theirs)];
        expect(their.size).toBeGreaterThan(0);
        for (const [kind, columns] of their) {
          for (const [at, values] of columns.entries())
            expectAlike(our.get(kind)?.[at] ?? [], values, `number ${at} of ${kind}`);
        }
      },
    );

    it("are those of a row that is deleted and inserted again", async () => {
      const args = [...TABLES, ...SEED, "--events=500", "oltp_write_only", "run"];
      const asked = await statementsOf(() => bothWith(LOGGED, ...args));
      for (const statements of [asked.ours, asked.theirs]) {
        const deleted = statements.filter(({ kind }) => kind.startsWith("DELETE"));
        const inserted = statements.filter(({ kind }) => kind.startsWith("INSERT"));
        expect(deleted).toHaveLength(500);
        expect(inserted.map(({ numbers }) => numbers.slice(0, 2))).toEqual(
          deleted.map(({ numbers }) => numbers),
        );
      }
    });
  });

  describe("the tables of other options", () => {
    it.each([["--auto_inc=off"], ["--create_secondary=off"]])(
      "%s: the same columns, indexes and ids",
      async (option) => {
        await fresh();
        await both(...TABLES, option, "oltp_read_write", "prepare");
        const ids = "SELECT count(*)::int AS rows, min(id) AS first, max(id) AS last FROM sbtest3";
        for (const sql of [COLUMNS, INDEXES, ids])
          expect(await query(ours, sql)).toEqual(await query(theirs, sql));
      },
    );

    it("--secondary=on, MySQL's syntax in theirs: a plain index where the key would be", async () => {
      await fresh();
      const refused = both(...TABLES, "--secondary=on", "oltp_read_write", "prepare");
      await expect(refused).rejects.toThrow(/KEY xid \(id\)[\s\S]*42601/);
      await sysbench(theirs, {}, ...TABLES, "oltp_read_write", "prepare");
      await runLoad([`--pgsql-url=${ours}`, ...TABLES, "--secondary=on", "oltp_read_write", "prepare"]);
      expect(await query(ours, COLUMNS)).toEqual(await query(theirs, COLUMNS));
      const plain = ({ indexname, indexdef }: pg.QueryResultRow) => ({
        indexname: indexname.replace(/sbtest(\d)_pkey/, "xid_$1"),
        indexdef: indexdef.replace(/UNIQUE INDEX sbtest(\d)_pkey/, "INDEX xid_$1"),
      });
      const byName = (rows: pg.QueryResultRow[]) =>
        rows.map(plain).sort((a, b) => (a.indexname < b.indexname ? -1 : 1));
      expect(byName(await query(ours, INDEXES))).toEqual(byName(await query(theirs, INDEXES)));
    });
  });

  describe("bulk_insert", () => {
    beforeAll(async () => {
      await fresh();
      await both("--threads=2", "bulk_insert", "prepare");
    });

    it("makes the same tables, one for each connection", async () => {
      for (const sql of [COLUMNS, INDEXES]) {
        const made = await query(ours, sql);
        expect(made.length).toBeGreaterThanOrEqual(2);
        expect(made).toEqual(await query(theirs, sql));
      }
    });

    it("fills them by the same statement with the same rows", async () => {
      // An event of theirs is a row that waits until half a megabyte is full or the run ends, one of ours is a statement.
      const asked = await statementsOf(async () => {
        const args = ["--threads=1", "--time=0", "bulk_insert", "run"];
        await sysbench(theirs, LOGGED, "--events=1000", ...args);
        await runLoad([`--pgsql-url=${ours}`, "--batch-insert-count=50", "--events=20", ...args], {
          env: LOGGED,
        });
      });
      const rows = Array.from({ length: 1000 }, (_, at) => [at + 1, at + 1]).flat();
      for (const statements of [asked.ours, asked.theirs]) {
        const inserts = statements.filter(({ kind }) => kind.startsWith("INSERT"));
        for (const { kind } of inserts) expect(kind).toMatch(/^INSERTINTOsbtestVALUES\(#,#\)(,\(#,#\))*$/);
        expect(inserts.flatMap(({ numbers: [, ...values] }) => values)).toEqual(rows);
      }
      const sum = "SELECT count(*)::int AS rows, sum(k)::int AS sum FROM sbtest1";
      expect(await query(ours, sum)).toEqual(await query(theirs, sum));
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
      const [quantiles] = await query<{ k: number[] }>(theirs, sql);
      for (const k of quantiles!.k) {
        const share = `SELECT avg((k <= ${k})::int)::float8 AS share FROM sbtest1`;
        const [our, their] = await Promise.all(
          [ours, theirs].map((url) => query<{ share: number }>(url, share)),
        );
        // 20,000 draws on each side, whatever they are drawn from; where few values lie, quantiles themselves differ by far more.
        const { share: p } = their![0]!;
        expect(Math.abs(our![0]!.share - p), `k <= ${k}`).toBeLessThan(
          5 * Math.sqrt((2 * p * (1 - p)) / 20_000),
        );
      }
    });
  });
});
