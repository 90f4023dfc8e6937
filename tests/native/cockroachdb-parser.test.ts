/**
 * Every statement of the cockroachdb dialect, and of a store of runs, read by CockroachDB's own parser: a Go module, built by `npm test` from crdb-parse/
 * where there is Go (scripts/lib/tools.ts).
 */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { MIGRATIONS } from "../../src/io/store/migrations.ts";
import { sqlFor } from "../../src/io/store/product.ts";
import { StoreStatements } from "../../src/io/store/statements.ts";
import { describeRun } from "../../src/io/store/stored-run.ts";
import { makeRun } from "../support/runs.ts";
import { runLoad } from "./support/plumbline-load.ts";
import { linesOf, record } from "./support/trace.ts";
import { TPCC_WAREHOUSES } from "./support/trace-cases.ts";

/** Path of the program. */
const parser = process.env["PLUMBLINE_CRDB_PARSER"] ?? "";

/** Every kind of statement: workloads, and options that add some. */
const CASES = [
  ["--tables=2", "oltp_read_write"],
  ["--range-key-partitioning", "--num-table-splits=4", "oltp_read_write"],
  ["--auto-inc=on", "oltp_insert"],
  ["oltp_insert"],
  ["--secondary", "--create-covered-secondary", "oltp_delete"],
  ["--stationary", "oltp_delete"],
  ["--stationary", "oltp_insert"],
  ["bulk_insert"],
  ["--stationary", "bulk_insert"],
  ["oltp_multi_insert"],
  ["oltp_multi_value_insert"],
  ["oltp_read_write_pct"],
  ["oltp_simple_ranges"],
  ["oltp_sum_scan"],
  ["oltp_primarykey_scan"],
  ["oltp_join"],
  ["oltp_count_all"],
  ["select_one"],
  ["select_random_limits"],
  ["oltp_sequential_scan"],
  ["select_random_points"],
  ["select_random_ranges"],
  ["load_test"],
  ["--load-method=copy-text", "oltp_point_select"],
  [
    "--read-percent=80",
    "--follower-read-percent=10",
    "--del-percent=2",
    "--span-percent=2",
    "--span-limit=100",
    "--batch=3",
    "--splits=3",
    "--scatter",
    "--secondary-index",
    "--insert-count=100",
    "kv",
  ],
  ["--sfu-writes", "--batch=2", "kv"],
  ["--upsert", "--read-percent=50", "--max-written-key=10", "sql_inserts"],
  ["--insert-proportion=1", "--scan-proportion=1", "--rmw-transaction", "ycsb_f"],
  ["--foreign-keys", "tpcc"],
] as const;

describe.skipIf(parser === "")("CockroachDB's parser (skipped where `npm test` could not build it)", () => {
  const refusals = (sql: string) => {
    const done = spawnSync(parser, { input: sql, encoding: "utf8" });
    if (done.error) throw done.error;
    expect(done.stderr).toBe("");
    expect(done.status).toBe(done.stdout === "" ? 0 : 1);
    return done.stdout;
  };

  it("refuses what is no SQL", () => {
    expect(refusals("SELECT 1\nSELECT FROM WHERE\n")).toMatch(/^2: /);
  });

  it.each(CASES.map((args) => [args.join(" "), args] as const))("takes %s", async (_name, args) => {
    const { stdout, stderr } = await runLoad(["--dialect=cockroachdb", ...args, "sql"]);
    expect(stderr).toBe("");
    const statements = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("--"));
    expect(statements.length).toBeGreaterThan(3);
    expect(refusals(`${statements.join("\n")}\n`)).toBe("");
  });

  it.each([["check"], ["--weights=1,1,1,1,1", "--events=40", "--time=0", "--db-ps-mode=disable", "run"]])(
    "takes what tpcc sends with %s",
    async (...words) => {
      const tpcc = ["--dialect=cockroachdb", `--warehouses=${TPCC_WAREHOUSES}`, "tpcc"];
      const trace = await record({ args: [...tpcc, ...words], rows: 0 });
      expect(trace.refusal).toBe("");
      const statements = linesOf(trace).filter((line) => line.startsWith("Q "));
      expect(statements.length).toBeGreaterThan(18);
      expect(refusals(`${statements.map((line) => line.slice(2)).join("\n")}\n`)).toBe("");
    },
  );

  it("takes the tables of a store, without how PostgreSQL lays out long values", () => {
    const whole = MIGRATIONS.map(({ sql }) => sql).join("");
    expect(refusals(onLines(whole))).toMatch(/storage/i);
    expect(refusals(onLines(sqlFor("CockroachDB CCL v26.3.1", whole)))).toBe("");
  });

  it("takes what a store asks and writes", () => {
    const run = makeRun({ sessions: 1, secondsPerSession: 0.1 });
    const stored = describeRun(run);
    const { id, orderedAt, measuredAt, suite, fingerprint, arm } = stored;
    const times = { since: measuredAt, until: measuredAt, orderedFrom: orderedAt, orderedTo: orderedAt };
    const filter = { repository: "a/b", suite, branch: "main", arm, fingerprint, commit: "abcd", ...times };
    const store = new StoreStatements("plumbline", MIGRATIONS.length);
    const statements = [
      store.upsert([run], [new Uint8Array()]),
      store.deleteEstimates([id]),
      store.insertEstimates([run]),
      store.deleteRuns([id]),
      store.deleteReports([id]),
      store.list(filter, stored, 5),
      store.history({ ...filter, metrics: ["qps"], before: stored, limit: 5 }, undefined),
      store.history({ workload: "w", metric: "qps", limit: 5 }, new Date(0)),
      store.suites(),
      store.fingerprints({ suite, limit: 5 }),
      store.setRepositories([]),
    ];
    expect(refusals(statements.map(({ text }) => `${text.replace(/\s+/g, " ")}\n`).join(""))).toBe("");
  });
});

/** A statement each, without comments. */
function onLines(sql: string): string {
  const statements = sql.replace(/^--.*$/gm, "").split(";");
  return `${statements.map((each) => each.trim().replace(/\s+/g, " ")).join("\n")}\n`;
}
