/** Tables, columns and foreign keys of a database, as a draft of rows needs them. */
import type { DraftTable } from "../../ingest/rows/draft.ts";
import type { Query } from "./locks.ts";

/** Words of `state IN ('new', 'sold')`, which the catalogue has as `= ANY (ARRAY['new', 'sold'])`. */
const WORDS = `
  SELECT json_agg(replace(m[1], '''''', ''''))
  FROM pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''((?:[^'']|'''')*)''', 'g') AS m
  WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] AND pg_get_constraintdef(k.oid) LIKE 'CHECK (%= ANY (%'
    AND pg_get_constraintdef(k.oid) !~ ' (AND|OR) '`;

/** The type behind domains, which may stand on each other; the length is the innermost one's, and the others have none. */
const BEHIND = `
  WITH RECURSIVE types AS (
    SELECT t.oid, t.typtype, t.typbasetype, t.typtypmod, t.typnotnull FROM pg_type t WHERE t.oid = a.atttypid
    UNION ALL SELECT t.oid, t.typtype, t.typbasetype, t.typtypmod, t.typnotnull FROM types o JOIN pg_type t ON t.oid = o.typbasetype)
  SELECT max(oid) FILTER (WHERE typtype <> 'd') AS base, max(typtypmod) AS typtypmod, bool_or(typnotnull) AS typnotnull FROM types`;

/** YugabyteDB on PostgreSQL 11 has no pg_attribute.attgenerated. */
const COLUMNS = `
  SELECT json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod), 'base', b.typname,
    'category', b.typcategory, 'words', coalesce((${WORDS}), '[]'), 'isNullable', NOT (a.attnotnull OR t.typnotnull), 'hasDefault', a.atthasdef,
    'length', CASE WHEN b.typname IN ('varchar', 'bpchar') THEN nullif(greatest(a.atttypmod, t.typtypmod), -1) - 4 END,
    'isGenerated', a.attidentity <> '' OR coalesce(to_jsonb(a) ->> 'attgenerated', '') <> '') ORDER BY a.attnum)
  FROM pg_attribute a CROSS JOIN LATERAL (${BEHIND}) t JOIN pg_type b ON b.oid = t.base
  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped`;

const names = (relation: string, numbers: string) =>
  `(SELECT json_agg(quote_ident(a.attname) ORDER BY o) FROM unnest(${numbers}) WITH ORDINALITY u (n, o) JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = u.n)`;

/** Of a partitioned table also what only some of its partitions refer to: each reference once. */
const REFERENCES = `
  SELECT json_agg(reference ORDER BY first) FROM (
    SELECT jsonb_build_object('table', k.confrelid::regclass::text, 'columns', ${names("k.conrelid", "k.conkey")},
      'referred', ${names("k.confrelid", "k.confkey")}) AS reference, min(k.oid) AS first
    FROM pg_constraint k WHERE k.contype = 'f' AND k.conparentid = 0
      AND k.conrelid IN (SELECT c.oid UNION ALL SELECT inhrelid FROM pg_inherits WHERE inhparent = c.oid AND c.relkind = 'p')
    GROUP BY 1) AS each`;

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

const ROOTS = `
  WITH RECURSIVE parents AS (
    SELECT c.oid AS leaf, i.inhparent AS parent FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid WHERE c.relispartition
    UNION ALL SELECT p.leaf, i.inhparent FROM parents p JOIN pg_class c ON c.oid = p.parent AND c.relispartition JOIN pg_inherits i ON i.inhrelid = c.oid)
  SELECT p.leaf::regclass::text AS leaf, p.parent::regclass::text AS root FROM parents p JOIN pg_class c ON c.oid = p.parent AND NOT c.relispartition`;

/** The partitioned table that a partition is of, at whatever depth, by the partition's name; both as SQL has them. */
export async function partitionRoots(query: Query): Promise<ReadonlyMap<string, string>> {
  const rows = (await query(ROOTS)) as unknown as readonly Readonly<{ leaf: string; root: string }>[];
  return new Map(rows.map(({ leaf, root }) => [leaf, root]));
}

/** By names, as texts of functions have no other trace of what they write; functions that those call are followed. */
const wordsOf = (text: string) =>
  `(SELECT array_agg(DISTINCT lower(found[1])) FROM regexp_matches(${text}, '\\w+', 'g') found)::text[]`;
const CALLED = `
  WITH RECURSIVE own AS MATERIALIZED (
    SELECT p.oid, lower(p.proname) AS name, ${wordsOf("p.prosrc")} AS words FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE p.proname ~ '^\\w+$' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')),
  called AS (
    SELECT o.oid, o.words FROM own o WHERE o.name = ANY (${wordsOf("$1")})
    UNION SELECT o.oid, o.words FROM called c JOIN own o ON o.name = ANY (c.words))
  SELECT c.relname AS name FROM pg_class c
  WHERE c.relkind IN ('r', 'p') AND c.relname ~ '^\\w+$' AND EXISTS (SELECT FROM called WHERE lower(c.relname) = ANY (words))`;

/** Names, without their schema, of the tables that functions called in the statements name. */
export async function functionTables(
  query: Query,
  statements: readonly string[],
): Promise<readonly string[]> {
  return (await query(CALLED, [statements.join("\n")])).map(({ name }) => String(name));
}
