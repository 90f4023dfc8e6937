/** Where the server is: an option, else a URL, else libpq's environment, else sysbench's defaults. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runLoad } from "./support/plumbline-load.ts";
import { startWireServer, type WireServer } from "./support/wire-server.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-environment-"));
let server: WireServer;
let port: string;
/** What the server was told at the login, by name. */
let login: Record<string, string>;

beforeAll(async () => {
  server = await startWireServer({
    received: (message) => {
      if (message[0] !== 0 || message.readUInt32BE(4) !== 0x30000) return;
      const words = message.subarray(8).toString("latin1").split("\0");
      login = Object.fromEntries(
        words.flatMap((word, i) => (i % 2 === 0 && word ? [[word, words[i + 1]!]] : [])),
      );
    },
  });
  port = String(server.port);
  const service = `[mine]\nhost=127.0.0.1\nport=${port}\nuser=of_service\ndbname=its_db\n`;
  writeFileSync(join(folder, "services"), service);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

const few = ["--events=1", "--time=0", "--output=ndjson", "oltp_point_select"] as const;

it.each([
  ["all of it", {}, [], { user: "of_env", database: "env_db" }],
  [
    "but for an option",
    {},
    ["--pgsql-user=given", "--pgsql-db=given_db"],
    { user: "given", database: "given_db" },
  ],
  ["but for what it lacks", { PGUSER: "", PGDATABASE: "" }, [], { user: "sbtest", database: "sbtest" }],
])("is where PGHOST and its kin say: %s", async (_, more, options, told) => {
  const env = { PGHOST: "127.0.0.1", PGPORT: port, PGUSER: "of_env", PGDATABASE: "env_db", ...more };
  for (const command of ["run", "check"]) {
    const done = await runLoad([...options, ...few, command], { env });
    expect(login).toMatchObject(told);
    const { targets, options: effective } = done.line("hello");
    expect(targets[0]).toMatchObject({ host: "127.0.0.1", port, ...told });
    expect(effective).toMatchObject({
      "pgsql-host": "127.0.0.1",
      "pgsql-user": told.user,
      "pgsql-db": told.database,
    });
  }
});

it("is where a service says, which libpq asks before the rest of its environment", async () => {
  const env = {
    PGSERVICE: "mine",
    PGSERVICEFILE: join(folder, "services"),
    PGHOST: "/nowhere",
    PGUSER: "of_env",
  };
  const done = await runLoad([...few, "run"], { env });
  expect(done.code).toBe(0);
  expect(login).toMatchObject({ user: "of_service", database: "its_db" });
  const given = await runLoad(["--pgsql-user=given", ...few, "run"], { env });
  expect(given.code).toBe(0);
  expect(login).toMatchObject({ user: "given", database: "its_db" });
});

it("is where a URL says, whatever the environment says of host, port, user and database", async () => {
  const env = { PGHOST: "/nowhere", PGPORT: "1", PGUSER: "of_env", PGDATABASE: "env_db" };
  const done = await runLoad([`--pgsql-url=postgres://me@127.0.0.1:${port}/db`, ...few, "run"], { env });
  expect(done.code).toBe(0);
  expect(login).toMatchObject({ user: "me", database: "db" });
});
