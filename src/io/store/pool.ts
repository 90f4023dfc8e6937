/** Connections to a store in PostgreSQL. */
import pg from "pg";
import { PlumblineError } from "../../model/errors.ts";
import { redact } from "../../model/secrets.ts";

const DEFAULT_SCHEMA = "plumbline";
export const CONNECT_TIMEOUT_MS = 15_000;

/** `?schema=` is Prisma's word; the driver ignores it. */
export function openPool(url: string): Readonly<{ pool: pg.Pool; schema: string }> {
  const query = url.includes("?") ? url.slice(url.indexOf("?") + 1) : "";
  const schema = new URLSearchParams(query).get("schema") || DEFAULT_SCHEMA;
  try {
    const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    // A server that goes away closes idle connections; the next question gets the error, so there is nothing to do here.
    pool.on("error", () => undefined);
    // The driver reads the URL when it first connects; a wrong one is the caller's mistake and not the server's.
    new pg.Client({ connectionString: url });
    return { pool, schema };
  } catch (cause) {
    throw new PlumblineError("usage", `the store's URL cannot be read: ${redact(url)}`, {
      remedy:
        "write postgres://USER@HOST:PORT/DATABASE, a password behind USER and a colon, with %40 for @ and %2F for / inside of names",
      cause,
    });
  }
}
