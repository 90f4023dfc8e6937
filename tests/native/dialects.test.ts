/**
 * Each dialect from prepare to cleanup, against a stand-in that answers as the system's own sources say (tests/support/stand-ins.ts),
 * and with a conflict in every statement once.
 */
import { afterEach, describe, expect, it } from "vitest";
import {
  type StandIn,
  type StandInOptions,
  SYSTEMS,
  type System,
  startStandIn,
} from "../support/stand-ins.ts";
import { type LoadResult, runLoad } from "./support/plumbline-load.ts";

const standIns: StandIn[] = [];
afterEach(async () => {
  for (const standIn of standIns.splice(0)) await standIn.stop();
});

async function start(system: System, options?: StandInOptions): Promise<StandIn> {
  const standIn = await startStandIn(system, options);
  standIns.push(standIn);
  return standIn;
}

const load = (standIn: StandIn, ...args: string[]): Promise<LoadResult> =>
  runLoad([`--pgsql-url=${standIn.url}`, "--output=ndjson", "--rand-seed=5", "--placement=free", ...args]);

async function succeed(standIn: StandIn, ...args: string[]): Promise<LoadResult> {
  const done = await load(standIn, ...args);
  expect({ args, stderr: done.stderr, code: done.code }).toEqual({ args, stderr: "", code: 0 });
  return done;
}

/** An event may meet the conflict of each of its statements, one after the other. */
const RUN = ["--time=0", "--events=24", "--threads=2", "--max-tries=40"];

/** RisingWave has no transactions that write. */
const singly = (system: System) => (system === "risingwave" ? ["--skip-trx"] : []);

type Case = Readonly<{ tables: readonly string[]; runs: (system: System) => readonly (readonly string[])[] }>;

const SBTEST: Case = {
  tables: ["--tables=3", "--table-size=50", "--create-covered-secondary", "oltp_read_write"],
  runs: (system) => [
    [...singly(system), "oltp_read_write"],
    ["oltp_read_only"],
    ["--random-points=3", "select_random_points"],
    ["oltp_sequential_scan"],
  ],
};
const CASES: Readonly<Record<string, Case>> = {
  sbtest: SBTEST,
  kv: {
    tables: ["--insert-count=40", "--secondary-index", "--batch=3", "kv"],
    runs: (system) => [
      [
        "--read-percent=50",
        "--del-percent=10",
        "--span-percent=10",
        "--span-limit=5",
        ...(system === "cockroachdb" ? ["--follower-read-percent=50"] : []),
        "kv",
      ],
    ],
  },
  sql_inserts: {
    tables: ["--max-written-key=30", "sql_inserts"],
    runs: () => [["--read-percent=50", "--upsert", "sql_inserts"]],
  },
  ycsb: {
    tables: ["--record-count=40", "--field-count=3", "ycsb_a"],
    runs: (system) => [
      ["ycsb_a"],
      ["ycsb_d"],
      ["ycsb_e"],
      [...(system === "risingwave" ? [] : ["--rmw-transaction"]), "ycsb_f"],
    ],
  },
  bulk_insert: {
    tables: ["--threads=2", "bulk_insert"],
    runs: () => [["--batch-insert-count=5", "bulk_insert"]],
  },
};

describe.each(SYSTEMS)("%s", (system) => {
  it.each(Object.keys(CASES))("%s from prepare to cleanup", async (name) => {
    const standIn = await start(system, { isContended: true });
    const { tables, runs } = CASES[name]!;
    const options = tables.slice(0, -1);
    const workload = tables.at(-1)!;
    const ours = [...options, `--dialect=${system}`, ...(workload.startsWith("oltp") ? singly(system) : [])];
    await succeed(standIn, ...ours, "--threads=2", workload, "prepare");
    await succeed(standIn, ...ours, "--threads=2", workload, "check");
    for (const run of runs(system)) {
      standIn.contendAgain();
      const done = await succeed(standIn, ...ours, ...RUN, ...run, "run");
      const { events, failures, retries } = done.line("block");
      expect({ run, events, failed: failures.events }).toEqual({ run, events: 24, failed: 0 });
      if (system !== "risingwave") expect(retries).toBeGreaterThan(0);
    }
    await succeed(standIn, ...ours, "--threads=2", workload, "cleanup");
    expect(standIn.rows()).toEqual({});
    expect(standIn.scans).toEqual([]);
    expect(standIn.ddlConflicts()).toBe(0);
    // A young table has no past yet: that is waited for.
    const isAwaited = (sql: string) =>
      system === "cockroachdb" && sql.includes("follower_read_timestamp() LIMIT 1");
    expect(standIn.refused.filter((sql) => !isAwaited(sql))).toEqual([]);
  });

  it("without tables, and with those of somebody else, the way out is named", async () => {
    const standIn = await start(system);
    const dialect = `--dialect=${system}`;
    const missing = await load(standIn, dialect, ...RUN, "oltp_point_select", "run");
    expect(missing.code).toBe(3);
    expect(missing.stderr).toContain("run `prepare` first");
    await succeed(standIn, dialect, "--table-size=10", "oltp_point_select", "prepare");
    const again = await load(standIn, dialect, "--table-size=10", "oltp_point_select", "prepare");
    expect(again.code).toBe(3);
    expect(again.stderr).toContain("run `cleanup` first");
    expect(standIn.rows()).toEqual({ sbtest1: 10 });
  });
});

describe("tpcc", () => {
  const TABLES = ["history", "new_order", "order_line", "orders", "customer"];

  it.each(["postgres", "yugabytedb", "cockroachdb"] as const)(
    "%s from prepare to cleanup",
    async (system) => {
      const standIn = await start(system, { isContended: true });
      // COPY for all, for one warehouse is 600,000 rows.
      const ours = [`--dialect=${system}`, "--threads=2"];
      await succeed(standIn, ...ours, "--load-method=copy-text", "tpcc", "prepare");
      expect(standIn.rows()).toMatchObject({ warehouse: 1, district: 10, customer: 30_000, item: 100_000 });
      expect(Object.keys(standIn.rows())).toEqual(expect.arrayContaining(TABLES));
      await succeed(standIn, ...ours, "tpcc", "check");
      for (const more of [[], ["--db-ps-mode=disable"], ["--delivery=deferred"]]) {
        standIn.contendAgain();
        const done = await succeed(standIn, ...ours, ...RUN, "--weights=1,1,1,1,1", ...more, "tpcc", "run");
        const { events, failures, retries, event_kinds } = done.line("block");
        expect({ more, events, failed: failures.events }).toEqual({ more, events: 24, failed: 0 });
        expect(retries).toBeGreaterThan(20);
        const kinds = event_kinds.filter(({ count }: { count: number }) => count > 0);
        expect(kinds).toHaveLength(more.includes("--delivery=deferred") ? 6 : 5);
      }
      await succeed(standIn, ...ours, "tpcc", "cleanup");
      expect(standIn.rows()).toEqual({});
      expect(standIn.ddlConflicts()).toBe(0);
      expect(standIn.refused).toEqual([]);
    },
  );

  it.each(["prepare", "run", "check"])("risingwave refuses to %s, with the reason", async (command) => {
    const standIn = await start("risingwave");
    const done = await load(standIn, "--dialect=risingwave", "tpcc", command);
    expect(done.code).toBe(2);
    expect(done.stderr).toMatch(/tpcc needs transactions that write, which RisingWave does not have: /);
    expect(standIn.statements).toEqual([]);
  });
});

describe("the stand-ins refuse what their systems refuse", () => {
  it("RisingWave: int8 in an IN list scans, LIMIT has no parameter, and COPY no handler", async () => {
    const standIn = await start("risingwave");
    const dialect = "--dialect=risingwave";
    await succeed(standIn, dialect, "--table-size=10", "oltp_point_select", "prepare");
    await succeed(standIn, dialect, ...RUN, "--integer-type=int8", "select_random_points", "run");
    expect(standIn.scans).toHaveLength(2);
    const other = await load(standIn, ...RUN, "oltp_sequential_scan", "run");
    expect(other.line("summary")["warnings"]).toContainEqual(
      expect.objectContaining({ code: "sent-as-text", message: expect.stringContaining("after LIMIT") }),
    );
    const copied = await load(
      standIn,
      "--load-method=copy-text",
      "--skip-ddl",
      "oltp_point_select",
      "prepare",
    );
    expect(copied.code).not.toBe(0);
  });

  it("YugabyteDB: DDL side by side conflicts, and conflicts are told with their statement", async () => {
    const standIn = await start("yugabytedb");
    const four = ["--tables=4", "--table-size=10", "--threads=4", "oltp_point_select"];
    // As for PostgreSQL, whose tables are indexed side by side.
    await load(standIn, "--dialect=postgres", ...four, "prepare");
    expect(standIn.ddlConflicts()).toBeGreaterThan(0);
  });

  it("CockroachDB: no key in an index, no sequence, no bare ANALYZE", async () => {
    const standIn = await start("cockroachdb");
    const done = await load(
      standIn,
      "--dialect=postgres",
      "--load-method=insert",
      "--index-timing=key-first",
      "--table-size=10",
      "--create-covered-secondary",
      "oltp_point_select",
      "prepare",
    );
    expect(done.stderr).toMatch(
      /CREATE INDEX ck_1 ON sbtest1 .*already contains column "id" \(SQLSTATE 42701\)/,
    );
  });
});
