/** A password goes to libpq and nowhere else: every file and every line that a run writes is searched for it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { runCli } from "../../src/apps/cli/program.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";

/** With everything that a URL must encode and libpq's keyword form must quote. */
const PASSWORD = "hunter2@/ :%'\\é";
const FORMS = [PASSWORD, encodeURIComponent(PASSWORD), "hunter2"];

let postgres: Postgres;
let database: string;
let store: string;
let folder: string;
let said: string;

beforeAll(async () => {
  postgres = await startPostgres({ password: PASSWORD });
  database = await postgres.createDatabase("bench");
  store = await postgres.createDatabase("plumbline_store");
});

afterAll(async () => {
  await postgres?.stop();
});

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "plumbline-secrets-"));
  vi.stubEnv("PLUMBLINE_LOCK", path.join(folder, "lock"));
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  said = "";
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => {
      said += String(text);
      return true;
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `plumbline check` against this database, in a folder that has only this config file. */
function check(url: string, at = store): Promise<number> {
  const config = `suite: oltp
database: { deploy: { url: ${JSON.stringify(url)} } }
workloads: [{ name: browse, run: oltp_point_select, options: { tables: 1, table-size: 100, threads: 1 } }]
measure: { mode: history, sessions: 2, seconds: 0.2, warmup: 0, preflight: off }
`;
  writeFileSync(path.join(folder, "plumbline.yml"), config);
  return runCli(["check", "--store", at]);
}

/** What everybody can read: all that was said and written, without the config file that the password was written to. */
function written(): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== "plumbline.yml",
  );
  return [said, ...files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"))].join(
    "\n",
  );
}

function expectNoSecret(text: string): void {
  for (const form of FORMS) expect(text).not.toContain(form);
}

test("a run that succeeds leaves no trace of the password, in files or in the store", async () => {
  expect(await check(database), said).toBe(0);
  expect(readdirSync(path.join(folder, "plumbline-out"))).toEqual(
    expect.arrayContaining(["comment.md", "report.html", "report.json", "run.json"]),
  );
  expectNoSecret(written());
  const client = new pg.Client({ connectionString: store });
  await client.connect();
  try {
    const { rows } = await client.query<{ place: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS place FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    expect(rows).not.toHaveLength(0);
    for (const { place } of rows) {
      const all = await client.query(`SELECT row_to_json(t) FROM ${place} t`);
      expectNoSecret(JSON.stringify(all.rows));
    }
  } finally {
    await client.end();
  }
});

test.each([
  ["a database that is not there", () => [`${database}x`, store], 3],
  ["a host that does not answer", () => [database.replace(/@[^/]*/, "@127.0.0.1:1"), store], 3],
  ["a wrong password", () => [database.replace("hunter2", "hunter2x"), store], 3],
  ["a password that was not encoded", () => [`postgres://postgres:${PASSWORD}@127.0.0.1:1/x`, store], 2],
  ["a store that is not there", () => [database, `${store}x`], 5],
  ["a store whose URL is none", () => [database, `postgres://postgres:${PASSWORD}@127.0.0.1:1/x`], null],
] as const)("an error about %s names it without the password", async (_what, urls, code) => {
  const [url = "", at = ""] = urls();
  const result = await check(url, at);
  if (code === null) expect(result).not.toBe(0);
  else expect(result, said).toBe(code);
  expect(said).toMatch(/^plumbline: /m);
  expectNoSecret(written());
});
