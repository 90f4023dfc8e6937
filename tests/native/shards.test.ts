/**
 * Several machines: two processes with --shard=1/2 and 2/2 and one --start-at on one server, as two machines would, and
 * what `plumbline shard` makes of their lines.
 */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeHistogram, type Histogram } from "../../src/analysis/samples/histogram.ts";
import { mergeLines } from "../../src/analysis/samples/merge-lines.ts";
import { sessionsFromLines } from "../../src/analysis/samples/session.ts";
import type { Session } from "../../src/model/run.ts";
import { CATALOG } from "../support/describe.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { settled } from "../support/settled.ts";
import { type Line, type LoadResult, runLoad } from "./support/plumbline-load.ts";

const ROWS = 2001; // An odd number: the shards' parts differ by one row.
/** Until both are connected; a slow machine has more in the next attempt. */
const START_AHEAD_MS = 2_000;

let postgres: Postgres;
let url: string;

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase("shards");
  const done = await runLoad([`--pgsql-url=${url}`, `--table-size=${ROWS}`, "oltp_read_write", "prepare"]);
  expect(done.stderr).toBe("");
  await query("CREATE ROLE shard_1 SUPERUSER LOGIN; CREATE ROLE shard_2 SUPERUSER LOGIN");
  // The server itself says who wrote what, and when.
  await query("CREATE TABLE touched (who name, id int, at timestamptz)");
  await query(`CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO touched VALUES (session_user, NEW.id, clock_timestamp()); RETURN NULL; END $$`);
  await query("CREATE TRIGGER touch AFTER UPDATE ON sbtest1 FOR EACH ROW EXECUTE FUNCTION touch()");
});

afterAll(async () => {
  await postgres?.stop();
});

async function query<Row extends pg.QueryResultRow>(sql: string, database = url): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Both at once; each is known to the server by a user of its own. */
function runShards(workload: string, ...args: string[]): Promise<LoadResult[]> {
  return Promise.all(
    [1, 2].map((shard) => {
      const own = new URL(url);
      own.username = `shard_${shard}`;
      return runLoad([
        `--pgsql-url=${own.href}`,
        `--shard=${shard}/2`,
        "--rand-seed=11",
        "--threads=3",
        "--output=ndjson",
        ...args,
        workload,
        "run",
      ]);
    }),
  );
}

const PASSING = CATALOG.options.filter(({ shapes }) => shapes === "neither").map(({ name }) => name);

/** One session of these lines. */
function sessionOf(lines: readonly string[]): Session {
  return sessionsFromLines(lines, { index: 0, fresh: [false], passing: PASSING }).sessions[0]!;
}

const linesOf = (done: LoadResult) => done.stdout.split("\n").filter(Boolean);

const blockOf = (done: LoadResult): Line => done.line("block");

const byValue = ([a]: readonly [number, number], [b]: readonly [number, number]) => a - b;

/** What the library's histogram has beside its public interface. */
type Buckets = Readonly<{
  countsArrayLength: number;
  getCountAtIndex: (index: number) => number;
  valueFromIndex: (index: number) => number;
}>;

/** Every bucket that holds something, by its value. */
function bucketsOf(histogram: Histogram): ReadonlyMap<number, number> {
  const buckets = histogram as unknown as Buckets;
  const found = new Map<number, number>();
  for (let at = 0; at < buckets.countsArrayLength; at++) {
    const count = buckets.getCountAtIndex(at);
    if (count > 0) found.set(buckets.valueFromIndex(at), count);
  }
  return found;
}

describe("two shards with one --start-at", () => {
  let shards: LoadResult[];
  let startAt: number;

  beforeAll(async () => {
    const isLate = (done: LoadResult) =>
      done.line("summary")["warnings"].some((warning: Line) => warning["code"] === "started-late");
    shards = await settled(
      async (attempt) => {
        await query("TRUNCATE touched");
        startAt = Math.ceil(Date.now() + START_AHEAD_MS * 4 ** (attempt - 1)) / 1_000;
        return await runShards(
          "oltp_update_non_index",
          `--start-at=${startAt}`,
          `--table-size=${ROWS}`,
          "--rate=300",
          "--arrivals=fixed",
          "--time=2",
        );
      },
      (found) => !found.some(isLate),
    );
  });

  it("end well", () => {
    for (const done of shards)
      expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("share --rate", () => {
    const offered = shards.map((done) => blockOf(done)["offered"]);
    expect(offered[0] + offered[1]).toBe(600);
    expect(Math.abs(offered[0] - offered[1])).toBeLessThanOrEqual(1);
    for (const done of shards) {
      const { events, failures, unstarted, offered: planned } = blockOf(done);
      expect(events + failures.events + unstarted).toBe(planned);
    }
  });

  it("write rows of their own part alone", async () => {
    const parts = await query<{ who: string; first: number; last: number; writes: number }>(
      "SELECT who, min(id) AS first, max(id) AS last, count(*)::int AS writes FROM touched GROUP BY who ORDER BY who",
    );
    expect(parts.map((part) => part.who)).toEqual(["shard_1", "shard_2"]);
    expect(parts[0]!.first).toBeGreaterThanOrEqual(1);
    expect(parts[0]!.last).toBeLessThan(parts[1]!.first);
    expect(parts[1]!.last).toBeLessThanOrEqual(ROWS);
    // Half of the rows each, and nearly to the ends of both halves.
    expect(parts[0]!.last).toBeLessThanOrEqual(1001);
    expect(parts[1]!.first).toBeGreaterThanOrEqual(1000);
    expect(parts.map((part) => part.writes)).toEqual(shards.map((done) => blockOf(done)["events"]));
  });

  it("send nothing before that moment", async () => {
    const [early] = await query<{ count: number }>(
      `SELECT count(*)::int AS count FROM touched WHERE at < to_timestamp(${startAt})`,
    );
    expect(early!.count).toBe(0);
  });

  it("are added up, each bucket of the histograms and each count", async () => {
    const streams = shards.map((done, at) => ({ name: `index ${at}`, lines: linesOf(done) }));
    const merged = sessionOf(mergeLines(streams, true).lines);
    const parts = streams.map(({ lines }) => sessionOf(lines));
    const sum = (of: (session: Session) => number) => of(parts[0]!) + of(parts[1]!);
    for (const of of [
      (session: Session) => session.events,
      (session: Session) => session.queries.write,
      (session: Session) => session.committedQueries,
      (session: Session) => session.latency.count,
      (session: Session) => session.latency.sumNs,
      (session: Session) => session.openLoop!.offered,
      (session: Session) => session.openLoop!.service.count,
    ])
      expect(of(merged)).toBe(sum(of));
    expect(merged.openLoop!.offeredPerSecond).toBeCloseTo(300, 6);
    const [touched] = await query<{ count: number }>("SELECT count(*)::int AS count FROM touched");
    expect(merged.events).toBe(touched!.count);

    const histogram = decodeHistogram(merged.latency.histogram);
    expect(histogram.total).toBe(touched!.count);
    const added = new Map<number, number>();
    for (const part of parts)
      for (const [value, count] of bucketsOf(decodeHistogram(part.latency.histogram)))
        added.set(value, (added.get(value) ?? 0) + count);
    expect([...bucketsOf(histogram)].sort(byValue)).toEqual([...added].sort(byValue));
  });
});

describe("two shards that make keys", () => {
  it("never make the same", async () => {
    await query("CREATE TABLE kv (k bigint NOT NULL PRIMARY KEY, v bytea NOT NULL)");
    const shards = await runShards("kv", "--sequential", "--events=1001", "--time=0");
    const events = shards.map((done) => blockOf(done)["events"]);
    expect(events[0] + events[1]).toBe(1001);
    const [kv] = await query<{ rows: number }>("SELECT count(*)::int AS rows FROM kv");
    expect(kv!.rows).toBe(1001); // An upsert of a key that is there makes no row.
  });
});

describe("two shards with a table for each connection", () => {
  // A worker for each connection, so that each connection has an equal part of --events.
  const BULK = ["--threads=3", "--workers=3", "--batch-insert-count=5"];

  it("find the tables of both once prepare knows how many shards there are", async () => {
    const own = await postgres.createDatabase("bulk");
    const once = (command: string) =>
      runLoad([`--pgsql-url=${own}`, "--shard=1/2", ...BULK, "bulk_insert", command]);
    expect(await once("prepare")).toMatchObject({ code: 0, stderr: "" });
    const shards = await runShards("bulk_insert", `--pgsql-url=${own}`, ...BULK, "--events=60", "--time=0");
    for (const done of shards)
      expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: "" });
    const tables = [1, 2, 3, 4, 5, 6].map((table) => `(SELECT count(*) FROM sbtest${table})::int`);
    const [filled] = await query<{ rows: number[] }>(`SELECT ARRAY[${tables.join(", ")}] AS rows`, own);
    expect(filled!.rows).toEqual([50, 50, 50, 50, 50, 50]);
    expect(await once("cleanup")).toMatchObject({ code: 0, stderr: "" });
    const [left] = await query<{ tables: number }>(
      "SELECT count(*)::int AS tables FROM pg_class WHERE relname LIKE 'sbtest%' AND relkind = 'r'",
      own,
    );
    expect(left!.tables).toBe(0);
  });

  it("are told how to prepare them", async () => {
    const own = await postgres.createDatabase("bulk_of_one");
    await runLoad([`--pgsql-url=${own}`, ...BULK, "bulk_insert", "prepare"]);
    const [one, two] = await runShards(
      "bulk_insert",
      `--pgsql-url=${own}`,
      ...BULK,
      "--events=60",
      "--time=0",
    );
    expect(one!.code).toBe(0);
    expect(two!.code).toBe(3);
    expect(two!.linesOf("error").at(-1)).toMatchObject({
      sqlstate: "42P01",
      hint: expect.stringMatching(/`prepare`.*the same --threads and --shard/),
    });
  });
});

describe("--start-at", () => {
  const run = (...args: string[]) =>
    runLoad([
      `--pgsql-url=${url}`,
      "--output=ndjson",
      "--events=5",
      "--time=0",
      `--table-size=${ROWS}`,
      ...args,
      "oltp_point_select",
      "run",
    ]);

  it.each([
    ["that has passed", -60, /was .* s ago/],
    ["more than a day ahead", 100_000, /days from now/],
  ])("%s is refused, with how to get it right", async (_, seconds, cause) => {
    const done = await run(`--start-at=${Math.round(Date.now() / 1_000 + seconds)}`);
    expect(done.code).toBe(2);
    expect(done.stderr).toMatch(cause);
    expect(done.stderr).toMatch(/hint: .*date -d/);
  });

  it("tells when its first event could begin, however late it gets to tell it", async () => {
    const done = await run(
      `--start-at=${(Date.now() + 3_000) / 1_000}`,
      `--against=${url}`,
      "--time=1",
      "--events=0",
    );
    expect(done.stderr).toBe("");
    const began = done.linesOf("progress").find((line) => line["phase"] === "measure");
    expect(began!["at_ns"]).toBeLessThanOrEqual(done.linesOf("slice")[0]!["start_ns"]);
  });

  it("is told to be missed by a machine that is connected later", async () => {
    // Twelve connections, four a second: twice the time that there is. Where the program itself starts later, it is all longer.
    const late = await settled(
      (attempt) => {
        const factor = 4 ** (attempt - 1);
        const at = (Date.now() + 1_500 * factor) / 1_000;
        return run(`--start-at=${at}`, `--threads=${12 * factor}`, "--connect-rate=4");
      },
      ({ code }) => code === 0,
    );
    expect(late.code).toBe(0);
    const codes = late.line("summary")["warnings"].map((warning: Line) => warning["code"]);
    expect(codes).toContain("started-late");
  });
});
