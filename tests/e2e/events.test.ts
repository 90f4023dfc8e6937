/** Events that meet each other: jobs of a matrix, a merge queue, comments that ask, heads that come too late or fail. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { FolderStore } from "../../src/io/store/folder-store.ts";
import type { Acceptance } from "../../src/model/acceptance.ts";
import { makeAcceptance } from "../support/acceptances.ts";
import type { PullRequestEvent } from "../support/consumer.ts";
import { ACTIONS_BOT } from "../support/github-fake.ts";
import { LITTLE, SLOWER, WorkflowStage } from "../support/workflow-stage.ts";

const stage = new WorkflowStage();

/** As GitHub knows it from now on. */
function known({ number, pull_request: { head, base } }: PullRequestEvent): void {
  stage.github.pullRequests.length = 0;
  stage.github.pullRequests.push({
    number,
    state: "open",
    headRepository: head.repo.full_name,
    headBranch: head.ref,
    headSha: head.sha,
    baseBranch: base.ref,
    baseSha: base.sha,
  });
}

const bodies = () =>
  stage.github.comments.filter(({ user }) => user.login === ACTIONS_BOT.login).map(({ body }) => body);

it("two suites in two jobs each, at once, have four comments and four checks", async () => {
  const config = (suite: string) => LITTLE["plumbline.yml"].replace("suite: oltp", `suite: ${suite}`);
  const event = stage.consumer.openPullRequest("matrix", {
    "bench/reads.yml": config("reads"),
    "bench/writes.yml": config("writes"),
  });
  const { succeeded, log } = await stage.run("two-suites.yml", event);
  expect(succeeded, log).toBe(true);
  const jobs = ["reads (plain)", "reads (tuned)", "writes (plain)", "writes (tuned)"];
  expect(stage.github.checkRuns.map((run) => String(run["name"])).toSorted()).toEqual(
    jobs.map((name) => `Plumbline: ${name}`),
  );
  expect(stage.github.checkRuns.every((run) => run["status"] === "completed")).toBe(true);
  expect(
    bodies()
      .map((body) => body.split("\n")[0]!)
      .toSorted(),
  ).toEqual([
    "<!-- plumbline:reads:plain -->",
    "<!-- plumbline:reads:tuned -->",
    "<!-- plumbline:writes:plain -->",
    "<!-- plumbline:writes:tuned -->",
  ]);
});

it("a merge queue's group bears what was accepted of its pull request, and of no other", async () => {
  const event = stage.consumer.openPullRequest("tidy-up", SLOWER);
  known(event);
  const group = stage.consumer.queue(event);
  stage.github.commits.set(group.merge_group.head_sha, [group.merge_group.base_sha]);
  const location = path.join(stage.runner.artifacts, "store");
  const store = await FolderStore.open(location);
  const accept = (more: Partial<Acceptance>) =>
    store.saveAcceptances([makeAcceptance("the index is not worth it", { suite: null, ...more })]);
  const run = () =>
    stage.run("merge-queue.yml", event, {
      trigger: "merge_group",
      event: group,
      secrets: { PLUMBLINE_STORE: `file:${location}` },
    });

  await accept({ pullRequest: 8, via: "label" });
  const refused = await run();
  expect(refused.succeeded, refused.log).toBe(true);
  expect(stage.github.checkRuns).toMatchObject([
    { head_sha: group.merge_group.head_sha, conclusion: "failure" },
  ]);

  await accept({ pullRequest: 7, via: "command", commit: event.pull_request.head.sha });
  const { log } = await run();
  expect(stage.github.checkRuns, log).toMatchObject([
    { head_sha: group.merge_group.head_sha, conclusion: "success" },
  ]);
  expect(bodies()).toEqual([]);
});

it("a comment has the head measured by a job without rights, and another one publishes it", async () => {
  const event = stage.consumer.openPullRequest("from-a-fork", LITTLE, "eve/db");
  known(event);
  stage.consumer.checkOut("main"); // What a comment's workflow begins with.
  const { sha } = event.pull_request.head;
  stage.github.identities.set("job-token", {
    ...ACTIONS_BOT,
    permissions: ["pull-requests", "checks", "actions"],
  });
  stage.github.collaborators.set("ada", "write");
  stage.github.pushedAt.set(sha, "2026-03-02T10:00:00Z");
  const comment = (body: string, login: string) =>
    stage.run("on-request.yml", event, {
      trigger: "issue_comment",
      event: {
        action: "created",
        repository: event.repository,
        issue: { number: 7, pull_request: {} },
        comment: { id: 5, body, created_at: "2026-03-02T11:00:00Z", user: { login } },
      },
    });
  const refused = await comment("/plumbline run", "eve");
  expect(refused.succeeded, refused.log).toBe(true);
  expect(bodies()).toEqual([]);

  const { succeeded, log } = await comment("/plumbline run oltp", "ada");
  expect(succeeded, log).toBe(true);
  expect(stage.github.reactions.map(({ content }) => content)).toEqual(["-1", "eyes"]);
  expect(stage.github.checkRuns, log).toMatchObject([
    { name: "Plumbline: oltp", head_sha: sha, status: "completed" },
  ]);
  expect(bodies()).toEqual([expect.stringContaining(sha.slice(0, 10))]);
  const [artifact = ""] = readdirSync(stage.runner.artifacts).filter((name) =>
    name.startsWith("plumbline-requested-"),
  );
  const report = path.join(stage.runner.artifacts, artifact, "report.json");
  expect(JSON.parse(readFileSync(report, "utf8")).head.commit.sha).toBe(sha);
});

it("the comment tells of the newest head: that it failed, and nothing of an older one that comes late", async () => {
  const first = stage.consumer.openPullRequest("newest", LITTLE);
  known(first);
  const measured = await stage.run("pull-request.yml", first);
  expect(measured.log).toContain("comment: created");

  const broken = stage.consumer.openPullRequest("newest", { "plumbline.yml": "suite: oltp\ndatabase: 5\n" });
  known(broken);
  const failed = await stage.run("pull-request.yml", broken);
  expect(failed.succeeded).toBe(false);
  const { sha } = broken.pull_request.head;
  expect(bodies()).toEqual([expect.stringContaining(`### Plumbline: no result for ${sha.slice(0, 10)}`)]);

  const [before] = bodies();
  const older = stage.consumer.openPullRequest("older", LITTLE);
  const late = await stage.run("pull-request.yml", older);
  expect(late.log).toContain("the pull request has a newer head");
  expect(bodies()).toEqual([before]);
  expect(stage.github.checkRuns.map((run) => run["head_sha"])).toEqual(
    [first, broken, older].map((event) => event.pull_request.head.sha),
  );
});

it("Dependabot, who gets no secrets, is told so in history mode instead of passing", async () => {
  const event = stage.consumer.openPullRequest("dependabot/npm/pg", LITTLE);
  known(event);
  const { succeeded, log } = await stage.run("history-on-main.yml", event);
  expect(succeeded).toBe(false);
  expect(log).toContain("the mode is history, but no store is configured");
  expect(log).toContain("Dependabot");
  expect(stage.github.checkRuns).toMatchObject([{ conclusion: "failure" }]);
});
