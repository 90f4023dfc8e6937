/** Databases of load plans on a server. */
import pg from "pg";
import { PlumblineError } from "../../../model/errors.ts";
import { codeOf, withClient } from "./connect.ts";

/**
 * @param url of any other database of the server
 * @param template database that it is a copy of, which must have no connections; default: the server's own
 * @throws PlumblineError of kind "target"; its cause has the SQLSTATE
 */
export async function createDatabase(url: string, name: string, template?: string): Promise<void> {
  const like = template === undefined ? "" : ` TEMPLATE ${pg.escapeIdentifier(template)}`;
  await administer(url, `CREATE DATABASE ${pg.escapeIdentifier(name)}${like}`, `create the database ${name}`);
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  await administer(url, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)}`, `drop the database ${name}`);
}

async function administer(url: string, sql: string, what: string): Promise<void> {
  try {
    await withClient(url, (client) => client.query(sql));
  } catch (cause) {
    if (cause instanceof PlumblineError) throw cause;
    throw new PlumblineError("target", `cannot ${what}: ${(cause as Error).message}`, {
      remedy: REMEDIES[codeOf(cause) ?? ""] ?? "see the server's log",
      cause,
    });
  }
}

const REMEDIES: Readonly<Record<string, string>> = {
  "42501":
    "let the user create databases (ALTER ROLE ... CREATEDB), or let all workloads use the same tables",
  "55006": "end the client that is connected to it, perhaps another run",
  "53100": "make room on the server's disk, which is full",
};
