/**
 * Every statement of the cockroachdb dialect, read by CockroachDB's own parser.
 *
 * The parser is a Go module, which is fetched only when it is wanted:
 *
 *   PLUMBLINE_CRDB_PARSER=fetch npx vitest run --project integration tests/native/cockroachdb-parser.test.ts
 *
 * or built beforehand from crdb-parse/main.go, and named: PLUMBLINE_CRDB_PARSER=/path/to/crdb-parse.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runLoad } from "./support/plumbline-load.ts";

const wanted = process.env["PLUMBLINE_CRDB_PARSER"];
const MODULE = "github.com/cockroachdb/cockroachdb-parser";

/** What differs in the statements: workloads, and options that add some. */
const CASES = [
  ["--tables=2", "oltp_read_write"],
  ["--range-key-partitioning", "--num-table-splits=4", "oltp_read_write"],
  ["--auto-inc=on", "oltp_insert"],
  ["oltp_insert"],
  ["--secondary", "--create-covered-secondary", "oltp_delete"],
  ["--stationary", "oltp_delete"],
  ["bulk_insert"],
  ["oltp_multi_value_insert"],
  ["oltp_join"],
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
  ["--upsert", "--read-percent=50", "--max-written-key=10", "sql_inserts"],
] as const;

describe.skipIf(wanted === undefined)(
  "CockroachDB's parser (skipped unless PLUMBLINE_CRDB_PARSER is set)",
  () => {
    let folder: string;
    let program: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "plumbline-crdb-"));
      program = wanted === "fetch" ? join(folder, "crdb-parse") : wanted!;
      if (wanted === "fetch") build(folder);
    }, 600_000);

    afterAll(() => rm(folder, { recursive: true, force: true }));

    const refusals = (sql: string) => {
      const done = spawnSync(program, { input: sql, encoding: "utf8" });
      if (done.error) throw done.error;
      expect(done.stderr).toBe("");
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
  },
);

function build(folder: string): void {
  copyFileSync(join(import.meta.dirname, "crdb-parse/main.go"), join(folder, "main.go"));
  for (const args of [
    ["mod", "init", "plumbline/crdb-parse"],
    ["get", `${MODULE}@latest`],
    ["mod", "tidy"],
    ["build", "-o", "crdb-parse", "."],
  ]) {
    const done = spawnSync("go", args, { cwd: folder, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`go ${args.join(" ")}: ${done.error ?? done.stderr}`);
  }
}
