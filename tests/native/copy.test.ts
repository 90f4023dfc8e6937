/** COPY in scripts, which pgbench refuses: rows that come are counted as read, and thrown away. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { runLoad } from "./support/plumbline-load.ts";

const folder = mkdtempSync(path.join(tmpdir(), "plumbline-copy-"));
let postgres: Postgres;
let url: string;

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase("copy");
});

afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

const run = (sql: string, ...args: string[]) => {
  const file = path.join(folder, "script.sql");
  writeFileSync(file, sql);
  const ends = ["--events=20", "--time=0", "--threads=2"];
  return runLoad([
    `--pgsql-url=${url}`,
    "--output=ndjson",
    ...ends,
    `--file=${file}`,
    ...args,
    "script",
    "run",
  ]);
};

it.each([
  ["prepared", []],
  ["as text", ["--protocol=simple"]],
])("COPY ... TO STDOUT is a read, %s, whose rows need not fit into memory", async (_name, args) => {
  const done = await run(
    "COPY (SELECT repeat('x', 1000) FROM generate_series(1, 5000)) TO STDOUT;\n",
    ...args,
  );
  expect(done.stderr).toBe("");
  expect(done.line("block")).toMatchObject({ events: 20, queries: { read: 20, write: 0, other: 0 } });
});

it("COPY ... TO STDOUT that fails amid its rows fails as a statement does", async () => {
  const done = await run("COPY (SELECT 1 / (3000 - i) FROM generate_series(1, 5000) i) TO STDOUT;\n");
  expect(done.code).toBe(4);
  expect(done.stderr).toContain("division by zero (SQLSTATE 22012)");
});

it("COPY ... FROM STDIN has no rows, and the server says so", async () => {
  const done = await run(
    "CREATE TEMP TABLE IF NOT EXISTS t (a int);\nCOPY t FROM STDIN;\n",
    "--protocol=simple",
  );
  expect(done.code).toBe(4);
  expect(done.stderr).toContain("there are no rows for it (SQLSTATE 57014)");
});
