/** The action in real workflows, on real PostgreSQL, against a GitHub that holds both sides to its published description. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Consumer, type PullRequestEvent } from "../support/consumer.ts";
import { ACTIONS_BOT, GithubFake } from "../support/github-fake.ts";
import { WorkflowRunner } from "../support/workflow-runner.ts";

const MARKER = "<!-- plumbline:oltp -->";
/** What makes head slower: without its index, finding by key reads the whole table. */
const SLOWER = { "db/002_tidy_up.sql": "DROP INDEX k_1;\n" };
const HARMLESS = { "README.md": "nothing that the database sees\n" };

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
});

function runWorkflow(
  workflow: string,
  event: PullRequestEvent,
  more: { node?: 20 | 24; apiUrl?: string } = {},
) {
  return runner.run({
    repository: consumer.folder,
    workflow,
    event,
    apiUrl: more.apiUrl ?? github.url,
    node: more.node ?? 20,
  });
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
      expect(log).toContain(`| ${name}\n`);
    }
    expect(log).toContain("Summary - ## Plumbline: 1 regression in 2 workloads");
    expect(log).not.toContain("job-token");
  });

  it("asks GitHub nothing on a fork's pull request, and writes the summary", async () => {
    const event = consumer.openPullRequest("from-a-fork", HARMLESS, "eve/db");
    const { succeeded, log } = await runWorkflow("outputs.yml", event);
    expect(succeeded, log).toBe(true);
    expect(github.calls).toEqual([]);
    expect(log).toMatch(/comment: skipped, pull requests from forks get a token that cannot write/);
    expect(log).toContain("Summary - ## Plumbline: ");
  });

  it("keeps verdict, summary and documents where GitHub cannot be reached", async () => {
    const event = consumer.openPullRequest("no-github", HARMLESS);
    const { succeeded, log } = await runWorkflow("outputs.yml", event, { apiUrl: "http://127.0.0.1:9" });
    expect(succeeded, log).toBe(true);
    expect(log).toMatch(/GitHub could not be reached/);
    expect(log).toContain("| report.json\n");
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
});
