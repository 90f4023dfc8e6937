/** Tables of a database as a load meets them: whether they have rows, and whether their policies bind its user. */
import type { Query } from "./locks.ts";

export type TableFacts = Readonly<{
  /** As plans have it, with its schema if that is not on the search path. */
  name: string;
  isEmpty: boolean;
  /** It has policies that do not bind the user of the connection. */
  isBypassed: boolean;
}>;

/** TableRow security binds neither superusers, nor roles with BYPASSRLS, nor the owner unless it is forced. */
const TABLES = `
  SELECT CASE WHEN pg_table_is_visible(c.oid) THEN '' ELSE n.nspname || '.' END || c.relname AS name, c.oid::regclass::text AS quoted, c.reltuples, c.relrowsecurity AND NOT row_security_active(c.oid) AS bypassed
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
  ORDER BY 1`;
/** Tables that are asked one by one whether they have a row; statistics say so of the others. */
const ASKED_MOST = 2_000;

type TableRow = Readonly<{ name: string; quoted: string; bypassed: boolean; reltuples: number }>;

export async function tableFacts(query: Query): Promise<readonly TableFacts[]> {
  const tables = (await query(TABLES)) as readonly TableRow[];
  const facts: TableFacts[] = [];
  for (const [at, { name, quoted, bypassed, reltuples }] of tables.entries()) {
    const isEmpty =
      at < ASKED_MOST
        ? (await query(`SELECT FROM ${quoted} LIMIT 1`).catch(() => [{}])).length === 0
        : reltuples <= 0;
    facts.push({ name, isEmpty, isBypassed: bypassed });
  }
  return facts;
}
