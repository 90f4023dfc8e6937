/** Query files as they lie, and values from files and from the database, through a whole check of two commits. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Report } from "../../../src/model/report.ts";
import type { Run } from "../../../src/model/run.ts";
import { Sandbox } from "./support/sandbox.ts";
import { LOCAL } from "./support/suites.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
  sandbox.write(
    "db/1.sql",
    `CREATE TABLE customer (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text NOT NULL);
CREATE TABLE purchase (id bigserial PRIMARY KEY, customer_id uuid NOT NULL REFERENCES customer, paid boolean NOT NULL);
INSERT INTO customer (name) SELECT 'customer ' || i FROM generate_series(1, 2000) i;
INSERT INTO purchase (customer_id, paid) SELECT id, true FROM customer, generate_series(1, 20);
CREATE INDEX purchase_customer ON purchase (customer_id);
`,
  );
});
afterEach(async () => {
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

const config = (workload: string) => `suite: shop
database:
${LOCAL}
  setup: [db/*.sql]
workloads:
  - ${workload}
measure: { sessions: 4, seconds: 0.5, warmup: 0.1, preflight: off, cause: 0s, looks: 1 }
gates: { qps: 20%, server-cpu: false, p99: false }
alpha: 0.01
`;

const report = () => sandbox.json<Report>("plumbline-out/report.json");
const run = (document: "run" | "run-base") => sandbox.json<Run>(`plumbline-out/${document}.json`);

it("a slower query of a glob is found by its name, and a changed one is each commit's own", async () => {
  sandbox.write("plumbline.yml", config("{ name: queries, queries: db/query/*.sql }"));
  sandbox.write(
    "db/query/purchase.sql",
    `-- name: PurchasesOf :many
SELECT id, paid FROM purchase WHERE customer_id = $1;

-- name: Pay :exec
UPDATE purchase SET paid = true WHERE id = $1;
`,
  );
  sandbox.write(
    "db/query/customer.sql",
    "-- :name find-customer :one\nSELECT name FROM customer WHERE id = :id;\n",
  );
  // A program puts the order in: there is nothing to measure before, and the others are measured all the same.
  sandbox.write("db/query/report.sql", "-- name: report\nSELECT name FROM customer ORDER BY %order%;\n");
  const base = sandbox.commit("base");
  sandbox.write("db/2.sql", "DROP INDEX purchase_customer;\n");
  sandbox.write(
    "db/query/customer.sql",
    "-- :name find-customer :one\nSELECT id, name FROM customer WHERE id = :id;\n",
  );
  sandbox.commit("head");
  const { code, stderr } = await sandbox.run(["check", "--base", base]);
  expect(code, stderr).toBe(1);
  const { workloads, warnings } = report();
  expect(workloads[0]!.changes.find(({ metric }) => metric === "qps")).toMatchObject({
    verdict: { kind: "regressed" },
  });
  const differing = warnings.filter(({ code: which }) => which === "scripts-differ");
  expect(differing).toMatchObject([
    { message: expect.stringContaining("ran its own commit's db/query/customer.sql#find-customer,") },
  ]);
  expect(warnings.filter(({ code: which }) => which === "query-left-out")).toMatchObject([
    { workload: "queries", message: expect.stringContaining("db/query/report.sql#report is not measured") },
  ]);
  expect(sandbox.read("plumbline-out/comment.md")).toContain("PurchasesOf");
  for (const {
    workloads: [queries],
  } of [run("run"), run("run-base")]) {
    expect(queries!.options["scripts"]).toMatch(
      /^db\/query\/customer\.sql#find-customer@1 \w+, db\/query\/purchase\.sql#PurchasesOf@1 \w+, db\/query\/purchase\.sql#Pay@1 \w+$/,
    );
    // The keys are those of the rows: every query has found some.
    for (const { failedEvents, events } of queries!.sessions) {
      expect(failedEvents).toBe(0);
      expect(events).toBeGreaterThan(0);
    }
  }
});

it("each arm draws keys of its own database, and rows of its own commit's file", async () => {
  sandbox.write("plumbline.yml", config("{ name: visit, script: bench/visit.sql }"));
  sandbox.write("bench/paid.csv", "paid\ntrue\nfalse\n");
  sandbox.write(
    "bench/visit.sql",
    `-- plumbline: values (SELECT id FROM customer) as customer
-- plumbline: values paid.csv
SELECT name FROM customer WHERE id = ':customer' \\gset
SELECT count(*) FROM purchase WHERE customer_id = ':customer' AND paid = :paid;
`,
  );
  const base = sandbox.commit("base");
  sandbox.write("bench/paid.csv", "paid\ntrue\n");
  sandbox.commit("head");
  const { code, stderr } = await sandbox.run(["check", "--base", base]);
  expect([0, 1], stderr).toContain(code);
  expect(report().warnings.find(({ code: which }) => which === "scripts-differ")!.message).toMatch(
    /^each arm ran its own commit's bench\/paid\.csv,/,
  );
  const scripts = [run("run"), run("run-base")].map(({ workloads: [visit] }) => visit!.options["scripts"]);
  expect(scripts[0]).toMatch(/^bench\/visit\.sql@1 \w+, bench\/paid\.csv \w+$/);
  expect(scripts[1]).toMatch(/^bench\/visit\.sql@1 \w+, bench\/paid\.csv \w+$/);
  expect(scripts[1]).not.toBe(scripts[0]);
});
