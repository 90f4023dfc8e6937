/** Connections by libpq's rules: which servers are tried in which order, with TLS or without it, and which certificate is enough. */

import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type ConnectionOptions, rootCertificates } from "node:tls";
import pg from "pg";
import { wordTable } from "../../model/by-key.ts";
import { PlumblineError } from "../../model/errors.ts";
import { isLoopback } from "../../model/loopback.ts";
import { type EnvironmentVariables, environment } from "./environment.ts";
import { type LibpqWords, libpqWords, passwordOf } from "./libpq-words.ts";

const MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
type SslMode = (typeof MODES)[number];

const ATTRIBUTES = ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"] as const;
type SessionAttribute = (typeof ATTRIBUTES)[number];

/** One way to one server. */
export type LibpqAttempt = Readonly<{
  host: string;
  config: pg.ClientConfig;
  /** What the session has to be. */
  session: SessionAttribute;
}>;

/**
 * The ways to connect, in libpq's order.
 * @throws PlumblineError of kind "usage" for words that libpq refuses, and of files that are not there
 */
export function libpqAttempts(
  url: string,
  env: EnvironmentVariables = environment(),
): readonly LibpqAttempt[] {
  const words = libpqWords(url, env);
  const session = oneOf(ATTRIBUTES, "target_session_attrs", words.get("target_session_attrs") ?? "any");
  const attempts = libpqPlaces(words).flatMap(({ host, address, port }): readonly LibpqAttempt[] => {
    const password = passwordOf(words, { host, port });
    const others = Object.fromEntries([...words].filter(([name]) => !OURS.has(name)));
    return ssls(words, host, env).map((ssl) => ({
      host,
      session,
      config: {
        ...others,
        host: address,
        port,
        user: words.get("user")!,
        database: words.get("dbname")!,
        // A function keeps the driver from looking into a file of its own choice.
        password: () => password ?? "",
        ssl: ssl && { host, ...ssl },
        enableChannelBinding: ssl !== false && words.get("channel_binding") !== "disable",
      },
    }));
  });
  if (session !== "prefer-standby") return attempts;
  return [...attempts.map((each) => ({ ...each, session: "standby" as const })), ...attempts];
}

/** Words that mean something else to the driver, or nothing, than to libpq. */
const OURS: ReadonlySet<string> = new Set(
  (
    "host hostaddr port dbname user password passfile service schema ssl sslmode sslrootcert sslcert sslkey sslpassword " +
    "sslnegotiation channel_binding connect_timeout target_session_attrs load_balance_hosts uselibpqcompat"
  ).split(" "),
);

function oneOf<T extends string>(known: readonly T[], word: string, value: string): T {
  const found = known.find((each) => each === value);
  if (found !== undefined) return found;
  throw new PlumblineError("usage", `${word}=${value} is not a value of libpq`, {
    remedy: `write one of ${known.join(", ")}`,
  });
}

type LibpqPlace = Readonly<{ host: string; address: string; port: number }>;

function libpqPlaces(words: LibpqWords): readonly LibpqPlace[] {
  const list = (name: string) => words.get(name)?.split(",") ?? [];
  const [hosts, addresses, ports] = [list("host"), list("hostaddr"), list("port")];
  const count = Math.max(1, hosts.length, addresses.length);
  return Array.from({ length: count }, (_, index) => {
    const port = Number((ports.length > 1 ? ports[index] : ports[0]) || 5432);
    const address = addresses[index] || hosts[index] || socketFolder(port);
    return { host: hosts[index] || address, address, port };
  });
}

/** Debian's folder of sockets, then libpq's own; without a socket in either of them the loopback. */
function socketFolder(port: number): string {
  return (
    ["/var/run/postgresql", "/tmp"].find((folder) => existsSync(`${folder}/.s.PGSQL.${port}`)) ?? "localhost"
  );
}

type Ssl = ConnectionOptions | false;

/** With TLS and without it, in the order in which they are tried. */
function ssls(words: LibpqWords, host: string, env: EnvironmentVariables): readonly Ssl[] {
  if (host.startsWith("/")) return [false];
  const root = words.get("sslrootcert");
  const said = words.get("sslmode") ?? (words.get("ssl") === "true" ? "require" : undefined);
  // The driver's own word for what libpq does without a root certificate.
  if (said === "no-verify") return [{ ...keysOf(words), rejectUnauthorized: false }];
  const mode =
    said === undefined
      ? root === "system"
        ? "verify-full"
        : // Nothing listens in between, so that without a mode a server is not asked for TLS that needs none.
          isLoopback(host)
          ? "allow"
          : "prefer"
      : oneOf(MODES, "sslmode", said);
  if (root === "system" && mode !== "verify-full")
    throw new PlumblineError(
      "usage",
      `sslrootcert=system with sslmode=${mode} would trust any host of the web`,
      {
        remedy: "write sslmode=verify-full",
      },
    );
  const secure = () => ({ ...keysOf(words), ...checksOf(mode, root, env) });
  if (mode === "disable") return [false];
  if (mode === "allow") return [false, secure()];
  return mode === "prefer" ? [secure(), false] : [secure()];
}

function keysOf(words: LibpqWords): ConnectionOptions {
  const [cert, key] = (["sslcert", "sslkey"] as const).map((word) => usualFile(word, words.get(word)));
  const [least, most] = ["min", "max"].map((end) => words.get(`ssl_${end}_protocol_version`));
  const passphrase = words.get("sslpassword");
  return {
    ...(cert === null || key === null ? {} : { cert: cert!, key: key! }),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(least === undefined ? {} : { minVersion: least as NonNullable<ConnectionOptions["minVersion"]> }),
    ...(most === undefined ? {} : { maxVersion: most as NonNullable<ConnectionOptions["maxVersion"]> }),
  };
}

const USUAL_FILES = { sslcert: "postgresql.crt", sslkey: "postgresql.key", sslrootcert: "root.crt" } as const;

/** Null for a file in the home folder that is not there. @throws PlumblineError of kind "usage" for one that was named */
function usualFile(word: keyof typeof USUAL_FILES, named: string | undefined): string | null {
  const file = named ?? join(homedir(), ".postgresql", USUAL_FILES[word]);
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    if (named === undefined) return null;
    throw new PlumblineError("usage", `${word}: ${(cause as Error).message}`, {
      remedy: `correct ${word} in the URL, or PG${word.toUpperCase()}`,
      cause,
    });
  }
}

/** A certificate is looked at wherever there is one of an authority, and has to be in the two modes of verifying. */
function checksOf(mode: SslMode, root: string | undefined, env: EnvironmentVariables): ConnectionOptions {
  const ca = root === "system" ? systemAuthorities(env) : usualFile("sslrootcert", root);
  if (ca === null) {
    if (!mode.startsWith("verify")) return { rejectUnauthorized: false };
    throw new PlumblineError(
      "usage",
      `sslmode=${mode} needs the certificate of an authority, and there is none`,
      {
        remedy:
          "name its file with sslrootcert, write sslrootcert=system for the authorities of this machine, or sslmode=require for no check",
      },
    );
  }
  const isHostChecked = mode === "verify-full";
  return {
    ca: ca as string | string[],
    rejectUnauthorized: true,
    ...(isHostChecked ? {} : { checkServerIdentity: () => undefined }),
  };
}

const BUNDLES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/cert.pem",
];

/** The file of OpenSSL's variable, or of the system; null: there is none. */
export function systemBundle(env: EnvironmentVariables): string | null {
  return env["SSL_CERT_FILE"] || (BUNDLES.find((file) => existsSync(file)) ?? null);
}

function systemAuthorities(env: EnvironmentVariables): string | readonly string[] {
  const file = systemBundle(env);
  return file === null ? rootCertificates : readFileSync(file, "utf8");
}

/**
 * Opens a connection by the first way that leads to a session of the kind that was asked for.
 * @param open opens a client with what is given, and throws what the driver throws
 * @throws what the way that went furthest threw
 */
export async function connectByLibpq<Client extends Pick<pg.Client, "query" | "end">>(
  attempts: readonly LibpqAttempt[],
  open: (config: pg.ClientConfig) => Promise<Client>,
): Promise<Readonly<{ client: Client; attempt: LibpqAttempt }>> {
  let failure: unknown;
  for (const [index, attempt] of attempts.entries()) {
    const isOfSameHost =
      attempts[index - 1]?.host === attempt.host && attempts[index - 1]?.session === attempt.session;
    if (isOfSameHost && attempts[index - 1]!.config.port === attempt.config.port && !isAboutTls(failure))
      continue;
    try {
      const client = await open(attempt.config);
      const mismatch = await attributeMismatch(client, attempt.session).catch((error: unknown) => {
        // Not waited for: a server that does not answer may not take its leave either.
        client.end().catch(() => undefined);
        throw error;
      });
      if (mismatch === null) return { client, attempt };
      await client.end();
      failure = new Error(`${attempt.host}: ${mismatch}`);
    } catch (error) {
      if (!(isOfSameHost && saysNoTls(error))) failure = error;
      // A server that says no is not asked again elsewhere, unless it is only starting.
      if (errorCode(error) !== "57P03" && isServerRefusal(error) && !isAboutTls(error)) throw error;
    }
  }
  throw failure;
}

/** SQLSTATE or errno name. Node hides the errno of a name with several addresses in the first of several errors. */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof AggregateError) return errorCode(error.errors[0]);
  return (error as { code?: string } | null | undefined)?.code;
}

function isServerRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}

function saysNoTls(error: unknown): boolean {
  return /does not support SSL/.test((error as Error).message);
}

/** The server may take it otherwise: without TLS, or with it. */
function isAboutTls(error: unknown): boolean {
  return saysNoTls(error) || errorCode(error) === "28000" || tlsFault(error) !== null;
}

async function attributeMismatch(
  client: Pick<pg.Client, "query">,
  session: SessionAttribute,
): Promise<string | null> {
  if (session === "any" || session === "prefer-standby") return null;
  const { rows } = await client.query<{ readonly: boolean; standby: boolean }>(
    "SELECT current_setting('transaction_read_only')::bool AS readonly, pg_is_in_recovery() AS standby",
  );
  const { readonly: isReadOnly, standby: isStandby } = rows[0]!;
  const isFit = {
    "read-write": !isReadOnly,
    "read-only": isReadOnly,
    primary: !isStandby,
    standby: isStandby,
  }[session];
  if (isFit) return null;
  return `the session is ${isReadOnly ? "read-only" : "read-write"}, the server a ${isStandby ? "standby" : "primary"}: target_session_attrs asks for ${session}`;
}

type Fault = Readonly<{ what: string; remedy: string }>;

const UNKNOWN_AUTHORITY: Fault = {
  what: "its certificate is of an authority that is not known here",
  remedy:
    "name the authority's certificate with sslrootcert=FILE, or write sslmode=require to encrypt without a check",
};

/** Faults of TLS by Node's codes. */
const FAULTS = wordTable<Fault>({
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: { what: "its certificate has expired", remedy: "give the server a new certificate" },
  CERT_NOT_YET_VALID: {
    what: "its certificate is not valid yet",
    remedy: "compare the clocks of both machines",
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: "its certificate is for another host",
    remedy: "write the host that the certificate names, or sslmode=verify-ca to check the authority alone",
  },
  CERT_REVOKED: { what: "its certificate was revoked", remedy: "give the server a new certificate" },
});

/** The fault of TLS that an error of a connection is; null for other errors. */
export function tlsFault(error: unknown): Fault | null {
  const code = errorCode(error) ?? "";
  if (FAULTS[code] !== undefined) return FAULTS[code];
  const words = (error as Error | null)?.message ?? "";
  if (saysNoTls(error))
    return {
      what: "the server has no TLS",
      remedy:
        "set ssl = on there, or write sslmode=prefer (or disable) for a connection that is not encrypted",
    };
  if (/^ERR_SSL_|^EPROTO$/.test(code) || /SSL connection|SSL routines/.test(words))
    return { what: "TLS could not be agreed upon", remedy: "see the server's log, and its ssl settings" };
  return null;
}
