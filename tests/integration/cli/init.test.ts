/** `plumbline init` in small repositories, and what it writes, measured. */
import { chmodSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Run } from "../../../src/model/run.ts";
import { Sandbox } from "./support/sandbox.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(async () => {
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

it("writes what can be measured at once, and writes over nothing", async () => {
  sandbox.write("sql/V1__item.sql", "CREATE TABLE item (id int PRIMARY KEY);\n");
  sandbox.write("sql/V2__rows.sql", "INSERT INTO item SELECT generate_series(1, 100);\n");
  sandbox.write("sql/U2__rows.sql", "DELETE FROM item;\n");
  sandbox.write("other/V3__no.sql", "CREATE TABLE no (id int);\n");
  sandbox.write(".gitignore", "ignored/\n");
  const { code, stdout, stderr } = await sandbox.run(["init", "--no-try"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`found the schema: Flyway (sql, 2 files)
found and passed over: Flyway (other): it has fewer files
found no pgbench scripts
not sure: Flyway (sql, 2 files) was taken, not Flyway (other): if the application uses another one, name it under database.setup
wrote plumbline.yml
wrote .github/workflows/plumbline.yml
wrote bench/first.sql
added to .gitignore: plumbline-out/, .plumbline/
next: put your own SQL into bench/first.sql
next: read plumbline.yml, commit, and check: plumbline check --base HEAD
`);
  expect(sandbox.read(".gitignore")).toBe("ignored/\nplumbline-out/\n.plumbline/\n");
  sandbox.commit("with Plumbline");
  const measured = await sandbox.run(["run", "--base", "HEAD", "--sessions", "1", "--seconds", "0.4"]);
  expect(measured.code, measured.stderr).toBe(0);
  const [workload] = sandbox.json<Run>("plumbline-out/run.json").workloads;
  expect(workload).toMatchObject({ name: "first", workload: "script" });
  expect(workload!.sessions[0]!.events).toBeGreaterThan(0);

  sandbox.write("plumbline.yml", "suite: mine\n");
  const again = await sandbox.run(["init", "--no-try"]);
  expect(again.code).toBe(2);
  expect(again.stderr).toContain(
    "plumbline.yml, .github/workflows/plumbline.yml, bench/first.sql already exist",
  );
  expect(again.stderr).toContain("--force");
  expect(sandbox.read("plumbline.yml")).toBe("suite: mine\n");
  const forced = await sandbox.run(["init", "--force", "--no-try"]);
  expect(forced.code).toBe(0);
  expect(forced.stdout).not.toContain(".gitignore");
  expect(sandbox.read("plumbline.yml")).toContain("sql/V*.sql");
});

it("measures the folder of a repository from its root, where GitHub looks for workflows", async () => {
  sandbox.write("api/db/schema.sql", "CREATE TABLE item (id int PRIMARY KEY, name citext);\n");
  sandbox.write("web/db/schema.sql", "CREATE TABLE page (id int PRIMARY KEY);\n");
  sandbox.commit("first");
  const { code, stdout, stderr } = await sandbox.run(["init"], { cwd: path.join(sandbox.work, "api") });
  expect(code, stderr).toBe(0);
  expect(stdout).not.toContain("web");
  expect(stdout).toContain("wrote api/plumbline.yml\nwrote .github/workflows/plumbline-api.yml\n");
  expect(stdout).toContain("tried at once:\nhead: PostgreSQL");
  expect(stdout).toContain("plumbline check --base HEAD --config api/plumbline.yml\n");
  expect(sandbox.read(".github/workflows/plumbline-api.yml")).toContain(
    'with: { config: "api/plumbline.yml" }',
  );
  const config = sandbox.read("api/plumbline.yml");
  expect(config).toContain('suite: "api"');
  expect(config).toContain("    - api/bench/before-migrations.sql\n    - api/db/schema.sql\n");
  expect(config).toContain("script: api/bench/first.sql");
});

it("tries at once what it wrote, and a failure is an answer, too", async () => {
  sandbox.write("db/schema.sql", "CREATE TABLE item (id int PRIMARY KEY);\n");
  const works = await sandbox.run(["init"]);
  expect(works.code, works.stderr).toBe(0);
  expect(works.stdout).toContain("tried at once:\nhead: PostgreSQL");
  expect(works.stdout).toContain("warning: first: no statement returned or wrote a row: item has no rows");
  sandbox.write("db/schema.sql", "CREATE TABLE item (id int);\nSELECT nothing;\n");
  const fails = await sandbox.run(["init", "--force"]);
  expect(fails.code).toBe(0);
  expect(fails.stdout).toMatch(
    /it does not work yet:\n {2}db\/schema\.sql:2: column "nothing" does not exist/,
  );
});

/** Does what dbmate would do with the migration of the test. */
const DBMATE = `#!/bin/sh
exec psql -X -q -v ON_ERROR_STOP=1 "$DATABASE_URL" -c 'CREATE TABLE a_migrations (version text)' -c 'CREATE TABLE item (id int PRIMARY KEY)'
`;

it("writes a script on a table that only a program knows, once it has made it", async () => {
  sandbox.write(
    "migrations/1_item.sql",
    "-- migrate:up\nDO $$ BEGIN EXECUTE 'CREATE ' || 'TABLE item (id int PRIMARY KEY)'; END $$;\n-- migrate:down\nDROP TABLE item;\n",
  );
  const dbmate = sandbox.write("tools/dbmate", DBMATE);
  chmodSync(dbmate, 0o755);
  const env = { PATH: `${path.dirname(dbmate)}:${process.env["PATH"]}` };
  const { code, stdout, stderr } = await sandbox.run(["init"], { env });
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("2 tables");
  expect(stdout).toContain("wrote bench/first.sql, on a table that the set-up has made\n");
  expect(sandbox.read("bench/first.sql")).toContain("SELECT * FROM item LIMIT 10;");
  expect(sandbox.read("plumbline.yml")).toContain("script: bench/first.sql");
});
