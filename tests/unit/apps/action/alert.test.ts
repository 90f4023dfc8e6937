/** From stored runs of main to an issue on GitHub, and to its end. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type AlertMode, alertMain } from "../../../../src/apps/action/alert.ts";
import { createClient } from "../../../../src/io/github/client.ts";
import { FolderStore } from "../../../../src/io/store/folder-store.ts";
import type { Report } from "../../../../src/model/report.ts";
import type { Rules } from "../../../../src/model/rules.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";
import { ACTIONS_BOT, type GithubFake } from "../../../support/github-fake.ts";
import { githubContext, githubTest } from "../../../support/github-stage.ts";
import { measuredPushes, pushesOf } from "../../../support/pushes.ts";
import { makeReport } from "../../../support/reports.ts";
import { makeRun } from "../../../support/runs.ts";

const RULES: Rules = {
  alpha: 0.05,
  gates: [{ metric: "qps", margin: 0.05, floor: null }],
  errorLimit: 0.001,
  decide: "significant-and-relevant",
};
const ANY = makeReport({ workloads: [{ name: "point-select", changes: [{ metric: "qps" }] }] });
/** Of the repository whose runs and acceptances are asked for. */
const REPORT = { ...ANY, origin: { ...ANY.origin, repository: "acme/db" } };
const CONTEXT = githubContext({
  event: "push",
  headBranch: "main",
  baseBranch: null,
  baseSha: null,
  pullRequest: null,
});

const PEOPLE = { labels: ["performance"], assignees: ["ada"] };

class Stage {
  readonly fake: GithubFake;
  readonly store: FolderStore;
  #day = 0;
  /** Of the newest run. */
  #report: Report = REPORT;

  constructor(fake: GithubFake, store: FolderStore) {
    this.fake = fake;
    this.store = store;
    fake.identities.set("job-token", { ...ACTIONS_BOT, permissions: ["issues", "contents"] });
  }

  /** A run of main on each of so many days. */
  async measure(days: number, rate: number): Promise<void> {
    const workloads = [{ name: "point-select", rate }];
    for (let i = 0; i < days; i++) {
      const run = makeRun({ seed: ++this.#day, sessions: 2, secondsPerSession: 0.5, noise: 0.01, workloads });
      await this.store.save([{ ...run, rules: RULES }]);
    }
  }

  /** Pushes that were measured side by side, with what each did to the speed of the first workload. @param models that take turns */
  async push(harms: readonly number[], models = 1): Promise<void> {
    const pushes = pushesOf(harms).map((push, i) => ({ ...push, model: i % models }));
    for (const { base, head, report } of measuredPushes(pushes, 3)) {
      await this.store.save([base, head]);
      await this.store.saveReport(report);
      this.#report = report;
    }
  }

  async alert(mode: AlertMode = "issue") {
    const client = createClient({
      token: "job-token",
      apiUrl: this.fake.url,
      say: () => undefined,
      limits: { seconds: 3000, politeSeconds: 120 },
      pace: { timeoutMs: 2000, secondMs: 10 },
    });
    const main = {
      branch: "main",
      mode,
      repositoryUrl: "https://github.example/acme/db",
      siteUrl: null,
      ...PEOPLE,
    };
    return (await alertMain(client, this.store, CONTEXT, this.#report, main)).map(({ kind }) => kind);
  }
}

const it = githubTest.extend<{ stage: Stage }>({
  stage: async ({ fake }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), "plumbline-alert-"));
    await use(new Stage(fake, await FolderStore.open(folder)));
    await rm(folder, { recursive: true });
  },
});

it("a slower main gets one issue with the commits at both sides, which ends when the speed is back", async ({
  stage,
  expect,
}) => {
  await stage.measure(12, 1000);
  expect(await stage.alert()).toEqual([]);
  await stage.measure(6, 800);
  expect(await stage.alert()).toEqual(["opened"]);
  expect(await stage.alert()).toEqual(["unchanged"]);
  const [issue] = stage.fake.issues;
  expect(issue?.title).toMatch(/^Plumbline: point-select QPS −(19|2\d)/);
  expect(issue).toMatchObject({ labels: ["performance"], assignees: [{ login: "ada" }] });
  expect(issue?.body).toContain("“planner: change number 12”");
  expect(issue?.body).toContain("“planner: change number 13”");

  const accepted = makeAcceptance("wanted", {
    landed: {
      commit: "d".repeat(40),
      branch: "main",
      at: new Date(Date.parse("2026-01-01T12:50:00Z")).toISOString(),
    },
  });
  await stage.store.saveAcceptances([accepted]);
  expect(await stage.alert()).toEqual(["closed"]);
  await stage.store.saveAcceptances([{ ...accepted, revoked: { by: "eve", at: "2026-01-02T00:00:00Z" } }]);
  expect(await stage.alert()).toEqual(["reopened"]);

  await stage.measure(7, 1000);
  expect(await stage.alert()).toEqual(["closed"]);
  expect(stage.fake.issues).toHaveLength(1);
});

it("where asked for, comments on the commit too, once", async ({ stage, expect }) => {
  await stage.measure(12, 1000);
  await stage.measure(6, 800);
  expect(await stage.alert("issue-and-commit")).toEqual(["opened"]);
  expect(await stage.alert("issue-and-commit")).toEqual(["unchanged"]);
  expect(stage.fake.commitComments).toHaveLength(1);
});

it("a token without the right says which, and what to add", async ({ stage, expect }) => {
  stage.fake.identities.set("job-token", { ...ACTIONS_BOT, permissions: [] });
  await stage.measure(12, 1000);
  await stage.measure(6, 800);
  await expect(stage.alert()).rejects.toMatchObject({
    kind: "github",
    message: expect.stringContaining("issues: write"),
    remedy: expect.stringContaining("issues: write"),
  });
});

it("never: asks nothing", async ({ stage, expect }) => {
  expect(await stage.alert("never")).toEqual([]);
  expect(stage.fake.calls).toEqual([]);
});

const QUIET = new Array<number>(10).fill(0);
const CREEPING = new Array<number>(6).fill(0.01);
/** So many models that none of them shows a level. */
const MANY = 99;

it("a sum of small changes gets one issue, which ends when a revert brings it back", async ({
  stage,
  expect,
}) => {
  await stage.push([...QUIET, 0.01], MANY);
  expect(await stage.alert()).toEqual([]);
  await stage.push([...QUIET, ...CREEPING], MANY);
  expect(await stage.alert()).toEqual(["opened"]);
  expect(await stage.alert()).toEqual(["unchanged"]);
  const [issue] = stage.fake.issues;
  expect(issue?.title).toMatch(
    /^Plumbline: checkout (QPS −|server CPU \+)[3-9]\.\d % on main in \d changes since/,
  );
  expect(issue?.body).toContain("add up to more than one change may lose");
  expect(issue?.body).toContain("| none |");

  await stage.push([...QUIET, ...CREEPING, 0.01], MANY);
  expect(await stage.alert()).toEqual(["updated"]);
  await stage.push([...QUIET, ...CREEPING, 0.01, -0.07], MANY);
  expect(await stage.alert()).toEqual(["closed"]);
  expect(stage.fake.issues).toHaveLength(1);
});

it("a sum and the change of level that one cause makes are one issue", async ({ stage, expect }) => {
  await stage.push([...QUIET, 0.15, 0]);
  expect(await stage.alert()).toEqual(["opened"]);
  expect(stage.fake.issues[0]?.title).toMatch(/changes? since/);
  await stage.push([...QUIET, 0.15, ...new Array<number>(8).fill(0)]);
  expect(await stage.alert()).toEqual(["updated"]);
  expect(stage.fake.issues).toHaveLength(1);
  expect(stage.fake.issues[0]?.body).toContain("the level changed after");
  expect(stage.fake.issues[0]?.body).toContain("Measured side by side there");
});
