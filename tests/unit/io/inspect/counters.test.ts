import { expect, it } from "vitest";
import {
  type CounterReading,
  readCounters,
  withoutCounting,
  workBetween,
} from "../../../../src/io/inspect/counters.ts";

const reading = (counts: CounterReading["counts"], more: Partial<CounterReading> = {}): CounterReading => ({
  counts,
  levels: { deadRows: 7, databaseBytes: 8192 },
  reset: "then ",
  others: 0,
  ...more,
});
const BEFORE = reading({ rowsRead: 10, walRecords: 100 });
const AFTER = reading({ rowsRead: 50, walRecords: 100 });

it("work is what grew between two readings, and what there is at the end", () => {
  expect(workBetween(BEFORE, AFTER, 20)).toEqual({
    events: 20,
    rowsRead: 40,
    walRecords: 0,
    deadRows: 7,
    databaseBytes: 8192,
  });
});

it("a counter that fell, or that was not there before, is none", () => {
  const fallen = reading({ rowsRead: 9, walRecords: 101, buffers: 3 });
  expect(workBetween(BEFORE, fallen, 20)).toEqual({
    events: 20,
    walRecords: 1,
    deadRows: 7,
    databaseBytes: 8192,
  });
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, 1.5, -1, 2 ** 60])(
  "%d, which no document may have as a count, is none",
  (value) => {
    const odd = reading(
      { rowsRead: 50, walRecords: 100 + value },
      { levels: { deadRows: value, databaseBytes: 1 } },
    );
    expect(workBetween(BEFORE, odd, 20)).toEqual({ events: 20, rowsRead: 40, databaseBytes: 1 });
  },
);

it("a count that no document knows is none", () => {
  const odd = reading({ rowsRead: 50, walRecords: 100, surprises: 1 } as CounterReading["counts"]);
  const before = reading({ rowsRead: 10, walRecords: 100, surprises: 0 } as CounterReading["counts"]);
  expect(workBetween(before, odd, 20)).toEqual(workBetween(BEFORE, AFTER, 20));
});

it.each([
  ["counters were set back", BEFORE, { ...AFTER, reset: "now " }, 20],
  ["somebody else was there at the end", BEFORE, { ...AFTER, others: 1 }, 20],
  ["somebody else was there before", { ...BEFORE, others: 1 }, AFTER, 20],
  ["no event ended", BEFORE, AFTER, 0],
])("there is none where %s", (_, before, after, events) => {
  expect(workBetween(before, after, events)).toBeUndefined();
});

/** A server whose clients are gone after so many looks; what was asked, and how long was waited, in order. */
function server(features: Readonly<{ wal: boolean; memory: boolean }>, looks: number) {
  const did: string[] = [];
  let left = looks;
  const query = async (sql: string) => {
    if (sql.includes("to_regclass")) return [features];
    if (sql.includes("pg_stat_activity")) return [{ others: left-- > 0 ? 1 : 0 }];
    const what = sql.includes("pg_stat_wal") ? "wal" : sql.includes("lsn") ? "place" : "tables";
    did.push(what);
    return [
      what === "tables" ? { reset: "r", deadRows: "0", databaseBytes: "1" } : { reset: "", walBytes: "12" },
    ];
  };
  const pause = async (ms: number) => void did.push(`${ms} ms`);
  return { did, query, pause };
}

it("waits until the clients are gone, for what they counted is handed in then", async () => {
  const { did, query, pause } = server({ wal: true, memory: true }, 2);
  const { others, counts } = await readCounters(
    query,
    { whole: true, calls: false, hasWorked: true },
    1000,
    pause,
  );
  expect({ others, counts }).toEqual({ others: 0, counts: { walBytes: 12 } });
  expect(did).toEqual(["5 ms", "5 ms", "tables", "wal"]);
});

it("waits no longer than it may, and tells who is still there", async () => {
  const { did, query, pause } = server({ wal: true, memory: true }, 100);
  expect((await readCounters(query, { whole: false, calls: false, hasWorked: true }, 10, pause)).others).toBe(
    1,
  );
  expect(did).toEqual(["5 ms", "5 ms", "tables"]);
});

it("of servers with a collector waits for it, and takes the place in the log where nothing counts WAL", async () => {
  const { did, query, pause } = server({ wal: false, memory: false }, 0);
  await readCounters(query, { whole: true, calls: false, hasWorked: false }, 1000, pause);
  await readCounters(query, { whole: true, calls: false, hasWorked: true }, 1000, pause);
  expect(did).toEqual(["tables", "place", "600 ms", "tables", "place"]);
});

/** A server that has these, with what each question about them gets. */
function having(features: Readonly<Record<string, unknown>>, calls: () => unknown[]) {
  const asked: string[] = [];
  const query = async (sql: string) => {
    asked.push(sql);
    if (sql.includes("to_regclass")) return [{ memory: true, ...features }];
    if (sql.includes("pg_stat_activity")) return [{ others: 0 }];
    if (sql.includes("pg_stat_io"))
      return [{ evictions: "3", writtenBytes: "8192", extendedBytes: "0", reset: "io" }];
    if (sql.includes("pg_stat_statements")) return calls() as Record<string, unknown>[];
    return [{ reset: "", deadRows: "0", databaseBytes: "1" }];
  };
  return { asked, query };
}

it("asks pg_stat_io in pages before 18 and in bytes from then on, and only where the server is one arm's alone", async () => {
  const scope = { whole: true, calls: false, hasWorked: false };
  const old = having({ io: true }, () => []);
  const { counts, reset } = await readCounters(old.query, scope, 0);
  expect({ counts, reset }).toEqual({
    counts: expect.objectContaining({ evictions: 3, writtenBytes: 8192, extendedBytes: 0 }),
    reset: "  io",
  });
  expect(old.asked.at(-1)).toContain("extends * op_bytes");
  const bytes = having({ io: true, ioBytes: true }, () => []);
  await readCounters(bytes.query, scope, 0);
  expect(bytes.asked.at(-1)).toContain("sum(extend_bytes)");
  const shared = having({ io: true }, () => []);
  await readCounters(shared.query, { ...scope, whole: false }, 0);
  expect(shared.asked.join()).not.toContain("FROM pg_stat_io");
});

it("asks pg_stat_statements where the connection is not counted itself, and gives up calls alone where it refuses", async () => {
  const scope = { whole: false, calls: true, hasWorked: false };
  const features = { statements: '"my stats"', statementsInfo: true };
  const has = having(features, () => [{ calls: "42", reset: "0 then" }]);
  expect(await readCounters(has.query, scope, 0)).toMatchObject({
    counts: { calls: 42 },
    callsReset: "0 then",
  });
  expect(has.asked.at(-1)).toContain('"my stats".pg_stat_statements_info');
  const counted = having(features, () => [{ calls: "42", reset: "" }]);
  expect((await readCounters(counted.query, { ...scope, calls: false }, 0)).counts).not.toHaveProperty(
    "calls",
  );
  const refusing = having(features, () => {
    throw new Error("must be loaded");
  });
  const { counts, others } = await readCounters(refusing.query, scope, 0);
  expect([counts, others]).toEqual([expect.not.objectContaining({ calls: 42 }), 0]);
});

it.each([
  ["loaded", async () => [{ set_config: "none" }], true],
  ["not loaded", async () => [], false],
  ["somebody else's to set", () => Promise.reject(new Error("permission denied")), false],
])("a connection is not counted where pg_stat_statements is: %s", async (_, query, expected) => {
  expect(await withoutCounting(query)).toBe(expected);
});

it("calls alone are none where entries made room for others", () => {
  const [before, after] = [reading({ calls: 10, rowsRead: 1 }), reading({ calls: 30, rowsRead: 2 })];
  expect(workBetween({ ...before, callsReset: "0" }, { ...after, callsReset: "0" }, 20)).toMatchObject({
    calls: 20,
  });
  const moved = workBetween({ ...before, callsReset: "0" }, { ...after, callsReset: "1" }, 20);
  expect(moved).toMatchObject({ rowsRead: 1 });
  expect(moved).not.toHaveProperty("calls");
});
