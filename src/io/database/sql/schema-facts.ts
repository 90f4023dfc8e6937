/** What a database says of statements that a script is to repeat. */
import pg from "pg";
import { type Lookup, preparable, type SchemaFacts } from "../../../ingest/capture/facts.ts";
import type { StatementShape } from "../../../ingest/capture/sql/shape.ts";
import { type Ask, withClient } from "./connect.ts";
import { quotedTable } from "./marks.ts";

const OWN = "n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'";

const COLUMNS = `
  SELECT c.relname || '.' || a.attname AS name
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND ${OWN}`;

const REFERENCES = `
  SELECT c.relname || '.' || a.attname AS name, t.relname || '.' || b.attname AS target,
    EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND i.indpred IS NULL AND i.indnkeyatts = 1 AND i.indkey[0] = own) AS single
  FROM pg_constraint k CROSS JOIN unnest(k.conkey, k.confkey) AS pair (own, other)
  JOIN pg_class c ON c.oid = k.conrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = pair.own
  JOIN pg_class t ON t.oid = k.confrelid JOIN pg_attribute b ON b.attrelid = t.oid AND b.attnum = pair.other
  WHERE k.contype = 'f'`;

/** Primary keys of one whole number. */
const KEYS = `
  SELECT n.nspname AS schema, c.relname AS name, a.attname AS column
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
  WHERE i.indisprimary AND i.indnkeyatts = 1 AND a.atttypid IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) AND ${OWN}
  LIMIT 1000`;

/** Members of keys, indexes and foreign keys that are UUIDs or texts: keys first. */
const LOOKUPS = `
  SELECT * FROM (
    SELECT n.nspname AS schema, c.relname AS name, a.attname AS column,
      EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey))
        OR EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND a.attnum = ANY (k.conkey)) AS "isKey",
      EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND a.attnum = ANY (i.indkey)) AS "isIndexed"
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_type t ON t.oid = a.atttypid
    WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND t.typname IN ('uuid', 'text', 'varchar', 'bpchar', 'citext') AND ${OWN}) AS each
  WHERE "isKey" OR "isIndexed" ORDER BY "isKey" DESC LIMIT 1000`;

const WORDS = `
  SELECT enumlabel AS word FROM pg_enum
  UNION SELECT m[1] FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace, regexp_matches(pg_get_constraintdef(k.oid), '''((?:[^'']|'''')*)''', 'g') AS m
  WHERE k.contype = 'c' AND ${OWN}`;

/** Functions with names for their arguments; of several with one name it is not known which is called. */
const FUNCTIONS = `
  SELECT p.proname AS name, min(ARRAY(
      SELECT a.name FROM unnest(p.proargnames) WITH ORDINALITY AS a (name, at)
      WHERE coalesce(p.proargmodes[a.at::int], 'i') IN ('i', 'b', 'v') ORDER BY a.at)) AS arguments
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE ${OWN}
  GROUP BY p.proname HAVING count(*) = 1 AND bool_and(p.proargnames IS NOT NULL)`;

/** @throws as withClient. A statement that the server cannot prepare has no types. */
export async function readSchemaFacts(
  url: string,
  shapes: readonly StatementShape[],
  signal: AbortSignal,
): Promise<SchemaFacts> {
  return await withClient(url, { what: "for its schema", signal }, (ask) => schemaIn(ask, shapes));
}

export async function schemaIn(ask: Ask, shapes: readonly StatementShape[]): Promise<SchemaFacts> {
  const columns = await ask<{ name: string }>(COLUMNS);
  const references = await ask<{ name: string; target: string; single: boolean }>(REFERENCES);
  const words = await ask<{ word: string }>(WORDS);
  const functions = await ask<{ name: string; arguments: readonly string[] }>(FUNCTIONS);
  return {
    columns: new Set(columns.map(({ name }) => name)),
    references: new Map(references.map(({ name, target }) => [name, target])),
    singles: new Set(references.filter(({ single }) => single).map(({ name }) => name)),
    functions: new Map(functions.map((each) => [each.name, each.arguments])),
    words: new Set(words.map(({ word }) => word)),
    keys: await keysIn(ask),
    lookups: await lookupsIn(ask),
    types: await typesOf(ask, shapes),
  };
}

async function keysIn(ask: Ask): Promise<SchemaFacts["keys"]> {
  const found = new Map<string, { least: bigint; most: bigint } | null>();
  for (const { schema, name, column } of await ask<{ schema: string; name: string; column: string }>(KEYS)) {
    const key = pg.escapeIdentifier(column);
    const [range] = await ask<{ least: string | null; most: string }>(
      `SELECT min(${key})::text AS least, max(${key})::text AS most FROM ${quotedTable(schema, name)}`,
    );
    const isEmpty = range === undefined || range.least === null;
    found.set(
      `${name}.${column}`,
      isEmpty ? null : { least: BigInt(range.least!), most: BigInt(range.most) },
    );
  }
  return found;
}

async function lookupsIn(ask: Ask): Promise<SchemaFacts["lookups"]> {
  const found = new Map<string, Lookup>();
  const members =
    await ask<Readonly<{ schema: string; name: string; column: string; isKey: boolean }>>(LOOKUPS);
  for (const { schema, name, column, isKey } of members) {
    const lookup = { table: quotedTable(schema, name), column: pg.escapeIdentifier(column), isKey };
    const rows = await ask(`SELECT FROM ${lookup.table} WHERE ${lookup.column} IS NOT NULL LIMIT 1`);
    if (rows.length > 0) found.set(`${name}.${column}`, lookup);
  }
  return found;
}

async function typesOf(ask: Ask, shapes: readonly StatementShape[]): Promise<SchemaFacts["types"]> {
  const types = new Map<string, readonly (string | null)[]>();
  for (const shape of shapes) {
    if (types.has(shape.key) || shape.slots.length === 0) continue;
    try {
      await ask(`PREPARE plumbline_facts AS ${preparable(shape)}`);
      const [prepared] = await ask<{ types: readonly string[] }>(
        "SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'plumbline_facts'",
      );
      await ask("DEALLOCATE plumbline_facts");
      types.set(shape.key, prepared?.types ?? []);
    } catch (error) {
      // A table that the statement needs is not there, say: the script will tell, once it is run.
      if (!("code" in (error as Error))) throw error;
    }
  }
  return types;
}
