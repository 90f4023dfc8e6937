/**
 * Marks on the tables that Plumbline makes in a user's own database: comments on the tables themselves, so that they go where a
 * table goes, and no table that the user makes later under the same name bears one.
 */
import pg from "pg";
import { PlumblineError } from "../../../model/errors.ts";
import { errorCode } from "../../host/libpq.ts";
import { queryRows, withClient } from "./connect.ts";

const BEFORE = "plumbline: made by the measurement ";
const AFTER = ", dropped by the next one";

type MarkedTable = Readonly<{
  /** Quoted, with its schema. */
  table: string;
  measurement: string;
}>;

type MarkedRow = Readonly<{ schema: string; name: string; comment: string }>;

/** Tables of every measurement that left some; none on a server that knows no comments. */
export async function markedTables(url: string, signal: AbortSignal): Promise<readonly MarkedTable[]> {
  const sql = `SELECT n.nspname AS schema, c.relname AS name, d.description AS comment
    FROM pg_catalog.pg_description d
    JOIN pg_catalog.pg_class c ON c.oid = d.objoid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE d.objsubid = 0 AND d.classoid = 'pg_catalog.pg_class'::regclass AND c.relkind IN ('r', 'p')`;
  const rows = await unlessUnknown(
    () => queryRows<MarkedRow>(url, { what: "for tables of earlier measurements", signal }, sql),
    [],
  );
  return rows
    .filter(({ comment }) => comment.startsWith(BEFORE) && comment.endsWith(AFTER))
    .map(({ schema, name, comment }) => ({
      table: quotedTable(schema, name),
      measurement: comment.slice(BEFORE.length, -AFTER.length),
    }));
}

export async function markTables(
  url: string,
  tables: readonly string[],
  measurement: string,
  signal: AbortSignal,
): Promise<void> {
  const mark = pg.escapeLiteral(BEFORE + measurement + AFTER);
  await withClient(url, { what: "to mark tables as the measurement's", signal }, async (ask) => {
    for (const table of tables) await ask(`COMMENT ON TABLE ${table} IS ${mark}`);
  });
}

/** True while a load generator is connected to the database. */
export async function isMeasured(url: string, signal: AbortSignal): Promise<boolean> {
  const sql = `SELECT 1 FROM pg_catalog.pg_stat_activity
    WHERE datname = current_database() AND application_name = 'plumbline-load'`;
  return (
    (await unlessUnknown(() => queryRows(url, { what: "who is connected", signal }, sql), [])).length > 0
  );
}

export function quotedTable(schema: string, name: string): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

/** Answers `otherwise` if the server itself refuses; the error that it cannot be reached comes through. */
async function unlessUnknown<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlumblineError || errorCode(error) === undefined) throw error;
    return otherwise;
  }
}
