/**
 * COPY in scripts, which pgbench refuses: rows that come are counted as read, and thrown away; rows that go are those of a file, as
 * psql's \\copy sends them.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Postgres, startPostgres } from "../support/postgres.ts";
import { runLoad } from "./support/plumbline-load.ts";
import { startWireServer } from "./support/wire-server.ts";

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

it("COPY ... FROM STDIN alone has no rows", async () => {
  const done = await run(
    "CREATE TEMP TABLE IF NOT EXISTS t (a int);\nCOPY t FROM STDIN;\n",
    "--protocol=simple",
  );
  expect(done.code).toBe(4);
  expect(done.stderr).toContain("script.sql:2:1: script.2.copy on connection ");
  expect(done.stderr).toContain("the server asks for rows, and there are none for it");
  expect(done.stderr).toContain("\\copy orders FROM 'orders.csv' sends the rows of a file");
});

const ask = async (sql: string) => {
  const pool = openPool(url);
  try {
    return (await pool.query(sql)).rows[0];
  } finally {
    await pool.end();
  }
};

/** A file beside the script. */
const write = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, name), content);

/** PostgreSQL's documentation of COPY, "Binary Format": rows of one INTEGER. */
function binaryRows(count: number): Buffer {
  const head = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
  const rows = Array.from({ length: count }, (_, i) => {
    const row = Buffer.alloc(10);
    row.writeInt16BE(1, 0);
    row.writeInt32BE(4, 2);
    row.writeInt32BE(i + 1, 6);
    return row;
  });
  return Buffer.concat([head, ...rows, Buffer.from([0xff, 0xff])]);
}

const LINES = 30_000;
const lines = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}\n`).join("");

it.each([
  ["text", "rows.txt", lines(LINES), ""],
  ["CSV", "it's.csv", `a\n${lines(LINES)}`, "WITH (FORMAT csv, HEADER)"],
  ["binary", "rows.bin", binaryRows(LINES), "WITH (FORMAT binary)"],
])("\\copy sends the whole file each time, as %s", async (format, name, content, options) => {
  const table = `whole_${format.toLowerCase()}`;
  await ask(`CREATE TABLE ${table} (a int)`);
  write(name, content);
  const done = await run(`\\copy ${table} (a) FROM '${name.replace("'", "''")}' ${options}\n`);
  expect(done.stderr).toBe("");
  expect(done.line("block")).toMatchObject({ events: 20, queries: { read: 0, write: 20, other: 0 } });
  const sum = (LINES * (LINES + 1)) / 2;
  expect(await ask(`SELECT count(*)::int AS rows, sum(a)::float8 AS sum FROM ${table}`)).toEqual({
    rows: 20 * LINES,
    sum: 20 * sum,
  });
});

it.each(["simple", "extended", "prepared"])(
  "\\copy stands among other commands, with %s",
  async (protocol) => {
    await ask("CREATE TABLE IF NOT EXISTS among (a int)");
    await ask("TRUNCATE among");
    write("few.txt", lines(3));
    const script =
      "\\set x 40\nBEGIN;\n\\copy among FROM 'few.txt'\nINSERT INTO among VALUES (:x + 2);\nCOMMIT;\n";
    const done = await run(script, `--protocol=${protocol}`);
    expect(done.stderr).toBe("");
    expect(await ask("SELECT count(*)::int AS rows, sum(a)::int AS sum FROM among")).toEqual({
      rows: 80,
      sum: 20 * (1 + 2 + 3 + 42),
    });
  },
);

it("a run whose time is over in the middle of a copy ends with the whole of it", async () => {
  await ask("CREATE TABLE timely (a int)");
  write("many.txt", lines(1_000_000));
  const done = await run("\\copy timely FROM 'many.txt'\n", "--time=1", "--events=0");
  expect(done.code).toBe(0);
  const { events } = done.line("block");
  expect(events).toBeGreaterThan(0);
  expect(await ask("SELECT count(*)::int AS rows FROM timely")).toEqual({ rows: events * 1_000_000 });
});

describe("a row that the server refuses", () => {
  beforeAll(async () => {
    await ask("CREATE TABLE strict (a int)");
    write("bad.txt", `${lines(9000)}nine\n${lines(9000)}`);
  });

  it("is named by its line, and none of the others stays", async () => {
    const done = await run("\\copy strict FROM 'bad.txt'\n");
    expect(done.code).toBe(4);
    expect(done.stderr).toContain("script.sql:1:1: script.1.copy on connection ");
    expect(done.stderr).toContain('type integer: "nine", in line 9001 of the rows (SQLSTATE 22P02)');
    expect(await ask("SELECT count(*)::int AS rows FROM strict")).toEqual({ rows: 0 });
  });

  it("fails its event alone with --on-error=continue", async () => {
    const script =
      "\\set good random(0, 1)\n\\if :good\nSELECT 1;\n\\else\n\\copy strict FROM 'bad.txt'\n\\endif\n";
    const done = await run(script, "--on-error=continue", "--rand-seed=3");
    const { accounting } = done.line("summary");
    expect(accounting.failed).toBeGreaterThan(0);
    expect(accounting).toMatchObject({ started: 20, done: 20 - accounting.failed, abandoned: 0 });
    expect(done.line("block")["failures"]["by_sqlstate"]).toEqual({ "22P02": accounting.failed });
  });
});

it("a retry sends the same rows again", async () => {
  write("again.txt", lines(LINES));
  const sent: string[] = [];
  let isRefused = true;
  const server = await startWireServer({
    received: (message) => {
      if (message[0] === "Q".charCodeAt(0)) sent.push("");
      if (message[0] === "d".charCodeAt(0)) sent[sent.length - 1] += message.subarray(5).toString();
    },
    copied: () => {
      const reaction = isRefused ? ({ kind: "error", sqlstate: "40001", message: "met" } as const) : null;
      isRefused = false;
      return reaction ?? { kind: "answer" };
    },
  });
  try {
    write("script.sql", "\\copy t FROM 'again.txt'\n");
    const file = path.join(folder, "script.sql");
    const target = `postgres://u@127.0.0.1:${server.port}/d?sslmode=disable`;
    const size = ["--threads=1", "--events=2", "--time=0", "--output=ndjson", `--file=${file}`];
    const done = await runLoad([`--pgsql-url=${target}`, ...size, "script", "run"]);
    expect(done.line("block")).toMatchObject({ events: 2, retries: 1 });
  } finally {
    await server.stop();
  }
  expect(sent).toEqual([lines(LINES), lines(LINES), lines(LINES)]);
});

it("a file that is not there is an error of the script", async () => {
  const done = await run("SELECT 1;\n\\copy t FROM 'none.csv'\n");
  expect(done.code).toBe(2);
  expect(done.stderr).toContain('script.sql:2:14: could not open file "none.csv": No such file or directory');
});
