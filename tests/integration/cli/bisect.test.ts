/** From a change of level to its commit: the plan over a stored history, and older commits measured into it. */
import { cpSync, mkdirSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { BisectPlan } from "../../../src/model/bisect-plan.ts";
import type { HistoryPoint } from "../../../src/model/history-point.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { makePair, makeRun } from "../../support/runs.ts";
import { Sandbox } from "./support/sandbox.ts";
import { LOCAL, running, suite } from "./support/suites.ts";

let server: Postgres;
let sandbox: Sandbox;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

/** Commits of which each third was measured; those from the 50th on are a fifth slower. @returns their ids */
async function slowedHistory(): Promise<readonly string[]> {
  sandbox.write("plumbline.yml", suite({ database: LOCAL }));
  const commits = Array.from({ length: 72 }, (_, i) => sandbox.commit(`change number ${i}`));
  const files: string[] = [];
  for (let i = 0; i < commits.length; i += 3) {
    const time = new Date(Date.parse("2026-01-01T00:00:00Z") + i * 3_600_000).toISOString();
    const rate = i < 50 ? 1_000 : 800;
    const run = makeRun({
      seed: i + 1,
      suite: "test",
      sessions: 4,
      secondsPerSession: 1,
      workloads: [{ name: "read", rate, medianNs: 1e9 / rate }],
      commit: { sha: commits[i]!, branch: "main", time, subject: `change number ${i}`, dirty: false },
    });
    files.push(sandbox.write(`runs/${i}.json`, JSON.stringify(run)));
  }
  const imported = await sandbox.run(["store", "import", ...files]);
  expect(imported).toMatchObject({ code: 0, stdout: "imported 24 runs\n" });
  return commits;
}

describe("plumbline bisect", () => {
  it("plans the commits to measure next between the last run before and the first after a regression", async () => {
    const commits = await slowedHistory();
    const { code, stdout, stderr } = await sandbox.run(["bisect", "--plan", "--format", "json"]);
    expect(code, stderr).toBe(0);
    const plan = JSON.parse(stdout) as BisectPlan;
    expect(plan.event).toMatchObject({ lastBefore: { sha: commits[48] }, firstAfter: { sha: commits[51] } });
    const next = plan.candidates.filter(({ isNext }) => isNext).map(({ sha }) => commits.indexOf(sha));
    expect([49, 50]).toContain(next[0]);
    expect(plan.candidates.map(({ sha }) => sha)).toEqual(commits.slice(43, 58));

    const table = await sandbox.run(["bisect", "--plan"]);
    expect(table.stdout).toContain(`  plumbline backfill ${commits[next[0]!]!.slice(0, 10)} --branch main\n`);
    const history = await sandbox.run(["history", "--workload", "read"]);
    expect(history.stdout).toMatch(new RegExp(`${commits[51]!.slice(0, 10)} .*−\\d\\d\\s% worse`));
  });

  it("says so where there is nothing to look into, or not there", async () => {
    sandbox.write("plumbline.yml", suite({ database: LOCAL }));
    sandbox.commit("first");
    const nowhere = await sandbox.run(["bisect", "--plan"]);
    expect(nowhere.code).toBe(2);
    expect(nowhere.stderr).toContain("there is no store at ");
    mkdirSync(path.join(sandbox.work, ".plumbline"));
    expect(await sandbox.run(["bisect", "--plan"])).toMatchObject({
      code: 0,
      stdout: "no change of level for the worse to look into\n",
    });
    const { code, stderr } = await sandbox.run(["bisect", "--plan", "--at", "abc"]);
    expect(code).toBe(2);
    expect(stderr).toContain("the history has no change of level up to abc\n");
  });
});

/**
 * Eight commits of one workload; from the sixth on every update waits for a trigger. On a server that runs: what is looked at is where
 * the way leads, and a fresh server for each of some twenty measurements would be most of the test. @returns their ids
 */
function slowedRepository(): readonly string[] {
  sandbox.write(
    "plumbline.yml",
    `suite: small
database:
${running(server.url)}
  setup: [setup.sql]
workloads:
  - { name: change, run: oltp_update_non_index, options: { tables: 1, table-size: 200, threads: 2 } }
measure: { sessions: 1, seconds: 0.5, warmup: 0, preflight: off }
`,
  );
  return Array.from({ length: 8 }, (_, i) => {
    sandbox.write("setup.sql", triggerSql(i < 5 ? 25 : 400));
    vi.stubEnv("GIT_COMMITTER_DATE", `2026-01-0${i + 1}T00:00:00Z`);
    return sandbox.commit(`change number ${i}`);
  });
}

/** Waiting takes as long on a busy machine as on an idle one, or nearly: longer by some milliseconds, which must be little beside the wait. */
function triggerSql(waitMs: number): string {
  return `CREATE OR REPLACE FUNCTION waits() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN PERFORM pg_sleep(${waitMs} / 1000.0); RETURN NEW; END $$;
CREATE TRIGGER waits BEFORE UPDATE ON sbtest1 FOR EACH ROW EXECUTE FUNCTION waits();
`;
}

async function planned(): Promise<BisectPlan> {
  const { code, stdout, stderr } = await sandbox.run(["bisect", "--plan", "--format", "json"]);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as BisectPlan;
}

async function measure(...commits: readonly string[]): Promise<void> {
  const { code, stderr } = await sandbox.run(["backfill", ...commits]);
  expect(code, stderr).toBe(0);
}

describe("from a regression that only the first and the last commit show", () => {
  it("plan and measurement, taken in turns or by bisect alone, lead to the commit that made it", async () => {
    const commits = slowedRepository();
    const [first, last] = [commits[0]!, commits[7]!];
    const four = (commit: string) => Array.from({ length: 4 }, () => commit);
    await measure(...four(first), ...four(last));
    const untouched = path.join(sandbox.work, "untouched");
    cpSync(path.join(sandbox.work, ".plumbline"), untouched, { recursive: true });

    const measured: number[] = [];
    let plan = await planned();
    expect(plan.candidates.map(({ sha }) => sha)).toEqual(commits.slice(1));
    while (plan.found === null && measured.length < 7) {
      const { sha } = plan.candidates.find(({ isNext }) => isNext)!;
      measured.push(commits.indexOf(sha));
      await measure(sha);
      plan = await planned();
    }
    expect({ measured, found: plan.found }).toEqual({ measured, found: commits[5] });
    expect(measured.length, measured.join(", ")).toBeLessThanOrEqual(4);

    const { code, stdout, stderr } = await sandbox.run(["bisect", "--store", "file:untouched"]);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(`\n${commits[5]} changed the level.\n`);
  });
});

describe("from a regression that runs side by side show", () => {
  /** Measured side by side elsewhere: commit after commit against the one before, six times each at both ends of the history. */
  async function importSideBySide(first: string, last: string): Promise<void> {
    const files = Array.from({ length: 12 }, (_, i) => {
      const [sha, rate, day] = i < 6 ? [first, 400, 1] : [last, 40, 8];
      const pair = makePair({
        seed: i + 1,
        suite: "small",
        sessions: 3,
        secondsPerSession: 1,
        workloads: [{ name: "change", workload: "oltp_update_non_index", rate, medianNs: 2e9 / rate }],
        commit: {
          sha,
          branch: "main",
          time: `2026-01-0${day}T00:00:00Z`,
          subject: `at ${sha}`,
          dirty: false,
        },
      });
      return pair.map((run) => sandbox.write(`runs/${run.id}.json`, JSON.stringify(run)));
    });
    const { code, stderr } = await sandbox.run(["store", "import", ...files.flat()]);
    expect(code, stderr).toBe(0);
  }

  it("bisect measures both ends in its own way first, and then leads to the commit that made it", async () => {
    const commits = slowedRepository();
    await importSideBySide(commits[0]!, commits[7]!);

    const { code, stdout, stderr } = await sandbox.run(["bisect"]);

    expect(code, stderr).toBe(0);
    expect(stdout).toContain(`\n${commits[5]} changed the level.\n`);
    const history = await sandbox.run(["history", "--metric", "qps", "--format", "json"]);
    const points = JSON.parse(history.stdout) as readonly HistoryPoint[];
    const sideBySide = points[0]!.fingerprint;
    const runsOf = (sha: string) =>
      points.filter(({ commit, fingerprint }) => commit === sha && fingerprint !== sideBySide).length;
    expect(commits.map(runsOf)).toMatchObject([4, ...Array.from({ length: 6 }, () => expect.any(Number)), 4]);
    expect(commits.slice(1, 7).reduce((sum, sha) => sum + runsOf(sha), 0)).toBeLessThanOrEqual(5);
  });

  it("bisect ends after one measurement that says nothing about it, and names what is missing", async () => {
    const commits = slowedRepository();
    await importSideBySide(commits[0]!, commits[7]!);
    sandbox.write("plumbline.yml", sandbox.read("plumbline.yml").replace("name: change", "name: other"));
    const { code, stderr } = await sandbox.run(["bisect"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /plumbline: [0-9a-f]{40} was measured, but not its \S+ of change\n {2}remedy: add that workload/,
    );
  });
});

describe("plumbline backfill", () => {
  it("measures older commits into the history of their branch, in worktrees of their own", async () => {
    sandbox.write("plumbline.yml", suite({ database: `${LOCAL}\n  setup: [db/*.sql]` }));
    sandbox.write("db/1.sql", "SELECT 1;\n");
    const old = sandbox.commit("old");
    sandbox.write("db/1.sql", "this is not SQL\n");
    sandbox.commit("broken since");

    const { code, stdout, stderr } = await sandbox.run(["backfill", "HEAD~1", "--sessions", "1"]);

    expect(code, stderr).toBe(0);
    expect(stdout).toBe(`measured ${old}\n`);
    const history = await sandbox.run(["history", "--format", "json"]);
    const points = JSON.parse(history.stdout) as readonly HistoryPoint[];
    expect(points.length).toBeGreaterThan(0);
    for (const point of points) expect(point).toMatchObject({ commit: old, branch: "main", arm: "head" });
  });

  it("names the commit that is not there before it measures any", async () => {
    sandbox.write("plumbline.yml", suite({ database: LOCAL }));
    sandbox.commit("only");
    const { code, stderr } = await sandbox.run(["backfill", "HEAD", "v9.9"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^plumbline: there is no commit "v9\.9" in this clone\n {2}remedy: /);
  });
});
