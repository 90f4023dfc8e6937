/** The action in real workflows, on real PostgreSQL, against a GitHub that holds both sides to its published description. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Consumer, type PullRequestEvent } from "../support/consumer.ts";
import { ACTIONS_BOT, GithubFake } from "../support/github-fake.ts";
import { type WorkflowRequest, WorkflowRunner } from "../support/workflow-runner.ts";

const MARKER = "<!-- plumbline:oltp -->";
/** What makes head slower: without its index, finding by key reads the whole table. */
const SLOWER = { "db/002_tidy_up.sql": "DROP INDEX k_1;\n" };
/** What is measured does not matter to these tests, so it is little. */
const LITTLE = {
  "plumbline.yml": `suite: oltp
database: { deploy: { local: {} } }
workloads:
  - name: browse
    run: oltp_point_select
    options: { tables: 1, table-size: 1000, threads: 1 }
measure: { sessions: 2, seconds: 0.5, warmup: 0 }
`,
};

let github: GithubFake;
let consumer: Consumer;
let runner: WorkflowRunner;

beforeAll(() => {
  consumer = new Consumer();
  runner = new WorkflowRunner();
});

afterAll(() => {
  consumer.close();
  runner.close();
});

beforeEach(async () => {
  github = await GithubFake.start();
});

afterEach(async () => {
  await github.close();
  expect(github.violations).toEqual([]);
  expect(runner.leftovers()).toEqual([]);
});

function runWorkflow(workflow: string, event: PullRequestEvent, more: Partial<WorkflowRequest> = {}) {
  return runner.run({ repository: consumer.folder, workflow, event, apiUrl: github.url, node: 20, ...more });
}

/** A busy pull request: several pages of comments, some of which carry our marker and are not ours. */
function seedConversation(): void {
  for (let i = 0; i < 250; i++) {
    if (i % 100 === 50) github.seedComment("eve", `${MARKER}\nquoted by somebody`);
    else github.seedComment("ada", `thought ${i}`);
  }
}

function ownComments() {
  return github.comments.filter(
    ({ body, user }) => user.login === ACTIONS_BOT.login && body.includes(MARKER),
  );
}

describe.each([20, 24] as const)("a pull request that makes a query slower, under Node %i", (node) => {
  it("gets one comment that names it, kept current by the next run, and a failed step", async () => {
    const event = consumer.openPullRequest("tidy-up", SLOWER);
    seedConversation();

    const first = await runWorkflow("pull-request.yml", event, { node });
    expect(first.succeeded, first.log).toBe(false);
    expect(first.log).toContain("comment: created");
    expect(ownComments()).toHaveLength(1);
    const [comment] = ownComments();
    expect(comment?.body).toMatch(/^### Plumbline: 1 regression in 2 workloads/m);
    expect(comment?.body).toContain("| find by key |");
    const before = comment?.body;

    const second = await runWorkflow("pull-request.yml", event, { node });
    expect(second.log).toContain("comment: updated");
    expect(ownComments()).toEqual([comment]);
    expect(comment?.body).not.toBe(before);
    expect(github.comments).toHaveLength(251);
    expect(github.checkRuns.map((run) => run["conclusion"])).toEqual(["failure", "failure"]);
  });
});

describe("the step", () => {
  it("tells later steps what it found, and lets them go on where fail-on is never", async () => {
    const event = consumer.openPullRequest("tidy-up", SLOWER);
    const { succeeded, log } = await runWorkflow("outputs.yml", event);
    expect(succeeded, log).toBe(true);
    expect(log).toContain("outcome: success");
    const outputs = JSON.parse(/outputs: (\{.*\})/.exec(log)?.[1] ?? "{}");
    expect(outputs).toMatchObject({
      verdict: "regressed",
      headline: expect.stringContaining("1 regression in 2 workloads"),
      report: "plumbline-out/report.json",
      "comment-url": ownComments()[0]?.["html_url"],
    });
    expect(Number(outputs.regressed)).toBeGreaterThan(0);
    for (const name of ["comment.md", "report.html", "report.json", "run-base.json", "run.json"]) {
      expect(log).toContain(`written: plumbline-out/${name}\n`);
    }
    expect(log).toContain("Summary - ## Plumbline: 1 regression in 2 workloads");
    expect(log).not.toContain("job-token");
  });

  it("asks GitHub nothing on a fork's pull request, and writes the summary", async () => {
    const event = consumer.openPullRequest("from-a-fork", LITTLE, "eve/db");
    const { succeeded, log } = await runWorkflow("outputs.yml", event);
    expect(succeeded, log).toBe(true);
    expect(github.calls).toEqual([]);
    expect(log).toMatch(/comment: skipped, pull requests from forks get a token that cannot write/);
    expect(log).toContain("Summary - ## Plumbline: ");
  });

  it("keeps verdict, summary and documents where GitHub cannot be reached", async () => {
    const event = consumer.openPullRequest("no-github", LITTLE);
    await github.close();
    const { succeeded, log } = await runWorkflow("outputs.yml", event);
    expect(succeeded, log).toBe(true);
    expect(log).toMatch(/posting the comment failed: GitHub could not be reached: .*ECONNREFUSED/);
    expect(log).toContain("Summary - ## Plumbline: ");
    expect(log).toContain("written: plumbline-out/report.json\n");
  });

  it("says where the config file is wrong, in the log and the summary, before anything is started", async () => {
    const broken = { "plumbline.yml": "suite: oltp\ndatabase:\n  deploi:\n    local: {}\nworkloads: []\n" };
    const event = consumer.openPullRequest("misspelt", broken);
    const { succeeded, log } = await runWorkflow("outputs.yml", event);
    expect(succeeded).toBe(false);
    expect(log).toContain("Plumbline has no result");
    expect(log).toMatch(/plumbline\.yml:3:3.*deploi/);
    expect(github.comments).toEqual([]);
  });

  it("leaves no server and no folder where it is killed in the middle", async () => {
    const event = consumer.openPullRequest("killed", SLOWER);
    let killed = false;
    const { succeeded, log } = await runWorkflow("outputs.yml", event, {
      onLog(text) {
        if (killed || !text.includes("::group::measuring")) return;
        killed = true;
        runner.killStep();
      },
    });
    expect(killed, log).toBe(true);
    expect(succeeded).toBe(false);
    expect(log).toContain("Success - Post plumbline/plumbline@v1"); // afterEach looks for what is left.
  });
});
