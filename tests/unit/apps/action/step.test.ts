import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aboutMeasured, mergeOf, storeWarning } from "../../../../src/apps/action/step.ts";
import { parseConfig } from "../../../../src/config/parse.ts";
import { type GithubContext, readContext } from "../../../../src/io/github/context.ts";
import { Consumer, type PullRequestEvent } from "../../../support/consumer.ts";

const configWith = (more: string) =>
  parseConfig(
    `database: { deploy: { local: {} } }\nworkloads: [{ name: a, run: oltp_read_only }]\n${more}`,
    "x",
  );

const asked = (store: string | null = null, mode?: "history" | "side-by-side") => ({
  cwd: tmpdir(),
  store,
  overrides: mode === undefined ? {} : { mode },
});

describe("in history mode", () => {
  it.each([
    ["by the config", "measure: { mode: history }", asked()],
    ["by the input", "", asked(null, "history")],
  ] as const)("an empty secret is an error: %s", (_by, more, invocation) => {
    expect(() => storeWarning(configWith(more), invocation)).toThrow(
      expect.objectContaining({ kind: "usage", remedy: expect.stringContaining("Dependabot") }),
    );
  });

  it("a folder that is not there is a warning", () => {
    const config = configWith("store: file:nowhere-at-all\nmeasure: { mode: history }");
    expect(storeWarning(config, asked())?.why).toContain("file:nowhere-at-all is not there yet");
  });

  it("a store that is there, or on a server, is none", () => {
    const config = configWith("measure: { mode: history }");
    expect(storeWarning(config, asked(`file:${tmpdir()}`))).toBeNull();
    expect(storeWarning(config, asked("postgres://db/plumbline"))).toBeNull();
  });
});

it("side by side needs no store", () => {
  expect(storeWarning(configWith(""), asked())).toBeNull();
  expect(storeWarning(configWith("measure: { mode: history }"), asked(null, "side-by-side"))).toBeNull();
});

let consumer: Consumer;
beforeEach(() => {
  consumer = new Consumer();
});
afterEach(() => consumer.close());

const env = (event: string, sha = "f".repeat(40)) => ({
  GITHUB_EVENT_NAME: event,
  GITHUB_REPOSITORY: "acme/db",
  GITHUB_RUN_ID: "7",
  GITHUB_SHA: sha,
  GITHUB_REF: "refs/heads/main",
});

const contextOf = (event: string, payload: PullRequestEvent): GithubContext =>
  readContext(env(event), payload);

describe("a pull request", () => {
  it("is measured at the test merge of its head, or at its head", async () => {
    const context = contextOf("pull_request", consumer.openPullRequest("faster", {}));
    expect(await aboutMeasured(context, consumer.folder)).toEqual(context);
    consumer.checkOut("faster");
    expect(await aboutMeasured(context, consumer.folder)).toEqual(context);
  });

  it("is measured on a review as on a push to it", async () => {
    const payload = consumer.openPullRequest("faster", {});
    const context = contextOf("pull_request_review", payload);
    expect(await aboutMeasured(context, consumer.folder)).toMatchObject({
      headSha: payload.pull_request.head.sha,
      pullRequest: { number: 7 },
    });
    consumer.checkOut("main");
    await expect(aboutMeasured(context, consumer.folder)).rejects.toThrow("this pull_request_review");
  });

  it("is refused where pull_request_target has checked out the default branch", async () => {
    const context = contextOf("pull_request_target", consumer.openPullRequest("faster", {}));
    consumer.checkOut("main");
    await expect(aboutMeasured(context, consumer.folder)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining("written about a commit that was not measured"),
      remedy: expect.stringContaining("fork-measure.yml"),
    });
  });

  it("is refused where the test merge is another head's", async () => {
    const old = contextOf("pull_request", consumer.openPullRequest("faster", {}));
    consumer.openPullRequest("faster", { "notes.md": "newer\n" });
    await expect(aboutMeasured(old, consumer.folder)).rejects.toThrow("is checked out");
  });
});

it.each([
  [
    "a pull request",
    { event: "pull_request", pullRequest: { number: 7, fork: false } },
    { base: null, target: "main" },
  ],
  [
    "a merge queue's group",
    { event: "merge_group", headBranch: null },
    { base: "b".repeat(40), target: "main" },
  ],
  ["a push to another branch", { event: "push", headBranch: "faster" }, { base: null, target: "main" }],
  [
    "another branch, measured by hand",
    { event: "workflow_dispatch", headBranch: "faster" },
    { base: null, target: "main" },
  ],
  ["a push to the target branch", { event: "push", headBranch: "main" }, undefined],
  ["a tag", { event: "push", headBranch: null }, undefined],
  ["a schedule", { event: "schedule", headBranch: "main" }, undefined],
])("%s is to be merged, or is not", (_, facts, merge) => {
  const context = { headBranch: "main", baseSha: "b".repeat(40), pullRequest: null, ...facts };
  expect(mergeOf(context as unknown as GithubContext, "main").merge).toEqual(merge);
});

it("a push is about what was pushed", async () => {
  const payload = consumer.pushToMain("one", {});
  const { after } = payload;
  const context = readContext(env("push", after), payload);
  expect(await aboutMeasured(context, consumer.folder)).toEqual(context);
  await expect(aboutMeasured({ ...context, headSha: "e".repeat(40) }, consumer.folder)).rejects.toThrow(
    "this push",
  );
});

it("what a schedule has checked out is what it is about, and no branch's history where it is on none", async () => {
  const { pull_request: pull } = consumer.openPullRequest("release", {});
  const context = readContext(env("schedule", pull.base.sha), {});
  consumer.checkOut("release");
  expect(await aboutMeasured(context, consumer.folder)).toMatchObject({
    headSha: pull.head.sha,
    headBranch: "release",
  });
  consumer.checkOut(pull.head.sha);
  expect(await aboutMeasured(context, consumer.folder)).toMatchObject({
    headSha: pull.head.sha,
    headBranch: null,
  });
});

it("outside of a checkout nothing is known to be wrong", async () => {
  const context = readContext(env("schedule"), {});
  expect(await aboutMeasured({ ...context, event: "push" }, "/")).toMatchObject({ headSha: context.headSha });
});
