/** `prepare`, `create`, `load`, `cleanup` and `check` that are interrupted: they end at once, say how to go on, and leave nothing under way. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { query } from "../support/query.ts";
import { later } from "./support/later.ts";
import { type LoadResult, runLoad } from "./support/plumbline-load.ts";
import { startWireServer, type WireServer } from "./support/wire-server.ts";

let postgres: Postgres;
let databases = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres?.stop());

const newDatabase = () => postgres.createDatabase(`interrupted_${++databases}`);

const prepare = (url: string) =>
  runLoad([`--pgsql-url=${url}`, "--table-size=100", "oltp_read_write", "prepare"]);

it("stops on SIGINT, and cleanup makes place for the next prepare", async () => {
  const url = await newDatabase();
  const size = ["--tables=4", "--table-size=4000000"];
  const stopped = await runLoad(
    [`--pgsql-url=${url}`, "--output=ndjson", ...size, "oltp_read_write", "prepare"],
    {
      on: { load: (child) => child.kill("SIGINT") },
    },
  );
  expect(stopped.code).toBe(130);
  expect(stopped.line("summary")).toMatchObject({ exit_code: 130, interrupted: true });
  const cleanup = await runLoad([`--pgsql-url=${url}`, ...size, "oltp_read_write", "cleanup"]);
  expect(cleanup.code).toBe(0);
  expect(await query(url, "SELECT relname FROM pg_class WHERE relname ~ 'sbtest'")).toEqual([]);
  expect((await prepare(url)).code).toBe(0);
});

describe("Ctrl-C", () => {
  /** Runs a command while somebody holds a lock on sbtest1, and interrupts it as soon as it waits for that. */
  async function interruptWaiting(url: string, ...words: string[]): Promise<LoadResult> {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE sbtest1 IN ACCESS EXCLUSIVE MODE");
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE application_name = 'plumbline-load' AND wait_event_type = 'Lock' AND datname = current_database()";
    const done = await runLoad([`--pgsql-url=${url}`, "--output=ndjson", "--table-size=100", ...words], {
      on: {
        hello: (child) =>
          later(0, async () => {
            while ((await query(url, waiting)).length === 0) await sleep(20);
            child.kill("SIGINT");
          }),
      },
    });
    await holder.query("COMMIT");
    await holder.end();
    return done;
  }

  it.each([
    ["prepare", ["--recreate"], /interrupted while .* DROP TABLE .*sbtest1\n.*--recreate/],
    ["create", ["--recreate"], /interrupted while .* DROP TABLE .*sbtest1\n.*--recreate/],
    ["load", [], /interrupted while .* SELECT 1 FROM sbtest1 .*\n.*`create` with --recreate/],
    ["cleanup", [], /interrupted while .* DROP TABLE .*sbtest1\n.*`cleanup` again/],
    ["check", [], /interrupted while .* FROM sbtest1\n/],
  ])("ends %s that waits for a lock, and the server forgets it", async (command, args, message) => {
    const url = await newDatabase();
    await prepare(url);
    const done = await interruptWaiting(url, ...args, "oltp_read_write", command);
    expect(done.code).toBe(130);
    expect(done.line("summary")).toMatchObject({ exit_code: 130, interrupted: true });
    expect(done.stderr).toMatch(message);
    // Nothing is left on the server that would drop the table now that the lock is free.
    expect(await query(url, "SELECT count(*)::int AS rows FROM sbtest1")).toEqual([{ rows: 100 }]);
  });

  it("ends the wait for a server that accepts and stays silent", async () => {
    const server = await startWireServer({ login: () => ({ kind: "silence" }) });
    const done = await runLoad([...to(server), "oltp_read_write", "prepare"], {
      on: {
        hello: (child) =>
          later(0, async () => {
            while (server.connections === 0) await sleep(20);
            child.kill("SIGTERM");
          }),
      },
    });
    await server.stop();
    expect(done.code).toBe(130);
    expect(done.stderr).toContain("interrupted while connecting to 127.0.0.1");
  });

  it("pressed again ends it at once, though the server never answers", async () => {
    const server = await startWireServer({
      execute: (_, sql) => ({ kind: sql.startsWith("CREATE TABLE") ? "silence" : "answer" }),
    });
    const done = await runLoad([...to(server), "oltp_read_write", "prepare"], {
      on: {
        hello: (child) =>
          later(0, async () => {
            while (!server.statements.some((sql) => sql.startsWith("CREATE TABLE"))) await sleep(20);
            const before = server.connections;
            child.kill("SIGINT");
            // The request to cancel is a connection of its own.
            while (server.connections === before) await sleep(20);
            child.kill("SIGINT");
          }),
      },
    });
    await server.stop();
    expect(done.code).toBe("SIGINT");
  });

  const to = (server: WireServer) => [
    `--pgsql-url=postgres://me@127.0.0.1:${server.port}/db?sslmode=disable`,
    "--output=ndjson",
  ];
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
});

it("names the command that was interrupted, and how to repeat it", async () => {
  const url = await newDatabase();
  const size = ["--tables=2", "--table-size=4000000"];
  await runLoad([`--pgsql-url=${url}`, ...size, "oltp_read_write", "create"]);
  const stopped = await runLoad(
    [`--pgsql-url=${url}`, "--output=ndjson", ...size, "oltp_read_write", "load"],
    { on: { load: (child) => child.kill("SIGINT") } },
  );
  expect(stopped.code).toBe(130);
  expect(stopped.stderr).toContain("interrupted in phase load of load");
  expect(stopped.stderr).toContain("`create` with --recreate");
});
