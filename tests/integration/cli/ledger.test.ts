/** What a branch gained and lost since a tag, and where to look for it: over a stored history of pushes, in their repository. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FolderStore } from "../../../src/io/store/folder-store.ts";
import type { BisectPlan } from "../../../src/model/bisect-plan.ts";
import type { Ledger } from "../../../src/model/ledger.ts";
import { measuredPushes, pushesOf } from "../../support/pushes.ts";
import { Sandbox } from "./support/sandbox.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

/** Ten quiet pushes, of which the last is tagged, then six that lose 1 % each and one that loses 3 %. @returns the commits */
async function crept(): Promise<readonly string[]> {
  const harms = [...new Array<number>(10).fill(0), ...new Array<number>(6).fill(0.01), 0.019];
  const commits = Array.from({ length: harms.length + 1 }, (_, i) => {
    vi.stubEnv("GIT_COMMITTER_DATE", new Date(Date.UTC(2026, 0, 1 + i)).toISOString());
    sandbox.write("file", String(i));
    const sha = sandbox.commit(`change ${i}`);
    if (i === 10) execFileSync("git", ["-C", sandbox.work, "tag", "v1.2"]);
    return sha;
  });
  const store = await FolderStore.open(path.join(sandbox.work, ".plumbline"));
  // Each on another machine, so that no level can be seen.
  const pushes = pushesOf(harms).map((push, i) => ({
    ...push,
    commit: commits[i + 1]!,
    base: commits[i]!,
    model: i,
  }));
  for (const { base, head, report } of measuredPushes(pushes, 3)) {
    await store.save([base, head]);
    await store.saveReport(report);
  }
  return commits;
}

it("history --since takes a tag, and adds up what came after it", async () => {
  const commits = await crept();
  const asked = ["history", "--workload", "checkout", "--arm", "head", "--since", "v1.2"];
  const table = await sandbox.run(asked);
  expect(table.code, table.stderr).toBe(0);
  expect(table.stdout).toContain("What main gained and lost since v1.2 (suite oltp)");
  expect(table.stdout).toMatch(
    /^checkout {2}QPS +−[678]\.\d\s% \(−\S+\s\.\.\s−\S+\) +\(limit 2\s%\) +7 {2,}none$/m,
  );
  const json = await sandbox.run([...asked, "--format", "json"]);
  const { points, ledgers } = JSON.parse(json.stdout) as { points: unknown[]; ledgers: Ledger[] };
  expect(points).toHaveLength(8);
  expect(ledgers[0]!.lines[0]!.sum.since.sha).toBe(commits[10]);
  const byCommit = await sandbox.run([...asked.slice(0, -1), commits[10]!.slice(0, 9), "--format", "json"]);
  expect(JSON.parse(byCommit.stdout)).toEqual({ points, ledgers });
});

it("the pages offer the tags of the clone to begin a sum at, and the first page has what was lost", async () => {
  await crept();
  const { code, stderr } = await sandbox.run(["render", "--as", "site", "pages"]);
  expect(code, stderr).toBe(0);
  const page = (file: string) => readFileSync(path.join(sandbox.work, "pages", file), "utf8");
  expect(page("w/oltp/checkout/index.html")).toContain('<optgroup label="Tags"><option value="v1.2">v1.2<');
  const [, line] = /<li class="open">(.*)<\/li>/.exec(page("index.html"))!;
  expect(line).toMatch(
    /^<span class="muted">oltp:<\/span> main <a href="w\/oltp\/checkout\/\?metric=\S+&amp;since=\S+#ledger">since /,
  );
  expect(line).toMatch(/ in\s\d+\schanges, (?:none|1) of them red /);
});

it("history --since says that it knows no such tag, and takes dates as before", async () => {
  await crept();
  const unknown = await sandbox.run(["history", "--since", "v9"]);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain('there is no tag or commit "v9" here');
  const dated = await sandbox.run([
    "history",
    "--since",
    "2026-01-17",
    "--format",
    "json",
    "--metric",
    "p99",
  ]);
  expect((JSON.parse(dated.stdout) as unknown[]).length).toBeGreaterThan(0);
});

it("bisect begins from the heaviest change of an open sum", async () => {
  const commits = await crept();
  const { code, stdout, stderr } = await sandbox.run(["bisect", "--plan", "--format", "json"]);
  expect(code, stderr).toBe(0);
  const plan = JSON.parse(stdout) as BisectPlan;
  expect(plan.event).toMatchObject({ lastBefore: { sha: commits[16] }, firstAfter: { sha: commits[17] } });
  expect(plan.sum!.total.changes).toBeGreaterThanOrEqual(3);
  expect(plan.found).toBe(commits[17]);
  const table = await sandbox.run(["bisect", "--plan"]);
  expect(table.stdout).toMatch(/^main since \w+: .* in\s\d+\schanges, (?:none|1) of them red\. Its heaviest/);
});
