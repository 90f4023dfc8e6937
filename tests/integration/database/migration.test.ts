/** How a statement of a migration is ended that takes too long; what a migration does to a load is held in ../measure/migration.test.ts. */
import pg from "pg";
import { expect, it } from "vitest";
import { applyMigration } from "../../../src/io/database/migration/apply.ts";
import { startPostgres } from "../../support/postgres.ts";

it("one that cannot be ended, for the server takes no other connection, is left and said to be late", async () => {
  const postgres = await startPostgres();
  try {
    const url = new URL(await postgres.createDatabase("late"));
    const admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    await admin.query("CREATE ROLE alone LOGIN CONNECTION LIMIT 1");
    await admin.end();
    url.username = "alone";
    const files = [{ kind: "sql", file: "slow.sql", sql: "SELECT pg_sleep(3600);\n" } as const];
    const source = { files, command: null, tree: "/", limitMs: 700 };
    const { failure } = await applyMigration(source, url.href, async () => [], new AbortController().signal);
    expect(failure).toMatchObject({
      place: "slow.sql:1",
      message: expect.stringContaining("did not end within"),
    });
  } finally {
    await postgres.stop();
  }
});
