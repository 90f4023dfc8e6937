import { describe, expect, it } from "vitest";
import { originOf, readContext, targetBranchOf } from "../../../../src/io/github/context.ts";

const SHA = "a".repeat(40);
const OTHER_SHA = "b".repeat(40);

const env = (more: Record<string, string> = {}) => ({
  GITHUB_EVENT_NAME: "pull_request",
  GITHUB_REPOSITORY: "acme/db",
  GITHUB_RUN_ID: "77",
  GITHUB_RUN_ATTEMPT: "2",
  GITHUB_SHA: SHA,
  GITHUB_REF: "refs/pull/7/merge",
  ...more,
});

const pullRequestEvent = (options: { headRepository?: string | null; private?: boolean } = {}) => {
  const { headRepository = "acme/db" } = options;
  return {
    repository: { private: options.private ?? false },
    pull_request: {
      number: 7,
      head: {
        ref: "faster",
        sha: OTHER_SHA,
        repo: headRepository === null ? null : { full_name: headRepository },
      },
      base: { ref: "main", sha: SHA, repo: { full_name: "acme/db" } },
    },
  };
};

describe("readContext", () => {
  it("takes a pull request's own head, not the merge commit that the workflow checks out", () => {
    expect(readContext(env(), pullRequestEvent())).toEqual({
      event: "pull_request",
      repository: { owner: "acme", name: "db" },
      apiUrl: "https://api.github.com",
      runUrl: "https://github.com/acme/db/actions/runs/77",
      attempt: 2,
      headSha: OTHER_SHA,
      headBranch: "faster",
      baseBranch: "main",
      baseSha: SHA,
      testMerge: "a".repeat(40),
      pullRequest: { number: 7, fork: false },
      readOnlyToken: false,
    });
  });

  it.each([
    { headRepository: "eve/db", event: "pull_request", private: false, fork: true, readOnly: true },
    { headRepository: null, event: "pull_request", private: false, fork: true, readOnly: true },
    { headRepository: "eve/db", event: "pull_request", private: true, fork: true, readOnly: false },
    { headRepository: "eve/db", event: "pull_request_target", private: false, fork: true, readOnly: false },
    { headRepository: "acme/db", event: "pull_request", private: false, fork: false, readOnly: false },
  ])("knows forks and their tokens: $event from $headRepository, private $private", (row) => {
    const context = readContext(env({ GITHUB_EVENT_NAME: row.event }), pullRequestEvent(row));
    expect(context.pullRequest).toEqual({ number: 7, fork: row.fork });
    expect(context.readOnlyToken).toBe(row.readOnly);
  });

  it.each(["pull_request_review", "pull_request_review_comment", "an_event_of_tomorrow"])(
    "reads the pull request that %s carries: its head, not the test merge where nobody looks",
    (event) => {
      const review = { ...pullRequestEvent({ headRepository: "eve/db" }), review: { state: "approved" } };
      expect(readContext(env({ GITHUB_EVENT_NAME: event }), review)).toMatchObject({
        headSha: OTHER_SHA,
        headBranch: "eve:faster",
        baseBranch: "main",
        pullRequest: { number: 7, fork: true },
        readOnlyToken: event.startsWith("pull_request_"),
      });
    },
  );

  it.each([
    ["acme/db", "faster"],
    ["eve/db", "eve:faster"],
    [null, "unknown:faster"],
  ])("names the branch of a head in %s %s: a fork's main is not main", (repository, branch) => {
    const event = pullRequestEvent({ headRepository: repository });
    expect(readContext(env(), event).headBranch).toBe(branch);
  });

  it("reads a push, with what it replaced", () => {
    const push = env({ GITHUB_EVENT_NAME: "push", GITHUB_REF: "refs/heads/main" });
    const context = readContext(push, { before: OTHER_SHA, after: SHA });
    expect(context).toMatchObject({ headSha: SHA, headBranch: "main", baseBranch: null, baseSha: OTHER_SHA });
    expect(context.pullRequest).toBeNull();
  });

  it("knows no base where the push created the branch", () => {
    const push = env({ GITHUB_EVENT_NAME: "push", GITHUB_REF: "refs/heads/new" });
    expect(readContext(push, { before: "0".repeat(40), after: SHA }).baseSha).toBeNull();
  });

  it("has no branch where a tag was pushed", () => {
    const push = env({ GITHUB_EVENT_NAME: "push", GITHUB_REF: "refs/tags/v1" });
    expect(readContext(push, { before: OTHER_SHA, after: SHA }).headBranch).toBeNull();
  });

  it("reads a merge group", () => {
    const payload = {
      merge_group: { head_sha: OTHER_SHA, base_sha: SHA, base_ref: "refs/heads/main", head_ref: "x" },
    };
    expect(readContext(env({ GITHUB_EVENT_NAME: "merge_group" }), payload)).toMatchObject({
      headSha: OTHER_SHA,
      baseBranch: "main",
      baseSha: SHA,
    });
  });

  it.each(["schedule", "workflow_dispatch"])("reads %s from the environment alone", (event) => {
    const context = readContext(env({ GITHUB_EVENT_NAME: event, GITHUB_REF: "refs/heads/main" }), {});
    expect(context).toMatchObject({ headSha: SHA, headBranch: "main", baseBranch: null });
  });

  it("follows an Enterprise server", () => {
    const enterprise = {
      GITHUB_SERVER_URL: "https://git.example",
      GITHUB_API_URL: "https://git.example/api/v3",
    };
    const context = readContext(env(enterprise), pullRequestEvent());
    expect(context.runUrl).toBe("https://git.example/acme/db/actions/runs/77");
    expect(context.apiUrl).toBe("https://git.example/api/v3");
  });

  it("says outside a workflow which variable is missing and what to run instead", () => {
    expect(() => readContext({}, {})).toThrow(
      expect.objectContaining({
        kind: "github",
        message: "this is not a step of a GitHub workflow: GITHUB_EVENT_NAME is not set",
        remedy: expect.stringContaining("`plumbline check`"),
      }),
    );
    expect(() => readContext(env({ GITHUB_REPOSITORY: "db" }), {})).toThrow(/"db", not owner\/name/);
  });

  it("names the field of a payload that is not GitHub's", () => {
    const payload = { ...pullRequestEvent(), pull_request: { number: 7 } };
    expect(() => readContext(env(), payload)).toThrow(
      /payload of the event pull_request .* pull_request\.head/,
    );
  });
});

describe("targetBranchOf", () => {
  const repository = { private: false, default_branch: "develop" };
  const pushed = { before: OTHER_SHA, after: SHA, repository };

  it.each([
    ["a pull request", "pull_request", "refs/pull/7/merge", { ...pullRequestEvent(), repository }, "main"],
    ["a push to the base branch", "push", "refs/heads/release", pushed, "release"],
    ["a push to another branch", "push", "refs/heads/faster", pushed, "develop"],
    ["a push of a tag", "push", "refs/tags/v1", pushed, "develop"],
    ["a dispatch on the base branch", "workflow_dispatch", "refs/heads/release", { repository }, "release"],
    ["a schedule", "schedule", "refs/heads/develop", { repository }, "develop"],
    ["an event that names no repository", "schedule", "refs/heads/develop", {}, null],
  ])("of %s", (_, event, ref, payload, branch) => {
    const context = readContext(env({ GITHUB_EVENT_NAME: event, GITHUB_REF: ref }), payload);
    expect(targetBranchOf(context, payload, "release")).toBe(branch);
  });
});

describe("originOf", () => {
  it("is what a stored run remembers", () => {
    expect(originOf(readContext(env(), pullRequestEvent()))).toEqual({
      repository: "acme/db",
      runUrl: "https://github.com/acme/db/actions/runs/77",
      attempt: 2,
      pullRequest: 7,
    });
  });
});
