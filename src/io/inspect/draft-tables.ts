/** Tables, columns and foreign keys of a database, as a draft of rows needs them. */
import type { DraftTable } from "../../ingest/rows/draft.ts";
import type { Query } from "./locks.ts";

/** Words of `state IN ('new', 'sold')`, which the catalogue has as `= ANY (ARRAY['new', 'sold'])`. */
const WORDS = `
  SELECT json_agg(replace(m[1], '''''', ''''))
  FROM pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''((?:[^'']|'''')*)''', 'g') AS m
  WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] AND pg_get_constraintdef(k.oid) LIKE 'CHECK (%= ANY (%'
    AND pg_get_constraintdef(k.oid) !~ ' (AND|OR) '`;

const COLUMNS = `
  SELECT json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod), 'base', b.typname,
    'category', b.typcategory, 'words', coalesce((${WORDS}), '[]'), 'isNullable', NOT (a.attnotnull OR t.typnotnull), 'hasDefault', a.atthasdef,
    'length', CASE WHEN b.typname IN ('varchar', 'bpchar') THEN nullif(greatest(a.atttypmod, t.typtypmod), -1) - 4 END,
    'isGenerated', a.attidentity <> '' OR a.attgenerated <> '') ORDER BY a.attnum)
  FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid JOIN pg_type b ON b.oid = CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END
  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped`;

const names = (relation: string, numbers: string) =>
  `(SELECT json_agg(quote_ident(a.attname) ORDER BY o) FROM unnest(${numbers}) WITH ORDINALITY u (n, o) JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = u.n)`;

const REFERENCES = `
  SELECT json_agg(json_build_object('table', k.confrelid::regclass::text, 'columns', ${names("k.conrelid", "k.conkey")},
    'referred', ${names("k.confrelid", "k.confkey")}) ORDER BY k.oid)
  FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conparentid = 0`;

const TABLES = `
  SELECT c.oid::regclass::text AS name, coalesce((${COLUMNS}), '[]') AS columns, coalesce((${REFERENCES}), '[]') AS references
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence <> 't' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'`;

/** @param empty names of tables without rows, as SQL has them */
export async function draftTables(
  query: Query,
  empty: ReadonlySet<string>,
): Promise<ReadonlyMap<string, DraftTable>> {
  const rows = (await query(TABLES)) as unknown as readonly Omit<DraftTable, "isEmpty">[];
  return new Map(rows.map((row) => [row.name, { ...row, isEmpty: empty.has(row.name) }]));
}
