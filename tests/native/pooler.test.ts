/**
 * Servers that do not keep prepared statements: found before anything is measured, and met with text. PgBouncer itself where it is
 * installed (Debian: apt-get install pgbouncer); what it does is scripted below, too.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { hasPgBouncer, type PgBouncer, startPgBouncer } from "./support/pgbouncer.ts";
import { type Line, type LoadResult, runLoad } from "./support/plumbline-load.ts";
import { startWireServer, type WireScript } from "./support/wire-server.ts";

const SIZE = ["--tables=2", "--table-size=200", "--range-size=5"];

const run = (url: string, ...args: string[]) =>
  runLoad([
    `--pgsql-url=${url}`,
    "--output=ndjson",
    "--placement=free",
    "--time=0",
    "--events=80",
    "--threads=4",
    ...SIZE,
    ...args,
    "oltp_read_write",
    "run",
  ]);

const asText = (done: LoadResult): string | undefined =>
  done.line("summary")["warnings"].find((warning: Line) => warning["code"] === "sent-as-text")?.["message"];

describe.skipIf(!hasPgBouncer)("PgBouncer", () => {
  let postgres: Postgres;
  let pooler: PgBouncer | undefined;
  beforeAll(async () => {
    postgres = await startPostgres();
    const url = await postgres.createDatabase("pooled");
    expect((await runLoad([`--pgsql-url=${url}`, ...SIZE, "oltp_read_write", "prepare"])).code).toBe(0);
  });
  afterAll(async () => {
    await pooler?.stop();
    await postgres?.stop();
  });

  it.each([1, 3, 20])("in transaction mode, %i connections behind it: text", async (poolSize) => {
    pooler = await startPgBouncer(postgres.url, "transaction", poolSize);
    // Twice: the second run finds what the first has prepared there.
    for (let time = 0; time < 2; time++) {
      const done = await run(pooler.url("pooled"));
      expect(done.stderr).toBe("");
      expect(done.line("block")).toMatchObject({ events: 80, failures: { events: 0 } });
      expect(asText(done)).toMatch(/by the simple protocol, for prepared ones are not kept: /);
    }
    await pooler.stop();
    pooler = undefined;
  });

  it("in session mode: prepared", async () => {
    pooler = await startPgBouncer(postgres.url, "session", 10);
    const done = await run(pooler.url("pooled"));
    expect(done.stderr).toBe("");
    expect(done.line("block")["events"]).toBe(80);
    expect(asText(done)).toBeUndefined();
  });

  it("in session mode, with no connection left for the check: the run goes on", async () => {
    pooler = await startPgBouncer(postgres.url, "session", 4);
    const done = await run(pooler.url("pooled"), "--stall-timeout=60");
    expect(done.stderr).toBe("");
    expect(done.line("block")["events"]).toBe(80);
  });
});

/** No process of Linux, and the same one for all, whoever asks: as a pooler looks. */
const POOLER: WireScript = {
  processId: (connection) => 0x7000_0000 + connection,
  rows: (sql) => (sql.includes("pg_backend_pid") ? ["4711"] : ["1"]),
};

async function against(script: WireScript, ...args: string[]) {
  const server = await startWireServer(script);
  try {
    const url = `postgres://sbtest@127.0.0.1:${server.port}/sbtest?sslmode=disable&gssencmode=disable`;
    return { done: await run(url, ...args), statements: server.statements };
  } finally {
    await server.stop();
  }
}

it("a pooler that shares what is behind it is found by asking, before anything is sent that relies on it", async () => {
  const { done, statements } = await against(POOLER);
  expect(done.stderr).toBe("");
  expect(asText(done)).toContain("gives each transaction whichever connection is free");
  expect(statements.some((sql) => /\$\d/.test(sql))).toBe(false);
  expect(done.line("block")["events"]).toBe(80);
});

it("what looks like a pooler and keeps its sessions is sent what was prepared", async () => {
  const processes = new Map<number, number>();
  const { done, statements } = await against({
    ...POOLER,
    rows: (_sql, _message, connection) => [String(connection)],
    execute: (_, sql, connection) => {
      if (sql.includes("pg_backend_pid")) processes.set(connection, (processes.get(connection) ?? 0) + 1);
      return { kind: "answer" };
    },
  });
  expect([...processes.values()]).toEqual([2, 1]);
  expect(asText(done)).toBeUndefined();
  expect(statements.some((sql) => /\$\d/.test(sql))).toBe(true);
});

it.each<[string, WireScript]>([
  [
    "lets no further session in",
    { login: (connection) => ({ kind: connection > 4 ? "silence" : "answer" }) },
  ],
  [
    "lets further sessions wait for a connection",
    { execute: (_, sql) => ({ kind: sql.includes("pg_backend_pid") ? "silence" : "answer" }) },
  ],
])("a pooler that %s holds nothing up", async (_name, script) => {
  const { done, statements } = await against({ ...POOLER, ...script, cancel: () => ({ kind: "silence" }) });
  expect(done.stderr).toBe("");
  expect(done.line("block")["events"]).toBe(80);
  expect(statements.some((sql) => /\$\d/.test(sql))).toBe(true);
});

it.each([
  ["42P05", "a statement of that name is there"],
  ["26000", "the statement is not there"],
  ["0A000", "unsupported"],
  ["42601", "syntax error"],
  ["XX000", "internal error"],
])("a server that refuses to prepare by %s: text", async (sqlstate, message) => {
  const { done } = await against({ prepare: () => ({ kind: "error", sqlstate, message }) });
  expect(done.stderr).toBe("");
  expect(done.code).toBe(0);
  expect(asText(done)).toContain(`${message} (SQLSTATE ${sqlstate})`);
  expect(done.line("block")["events"]).toBe(80);
});

/** Not every server knows BEGIN in a PREPARE: one that sends it on to its parser of simple queries is ready after it, and says no more. */
const BEGIN_IS_NOT_PREPARED: WireScript = {
  prepare: (sql) =>
    sql.startsWith("BEGIN")
      ? { kind: "bytes", bytes: Buffer.from("5a0000000549", "hex") } // ReadyForQuery, idle.
      : { kind: "answer" },
};

it("a server that is ready after a PREPARE of BEGIN, and says no more: text", async () => {
  const { done, statements } = await against(BEGIN_IS_NOT_PREPARED);
  expect(done.stderr).toBe("");
  expect(asText(done)).toContain("it was ready before it had answered all");
  expect(statements.some((sql) => /\$\d/.test(sql))).toBe(false);
  expect(done.line("block")["events"]).toBe(80);
});

it("a script that throws fails its test at once, and not for want of an answer", async () => {
  const thrown = new Error("a mistake of the test");
  const mistaken = () => {
    throw thrown;
  };
  for (const script of [{ execute: mistaken }, { received: mistaken }, { rows: mistaken }])
    await expect(against(script)).rejects.toBe(thrown);
});

it("what the server refuses as text, too, is told as it is", async () => {
  const refusal = { kind: "error", sqlstate: "42601", message: "no such word" } as const;
  const { done } = await against({ prepare: () => refusal, execute: () => refusal });
  expect(done.code).toBe(4);
  expect(done.stderr).toContain("no such word (SQLSTATE 42601)");
});

it("--pipeline cannot go as text: the refusal stays", async () => {
  const { done } = await against(
    { prepare: () => ({ kind: "error", sqlstate: "0A000", message: "unsupported" }) },
    "--pipeline",
  );
  expect(done.code).toBe(4);
});
