/** Plumbline's own connections to a server under test: few, short, never while it is measured. */
import pg from "pg";
import { PlumblineError } from "../../../model/errors.ts";
import { parseConnectionUrl, printConnectionUrl, serverAddress } from "./connection-url.ts";

const CONNECT_LIMIT_MS = 10_000;

/**
 * Connects, calls `use`, disconnects.
 * @throws PlumblineError of kind "target" with a remedy where the connection fails; what `use` throws comes through
 */
export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The rows that one question is answered with, on a connection of its own. @throws as withClient */
export async function rowsOf<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return await withClient(url, async (client) => (await client.query<Row>(sql, [...values])).rows);
}

/** True when the server answers; a refusal for another reason than "not up yet" is thrown, since waiting would not change it. */
export async function accepts(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query("SELECT 1"));
    return true;
  } catch (error) {
    const code = codeOf(error instanceof PlumblineError ? error.cause : error);
    if (code !== undefined && HOPELESS.has(code)) throw error;
    return false;
  }
}

/** Wrong password, unknown role. A missing database may still be made by the start command. */
const HOPELESS: ReadonlySet<string> = new Set(["28P01", "28000"]);

async function connect(url: string): Promise<pg.Client> {
  try {
    return await tryConnect(clientUrl(url));
  } catch (cause) {
    // libpq's default is to use TLS where the server asks for it; pg has to be told.
    const hasMode = parseConnectionUrl(url).parameters.some((parameter) => parameter.startsWith("sslmode="));
    if (codeOf(cause) === "28000" && !hasMode) {
      const encrypted = await tryConnect(clientUrl(url, "sslmode=require")).catch(() => null);
      if (encrypted !== null) return encrypted;
    }
    throw connectionError(url, cause);
  }
}

async function tryConnect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    application_name: "plumbline",
  });
  // A server that goes away while nothing is asked of it is noticed by the next query.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    await client.end().catch(() => undefined);
    throw cause;
  }
}

/** pg takes one host, and reads sslmode as libpq does only when asked to. */
function clientUrl(url: string, ...more: readonly string[]): string {
  const parts = parseConnectionUrl(url);
  const parameters = [...parts.parameters, ...more];
  const hasMode = parameters.some((parameter) => parameter.startsWith("sslmode="));
  return printConnectionUrl({
    ...parts,
    hosts: parts.hosts.slice(0, 1),
    parameters: hasMode ? [...parameters, "uselibpqcompat=true"] : parameters,
  });
}

type Explanation = Readonly<{ what: string; remedy: string }>;

/** Explanations by errno name or SQLSTATE. */
const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
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
};

function connectionError(url: string, cause: unknown): PlumblineError {
  const explanation = EXPLANATIONS[codeOf(cause) ?? ""];
  const words = (cause as Error).message;
  if (/timeout/i.test(words)) {
    return new PlumblineError(
      "target",
      `cannot connect to ${serverAddress(url)}: no answer in ${CONNECT_LIMIT_MS / 1000} s`,
      {
        remedy: "correct host and port in the URL, or look at the firewall",
        cause,
      },
    );
  }
  const why = explanation === undefined ? words : `${explanation.what} (${words})`;
  return new PlumblineError("target", `cannot connect to ${serverAddress(url)}: ${why}`, {
    remedy: explanation?.remedy ?? "see the server's log",
    cause,
  });
}

/** SQLSTATE or errno name. Node hides the errno of a name with several addresses in the first of several errors. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return (error as { code?: string } | undefined)?.code;
}
