/** Connections to a store in PostgreSQL. No answer of it is waited for without end. */
import pg from "pg";
import { PlumblineError } from "../../model/errors.ts";
import { redact } from "../../model/secrets.ts";
import { BoundedClient, type BoundedConfig, type Question } from "../host/bounded-client.ts";

const DEFAULT_SCHEMA = "plumbline";
export const CONNECT_TIMEOUT_MS = 15_000;
/** Milliseconds for an answer while a store is opened: nothing that is asked then is large. */
const OPEN_MS = 30_000;
/** Milliseconds more than the server has to end a statement by itself. */
const SPARE_MS = 10_000;

/** `?schema=` is Prisma's word; the driver ignores it. */
export function openPool(
  url: string,
  signal?: AbortSignal,
): Readonly<{
  pool: pg.Pool;
  schema: string;
  /** Says how long an answer may take from now on, unless the URL does. */
  allow: (limitMs: number) => void;
}> {
  const query = new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?") + 1) : "");
  const schema = query.get("schema") || DEFAULT_SCHEMA;
  const question: Question = { what: "", limitMs: OPEN_MS };
  const late = ({ limitMs }: Question) => new Error(`no answer came in ${limitMs / 1000} s`);
  const statementMs = Number(query.get("statement_timeout"));
  const allow = (limitMs: number) => {
    question.limitMs = statementMs > 0 ? statementMs + SPARE_MS : limitMs;
  };
  try {
    const config: BoundedConfig = {
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      Client: BoundedClient as unknown as new () => pg.ClientBase,
      question,
      late,
      signal,
    };
    const pool = new pg.Pool(config);
    // A server that goes away closes idle connections; the next question gets the error, so there is nothing to do here.
    pool.on("error", () => undefined);
    // The driver reads the URL when it first connects; a wrong one is the caller's mistake and not the server's.
    new pg.Client({ connectionString: url });
    return { pool, schema, allow };
  } catch (cause) {
    throw new PlumblineError("usage", `the store's URL cannot be read: ${redact(url)}`, {
      remedy:
        "write postgres://USER@HOST:PORT/DATABASE, a password behind USER and a colon, with %40 for @ and %2F for / inside of names",
      cause,
    });
  }
}
