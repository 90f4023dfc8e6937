/** Turns what a driver or the file system threw into words: what was being done, where, the cause, and the way out. */
import { wordTable } from "../../model/by-key.ts";
import { PlumblineError } from "../../model/errors.ts";
import { tlsFault } from "../host/libpq.ts";

const UNREACHABLE = "check that the server runs, and host and port in the store's URL";
const CREDENTIALS =
  "check user and password in the store's URL, or in PGPASSWORD or a password file (and pg_hba.conf of its server)";
const TRY_AGAIN = "try again in a moment: the server is starting or stopping";
const PERMISSION =
  "let the owner run `plumbline store migrate` once, then grant: GRANT USAGE ON SCHEMA plumbline TO ...; " +
  "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA plumbline TO ...";
const TOO_SLOW =
  "try again later: the server answers too slowly, or waits for another session's lock (pg_stat_activity shows which); " +
  "nothing of this step was kept";
const DISK_FULL = "free some space there, for example with `plumbline store prune`, and save the run again";
const READ_ONLY_FOLDER = "name a folder that this user may write to, or change its permissions";

/** Remedies by SQLSTATE (PostgreSQL's manual, appendix A) or by errno's name. */
const REMEDIES = wordTable<string>({
  "08001": UNREACHABLE,
  "08006": UNREACHABLE,
  "25006": "name the primary: the URL names a read-only standby",
  "28000": CREDENTIALS,
  "28P01": CREDENTIALS,
  "3D000": "create the database (createdb NAME), or correct its name in the store's URL",
  "3F000": "run `plumbline store migrate`",
  "42P01": "run `plumbline store migrate`",
  "42501": PERMISSION,
  "53100": DISK_FULL,
  "53300": "raise the server's max_connections, or try again later: it has no connection left",
  "55P03": "try again later: another process holds the lock of the migrations",
  "57P01": TRY_AGAIN,
  "57P02": TRY_AGAIN,
  "57P03": TRY_AGAIN,
  // Prisma's own codes, for errors of which it does not pass the driver's code on.
  P1001: UNREACHABLE,
  P1002: UNREACHABLE,
  P1008: UNREACHABLE,
  P1017: UNREACHABLE,
  P2028: TOO_SLOW,
  "57014": TOO_SLOW,
  ECONNREFUSED: UNREACHABLE,
  ECONNRESET: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  EAI_AGAIN: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  ENOENT: "name a folder whose parent exists and that is not removed meanwhile",
  ENOTDIR: "name another folder: a file is in its place",
  EEXIST: "name another folder: a file is in its place",
  EACCES: READ_ONLY_FOLDER,
  EPERM: READ_ONLY_FOLDER,
  EROFS: READ_ONLY_FOLDER,
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EFBIG: DISK_FULL,
});

/**
 * @param doing completes "cannot ...", for example "save 2 runs".
 * @param where the store's location; its password is removed.
 */
export function storeError(error: unknown, doing: string, where: string): PlumblineError {
  if (error instanceof PlumblineError) return error;
  const { code, message } = readCause(error);
  const remedy = REMEDIES[code] ?? tlsFault({ code, message })?.remedy ?? remedyByMessage(message);
  const cause = message.includes(code) ? message : `${message} (${code})`;
  return new PlumblineError("store", `store ${where}: cannot ${doing}: ${cause}`, {
    remedy,
    cause: error,
  });
}

/** Runs one operation of a store; whatever it throws says what was being done. */
export async function explain<T>(doing: string, where: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeError(error, doing, where);
  }
}

/** Goes by the message: the driver gives no code if a connection breaks or is not made in time. */
function remedyByMessage(message: string): string | undefined {
  if (/no answer came/.test(message)) return TOO_SLOW;
  if (/password must be/.test(message)) return CREDENTIALS;
  return /timeout|terminated|not queryable|closed|can't reach/i.test(message) ? UNREACHABLE : undefined;
}

type ErrorCause = Readonly<{ code: string; message: string }>;

/**
 * The first error down the chain that carries a SQLSTATE or an errno. Prisma hides the driver's error in `meta.driverAdapterError`
 * and in fields of its own; Node puts several attempts to connect into one AggregateError.
 */
function readCause(error: unknown): ErrorCause {
  if (typeof error !== "object" || error === null) return { code: "", message: String(error) };
  const fields = error as Record<string, unknown>;
  const code = fields["originalCode"] ?? fields["code"];
  if (typeof code === "string" && isSystemCode(code)) return { code, message: messageOf(fields, code) };
  const meta = fields["meta"] as Record<string, unknown> | undefined;
  const inner =
    meta?.["driverAdapterError"] ?? fields["cause"] ?? (fields["errors"] as unknown[] | undefined)?.[0];
  const found = inner === undefined ? { code: "", message: "" } : readCause(inner);
  if (found.code !== "") return found;
  const message = messageOf(fields, found.message);
  return { code: typeof code === "string" && code !== RAW_QUERY_FAILED ? code : "", message };
}

/** Prisma's word for whatever goes wrong with a statement that is not its own. */
const RAW_QUERY_FAILED = "P2010";

/** Five characters of SQLSTATE or an errno's name; not Prisma's own P1001 to P6999, nor Node's ERR_... */
function isSystemCode(code: string): boolean {
  return (/^[0-9A-Z]{5}$/.test(code) && !/^P[1-9]/.test(code)) || /^E(?!RR_)[A-Z_]+$/.test(code);
}

function messageOf(fields: Readonly<Record<string, unknown>>, fallback: string): string {
  const text = fields["originalMessage"] ?? fields["message"];
  // Prisma's messages begin with an excerpt of the calling code; the last line is what happened.
  const line = typeof text === "string" ? text.trim().split("\n").at(-1)?.trim() : undefined;
  return plainMessage(line || fallback || "unknown error");
}

/** Strips what Prisma puts around the server's words, and its advice to its own callers. */
function plainMessage(message: string): string {
  const limit = /The timeout for this transaction was (\d+) ms/.exec(message)?.[1];
  if (limit !== undefined) return `it was not done within ${Number(limit) / 1_000} s`;
  return /^Raw query failed\. Code: `.*?`\. Message: `(.*)`$/.exec(message)?.[1] ?? message;
}
