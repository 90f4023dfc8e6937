/** The tables of a database, whatever system it is: how they are found, analysed and dropped. */
import { readProduct } from "../postgres/server-facts.ts";
import { withWorker } from "./alive.ts";
import { queryRows } from "./connect.ts";
import { quotedTable } from "./marks.ts";

export type SqlTable = Readonly<{ schema: string; name: string }>;

/** Everything that is not the system's. @param signal here and below as in Purpose */
export async function userTables(url: string, signal: AbortSignal | null): Promise<readonly SqlTable[]> {
  return await queryRows<SqlTable>(
    url,
    { what: "for its tables", signal },
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'crdb_internal', 'rw_catalog')`,
  );
}

export function quotedName({ schema, name }: SqlTable): string {
  return quotedTable(schema, name);
}

/** One statement for each: RisingWave takes no list. */
export async function dropTables(
  url: string,
  tables: readonly string[],
  signal: AbortSignal | null,
): Promise<void> {
  if (tables.length === 0) return;
  await withWorker(url, { what: "to drop tables", signal }, async (ask) => {
    for (const table of tables) await ask(`DROP TABLE IF EXISTS ${table} CASCADE`);
  });
}

/** Statistics of all rows: CockroachDB's ANALYZE wants a table, RisingWave has none. */
export async function analyze(url: string, signal: AbortSignal): Promise<void> {
  const { product } = await readProduct(url, signal);
  if (product === "RisingWave") return;
  const tables = product === "CockroachDB" ? (await userTables(url, signal)).map(quotedName) : [""];
  await withWorker(url, { what: "to analyze its tables", signal }, async (ask) => {
    for (const table of tables) await ask(`ANALYZE ${table}`.trim());
  });
}
