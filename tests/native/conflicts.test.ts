/** Transactions that conflict on a real server are rolled back and tried again, as PostgreSQL asks for. */
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { runLoad, total } from "./support/plumbline-load.ts";

let postgres: Postgres;
let url: string;

beforeAll(async () => {
  postgres = await startPostgres({ settings: { deadlock_timeout: "10ms" } });
  url = await postgres.createDatabase("conflicts");
  // Few rows, so that transactions of eight connections meet.
  const prepared = await runLoad([`--pgsql-url=${url}`, "--table-size=20", "oltp_write_only", "prepare"]);
  expect(prepared.code).toBe(0);
});

afterAll(() => postgres?.stop());

const run = (level: string, ...args: string[]) =>
  runLoad(
    [
      `--pgsql-url=${url}`,
      "--output=ndjson",
      "--table-size=20",
      "--threads=8",
      "--index-updates=3",
      "--delete-inserts=0",
      ...args,
      "oltp_write_only",
      "run",
    ],
    { env: { PGOPTIONS: `-c default_transaction_isolation=${level.replace(" ", "\\ ")}` } },
  );

/** Six statements: BEGIN, three UPDATEs of k, one of c, COMMIT. */
const STATEMENTS = 6;

it.each([
  ["read committed", "40P01"],
  ["repeatable read", "40001"],
  ["serializable", "40001"],
])("at %s it retries %s until every event is done", async (level, sqlstate) => {
  const done = await run(level, "--events=400", "--time=0", "--max-tries=100000");
  expect(done.code).toBe(0);
  const block = done.line("block");
  expect(block["events"]).toBe(400);
  expect(block["retries"]).toBeGreaterThan(0);
  expect(block["failures"]["events"]).toBe(0);
  expect(block["failures"]["by_sqlstate"][sqlstate]).toBeGreaterThan(0);
  const failedAttempts = Object.values<number>(block["failures"]["by_sqlstate"]).reduce((a, b) => a + b, 0);
  expect(failedAttempts).toBe(block["retries"]);
  expect(total(block["queries_committed"])).toBe(400 * STATEMENTS);
  expect(total(block["queries"])).toBeGreaterThan(400 * STATEMENTS);
  expect(done.line("summary")["accounting"]).toEqual({ started: 400, done: 400, failed: 0, abandoned: 0 });
});

it("commits each event exactly once, whatever was tried again", async () => {
  const sum = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query("SELECT sum(k)::int AS sum FROM sbtest1");
    await client.end();
    return rows[0].sum as number;
  };
  const before = await sum();
  const done = await run("repeatable read", "--events=300", "--time=0", "--max-tries=100000");
  expect(done.line("block")["retries"]).toBeGreaterThan(0);
  // Each of the three UPDATEs adds one to k.
  expect((await sum()) - before).toBe(300 * 3);
});

/** The forks and sysbench itself ignore 23505 and draw anew. */
it.each([
  { workload: "sql_inserts", compat: "yugabyte", tables: ["postgresqlkeyvalue"], rowsPerEvent: 1, small: [] },
  {
    workload: "bulk_insert",
    compat: "sysbench-1.0.20",
    // Not the 512 KiB of sysbench: keys that are there are met at once.
    small: ["--auto-inc=off", "--batch-insert-bytes=0", "--batch-insert-count=7"],
    tables: ["sbtest1", "sbtest2", "sbtest3", "sbtest4"],
    rowsPerEvent: 7,
  },
  {
    workload: "oltp_insert",
    compat: "sysbench-1.0.20",
    tables: ["sbtest1"],
    rowsPerEvent: 1,
    small: ["--auto-inc=off"],
  },
])("$workload over the keys of an earlier run passes them over with --compat=$compat", async (over) => {
  const own = await postgres.createDatabase(`again_${over.workload}`);
  const at = [
    `--pgsql-url=${own}`,
    "--output=ndjson",
    `--compat=${over.compat}`,
    "--dialect=postgres",
    ...over.small,
    "--rand-seed=5",
    "--threads=4",
  ];
  const prepared = await runLoad([...at, over.workload, "prepare"]);
  expect(prepared.stderr).toBe("");
  const first = await runLoad([...at, "--events=300", "--time=0", over.workload, "run"]);
  expect(first.line("block")).toMatchObject({ events: 300, retries: 0 });

  // More events than there are keys of the earlier run: however slow the machine is, it comes past them.
  const again = await runLoad([...at, "--events=700", "--time=0", over.workload, "run"]);
  expect(again.code).toBe(0);
  const { events, retries, failures } = again.line("block");
  expect(events).toBeGreaterThan(0);
  expect(retries).toBeGreaterThan(0);
  expect(failures["by_sqlstate"]).toEqual({ "23505": retries + failures["events"] });
  const { started, done: ended, failed } = again.line("summary")["accounting"];
  expect({ ended, failed }).toEqual({ ended: events, failed: failures["events"] });
  expect(started).toBe(ended + failed);
  expect(await rowsOf(own, over.tables)).toBe((300 + events) * over.rowsPerEvent);
});

async function rowsOf(database: string, tables: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table})`);
  const { rows } = await client.query(`SELECT (${counts.join(" + ")})::int AS rows`);
  await client.end();
  return rows[0].rows;
}

it("gives an event up after --max-tries and goes on with the next", async () => {
  const done = await run("repeatable read", "--events=300", "--time=0", "--max-tries=1");
  expect(done.code).toBe(0);
  const block = done.line("block");
  expect(block["retries"]).toBe(0);
  expect(block["failures"]["events"]).toBeGreaterThan(0);
  const { started, done: ended, failed } = done.line("summary")["accounting"];
  expect(started).toBe(ended + failed);
  expect(failed).toBe(block["failures"]["events"]);
});
