import { expect, it } from "vitest";
import { type Reading, readCounters, workBetween } from "../../../src/observe/counters.ts";

const reading = (counts: Reading["counts"], more: Partial<Reading> = {}): Reading => ({
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
  const { others, counts } = await readCounters(query, { wal: true, hasWorked: true }, 1000, pause);
  expect({ others, counts }).toEqual({ others: 0, counts: { walBytes: 12 } });
  expect(did).toEqual(["5 ms", "5 ms", "tables", "wal"]);
});

it("waits no longer than it may, and tells who is still there", async () => {
  const { did, query, pause } = server({ wal: true, memory: true }, 100);
  expect((await readCounters(query, { wal: false, hasWorked: true }, 10, pause)).others).toBe(1);
  expect(did).toEqual(["5 ms", "5 ms", "tables"]);
});

it("of servers with a collector waits for it, and takes the place in the log where nothing counts WAL", async () => {
  const { did, query, pause } = server({ wal: false, memory: false }, 0);
  await readCounters(query, { wal: true, hasWorked: false }, 1000, pause);
  await readCounters(query, { wal: true, hasWorked: true }, 1000, pause);
  expect(did).toEqual(["tables", "place", "600 ms", "tables", "place"]);
});
