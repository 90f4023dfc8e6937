/** Waits of the connections of a load: looked at several times a second, on a connection that does nothing else. */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type ActivitySample, waitsOf } from "../../analysis/samples/waits.ts";
import type { WorkloadWaits } from "../../model/observed.ts";
import type { Query } from "./locks.ts";

/** Looks per second, as many as for locks: a look takes 0.1 to 0.5 ms of the server's CPU. */
const LOOKS_PER_SECOND = 20;
const STATEMENT_MOST = 300;

/** pg_blocking_pids() holds up the lock manager, and is asked for those alone who wait for a lock. */
const LOOK = `
  SELECT pid, state = 'active' AS active, wait_event_type AS type, wait_event AS event, left(query, ${STATEMENT_MOST}) AS query,
    CASE WHEN state = 'active' AND wait_event_type = 'Lock' THEN pg_blocking_pids(pid) ELSE '{}' END AS blockers
  FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND state IS NOT NULL`;

const Backend = z.object({
  pid: z.number(),
  active: z.boolean(),
  type: z.string().nullable(),
  event: z.string().nullable(),
  query: z.string(),
  blockers: z.array(z.number()),
});

/** @param rows of a look; one of another form than PostgreSQL's is none */
export function backendsOf(rows: readonly unknown[]): ActivitySample["backends"] {
  return rows.flatMap((row) => Backend.safeParse(row).data ?? []);
}

/**
 * Looks until it is stopped: once in each twentieth of a second, at a moment that is drawn, so that nothing that happens at a beat is seen
 * always or never.
 */
export class WaitSampler {
  readonly #query: Query;
  readonly #random: () => number;
  readonly #looks: ActivitySample[] = [];
  readonly #end = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(query: Query, random: () => number = Math.random) {
    this.#query = query;
    this.#random = random;
  }

  start(): void {
    this.#running = this.#look();
    // The caller of stop() gets the error.
    this.#running.catch(() => undefined);
  }

  /** @throws what ended the looking early */
  async stop(): Promise<Omit<WorkloadWaits, "workload">> {
    this.#end.abort();
    await this.#running;
    return waitsOf(this.#looks);
  }

  async #look(): Promise<void> {
    const started = performance.now();
    const stepMs = 1000 / LOOKS_PER_SECOND;
    for (let step = 0; !this.#end.signal.aborted; step++) {
      const dueMs = (step + this.#random()) * stepMs;
      const restMs = dueMs - (performance.now() - started);
      // A look that comes late is none: the next has a moment of its own.
      if (restMs < -stepMs) continue;
      await sleep(Math.max(0, restMs), undefined, { signal: this.#end.signal }).catch(() => undefined);
      if (this.#end.signal.aborted) return;
      const atMs = performance.now() - started;
      const backends = backendsOf(await this.#query(LOOK));
      this.#looks.push({ second: Math.floor(atMs / 1000), backends });
    }
  }
}
