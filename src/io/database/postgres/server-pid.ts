/** The process id of a server on this machine that we did not start. */
import { readFileSync } from "node:fs";
import type { BoundedClient } from "../../host/bounded-client.ts";
import { withClient } from "../sql/connect.ts";

/**
 * Process id of the postmaster; null where the server is elsewhere, in another process namespace (a container), or not PostgreSQL.
 * The backend's title names our own client port, which no process of the same number somewhere else would.
 */
export async function discoverServerPid(url: string, signal: AbortSignal): Promise<number | null> {
  try {
    return await withClient(url, { what: "for the id of its process", signal }, async (ask, client) => {
      const [row] = await ask<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      const backend = row?.pid;
      if (backend === undefined || !isOurBackend(backend, client)) return null;
      return parentOf(backend);
    });
  } catch {
    // A server that cannot be asked is one whose CPU time is not known; no reason to fail.
    return null;
  }
}

function isOurBackend(pid: number, client: BoundedClient): boolean {
  const title = readFileSync(`/proc/${pid}/cmdline`, "utf8");
  const port = client.stream.localPort;
  const place = port === undefined ? "[local]" : `(${port})`;
  return title.startsWith("postgres:") && title.includes(place);
}

/** Field 4 of /proc/PID/stat. */
function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}
