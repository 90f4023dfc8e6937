/** A statement that head lets fail for some of the values that are drawn: what is said is about the pull request. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Report } from "../../../src/model/report.ts";
import { Sandbox } from "./support/sandbox.ts";
import { LOCAL } from "./support/suites.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.close());

const config = (errors: string) => `suite: payments
database:
${LOCAL}
  setup: [db/*.sql]
workloads:
  - { name: pay, script: bench/pay.sql }
measure: { sessions: 2, seconds: 0.5, warmup: 0, preflight: off, cause: 0s }
gates: { qps: false, server-cpu: false, p99: false }
errors: ${errors}
`;

function project(errors: string): string {
  sandbox.write("plumbline.yml", config(errors));
  sandbox.write("db/1.sql", "CREATE TABLE payments (amount int);\n");
  sandbox.write("bench/pay.sql", "\\set amount random(1, 100)\nINSERT INTO payments VALUES (:amount);\n");
  const base = sandbox.commit("base");
  sandbox.write("db/2.sql", "ALTER TABLE payments ADD CHECK (amount < 90);\n");
  sandbox.commit("head");
  return base;
}

it("is a regression with a comment that names the share, and no fault of the load generator", async () => {
  const { code, stderr } = await sandbox.run(["check", "--base", project("0.1%")]);
  expect(code, stderr).toBe(1);
  expect(sandbox.read("plumbline-out/comment.md")).toMatch(/failed/);
  const change = sandbox
    .json<Report>("plumbline-out/report.json")
    .workloads[0]!.changes.find(({ metric }) => metric === "failed-share")!;
  expect(change).toMatchObject({ verdict: { kind: "regressed" }, base: { estimate: 0 } });
  expect(change.head!.estimate).toBeGreaterThan(0.08);
  expect(change.head!.estimate).toBeLessThan(0.14);
});

it("is tried with other values, and runs", async () => {
  const base = project("95%");
  sandbox.write("db/2.sql", "ALTER TABLE payments ADD CHECK (amount > 50);\n");
  sandbox.commit("stricter");
  for (let run = 0; run < 3; run++) {
    const { code, stdout, stderr } = await sandbox.run(["try", "--base", base]);
    expect(code, `${stdout}${stderr}`).toBe(0);
    expect(stdout).not.toMatch(/fails:/);
  }
});

it("is none below the limit of `errors`", async () => {
  const { code, stderr } = await sandbox.run(["check", "--base", project("30%")]);
  expect(code, stderr).toBe(0);
});

it("ends the check with its place, where no value could succeed", async () => {
  const base = project("30%");
  sandbox.write("bench/pay.sql", "INSERT INTO payment VALUES (1);\n");
  sandbox.commit("wrong");
  const { code, stderr } = await sandbox.run(["check", "--base", base]);
  expect(code, stderr).toBe(2);
  expect(stderr).toMatch(/bench\/pay\.sql:1:\d+: .*relation "payment" does not exist/);
});
