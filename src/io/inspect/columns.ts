/** Questions about columns that statements compare: their indexes, and how they are ordered. */
import type { Conversion } from "../../analysis/samples/plan.ts";
import type { TextColumn } from "../../analysis/warnings/text-order.ts";
import type { Query } from "./locks.ts";

/** Indexes that begin with a column and compare it in another type than the one it was converted to. */
const INDEXES = `
  SELECT i.indexrelid::regclass::text AS index, format_type(a.atttypid, a.atttypmod) AS type
  FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = i.indkey[0] JOIN pg_opclass o ON o.oid = i.indclass[0]
  WHERE t.relname = $1 AND a.attname = $2 AND i.indisvalid AND i.indpred IS NULL AND o.opcintype <> to_regtype($3)::oid
  ORDER BY i.indisunique DESC, 1 LIMIT 1`;

/** An index that a conversion keeps from being used, with the column's own type; null if there is none. */
export async function unusedIndex(
  query: Query,
  { relation, column, type }: Conversion,
): Promise<Readonly<{ index: string; type: string }> | null> {
  const [row] = await query(INDEXES, [relation, column, type]).catch(() => []);
  return row === undefined ? null : { index: String(row["index"]), type: String(row["type"]) };
}

/** Columns of tables that are ordered as the database's locale says: neither by a collation of their own, nor byte by byte. */
const TEXT_COLUMNS = `
  SELECT c.relname AS table, a.attname AS column
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_collation l ON l.oid = a.attcollation
  WHERE l.collname = 'default' AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'm', 'v')
    AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'`;

export async function textColumns(query: Query): Promise<readonly TextColumn[]> {
  const rows = await query(TEXT_COLUMNS).catch(() => []);
  return rows.map(({ table, column }) => ({ table: String(table), column: String(column) }));
}
