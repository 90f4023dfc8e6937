/** What a database says of query files: types of their parameters, and values of the columns that these are compared with. */
import pg from "pg";
import { hasFilledIn, type NamedQuery } from "../../../ingest/queries/named.ts";
import { columnsAsked, type DrawnRow, type QueryFacts, rowsAsked } from "../../../ingest/queries/script.ts";
import { PlumblineError } from "../../../model/errors.ts";
import { type Ask, withClient } from "./connect.ts";
import { quotedTable } from "./marks.ts";
import { schemaIn } from "./schema-facts.ts";

const LABELS = `
  SELECT format_type(t.oid, NULL) AS type, array_agg(e.enumlabel::text ORDER BY e.enumsortorder) AS labels
  FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid GROUP BY t.oid`;

/** Rows of a table that are looked at, and values that are taken of them. */
const ROWS_READ = 1_000;
const VALUES_MOST = 5;

const PREPARE = "PREPARE plumbline_facts AS ";

type AskedQuery = NamedQuery & Readonly<{ file: string }>;

/**
 * @returns null for a query that is no SQL before a program has filled it in
 * @throws PlumblineError of kind "usage" with file, line and column where the server cannot prepare a query; else as withClient
 */
export async function queryFacts(
  url: string,
  queries: readonly AskedQuery[],
  signal: AbortSignal,
): Promise<readonly (QueryFacts | null)[]> {
  return await withClient(url, { what: "for the parameters of queries", signal }, async (ask) => {
    const schema = await schemaIn(ask, []);
    const labels = await ask<{ type: string; labels: readonly string[] }>(LABELS);
    const all = { ...schema, labels: new Map(labels.map((each) => [each.type, each.labels])) };
    const facts: (QueryFacts | null)[] = [];
    for (const query of queries) {
      const parameters = await parametersOf(ask, query);
      if (parameters === null) {
        facts.push(null);
        continue;
      }
      const samples = await samplesOf(ask, columnsAsked(query, schema));
      facts.push({ ...all, parameters, samples, rows: await rowsThere(ask, rowsAsked(query, schema)) });
    }
    return facts;
  });
}

const SYNTAX_ERROR = "42601";

async function parametersOf(
  ask: Ask,
  { sql, file, name, placeAt }: AskedQuery,
): Promise<readonly string[] | null> {
  try {
    await ask(PREPARE + sql);
  } catch (error) {
    const { code, position, message } = error as Error & Readonly<{ code?: string; position?: string }>;
    if (code === undefined) throw error;
    if (code === SYNTAX_ERROR && hasFilledIn({ sql })) return null;
    const offset = Math.max(0, Number(position ?? 1) - 1 - PREPARE.length);
    throw new PlumblineError("usage", `${file}:${placeAt(offset)}: ${name}: ${message}`, {
      remedy: "name files whose queries run on what database.setup makes",
      cause: error,
    });
  }
  const [prepared] = await ask<{ types: readonly string[] }>(
    "SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'plumbline_facts'",
  );
  await ask("DEALLOCATE plumbline_facts");
  return prepared?.types ?? [];
}

/** Those of which the first rows of the table have one, with names as SQL has them. */
async function rowsThere(ask: Ask, asked: readonly DrawnRow[]): Promise<readonly DrawnRow[]> {
  const rows: DrawnRow[] = [];
  for (const { table, places } of asked) {
    const quoted = await tableNamed(ask, table);
    if (quoted === null) continue;
    const columns = places.map((place) => ({ ...place, column: pg.escapeIdentifier(place.column) }));
    const known = columns.map(({ column }) => `${column} IS NOT NULL`).join(" AND ");
    const first = `SELECT ${columns.map(({ column }) => column).join(", ")} FROM ${quoted} LIMIT ${ROWS_READ}`;
    const found = await ask(`SELECT FROM (${first}) AS seen WHERE ${known} LIMIT 1`);
    if (found.length > 0) rows.push({ table: quoted, places: columns });
  }
  return rows;
}

/** Several schemas may have one of the name: the query means what its search path finds. */
async function tableNamed(ask: Ask, table: string): Promise<string | null> {
  const [found] = await ask<{ schema: string }>(
    `SELECT n.nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relname = $1 AND c.relkind IN ('r', 'p', 'm') AND n.nspname NOT LIKE 'pg\\_%'
     ORDER BY pg_table_is_visible(c.oid) DESC, c.oid LIMIT 1`,
    [table],
  );
  return found === undefined ? null : quotedTable(found.schema, table);
}

async function samplesOf(ask: Ask, columns: readonly string[]): Promise<QueryFacts["samples"]> {
  const samples = new Map<string, readonly string[]>();
  for (const column of columns) {
    const [table, name] = [column.slice(0, column.indexOf(".")), column.slice(column.indexOf(".") + 1)];
    const found = await tableNamed(ask, table);
    if (found === null) continue;
    const quoted = pg.escapeIdentifier(name);
    const rows = await ask<{ value: string }>(
      `SELECT value FROM (SELECT ${quoted}::text AS value FROM ${found} LIMIT ${ROWS_READ}) AS seen
       WHERE value IS NOT NULL AND length(value) < 1000 GROUP BY value ORDER BY md5(value) LIMIT ${VALUES_MOST}`,
    );
    samples.set(
      column,
      rows.map(({ value }) => value),
    );
  }
  return samples;
}
