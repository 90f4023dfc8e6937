/** Databases of load plans on a server. */

import pg from "pg";
import { wordTable } from "../../../model/by-key.ts";
import { PlumblineError } from "../../../model/errors.ts";
import { errorCode } from "../../host/libpq.ts";
import { withWorker } from "./alive.ts";

/**
 * @param url of any other database of the server
 * @param template database that it is a copy of, which must have no connections; default: the server's own
 * @throws PlumblineError of kind "target"; its cause has the SQLSTATE
 */
export async function createDatabase(
  url: string,
  name: string,
  signal: AbortSignal,
  template?: string,
): Promise<void> {
  const like = template === undefined ? "" : ` TEMPLATE ${pg.escapeIdentifier(template)}`;
  const sql = `CREATE DATABASE ${pg.escapeIdentifier(name)}${like}`;
  await administer(url, sql, `create the database ${name}`, signal);
}

/** @param signal null: it was made, and is taken away */
export async function dropDatabase(url: string, name: string, signal: AbortSignal | null): Promise<void> {
  const sql = `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)}`;
  await administer(url, sql, `drop the database ${name}`, signal);
}

async function administer(url: string, sql: string, what: string, signal: AbortSignal | null): Promise<void> {
  try {
    await withWorker(url, { what: `to ${what}`, signal }, (ask) => ask(sql));
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof PlumblineError) throw cause;
    throw new PlumblineError("target", `cannot ${what}: ${(cause as Error).message}`, {
      remedy: REMEDIES[errorCode(cause) ?? ""] ?? "see the server's log",
      cause,
    });
  }
}

const REMEDIES = wordTable<string>({
  "42501":
    "let the user create databases (ALTER ROLE ... CREATEDB), or let all workloads use the same tables",
  "55006": "end the client that is connected to it, perhaps another run",
  "53100": "make room on the server's disk, which is full",
});
