/** Tables of a database as a load meets them: whether they have rows. */
import type { Query } from "./locks.ts";

export type TableFacts = Readonly<{
  /** As plans have it, with its schema if that is not on the search path. */
  name: string;
  /** As SQL has it. */
  quoted: string;
  isEmpty: boolean;
}>;

const TABLES = `
  SELECT CASE WHEN pg_table_is_visible(c.oid) THEN '' ELSE n.nspname || '.' END || c.relname AS name, c.oid::regclass::text AS quoted, c.reltuples
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
  ORDER BY 1`;
/** Tables that are asked one by one whether they have a row; statistics say so of the others. */
const ASKED_MOST = 2_000;

type TableRow = Readonly<{ name: string; quoted: string; reltuples: number }>;

export async function tableFacts(query: Query): Promise<readonly TableFacts[]> {
  const tables = (await query(TABLES)) as readonly TableRow[];
  const facts: TableFacts[] = [];
  for (const [at, { name, quoted, reltuples }] of tables.entries()) {
    const isEmpty =
      at < ASKED_MOST
        ? (await query(`SELECT FROM ${quoted} LIMIT 1`).catch(() => [{}])).length === 0
        : reltuples <= 0;
    facts.push({ name, quoted, isEmpty });
  }
  return facts;
}
