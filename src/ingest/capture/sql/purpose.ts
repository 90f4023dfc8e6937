/** Purpose of a statement: work of the application, the frame of a transaction, or something that no script should repeat. */
import { wordTable } from "../../../model/by-key.ts";
import { statementSubject } from "./context.ts";
import type { Token } from "./tokens.ts";

export type Frame = "begin" | "commit" | "rollback" | "savepoint" | "release" | "rollback to";

/** Kinds of statements that are left out, as the messages name them. */
export const LEFT_OUT = {
  setting: "settings of a connection (SET, SHOW, DISCARD ...)",
  catalog: "questions about the catalog",
  ping: "pings (SELECT 1, version())",
  schema: "migrations and other DDL",
  copy: "COPY from or to a client",
  other: "maintenance, procedures in text (DO), cursors of SQL",
} as const;

type LeftOut = keyof typeof LEFT_OUT;

export type StatementPurpose =
  | Readonly<{ kind: "work" }>
  | Readonly<{ kind: "frame"; frame: Frame }>
  | Readonly<{ kind: "left out"; why: LeftOut }>;

const FRAMES = wordTable<Frame>({
  BEGIN: "begin",
  START: "begin",
  COMMIT: "commit",
  END: "commit",
  ROLLBACK: "rollback",
  ABORT: "rollback",
  SAVEPOINT: "savepoint",
  RELEASE: "release",
});

/** Reasons by a statement's first word. */
const REASONS = wordTable<LeftOut>({
  SET: "setting",
  SHOW: "setting",
  RESET: "setting",
  DISCARD: "setting",
  LISTEN: "setting",
  UNLISTEN: "setting",
  DEALLOCATE: "setting",
  PREPARE: "setting",
  CREATE: "schema",
  ALTER: "schema",
  DROP: "schema",
  TRUNCATE: "schema",
  COMMENT: "schema",
  GRANT: "schema",
  REVOKE: "schema",
  REINDEX: "schema",
  REFRESH: "schema",
  REASSIGN: "schema",
  SECURITY: "schema",
  IMPORT: "schema",
});

const WORK: ReadonlySet<string> = new Set([
  "SELECT",
  "INSERT",
  "UPDATE",
  "DELETE",
  "MERGE",
  "WITH",
  "VALUES",
  "TABLE",
  "CALL",
  "LOCK",
  "NOTIFY",
]);

/** Tables in which migration tools remember what they have done. */
const TOOLS =
  /^(?:schema_migrations|ar_internal_metadata|django_migrations|django_content_type|_prisma_migrations|flyway_schema_history|goose_db_version|alembic_version|knex_migrations(?:_lock)?|sequelizemeta|typeorm_metadata|databasechangelog(?:lock)?|__efmigrationshistory|pgmigrations)$/i;

const CATALOG =
  /^(?:pg_catalog|information_schema|pg_(?!sleep|advisory|try_advisory|notify|trgm|column_)[a-z_]+)$/i;

/** @param tokens of one statement */
export function purposeOf(tokens: readonly Token[]): StatementPurpose {
  const said = tokens.filter(({ kind }) => kind !== "space");
  const first = said.findIndex(({ text }) => text !== "(");
  const word = (said[first]?.text ?? "").toUpperCase();
  const frame = FRAMES[word];
  if (frame !== undefined) return { kind: "frame", frame: frameOf(frame, said) };
  // The isolation of a transaction is a part of what it costs.
  if (word === "SET" && said[first + 1]?.text.toUpperCase() === "TRANSACTION") return { kind: "work" };
  if (word === "COPY") return { kind: "left out", why: "copy" };
  const reason = REASONS[word];
  if (reason !== undefined) return { kind: "left out", why: reason };
  if (!WORK.has(word)) return { kind: "left out", why: "other" };
  const names = said.filter(({ kind }) => kind === "word" || kind === "quoted").map(unquotedToken);
  if (names.some((name) => TOOLS.test(name)) && isOfTools(said)) return { kind: "left out", why: "schema" };
  if (names.some((name) => CATALOG.test(name))) return { kind: "left out", why: "catalog" };
  // Tests empty whole tables at their end: no other script would find a row after it.
  if (word === "DELETE" && !names.some((name) => /^(?:where|using)$/i.test(name)))
    return { kind: "left out", why: "other" };
  return isPing(said) ? { kind: "left out", why: "ping" } : { kind: "work" };
}

/** A program's own query may join such a table: that of kinds of content, for one. */
function isOfTools(said: readonly Token[]): boolean {
  return [...statementSubject(said).tables.values()].every((table) => TOOLS.test(table));
}

/** ROLLBACK TO s, ROLLBACK WORK TO SAVEPOINT s; ROLLBACK PREPARED and COMMIT PREPARED end what another began, and are rare. */
function frameOf(frame: Frame, said: readonly Token[]): Frame {
  const words = said.map(({ text }) => text.toUpperCase());
  return frame === "rollback" && words.includes("TO") ? "rollback to" : frame;
}

function unquotedToken({ text, kind }: Token): string {
  return kind === "quoted" ? text.replace(/^(?:[uU]&)?"|"$/g, "") : text;
}

const PINGS: ReadonlySet<string> = new Set([
  "version",
  "current_schema",
  "current_database",
  "current_user",
  "current_schemas",
  "current_setting",
  "set_config",
  "session_user",
  "now",
]);

/** A SELECT of no table that only asks whether, and what, is there. */
function isPing(said: readonly Token[]): boolean {
  const [select, ...rest] = said;
  if (select?.text.toUpperCase() !== "SELECT") return false;
  const words = rest.filter(({ kind }) => kind === "word").map(({ text }) => text.toLowerCase());
  if (words.length === 0) return rest.every(({ text }) => text !== "(");
  return words.every((word) => PINGS.has(word) || ["as", "one", "null", "true", "false"].includes(word));
}
