/** `sql` and `--help`: what would be sent and what may be asked for, as people read it; and that the server takes every statement. */
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectGolden } from "../support/golden.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { runLoad } from "./support/plumbline-load.ts";

const WORKLOADS = [
  "oltp_point_select",
  "oltp_read_only",
  "oltp_read_write",
  "oltp_write_only",
  "oltp_update_index",
  "oltp_update_non_index",
  "select_random_points",
  "select_random_ranges",
];

const golden = (name: string) => join(import.meta.dirname, "../golden/native", name);

it.each(WORKLOADS)("prints the statements of %s", async (workload) => {
  const done = await runLoad(["--tables=2", workload, "sql"]);
  expect(done.stderr).toBe("");
  expectGolden(golden(`${workload}.sql`), done.stdout);
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
    await runLoad([`--pgsql-url=${url}`, "--table-size=20000", "oltp_read_write", "prepare"]);
    client = new pg.Client({ connectionString: url });
    await client.connect();
    // The plan that is kept after the first executions, which does not depend on the values.
    await client.query("SET plan_cache_mode = force_generic_plan");
  });

  afterAll(async () => {
    await client?.end();
    await postgres?.stop();
  });

  it.each([
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
  ])("%s %s uses the index %3$s", async (workload, pattern, index) => {
    const printed = (await runLoad([workload, "sql"])).stdout.split("-- run")[1]!.split("-- cleanup")[0]!;
    const statement = printed.split("\n").find((line) => !line.startsWith("--") && pattern.test(line));
    const types = printed.split("\n")[printed.split("\n").indexOf(statement!) - 1]!.match(/(?<=\$\d+ )\w+/g)!;
    const sql = statement!.replace(/;$/, "");
    await client.query(`PREPARE s (${types.join(", ")}) AS ${sql}`);
    try {
      const values = types.map((type) => (type === "varchar" ? "'x'" : "100"));
      const { rows } = await client.query(`EXPLAIN EXECUTE s(${values.join(", ")})`);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).toContain(index);
      expect(plan).not.toContain("Seq Scan");
    } finally {
      await client.query("DEALLOCATE s");
    }
  });

  it("is taken by the database's own parser, to the last statement", async () => {
    const url = await postgres.createDatabase("parser");
    const parser = new pg.Client({ connectionString: url });
    await parser.connect();
    try {
      for (const workload of WORKLOADS) {
        const statements = (await runLoad([workload, "sql"])).stdout
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
});
