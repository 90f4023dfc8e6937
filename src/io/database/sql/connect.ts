/** Plumbline's own connections to a server under test: few, short, never while it is measured. No answer is waited for without end. */

import type pg from "pg";
import { wordTable } from "../../../model/by-key.ts";
import { PlumblineError } from "../../../model/errors.ts";
import { BoundedClient, type BoundedConfig, type Question } from "../../host/bounded-client.ts";
import { databaseAddress, serverAddress } from "../../host/connection-url.ts";
import { connectByLibpq, errorCode, libpqAttempts, tlsFault } from "../../host/libpq.ts";

/** Milliseconds for a server to take a connection, for an answer, and for either where what was made is taken away. */
const LIMIT_MS = { connect: 10_000, answer: 30_000, leave: 5_000 } as const;

export type Purpose = Readonly<{
  /** Words after "when it was asked": "for its version". */
  what: string;
  /** Ends whatever is asked. Null: what was made is taken away, which no signal ends, and which has less time. */
  signal: AbortSignal | null;
  /** Milliseconds that one answer may take; default: enough for a question to the catalogue of a busy server. */
  limitMs?: number | undefined;
}>;

/** Answers the rows. */
export type Ask = <Row extends pg.QueryResultRow>(
  sql: string,
  values?: readonly unknown[],
) => Promise<readonly Row[]>;

/**
 * Connects, calls `use`, disconnects.
 * @throws PlumblineError of kind "target" that names the server and what it was asked, where the connection fails or an answer does not
 * come, whatever `use` makes of that; the reason of the signal; what the server says, and what `use` throws, comes through
 */
export async function withClient<T>(
  url: string,
  purpose: Purpose,
  use: (ask: Ask, client: BoundedClient) => Promise<T>,
): Promise<T> {
  purpose.signal?.throwIfAborted();
  const client = await connect(url, purpose);
  try {
    const answer = await use(async (sql, values = []) => (await client.query(sql, [...values])).rows, client);
    if (client.broken !== null) throw client.broken;
    return answer;
  } catch (error) {
    if (error instanceof PlumblineError && error.kind === "interrupted") throw error;
    purpose.signal?.throwIfAborted();
    if (client.broken === null || client.broken instanceof PlumblineError) throw client.broken ?? error;
    throw new PlumblineError(
      "target",
      `the connection to ${databaseAddress(url)} was lost when it was asked ${client.question.what}: ${(error as Error).message}`,
      { remedy: "see the server's log", cause: error },
    );
  } finally {
    await client.leave();
  }
}

/** The rows that one question is answered with, on a connection of its own. @throws as withClient */
export async function queryRows<Row extends pg.QueryResultRow>(
  url: string,
  purpose: Purpose,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return await withClient(url, purpose, (ask) => ask<Row>(sql, values));
}

/**
 * True when the server answers; a refusal for another reason than "not up yet" is thrown, since waiting would not change it.
 * @throws that, and the reason of the signal
 */
export async function accepts(url: string, signal: AbortSignal | null): Promise<boolean> {
  try {
    await queryRows(url, { what: "SELECT 1", signal, limitMs: LIMIT_MS.connect }, "SELECT 1");
    return true;
  } catch (error) {
    signal?.throwIfAborted();
    const code = errorCode(error instanceof PlumblineError ? error.cause : error);
    if (code !== undefined && HOPELESS.has(code)) throw error;
    return false;
  }
}

/** Wrong password, unknown role. A missing database may still be made by the start command. */
const HOPELESS: ReadonlySet<string> = new Set(["28P01", "28000"]);

async function connect(url: string, purpose: Purpose): Promise<BoundedClient> {
  const { what, signal, limitMs = LIMIT_MS[signal === null ? "leave" : "answer"] } = purpose;
  const connectMs = LIMIT_MS[signal === null ? "leave" : "connect"];
  try {
    const { client } = await connectByLibpq(libpqAttempts(url), (config) =>
      openClient({
        ...config,
        connectionTimeoutMillis: connectMs,
        application_name: "plumbline",
        // A way that was cut is noticed, however long a statement may take.
        keepAlive: true,
        question: { what, limitMs },
        late: (question) => lateError(url, question),
        signal: signal ?? undefined,
      }),
    );
    return client;
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof PlumblineError) throw cause;
    throw connectionError(url, cause, connectMs);
  }
}

async function openClient(config: BoundedConfig): Promise<BoundedClient> {
  const client = new BoundedClient(config);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    await client.leave();
    throw cause;
  }
}

type Explanation = Readonly<{ what: string; remedy: string }>;

/** Explanations by errno name or SQLSTATE. */
const EXPLANATIONS = wordTable<Explanation>({
  ECONNREFUSED: {
    what: "nothing listens there",
    remedy: "start the server, or correct host and port in the URL",
  },
  ENOTFOUND: { what: "there is no such host", remedy: "correct the host name in the URL" },
  EAI_AGAIN: {
    what: "the host name cannot be resolved now",
    remedy: "correct the host name, or look at the DNS",
  },
  EHOSTUNREACH: { what: "there is no route to that host", remedy: "look at the network and the firewall" },
  ENETUNREACH: { what: "there is no route to that network", remedy: "look at the network and the firewall" },
  ECONNRESET: { what: "the connection was reset", remedy: "see the server's log" },
  "28P01": { what: "wrong password", remedy: "correct user and password in the URL, or set PGPASSWORD" },
  "28000": {
    what: "the server does not let this user in",
    remedy: "see pg_hba.conf, or add sslmode=require",
  },
  "3D000": { what: "there is no such database", remedy: "create it, or name another in the URL" },
  "53300": { what: "all connections are taken", remedy: "raise max_connections, or use fewer threads" },
  "57P03": { what: "the server is starting up or shutting down", remedy: "wait until it is up" },
});

function connectionError(url: string, cause: unknown, limitMs: number): PlumblineError {
  const explanation = EXPLANATIONS[errorCode(cause) ?? ""] ?? tlsFault(cause) ?? undefined;
  const words = (cause as Error).message;
  if (/timeout/i.test(words)) {
    return new PlumblineError(
      "target",
      `cannot connect to ${serverAddress(url)}: no answer in ${limitMs / 1000} s`,
      {
        remedy: "correct host and port in the URL, or look at the firewall",
        cause,
      },
    );
  }
  const why = explanation === undefined ? words : `${explanation.what} (${words})`;
  return new PlumblineError("target", `cannot connect to ${serverAddress(url)}: ${why}`, {
    remedy: explanation?.remedy ?? (/password must be/.test(words) ? NO_PASSWORD : "see the server's log"),
    cause,
  });
}

const NO_PASSWORD = "write a password behind the user and a colon, or set PGPASSWORD, or a password file";

function lateError(url: string, { what, limitMs }: Question): PlumblineError {
  return new PlumblineError(
    "target",
    `${databaseAddress(url)} gave no answer in ${limitMs / 1000} s when it was asked ${what}`,
    {
      remedy:
        "look at the server's log and at pg_stat_activity: its processes may be stopped, it may wait for a lock, or the way to it may be cut",
    },
  );
}
