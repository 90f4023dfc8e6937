/** The action in real workflows, on real PostgreSQL, against a GitHub that holds both sides to its published description. */

import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { completedRun, type PullRequestEvent } from "../support/consumer.ts";
import { ACTIONS_BOT } from "../support/github-fake.ts";
import { LITTLE, SLOWER, WorkflowStage } from "../support/workflow-stage.ts";

const MARKER = "<!-- plumbline:oltp -->";

/** What is said first of the workload that loses its index: which of its gates leads depends on the machine. */
const WORSE = "find by key (?:is|needs|reads) \\d.*";
const EXAMPLES = path.resolve(import.meta.dirname, "../../docs/examples");

type CheckOutput = Readonly<{ annotations: readonly Record<string, unknown>[] }>;

/** Here the step builds the load generator, as it does where a release has none for it; elsewhere it is there. */
const stage = new WorkflowStage(null);

/** A busy pull request: several pages of comments, some of which carry our marker and are not ours. */
function seedConversation(): void {
  for (let i = 0; i < 250; i++) {
    if (i % 100 === 50) stage.github.seedComment("eve", `${MARKER}\nquoted by somebody`);
    else stage.github.seedComment("ada", `thought ${i}`);
  }
}

function ownComments() {
  return stage.github.comments.filter(
    ({ body, user }) => user.login === ACTIONS_BOT.login && body.includes(MARKER),
  );
}

/** What a regression tells the steps that come later, which go on where fail-on is never. */
function expectOutputs(log: string): void {
  expect(log).toContain("outcome: success");
  const outputs = JSON.parse(/outputs: (\{.*\})/.exec(log)?.[1] ?? "{}");
  expect(outputs).toMatchObject({
    verdict: "regressed",
    headline: expect.stringMatching(new RegExp(`^${WORSE}`)),
    report: "plumbline-out/report.json",
    "comment-url": ownComments()[0]?.["html_url"],
  });
  expect(Number(outputs.regressed)).toBeGreaterThan(0);
  for (const name of ["comment.md", "report.html", "report.json", "run-base.json", "run.json"]) {
    expect(log).toContain(`written: plumbline-out/${name}\n`);
  }
  expect(log).toContain("Summary - > [!CAUTION]");
  expect(log).toMatch(new RegExp(`> ## Plumbline: ${WORSE}`));
}

/** A pull request whose runs follow each other, on a GitHub with a bad day. */
it("a pull request has one comment and one check for each commit, from its first run to the fix", async () => {
  const slower = stage.consumer.openPullRequest("tidy-up", SLOWER);
  seedConversation();
  const badGateway = { status: 502, message: "Bad Gateway" };
  const limited = {
    status: 403,
    message: "You have exceeded a secondary rate limit.",
    headers: { "retry-after": "1" },
  };
  stage.github.break({ operation: "issues/list-comments", times: 1, answer: badGateway });
  stage.github.break({ operation: "issues/create-comment", times: 1, answer: limited });
  stage.github.break({ operation: "checks/create", times: 1, answer: badGateway, afterEffect: true });

  const first = await stage.run("pull-request.yml", slower);
  expect(first.succeeded, first.log).toBe(false);
  expect(first.log).toContain("building plumbline-load");
  expect(first.log).toContain("comment: created");
  expect(first.log).toContain("GitHub's rate limit is reached: trying again in 1 s");
  const [comment] = ownComments();
  expect(comment?.body).toMatch(new RegExp(`^> ### Plumbline: ${WORSE}`, "m"));
  expect(comment?.body).toMatch(/^\| (?:\*\*)?find by key(?:\*\*)? \|/m);

  const again = await stage.run("outputs.yml", slower, { node: 24 });
  expect(again.succeeded, again.log).toBe(true);
  expectOutputs(again.log);
  expect(again.log).toContain("comment: updated");
  expect(again.log).toContain("check run: updated");
  expect(stage.github.checkRuns.map((run) => run["conclusion"])).toEqual(["failure"]);
  const [output] = stage.github.checkRuns.map((run) => run["output"] as CheckOutput);
  const title = expect.stringMatching(new RegExp(`^${WORSE}: this is the cause, proved by experiment$`));
  const [cause, ...others] = output!.annotations;
  expect(cause).toMatchObject({
    path: "db/002_tidy_up.sql",
    start_line: 1,
    annotation_level: "failure",
    title,
  });
  // The config file is annotated only where no cause is known to stand in a file.
  expect(others.filter((each) => each["path"] === "plumbline.yml")).toEqual([]);

  // A forced push that mends it. The answer to the update never comes; only the client's time-out ends that.
  const fixed = stage.consumer.openPullRequest("tidy-up", LITTLE);
  stage.github.break({ operation: "issues/update-comment", times: 1, answer: "hang", afterEffect: true });
  const last = await stage.run("pull-request.yml", fixed);
  expect(last.succeeded, last.log).toBe(true);
  expect(last.log).toContain("comment: updated");
  expect(comment?.body).toContain(fixed.pull_request.head.sha.slice(0, 10));
  expect(comment?.body).not.toMatch(/\d regressions? in/);

  expect(ownComments()).toEqual([comment]);
  expect(stage.github.comments).toHaveLength(251);
  expect(stage.github.checkRuns.map((run) => run["head_sha"])).toEqual(
    [slower, fixed].map((event) => event.pull_request.head.sha),
  );
  for (const { log } of [first, again, last]) {
    expect(log).not.toContain("there will be no comment");
    expect(log).not.toContain("job-token");
  }
});

/** Folders of the artifacts whose names begin so. */
function artifactsLike(name: string): readonly string[] {
  const { artifacts } = stage.runner;
  return readdirSync(artifacts)
    .filter((each) => each.startsWith(name))
    .map((each) => path.join(artifacts, each));
}

describe("a fork's pull request, in two workflows", () => {
  /** Measures with a token that GitHub gave no rights, and answers the event. */
  async function measure(files: Readonly<Record<string, string>> = LITTLE): Promise<PullRequestEvent> {
    const event = stage.consumer.openPullRequest("from-a-fork", files, "eve/db");
    const { head, base } = event.pull_request;
    stage.github.pullRequests.push({
      number: 7,
      state: "open",
      headRepository: "eve/db",
      headBranch: head.ref,
      headSha: head.sha,
      baseBranch: base.ref,
      baseSha: base.sha,
    });
    const { succeeded, log } = await stage.run("fork-measure.yml", event);
    expect(succeeded, log).toBe(true);
    expect(stage.github.calls).toEqual([]);
    return event;
  }

  const publish = (event: PullRequestEvent) =>
    stage.runner.run({
      repository: stage.consumer.folder,
      workflow: "fork-publish.yml",
      trigger: "workflow_run",
      event: completedRun(event),
      apiUrl: stage.github.url,
      node: 20,
    });

  it("gets its comment from the second; a hostile artifact gets nothing, and a lost one is no failure", async () => {
    const event = await measure();
    const published = await publish(event);
    expect(published.succeeded, published.log).toBe(true);
    expect(ownComments().map(({ body }) => body)).toEqual([expect.stringContaining("the fork's own code")]);
    expect(stage.github.checkRuns).toEqual([
      expect.objectContaining({ head_sha: event.pull_request.head.sha, name: "Plumbline: oltp" }),
    ]);
    expect((await publish(event)).log).toContain("comment: unchanged");

    const [only = ""] = artifactsLike("plumbline-report-");
    const artifact = path.join(only, "report.json");
    const honest = readFileSync(artifact, "utf8");
    const before = JSON.stringify([stage.github.comments, stage.github.checkRuns]);
    const hostile: readonly (readonly [how: () => void, refusal: string])[] = [
      [() => writeFileSync(artifact, `${honest.slice(0, -3)},"x\\n::add-mask::e":1}`), "Unrecognized key"],
      [
        () => writeFileSync(artifact, honest.replace(event.pull_request.head.sha, "e".repeat(40))),
        "about commit eee",
      ],
      [() => truncateSync(artifact, 2 ** 33), "larger than 8 MiB"],
    ];
    for (const [attack, refusal] of hostile) {
      attack();
      const { succeeded, log } = await publish(event);
      expect(succeeded, log).toBe(false);
      expect(log).toContain(refusal);
      expect(log).not.toMatch(/^.*\] *::add-mask::e/m);
      writeFileSync(artifact, honest);
    }
    rmSync(path.dirname(artifact), { recursive: true });
    expect((await publish(event)).succeeded).toBe(true);
    expect(JSON.stringify([stage.github.comments, stage.github.checkRuns])).toBe(before);
  });

  it("gets a comment and a check for each suite of a matrix", async () => {
    // The local runner does not tell a job its place in the matrix.
    const workflow = readFileSync(path.join(EXAMPLES, "fork-measure.yml"), "utf8")
      .replace("    steps:", "    strategy:\n      matrix:\n        suite: [reads, writes]\n    steps:")
      .replace("strategy.job-index", "matrix.suite")
      .replace("comment: never", "comment: never\n          config: $" + "{{ matrix.suite }}.yml");
    const suiteOf = (name: string) => LITTLE["plumbline.yml"].replace("suite: oltp", `suite: ${name}`);
    const event = await measure({
      ".github/workflows/fork-measure.yml": workflow,
      "reads.yml": suiteOf("reads"),
      "writes.yml": suiteOf("writes"),
    });
    expect(artifactsLike("plumbline-report-")).toHaveLength(2);
    const { succeeded, log } = await publish(event);
    expect(succeeded, log).toBe(true);
    expect(stage.github.comments).toHaveLength(2);
    const checks = stage.github.checkRuns.map(({ name, head_sha: sha }) => [name, sha].join(" "));
    expect(checks.sort()).toEqual(
      ["reads", "writes"].map((suite) => `Plumbline: ${suite} ${event.pull_request.head.sha}`),
    );
  });
});

describe("self-hosted.yml", () => {
  /** As the example has it, but for its patience. */
  const workflow = readFileSync(path.join(EXAMPLES, "self-hosted.yml"), "utf8");
  const impatient = workflow.replace("sessions: 12", "sessions: 2").replace("seconds: 30", "seconds: 0.5");
  const files = {
    "bench/plumbline.yml": LITTLE["plumbline.yml"],
    ".github/workflows/self-hosted.yml": impatient,
  };
  const labelled = (event: PullRequestEvent, ...labels: readonly string[]) => ({
    ...event,
    pull_request: { ...event.pull_request, labels: labels.map((name) => ({ name })) },
  });

  it("measures on the machine's own runner once the pull request has the label, not before, and not for another label", async () => {
    expect(impatient).not.toMatch(/sessions: 12|seconds: 30/);
    const event = stage.consumer.openPullRequest("on-the-machine", files);
    await stage.run("self-hosted.yml", labelled(event, "documentation"));
    expect(stage.github.calls).toEqual([]);

    const labels = ["documentation", "performance"];
    const other = { action: "labeled", label: { name: "documentation" } };
    await stage.run("self-hosted.yml", { ...labelled(event, ...labels), ...other });
    expect(stage.github.calls).toEqual([]);

    const { succeeded, log } = await stage.run("self-hosted.yml", labelled(event, ...labels));
    expect(log).toContain("comment: created");
    expect(ownComments()).toHaveLength(1);
    expect(stage.github.checkRuns).toHaveLength(1);
    const report = JSON.parse(
      readFileSync(path.join(stage.runner.artifacts, "plumbline/plumbline-out/report.json"), "utf8"),
    );
    expect(report).toMatchObject({ plan: { sessions: 2, seconds: 0.5 }, guidance: { lines: { browse: 4 } } });
    // With `fail-on: inconclusive` both fail the job; the step after it runs all the same.
    expect(succeeded, log).toBe(!["regressed", "inconclusive"].includes(report.verdict));
    expect(log).toMatch(/\(\d+ metrics regressed\)/);
  });

  it("takes no fork's code onto the machine, whatever label it has", async () => {
    const event = labelled(stage.consumer.openPullRequest("from-a-fork", files, "eve/db"), "performance");
    const { log } = await stage.run("self-hosted.yml", event);
    expect(log).not.toContain("Plumbline");
    expect(stage.github.calls).toEqual([]);
  });
});
