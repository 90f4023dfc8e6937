/** Work that the servers count while a block runs: read before the load connects and after it has left. */

import { withClient } from "../../io/database/sql/connect.ts";
import type { Server } from "../../io/database/target.ts";
import { parseConnectionUrl } from "../../io/host/connection-url.ts";
import {
  type CounterReading,
  readCounters,
  withoutCounting,
  workBetween,
} from "../../io/inspect/counters.ts";
import type { LoadPlan } from "../../model/load-plan.ts";
import type { Work } from "../../model/work.ts";

/** An arm's server, and whether it lives for this session alone. */
export type CountedServer = Readonly<{ server: Pick<Server, "url" | "product">; fresh: boolean }>;

export type WorkEnd = Readonly<{ events?: number | undefined; memoryBytes?: number | undefined }>;

/** Patience with a backend whose client has left: it ends within milliseconds, unless a pooler keeps it. */
const PATIENCE_MS = 1_000;
/** Limit of a reading: a database with so many tables that summing them up takes longer is not counted. */
const ANSWER_MS = 2_000;
/** The catalogue of counters is PostgreSQL's own. */
const PRODUCT = "PostgreSQL";

/** Counts the work of one measurement. What cannot be counted once is not tried again: a missing answer costs time in each block. */
export class WorkCounter {
  #isOver = false;

  /**
   * Runs a load between two readings.
   * @param servers that it drives, in the load generator's order
   * @returns what the load answered, and a function from what the load generator says of a server to its work
   */
  async around<T>(
    servers: readonly CountedServer[],
    load: LoadPlan,
    run: () => Promise<T>,
    signal: AbortSignal,
  ): Promise<Readonly<{ result: T; work: (position: number, end: WorkEnd) => Work | undefined }>> {
    const before = await this.#read(servers, load, false, signal);
    const result = await run();
    const after = before === null ? null : await this.#read(servers, load, true, signal);
    const work = (position: number, { events = 0, memoryBytes }: WorkEnd) => {
      const [first, last] = [before?.[position], after?.[position]];
      const counted = first == null || last == null ? undefined : workBetween(first, last, events);
      // Memory is known from its processes, even if other clients are connected.
      return memoryBytes === undefined ? counted : { ...(counted ?? { events }), memoryBytes };
    };
    return { result, work };
  }

  /** Reads both servers at once, while nothing is driven. Null: nothing can be counted. */
  async #read(
    servers: readonly CountedServer[],
    load: LoadPlan,
    hasWorked: boolean,
    signal: AbortSignal,
  ): Promise<readonly (CounterReading | null)[] | null> {
    if (this.#isOver) return null;
    const places = servers.map(({ server }) => serverKey(server.url(load)));
    // One server that is both arms', and one that others use, count WAL and pages for more than this arm.
    const isApart = new Set(places).size === places.length;
    const readings = await Promise.all(
      servers.map(async ({ server, fresh }) => {
        if (server.product !== PRODUCT) return null;
        const purpose = { what: "for its counters", signal, limitMs: 2 * ANSWER_MS };
        const read = withClient(server.url(load), purpose, async (query) => {
          const calls = await withoutCounting(query);
          await query(`SET statement_timeout = ${ANSWER_MS}`);
          return await readCounters(query, { whole: fresh && isApart, calls, hasWorked }, PATIENCE_MS);
        });
        return await read.catch(() => null);
      }),
    );
    // Nothing is known, or it takes too long to find that out again.
    if (
      readings.every((reading) => reading === null) ||
      readings.some((reading) => (reading?.others ?? 0) > 0)
    )
      this.#isOver = true;
    return this.#isOver ? null : readings;
  }
}

function serverKey(url: string): string {
  return JSON.stringify(parseConnectionUrl(url).hosts);
}
