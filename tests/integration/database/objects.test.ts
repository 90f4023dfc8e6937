/** What is asked about a database's objects, on a real server. */
import pg from "pg";
import { expect, it } from "vitest";
import { databaseObjects } from "../../../src/io/inspect/objects.ts";
import { startPostgres } from "../../support/postgres.ts";

it("has the server compile nothing, also where a setting makes every plan look expensive", async () => {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const compiled: string[] = [];
  const ask = async (sql: string) => (await client.query(sql)).rows as Record<string, unknown>[];
  try {
    await ask("SET enable_seqscan = off");
    await databaseObjects(async (sql) => {
      if (/^\s*(SELECT|WITH)/.test(sql)) {
        const [plan] = await ask(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`);
        if (JSON.stringify(plan).includes('"JIT":')) compiled.push(sql);
      }
      return await ask(sql);
    });
    expect(compiled).toEqual([]);
  } finally {
    await client.end();
    await server.stop();
  }
});
