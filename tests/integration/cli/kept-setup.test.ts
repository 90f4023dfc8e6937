/** A set-up over several checks of a pull request: how often it is paid, and what is left where one is killed. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Run } from "../../../src/model/run.ts";
import { Sandbox } from "./support/sandbox.ts";
import { LOCAL } from "./support/suites.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(async () => {
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

const config = (setup: string) => `suite: shop
database:
${LOCAL}
  setup: ${setup}
workloads:
  - { name: read, script: bench/read.sql }
measure: { sessions: 2, seconds: 0.3, warmup: 0, looks: 1, preflight: off, cause: 0s }
gates: { qps: false, server-cpu: false, p99: false }
`;

const TABLE = "CREATE TABLE item (id int PRIMARY KEY, stock int);\n";
const ROWS = "INSERT INTO item SELECT i, i % 100 FROM generate_series(1, 100000) i;\n";

function project(setup: string): void {
  sandbox.write("plumbline.yml", config(setup));
  sandbox.write("db/1.sql", TABLE);
  sandbox.write("rows.sql", ROWS);
  sandbox.write("bench/read.sql", "\\set id random(1, 100000)\nSELECT stock FROM item WHERE id = :id;\n");
}

/** Environment of a runner whose cache lies there. */
const runner = (name: string, more = {}) => ({
  env: {
    XDG_CACHE_HOME: path.join(sandbox.folder, name),
    PLUMBLINE_CACHE: "4GB",
    LOG: path.join(sandbox.folder, "log"),
    ...more,
  },
});

const runs = () => {
  const log = path.join(sandbox.folder, "log");
  return existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0;
};

/** Statistics of each table and index, as a run saw them. */
function statistics(file: string): Readonly<Record<string, string | undefined>> {
  const sizes = sandbox.json<Run>(`plumbline-out/${file}`).observed!.databases[0]!.sizes!;
  return Object.fromEntries(sizes.map(({ name, statistics: found }) => [name, found]));
}

const SEED =
  '{ command: "echo run >> $LOG && psql -X -q -v ON_ERROR_STOP=1 -f rows.sql", inputs: [rows.sql] }';

it("is paid once in three checks, also where the cache folder went to another machine as an archive", async () => {
  project(`[db/1.sql, ${SEED}, "db/*.sql"]`);
  const base = sandbox.commit("base");
  sandbox.write("db/2.sql", "CREATE TABLE review (stars int);\n");
  sandbox.commit("head");
  const args = ["check", "--base", base];
  for (const cache of ["first", "first", "second"]) {
    if (cache === "second") {
      // As actions/cache does it.
      const archive = path.join(sandbox.folder, "cache.tar");
      execFileSync("tar", [
        "--posix",
        "-C",
        path.join(sandbox.folder, "first"),
        "-cf",
        archive,
        "plumbline/data",
      ]);
      mkdirSync(path.join(sandbox.folder, "second"));
      execFileSync("tar", ["-C", path.join(sandbox.folder, "second"), "-xf", archive]);
    }
    const { code, stderr } = await sandbox.run(args, runner(cache));
    expect(code, stderr).toBe(0);
    expect(stderr).not.toContain("damaged");
    expect(runs()).toBe(1);
    const [before, now] = [statistics("run-base.json"), statistics("run.json")];
    expect(before["item"]).toMatch(/./);
    expect(now).toMatchObject(before);
  }
});

it("that base's rows refuse is a finding of the pull request, with its comment", async () => {
  project('["db/*.sql", rows.sql]');
  const base = sandbox.commit("base");
  sandbox.write("db/2.sql", "-- no item without stock\nALTER TABLE item ADD CHECK (stock > 0);\n");
  sandbox.commit("head");
  const { code, stderr } = await sandbox.run(["check", "--base", base]);
  expect(code, stderr).toBe(3);
  const said =
    /the set-up works on base and not on head: db\/2\.sql:2: check constraint .* \(SQLSTATE 23514\)/;
  expect(stderr).toMatch(said);
  const comment = sandbox.read("plumbline-out/comment.md");
  expect(comment).toMatch(said);
  expect(comment).toContain("no result for ");
  expect(comment).toContain("NOT VALID");
});

it("that a command of head's cannot do has a comment, too", async () => {
  project('[{ command: "sh seed.sh" }]');
  sandbox.write("seed.sh", "psql -X -q -v ON_ERROR_STOP=1 -f db/1.sql\n");
  const base = sandbox.commit("base");
  sandbox.write("seed.sh", "echo no such seed; exit 7\n");
  sandbox.commit("head");
  const { code, stderr } = await sandbox.run(["check", "--base", base]);
  expect(code, stderr).toBe(3);
  expect(sandbox.read("plumbline-out/comment.md")).toMatch(/exit code 7[\s\S]*no such seed/);
});

/** Entries of the cache, whole or not. */
const entries = () => {
  const cache = path.join(sandbox.folder, "cache/plumbline/data");
  return existsSync(cache) ? readdirSync(cache) : [];
};
const whole = () => entries().filter((name) => /^[0-9a-f]{32}$/.test(name)).length;

function slowProject(): void {
  project(`[db/1.sql, ${SEED.replace("&& psql", "&& psql -X -q -v seconds=$SLEEP -f sleep.sql && psql")}]`);
  sandbox.write("sleep.sql", "SELECT pg_sleep(:seconds);\n");
}

it.each(["SIGKILL", "SIGINT"] as const)("keeps nothing of a command that %s ended", async (signal) => {
  slowProject();
  const invocation = sandbox.start(["try"], runner("cache", { SLEEP: "600" }));
  await invocation.until(() => runs() === 1);
  // The empty cluster before the set-up is whole, and kept.
  expect(whole()).toBe(1);
  invocation.kill(signal);
  await invocation.ended;
  const { code, stdout, stderr } = await sandbox.run(["try"], runner("cache", { SLEEP: "0" }));
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/SELECT stock FROM item .*: 1 row/);
  expect([runs(), whole()]).toEqual([2, 2]);
});

it("uses a whole database, or none, of a run that was killed while it kept one", async () => {
  slowProject();
  const keeping = sandbox.start(["try"], runner("cache", { SLEEP: "0" }));
  await keeping.until(
    () => runs() === 1 && (entries().some((name) => name.startsWith("coming-")) || whole() > 1),
  );
  keeping.kill("SIGKILL");
  await keeping.ended;
  const { code, stdout, stderr } = await sandbox.run(["try"], runner("cache", { SLEEP: "0" }));
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/SELECT stock FROM item .*: 1 row/);
  expect(whole()).toBe(2);
  expect(entries().filter((name) => /^(?:coming|going)-/.test(name))).toEqual([]);
});
