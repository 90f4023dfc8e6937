/** The server processes of plumbline-load's connections to a cluster of the test's own, to stall or end them. */
import pg from "pg";

/** A few minutes: a machine may be slow, and what never comes is told by more than the end of a test's patience. */
const TRIES = 6_000;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Process ids of the backends that serve plumbline-load, once there are `count` of them. */
export async function backendsOf(url: string, count: number): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const { rows } = await client.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'plumbline-load'",
      );
      if (rows.length >= count) return rows.map((row) => row.pid);
      await sleep(20);
    }
    throw new Error(`there never were ${count} connections of plumbline-load`);
  } finally {
    await client.end();
  }
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
