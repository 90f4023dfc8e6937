/** The role of the load: policies bind it, or the check says that they do not. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Report } from "../../../src/model/report.ts";
import type { Run } from "../../../src/model/run.ts";
import { Sandbox } from "./support/sandbox.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
  sandbox.write(
    "db/1.sql",
    `CREATE ROLE "the app";
CREATE TABLE doc (id int PRIMARY KEY, owner int, body text);
CREATE TABLE member (doc int, person int);
INSERT INTO doc SELECT i, 1, 'text' FROM generate_series(1, 1000) i;
INSERT INTO member SELECT i % 1000 + 1, i FROM generate_series(1, 50000) i;
CREATE POLICY own ON doc USING (owner = 1);
ALTER TABLE doc ENABLE ROW LEVEL SECURITY;
ALTER TABLE doc FORCE ROW LEVEL SECURITY;
GRANT SELECT ON doc, member TO "the app";
`,
  );
  sandbox.write("bench/read.sql", "\\set id random(1, 1000)\nSELECT body FROM doc WHERE id = :id;\n");
});
afterEach(async () => {
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

const config = (role: string, workload = "script: bench/read.sql") => `suite: docs
database:
  deploy: { local: { locale: C } }
  setup: [db/*.sql]
${role}workloads: [{ name: read, ${workload} }]
measure: { cause: 0s, looks: 1, preflight: off, warmup: 0.1 }
gates: { qps: 30%, server-cpu: false, p99: false }
`;
const QUICK = ["--sessions", "4", "--seconds", "0.4"];
/** The policy that looks through a whole table for each row. */
const SLOW =
  "DROP POLICY own ON doc;\nCREATE POLICY own ON doc USING (EXISTS (SELECT FROM member m WHERE m.doc = doc.id AND m.person < 0 OR m.person = 49999));\n";

describe("a policy that became slow", () => {
  beforeEach(() => {
    sandbox.write("plumbline.yml", config(""));
    sandbox.commit("before");
    sandbox.write("db/2.sql", SLOW);
  });

  it("is a regression of what runs as the role that it binds, with the policy as what goes with it", async () => {
    sandbox.write("plumbline.yml", config('  role: "the app"\n'));
    sandbox.commit("a slow policy");
    const { code, stderr } = await sandbox.run(["check", "--base", "HEAD~1", ...QUICK]);
    expect(code, stderr).toBe(1);
    const report = sandbox.json<Report>("plumbline-out/report.json");
    const qps = report.workloads[0]!.changes.find(({ metric }) => metric === "qps")!;
    expect(qps.verdict.kind).toBe("regressed");
    expect(report.reason!.causes.map(({ kind }) => kind)).toContain("plan");
    expect(report.warnings.filter((each) => each.code === "policies-bypassed")).toEqual([]);
    const { observed, workloads } = sandbox.json<Run>("plumbline-out/run.json");
    const [plan] = observed!.plans[0]!.plans;
    expect(plan!.nodes.map(({ relation }) => relation)).toContain("member");
    expect(workloads[0]!.options["role"]).toBe("the app");
  });

  it("is no green for the superuser whom no policy binds", async () => {
    sandbox.commit("a slow policy");
    const { code, stdout, stderr } = await sandbox.run(["check", "--base", "HEAD~1", ...QUICK]);
    expect(code, stderr).toBe(0);
    const report = sandbox.json<Report>("plumbline-out/report.json");
    const [said] = report.warnings.filter((each) => each.code === "policies-bypassed");
    expect(said!.message).toContain(
      "read runs as postgres, whom row-level security does not bind: doc (own)",
    );
    const qps = report.workloads[0]!.changes.find(({ metric }) => metric === "qps")!;
    expect(qps.verdict).toEqual({ kind: "inconclusive", forbidden: true, why: said!.message });
    expect(stdout).not.toContain("nothing to do");
  });

  it("is what it costs a role that bypasses it on purpose: nothing", async () => {
    sandbox.write("plumbline.yml", config("", "script: bench/read.sql, role: postgres"));
    sandbox.commit("a slow policy");
    const { code, stderr } = await sandbox.run(["check", "--base", "HEAD~1", ...QUICK]);
    expect(code, stderr).toBe(0);
    const report = sandbox.json<Report>("plumbline-out/report.json");
    expect(report.warnings.filter((each) => each.code === "policies-bypassed")).toEqual([]);
    const qps = report.workloads[0]!.changes.find(({ metric }) => metric === "qps")!;
    expect(JSON.stringify(qps.verdict)).not.toContain("row-level security");
  });
});

describe("the role of the load", () => {
  it("is that of every connection, those that are opened again, too", async () => {
    sandbox.write("bench/read.sql", "SELECT 1 / (current_user = 'the app')::int;\n");
    sandbox.write(
      "plumbline.yml",
      config(
        '  role: "the app"\n',
        "script: bench/read.sql, options: { threads: 2, reconnect: 5 }, protocol: prepared",
      ),
    );
    sandbox.commit("all");
    const { code, stderr } = await sandbox.run(["check", "--base", "HEAD", ...QUICK]);
    expect(code, stderr).toBe(0);
    const { sessions } = sandbox.json<Run>("plumbline-out/run.json").workloads[0]!;
    expect(sessions.map(({ failedEvents }) => failedEvents)).toEqual([0, 0, 0, 0]);
    expect(sessions.every(({ reconnects }) => reconnects > 0)).toBe(true);
  });

  it("that the server lacks is named with its place, and what makes it", async () => {
    sandbox.write("plumbline.yml", config("  role: nobody_there\n", "run: oltp_point_select"));
    sandbox.commit("all");
    const { code, stderr } = await sandbox.run(["check", "--base", "HEAD"]);
    expect(code).toBe(2);
    expect(stderr).toContain('plumbline.yml:5:9: the server has no role "nobody_there"');
    expect(stderr).toContain("CREATE ROLE nobody_there");
  });

  it("that head's change makes is new: base cannot run it", async () => {
    sandbox.write("plumbline.yml", config(""));
    sandbox.commit("before");
    sandbox.write("db/2.sql", "CREATE ROLE later; GRANT SELECT ON doc TO later;\n");
    sandbox.write("plumbline.yml", config("  role: later\n"));
    sandbox.commit("a role");
    const { code, stderr } = await sandbox.run(["check", "--base", "HEAD~1", ...QUICK]);
    expect(code, stderr).toBe(0);
    const { workloads } = sandbox.json<Run>("plumbline-out/run.json");
    expect(workloads[0]!.newBecause).toBe("base's server has no role later");
  });

  it("is that of a trial, whose plans show its policies", async () => {
    sandbox.write("db/2.sql", SLOW);
    sandbox.write("plumbline.yml", config('  role: "the app"\n'));
    sandbox.commit("all");
    const bound = await sandbox.run(["try", "--base", "HEAD"]);
    expect(bound.code, bound.stderr).toBe(0);
    expect(bound.stdout).toMatch(/SELECT body FROM doc WHERE id = \d+: \d rows?;.* on member/);
    expect(bound.stdout).not.toContain("row-level security");
    sandbox.write("plumbline.yml", config(""));
    const free = await sandbox.run(["try", "--base", "HEAD"]);
    expect(free.stdout).not.toContain(" on member");
    expect(free.stdout).toContain(
      "warning: read runs as postgres, whom row-level security does not bind: doc (own)",
    );
  });

  it("that may not read a table fails with what to grant", async () => {
    sandbox.write("bench/read.sql", "CREATE TABLE other ();\n");
    sandbox.write("plumbline.yml", config('  role: "the app"\n'));
    sandbox.commit("all");
    const { code, stderr } = await sandbox.run(["check", "--base", "HEAD", ...QUICK]);
    expect(code).toBe(2);
    expect(stderr).toContain("permission denied");
    expect(stderr).toContain("GRANT the app what it needs");
  });
});
