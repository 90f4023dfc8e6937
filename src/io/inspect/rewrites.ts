/** Finds tables that were rewritten: an ALTER TABLE that rewrites, VACUUM FULL, CLUSTER, TRUNCATE give a table another file. */
import type { Query } from "./locks.ts";

/** File number of each table of the users, by its OID. */
type TableFiles = ReadonlyMap<number, Readonly<{ table: string; file: number }>>;

export async function tableFiles(query: Query): Promise<TableFiles> {
  const rows = await query(
    `SELECT c.oid::bigint AS oid, c.oid::regclass::text AS table, pg_relation_filenode(c.oid)::bigint AS file
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'm') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'`,
  );
  return new Map(
    rows.map(({ oid, table, file }) => [Number(oid), { table: String(table), file: Number(file) }]),
  );
}

/** Names, as they were before. */
export function rewrittenBetween(before: TableFiles, after: TableFiles): readonly string[] {
  return [...before].flatMap(([oid, { table, file }]) => {
    const now = after.get(oid);
    return now === undefined || now.file === file ? [] : [table];
  });
}
