/** Several workflows, jobs or config files whose suites have one name, over real HTTP. */
import { beforeEach, describe, expect, it } from "vitest";
import { createClient } from "../../../../src/io/github/client.ts";
import { type GithubContext, readContext } from "../../../../src/io/github/context.ts";
import { readExternalId } from "../../../../src/io/github/external-id.ts";
import { confirm, ownChecks } from "../../../../src/io/github/own-checks.ts";
import { announce, publish } from "../../../../src/io/github/publish.ts";
import { claimed, noResultOf, publishableOf, publishSubject } from "../../../../src/io/github/publishable.ts";
import { cancelUnfinished } from "../../../../src/io/github/unfinished.ts";
import { checkWriterOf, confirmed, mergeChecks } from "../../../../src/io/github/writers.ts";
import { markdownText } from "../../../../src/report/markdown/markdown.ts";
import { plainSpaces } from "../../../../src/text/units.ts";
import { ACTIONS_BOT, type GithubFake } from "../../../support/github-fake.ts";
import { openGithub, PULL_REQUEST } from "../../../support/github-stage.ts";
import { HEAD_COMMIT, makeReport } from "../../../support/reports.ts";

let fake: GithubFake;

beforeEach(async () => {
  fake = await openGithub();
  fake.identities.set("job-token", { ...ACTIONS_BOT, permissions: ["pull-requests", "checks"] });
  fake.pullRequests.push(PULL_REQUEST);
});

const client = () => createClient({ token: "job-token", apiUrl: fake.url, say: () => undefined });
const side = (ref: string, sha: string) => ({ ref, sha, repo: { full_name: "acme/db" } });
const payload = {
  repository: { private: false },
  pull_request: { number: 7, head: side("faster", HEAD_COMMIT.sha), base: side("main", "a".repeat(40)) },
};

type Place = Readonly<{ run: number; workflow?: string; job?: string; config?: string }>;

function context({ run, workflow = "perf.yml", job = "plumbline", config }: Place): GithubContext {
  const env = {
    GITHUB_EVENT_NAME: "pull_request",
    GITHUB_REPOSITORY: "acme/db",
    GITHUB_RUN_ID: String(run),
    GITHUB_API_URL: fake.url,
    GITHUB_WORKFLOW_REF: `acme/db/.github/workflows/${workflow}@refs/pull/${run}/merge`,
    GITHUB_JOB: job,
  };
  return { ...readContext(env, payload), ...(config === undefined ? {} : { config }) };
}

const slow = publishableOf(
  makeReport({ suite: "oltp", workloads: [{ name: "checkout", changes: [{ metric: "p99", effect: 0.5 }] }] }),
  {},
);
const calm = publishableOf(
  makeReport({ suite: "oltp", workloads: [{ name: "search", changes: [{ metric: "p99", effect: 0 }] }] }),
  {},
);
const writerIn = (place: Place) => checkWriterOf(context(place), slow.marker, "main")!;
const show = (place: Place, what: Parameters<typeof publish>[2]) =>
  publish(client(), context(place), what, "always");
const conclusions = () => fake.checkRuns.map(({ conclusion }) => conclusion);

describe.each<[string, Omit<Place, "run">, Omit<Place, "run">]>([
  ["two config files", { config: "services/a/plumbline.yml" }, { config: "services/b/plumbline.yml" }],
  ["two workflows", { workflow: "a.yml" }, { workflow: "b.yml" }],
  ["two jobs", { job: "a" }, { job: "b" }],
])("%s of one suite name", (_, a, b) => {
  it("share a check that stays red until the red one is measured again", async () => {
    await show({ run: 1, ...a }, slow);
    await show({ run: 2, ...b }, calm);
    expect(conclusions()).toEqual(["failure"]);
    const names = [a, b].map((place) => writerIn({ run: 1, ...place }).name);
    const output = fake.checkRuns[0]!["output"] as { title: string; summary: string };
    expect(output.title).toBe(plainSpaces(`${names[0]}: ${slow.check.title}`));
    for (const name of names) expect(output.summary).toContain(`| ${markdownText(name)} |`);
    await show({ run: 3, ...a }, calm);
    expect(conclusions()).toEqual(["success"]);
  });

  it("have a check that is as red whoever is first", async () => {
    await show({ run: 1, ...b }, calm);
    await show({ run: 2, ...a }, slow);
    expect(conclusions()).toEqual(["failure"]);
    await show({ run: 3, ...b }, calm);
    expect(conclusions()).toEqual(["failure"]);
  });

  it("are not green while the other is measured, and what was red is red", async () => {
    await show({ run: 1, ...a }, slow);
    await announce(client(), context({ run: 2, ...b }), publishSubject("oltp", null));
    expect(conclusions()).toEqual(["failure"]);
    await show({ run: 3, ...a }, calm);
    expect(fake.checkRuns).toMatchObject([{ status: "in_progress" }]);
    await show({ run: 2, ...b }, calm);
    expect(conclusions()).toEqual(["success"]);
  });

  it("have a comment each, of which the later one names the other", async () => {
    await show({ run: 1, ...a }, slow);
    await show({ run: 2, ...b }, calm);
    await show({ run: 3, ...a }, slow);
    expect(fake.comments.map(({ body }) => /Plumbline: .*/.exec(body)?.[0])).toEqual([
      expect.stringMatching(/is \d+.% slower/),
      expect.not.stringMatching(/is \d+.% slower/),
    ]);
    expect(fake.comments[1]!.body).toContain("Another comment with this suite's name is of");
  });

  it("lose no verdict where one has no result", async () => {
    await show({ run: 1, ...a }, slow);
    const none = { suite: "oltp", job: null, sha: HEAD_COMMIT.sha, runUrl: "", message: "gone", remedy: "" };
    await show({ run: 2, ...b }, noResultOf(none, "cancelled"));
    expect(conclusions()).toEqual(["failure"]);
    await show({ run: 3, ...a }, calm);
    expect(conclusions()).toEqual(["cancelled"]);
  });
});

describe("several runs of one head", () => {
  const put = (run: number, more: Partial<GithubContext>, what: Parameters<typeof publish>[2]) =>
    publish(client(), { ...context({ run }), ...more }, what, "always");
  const ofPush = { event: "push", pullRequest: null, baseBranch: null };

  it("a pull request with the same head, for another branch, turns no red check green", async () => {
    const second = { pullRequest: { number: 8, fork: false }, baseBranch: "release" };
    fake.pullRequests.push({ ...PULL_REQUEST, number: 8 });
    await put(1, {}, slow);
    await put(2, second, calm);
    expect(conclusions()).toEqual(["failure"]);
    const { summary } = fake.checkRuns[0]!["output"] as { summary: string };
    expect(summary).toContain("for release");
    expect(summary).toContain("their commit is to be merged into several branches");
    await put(3, {}, calm);
    expect(conclusions()).toEqual(["success"]);
  });

  it("what a pull request's run says takes the place of what the push's run said, and not the other way round", async () => {
    await put(1, ofPush, slow);
    expect(conclusions()).toEqual(["failure"]);
    await put(2, {}, calm);
    expect(conclusions()).toEqual(["success"]);
    await put(3, {}, slow);
    await put(4, ofPush, calm);
    expect(conclusions()).toEqual(["failure"]);
  });

  it("a pull request that was opened again is the same one", async () => {
    fake.pullRequests.push({ ...PULL_REQUEST, number: 8 });
    await put(1, {}, slow);
    await put(2, { pullRequest: { number: 8, fork: false } }, calm);
    expect(conclusions()).toEqual(["success"]);
  });
});

it.each(["ol\u200btp (a)", " oltp\t(a) ", "oltp (a)"])(
  "a suite whose name looks like another's turns no red check green: %j",
  async (suite) => {
    const change = { metric: "p99", effect: 0 } as const;
    const alike = makeReport({ suite, workloads: [{ name: "search", changes: [change] }] });
    await show({ run: 1 }, { ...slow, ...publishSubject("oltp", "a") });
    await show({ run: 2 }, publishableOf(alike, {}));
    expect(fake.checkRuns.map(({ name }) => name)).toEqual(["Plumbline: oltp (a)"]);
    expect(conclusions()).toEqual(["failure"]);
  },
);

it("keeps who wrote it in the check's external id", async () => {
  await show({ run: 1 }, calm);
  expect(readExternalId(fake.checkRuns[0]!["external_id"] as string)).toMatchObject({
    run: 1,
    origin: writerIn({ run: 2 }).origin,
  });
});

it("a claim that is confirmed does not make up for what another has found", async () => {
  const fork = { run: 1, workflow: "fork.yml" };
  await show(fork, claimed(calm as Parameters<typeof claimed>[0]));
  await show({ run: 2, workflow: "own.yml" }, calm);
  expect(conclusions()).toEqual(["action_required"]);
  const [check] = await ownChecks(client(), { owner: "acme", name: "db" }, HEAD_COMMIT.sha);
  expect(check?.claim).toBe("success");
  await confirm(client(), { owner: "acme", name: "db" }, check!, "ada");
  expect(conclusions()).toEqual(["success"]);
  await show({ run: 3, workflow: "own.yml" }, slow);
  expect(conclusions()).toEqual(["failure"]);
});

it("what a version wrote that knew no origins is replaced, and so is what a report replaces that knows none", async () => {
  const { workflow: _, ...before } = context({ run: 1 });
  await publish(client(), before, slow, "always");
  await show({ run: 2 }, calm);
  expect(conclusions()).toEqual(["success"]);
  await publish(client(), before, slow, "always");
  expect(conclusions()).toEqual(["failure"]);
  expect(fake.comments).toHaveLength(1);
});

it("as many as there can be, of the longest names there are, leave a check and comments that GitHub takes", async () => {
  const comment = slow.comment.padEnd(60_000, "x");
  for (const [run, letter] of ["漢", "😀", "@", "<"].entries()) {
    for (let at = 0; at < 7; at++) {
      const config = `${at}${letter.repeat(130)}.yml`;
      const check = { ...slow.check, title: letter.repeat(250), summary: "x".repeat(60_000) };
      await show({ run: 10 * run + at + 1, config }, { ...slow, comment, check });
    }
  }
  expect(fake.comments).toHaveLength(28);
  for (const { body } of fake.comments) expect(body!.length).toBeLessThanOrEqual(65_536);
  expect(fake.checkRuns).toHaveLength(1);
  const { summary } = fake.checkRuns[0]!["output"] as { summary: string };
  expect(summary.length).toBeLessThanOrEqual(65_535);
  expect(summary).toContain("20 measurements write this check");
});

it("one whose step was killed loses no result of another", async () => {
  const [a, b] = [{ config: "a.yml" }, { config: "b.yml" }];
  await show({ run: 1, ...a }, { ...calm, check: { ...calm.check, conclusion: "neutral" } });
  const running = context({ run: 2, ...b });
  const { sha, name, marker } = (await announce(client(), running, publishSubject("oltp", null)))!;
  expect(fake.checkRuns).toMatchObject([{ status: "in_progress" }]);
  expect(await cancelUnfinished(client(), running, { sha, name, marker })).toBe(true);
  expect(conclusions()).toEqual(["cancelled"]);
  await show({ run: 3, ...b }, calm);
  expect(conclusions()).toEqual(["neutral"]);
});

it("one whose step was killed owes a result, and another job of its workflow run that goes on does not", async () => {
  const [a, b] = [context({ run: 2, config: "a.yml" }), context({ run: 2, config: "b.yml" })];
  const { sha, name, marker } = (await announce(client(), a, publishSubject("oltp", null)))!;
  await announce(client(), b, publishSubject("oltp", null));
  expect(await cancelUnfinished(client(), a, { sha, name, marker })).toBe(true);
  // The one that goes on says what it found when it has.
  await show({ run: 2, config: "b.yml" }, calm);
  expect(conclusions()).toEqual(["cancelled"]);
  await show({ run: 3, config: "a.yml" }, calm);
  expect(conclusions()).toEqual(["success"]);
});

it("one whose step was killed is found after another has written what it found", async () => {
  const [a, b] = [context({ run: 2, config: "a.yml" }), { run: 3, config: "b.yml" }];
  const { sha, name, marker } = (await announce(client(), a, publishSubject("oltp", null)))!;
  await show(b, calm);
  expect(fake.checkRuns).toMatchObject([{ status: "in_progress" }]);
  expect(await cancelUnfinished(client(), a, { sha, name, marker })).toBe(true);
  expect(conclusions()).toEqual(["cancelled"]);
  await show({ run: 4, config: "a.yml" }, calm);
  expect(conclusions()).toEqual(["success"]);
});

it("one that has said what it found cancels nothing that another still owes", async () => {
  const [a, b] = [context({ run: 2, config: "a.yml" }), context({ run: 3, config: "b.yml" })];
  const { sha, name, marker } = (await announce(client(), b, publishSubject("oltp", null)))!;
  await show({ run: 2, config: "a.yml" }, calm);
  expect(await cancelUnfinished(client(), a, { sha, name, marker })).toBe(false);
  expect(fake.checkRuns).toMatchObject([{ status: "in_progress" }]);
});

it("are known by what was kept last, whatever a report has in its words", () => {
  const check = (origin: string, conclusion: "failure" | "success", summary: string) =>
    mergeChecks({ conclusion, title: "t", runUrl: "", summary, writer: { origin, name: origin } }, "");
  const forged = check("b", "success", "").summary;
  const before = `${forged}\n${check("a", "failure", "").summary}`;
  const after = mergeChecks(
    { conclusion: "success", title: "t", runUrl: "", summary: "", writer: { origin: "c", name: "c" } },
    before,
  );
  expect(after.conclusion).toBe("failure");
  expect(confirmed(before)).toMatchObject({ conclusion: "failure" });
});
