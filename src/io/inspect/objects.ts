/** Objects of a database: everything that decides how a statement is run, by name and definition. */
import { type DatabaseObject, type ObjectKind, RelationSize } from "../../model/observed.ts";
import { redact } from "../../model/secrets.ts";
import type { Query } from "./locks.ts";

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
 */
const SETTINGS = `
  SELECT name, NULL AS on,
    CASE category WHEN 'Customized Options' THEN ${hash("setting")} ELSE current_setting(name) END AS definition
  FROM pg_settings
  WHERE (source NOT IN ('default', 'client', 'session')
         OR category LIKE 'Query Tuning%' OR category = 'Resource Usage / Memory')
    AND context <> 'internal'
    AND name !~ '^(port|data_directory|config_file|hba_file|ident_file|external_pid_file|listen_addresses|unix_socket.*|cluster_name|application_name|log_.*|logging_.*|ssl.*|lc_.*|event_source|update_process_title|transaction_.*|primary_conninfo|.*_command)$'`;

/** Statements with the columns name, on, definition; by kind. Each stands alone: a server may lack a catalogue of one. */
const QUERIES: Readonly<Record<Exclude<ObjectKind, "no-statistics">, string>> = {
  setting: SETTINGS,
  extension: "SELECT extname AS name, NULL AS on, extversion AS definition FROM pg_extension",
  table: `
    SELECT c.oid::regclass::text AS name, NULL AS on,
      concat_ws(', ', CASE c.relkind WHEN 'm' THEN 'materialized view' WHEN 'p' THEN 'partitioned ' || pg_get_partkeydef(c.oid) ELSE 'table' END,
        CASE WHEN c.relpersistence = 'u' THEN 'unlogged' END, CASE WHEN c.relispartition THEN pg_get_expr(c.relpartbound, c.oid) END,
        array_to_string(c.reloptions, ', ')) AS definition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'm') AND c.relpersistence <> 't' AND ${OWN}`,
  column: `
    SELECT c.oid::regclass::text || '.' || a.attname AS name, c.oid::regclass::text AS on,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
        'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), CASE WHEN a.attgenerated <> '' THEN 'GENERATED' END,
        'STATISTICS ' || nullif(a.attstattarget, -1), array_to_string(a.attoptions, ', ')) AS definition
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND a.attnum > 0 AND NOT a.attisdropped AND ${OWN}`,
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
    SELECT c.oid::regclass::text AS name, NULL AS on, pg_get_viewdef(c.oid) AS definition
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
): Promise<Readonly<{ objects: readonly DatabaseObject[]; sizes: readonly RelationSize[] }>> {
  const objects: DatabaseObject[] = [];
  for (const [kind, sql] of Object.entries(QUERIES)) {
    for (const row of await query(bounded(sql)).catch(() => []))
      objects.push(objectOf(kind as ObjectKind, row));
  }
  const relations = await query(SIZES)
    .catch(() => query(SIZES_OF_A_USER))
    .catch(() => []);
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
  return { objects: [...objects, ...without], sizes };
}

function bounded(sql: string): string {
  return `
  SELECT name, "on", CASE WHEN length(definition) <= ${DEFINITION_MOST} THEN definition
    ELSE left(definition, ${DEFINITION_MOST}) || ' ... ' || ${hash("definition")} END AS definition
  FROM (${sql}) objects ORDER BY name, "on" LIMIT ${KIND_MOST}`;
}

function objectOf(
  kind: ObjectKind,
  { name, on, definition }: Readonly<Record<string, unknown>>,
): DatabaseObject {
  const place = typeof on === "string" ? { on } : {};
  return {
    kind,
    name: String(name),
    ...place,
    definition: typeof definition === "string" ? redact(definition) : "",
  };
}
