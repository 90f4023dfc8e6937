/** Publishing against GitHub's API over real HTTP, where everything that can go wrong does. */
import { describe } from "vitest";
import { ACTIONS_BOT } from "../../../support/github-fake.ts";
import { it, MARKER } from "../../../support/publishing-stage.ts";

const SECONDARY_LIMIT =
  "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";

describe.concurrent("when GitHub has a bad day", () => {
  it("reads again after 502", async ({ stage, expect }) => {
    stage.fake.break({
      operation: "issues/list-comments",
      times: 2,
      answer: { status: 502, message: "Bad Gateway" },
    });
    expect((await stage.publish()).comment.kind).toBe("created");
  });

  it("updates again after 503", async ({ stage, expect }) => {
    stage.fake.seedComment(ACTIONS_BOT.login, `${MARKER}\n### Plumbline: of the last run`);
    stage.fake.break({
      operation: "issues/update-comment",
      times: 1,
      answer: { status: 503, message: "Unavailable" },
    });
    expect((await stage.publish()).comment.kind).toBe("updated");
  });

  it("writes no second comment where the first was written and its answer lost", async ({
    stage,
    expect,
  }) => {
    const badGateway = { status: 502, message: "Bad Gateway" };
    stage.fake.break({ operation: "issues/create-comment", times: 1, answer: badGateway, afterEffect: true });
    expect((await stage.publish()).comment.kind).toBe("unchanged");
    expect(stage.ownComments()).toHaveLength(1);
  });

  it("writes no second comment where the answer to the first never comes", async ({ stage, expect }) => {
    stage.fake.break({ operation: "issues/create-comment", times: 1, answer: "hang", afterEffect: true });
    expect((await stage.publish({ timeoutMs: 5_000 })).comment.kind).toBe("unchanged");
    expect(stage.ownComments()).toHaveLength(1);
  });

  it("waits as long as a secondary rate limit asks, and says so", async ({ stage, expect }) => {
    stage.fake.break({
      operation: "issues/create-comment",
      times: 1,
      answer: { status: 403, message: SECONDARY_LIMIT, headers: { "retry-after": "5" } },
    });
    expect((await stage.publish()).comment.kind).toBe("created");
    expect(stage.said).toEqual(["GitHub's rate limit is reached: trying again in 5 s"]);
  });

  it("does not wait an hour", async ({ stage, expect }) => {
    stage.fake.break({
      operation: "issues/list-comments",
      times: 1,
      answer: { status: 429, message: SECONDARY_LIMIT, headers: { "retry-after": "3600" } },
    });
    const { comment } = await stage.publish();
    expect(comment).toMatchObject({ kind: "failed", why: expect.stringContaining("secondary rate limit") });
    expect(stage.said).toEqual(["GitHub's rate limit is reached: not tried again, GitHub asks for 3600 s"]);
  });

  it("gives up after a bounded number of tries, and nothing measured is lost", async ({ stage, expect }) => {
    stage.fake.break({
      operation: "issues/list-comments",
      times: 99,
      answer: { status: 502, message: "Bad Gateway" },
    });
    const { comment, check } = await stage.publish();
    expect(comment).toEqual({
      kind: "failed",
      why: "posting the comment failed: GitHub answered 502: Bad Gateway",
      remedy:
        "try again later. The report is in the job summary and the output folder; `plumbline publish` posts it later",
      unreachable: false,
    });
    expect(stage.fake.calls.filter((call) => call === "issues/list-comments")).toHaveLength(4);
    expect(check.kind).toBe("created");
  });

  it("gives up on a host that takes connections and never answers, within the limit", async ({
    stage,
    expect,
  }) => {
    stage.fake.break({ operation: "issues/list-comments", times: 99, answer: "hang" });
    const { comment, check } = await stage.publish({
      timeoutMs: 200,
      limits: { seconds: 50, politeSeconds: 0 },
    });
    expect(check).toBe(comment);
    expect(comment).toMatchObject({ why: expect.stringContaining("it took too long to answer") });
    expect(stage.fake.calls.length).toBeLessThanOrEqual(3);
  });

  it("takes an answer that stops halfway for none", async ({ stage, expect }) => {
    stage.fake.break({ operation: "issues/create-comment", times: 1, answer: "stall", afterEffect: true });
    expect((await stage.publish({ timeoutMs: 5_000 })).comment.kind).toBe("unchanged");
    expect(stage.ownComments()).toHaveLength(1);
  });

  it("adds up the pauses that GitHub asks for", async ({ stage, expect }) => {
    const limited = (seconds: string) => ({
      status: 403,
      message: SECONDARY_LIMIT,
      headers: { "retry-after": seconds },
    });
    stage.fake.break({ operation: "issues/list-comments", times: 1, answer: limited("100") });
    stage.fake.break({ operation: "issues/create-comment", times: 1, answer: limited("30") });
    expect((await stage.publish()).comment).toMatchObject({ kind: "failed" });
    expect(stage.said).toEqual([
      "GitHub's rate limit is reached: trying again in 100 s",
      "GitHub's rate limit is reached: not tried again, GitHub asks for 30 s",
    ]);
  });

  it("names a host that does not answer, and asks it no more", async ({ stage, expect }) => {
    await stage.fake.close();
    const { comment, check } = await stage.publish();
    expect(check).toBe(comment);
    expect(comment).toMatchObject({
      kind: "failed",
      why: expect.stringMatching(/^posting the comment failed: GitHub could not be reached: .*ECONNREFUSED/),
      remedy: expect.stringContaining("network and proxy"),
    });
  });
});

describe.concurrent("permissions", () => {
  it("names the missing permission with the lines to add", async ({ stage, expect }) => {
    stage.actAs({ permissions: ["checks"] });
    expect((await stage.publish()).comment).toEqual({
      kind: "failed",
      why: "posting the comment failed: the token lacks the permission `pull-requests: write`",
      remedy:
        "add to the job in your workflow:\n    permissions:\n      contents: read\n      pull-requests: write",
      unreachable: false,
    });
  });

  it("says that the token is not valid", async ({ stage, expect }) => {
    const { comment } = await stage.publish({ token: "expired" });
    expect(comment).toMatchObject({
      kind: "failed",
      why: expect.stringContaining("does not accept the token"),
    });
  });

  it("never repeats the token", async ({ stage, expect }) => {
    const results = [await stage.publish({ token: "ghs_verysecret" }), stage.said];
    expect(JSON.stringify(results)).not.toContain("verysecret");
  });

  it("asks GitHub nothing on a fork's pull request, whose token cannot write", async ({ stage, expect }) => {
    const { comment, check } = await stage.publish({
      context: { readOnlyToken: true, pullRequest: { number: 7, fork: true } },
    });
    expect(comment).toMatchObject({ kind: "skipped", why: expect.stringContaining("forks") });
    expect(check.kind).toBe("skipped");
    expect(stage.fake.calls).toEqual([]);
  });
});

it.for([
  ["Unable to create comment because issue is locked.", "the conversation is locked", "unlock it"],
  ["Repository was archived so is read-only.", "the repository is archived", "unarchive it"],
] as const)(
  "what no waiting helps against names its own way out: %s",
  async ([message, why, remedy], { stage, expect }) => {
    stage.fake.break({ operation: "issues/create-comment", times: 9, answer: { status: 403, message } });
    const { comment } = await stage.publish();
    expect(comment).toMatchObject({
      kind: "failed",
      why: expect.stringContaining(why),
      remedy: expect.stringContaining(remedy),
    });
    expect((comment as { remedy: string }).remedy).not.toContain("try again later");
  },
);
