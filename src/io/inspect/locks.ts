/** Looks at a server's locks at a fixed rate, on a connection that does nothing else. */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Backend, LockSample } from "../../analysis/samples/lock-waits.ts";
import type { TableLock } from "../../model/migration.ts";

/** Runs a statement on a connection to the database whose tables are observed. */
export type Query = (sql: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;

/**
 * 20 looks a second: a wait of a tenth of a second is seen. A look takes 0.1 to 0.5 ms of the server's CPU, the more where many wait:
 * pg_blocking_pids() is asked for those alone, since it holds up the lock manager.
 */
export const LOOKS_PER_SECOND = 20;

/** Most characters of a statement to show. */
const STATEMENT_MOST = 300;

/** Application name that plumbline-load gives, unless the connection names another. */
const LOAD = "plumbline-load";

/**
 * One statement with the fields `waiting`, `held` and `backends`, because locks come and go. Tables are named as this database knows them,
 * other locks by type. `pg_locks.waitstart` came with PostgreSQL 14.
 */
function lookSql(hasWaitStart: boolean): string {
  const waited = hasWaitStart
    ? "extract(epoch FROM clock_timestamp() - waitstart) * 1e9"
    : "NULL::double precision";
  return `
WITH waiting AS MATERIALIZED (
  SELECT pid, mode, coalesce(relation::regclass::text, locktype) AS on, relation, ${waited} AS waited,
         pg_blocking_pids(pid) AS blockers
  FROM pg_locks WHERE NOT granted AND pid IS NOT NULL
    AND coalesce(database, 0) IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))),
involved AS (SELECT pid FROM waiting UNION SELECT unnest(blockers) FROM waiting)
SELECT (SELECT json_agg(json_build_object('pid', pid, 'mode', mode, 'on', "on", 'waited', waited, 'blockers', blockers))
        FROM waiting) AS waiting,
       (SELECT json_agg(DISTINCT jsonb_build_object('pid', pid, 'mode', mode, 'on', relation::regclass::text))
        FROM pg_locks WHERE granted AND relation IN (SELECT relation FROM waiting)
          AND pid IN (SELECT pid FROM involved)) AS held,
       (SELECT json_agg(json_build_object('pid', a.pid, 'application', a.application_name, 'state', a.state,
          'query', left(a.query, ${STATEMENT_MOST}), 'isNew', coalesce(a.backend_start >= $1::timestamptz, false)))
        FROM pg_stat_activity a WHERE a.pid IN (SELECT pid FROM involved)) AS backends`;
}

/** Locks on tables that a process holds in its open transaction. */
export async function heldLocks(query: Query, pid: number): Promise<readonly TableLock[]> {
  const rows = await query(
    `SELECT l.relation::regclass::text AS on, l.mode FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
     WHERE l.granted AND l.pid = $1 AND c.relkind IN ('r', 'p', 'm') AND c.relnamespace <> 'pg_catalog'::regnamespace
     ORDER BY 1, 2`,
    [pid],
  );
  return rows.map(({ on, mode }) => ({ on: String(on), mode: String(mode) }));
}

export class LockSampler {
  readonly #query: Query;
  readonly #looks: LockSample[] = [];
  readonly #end = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(query: Query) {
    this.#query = query;
  }

  /**
   * Begins to look. Every connection that opens from now on and is not the load counts as the migration: tools may open several.
   * @throws the connection's error if looking is impossible
   */
  async start(): Promise<void> {
    const [row] = await this.#query(
      "SELECT current_setting('server_version_num')::int AS version, clock_timestamp()::text AS now",
    );
    const sql = lookSql(Number(row?.["version"]) >= 140_000);
    const begun = String(row?.["now"]);
    this.#running = this.#look(sql, begun);
    // The caller of stop() gets the error.
    this.#running.catch(() => undefined);
  }

  /** @returns every look that saw a waiting connection @throws the error that ended the looking early */
  async stop(): Promise<readonly LockSample[]> {
    this.#end.abort();
    await this.#running;
    return this.#looks;
  }

  async #look(sql: string, begun: string): Promise<void> {
    const started = performance.now();
    const stepMs = 1000 / LOOKS_PER_SECOND;
    while (!this.#end.signal.aborted) {
      const [row] = await this.#query(sql, [begun]);
      const atNs = Math.round((performance.now() - started) * 1e6);
      const look = readSample(row, atNs);
      if (look !== null) this.#looks.push(look);
      const sinceMs = performance.now() - started;
      await sleep(stepMs - (sinceMs % stepMs), undefined, { signal: this.#end.signal }).catch(
        () => undefined,
      );
    }
  }
}

const Row = z.object({
  waiting: z.array(
    z.object({
      pid: z.number(),
      mode: z.string(),
      on: z.string(),
      waited: z.number().nullable(),
      blockers: z.array(z.number()),
    }),
  ),
  held: z.array(z.object({ pid: z.number(), mode: z.string(), on: z.string() })).nullable(),
  backends: z
    .array(
      z.object({
        pid: z.number(),
        application: z.string().nullable(),
        state: z.string().nullable(),
        query: z.string().nullable(),
        isNew: z.boolean(),
      }),
    )
    .nullable(),
});

/** Returns null if no connection waits, or if the answer does not have PostgreSQL's form. */
function readSample(row: unknown, atNs: number): LockSample | null {
  const { data } = Row.safeParse(row);
  if (data === undefined) return null;
  const { waiting, held, backends } = data;
  return {
    atNs,
    waiting: waiting.map(({ waited, ...wait }) => ({
      ...wait,
      waitedNs: waited === null ? null : Math.max(0, Math.round(waited)),
    })),
    held: held ?? [],
    backends: (backends ?? []).map(({ pid, application, state, query, isNew }): Backend => {
      return {
        pid,
        who: application === LOAD ? "load" : isNew ? "migration" : "other",
        state: state ?? "",
        statement: (query ?? "").replace(/\s+/g, " ").trim(),
      };
    }),
  };
}
