/** Counters of a server: read before and after a load, and never while it is timed. */
import { setTimeout as sleep } from "node:timers/promises";
import { Work } from "../../model/work.ts";
import type { Query } from "./locks.ts";

/** Counters at one moment. A counter that the server does not have is absent. */
export type CounterReading = Readonly<{
  /** Counters that grow: the difference of two readings is what was done between them. */
  counts: Counts;
  /** Levels: the present value counts, and no difference. */
  levels: Pick<Work, "deadRows" | "databaseBytes">;
  /** Times at which counters were last set back to 0, as the server prints them. */
  reset: string;
  /** Likewise for calls alone. */
  callsReset?: string;
  /** Client connections to this database, without ours. */
  others: number;
}>;

type Counts = Readonly<
  Partial<Record<Exclude<keyof Work, "events" | "deadRows" | "databaseBytes" | "memoryBytes">, number>>
>;

export type CounterScope = Readonly<{
  /** WAL and the numbers of pg_stat_io are counted for the whole server: only if nothing else works on it. */
  whole: boolean;
  /** Counts calls: only if `withoutCounting` returned true. */
  calls: boolean;
  /** A load has just left: servers with a collector write its counts down with delay. */
  hasWorked: boolean;
}>;

/** Counts users' tables alone: what a new connection reads of the catalogue would count to the events otherwise. */
const TABLES = `
  SELECT d.temp_bytes AS "tempBytes", d.deadlocks, coalesce(d.stats_reset::text, '') AS reset, t.*,
    t.scanned + i.entries AS "rowsRead", b.*, pg_database_size(d.datid) AS "databaseBytes"
  FROM pg_stat_database d,
    (SELECT coalesce(sum(seq_tup_read), 0) AS scanned, coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) AS "rowsWritten",
       coalesce(sum(n_tup_upd), 0) AS "rowsUpdated", coalesce(sum(n_tup_hot_upd), 0) AS "hotUpdates",
       coalesce(sum(n_dead_tup), 0) AS "deadRows" FROM pg_stat_user_tables) t,
    (SELECT coalesce(sum(idx_tup_read), 0) AS entries FROM pg_stat_user_indexes) i,
    (SELECT coalesce(sum(reads), 0) AS reads, coalesce(sum(reads + hits), 0) AS buffers FROM pg_statio_user_tables,
       LATERAL (SELECT coalesce(heap_blks_read, 0) + coalesce(idx_blks_read, 0) + coalesce(toast_blks_read, 0)
                  + coalesce(tidx_blks_read, 0) AS reads,
                coalesce(heap_blks_hit, 0) + coalesce(idx_blks_hit, 0) + coalesce(toast_blks_hit, 0)
                  + coalesce(tidx_blks_hit, 0) AS hits) sums) b
  WHERE d.datname = current_database()`;

/** WAL of PostgreSQL 14 and later. Before 14, the place in the log gives the bytes, with up to 5 % of page headers in it. */
const WAL = `SELECT wal_records AS "walRecords", wal_bytes AS "walBytes", coalesce(stats_reset::text, '') AS reset FROM pg_stat_wal`;
const WAL_PLACE = `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS "walBytes", '' AS reset`;

/**
 * I/O of clients' connections. Reading the catalogue, as every connection does, is a matter of hits; reads are counted by table above.
 * PostgreSQL 18 and later count bytes, earlier versions pages.
 */
const IO = (bytes: boolean) => `
  SELECT coalesce(sum(evictions), 0) AS evictions,
    coalesce(sum(${bytes ? "write_bytes" : "writes * op_bytes"}), 0) AS "writtenBytes",
    coalesce(sum(${bytes ? "extend_bytes" : "extends * op_bytes"}), 0) AS "extendedBytes",
    coalesce(max(stats_reset)::text, '') AS reset
  FROM pg_stat_io WHERE backend_type = 'client backend' AND object = 'relation'`;

/** @returns true if pg_stat_statements is loaded, and does not count what this connection asks from now on */
export async function withoutCounting(query: Query): Promise<boolean> {
  return ((await askOrNull(query, UNCOUNTED)) ?? []).length > 0;
}

const UNCOUNTED = `SELECT set_config('pg_stat_statements.track', 'none', false)
  WHERE current_setting('pg_stat_statements.max', true) IS NOT NULL`;
/** Calls in this database. An entry that makes room for another takes its calls along, which 14 and later report, as they do a reset. */
const CALLS = (schema: string, hasInfo: boolean) => `
  SELECT coalesce(sum(calls), 0) AS calls, ${hasInfo ? `(SELECT dealloc || ' ' || stats_reset FROM ${schema}.pg_stat_statements_info)` : "''"} AS reset
  FROM ${schema}.pg_stat_statements(false) WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** A user without pg_read_all_stats sees only that a connection is there, and counts it as a client. */
const CLIENTS = `SELECT count(*)::int AS others FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND coalesce(backend_type, 'client backend') = 'client backend'`;

/**
 * Waits for the end of the load's connections: a backend hands in what it counted when it ends, and an idle one up to 10 s late.
 * @param patienceMs for the clients of the load that has ended; those that are still there then are counted in `others`
 * @throws what the server says
 */
export async function readCounters(
  query: Query,
  scope: CounterScope,
  patienceMs: number,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<CounterReading> {
  const has = await catalogue(query);
  const others = await clientsAfter(query, patienceMs, pause);
  // 13 and 14 have a collector, which writes down what it received at most every half a second.
  if (scope.hasWorked && !has.memory) await pause(COLLECTOR_MS);
  const [tables] = await query(TABLES);
  const [wal] = scope.whole ? await query(has.wal ? WAL : WAL_PLACE) : [];
  const [io] = scope.whole && has.io ? await query(IO(has.ioBytes)) : [];
  const isCalled = scope.calls && has.statements !== null;
  const [calls] = (isCalled && (await askOrNull(query, CALLS(has.statements!, has.statementsInfo)))) || [];
  const { reset, scanned: _, deadRows, databaseBytes, ...counts } = numbers(tables);
  const { reset: callsReset, ...ownCalls } = numbers(calls);
  const whole = [wal, io].map(numbers);
  return {
    counts: Object.assign(counts, ownCalls, ...whole.map(({ reset: __, ...own }) => own)),
    levels: { deadRows: Number(deadRows), databaseBytes: Number(databaseBytes) },
    reset: [reset, ...whole.map((each) => each.reset)].join(" "),
    callsReset,
    others,
  };
}

/** Asks what not every user may ask, and not every version has: null if the server refuses. */
async function askOrNull(query: Query, sql: string): Promise<Awaited<ReturnType<Query>> | null> {
  return await query(sql).catch(() => null);
}

const COLLECTOR_MS = 600;
const POLL_MS = 5;

type Catalogue = Readonly<{
  wal: boolean;
  memory: boolean;
  io: boolean;
  ioBytes: boolean;
  /** The schema that pg_stat_statements is in, quoted; null where the database has it not. */
  statements: string | null;
  statementsInfo: boolean;
}>;

/** Looks into the catalogue, not at the version: products that call themselves PostgreSQL have some of it. */
async function catalogue(query: Query): Promise<Catalogue> {
  const [row] = await query(
    `SELECT to_regclass('pg_catalog.pg_stat_wal') IS NOT NULL AS wal,
       current_setting('stats_fetch_consistency', true) IS NOT NULL AS memory,
       to_regclass('pg_catalog.pg_stat_io') IS NOT NULL AS io,
       EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('pg_catalog.pg_stat_io') AND attname = 'extend_bytes') AS "ioBytes",
       (SELECT quote_ident(nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = extnamespace
          WHERE extname = 'pg_stat_statements') AS statements,
       EXISTS (SELECT FROM pg_proc JOIN pg_extension ON pronamespace = extnamespace
          WHERE extname = 'pg_stat_statements' AND proname = 'pg_stat_statements_info') AS "statementsInfo"`,
  );
  const schema = row?.["statements"];
  const has = (name: string) => row?.[name] === true;
  return {
    wal: has("wal"),
    memory: has("memory"),
    io: has("io"),
    ioBytes: has("ioBytes"),
    statements: typeof schema === "string" ? schema : null,
    statementsInfo: has("statementsInfo"),
  };
}

async function clientsAfter(
  query: Query,
  patienceMs: number,
  pause: (ms: number) => Promise<unknown>,
): Promise<number> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const [row] = await query(CLIENTS);
    const others = Number(row?.["others"]);
    if (others === 0 || waitedMs >= patienceMs) return others;
    await pause(POLL_MS);
  }
}

/** Numbers of 64 bits and sums come as text. */
function numbers(row: Readonly<Record<string, unknown>> = {}) {
  const { reset, ...rest } = row;
  const values = Object.entries(rest).map(([name, value]) => [name, Number(value)] as const);
  return { ...Object.fromEntries(values), reset: typeof reset === "string" ? reset : "" } as Record<
    string,
    number
  > & {
    reset: string;
  };
}

/** True if a document may have the value: a server of another product may report anything. */
function isCount([name, value]: readonly [string, number | undefined]): boolean {
  return Work.safeParse({ events: 1, [name]: value }).success;
}

/**
 * Returns the work that was done between two readings.
 * @param events that ended between them
 * @returns undefined if it is not known: others were there, counters were set back or a crash emptied them, nothing was done
 */
export function workBetween(before: CounterReading, after: CounterReading, events: number): Work | undefined {
  if (before.others > 0 || after.others > 0 || before.reset !== after.reset || events === 0) return undefined;
  const names = Object.keys(after.counts) as (keyof Counts)[];
  const grown = names.map(
    (name) => [name, after.counts[name]! - (before.counts[name] ?? Number.NaN)] as const,
  );
  // A table that is dropped or emptied takes its counts along.
  const known = grown.filter(([name]) => name !== "calls" || before.callsReset === after.callsReset);
  const levels = Object.entries(after.levels);
  return { events, ...Object.fromEntries([...known, ...levels].filter(isCount)) };
}
