/** The tables of a database, whatever system it is: how they are found, analysed and dropped. */
import { readProduct } from "../postgres/server-facts.ts";
import { rowsOf, withClient } from "./connect.ts";
import { quotedTable } from "./marks.ts";

export type SqlTable = Readonly<{ schema: string; name: string }>;

/** Everything that is not the system's. */
export async function userTables(url: string): Promise<readonly SqlTable[]> {
  return await rowsOf<SqlTable>(
    url,
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'crdb_internal', 'rw_catalog')`,
  );
}

export function quoted({ schema, name }: SqlTable): string {
  return quotedTable(schema, name);
}

/** One statement for each: RisingWave takes no list. */
export async function dropTables(url: string, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return;
  await withClient(url, async (client) => {
    for (const table of tables) await client.query(`DROP TABLE IF EXISTS ${table} CASCADE`);
  });
}

/** Statistics of all rows: CockroachDB's ANALYZE wants a table, RisingWave has none. */
export async function analyze(url: string): Promise<void> {
  const { product } = await readProduct(url);
  if (product === "RisingWave") return;
  const tables = product === "CockroachDB" ? (await userTables(url)).map(quoted) : [""];
  await withClient(url, async (client) => {
    for (const table of tables) await client.query(`ANALYZE ${table}`.trim());
  });
}
