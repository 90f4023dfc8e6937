/** Objects of a database: everything that decides how a statement is run, by name and definition. */
import {
  type DatabaseObject,
  type ObjectKind,
  type ObservedDatabase,
  RelationSize,
} from "../../model/observed.ts";
import { redact } from "../../model/secrets.ts";
import type { Query } from "./locks.ts";
import { withUses } from "./uses.ts";

/** Edition 2: defaults are objects of their own; columns print collation, storage and compression, tables all that they are made of. */
export const EDITION = 2;

/** Most characters of a definition that is kept whole. */
const DEFINITION_MOST = 300;
/** Most objects of one kind: enough to compare, little enough to keep for years. */
const KIND_MOST = 2_000;

/** Tables of the users' and their kin. */
const OWN = "n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'";

/** Enough to tell two texts apart, without showing them. */
const hash = (text: string) => `'sha256 ' || left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), 16)`;

/**
 * Settings that were set explicitly, and in any case those that plans and memory depend on. Left out: where a server is reached and keeps
 * its files, what it logs, and what it computes itself; those differ between any two servers. Of an extension's parameters only a hash is
 * kept: people keep secrets in them, and documents are published. No server lists those that applications make up ("app.key").
 * Tablespaces are read by their index: where sequential scans are off, reading them would be compiled, as jit is still as it was set.
 */
const SETTINGS = `
  SELECT name, NULL AS on,
    CASE category WHEN 'Customized Options' THEN ${hash("setting")} ELSE current_setting(name) END AS definition, source
  FROM pg_settings
  WHERE (source NOT IN ('default', 'client', 'session')
         OR category LIKE 'Query Tuning%' OR category = 'Resource Usage / Memory')
    AND context <> 'internal'
    AND name !~ '^(port|data_directory|config_file|hba_file|ident_file|external_pid_file|listen_addresses|unix_socket.*|cluster_name|application_name|log_.*|logging_.*|ssl.*|lc_.*|event_source|update_process_title|transaction_.*|primary_conninfo|.*_command)$'
  UNION ALL SELECT split_part(o, '=', 1) || ' of tablespace ' || spcname, NULL, split_part(o, '=', 2), 'tablespace' FROM pg_tablespace, unnest(spcoptions) o WHERE oid >= 0`;

/** Statements with the columns name, on, definition; by kind. Each stands alone: a server may lack a catalogue of one. */
const QUERIES: Readonly<Record<Exclude<ObjectKind, "no-statistics">, string>> = {
  setting: SETTINGS,
  extension: "SELECT extname AS name, NULL AS on, extversion AS definition FROM pg_extension",
  table: `
    SELECT c.oid::regclass::text AS name, NULL AS on,
      concat_ws(', ', CASE c.relkind WHEN 'm' THEN 'materialized view' WHEN 'p' THEN 'partitioned ' || pg_get_partkeydef(c.oid)
          WHEN 'f' THEN 'foreign table ' || (SELECT ${hash("to_jsonb(f)::text")} FROM pg_foreign_table f WHERE f.ftrelid = c.oid) ELSE 'table' END,
        CASE WHEN c.relpersistence = 'u' THEN 'unlogged' END, CASE WHEN c.relispartition THEN pg_get_expr(c.relpartbound, c.oid) END,
        nullif(m.amname, 'heap'), 'tablespace ' || s.spcname, CASE c.relreplident WHEN 'f' THEN 'replica identity full' END,
        array_to_string(c.reloptions, ', '), (SELECT 'toast ' || array_to_string(t.reloptions, ', ') FROM pg_class t WHERE t.oid = c.reltoastrelid)) AS definition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_am m ON m.oid = c.relam LEFT JOIN pg_tablespace s ON s.oid = c.reltablespace
    WHERE c.relkind IN ('r', 'p', 'm', 'f') AND c.relpersistence <> 't' AND ${OWN}`,
  column: `
    SELECT c.oid::regclass::text || '.' || a.attname AS name, c.oid::regclass::text AS on,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attcollation <> t.typcollation THEN 'COLLATE ' || l.collname END,
        CASE WHEN a.attnotnull THEN 'NOT NULL' END, CASE WHEN a.attidentity <> '' THEN 'IDENTITY' END,
        CASE WHEN a.attstorage <> t.typstorage THEN 'STORAGE ' || CASE a.attstorage WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' ELSE 'EXTENDED' END END,
        'COMPRESSION ' || nullif(to_jsonb(a) ->> 'attcompression', ''),
        'STATISTICS ' || nullif(a.attstattarget, -1), array_to_string(a.attoptions, ', ')) AS definition
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_collation l ON l.oid = a.attcollation
    WHERE c.relkind IN ('r', 'p', 'm', 'f') AND c.relpersistence <> 't' AND a.attnum > 0 AND NOT a.attisdropped AND ${OWN}`,
  default: `
    SELECT c.oid::regclass::text || '.' || a.attname AS name, c.oid::regclass::text AS on,
      CASE a.attgenerated WHEN 's' THEN 'GENERATED ' || e.text || ' STORED' WHEN '' THEN 'DEFAULT ' || e.text ELSE 'GENERATED ' || e.text || ' VIRTUAL' END AS definition
    FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
      JOIN pg_class c ON c.oid = d.adrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      CROSS JOIN LATERAL (SELECT pg_get_expr(d.adbin, d.adrelid) AS text) e
    WHERE c.relpersistence <> 't' AND ${OWN}`,
  domain: `
    SELECT format_type(t.oid, NULL) AS name, NULL AS on,
      concat_ws(' ', format_type(t.typbasetype, t.typtypmod), CASE WHEN t.typnotnull THEN 'NOT NULL' END,
        (SELECT string_agg(pg_get_constraintdef(k.oid), ' ' ORDER BY k.conname) FROM pg_constraint k WHERE k.contypid = t.oid AND k.contype = 'c')) AS definition
    FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE t.typtype = 'd' AND ${OWN}`,
  sequence: `
    SELECT c.oid::regclass::text AS name, (SELECT min(d.refobjid::regclass::text) FROM pg_depend d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')) AS on,
      concat_ws(' ', 'INCREMENT ' || s.seqincrement, 'CACHE ' || s.seqcache, CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED' END) AS definition
    FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relpersistence <> 't' AND ${OWN}`,
  // Providers and versions have other columns in each release.
  collation: `
    SELECT 'default' AS name, NULL AS on,
      concat_ws(' ', coalesce(j ->> 'datlocale', j ->> 'daticulocale', j ->> 'datcollate'), j ->> 'datctype', j ->> 'datlocprovider', 'version ' || (j ->> 'datcollversion')) AS definition
    FROM pg_database d CROSS JOIN LATERAL (SELECT to_jsonb(d) AS j) x WHERE d.datname = current_database()
    UNION ALL SELECT l.collname, NULL, concat_ws(' ', coalesce(j ->> 'colllocale', j ->> 'colliculocale', l.collcollate), l.collprovider::text,
        j ->> 'collisdeterministic', 'version ' || pg_collation_actual_version(l.oid))
    FROM pg_collation l CROSS JOIN LATERAL (SELECT to_jsonb(l) AS j) x
    WHERE l.collname <> 'default' AND (EXISTS (SELECT FROM pg_depend u WHERE u.refclassid = 'pg_collation'::regclass AND u.refobjid = l.oid)
      OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid >= 16384 AND a.attcollation = l.oid))`,
  "operator-class": `
    SELECT o.opcname AS name, NULL AS on, concat_ws(' ', m.amname, format_type(o.opcintype, NULL), f.opfname, CASE WHEN o.opcdefault THEN 'DEFAULT' END) AS definition
    FROM pg_opclass o JOIN pg_am m ON m.oid = o.opcmethod JOIN pg_opfamily f ON f.oid = o.opcfamily JOIN pg_namespace n ON n.oid = o.opcnamespace
    WHERE ${OWN} AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_opclass'::regclass AND d.objid = o.oid AND d.deptype = 'e')`,
  rule: `
    SELECT r.rulename AS name, r.ev_class::regclass::text AS on, pg_get_ruledef(r.oid) AS definition
    FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class JOIN pg_namespace n ON n.oid = c.relnamespace WHERE r.rulename <> '_RETURN' AND ${OWN}`,
  index: `
    SELECT i.indexrelid::regclass::text AS name, i.indrelid::regclass::text AS on,
      pg_get_indexdef(i.indexrelid) || CASE WHEN i.indisvalid THEN '' ELSE ' (INVALID)' END AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relpersistence <> 't' AND ${OWN}`,
  // Of 18 on a NOT NULL is one, too: the columns tell of it.
  constraint: `
    SELECT t.conname || ' on ' || t.conrelid::regclass::text AS name, t.conrelid::regclass::text AS on,
      pg_get_constraintdef(t.oid) AS definition
    FROM pg_constraint t JOIN pg_class c ON c.oid = t.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE t.contype NOT IN ('n', 't') AND ${OWN}`,
  trigger: `
    SELECT t.tgname AS name, t.tgrelid::regclass::text AS on,
      pg_get_triggerdef(t.oid) || CASE t.tgenabled WHEN 'D' THEN ' (DISABLED)' ELSE '' END AS definition
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE NOT t.tgisinternal AND ${OWN}`,
  "row-security": `
    SELECT c.oid::regclass::text AS name, c.oid::regclass::text AS on,
      CASE WHEN c.relforcerowsecurity THEN 'forced' ELSE 'enabled' END AS definition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relrowsecurity AND ${OWN}`,
  policy: `
    SELECT p.polname AS name, p.polrelid::regclass::text AS on,
      concat_ws(' ', CASE WHEN p.polpermissive THEN '' ELSE 'RESTRICTIVE' END, p.polcmd::text,
        'USING (' || pg_get_expr(p.polqual, p.polrelid) || ')', 'WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')') AS definition
    FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN}`,
  function: `
    SELECT p.oid::regprocedure::text AS name, NULL AS on,
      concat_ws(' ', l.lanname, CASE p.provolatile WHEN 'i' THEN 'IMMUTABLE' WHEN 's' THEN 'STABLE' ELSE 'VOLATILE' END,
        'PARALLEL ' || p.proparallel::text, ${hash("pg_get_functiondef(p.oid)")}) AS definition
    FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE p.prokind IN ('f', 'p') AND ${OWN}
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`,
  view: `
    SELECT c.oid::regclass::text AS name, NULL AS on, concat_ws(' ', 'WITH (' || array_to_string(c.reloptions, ', ') || ')', pg_get_viewdef(c.oid)) AS definition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('v', 'm') AND ${OWN}
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`,
  statistics: `
    SELECT s.stxname AS name, s.stxrelid::regclass::text AS on, pg_get_statisticsobjdef(s.oid) AS definition
    FROM pg_statistic_ext s JOIN pg_class c ON c.oid = s.stxrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN}`,
};

/** Unread is not analyzed: reltuples is -1 then, and 0 before 14. */
const SIZES = `
  SELECT c.oid::regclass::text AS name, nullif(c.reltuples, -1)::float8 AS rows, pg_relation_size(c.oid)::float8 AS bytes,
    f.found AS statistics, c.relkind IN ('r', 'm') AND pg_relation_size(c.oid) > 0
      AND NOT EXISTS (SELECT FROM pg_statistic s WHERE s.starelid = c.oid) AS unanalyzed
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN (SELECT schemaname, tablename, ${hash("string_agg(s::text, '' ORDER BY attname, inherited)")} AS found
               FROM pg_stats s GROUP BY 1, 2) f ON f.schemaname = n.nspname AND f.tablename = c.relname
  WHERE c.relkind IN ('r', 'm', 'i') AND c.relpersistence <> 't' AND ${OWN}
  ORDER BY 3 DESC, 1 LIMIT ${KIND_MOST}`;

/** pg_statistic is for superusers; pg_stats shows what the user may read. */
const SIZES_OF_A_USER = SIZES.replace(
  "FROM pg_statistic s WHERE s.starelid = c.oid",
  "FROM pg_stats s WHERE s.schemaname = n.nspname AND s.tablename = c.relname",
);

/** All of one database; a kind that the server does not know is left out. */
export async function databaseObjects(
  query: Query,
): Promise<Pick<ObservedDatabase, "objects" | "sizes" | "edition" | "unread">> {
  const objects: DatabaseObject[] = [];
  const unread: ObjectKind[] = [];
  for (const [kind, sql] of Object.entries(QUERIES) as [ObjectKind, string][]) {
    const rows = await query(boundedQuery(kind, sql)).catch(() => null);
    if (rows === null) unread.push(kind);
    // Where plans look expensive, the server would compile a question of milliseconds for a second, and on a busy machine up to its limit.
    if (kind === "setting") await query("SET jit = off").catch(() => []);
    for (const row of rows ?? []) objects.push(objectFromRow(kind, row));
  }
  const found = await query(SIZES).catch(() => query(SIZES_OF_A_USER).catch(() => null));
  if (found === null) unread.push("no-statistics");
  const relations = found ?? [];
  const sizes = relations
    .map(({ name, rows, bytes, statistics }) => ({
      name: String(name),
      rows: rows === null ? null : Number(rows),
      bytes: Number(bytes),
      ...(typeof statistics === "string" ? { statistics } : {}),
    }))
    // A server of another product may report anything.
    .filter((size) => RelationSize.safeParse(size).success);
  const unanalyzed = relations.filter(({ unanalyzed }) => unanalyzed === true);
  const without = unanalyzed.map(({ name }): DatabaseObject => {
    return { kind: "no-statistics", name: String(name), on: String(name), definition: "not analyzed" };
  });
  const all = await withUses(query, [...objects, ...without]);
  return { objects: all, sizes, edition: EDITION, ...(unread.length === 0 ? {} : { unread }) };
}

function boundedQuery(kind: string, sql: string): string {
  return `
  SELECT ${kind === "setting" ? "source" : "NULL"} AS source, name, "on", CASE WHEN length(definition) <= ${DEFINITION_MOST} THEN definition
    ELSE left(definition, ${DEFINITION_MOST}) || ' ... ' || ${hash("definition")} END AS definition
  FROM (${sql}) objects ORDER BY name, "on" LIMIT ${KIND_MOST}`;
}

function objectFromRow(
  kind: ObjectKind,
  { name, on, definition, source }: Readonly<Record<string, unknown>>,
): DatabaseObject {
  return {
    kind,
    name: String(name),
    ...(typeof on === "string" ? { on } : {}),
    ...(typeof source === "string" ? { source } : {}),
    definition: typeof definition === "string" ? redact(definition) : "",
  };
}
