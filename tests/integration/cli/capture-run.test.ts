/** `plumbline capture --run`: a command on a server of Plumbline's own, captured, tried there, and gone without a trace. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
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

const PG = pathToFileURL(path.resolve(import.meta.dirname, "../../../node_modules/pg/lib/index.js")).href;

/** A program that finds its database as programs do. @param body statements of JavaScript that use `client` */
function program(name: string, body: string): string {
  sandbox.write(
    name,
    `import pg from ${JSON.stringify(PG)};
const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
${body}
await client.end();
`,
  );
  return `node ${name}`;
}

const VISITS = `
for (let id = 1; id <= 6; id++) {
  await client.query("SELECT name FROM item WHERE id = $1", [id]);
  await client.query("BEGIN");
  const { rows } = await client.query("INSERT INTO purchase (note) VALUES ($1) RETURNING id", ["Zq7xW9 " + id]);
  await client.query("INSERT INTO line (purchase_id, item_id) VALUES ($1, $2)", [rows[0].id, id]);
  await client.query("COMMIT");
}`;

function withShop(): void {
  sandbox.write(
    "db/V1__shop.sql",
    `CREATE TABLE item (id int PRIMARY KEY, name text);
     CREATE TABLE purchase (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, note text);
     CREATE TABLE line (purchase_id bigint REFERENCES purchase, item_id int REFERENCES item);
     INSERT INTO item SELECT i, 'item ' || i FROM generate_series(1, 6) i;`,
  );
  sandbox.write(
    "plumbline.yml",
    `suite: shop
database:
  deploy: { local: { settings: { log_min_duration_statement: 5s } } }
  setup: [db/*.sql]
workloads: [{ name: any, run: oltp_point_select }]
`,
  );
}

it("captures what a command sends, and runs each script where it came from", async () => {
  withShop();
  const { code, stdout, stderr } = await sandbox.run(["capture", "--run", program("visits.mjs", VISITS)]);
  expect(code, stderr).toBe(0);
  expect(stderr).not.toContain("not tried");
  expect(stderr).toContain("filled by database.setup of plumbline.yml");
  expect(stdout).toMatch(/tx-insert-purchase\.sql +6 .* ran\n/);
  expect(stdout).toMatch(/select-item\.sql +6 .* ran\n/);
  expect(stdout).not.toMatch(/DDL|generate_series/);
  const script = sandbox.read("bench/captured/tx-insert-purchase.sql");
  expect(script).toContain("-- Captured from a command (--run): 6 times");
  expect(script).toContain("INSERT INTO line (purchase_id, item_id) VALUES (:s1_id, :item_id);");
  expect(script).not.toContain("Zq7xW9");
});

it("tries scripts as the role that a check's load will have", async () => {
  withShop();
  sandbox.write("db/V2__role.sql", "CREATE ROLE reader; GRANT SELECT ON item TO reader;");
  const file = sandbox.read("plumbline.yml");
  sandbox.write("plumbline.yml", file.replace("database:\n", "database:\n  role: reader\n"));
  const { code, stdout, stderr } = await sandbox.run(["capture", "--run", program("visits.mjs", VISITS)]);
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/select-item\.sql +6 .* ran\n/);
  expect(stdout).toContain("permission denied for table purchase");
});

it("looks rows up by keys that are there, though no script shows one", async () => {
  withShop();
  sandbox.write(
    "db/V2__parcel.sql",
    `CREATE TABLE parcel (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), code text UNIQUE, note text);
     INSERT INTO parcel (code) SELECT 'parcel ' || i FROM generate_series(1, 50) i;
     CREATE VIEW shelf AS SELECT id, code FROM parcel LIMIT 8;`,
  );
  const look = `
const { rows } = await client.query("SELECT id, code FROM shelf");
for (const { id, code } of rows) await client.query("SELECT note FROM parcel WHERE id = $1 AND code = $2", [id, code]);`;
  const captured = await sandbox.run(["capture", "--run", program("look.mjs", look)]);
  expect(captured.code, captured.stderr).toBe(0);
  const file = "bench/captured/select-parcel.sql";
  const script = sandbox.read(file);
  expect(script).toContain(
    'values (SELECT * FROM (SELECT "id", "code" FROM "public"."parcel" WHERE "id" IS NOT NULL AND "code" IS NOT NULL LIMIT 100000) AS rows_there) as id, code',
  );
  expect(script).not.toContain("parcel 1");
  const config = sandbox.read("plumbline.yml");
  sandbox.write(
    "plumbline.yml",
    config.replace(/workloads:.*/, `workloads: [{ name: look, script: ${file}, protocol: extended }]`),
  );
  const tried = await sandbox.run(["try"]);
  expect(tried.code, tried.stderr).toBe(0);
  expect(tried.stdout).toMatch(/SELECT note FROM parcel WHERE .*: 1 row;/);
  expect(tried.stdout).not.toContain("50 rows");
});

it("captures what a command did before it failed, and says why a script does not run", async () => {
  const body = `await client.query("CREATE TABLE t (id int PRIMARY KEY)");
for (const id of [1, 2]) await client.query("INSERT INTO t (id) VALUES (" + id + ")");
await client.query("SELECT id FROM t WHERE id = 1");
await client.query("ALTER TABLE t RENAME TO u");
console.log("3 tests failed");
await client.end();
process.exit(7);`;
  withShop();
  const { code, stdout, stderr } = await sandbox.run([
    "capture",
    "--no-setup",
    "--run",
    program("tests.mjs", body),
  ]);
  expect(code).toBe(3);
  expect(stderr).toContain("with an empty database");
  expect(stderr).toContain(
    'the command "node tests.mjs" ended with exit code 7; it last said:\n3 tests failed',
  );
  expect(stdout).toMatch(/insert-t\.sql +2 .* fails\n/);
  expect(stdout).toMatch(/^insert-t\.sql: .*relation "t" does not exist/m);
  expect(readdirSync(path.join(sandbox.work, "bench/captured")).toSorted()).toEqual([
    "insert-t.sql",
    "select-t.sql",
  ]);
});

it("leaves nothing behind where it is interrupted", async () => {
  const command = program("long.mjs", 'await client.query("SELECT pg_sleep(600)");');
  const invocation = sandbox.start(["capture", "--run", command]);
  await invocation.until(() => sandbox.processes().find((line) => /^\d+ node long\.mjs/.test(line)));
  invocation.kill("SIGINT");
  const { code, stderr } = await invocation.ended;
  expect(code).toBe(130);
  expect(stderr).toContain("interrupted");
  expect(existsSync(path.join(sandbox.work, "bench"))).toBe(false);
});

it.each([
  [[], "capture: neither a log nor a command is named", 'plumbline capture --run "npm test"'],
  [["a.log", "--run", "true"], "capture: both a log and a command are named", "name the files of a log"],
  [
    ["--run", "true"],
    "nothing to make a script of in what the command did",
    "it seems to use another database",
  ],
  [["--run", "true", "--config", "no.yml"], "cannot read the config file", "--config"],
])("%j is refused", async (words, what, remedy) => {
  const { code, stdout, stderr } = await sandbox.run(["capture", ...words]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(what);
  expect(stderr).toContain(remedy);
});
