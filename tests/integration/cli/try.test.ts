/** `plumbline try`: what a config file comes to, without a measurement. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { startPostgres } from "../../support/postgres.ts";
import { Sandbox } from "./support/sandbox.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
  sandbox.write(
    "db/1.sql",
    `CREATE TABLE item (id int PRIMARY KEY, name text);
CREATE TABLE staff (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), email text NOT NULL UNIQUE);
CREATE TABLE doc (id int, owner uuid NOT NULL REFERENCES staff, state text CHECK (state IN ('new', 'old')));
CREATE TABLE place (code text PRIMARY KEY CHECK (length(code) = 3));
CREATE TABLE visit (place text NOT NULL REFERENCES place);
ALTER TABLE doc ENABLE ROW LEVEL SECURITY;
INSERT INTO item SELECT i, 'a' FROM generate_series(1, 1000) i;
`,
  );
  sandbox.write(
    "bench/read.sql",
    "\\set id random(1, 1000)\nSELECT name FROM item WHERE id = :id;\nSELECT * FROM doc;\nSELECT * FROM place;\nSELECT * FROM visit;\n",
  );
  sandbox.write(
    "plumbline.yml",
    `suite: shop
database: { deploy: { local: {} }, setup: [db/*.sql] }
workloads: [{ name: read, script: bench/read.sql, protocol: prepared }, { name: points, run: oltp_point_select }]
`,
  );
});
afterEach(async () => {
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

it("runs each script once on both arms, and shows rows, plans and what is bypassed", async () => {
  sandbox.commit("before");
  sandbox.write("db/2.sql", "ALTER TABLE item DROP CONSTRAINT item_pkey;\n");
  const { code, stdout, stderr } = await sandbox.run(["try", "--base", "HEAD"]);
  expect(code, stderr).toBe(0);
  const lines = stdout.split("\n").map((line) => line.trim());
  expect(lines).toContain("SELECT name FROM item WHERE id = $1: 1 row; Seq Scan on item");
  expect(lines).toContain("SELECT * FROM doc: 0 rows; Seq Scan on doc");
  expect(lines).toContain(
    "read: otherwise than head: SELECT name FROM item WHERE id = $1: 1 row; Index Scan using item_pkey on item",
  );
  expect(lines).toContain("not tried, because the load generator makes their tables: points");
  expect(lines).toContain(
    "warning: read: it meets empty tables: doc, place and visit have no rows, so no index of them matters",
  );
  expect(stdout).toContain(
    "warning: read runs as postgres, whom row-level security does not bind: doc (no policy for this)",
  );
  expect(stdout).toMatch(/^a check measures 2 workloads for 8 s in each of \d+ to \d+ sessions: /m);
});

it("drafts rows for the empty tables that scripts meet, which fill them", async () => {
  const { code, stdout, stderr } = await sandbox.run(["try"]);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain(
    "wrote plumbline-out/rows.sql: made-up rows for staff and doc; place and visit need a hand: it says why.",
  );
  expect(sandbox.read("plumbline-out/rows.sql")).toMatch(
    /^-- place: the server refuses this: .*check.*$[\s\S]*^-- visit: it needs rows of place$/m,
  );
  sandbox.write("bench/read.sql", "INSERT INTO doc (owner) VALUES (gen_random_uuid());\n");
  const refused = await sandbox.run(["try"]);
  expect(refused.code).toBe(2);
  expect(refused.stdout).toContain(
    "fails: bench/read.sql:1:1: INSERT INTO doc (owner) VALUES (gen_random_uuid()): insert",
  );
  expect(refused.stdout).toContain("made-up rows for staff and doc.");
  sandbox.write("db/2.sql", sandbox.read("plumbline-out/rows.sql"));
  sandbox.write("bench/read.sql", "SELECT count(DISTINCT owner), state FROM doc GROUP BY state;\n");
  const filled = await sandbox.run(["try"]);
  expect(filled.code, filled.stderr).toBe(0);
  expect(filled.stdout).toContain("GROUP BY state: 2 rows; Seq Scan on doc");
  expect(filled.stdout).not.toContain("rows.sql: made-up");
});

it("drafts no rows on a server that runs already", async () => {
  const server = await startPostgres();
  try {
    const config = sandbox.read("plumbline.yml").replace("{ local: {} }", `{ url: "${server.url}" }`);
    sandbox.write("plumbline.yml", config);
    const { code, stdout, stderr } = await sandbox.run(["try"]);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("doc, place and visit have no rows");
    expect(stdout).not.toContain("made-up rows");
  } finally {
    await server.stop();
  }
});

it("names the place of a mistake in the SQL, in a folder without commits", async () => {
  sandbox.write("bench/read.sql", "SELECT 1;\nSELECT nothing FROM item;\n");
  const script = await sandbox.run(["try"]);
  expect(script.code).toBe(2);
  expect(script.stdout).toContain(
    'fails: bench/read.sql:2:1: SELECT nothing FROM item: column "nothing" does not exist',
  );
  expect(script.stdout).toContain("head alone: ");
  sandbox.write("db/1.sql", "SELECT 1;\nSELECT nothing;\n");
  const setup = await sandbox.run(["try"]);
  expect(setup.code).toBe(2);
  expect(setup.stderr).toContain('db/1.sql:2: column "nothing" does not exist');
  sandbox.write("bench/read.sql", "\\set id\n");
  const syntax = await sandbox.run(["try"]);
  expect(syntax.code).toBe(2);
  expect(syntax.stderr).toContain("bench/read.sql:1");
  expect(syntax.stderr).not.toContain("preparing");
});
