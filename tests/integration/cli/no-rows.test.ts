/** A check that would look at nothing says so, and is not green. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Report } from "../../../src/model/report.ts";
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

const QUICK = ["--sessions", "4", "--seconds", "0.2"];

it("is inconclusive for a workload whose statements find no row, and names the empty table", async () => {
  sandbox.write("db/1.sql", "CREATE TABLE doc (id int PRIMARY KEY); CREATE TABLE item AS SELECT 1 AS id;\n");
  sandbox.write("bench/empty.sql", "BEGIN;\nSELECT * FROM doc WHERE id = 1;\nCOMMIT;\n");
  sandbox.write("bench/found.sql", "SELECT * FROM item;\nSELECT * FROM doc;\n");
  sandbox.write(
    "plumbline.yml",
    `suite: shop
database: { deploy: { local: {} }, setup: [db/*.sql] }
workloads: [{ name: empty, script: bench/empty.sql }, { name: found, script: bench/found.sql }]
measure: { cause: 0s, looks: 1 }
`,
  );
  sandbox.commit("all");
  const { code, stderr } = await sandbox.run(["check", "--base", "HEAD", ...QUICK]);
  expect(code, stderr).toBe(0);
  const { warnings, workloads } = sandbox.json<Report>("plumbline-out/report.json");
  expect(warnings.filter(({ code: kind }) => kind === "no-rows")).toEqual([
    expect.objectContaining({
      workload: "empty",
      message:
        "none of 50 statements of empty returned or wrote a row: doc has no rows, so no index and no plan could matter",
    }),
  ]);
  const verdict = (name: string) =>
    JSON.stringify(
      workloads.find((each) => each.name === name)!.changes.find(({ metric }) => metric === "qps")!.verdict,
    );
  expect(verdict("empty")).toContain("no index and no plan could matter");
  expect(verdict("found")).not.toContain("no index and no plan could matter");
});

it("refuses a set-up whose commands end well and leave no table", async () => {
  sandbox.write("bench/one.sql", "SELECT 1;\n");
  sandbox.write(
    "plumbline.yml",
    `suite: shop
database: { deploy: { local: {} }, setup: [{ command: "true" }] }
workloads: [{ name: one, script: bench/one.sql }]
`,
  );
  sandbox.commit("all");
  const { code, stderr } = await sandbox.run(["check", "--base", "HEAD", ...QUICK]);
  expect(code).toBe(2);
  expect(stderr).toContain(
    'database.setup left no table in the database of DATABASE_URL, though the command "true" ended well',
  );
  expect(stderr).toContain("PGDATABASE");
});

it("refuses a set-up whose tool found no migration to apply", async () => {
  sandbox.write("bench/one.sql", "SELECT 1;\n");
  const command = "psql -X -q -d $DATABASE_URL -c 'CREATE TABLE migrations (id int)'";
  sandbox.write(
    "plumbline.yml",
    `suite: shop
database: { deploy: { local: {} }, setup: [{ command: ${JSON.stringify(command)} }] }
workloads: [{ name: one, script: bench/one.sql }]
`,
  );
  const { code, stderr } = await sandbox.run(["try"]);
  expect(code).toBe(2);
  expect(stderr).toContain(
    "made no table but migrations, in which a migration tool keeps what it has applied",
  );
  expect(stderr).toContain("npm run build");
});
