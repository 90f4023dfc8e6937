/** The process id of a server on this machine that we did not start. */
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import type pg from "pg";
import { withClient } from "../sql/connect.ts";

/**
 * Process id of the postmaster; null where the server is elsewhere, in another process namespace (a container), or not PostgreSQL.
 * The backend's title names our own client port, which no process of the same number somewhere else would.
 */
export async function discoverServerPid(url: string): Promise<number | null> {
  try {
    return await withClient(url, async (client) => {
      const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      const backend = rows[0]?.pid;
      if (backend === undefined || !isOurBackend(backend, client)) return null;
      return parentOf(backend);
    });
  } catch {
    // A server that cannot be asked is one whose CPU time is not known; no reason to fail.
    return null;
  }
}

function isOurBackend(pid: number, client: pg.Client): boolean {
  const title = readFileSync(`/proc/${pid}/cmdline`, "utf8");
  const port = socketOf(client)?.localPort;
  const place = port === undefined ? "[local]" : `(${port})`;
  return title.startsWith("postgres:") && title.includes(place);
}

/** pg keeps the socket in an object that its types do not describe. */
function socketOf(client: pg.Client): Socket | undefined {
  return (client as unknown as { connection?: { stream?: Socket } }).connection?.stream;
}

/** Field 4 of /proc/PID/stat. */
function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}
