/** The main job and its parts as commands, on real servers. */
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Report } from "../../../src/model/report.ts";
import type { Run } from "../../../src/model/run.ts";
import { findPostgresBinaries, type Postgres, startPostgres } from "../../support/postgres.ts";
import { slowLink } from "../../support/slow-link.ts";
import { Sandbox } from "./support/sandbox.ts";
import { expectValid } from "./support/schemas.ts";
import { LOCAL, running, suite } from "./support/suites.ts";

const DOCUMENTS = ["comment.md", "report.html", "report.json", "run-base.json", "run.json"];

let server: Postgres;
let databases: Readonly<{ base: string; head: string }>;
let sandbox: Sandbox;
beforeAll(async () => {
  server = await startPostgres({ password: "p@ss word" });
  databases = {
    base: await server.createDatabase("base"),
    head: await server.createDatabase("head"),
  };
});
afterAll(() => server.stop());
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(async () => {
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

function documents(folder = "plumbline-out"): Readonly<{ base: Run; head: Run; report: Report }> {
  const base = sandbox.json<Run>(`${folder}/run-base.json`);
  const head = sandbox.json<Run>(`${folder}/run.json`);
  const report = sandbox.json<Report>(`${folder}/report.json`);
  expectValid("run", base);
  expectValid("run", head);
  expectValid("report", report);
  return { base, head, report };
}

describe("plumbline check", () => {
  it("measures two commits on fresh local servers, each with its own migrations, and keeps both", async () => {
    sandbox.write("plumbline.yml", suite({ database: `${LOCAL}\n  setup: [db/*.sql]` }));
    sandbox.write("db/1.sql", "ALTER TABLE sbtest1 SET (fillfactor = 90);\n");
    const base = sandbox.commit("base");
    sandbox.write("db/2.sql", "CREATE FUNCTION of_head() RETURNS int LANGUAGE sql AS 'SELECT 1';\n");
    const head = sandbox.commit("head");

    const { code, stdout, stderr } = await sandbox.run(["check", "--base", base, "--seed", "7"]);

    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/^preparing base$/m);
    expect(stderr).toContain("measuring base and head side by side: 2 workloads x 2 sessions x 0.4 s\n");
    expect(stderr).toContain(
      "wrote run-base.json, run.json, report.json, comment.md, report.html to plumbline-out\n",
    );
    expect(stdout).toMatch(/^Plumbline: 2 of 2 workloads are undecided: there is too little data/);
    expect(readdirSync(path.join(sandbox.work, "plumbline-out")).sort()).toEqual(DOCUMENTS);
    const written = documents();
    expect(written.base.commit).toMatchObject({ sha: base, subject: "base", dirty: false });
    expect(written.head.commit).toMatchObject({ sha: head, subject: "head", dirty: false, branch: "main" });
    for (const run of [written.base, written.head]) {
      expect(run.plan).toMatchObject({ sessions: 2, seconds: 0.4, seed: 7 });
      expect(run.environment).toMatchObject({ database: "PostgreSQL" });
      expect(run.workloads.map(({ name, sessions }) => [name, sessions.length])).toEqual([
        ["look-up", 2],
        ["change", 2],
      ]);
      for (const { sessions } of run.workloads) {
        for (const session of sessions) {
          expect(session).toMatchObject({ fresh: true, failedEvents: 0 });
          expect(session.events).toBeGreaterThan(0);
        }
      }
    }
    expect(written.report.head.commit.sha).toBe(head);
    expect(readdirSync(path.join(sandbox.work, ".plumbline/small"))).toHaveLength(2);
  });

  it("says that head widens its own limits, is grey for it, and judges the documents so in whatever folder", async () => {
    const settings = { database: running(databases.head, databases.base), sessions: 3, seconds: 0.2 };
    const limits = (rest: string) => suite({ ...settings, more: `alpha: 0.05\n${rest}` });
    sandbox.write("plumbline.yml", limits("gates: { qps: 40%, server-cpu: false, p99: false }"));
    sandbox.write("db/1.sql", "SELECT 1;\n");
    const base = sandbox.commit("base");
    sandbox.write("plumbline.yml", limits("gates: { qps: 95%, server-cpu: false, p99: false }"));
    sandbox.commit("head");

    const checked = await sandbox.run(["check", "--base", base]);
    expect(checked.code, checked.stderr).toBe(0);
    const said = "limits differ from base's: QPS 40 % -> 95 %";
    expect(checked.stdout.replaceAll(/\s+/g, " ")).toContain(said);
    const { base: before, head, report } = documents();
    expect(before.rules!.gates).toMatchObject([{ metric: "qps", margin: 0.4 }]);
    expect(head.rules!.gates).toMatchObject([{ metric: "qps", margin: 0.95 }]);
    expect(report.limits!.changes).toMatchObject([{ what: "QPS", base: "40 %", head: "95 %", wider: true }]);
    expect(report.verdict).toBe("inconclusive");
    for (const form of ["plumbline-out/comment.md", "plumbline-out/report.html"])
      expect(
        sandbox.read(form).replaceAll("&#39;", "'").replaceAll("&gt;", ">").replaceAll("\u00a0", " "),
      ).toContain(said);

    const verdicts = [];
    for (const folder of ["strict", "none"]) {
      mkdirSync(path.join(sandbox.work, folder));
      if (folder === "strict") sandbox.write("strict/plumbline.yml", limits("gates: { qps: 1% }"));
      const documents = ["run-base.json", "run.json"].map((name) => `../plumbline-out/${name}`);
      const cwd = path.join(sandbox.work, folder);
      const ended = await sandbox.run(["compare", ...documents, "--fail-on", "inconclusive"], { cwd });
      expect(ended, ended.stderr).toMatchObject({ code: 6 });
      const { id: _, createdAt: __, ...judged } = sandbox.json<Report>(`${folder}/plumbline-out/report.json`);
      verdicts.push(judged);
      const named = await sandbox.run(["compare", ...documents, "--config", "../strict/plumbline.yml"], {
        cwd,
      });
      expect([0, 1]).toContain(named.code);
      const other = sandbox.json<Report>(`${folder}/plumbline-out/report.json`);
      expect(other.limits).toBeUndefined();
      expect(other.workloads[0]!.changes.find(({ metric }) => metric === "qps")!.margin).toBe(0.01);
    }
    expect(verdicts[0]).toEqual(verdicts[1]);
    const { id: _, createdAt: __, guidance: ___, ...own } = report;
    expect(verdicts[0]).toEqual(own);
  });

  it("compares two builds of the database: base's from database.base", async () => {
    const bin = findPostgresBinaries();
    sandbox.write(
      "plumbline.yml",
      suite({
        database: `  deploy: { local: { bin: ${bin}, settings: { work_mem: 8MB } } }\n  base: { local: { settings: { work_mem: 4MB } } }`,
        sessions: 1,
      }),
    );
    const { code, stderr } = await sandbox.run(["check", "--base", "HEAD"]);
    expect(code, stderr).toBe(0);
    const { base, head, report } = documents();
    expect([base, head].map((run) => run.environment.settings["work_mem"])).toEqual(["4MB", "8MB"]);
    expect(base.fingerprint).not.toBe(head.fingerprint);
    expect(report.warnings.map(({ code: kind }) => kind)).toContain("settings-differ");
  });

  it("builds and starts the database by the commands of each commit", async () => {
    const asUser =
      process.getuid?.() === 0 ? "setpriv --reuid=postgres --regid=postgres --clear-groups --" : "";
    const bin = findPostgresBinaries();
    sandbox.write(
      "start.sh",
      `set -e
test -e built
if [ ! -e "$PLUMBLINE_DATA/PG_VERSION" ]; then
  [ -z "${asUser}" ] || chown postgres "$PLUMBLINE_DATA"
  ${asUser} ${bin}/initdb -D "$PLUMBLINE_DATA" -U postgres -A trust --no-sync > /dev/null
fi
cd "$PLUMBLINE_DATA"
exec ${asUser} ${bin}/postgres -D "$PLUMBLINE_DATA" -p "$PLUMBLINE_PORT" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off
`,
    );
    const database = `  deploy:
    command:
      build: echo built > built
      start: exec sh start.sh
      url: postgres://postgres@127.0.0.1:$PLUMBLINE_PORT/postgres`;
    sandbox.write("plumbline.yml", suite({ database, sessions: 1 }));
    sandbox.write(".gitignore", "built\n");
    const base = sandbox.commit("base");
    sandbox.commit("head");
    const { code, stderr } = await sandbox.run(["check", "--base", base]);
    expect(code, stderr).toBe(0);
    expect(documents().base.commit.sha).toBe(base);
    expect(existsSync(path.join(sandbox.work, "built")), "head is built in its own folder").toBe(true);
  });

  it("finds a regression, names it, and says so by its exit code", async () => {
    sandbox.write(
      "plumbline.yml",
      `${suite({ database: `${running(databases.head, databases.base)}\n  setup: [db/*.sql]`, sessions: 5 })}alpha: 0.001\ngates: { server-cpu: false, p99: false }\n`,
    );
    sandbox.write("db/1.sql", "SELECT 1;\n");
    const base = sandbox.commit("base");
    sandbox.write(
      "db/1.sql",
      `CREATE OR REPLACE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.02); RETURN NEW; END $$;
       CREATE TRIGGER slow BEFORE UPDATE ON sbtest1 FOR EACH ROW EXECUTE FUNCTION slow();\n`,
    );
    sandbox.commit("sleep in a trigger");
    const { code, stdout, stderr } = await sandbox.run(["check", "--base", base]);
    expect(code, stderr).toBe(1);
    expect(stdout).toMatch(/^Plumbline: .+ (?:is|needs) \d/);
    const { report } = documents();
    const regressed = report.workloads.flatMap(({ name, changes }) =>
      changes.filter(({ role, verdict }) => role === "gate" && verdict.kind === "regressed").map(() => name),
    );
    expect(regressed).toEqual(["change"]);
    expect(sandbox.read("plumbline-out/comment.md")).toMatch(
      /suite .*, side by side, .*\n\n> <code>UPDATE sbtest1 SET c=.*<\/code> (?:is slower|waits \d+ % of the time for Timeout PgSleep \(was 0 %\)); goes together with the new trigger slow on sbtest1 \(db\/1\.sql\)(?:; \d+ % of the change)?\.\n/,
    );
    const compare = (...args: readonly string[]) =>
      sandbox.run(["compare", "plumbline-out/run-base.json", "plumbline-out/run.json", ...args]);
    expect(await compare()).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Plumbline: .+ (?:is|needs) \d/),
    });
    expect(await compare("--fail-on", "never")).toMatchObject({ code: 0 });
  });

  it("gates what one kind of transaction of TPC-C costs", async () => {
    sandbox.write(
      "plumbline.yml",
      `suite: orders
database:
${LOCAL}
  setup: [db/*.sql]
workloads:
  - name: TPC-C
    run: tpcc
    options: { warehouses: 1, threads: 8, rate: 24 }
    gates: { tpmc: 5%, "p50:new_order": { change: 10%, floor: 1ms } }
measure: { sessions: 6, looks: 1, seconds: 8, warmup: 0, slice: 4s, preflight: off, cause: 0s }
gates: { tps: false, qps: false, p50: false, p95: false, p99: false, server-cpu: false }
`,
    );
    sandbox.write("db/1.sql", "SELECT 1;\n");
    const base = sandbox.commit("base");
    sandbox.write(
      "db/2.sql",
      `CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.2); RETURN NULL; END $$;
       CREATE TRIGGER audit AFTER INSERT ON order_line FOR EACH STATEMENT EXECUTE FUNCTION audit();\n`,
    );
    sandbox.commit("audit lines");
    // Without a rate, transactions of a busy machine wait for a CPU longer than for the trigger, and a slice has fewer than the twenty new
    // orders that a median needs. A percentile is judged where a slice is five times as long.
    const { code, stderr } = await sandbox.run(["check", "--base", base]);
    const { changes } = documents().report.workloads[0]!;
    const gates = changes.filter(({ role, metric }) => role === "gate" && metric !== "failed-share");
    expect(code, `${stderr}\n${JSON.stringify(gates.map(({ metric, verdict }) => [metric, verdict]))}`).toBe(
      1,
    );
    expect(gates.map(({ metric, verdict }) => [metric, verdict.kind])).toEqual([
      // It is what was planned, or less where a machine cannot keep up with that.
      ["tpmc", expect.stringMatching(/^(unchanged|inconclusive|regressed)$/)],
      ["p50:new_order", "regressed"],
    ]);
    const comment = sandbox.read("plumbline-out/comment.md");
    expect(comment).toMatch(/\| (?:\*\*)?TPC-C(?:\*\*)? \|[\s\S]*\| (?:[❌✅] )?tpmC .*\|/u);
    expect(comment).toMatch(/<code>INSERT INTO order_line .*audit.*db\/2\.sql/);
  });

  it("leaves the databases of a running server as they were", async () => {
    sandbox.write("plumbline.yml", suite({ database: running(databases.head, databases.base), sessions: 1 }));
    await sandbox.run(["check", "--base", "HEAD"]);
    const again = await sandbox.run(["check", "--base", "HEAD"]);
    expect(again.code, again.stderr).toBe(0);
    expect(again.stderr + again.stdout + sandbox.read("plumbline-out/run.json")).not.toContain("p%40ss");
  });

  it("needs no commit for a base that is a database of its own; documents elsewhere leave head clean", async () => {
    const database = running(databases.head, databases.base);
    const more = `store: ${pathToFileURL(path.join(sandbox.work, "kept here")).href}\n`;
    sandbox.write("plumbline.yml", suite({ database, sessions: 1, more }));
    // The first commit of all: there is none before it.
    const sha = sandbox.commit("first");
    sandbox.write("kept here/earlier.json", "{}");
    for (const _ of ["once", "again"]) {
      const { code, stderr } = await sandbox.run(["run", "--output", "elsewhere"]);
      expect(code, stderr).toBe(0);
      expect(stderr).toContain(
        "base is the database of database.base: no commit of it is known (HEAD is the first commit",
      );
      expect(sandbox.json<Run>("elsewhere/run-base.json").commit.sha).toBe("unknown");
      expect(sandbox.json<Run>("elsewhere/run.json").commit).toMatchObject({ sha, dirty: false });
    }
  });

  it("measures head alone where base has none of the set-up's files yet: new, and no failure", async () => {
    sandbox.write("plumbline.yml", suite({ database: `${LOCAL}\n  setup: [db/*.sql]`, sessions: 1 }));
    const base = sandbox.commit("before there was a schema");
    sandbox.write("db/1.sql", "ALTER TABLE sbtest1 SET (fillfactor = 90);\n");
    sandbox.commit("the first migration");
    const { code, stdout, stderr } = await sandbox.run([
      "check",
      "--base",
      base,
      "--fail-on",
      "inconclusive",
    ]);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^Plumbline: 2 new workloads, no base to compare them with yet/);
    expect(stderr).toContain("base has no db/*.sql yet: head is measured alone");
    expect(stderr).toContain("measuring head alone: 2 workloads");
    const report = sandbox.json<Report>("plumbline-out/report.json");
    expectValid("report", report);
    expectValid("run", sandbox.json<Run>("plumbline-out/run.json"));
    expect(report).toMatchObject({ verdict: "unchanged", baseline: { kind: "none" } });
    expect(readdirSync(path.join(sandbox.work, "plumbline-out"))).not.toContain("run-base.json");
    expect(stderr).toContain("wrote run.json, report.json");
  });

  it("measures head alone where the server refuses base's own set-up SQL, which head may be mending", async () => {
    const database = `${running(databases.head, databases.base)}\n  setup: [db/*.sql]`;
    sandbox.write("plumbline.yml", suite({ database, sessions: 1 }));
    sandbox.write("db/1.sql", "ALTER TABLE nothing ADD COLUMN x int;\n");
    const base = sandbox.commit("a migration that fails");
    sandbox.write("db/1.sql", "ALTER TABLE sbtest1 ADD COLUMN x int;\n");
    sandbox.commit("mended");
    const { code, stdout, stderr } = await sandbox.run(["check", "--base", base]);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^Plumbline: 2 new workloads, no base to compare them with yet/);
    const why =
      'base\'s own commit cannot be set up: db/1.sql:1: relation "nothing" does not exist (SQLSTATE 42P01)';
    expect(stderr).toContain(`${why}: head is measured alone`);
    const { workloads } = sandbox.json<Report>("plumbline-out/report.json");
    expect(workloads.map(({ newBecause }) => newBecause)).toEqual([why, why]);
    // What fails on head, too, is head's to mend.
    sandbox.write("db/1.sql", "ALTER TABLE missing ADD COLUMN x int;\n");
    const failed = await sandbox.run(["check", "--base", base]);
    expect(failed.code).toBe(2);
    expect(failed.stderr).toMatch(/^plumbline: head: db\/1.sql:1: .*missing.*42P01/m);
  });

  it("stops where a command of base's set-up fails: that may be the network's fault, and no commit's", async () => {
    const database = `${running(databases.head, databases.base)}\n  setup: [{ command: sh db/setup.sh }]`;
    sandbox.write("plumbline.yml", suite({ database, sessions: 1 }));
    sandbox.write("db/setup.sh", "echo fetching; echo 'no route to the registry' >&2; exit 7\n");
    const base = sandbox.commit("a tool that fails");
    sandbox.write("db/setup.sh", "exit 0\n");
    sandbox.commit("another one");
    const { code, stderr } = await sandbox.run(["check", "--base", base]);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^plumbline: base: the set-up command "sh db\/setup.sh" ended with exit code 7; it last said:\nfetching\nno route to the registry\n {2}remedy: /m,
    );
    expect(stderr).toContain("--base HEAD");
  });

  it("runs each commit's own scripts: one that asks once for each row is found, by its events", async () => {
    const database = `${running(databases.head, databases.base)}\n  setup: [db/*.sql]`;
    const script = (more: string) =>
      suite({ database, sessions: 4 })
        .replace(
          /workloads:[\s\S]*?(?=measure:)/,
          `workloads:\n  - { name: visits, script: visit.sql${more} }\n`,
        )
        .concat("alpha: 0.001\ngates: { qps: 20%, server-cpu: false, p99: false }\n");
    const ASK = "SELECT count(*) FROM item WHERE id = 1;\n";
    sandbox.write("plumbline.yml", script(""));
    sandbox.write("db/1.sql", "CREATE TABLE item AS SELECT g AS id FROM generate_series(1, 2000) g;\n");
    sandbox.write("visit.sql", `BEGIN;\n${ASK}COMMIT;\n`);
    const base = sandbox.commit("base");
    sandbox.write("visit.sql", `BEGIN;\n${ASK.repeat(20)}COMMIT;\n`);
    sandbox.commit("once for each row");
    const own = await sandbox.run(["check", "--base", base]);
    expect(own.code, own.stderr).toBe(1);
    const found = documents();
    const codes = (report: Report) => report.warnings.map(({ code }) => code);
    expect(codes(found.report)).toContain("scripts-differ");
    const [qps] = found.report.workloads[0]!.changes;
    expect(qps).toMatchObject({ metric: "qps", verdict: { kind: "regressed" } });
    expect(qps!.effect).toBeLessThan(-0.5);
    const perEvent = ({ workloads: [visits] }: Run) =>
      visits!.sessions.map(({ events, committedQueries }) => Math.round(committedQueries / events));
    expect([perEvent(found.base)[0], perEvent(found.head)[0]]).toEqual([3, 22]);
    const scripts = [found.base, found.head].map(({ workloads: [visits] }) => visits!.options["scripts"]);
    expect(new Set(scripts).size).toBe(2);
    expect(sandbox.read("plumbline-out/comment.md")).toContain("each arm ran its own commit's visit.sql");
    // Where head's are wanted on both arms there is nothing to find, which is said.
    sandbox.write("plumbline.yml", script(", base-script: head"));
    const both = await sandbox.run(["check", "--base", base]);
    expect(both.code, both.stderr).toBe(0);
    const { base: as, head: of, report } = documents();
    expect([perEvent(as)[0], perEvent(of)[0]]).toEqual([22, 22]);
    expect(codes(report)).toContain("scripts-differ");
  });

  it("says which arm's set-up SQL fails", async () => {
    sandbox.write(
      "plumbline.yml",
      suite({ database: `${running(databases.head, databases.base)}\n  setup: [db/*.sql]` }),
    );
    sandbox.write("db/1.sql", "SELECT 1;\n");
    sandbox.commit("base");
    sandbox.write("db/2.sql", "ALTER TABLE nothing ADD COLUMN x int;\n");
    const { code, stderr } = await sandbox.run(["run", "--base", "HEAD"]);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^plumbline: the set-up works on base and not on head: db\/2.sql:1: .*nothing.*42P01/m,
    );
  });

  it("fails an inconclusive verdict where asked to", async () => {
    sandbox.write("plumbline.yml", suite({ database: running(databases.head, databases.base), sessions: 1 }));
    const { code } = await sandbox.run(["check", "--base", "HEAD", "--fail-on", "inconclusive"]);
    expect(code).toBe(6);
  });
});

describe("the parts", () => {
  beforeEach(() => {
    sandbox.write("plumbline.yml", suite({ database: running(databases.head, databases.base), sessions: 3 }));
  });

  it("run, compare and render do on documents what check does at once", async () => {
    const run = await sandbox.run(["run", "--base", "HEAD", "--output", "out"]);
    expect(run).toMatchObject({ code: 0, stdout: "out/run-base.json\nout/run.json\n" });
    expect(readdirSync(path.join(sandbox.work, "out")).sort()).toEqual(["run-base.json", "run.json"]);
    const compare = await sandbox.run(
      "compare out/run-base.json out/run.json --output out --fail-on never".split(" "),
    );
    expect(compare, compare.stderr).toMatchObject({ code: 0, stderr: "" });
    expect(readdirSync(path.join(sandbox.work, "out")).sort()).toEqual(DOCUMENTS);
    documents("out");

    const render = async (...args: readonly string[]) => {
      const ending = await sandbox.run(["render", "out/report.json", ...args]);
      expect(ending, ending.stderr).toMatchObject({ code: 0, stderr: "" });
      return ending.stdout;
    };
    expect(await render()).toBe(compare.stdout);
    expect(await render("--format", "comment")).toBe(sandbox.read("out/comment.md"));
    expect(await render("--format", "html")).toBe(sandbox.read("out/report.html"));
    expect(await render("--format", "summary")).toContain("look-up");
    expect(JSON.parse(await render("--format", "check"))).toMatchObject({ title: expect.any(String) });

    const runs = ["out/run.json", "--base", "out/run-base.json", "--layout", "risingwave"];
    const tables = await sandbox.run(["render", "--as", "reference-table", ...runs]);
    expect(tables.stdout.match(/^\| Latency \(ms\) \| Min .* Throughput \(QPS\) \|$/gm)).toHaveLength(2);
    sandbox.write("tables.md", tables.stdout);
    const imported = await sandbox.run(["store", "import", "--from", "reference-table", "tables.md"]);
    expect(imported).toMatchObject({ code: 0, stdout: "imported 1 run\n" });
    const none = await sandbox.run([
      "render",
      "--as",
      "reference-table",
      "out/run.json",
      "--layout",
      "cockroachdb",
    ]);
    expect(none.code).toBe(2);
    expect(none.stderr).toContain("no workload has the figures of cockroachdb's tables");
  });

  it("run measures head alone in history mode", async () => {
    const { code, stdout } = await sandbox.run(["run", "--mode", "history", "--sessions", "1"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "plumbline-out/run.json\n" });
    expectValid("run", sandbox.json("plumbline-out/run.json"));
  });
});

describe("history and store", () => {
  it("judges head against the stored runs of main once there are enough of them", async () => {
    const url = databases.head;
    const store = await server.createDatabase("store");
    sandbox.write(
      "plumbline.yml",
      suite({
        database: running(url),
        sessions: 2,
        seconds: 0.2,
        more: "gates: { qps: 60%, server-cpu: false, p99: false }",
      }),
    );
    const check = async (message: string) => {
      sandbox.commit(message);
      const ending = await sandbox.run(["check", "--mode", "history", "--store", store]);
      expect([0, 1], ending.stderr).toContain(ending.code);
      const report = sandbox.json<Report>("plumbline-out/report.json");
      expectValid("report", report);
      return { ...ending, report };
    };
    const first = await check("commit 1");
    expect(first.stdout).toMatch(/too little data|first run/i);
    expect(first.report.baseline).toMatchObject({ kind: "history", branch: "main", runs: [] });
    for (let commit = 2; commit <= 5; commit++) await check(`commit ${commit}`);
    const sixth = await check("commit 6");
    expect(sixth.report.baseline).toMatchObject({ runs: { length: 5 } });
    const gates = sixth.report.workloads.flatMap(({ changes }) =>
      changes.filter(({ role }) => role === "gate"),
    );
    for (const { verdict, metric } of gates) {
      if (metric === "qps")
        expect(["unchanged", "inconclusive", "improved", "regressed"]).toContain(verdict.kind);
    }

    const history = (...args: readonly string[]) => sandbox.run(["history", "--store", store, ...args]);
    const table = await history("--workload", "look-up");
    expect(table.code).toBe(0);
    const lines = table.stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(
      /^suite small, workload look-up, metric QPS, branch main, arm head, fingerprint [0-9a-f]{8}$/,
    );
    expect(lines.slice(3).map((line) => line.replace(/^.* (?=commit)/, ""))).toEqual(
      [1, 2, 3, 4, 5, 6].map((commit) => `commit ${commit}`),
    );
    expect(
      JSON.parse((await history("--format", "json", "--limit", "3", "--workload", "change")).stdout),
    ).toEqual(
      [4, 5, 6].map((commit) => expect.objectContaining({ workload: "change", subject: `commit ${commit}` })),
    );
    const csv = (await history("--format", "csv", "--metric", "p99")).stdout.trimEnd().split("\n");
    expect(csv).toHaveLength(1 + 2 * 6);
    expect(csv[0]).toMatch(/^measuredAt,/);
    expect((await history("--workload", "lookup")).stdout).toBe(
      'no stored run matches\nno workload "lookup": did you mean "look-up"? the store has change, look-up\n',
    );
    expect((await history("--workload", "nothing", "--format", "json")).stdout).toBe("[]\n");

    const run = (line: string) => sandbox.run([...line.split(" "), "--store", store]);
    expect(await run("store migrate")).toMatchObject({ code: 0, stdout: "up to date\n" });
    expect(await run("store export copy")).toMatchObject({ code: 0, stdout: "exported 6 runs\n" });
    expect(await run("store prune --keep 2")).toMatchObject({ code: 0, stdout: "removed 4 runs\n" });
    expect(await run("store import copy")).toMatchObject({ code: 0, stdout: "imported 6 runs\n" });
    expect(await run("store import plumbline-out/run.json")).toMatchObject({
      code: 0,
      stdout: "imported 1 run\n",
    });
    // A folder of documents, as `check` leaves it: the report beside them is none of the runs.
    expect(await run("store import plumbline-out")).toMatchObject({ code: 0, stdout: "imported 1 run\n" });
    const copied = await sandbox.run(["history", "--store", "file:copy", "--workload", "look-up"]);
    expect(copied.stdout).toBe(table.stdout);
  });

  it("finds the store in the config file, the environment and the option, the nearest word first", async () => {
    sandbox.write(
      "plumbline.yml",
      suite({ database: running(databases.head), sessions: 1, more: "store: file:configured" }),
    );
    expect(await sandbox.run(["run", "--mode", "history"])).toMatchObject({ code: 0 });
    for (const folder of ["configured", "environment", "said"]) {
      const args = folder === "said" ? ["--store", "file:said"] : [];
      const env = folder === "configured" ? {} : { PLUMBLINE_STORE: "file:environment" };
      const call = (...words: readonly string[]) => sandbox.run([...words, ...args], { env });
      const missing = await call("history");
      expect(missing).toMatchObject({ code: 2, stdout: "" });
      expect(missing.stderr).toContain(`there is no store at file:${folder}\n`);
      expect(await call("store", "import", "plumbline-out/run.json")).toMatchObject({ code: 0 });
      expect(readdirSync(path.join(sandbox.work, folder, "small"))).toHaveLength(1);
    }
  });

  it("reads a store through a folder that may not be written", async () => {
    sandbox.write("plumbline.yml", suite({ database: running(databases.head), sessions: 1 }));
    await sandbox.run(["check", "--mode", "history"]);
    chmodSync(path.join(sandbox.work, ".plumbline"), 0o555);
    expect(await sandbox.run(["history"])).toMatchObject({ code: 0 });
    chmodSync(path.join(sandbox.work, ".plumbline"), 0o755);
  });
});

it("tells several hosts of one database apart, with the CPU of their nodes", async () => {
  const link = await slowLink(databases.head, 10);
  const [near, far] = [new URL(databases.head).host, `localhost:${new URL(link.url).port}`];
  sandbox.write(
    "plumbline.yml",
    `database:
${running(databases.head.replace(near, `${near},${far}`))}
  nodes: { command: "test $PLUMBLINE_HOST = localhost && echo 90% || echo 10%" }
workloads: [{ name: look-up, run: oltp_point_select, options: { tables: 1, table-size: 200, threads: 2 } }]
measure: { mode: history, sessions: 2, seconds: 0.4, warmup: 0.1, preflight: "off" }
`,
  );
  const { code, stderr } = await sandbox.run(["check"]);
  await link.close();
  expect([0, 6], stderr).toContain(code);
  const report = sandbox.json<Report>("plumbline-out/report.json");
  expectValid("report", report);
  expectValid("run", sandbox.json<Run>("plumbline-out/run.json"));
  const hosts = report.workloads[0]!.hosts!.head;
  expect(hosts.map(({ host, cpu }) => [host, cpu?.share])).toEqual([
    [near, 0.1],
    [far, 0.9],
  ]);
  expect(hosts.map(({ load }) => load!.connections)).toEqual([1, 1]);
  expect(hosts[1]!.load!.meanNs, "there and back").toBeGreaterThan(20e6);
  expect(sandbox.read("plumbline-out/comment.md")).toContain("**Load by host**");
});
