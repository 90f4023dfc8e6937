/**
 * "-- plumbline: values": keys that exist, from a file or from the database itself, on real servers, and as a comment for pgbench.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool, type Postgres, startPostgres } from "../support/postgres.ts";
import { findPgbench } from "./support/pgbench.ts";
import { runLoad } from "./support/plumbline-load.ts";

const folder = mkdtempSync(path.join(tmpdir(), "plumbline-values-"));
const ROWS = 60;
const THREADS = 4;
let postgres: Postgres;
/** Two databases, whose keys are other ones. */
const urls: string[] = [];
const pools: pg.Pool[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  for (const name of ["head", "base"]) {
    const url = await postgres.createDatabase(name);
    const pool = openPool(url);
    await pool.query("CREATE TABLE users (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n int)");
    await pool.query(`INSERT INTO users (n) SELECT generate_series(1, ${ROWS})`);
    await pool.query("CREATE TABLE seen (word text, at serial)");
    urls.push(url);
    pools.push(pool);
  }
});

afterAll(async () => {
  for (const pool of pools) await pool.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true });
});

function file(name: string, text: string): string {
  const place = path.join(folder, name);
  writeFileSync(place, text);
  return place;
}

const run = (script: string, ...args: string[]) =>
  runLoad([
    `--pgsql-url=${urls[0]}`,
    "--output=ndjson",
    "--time=0",
    `--events=${ROWS}`,
    `--threads=${THREADS}`,
    `--file=${file("script.sql", script)}`,
    ...args,
    "script",
    "run",
  ]);

/** So many that no connection is through with its own. */
const WORDS = Array.from({ length: ROWS * THREADS }, (_, i) => `it's "word", ${i} \\ :n`);
const asCsv = (text: string) => `"${text.replaceAll('"', '""')}"\n`;

it.each(["simple", "extended", "prepared"])(
  "no two connections send one row of a file where they take them in turn, %s",
  async (protocol) => {
    await pools[0]!.query("TRUNCATE seen");
    file("words.csv", WORDS.map(asCsv).join(""));
    const value = protocol === "simple" ? "':word'" : ":word";
    const done = await run(
      `-- plumbline: values words.csv as word sequential\nINSERT INTO seen (word) VALUES (${value});\n`,
      `--protocol=${protocol}`,
    );
    expect(done.stderr).toBe("");
    const { rows } = await pools[0]!.query("SELECT DISTINCT word FROM seen");
    expect(rows).toHaveLength(ROWS);
    expect(WORDS).toEqual(expect.arrayContaining(rows.map(({ word }) => word)));
  },
);

/** \gset wants the one row that a key has. */
const LOOK_UP = `-- plumbline: values (SELECT id FROM users) as id
SELECT n FROM users WHERE id = ':id' \\gset
`;

it("keys are those of the database", async () => {
  const done = await run(LOOK_UP);
  expect(done.stderr).toBe("");
  expect(done.line("block")).toMatchObject({ events: ROWS, failures: { events: 0 } });
});

it("each of two servers draws its own keys", async () => {
  const done = await run(LOOK_UP, `--against=${urls[1]}`, "--events=0", "--time=1", "--slice=50ms");
  expect(done.stderr).toBe("");
  for (const block of done.linesOf("block")) {
    expect(block["events"]).toBeGreaterThan(0);
    expect(block["failures"].events).toBe(0);
  }
});

it("a seed draws the same rows again", async () => {
  const script =
    "-- plumbline: values (SELECT n FROM users) as n zipfian 0.9\nINSERT INTO seen (word) VALUES (':n');\n";
  const drawn: string[] = [];
  for (let i = 0; i < 2; i++) {
    await pools[0]!.query("TRUNCATE seen");
    await run(script, "--threads=1", "--rand-seed=7");
    const { rows } = await pools[0]!.query("SELECT string_agg(word, ' ' ORDER BY at) AS all FROM seen");
    drawn.push(rows[0].all);
  }
  expect(drawn[0]!.split(" ")).toHaveLength(ROWS);
  expect(drawn[1]).toBe(drawn[0]);
});

it("pgbench sees a comment", () => {
  file("words.csv", "1\n");
  const script = file(
    "both.sql",
    "\\set id 3\n-- plumbline: values words.csv as id\nSELECT 1 / (:id - 1);\n-- plumbline: values (SELECT 1) as id\n",
  );
  const done = spawnSync(findPgbench(postgres.binDir), ["-n", "-t", "1", "-f", script, urls[0]!], {
    encoding: "utf8",
  });
  expect(done.stderr).not.toContain("error");
  expect(done.status).toBe(0);
});

it.each([
  [
    "(SELECT id FROM nobody)",
    3,
    'script.sql:1:22: values on connection 1 to 127.0.0.1:PORT: relation "nobody" does not exist (SQLSTATE 42P01)',
    "make the table before the run",
  ],
  [
    "(SELECT id FROM users WHERE n < 0)",
    2,
    "script.sql:1:22: the query of values has no row",
    "fill its table",
  ],
  [
    "(SELECT n FROM users, generate_series(1, 2000))",
    2,
    "script.sql:1:22: the query of values has more than 100000 rows",
    "TABLESAMPLE",
  ],
  [
    "(SELECT repeat('x', 2000))",
    2,
    "a value of 2000 bytes is longer than variables are, 1024",
    "--variable-size",
  ],
])("%s is refused before the run", async (query, code, message, remedy) => {
  const done = await run(`-- plumbline: values ${query} as id\nSELECT ':id';\n`);
  expect(done.code).toBe(code);
  expect(done.line("error")["message"].replace(/:\d{4,5}: /, ":PORT: ")).toContain(message);
  expect(done.line("error")["hint"]).toContain(remedy);
});

it("Ctrl-C cancels a query that takes long", async () => {
  const done = await runLoad(
    [
      `--pgsql-url=${urls[0]}`,
      "--output=ndjson",
      `--file=${file("slow.sql", "-- plumbline: values (SELECT pg_sleep(600)) as id\nSELECT ':id';\n")}`,
      "script",
      "run",
    ],
    {
      on: {
        hello: (child) => {
          void asked().then(() => child.kill("SIGINT"));
        },
      },
    },
  );
  expect(done.code).toBe(130);
  await expect.poll(async () => await sleeping()).toBe(0);
});

async function sleeping(): Promise<number> {
  const { rows } = await pools[1]!.query(
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '(SELECT pg_sleep(600))%'",
  );
  return rows[0].n;
}

async function asked(): Promise<void> {
  while ((await sleeping()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}
