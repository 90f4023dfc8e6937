/** `sql` and `--help`: what would be sent and what may be asked for, as people read it; and that the server takes every statement. */
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectGolden } from "../support/golden.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { runLoad } from "./support/plumbline-load.ts";

/** What is asked for beside the workload's name, where the defaults leave something out. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  bulk_insert: ["--threads=2"],
  kv: [
    "--read-percent=70",
    "--del-percent=5",
    "--span-percent=5",
    "--span-limit=100",
    "--batch=2",
    "--insert-count=1000",
  ],
  sql_inserts: ["--read-percent=50", "--max-written-key=1000"],
  ycsb_a: ["--field-count=3"],
  ycsb_f: ["--field-count=1", "--rmw-transaction"],
  tpcc: ["--warehouses=2"],
};

const WORKLOADS = [
  "oltp_point_select",
  "oltp_read_only",
  "oltp_read_write",
  "oltp_write_only",
  "oltp_update_index",
  "oltp_update_non_index",
  "select_random_points",
  "select_random_ranges",
  "oltp_insert",
  "oltp_delete",
  "bulk_insert",
  "oltp_read_write_pct",
  "oltp_multi_insert",
  "oltp_multi_value_insert",
  "oltp_simple_ranges",
  "oltp_sum_scan",
  "oltp_primarykey_scan",
  "oltp_sequential_scan",
  "oltp_join",
  "select_one",
  "oltp_count_all",
  "load_test",
  "select_random_limits",
  "kv",
  "sql_inserts",
  "ycsb_a",
  "ycsb_b",
  "ycsb_c",
  "ycsb_d",
  "ycsb_e",
  "ycsb_f",
  "tpcc",
];

/** Every dialect with what only it has. */
const DIALECTS = [
  ["postgres-compat-sysbench", ["--compat=sysbench-1.0.20", "oltp_read_write"]],
  ["postgres-stationary-insert", ["--stationary", "oltp_insert"]],
  ["postgres-stationary-delete", ["--stationary", "oltp_delete"]],
  ["postgres-stationary-bulk", ["--stationary", "--threads=2", "bulk_insert"]],
  ["postgres-own-ids", ["--auto-inc=off", "oltp_insert"]],
  [
    "yugabytedb-oltp_read_write",
    ["--compat=yugabyte", "--range_key_partitioning=true", "--table_size=100000", "oltp_read_write"],
  ],
  ["yugabytedb-kv", ["--dialect=yugabytedb", "--read-percent=95", "--splits=9", "kv"]],
  [
    "yugabytedb-sql_inserts",
    ["--dialect=yugabytedb", "--upsert", "--read-percent=50", "--max-written-key=10", "sql_inserts"],
  ],
  [
    "cockroachdb-oltp_read_write",
    ["--dialect=cockroachdb", "--range-key-partitioning", "--num-table-splits=4", "oltp_read_write"],
  ],
  ["cockroachdb-oltp_insert", ["--dialect=cockroachdb", "oltp_insert"]],
  [
    "cockroachdb-kv",
    [
      "--dialect=cockroachdb",
      "--read-percent=80",
      "--follower-read-percent=10",
      "--del-percent=2",
      "--span-percent=2",
      "--span-limit=100",
      "--splits=3",
      "--scatter",
      "--secondary-index",
      "--insert-count=100",
      "kv",
    ],
  ],
  ["cockroachdb-sql_inserts", ["--dialect=cockroachdb", "--upsert", "sql_inserts"]],
  ["cockroachdb-ycsb_e", ["--dialect=cockroachdb", "ycsb_e"]],
  ["yugabytedb-ycsb_e", ["--dialect=yugabytedb", "--range-key-partitioning", "ycsb_e"]],
  ["risingwave-ycsb_e", ["--dialect=risingwave", "--field-count=2", "ycsb_e"]],
  [
    "cockroachdb-tpcc",
    ["--dialect=cockroachdb", "--load-time=1000000000", "--isolation=serializable", "tpcc"],
  ],
  ["yugabytedb-tpcc", ["--dialect=yugabytedb", "tpcc"]],
  ["risingwave-oltp_read_only", ["--dialect=risingwave", "oltp_read_only"]],
  ["risingwave-oltp_read_write", ["--dialect=risingwave", "--skip-trx", "oltp_read_write"]],
  [
    "risingwave-select_random_ranges",
    ["--compat=risingwave", "--number_of_ranges=2", "select_random_ranges"],
  ],
  ["risingwave-kv", ["--dialect=risingwave", "--read-percent=95", "--insert-count=10", "kv"]],
] as const;

/** Workloads on the tables of sysbench. */
const onSbtest = (name: string) => !/^(?:kv|sql_inserts|tpcc|ycsb_.)$/.test(name);

const golden = (name: string) => join(import.meta.dirname, "../golden/native", name);

const CASES: readonly (readonly [name: string, args: readonly string[]])[] = [
  ...WORKLOADS.map(
    (name) => [name, [...(onSbtest(name) ? ["--tables=2"] : []), ...(OPTIONS[name] ?? []), name]] as const,
  ),
  ...DIALECTS.map(([name, args]) => [`dialects/${name}`, args] as const),
];

/** The one golden that ends with its options; options.txt has those of all. */
const WITH_OPTIONS = "oltp_read_write";
const OPTIONS_TITLE = "-- Effective options:\n";

it.each(CASES)("prints the statements of %s", async (name, args) => {
  const done = await runLoad([...args, "sql"]);
  expect(done.stderr).toBe("");
  const [statements = "", options = ""] = done.stdout.split(OPTIONS_TITLE);
  expect(options).toMatch(/^(?:-- {3}--.*\n)+$/);
  expectGolden(golden(`${name}.sql`), name === WITH_OPTIONS ? done.stdout : statements);
});

/** An option with the value that most have, and the others with what has them. */
function optionLine(option: string, values: ReadonlyMap<string, readonly string[]>): string {
  const [usual, ...others] = [...values].toSorted(([, a], [, b]) => b.length - a.length);
  return [
    `${option}=${usual![0]}`,
    ...others.map(([value, names]) => `${value} of ${names.join(", ")}`),
  ].join("; ");
}

it("names the options that count, by what has them", async () => {
  const options = new Map<string, Map<string, string[]>>();
  for (const [name, args] of CASES) {
    const [, tail = ""] = (await runLoad([...args, "sql"])).stdout.split(OPTIONS_TITLE);
    for (const [, option = "", value = ""] of tail.matchAll(/(--[a-z][\w-]*)=("[^"]*"|\S*)/g)) {
      const values = options.get(option) ?? new Map<string, string[]>();
      values.set(value, [...(values.get(value) ?? []), name.replace("dialects/", "")]);
      options.set(option, values);
    }
  }
  const groups = new Map<string, string[]>();
  for (const [option, values] of options) {
    const names = new Set([...values.values()].flat());
    const owners = CASES.map(([name]) => name.replace("dialects/", "")).filter((name) => names.has(name));
    const title = owners.length === CASES.length ? "all" : owners.join(" ");
    groups.set(title, [...(groups.get(title) ?? []), optionLine(option, values)]);
  }
  const lines = [...groups].map(([title, each]) => `${title}\n  ${each.join("\n  ")}\n`);
  expectGolden(golden("options.txt"), lines.join(""));
});

it.each(WORKLOADS)("explains %s", async (workload) => {
  const { stdout, code } = await runLoad(["--help", workload]);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^${workload}: `));
  const drifts = /insert|delete|^kv$|^ycsb_[de]$|^tpcc$/.test(workload);
  expect(stdout.includes("Not stationary:")).toBe(drifts);
});

it("prints its help", async () => {
  expectGolden(golden("help.txt"), (await runLoad(["--help"])).stdout);
});

it("takes the names of options with - and with _", async () => {
  const [dashes, underscores] = [
    await runLoad(["--table-size=500", "--skip-trx=on", "oltp_write_only", "sql"]),
    await runLoad(["--table_size=500", "--skip_trx=on", "oltp_write_only", "sql"]),
  ];
  expect(dashes.code).toBe(0);
  expect(underscores.stdout).toBe(dashes.stdout);
  expect(dashes.stdout).not.toContain("BEGIN");
});

describe("on a real server", () => {
  let postgres: Postgres;
  let client: pg.Client;

  beforeAll(async () => {
    postgres = await startPostgres();
    const url = await postgres.createDatabase("plans");
    const loads = [
      ["--table-size=20000", "oltp_read_write"],
      ["--insert-count=20000", "kv"],
      ["--max-written-key=20000", "sql_inserts"],
      ["--record-count=5000", "ycsb_a"],
    ];
    for (const load of loads) {
      const prepared = await runLoad([`--pgsql-url=${url}`, ...load, "prepare"]);
      expect(prepared.stderr).toBe("");
    }
    client = new pg.Client({ connectionString: url });
    await client.connect();
    // The plan that is kept after the first executions, which does not depend on the values.
    await client.query("SET plan_cache_mode = force_generic_plan");
  });

  afterAll(async () => {
    await client?.end();
    await postgres?.stop();
  });

  it.each<[workload: string, pattern: RegExp, index: string, ...options: string[]]>([
    ["oltp_read_write", /SELECT c FROM sbtest1 WHERE id=\$1/, "sbtest1_pkey"],
    ["oltp_read_write", /SELECT c FROM sbtest1 WHERE id BETWEEN \$1 AND \$2;/, "sbtest1_pkey"],
    ["oltp_read_write", /SELECT SUM/, "sbtest1_pkey"],
    ["oltp_read_write", /ORDER BY c/, "sbtest1_pkey"],
    ["oltp_read_write", /SELECT DISTINCT/, "sbtest1_pkey"],
    ["oltp_read_write", /SET k=/, "sbtest1_pkey"],
    ["oltp_read_write", /SET c=/, "sbtest1_pkey"],
    ["oltp_read_write", /DELETE/, "sbtest1_pkey"],
    ["select_random_points", /SELECT id, k, c, pad/, "k_1"],
    ["select_random_ranges", /SELECT count/, "k_1"],
    ["oltp_delete", /DELETE/, "sbtest1_pkey"],
    ["oltp_simple_ranges", /BETWEEN/, "sbtest1_pkey"],
    ["oltp_primarykey_scan", /ORDER BY c/, "sbtest1_pkey"],
    ["oltp_sum_scan", /SUM/, "sbtest1_pkey"],
    ["oltp_join", /JOIN/, "sbtest1_pkey"],
    ["oltp_read_write_pct", /SET k=/, "sbtest1_pkey"],
    ["kv", /SELECT k, v FROM kv WHERE k IN/, "kv_pkey"],
    ["kv", /DELETE FROM kv/, "kv_pkey"],
    ["kv", /SELECT count\(v\)/, "kv_pkey"],
    ["sql_inserts", /SELECT k, v/, "postgresqlkeyvalue_pkey"],
    ["sql_inserts", /UPDATE/, "postgresqlkeyvalue_pkey"],
    ["ycsb_a", /SELECT \*/, "usertable_pkey"],
    ["ycsb_a", /UPDATE/, "usertable_pkey"],
    ["ycsb_e", /ORDER BY YCSB_KEY/, "usertable_pkey"],
    ["kv", /FOR UPDATE/, "kv_pkey", "--sfu-writes"],
    ["bulk_insert", /DELETE/, "sbtest1_pkey", "--stationary"],
  ])("%s %s uses the index %s", async (workload, pattern, index, ...options) => {
    const printed = (await runLoad([...(OPTIONS[workload] ?? []), ...options, workload, "sql"])).stdout
      .split("-- run")[1]!
      .split("-- cleanup")[0]!;
    const statement = printed.split("\n").find((line) => !line.startsWith("--") && pattern.test(line));
    const types = printed.split("\n")[printed.split("\n").indexOf(statement!) - 1]!.match(/(?<=\$\d+ )\w+/g)!;
    const sql = statement!.replace(/;$/, "");
    await client.query(`PREPARE s (${types.join(", ")}) AS ${sql}`);
    try {
      const values = types.map((type) => (type === "varchar" || type === "bytea" ? "'x'" : "100"));
      const { rows } = await client.query(`EXPLAIN EXECUTE s(${values.join(", ")})`);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toContain(index);
      expect(plan).not.toContain("Seq Scan");
    } finally {
      await client.query("DEALLOCATE s");
    }
  });

  // All of its rows are wanted, but each from its place in an index.
  it("load_test joins its table with itself by the key, without sorting or a loop over all pairs", async () => {
    const { stdout } = await runLoad(["load_test", "sql"]);
    const sql = /^SELECT COUNT.*JOIN.*(?=;$)/m.exec(stdout)![0];
    const { rows } = await client.query(`EXPLAIN ${sql}`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan.match(/sbtest1_pkey/g)).toHaveLength(3);
    expect(plan).not.toMatch(/Sort|Nested Loop|Seq Scan/);
  });

  it("is taken by the database's own parser, to the last statement", async () => {
    const url = await postgres.createDatabase("parser");
    const parser = new pg.Client({ connectionString: url });
    await parser.connect();
    try {
      for (const workload of WORKLOADS) {
        const statements = (await runLoad([...(OPTIONS[workload] ?? []), workload, "sql"])).stdout
          .split("\n")
          .filter((line) => line && !line.startsWith("--"));
        expect(statements.length).toBeGreaterThan(5);
        for (const [i, sql] of statements.entries()) {
          if (/^(COPY|VACUUM|CHECKPOINT)/.test(sql)) continue;
          if (sql.includes("$1")) await parser.query(`PREPARE s${i} AS ${sql}`);
          else await parser.query(sql);
        }
        await parser.query("DEALLOCATE ALL");
      }
    } finally {
      await parser.end();
    }
  });

  /** What PostgreSQL's grammar does not have; everything else that the other dialects say is PostgreSQL's too. */
  const FOREIGN =
    /SPLIT (AT|INTO)|SCATTER|UPSERT|AS OF SYSTEM TIME|\bASC\)|\bHASH\b|v BYTES|yb_enable_upsert_mode|^FLUSH/;

  it.each(DIALECTS)(
    "shares its grammar with %s, but for what is that database's own",
    async (_name, args) => {
      const statements = (await runLoad([...args, "sql"])).stdout
        .split("\n")
        .filter((line) => line && !line.startsWith("--") && !FOREIGN.test(line));
      const url = await postgres.createDatabase(`grammar_${Math.random().toString(36).slice(2)}`);
      const parser = new pg.Client({ connectionString: url });
      await parser.connect();
      try {
        for (const sql of statements) {
          if (/^(COPY|VACUUM|CHECKPOINT)/.test(sql)) continue;
          // The grammar alone: tables whose CREATE was left out need not be there.
          const text = sql.includes("$1") ? `PREPARE s AS ${sql}` : sql;
          const error = await parser.query(text).then(
            () => undefined,
            (cause: pg.DatabaseError) => cause,
          );
          if (error?.code !== "42P01") expect(error, sql).toBeUndefined();
          await parser.query("DEALLOCATE ALL");
          if (/^(BEGIN|START)/.test(sql)) await parser.query("COMMIT");
        }
      } finally {
        await parser.end();
      }
    },
  );
});
