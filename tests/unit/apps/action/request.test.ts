/** Comments that ask to measure, as the first job of docs/examples/on-request.yml answers them, over real HTTP. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { publishRequested } from "../../../../src/apps/action/publish-artifact.ts";
import {
  type Request,
  readRequest,
  requestContext,
  requestStep,
} from "../../../../src/apps/action/request.ts";
import { USUAL } from "../../../../src/config/fields.ts";
import { createClient } from "../../../../src/io/github/client.ts";
import { readContext } from "../../../../src/io/github/context.ts";
import { publish } from "../../../../src/io/github/publish.ts";
import { claimed as asClaim, publishableOf } from "../../../../src/io/github/publishable.ts";
import type { Verdict } from "../../../../src/model/report.ts";
import { commentMarker } from "../../../../src/report/markdown/marker.ts";
import { ACTIONS_BOT, type GithubFake } from "../../../support/github-fake.ts";
import { openGithub, PULL_REQUEST } from "../../../support/github-stage.ts";
import { HEAD_COMMIT, makeReport } from "../../../support/reports.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const HEAD = HEAD_COMMIT.sha;
const PUSHED = "2026-03-02T10:00:00Z";
const ASKED = "2026-03-02T11:00:00Z";

let folder: string;
let fake: GithubFake;

beforeEach(async () => {
  folder = temporaryFolder();
  fake = await openGithub();
  fake.identities.set("job-token", { ...ACTIONS_BOT, permissions: ["pull-requests", "checks", "actions"] });
  fake.collaborators.set("ada", "write");
  fake.collaborators.set("rod", "read");
  fake.pushedAt.set(HEAD, PUSHED);
  fake.pullRequests.push({ ...PULL_REQUEST, headRepository: "eve/db", headSha: HEAD });
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  vi.stubEnv("GITHUB_STEP_SUMMARY", "");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const inputs = { ...USUAL, "github-token": "job-token" };
const environment = () => ({
  GITHUB_EVENT_NAME: "issue_comment",
  GITHUB_REPOSITORY: "acme/db",
  GITHUB_RUN_ID: "99",
  GITHUB_SHA: "a".repeat(40),
  GITHUB_REF: "refs/heads/main",
  GITHUB_API_URL: fake.url,
});

/** Another head is pushed, or one again that was there before. */
function push(headSha: string, at: string, more: object = {}): void {
  fake.pullRequests[0] = { ...fake.pullRequests[0]!, headSha, pushedAt: at, ...more };
}

/** Answers the comment; what it asks to measure, or null. */
async function ask(body: string, login = "ada"): Promise<Request | null> {
  const output = path.join(folder, "output");
  await writeFile(output, "");
  vi.stubEnv("GITHUB_OUTPUT", output);
  const payload = {
    action: "created",
    issue: { number: 7, pull_request: {} },
    comment: { id: 5, body, created_at: ASKED, user: { login } },
  };
  expect(await requestStep(inputs, readContext(environment(), payload), payload)).toBe(0);
  const text = /^request<<(\S+)\n([\s\S]*?)\n\1$/gm;
  const last = [...(await readFile(output, "utf8")).matchAll(text)].at(-1)?.[2] ?? "";
  return last === "" ? null : readRequest(last);
}

const answers = () => fake.reactions.map(({ content }) => content);

describe("run", () => {
  it("asks to measure the head that there was, and shows that it has begun", async () => {
    expect(await ask("/plumbline run oltp")).toEqual({
      pullRequest: 7,
      fork: true,
      head: HEAD,
      headBranch: "eve:faster",
      baseBranch: "main",
      baseSha: "a".repeat(40),
      suite: "oltp",
    });
    expect(answers()).toEqual(["eyes"]);
    expect(fake.checkRuns).toMatchObject([
      { name: "Plumbline: oltp", head_sha: HEAD, status: "in_progress" },
    ]);
  });

  it("gives the search for causes more time where the comment asks why", async () => {
    expect(await ask("/plumbline why")).toMatchObject({ head: HEAD, suite: null, cause: "10m" });
    expect(await ask("/plumbline run")).not.toHaveProperty("cause");
  });

  it("is for people with write access", async () => {
    for (const login of ["rod", "eve"]) expect(await ask("/plumbline run", login)).toBeNull();
    expect(answers()).toEqual(["-1", "-1"]);
    expect(fake.checkRuns).toEqual([]);
  });

  it("takes no head that was pushed after the comment or in its second, or of which nobody tells when it was", async () => {
    for (const at of ["2026-03-02T11:00:01Z", ASKED]) {
      fake.pushedAt.set(HEAD, at);
      expect(await ask("/plumbline run")).toBeNull();
    }
    fake.pushedAt.clear();
    push(HEAD, PUSHED);
    expect(await ask("/plumbline run")).toBeNull();
    expect(answers()).toEqual(["confused", "confused", "confused"]);
    // Who names the whole commit means that one.
    expect(await ask(`/plumbline run ${HEAD}`)).toMatchObject({ head: HEAD, suite: null });
    expect(await ask(`/plumbline run ${"0".repeat(40)}`)).toBeNull();
    expect(answers().slice(3)).toEqual(["eyes", "confused"]);
  });

  it("takes no head of a fork that is gone, which nobody knows when it was pushed", async () => {
    push(HEAD, PUSHED, { pushedAt: null });
    expect(await ask("/plumbline run")).toBeNull();
    expect(await ask(`/plumbline run ${HEAD}`)).toMatchObject({ head: HEAD });
  });

  it("takes a head of the repository itself whose other branches are pushed to all the time", async () => {
    push(HEAD, "2026-03-02T11:00:30Z", { headRepository: "acme/db" });
    expect(await ask("/plumbline run")).toMatchObject({ head: HEAD, fork: false });
    fake.pushedAt.set(HEAD, ASKED);
    expect(await ask("/plumbline run")).toBeNull();
  });

  it("measures and publishes the head that was asked for, also where another is pushed while it is answered", async () => {
    fake.meanwhile = (operation) => {
      if (operation === "checks/create") push(PUSHED_LATER, "2026-03-02T11:00:20Z");
    };
    const request = await ask("/plumbline run oltp");
    expect(request).toMatchObject({ head: HEAD });
    expect(fake.checkRuns).toMatchObject([{ head_sha: HEAD }]);
    expect(requestContext(request!, readContext(environment(), {}), false)).toMatchObject({ headSha: HEAD });
  });

  it("is not asked for by what is no command of this workflow", async () => {
    for (const body of ["/plumbline accept fine", "thanks"]) expect(await ask(body)).toBeNull();
    expect(fake.calls).toEqual([]);
  });
});

/** Two commits whose first ten digits are the same take less than a minute to find, so one of them can be shown and the other pushed. */
const TWIN = `${HEAD.slice(0, 11)}${"e".repeat(29)}`;
const PUSHED_LATER = "1".repeat(40);

describe("a head that was swapped after the comment", () => {
  /** It was measured and looked at, and by now the twin or an older head is in its place. */
  const swapped = (sha: string, known: string) => {
    fake.pushedAt.set(sha, known);
    push(sha, "2026-03-02T11:00:20Z");
  };

  it.each(["run", "run oltp", "rerun", "confirm"])(
    "is not %s's by a beginning that it shares",
    async (words) => {
      swapped(TWIN, "2026-03-02T11:00:20Z");
      fake.checkRuns.push(claimed("success", TWIN));
      const before = structuredClone(fake.checkRuns);
      for (const digits of [7, 10, 11]) {
        expect(await ask(`/plumbline ${words} ${HEAD.slice(0, digits)}`)).toBeNull();
        expect(fake.comments.at(-1)?.body).toContain(TWIN);
      }
      expect(answers()).toEqual(["confused", "confused", "confused"]);
      expect([fake.checkRuns, fake.reruns]).toEqual([before, []]);
    },
  );

  it.each(["run", "run oltp", "rerun", "confirm"])(
    "is not %s's where it was there before and was pushed back",
    async (words) => {
      swapped(PUSHED_LATER, "2026-03-02T09:00:00Z");
      fake.checkRuns.push(claimed("success", PUSHED_LATER), claimed("success", HEAD));
      const before = structuredClone(fake.checkRuns);
      for (const named of ["", PUSHED_LATER.slice(0, 12), HEAD, HEAD.slice(0, 12), HEAD.toUpperCase()]) {
        expect(await ask(`/plumbline ${words} ${named}`.trim())).toBeNull();
        expect(fake.comments.at(-1)?.body).toContain(PUSHED_LATER);
      }
      expect(new Set(answers())).toEqual(new Set(["confused"]));
      expect([fake.checkRuns, fake.reruns]).toEqual([before, []]);
    },
  );

  it("is refused in the words that name it whole", async () => {
    swapped(PUSHED_LATER, "2026-03-02T09:00:00Z");
    await ask("/plumbline run oltp");
    expect(fake.comments.map(({ body }) => body)).toEqual([
      `something may have been pushed after that was written. The head is ${PUSHED_LATER} now. Look at it, and if you mean this one, name it whole: \`/plumbline run SUITE ${PUSHED_LATER}\``,
    ]);
  });
});

it.each([HEAD, HEAD.slice(0, 12), HEAD.toUpperCase()])("a commit that is named counts: %s", async (named) => {
  expect(await ask(`/plumbline run oltp ${named}`)).toMatchObject({ head: HEAD, suite: "oltp" });
  fake.checkRuns.push(claimed("success", HEAD));
  await ask(`/plumbline confirm ${named}`);
  expect(answers()).toEqual(["eyes", "+1"]);
});

describe("what is not a command", () => {
  it.each([
    "/plumbline run oltp # thanks",
    "/plumbline run my suite",
    "/plumbline run <img src=x>",
    "/plumbline run #7",
    "/plumbline confirm please",
    "/plumbline rerun all of it",
    "/plumbline",
    "/plumbline backfill",
  ])("announces and measures nothing, and is answered with what there is: %s", async (body) => {
    expect(await ask(body)).toBeNull();
    expect(answers()).toEqual(["confused"]);
    expect(fake.checkRuns).toEqual([]);
    expect(fake.comments.map(({ body: said }) => said)).toEqual([
      expect.stringContaining("/plumbline run [suite] [commit]"),
    ]);
  });

  it("of somebody without write access is answered with a reaction alone", async () => {
    await ask("/plumbline dance", "eve");
    expect(answers()).toEqual(["-1"]);
    expect(fake.comments).toEqual([]);
  });
});

const checkRun = (more: object) => ({
  id: 1,
  node_id: "CR_1",
  name: "Plumbline: oltp",
  head_sha: HEAD,
  external_id: `${commentMarker("oltp")} run=77`,
  url: `${fake.url}/check`,
  html_url: `${fake.url}/check`,
  details_url: `${fake.url}/check`,
  status: "completed",
  conclusion: "success",
  started_at: PUSHED,
  completed_at: PUSHED,
  check_suite: { id: 1 },
  app: null,
  pull_requests: [],
  output: { title: "t", summary: "s", text: "x", annotations_count: 0, annotations_url: `${fake.url}/notes` },
  ...more,
});

const claimed = (claim: string, sha: string = HEAD) =>
  checkRun({
    head_sha: sha,
    external_id: `${commentMarker("oltp")} run=77 claim=${claim}`,
    conclusion: "action_required",
    output: { ...checkRun({}).output, title: "claimed by the fork, to be confirmed by somebody: unchanged" },
  });

describe("rerun", () => {
  it("runs the workflows again that measured the head, each once", async () => {
    fake.checkRuns.push(
      checkRun({ id: 1 }),
      checkRun({ id: 2, external_id: `${commentMarker("tpcc")} run=77` }),
      checkRun({ id: 3, external_id: "other run=78" }),
      checkRun({ id: 4, external_id: commentMarker("by hand") }),
    );
    await ask("/plumbline rerun");
    expect(fake.reruns).toEqual([77]);
    expect(answers()).toEqual(["+1"]);
  });

  it("is confused where nothing was measured", async () => {
    await ask("/plumbline rerun");
    expect(answers()).toEqual(["confused"]);
  });
});

describe("confirm", () => {
  it.each(["success", "neutral"])("takes over what a fork claims: %s", async (claim) => {
    fake.checkRuns.push(claimed(claim));
    await ask("/plumbline confirm", "rod");
    expect(fake.checkRuns).toMatchObject([{ conclusion: "action_required" }]);
    await ask("/plumbline confirm");
    expect(fake.checkRuns).toMatchObject([
      {
        conclusion: claim,
        external_id: `${commentMarker("oltp")} run=77`,
        output: { title: "confirmed by ada: unchanged" },
      },
    ]);
    await ask("/plumbline confirm");
    expect(answers()).toEqual(["-1", "+1", "confused"]);
  });
});

it("confirm takes nothing over that was claimed after the comment", async () => {
  fake.checkRuns.push({ ...claimed("success"), completed_at: "2026-03-02T11:00:05Z" });
  await ask("/plumbline confirm");
  expect(fake.checkRuns).toMatchObject([{ conclusion: "action_required" }]);
  expect(answers()).toEqual(["confused"]);
});

it("confirm takes nothing over that was claimed again after the comment, of a head that had a claim before", async () => {
  fake.checkRuns.push(claimed("neutral"));
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-02T11:00:05Z") });
  const report = makeReport({ workloads: [{ name: "checkout", changes: [{ metric: "p99", effect: 0 }] }] });
  const context = {
    ...readContext(environment(), {}),
    headSha: HEAD,
    pullRequest: { number: 7, fork: true },
  };
  const client = createClient({ token: "job-token", apiUrl: fake.url, say: () => undefined });
  await publish(client, context, asClaim(publishableOf(report, {})), "never");
  vi.useRealTimers();
  await ask("/plumbline confirm");
  expect(fake.checkRuns).toMatchObject([
    { conclusion: "action_required", external_id: expect.stringContaining("claim=success") },
  ]);
  expect(answers()).toEqual(["confused"]);
});

it("help tells what there is", async () => {
  await ask("/plumbline help");
  expect(fake.comments.map(({ body }) => body)).toEqual([expect.stringContaining("/plumbline confirm")]);
});

describe("what was measured on request", () => {
  const published = async () => {
    const request = (await ask("/plumbline run oltp"))!;
    const payload = { action: "created" };
    const context = requestContext(request, readContext(environment(), payload), false);
    return publishRequested({ ...inputs, publish: folder }, context, request.suite);
  };

  it("is published as the pull request's, whose check it concludes though a fork's code was measured", async () => {
    const report = makeReport({ workloads: [{ name: "checkout", changes: [{ metric: "p99", effect: 0 }] }] });
    const origin = { repository: "acme/db", runUrl: null, attempt: null, pullRequest: 7 };
    await writeFile(path.join(folder, "report.json"), JSON.stringify({ ...report, origin }));
    expect(await published()).toBe(0);
    expect(fake.checkRuns).toMatchObject([{ head_sha: HEAD, status: "completed", conclusion: "success" }]);
    expect(fake.comments).toHaveLength(1);
  });

  it("concludes the suite's check, which was announced, by the worst of the jobs that measured it", async () => {
    const request = (await ask("/plumbline run oltp"))!;
    const context = requestContext(request, readContext(environment(), {}), false);
    const tell = async (job: string, effect: number, verdict?: Verdict) => {
      const report = makeReport({
        workloads: [
          {
            name: "checkout",
            changes: [{ metric: "p99", effect, ...(verdict === undefined ? {} : { verdict }) }],
          },
        ],
        origin: { repository: "acme/db", runUrl: null, attempt: null, pullRequest: 7, job },
      });
      await writeFile(path.join(folder, "report.json"), JSON.stringify(report));
      expect(await publishRequested({ ...inputs, publish: folder }, context, request.suite)).toBe(0);
    };
    const suite = () => fake.checkRuns.find(({ name }) => name === "Plumbline: oltp");
    await tell("pg15", 0, { kind: "inconclusive", why: "the noise" });
    await tell("pg16", 0);
    expect(suite()).toMatchObject({
      conclusion: "neutral",
      output: { title: expect.stringContaining("pg15") },
    });
    await ask(`/plumbline run oltp ${HEAD}`);
    await tell("pg16", 0);
    expect(suite()).toMatchObject({ status: "completed", conclusion: "success" });
    await tell("pg17", 0.5);
    expect(suite()).toMatchObject({
      conclusion: "failure",
      output: { title: expect.stringContaining("pg17") },
    });
    await tell("pg18", 0);
    expect(suite()).toMatchObject({
      conclusion: "failure",
      output: { title: expect.stringContaining("pg17") },
    });
    expect(fake.checkRuns.map(({ name, conclusion }) => [name, conclusion].join(": "))).toEqual([
      "Plumbline: oltp: failure",
      "Plumbline: oltp (pg15): neutral",
      "Plumbline: oltp (pg16): success",
      "Plumbline: oltp (pg17): failure",
      "Plumbline: oltp (pg18): success",
    ]);
    // Asked for again, it is open again until then.
    await ask(`/plumbline run oltp ${HEAD}`);
    expect(suite()).toMatchObject({ status: "in_progress" });
    await tell("pg16", 0);
    expect(suite()).toMatchObject({ status: "completed", conclusion: "success" });
  });

  it("is published of every job that measured the suite, and of none that measured another", async () => {
    const leave = async (name: string, more: object) => {
      const report = makeReport({
        workloads: [{ name: "checkout", changes: [{ metric: "p99", effect: 0 }] }],
      });
      const origin = { repository: "acme/db", runUrl: null, attempt: null, pullRequest: 7, job: name };
      await mkdir(path.join(folder, name));
      const text = JSON.stringify({ ...report, origin, ...more });
      await writeFile(path.join(folder, name, "report.json"), text);
    };
    await leave("pg16", {});
    await leave("pg17", {});
    await leave("other", { suite: "olap" });
    expect(await published()).toBe(2);
    expect(fake.checkRuns.map(({ name, conclusion }) => [name, conclusion].join(": ")).sort()).toEqual([
      "Plumbline: oltp (pg16): success",
      "Plumbline: oltp (pg17): success",
      "Plumbline: oltp: success",
    ]);
    expect(fake.comments).toHaveLength(2);
  });

  it("is told to have failed where every report is refused", async () => {
    await mkdir(path.join(folder, "pg16"));
    await writeFile(path.join(folder, "pg16/report.json"), "{");
    await expect(published()).rejects.toThrow("pg16: the report is not a complete JSON document");
    expect(fake.checkRuns).toMatchObject([{ name: "Plumbline: oltp", conclusion: "failure" }]);
  });

  it("is told to have failed where there is no report", async () => {
    await expect(published()).rejects.toThrow("has left no report");
    expect(fake.checkRuns).toMatchObject([
      {
        status: "completed",
        conclusion: "failure",
        output: { title: expect.stringContaining("no job has measured the suite oltp") },
      },
    ]);
    expect(fake.comments.map(({ body }) => body)).toEqual([expect.stringContaining("no result for")]);
  });
});

it("a request of another shape is refused", () => {
  expect(() => readRequest('{"head":"x"}')).toThrow(expect.objectContaining({ kind: "usage" }));
});
