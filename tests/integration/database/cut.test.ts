/** What is ended at a real server, by a limit or the signal, runs there no longer: it would hold its locks. */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withClient } from "../../../src/io/database/sql/connect.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { query } from "../../support/query.ts";

let server: Postgres;
beforeAll(async () => {
  server = await startPostgres();
  await encrypt(server);
});
afterAll(async () => await server.stop());

/** With a certificate of its own, in its folder of data. */
async function encrypt({ url, dataDir }: Postgres): Promise<void> {
  const { uid, gid } = statSync(dataDir);
  const [key, cert] = ["server.key", "server.crt"].map((name) => path.join(dataDir, name)) as [
    string,
    string,
  ];
  const ofLocalhost = ["-days", "1", "-subj", "/CN=localhost", "-keyout", key, "-out", cert];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...ofLocalhost], {
    stdio: "ignore",
  });
  for (const file of [key, cert]) {
    chmodSync(file, 0o600);
    if (process.getuid?.() === 0) chownSync(file, uid, gid);
  }
  await query(url, "ALTER SYSTEM SET ssl = on");
  await query(url, "SELECT pg_reload_conf()");
  while ((await query<{ ssl: string }>(url, "SHOW ssl"))[0]?.ssl !== "on") await sleep(20);
}

const sleepers = async () =>
  await query<{ pid: number }>(
    server.url,
    "SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND pid <> pg_backend_pid() AND state = 'active'",
  );

const ways: readonly (readonly [string, () => string])[] = [
  ["TCP", () => server.url],
  [
    "a Unix socket",
    () => `postgres://postgres@localhost/postgres?host=${server.socketDir}&port=${server.port}`,
  ],
  ["TLS", () => `${server.url}?sslmode=require`],
];

it.each(ways)("over %s, by its limit", async (_, url) => {
  const purpose = { what: "to sleep", signal: new AbortController().signal, limitMs: 300 };
  const asked = withClient(url(), purpose, (ask) => ask("SELECT pg_sleep(3600)"));
  await expect(asked).rejects.toThrow("gave no answer in 0.3 s when it was asked to sleep");
  await expect.poll(sleepers).toEqual([]);
});

it.each(ways)("over %s, by the signal, with its locks", async (_, url) => {
  const interrupt = new AbortController();
  const purpose = { what: "to sleep", signal: interrupt.signal };
  const asked = withClient(url(), purpose, async (ask) => {
    await ask("BEGIN");
    await ask("CREATE TABLE held (id int)");
    await ask("SELECT pg_sleep(3600)");
  }).catch((error: unknown) => error);
  await expect.poll(sleepers).toHaveLength(1);
  interrupt.abort();
  expect(await asked).toBe(interrupt.signal.reason);
  const other = new pg.Client({ connectionString: server.url });
  await other.connect();
  await other.query("CREATE TABLE held (id int); DROP TABLE held");
  await other.end();
});
