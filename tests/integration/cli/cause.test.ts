/** The search for the cause of a regression, by experiment on copies of base, from a commit to the report. */
import { createRequire } from "node:module";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CauseSearch } from "../../../src/model/cause-search.ts";
import type { Report } from "../../../src/model/report.ts";
import type { Run } from "../../../src/model/run.ts";
import { findPostgresBinaries } from "../../support/postgres.ts";
import { Sandbox } from "./support/sandbox.ts";
import { expectValid } from "./support/schemas.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(async () => {
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

const TABLES = `CREATE TABLE person (id int PRIMARY KEY, mail text, hits int NOT NULL DEFAULT 0);
CREATE INDEX person_mail ON person (mail);
CREATE TABLE other (id int PRIMARY KEY);
INSERT INTO person (id, mail) SELECT i, 'm' || i FROM generate_series(1, 40000) i;
`;
const BYSTANDERS = `CREATE FUNCTION elsewhere(text) RETURNS text LANGUAGE sql AS 'SELECT $1';
CREATE INDEX other_id ON other (id);
`;
const SCRIPT = "\\set id random(1, 40000)\nSELECT id FROM person WHERE mail = 'm' || :id;\n";

/** A statement without its index takes a hundred times as long: no machine is so busy that this is not seen. */
const config = (setup: string, more = "") => `suite: small
database:
  deploy: { local: { settings: { fsync: off, autovacuum: off } } }
  setup: ${setup}
measure: { sessions: 3, looks: 1, seconds: 1, warmup: 0.2, preflight: off, cause: 10m }
gates: { qps: 10%, server-cpu: false, p99: false }
workloads: [{ name: look-up, script: q.sql, options: { threads: 2 } }]
${more}`;

type Files = Readonly<Record<string, string>>;

function commit(files: Files): string {
  for (const [file, text] of Object.entries(files)) sandbox.write(file, text);
  return sandbox.commit("a change");
}

/** Checks head against base, which regresses. @returns what was found of it, and the comment */
async function searched(base: Files, head: Files, ...more: string[]) {
  const sha = commit(base);
  commit(head);
  const { code, stdout, stderr } = await sandbox.run(["check", "--base", sha, ...more]);
  expect(code, stdout + stderr).toBe(1);
  const report = sandbox.json<Report>("plumbline-out/report.json");
  expectValid("report", report);
  expectValid("run", sandbox.json<Run>("plumbline-out/run.json"));
  const causes: readonly CauseSearch[] | undefined = report.causes;
  return { causes, stdout, stderr, comment: sandbox.read("plumbline-out/comment.md") };
}

const placeOf = ({ part }: CauseSearch["causes"][number]) => [part.kind, part.file, part.line];

describe("the cause of a regression", () => {
  it("is proved to be one statement of a migration, with its line, and how it works", async () => {
    const { causes, comment, stdout, stderr } = await searched(
      { "plumbline.yml": config("[db/*.sql]"), "q.sql": SCRIPT, "db/1.sql": TABLES },
      { "db/2.sql": `${BYSTANDERS}DROP INDEX person_mail;\nCREATE INDEX person_hits ON person (hits);\n` },
    );
    expect(causes).toMatchObject([{ workload: "look-up", outcome: "found", parts: 4, causes: [{}] }]);
    const [cause] = causes![0]!.causes;
    expect(placeOf(cause!)).toEqual(["schema", "db/2.sql", 3]);
    expect(cause!.alone!.high).toBeLessThan(-0.5);
    expect(cause!.without!.estimate).toBeGreaterThan(cause!.alone!.estimate);
    expect(cause!.mechanism).toMatchObject([{ kind: "index-gone", name: "person_mail", shown: true }]);
    expect(stderr).toContain("looking for the cause");
    expect(stdout).toMatch(/db\/2\.sql:3 DROP INDEX person_mail is the cause: alone QPS/);
    expect(comment).toMatch(/> <code>db\/2\.sql\S+3 DROP INDEX person_mail<\/code> is the cause/);
    expect(comment).not.toMatch(/> .*elsewhere/);
  });

  it("is the workload's own script where that changed, and not the migration", async () => {
    const { causes } = await searched(
      { "plumbline.yml": config("[db/*.sql]"), "q.sql": SCRIPT, "db/1.sql": TABLES },
      { "db/2.sql": BYSTANDERS, "q.sql": SCRIPT.replace("mail =", "mail || '' =") },
    );
    expect(causes?.map(({ outcome }) => outcome)).toEqual(["found"]);
    expect(causes![0]!.causes.map(placeOf)).toEqual([["script", "q.sql", 2]]);
  });

  it("is found in a file that was edited in place", async () => {
    const edited = TABLES.replace("ON person (mail)", "ON person (hits)").replace(
      "other (id int",
      "other (id bigint",
    );
    const { causes } = await searched(
      { "plumbline.yml": config("[schema.sql]"), "q.sql": SCRIPT, "schema.sql": TABLES },
      { "schema.sql": edited },
    );
    expect(causes![0]!.causes.map(placeOf), JSON.stringify(causes)).toEqual([["schema", "schema.sql", 2]]);
  });

  it("is found among what a migration tool sends, at the line of the file that says it", async () => {
    const pg = JSON.stringify(createRequire(import.meta.url).resolve("pg"));
    const tool = `const { readdirSync, readFileSync } = require("node:fs");
const { Client } = require(${pg});
(async () => {
  const client = new Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query("CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY)");
  for (const name of readdirSync("migrations").sort()) {
    const { rows } = await client.query("SELECT FROM schema_migrations WHERE name = $1", [name]);
    if (rows.length > 0) continue;
    await client.query("BEGIN");
    await client.query(readFileSync("migrations/" + name, "utf8"));
    await client.query("INSERT INTO schema_migrations VALUES ($1)", [name]);
    await client.query("COMMIT");
  }
  await client.end();
})();
`;
    const { causes } = await searched(
      {
        "plumbline.yml": config("[{ command: node migrate.cjs }, views/*.sql]"),
        "views/1.sql": "CREATE VIEW people AS SELECT id FROM person;\n",
        "q.sql": SCRIPT,
        "migrate.cjs": tool,
        "migrations/1.sql": TABLES,
      },
      {
        // It needs what the tool has sent before it.
        "views/2.sql": "CREATE VIEW newer AS SELECT elsewhere(mail) FROM person;\n",
        "migrations/2.sql": `${BYSTANDERS}\n-- It is not used.\nDO $$ BEGIN DROP INDEX person_mail; CREATE ROLE r PASSWORD 's3cr3t'; END $$;\n`,
      },
    );
    expect(JSON.stringify(causes), JSON.stringify(causes)).toContain("DROP INDEX person_mail");
    expect(JSON.stringify(causes)).not.toContain("s3cr3t");
    expect(causes![0]!.causes.map(placeOf), JSON.stringify(causes)).toEqual([
      ["schema", "migrations/2.sql", 5],
    ]);
  });

  it("is the server where that is what the commit changed, whatever its migration does", async () => {
    const asUser =
      process.getuid?.() === 0 ? "setpriv --reuid=postgres --regid=postgres --clear-groups --" : "";
    const bin = findPostgresBinaries();
    const start = (settings: string) => `set -e
if [ ! -e "$PLUMBLINE_DATA/PG_VERSION" ]; then
  [ -z "${asUser}" ] || chown postgres "$PLUMBLINE_DATA"
  ${asUser} ${bin}/initdb -D "$PLUMBLINE_DATA" -U postgres -A trust --no-sync > /dev/null
fi
cd "$PLUMBLINE_DATA"
exec ${asUser} ${bin}/postgres -D "$PLUMBLINE_DATA" -p "$PLUMBLINE_PORT" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off ${settings}
`;
    const deploy =
      '{ command: { start: exec sh start.sh, url: "postgres://postgres@127.0.0.1:$PLUMBLINE_PORT/postgres" } }';
    const database = config("[db/*.sql]").replace(/deploy: .*/, `deploy: ${deploy}`);
    const { causes, stdout } = await searched(
      { "plumbline.yml": database, "q.sql": SCRIPT, "db/1.sql": TABLES, "start.sh": start("") },
      {
        "db/2.sql": BYSTANDERS,
        "start.sh": start("-c enable_indexscan=off -c enable_bitmapscan=off -c enable_indexonlyscan=off"),
      },
    );
    expect(causes![0]!.causes.map(placeOf), JSON.stringify(causes)).toEqual([
      ["server", undefined, undefined],
    ]);
    expect(stdout.replaceAll(/\s+/g, " ")).toMatch(
      /The server \(enable_bitmapscan = off instead of on, .*\) is the cause/,
    );
  });

  it("says why it cannot be looked for, where a copy of base does not become head's schema", async () => {
    const more = "ALTER TABLE other ADD COLUMN note text;\n";
    const without = TABLES.replace("CREATE INDEX person_mail ON person (mail);", "");
    const { causes, comment, stderr } = await searched(
      { "plumbline.yml": config("[schema.sql]"), "q.sql": SCRIPT, "schema.sql": TABLES + more },
      { "schema.sql": without },
    );
    expect(causes).toMatchObject([{ outcome: "not-found", causes: [] }]);
    expect(stderr).toMatch(
      /the cause of look-up: what head's set-up changes cannot be done to a copy of base/,
    );
    expect(comment).toContain("was not found by experiment");
  });

  it("is not looked for where that is not wanted, or nothing regressed", async () => {
    const base = { "plumbline.yml": config("[db/*.sql]"), "q.sql": SCRIPT, "db/1.sql": TABLES };
    const { causes } = await searched(base, { "db/2.sql": "DROP INDEX person_mail;\n" }, "--cause", "0s");
    expect(causes).toBeUndefined();
    // A machine that is busy with other things can halve throughput by chance, and not take nineteen twentieths of it.
    commit({ "plumbline.yml": config("[db/*.sql]").replace("qps: 10%", "qps: 95%") });
    const same = await sandbox.run(["check", "--base", "HEAD"]);
    expect(same.stderr).not.toContain("looking for the cause");
  });
});

describe("Ctrl-C during the search", () => {
  it("keeps the sessions that were measured, and leaves no server", async () => {
    const sha = commit({ "plumbline.yml": config("[db/*.sql]"), "q.sql": SCRIPT, "db/1.sql": TABLES });
    commit({ "db/2.sql": `${BYSTANDERS}DROP INDEX person_mail;\n` });
    const invocation = sandbox.start(["check", "--base", sha]);
    await invocation.says(/looking for the cause/);
    invocation.kill("SIGINT");
    const { code, stderr } = await invocation.ended;
    expect(code, stderr).toBe(130);
    expect(sandbox.json<Run>("plumbline-out/run.json").workloads[0]!.sessions).toHaveLength(3);
  });
});
