/** What is checked out, against what the event says whose it is: with real repositories, as GitHub's checkout leaves them. */
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { foreignCode, foreignCodeRefusal, INSISTING } from "../../../../src/apps/action/foreign-code.ts";
import { type Request, requestContext } from "../../../../src/apps/action/request.ts";
import { readContext } from "../../../../src/io/github/context.ts";
import { Consumer, completedRun, type PullRequestEvent } from "../../../support/consumer.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const CONFIG = "plumbline.yml";

let consumer: Consumer;
let foreign: PullRequestEvent;
let own: PullRequestEvent;
/** The test merge of the foreign one, which is checked out before each test; none changes more of the repository than that. */
let merge: string;

beforeAll(() => {
  consumer = new Consumer();
  own = consumer.openPullRequest("own", { "own.md": "own\n" });
  foreign = consumer.openPullRequest("evil", { "evil.md": "evil\n" }, "eve/db");
  merge = consumer.checkedOut();
});
afterAll(() => consumer.close());
beforeEach(() => consumer.checkOut(merge));

const tip = () => foreign.pull_request.base.sha;
const context = (event: string, payload: unknown) =>
  readContext(
    {
      GITHUB_EVENT_NAME: event,
      GITHUB_REPOSITORY: "acme/db",
      GITHUB_RUN_ID: "7",
      GITHUB_SHA: tip(),
      GITHUB_REF: "refs/heads/main",
    },
    payload,
  );
const place = (config = CONFIG) => ({ cwd: consumer.folder, config });
const whyNot = (event: string, payload: unknown, secrets: readonly string[] = []) =>
  foreignCode(context(event, payload), payload, place(), secrets);

const head = { "its head": () => foreign.pull_request.head.sha, "its test merge": () => "HEAD" };
const byHead = Object.entries(head);

describe("a fork's pull request", () => {
  it.each(byHead)("is refused on pull_request_target, with %s checked out", async (_, commit) => {
    consumer.checkOut(commit());
    expect(await whyNot("pull_request_target", foreign)).toContain("pull_request_target");
  });

  it("is refused on an event that nobody knows yet and that carries it", async () => {
    expect(await whyNot("an_event_of_tomorrow", foreign)).toContain("an_event_of_tomorrow");
  });

  it.each(["pull_request", "pull_request_review", "pull_request_review_comment"])(
    "is measured on %s, where GitHub gives it nothing",
    async (event) => expect(await whyNot(event, foreign)).toBeNull(),
  );
});

it("an own pull request is measured on pull_request_target", async () => {
  consumer.checkOut(own.pull_request.head.sha);
  expect(await whyNot("pull_request_target", own)).toBeNull();
});

describe("after another workflow (workflow_run)", () => {
  it.each(byHead)("a fork's is refused, with %s checked out", async (_, commit) => {
    consumer.checkOut(commit());
    expect(await whyNot("workflow_run", completedRun(foreign))).toContain("workflow_run");
  });

  it("a fork's is refused where the run was the repository's own, and another ref was checked out", async () => {
    consumer.checkOut(foreign.pull_request.head.sha);
    expect(await whyNot("workflow_run", completedRun(own))).toContain("is checked out");
  });

  it("a fork's is refused where it is no checkout at all", async () => {
    const folder = temporaryFolder();
    const payload = completedRun(foreign);
    const place = { cwd: folder, config: CONFIG };
    expect(await foreignCode(context("workflow_run", payload), payload, place, [])).toContain("no checkout");
  });

  it("what the own run was about is measured, and so is the default branch", async () => {
    consumer.checkOut(own.pull_request.head.sha);
    expect(await whyNot("workflow_run", completedRun(own))).toBeNull();
    consumer.checkOut("main");
    expect(await whyNot("workflow_run", completedRun(foreign))).toBeNull();
  });
});

describe("an event that strangers cause", () => {
  it.each(["issue_comment", "issues", "discussion_comment", "watch", "fork"])(
    "%s measures the default branch and nothing else",
    async (event) => {
      consumer.checkOut("main");
      expect(await whyNot(event, {})).toBeNull();
      consumer.checkOut(foreign.pull_request.head.sha);
      expect(await whyNot(event, {})).toContain(`${event} does not say whose code that is`);
    },
  );

  it("is refused where only the config file comes from another checkout", async () => {
    consumer.checkOut("main");
    const other = new Consumer();
    try {
      other.openPullRequest("evil", { "evil.md": "evil\n" }, "eve/db");
      const config = path.join(other.folder, CONFIG);
      expect(await foreignCode(context("issues", {}), {}, place(config), [])).toContain("is checked out");
    } finally {
      other.close();
    }
  });
});

it.each(["push", "schedule", "workflow_dispatch", "repository_dispatch", "release"])(
  "what people with write access chose to check out is theirs to know (%s)",
  async (event) => {
    consumer.checkOut(foreign.pull_request.head.sha);
    expect(await whyNot(event, { before: tip(), after: tip() })).toBeNull();
  },
);

describe("what somebody asked for in a comment", () => {
  const request = (): Request => ({
    pullRequest: 7,
    fork: true,
    head: foreign.pull_request.head.sha,
    headBranch: "eve:evil",
    baseBranch: "main",
    baseSha: tip(),
    suite: null,
  });
  const asked = (secrets: readonly string[]) =>
    foreignCode(requestContext(request(), context("issue_comment", {}), true), {}, place(), secrets);

  it("is measured by a job without secrets", async () => {
    expect(await asked([])).toBeNull();
  });

  it("is refused where the step has one", async () => {
    expect(await asked(["store"])).toContain("has the input store");
  });
});

it("the refusal is a mistake of usage, with forks.md's way out and the input that insists", () => {
  expect(foreignCodeRefusal("why")).toMatchObject({
    kind: "usage",
    exitCode: 2,
    remedy: expect.stringMatching(new RegExp(`docs/how-to/forks.md.*${INSISTING}: true`)),
  });
});
