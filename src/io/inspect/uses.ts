/** Dependencies between the objects of a database: by pg_depend, and by the words of functions' bodies. */
import type { DatabaseObject, ObjectKind } from "../../model/observed.ts";
import type { Query } from "./locks.ts";

/** Most names that are kept of one object. */
const USES_MOST = 300;

/** What databases have from initdb on has smaller numbers. */
const OWN = "16384";

/**
 * Names of what may be used, by catalogue and number. `said`: how a body calls it, with a bracket or without; null: only pg_depend knows.
 * Members of an extension stand for the extension.
 */
const NAMED = `
  named (class, id, name, bare, said) AS MATERIALIZED (
    SELECT 'pg_class'::regclass, oid, oid::regclass::text, relname::text, '' FROM pg_class
    WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND relpersistence <> 't' AND oid >= ${OWN}
    UNION ALL SELECT 'pg_proc'::regclass, oid, oid::regprocedure::text, proname::text, '(' FROM pg_proc WHERE oid >= ${OWN}
    UNION ALL SELECT 'pg_type'::regclass, oid, format_type(oid, NULL), typname::text, '' FROM pg_type WHERE typtype = 'd' AND oid >= ${OWN}
    UNION ALL SELECT 'pg_opclass'::regclass, oid, opcname::text, opcname::text, NULL FROM pg_opclass WHERE oid >= ${OWN}
    UNION ALL SELECT 'pg_collation'::regclass, oid, collname::text, collname::text, NULL FROM pg_collation WHERE collname <> 'default'),
  members (class, id, name) AS (
    SELECT d.classid, d.objid, 'extension ' || e.extname FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid
    WHERE d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e' AND e.extname <> 'plpgsql'),
  used (class, id, name) AS (
    SELECT class, id, name FROM members UNION ALL
    SELECT class, id, name FROM named WHERE NOT EXISTS (SELECT FROM members m WHERE m.class = named.class AND m.id = named.id))`;

/** Objects as `kind`, `name`, `on`, with the place of their dependencies in pg_depend; part 0 stands for all parts. */
const OBJECTS = `
  objects (class, id, part, kind, name, on_table) AS (
    SELECT 'pg_rewrite'::regclass, oid, 0, CASE rulename WHEN '_RETURN' THEN 'view' ELSE 'rule' END,
      CASE rulename WHEN '_RETURN' THEN ev_class::regclass::text ELSE rulename END, CASE rulename WHEN '_RETURN' THEN NULL ELSE ev_class END
    FROM pg_rewrite WHERE oid >= ${OWN}
    UNION ALL SELECT 'pg_attrdef'::regclass, d.oid, 0, 'default', d.adrelid::regclass::text || '.' || a.attname, d.adrelid
    FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
    UNION ALL SELECT 'pg_constraint'::regclass, oid, 0, CASE conrelid WHEN 0 THEN 'domain' ELSE 'constraint' END,
      CASE conrelid WHEN 0 THEN format_type(contypid, NULL) ELSE conname || ' on ' || conrelid::regclass::text END, nullif(conrelid, 0)
    FROM pg_constraint WHERE contype <> 'n' AND oid >= ${OWN}
    UNION ALL SELECT 'pg_policy'::regclass, oid, 0, 'policy', polname, polrelid FROM pg_policy
    UNION ALL SELECT 'pg_trigger'::regclass, oid, 0, 'trigger', tgname, tgrelid FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'pg_type'::regclass, oid, 0, 'domain', format_type(oid, NULL), NULL FROM pg_type WHERE typtype = 'd' AND oid >= ${OWN}
    UNION ALL SELECT 'pg_proc'::regclass, oid, 0, 'function', oid::regprocedure::text, NULL FROM pg_proc WHERE oid >= ${OWN}
    UNION ALL SELECT 'pg_class'::regclass, indexrelid, 0, 'index', indexrelid::regclass::text, indrelid FROM pg_index WHERE indexrelid >= ${OWN}
    UNION ALL SELECT 'pg_class'::regclass, attrelid, attnum, 'column', attrelid::regclass::text || '.' || attname, attrelid
    FROM pg_attribute WHERE attrelid >= ${OWN} AND attnum > 0 AND NOT attisdropped)`;

/** A table's parents are what it uses; an extension's members, as statements spell them, are what it has. */
const EDGES = `
  edges (kind, name, on_table, used) AS (
    SELECT o.kind, o.name, o.on_table, u.name FROM objects o
      JOIN pg_depend d ON d.classid = o.class AND d.objid = o.id AND o.part IN (0, d.objsubid)
      JOIN used u ON u.class = d.refclassid AND u.id = d.refobjid
    WHERE d.refobjid <> coalesce(o.on_table, 0) AND u.name <> o.name AND d.deptype <> 'e'
    UNION ALL SELECT 'table', inhrelid::regclass::text, NULL, inhparent::regclass::text
    FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE c.relkind IN ('r', 'p', 'f')
    UNION ALL SELECT 'operator-class', c.opcname, NULL, p.amproc::regprocedure::text
    FROM pg_opclass c JOIN pg_amproc p ON p.amprocfamily = c.opcfamily WHERE c.oid >= ${OWN} AND p.amproc >= ${OWN}
    UNION ALL SELECT 'extension', substr(m.name, 11), NULL, coalesce(f.proname || '()', '::' || t.typname)
    FROM members m LEFT JOIN pg_proc f ON m.class = 'pg_proc'::regclass AND f.oid = m.id AND 'internal'::regtype <> ALL (f.proargtypes)
      LEFT JOIN pg_type t ON m.class = 'pg_type'::regclass AND t.oid = m.id AND t.typtype <> 'p' AND t.typname !~ '^_'
    WHERE f.oid IS NOT NULL OR t.oid IS NOT NULL)`;

/** Words of functions' bodies; a body of SQL's own form has none, and is in pg_depend. */
const BODIES = `
  edges (kind, name, on_table, used) AS (
    SELECT 'function', p.oid::regprocedure::text, NULL::oid, n.name
    FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang AND l.lanname NOT IN ('c', 'internal')
      CROSS JOIN LATERAL (SELECT DISTINCT lower(m[1]) AS word, m[2] IS NOT NULL AS is_called
                          FROM regexp_matches(p.prosrc, '([[:alpha:]_][[:alnum:]_$]*)(\\s*\\()?', 'g') m) w
      JOIN named n ON lower(n.bare) = w.word AND (n.said = '' OR n.said = '(' AND w.is_called)
    WHERE p.oid >= ${OWN} AND (n.class, n.id) <> ('pg_proc'::regclass, p.oid))`;

const usesBy = (...parts: readonly string[]) => `
  WITH ${[NAMED, ...parts].join(", ")}
  SELECT kind, name, on_table::regclass::text AS on, (array_agg(DISTINCT used ORDER BY used))[1:${USES_MOST}] AS uses
  FROM edges GROUP BY 1, 2, 3`;

/**
 * The objects, each with the names of those that it uses. Of a body nothing else is kept. Two questions: long bodies may take more time
 * than one has.
 */
export async function withUses(
  query: Query,
  objects: readonly DatabaseObject[],
): Promise<readonly DatabaseObject[]> {
  // Compiling takes seconds where a database forbids the plans of this, which makes them dear.
  await query("SET jit = off").catch(() => []);
  const known = await query(usesBy(OBJECTS, EDGES)).catch(() => []);
  const rows = [...known, ...(await query(usesBy(BODIES)).catch(() => []))];
  await query("RESET jit").catch(() => []);
  const keyOf = (kind: ObjectKind, name: unknown, on: unknown) => JSON.stringify([kind, name, on ?? null]);
  const uses = new Map<string, string[]>();
  for (const { kind, name, on, uses: names } of rows) {
    const key = keyOf(kind as ObjectKind, name, on);
    if (Array.isArray(names)) uses.set(key, [...new Set([...(uses.get(key) ?? []), ...names.map(String)])]);
  }
  return objects.map((each) => {
    const names = uses.get(keyOf(each.kind, each.name, each.on));
    return names === undefined ? each : { ...each, uses: names };
  });
}
