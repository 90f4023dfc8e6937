/** The server processes of plumbline-load's connections to a cluster of the test's own, to stall or end them. */
import pg from "pg";

/** A few minutes: a machine may be slow, and what never comes is told by more than the end of a test's patience. */
const TRIES = 6_000;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Process ids of the backends that serve plumbline-load, once there are `count` of them that have been sent a statement. A server that
 * is just starting again lets nobody in: it is asked until it does.
 * @param but backends that are not meant
 */
export async function backendsOf(url: string, count: number, but: readonly number[] = []): Promise<number[]> {
  let trouble: unknown;
  for (let tries = 0; tries < TRIES; tries++) {
    const pids = await inUse(url).catch((error: unknown) => {
      trouble = error;
      return [];
    });
    const meant = pids.filter((pid) => !but.includes(pid));
    if (meant.length >= count) return meant;
    await sleep(20);
  }
  throw new Error(`there never were ${count} connections of plumbline-load`, { cause: trouble });
}

async function inUse(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'plumbline-load' AND query <> ''",
    );
    return rows.map(({ pid }) => pid);
  } finally {
    await client.end();
  }
}

/**
 * Process ids of `count` backends that serve plumbline-load, once each has been sent so many statements more while it was looked at: all
 * but the last of them were answered.
 */
export async function backendsAtWork(url: string, count: number, statements = 3): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const seen = new Map<number, Set<string>>();
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const { rows } = await client.query<{ pid: number; at: string }>(
        "SELECT pid, query_start::text AS at FROM pg_stat_activity WHERE application_name = 'plumbline-load' AND query <> ''",
      );
      for (const { pid, at } of rows) seen.set(pid, (seen.get(pid) ?? new Set()).add(at));
      const busy = [...seen].filter(([, starts]) => starts.size > statements).map(([pid]) => pid);
      if (busy.length >= count) return busy;
      await sleep(20);
    }
  } finally {
    await client.end();
  }
  throw new Error(`there never were ${count} connections of plumbline-load at work`);
}

/** Ends all connections, and answers the backends of those that came in their place, which are in use again. */
export async function replaceBackends(url: string, count: number): Promise<number[]> {
  const old = await backendsOf(url, count);
  await terminate(url, old);
  return await backendsOf(url, count, old);
}

/** Stops all of them, until the answer is called. */
export function stop(pids: readonly number[]): () => void {
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) process.kill(pid, name);
  };
  signal("SIGSTOP");
  return () => signal("SIGCONT");
}

/** Stops all of them for so long. Answers how long it really was. */
export async function stall(pids: readonly number[], ms: number): Promise<number> {
  const release = stop(pids);
  const stoppedAt = performance.now();
  try {
    await sleep(ms);
  } finally {
    release();
  }
  return performance.now() - stoppedAt;
}

/** Ends the server processes as an administrator would: each connection is told so and closed. */
export async function terminate(url: string, pids: readonly number[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid", [pids]);
  await client.end();
}
