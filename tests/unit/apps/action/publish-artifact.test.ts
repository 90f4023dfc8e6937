/** What a fork's workflow left behind, published with a token that may write: every artifact here is a stranger's. */

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { keepClaimed, publishArtifact } from "../../../../src/apps/action/publish-artifact.ts";
import { USUAL } from "../../../../src/config/fields.ts";
import { readContext } from "../../../../src/io/github/context.ts";
import { publishableOf } from "../../../../src/io/github/publishable.ts";
import type { Inputs } from "../../../../src/io/host/actions.ts";
import { FolderStore } from "../../../../src/io/store/folder-store.ts";
import type { Report } from "../../../../src/model/report.ts";
import { claimReport } from "../../../../src/pipeline/documents/untrusted-report.ts";
import { commentMarker } from "../../../../src/report/markdown/marker.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";
import type { PullRequestFacts } from "../../../support/github/pull-request.ts";
import type { GithubFake } from "../../../support/github-fake.ts";
import { githubContext, openGithub, overhear, PULL_REQUEST } from "../../../support/github-stage.ts";
import { HEAD_COMMIT, makeReport } from "../../../support/reports.ts";
import { STORIES } from "../../../support/stories.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const FORKED: PullRequestFacts = { ...PULL_REQUEST, headRepository: "eve/db", headBranch: "audit-log" };

const NOWHERE: Report["origin"] = { repository: null, runUrl: null, attempt: null, pullRequest: null };

let github: GithubFake;
let folder: string;
let log: ReturnType<typeof overhear>;

beforeEach(async () => {
  github = await openGithub();
  github.pullRequests.push(FORKED);
  folder = temporaryFolder();
  log = overhear(process.stdout);
  for (const name of ["GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"]) vi.stubEnv(name, "");
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A report as the fork's run would honestly write it. */
const honest = (more: Partial<Report> = {}): Report => ({
  ...makeReport({ workloads: [{ name: "checkout", changes: [{ metric: "p99", effect: 0.24 }] }] }),
  origin: { ...NOWHERE, repository: "acme/db", pullRequest: 7 },
  ...more,
});

type Run = Partial<Record<"event" | "head_sha" | "head_branch", string>> & {
  head_repository?: object | null;
};

/** Publishes an artifact with this text, after a run with these facts. */
function publishing(text: string, run: Run = {}, event = "workflow_run"): Promise<number> {
  writeFileSync(path.join(folder, "report.json"), text);
  return publishFolder(run, event);
}

function publishFolder(run: Run = {}, event = "workflow_run", more: Partial<Inputs> = {}): Promise<number> {
  const env = {
    GITHUB_EVENT_NAME: event,
    GITHUB_REPOSITORY: "acme/db",
    GITHUB_RUN_ID: "78",
    GITHUB_SHA: "f".repeat(40),
    GITHUB_REF: "refs/heads/main",
    GITHUB_API_URL: github.url,
  };
  const payload = {
    workflow_run: {
      event: "pull_request",
      html_url: "https://github.example/acme/db/actions/runs/77",
      run_attempt: 2,
      updated_at: "2026-03-02T10:30:00Z",
      head_sha: HEAD_COMMIT.sha,
      head_branch: "audit-log",
      head_repository: { full_name: "eve/db" },
      ...run,
    },
  };
  const inputs = { ...USUAL, publish: folder, "github-token": "job-token", ...more };
  return publishArtifact(inputs, readContext(env, payload), payload);
}

const json = (report: unknown) => JSON.stringify(report);

describe("the report of a fork's run", () => {
  it("becomes the pull request's comment and check, said to be the fork's own measurement", async () => {
    expect(await publishing(json(honest()))).toBe(0);
    expect(github.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining("measured by a run of the fork's own code"),
    ]);
    expect(github.checkRuns).toEqual([
      expect.objectContaining({
        head_sha: HEAD_COMMIT.sha,
        conclusion: "failure",
        external_id: `${commentMarker("oltp")} run=77`,
      }),
    ]);
    expect(log.text).toContain("comment: created");
    expect(log.text).toContain("check run: created");
  });

  it("was made when GitHub says that its run was done, whatever it says itself", async () => {
    const store = path.join(folder, "store");
    vi.stubEnv("PLUMBLINE_STORE", `file:${store}`);
    await publishing(json(honest({ createdAt: "2020-01-01T00:00:00Z" })));
    const [kept] = await (await FolderStore.open(store)).reports(HEAD_COMMIT.sha);
    expect(kept?.createdAt).toBe("2026-03-02T10:30:00.000Z");
    expect(github.comments[0]?.body).toContain("2026-03-02 10:30 UTC");
  });

  it("gives neither success nor neutral, which a required check takes for a yes, unless forks are trusted", async () => {
    const unchanged = makeReport({
      workloads: [{ name: "checkout", changes: [{ metric: "p99", effect: 0 }] }],
    });
    writeFileSync(path.join(folder, "report.json"), json({ ...unchanged, origin: honest().origin }));
    await publishFolder();
    expect(github.checkRuns).toMatchObject([
      {
        conclusion: "action_required",
        external_id: `${commentMarker("oltp")} run=77 claim=success`,
        output: { title: expect.stringContaining("claimed by the fork, to be confirmed") },
      },
    ]);
    await publishFolder({}, "workflow_run", { forks: "trust" });
    expect(github.checkRuns).toMatchObject([
      { conclusion: "success", external_id: `${commentMarker("oltp")} run=77` },
    ]);
  });

  it("of a branch of the same repository is as good as its own", async () => {
    github.pullRequests[0] = { ...FORKED, headRepository: "acme/db" };
    await publishing(json(honest()), { head_repository: { full_name: "acme/db" } });
    expect(github.comments[0]?.body).not.toContain("fork's own code");
  });

  it("fails the step where it could not be published", async () => {
    github.identities.set("job-token", { login: "x[bot]", type: "installation", permissions: ["checks"] });
    expect(await publishing(json(honest()))).toBe(5);
    expect(log.text).toContain("lacks the permission `pull-requests: write`");
  });
});

describe("the pull request", () => {
  const skipped = async (run: Run = {}) => {
    expect(await publishing(json(honest()), run)).toBe(0);
    expect(github.comments).toEqual([]);
    expect(github.checkRuns).toEqual([]);
    return log.text;
  };

  it("is not looked for where something else than a pull request was measured", async () => {
    expect(await skipped({ event: "push" })).toContain("triggered by push, not by pull_request");
    expect(github.calls).toEqual([]);
  });

  it("must be open", async () => {
    github.pullRequests[0] = { ...FORKED, state: "closed" };
    expect(await skipped()).toContain("no open pull request has that head");
  });

  it("must come from the repository that the run belongs to", async () => {
    expect(await skipped({ head_repository: { full_name: "eve/other" } })).toContain("no open pull request");
    expect(await skipped({ head_repository: null })).toContain("repository is gone");
  });

  it("must still have the head that was measured", async () => {
    github.pullRequests[0] = { ...FORKED, headSha: "d".repeat(40) };
    expect(await skipped()).toContain("has a newer head, whose own run will report");
  });

  it("must be the only one with that head", async () => {
    github.pullRequests.push({ ...FORKED, number: 9, baseBranch: "release" });
    expect(await skipped()).toContain("#7 and #9 have the same head");
  });
});

describe("a hostile artifact", () => {
  const refused = async (text: string) => {
    const error = await publishing(text).catch((reason: unknown) => reason);
    expect(github.comments).toEqual([]);
    expect(github.checkRuns).toEqual([]);
    expect(error).toMatchObject({ kind: "usage" });
    const { message } = error as Error;
    expect(message).not.toMatch(/[\n\r\u202e]/);
    expect(message.length).toBeLessThan(400);
    return message;
  };

  it("is not taken for another pull request's, repository's or commit's", async () => {
    const of = (origin: Partial<Report["origin"]>) => json(honest({ origin: { ...NOWHERE, ...origin } }));
    expect(await refused(of({ pullRequest: 1 }))).toBe("the report is about pull request 1, not 7");
    expect(await refused(of({ repository: "acme/other" }))).toBe(
      "the report is about repository acme/other, not acme/db",
    );
    const head = { ...honest().head, commit: { ...HEAD_COMMIT, sha: "e".repeat(40) } };
    expect(await refused(json(honest({ head })))).toContain(`about commit ${"e".repeat(40)}, not 4f2a9c`);
  });

  it("cannot choose the links of the comment, nor point at files", async () => {
    const runUrl = "https://evil.example/actions/runs/1";
    const guidance = {
      configPath: "src/secret.c",
      dashboardUrl: "https://evil.example/",
      acceptLabel: null,
      lines: Object.fromEntries(honest().workloads.map(({ name }) => [name, 1])),
    };
    await publishing(json(honest({ origin: { ...NOWHERE, runUrl }, guidance })));
    expect(github.checkRuns[0]).toMatchObject({ output: { annotations_count: 0 } });
    expect(json(github.checkRuns)).not.toContain("secret.c");
    expect(json([github.comments, github.checkRuns])).not.toContain("evil.example");
    expect(github.comments[0]?.body).toContain("https://github.example/acme/db/actions/runs/77");
  });

  it.each(["regression-with-its-causes-proved", "migration-that-queues"])(
    "points at no file, whatever it claims to have found there: %s",
    async (story) => {
      const report = { ...STORIES[story]!(), origin: honest().origin };
      expect(publishableOf(report, {}).check.annotations).not.toEqual([]);
      const head = { ...report.head, commit: HEAD_COMMIT };
      // Half a character has no percent encoding.
      const text = json({ ...report, head }).replaceAll(".sql", "\\ud800.sql");
      expect(await publishing(text)).toBe(0);
      expect(github.checkRuns).toMatchObject([{ output: { annotations: [] } }]);
    },
  );

  it.each([
    ["nothing", ""],
    ["cut short", json(honest()).slice(0, -10)],
    ["a list", "[]"],
    ["nested a million deep", `{"schema":${"[".repeat(1e6)}${"]".repeat(1e6)}}`],
    ["nested where text belongs", json({ ...honest(), suite: { toString: "x" } })],
    ["a number too large", json(honest()).replace('"alpha":0.05', '"alpha":1e999')],
    ["fields nobody knows", json({ ...honest(), __html: "<script>" })],
    ["a prototype", json(honest()).replace('"suite"', '"__proto__":{"polluted":1},"suite"')],
    ["a command for the runner", json({ ...honest(), "x\n::add-mask::e\n::error::": 1 })],
    ["a fence in the summary", json({ ...honest(), "~~~\n# owned": 1 })],
    ["a name without end", json(honest({ suite: "x".repeat(1e6) }))],
    ["a run document", json({ schema: "plumbline.run/1" })],
  ])("is refused in one harmless line: %s", async (_what, text) => {
    await refused(text);
  });

  it.each([
    [
      "a list without end",
      json({ ...honest(), workloads: Array(200_000).fill({}) }),
      "more than 2000 entries",
    ],
    [
      "many lists in lists",
      json({ ...honest(), workloads: Array(1500).fill({ changes: Array(100).fill({}) }) }),
      "more than 30000 lists and objects",
    ],
    [
      "an object without end",
      json({ ...honest(), ...Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, 1])) }),
      "more than 2000 entries",
    ],
    ["a text without end", json(honest({ version: "x ".repeat(1e6) })), "more than 100000 characters"],
    [
      "a name of a field without end",
      json({ ...honest(), ["x".repeat(1e6)]: 1 }),
      "more than 100000 characters",
    ],
    [
      "lists in lists without end",
      `{"schema":${"[".repeat(1e6)}${"]".repeat(1e6)}}`,
      "nested more than 16 deep",
    ],
  ])("is refused before its fields are looked at: %s", async (_what, text, why) => {
    expect(await refused(text)).toContain(why);
  });

  it("does not reach Object.prototype through a map's keys", async () => {
    const hostile = json(honest()).replace('"settings":{', '"settings":{"__proto__":"x","constructor":"y",');
    await publishing(hostile);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(Object.prototype.constructor).toBe(Object);
  });

  it("is a file, not a link to one", async () => {
    symlinkSync("/proc/self/environ", path.join(folder, "report.json"));
    await expect(publishFolder()).rejects.toThrow("it is a symbolic link");
  });

  it("mentions nobody, links nowhere and stays inside its tables", async () => {
    const nasty =
      "@acme/everyone #1 <img src=x onerror=alert(1)> <!-- plumbline:oltp --> [x](https://evil.example) | a\n# b `c`";
    const commit = { ...HEAD_COMMIT, branch: nasty, subject: nasty };
    const report = honest({
      suite: nasty,
      version: nasty,
      head: { ...honest().head, commit },
      environment: { ...honest().environment, cpuModel: nasty, settings: { [nasty]: nasty } },
      warnings: [{ code: nasty, message: nasty, remedy: nasty, workload: nasty }],
      workloads: honest().workloads.map((workload) => ({
        ...workload,
        name: nasty,
        errors: { base: { [nasty]: 1 }, head: {} },
      })),
    });
    expect(await publishing(json(report))).toBe(0);
    const body = github.comments[0]?.body ?? "";
    expect(body.startsWith(`${commentMarker(nasty)}\n> [!CAUTION]\n> ### Plumbline: `)).toBe(true);
    expect(body.match(/<!--/g)).toHaveLength(1);
    expect(body).not.toMatch(/@acme|<img|\]\(https:\/\/evil|#1\b|\n# b/);
    expect(json(github.checkRuns.map(({ output }) => output))).not.toMatch(
      /@acme|<img|\]\(https:\/\/evil|\\n# b/,
    );
    expect(log.text).not.toMatch(/^# b/m);
  });
});

describe("several artifacts of one run", () => {
  /** Puts a report into a folder of its own, as a download by a pattern does. */
  const leave = (name: string, text: string) => {
    mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, name, "report.json"), text);
  };
  const unchanged = (more: Partial<Report> = {}): Report => ({
    ...makeReport({ workloads: [{ name: "checkout", changes: [{ metric: "p99", effect: 0 }] }] }),
    origin: honest().origin,
    ...more,
  });
  const checks = () => github.checkRuns.map(({ name, conclusion }) => [name, conclusion].join(": ")).sort();

  it("are published each, and the outputs are the worst one's", async () => {
    const [outputs, summary] = ["outputs", "summary.md"].map((name) => path.join(folder, name));
    for (const file of [outputs!, summary!]) writeFileSync(file, "");
    vi.stubEnv("GITHUB_OUTPUT", outputs!);
    vi.stubEnv("GITHUB_STEP_SUMMARY", summary!);
    leave("plumbline-report-a", json(unchanged({ suite: "reads" })));
    leave("plumbline-report-b", json(honest({ suite: "writes" })));
    leave("plumbline-report-c", json(unchanged({ suite: "scans" })));
    expect(await publishFolder()).toBe(0);
    expect(checks()).toEqual([
      "Plumbline: reads: action_required",
      "Plumbline: scans: action_required",
      "Plumbline: writes: failure",
    ]);
    expect(github.comments).toHaveLength(3);
    const set = readFileSync(outputs!, "utf8");
    expect(set.match(/^verdict<</gm)).toHaveLength(1);
    expect(set).toMatch(/^verdict<<.*\nregressed$/m);
    expect(set).toContain(path.join("plumbline-report-b"));
    expect(readFileSync(summary!, "utf8").match(/^(?:> )?#+ .*Plumbline/gm)).toHaveLength(3);
  });

  it("of jobs that measure one suite have a comment and a check each", async () => {
    for (const job of ["pg16", "pg17"]) leave(job, json(unchanged({ origin: { ...honest().origin, job } })));
    expect(await publishFolder()).toBe(0);
    expect(checks()).toEqual([
      "Plumbline: oltp (pg16): action_required",
      "Plumbline: oltp (pg17): action_required",
    ]);
    expect(github.comments).toHaveLength(2);
  });

  it.each([
    ["broken", "{", /hostile: .*not a complete JSON document/],
    [
      "about another pull request",
      json(honest({ origin: { ...NOWHERE, pullRequest: 1 } })),
      /about pull request 1, not 7/,
    ],
    [
      "a command for the runner",
      json({ ...honest(), "x\n::add-mask::e\n::error::": 1 }),
      /hostile: .*Unrecognized key/,
    ],
  ])("are published but for one that is %s, and the step fails", async (_what, text, why) => {
    const summary = path.join(folder, "summary.md");
    writeFileSync(summary, "");
    vi.stubEnv("GITHUB_STEP_SUMMARY", summary);
    leave("a", json(unchanged({ suite: "reads" })));
    leave("hostile", text);
    leave("z", json(honest({ suite: "writes" })));
    expect(await publishFolder()).toBe(2);
    expect(checks()).toEqual(["Plumbline: reads: action_required", "Plumbline: writes: failure"]);
    expect(log.text).toMatch(why);
    expect(log.text).not.toMatch(/^::add-mask::e/m);
    expect(readFileSync(summary, "utf8")).toMatch(why);
  });

  it.each([
    ["a", "b"],
    ["b", "a"],
  ])(
    "of the same suite and job are refused but for the worst, whichever folder it is in: %s",
    async (worse, better) => {
      leave(worse, json(honest()));
      leave(better, json(unchanged()));
      expect(await publishFolder()).toBe(2);
      expect(checks()).toEqual(["Plumbline: oltp: failure"]);
      expect(github.comments.map(({ body }) => body)).toEqual([
        expect.stringMatching(/### Plumbline: \S+ is \d+/),
      ]);
      expect(log.text).toContain(`${better}: it has the same suite and job as ${worse}`);
    },
  );

  it("are published but for one that a fault of ours stops", async () => {
    const store = temporaryFolder();
    vi.stubEnv("PLUMBLINE_STORE", `file:${store}`);
    vi.spyOn(FolderStore.prototype, "saveReport").mockRejectedValueOnce(new Error("out of order"));
    leave("a", json(honest({ suite: "reads" })));
    leave("b", json(honest({ suite: "writes" })));
    expect(await publishFolder()).toBe(5);
    expect(checks()).toEqual(["Plumbline: writes: failure"]);
    expect(log.text).toContain("out of order");
  });

  it("are refused where there are too many, before one is opened", async () => {
    for (let i = 0; i <= 32; i++) leave(`plumbline-report-${i}`, "{");
    await expect(publishFolder()).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining("more than 32 folders"),
    });
    expect(github.checkRuns).toEqual([]);
  });

  it("are not looked for behind links, nor deeper than one folder", async () => {
    const elsewhere = temporaryFolder();
    writeFileSync(path.join(elsewhere, "report.json"), json(honest({ suite: "elsewhere" })));
    symlinkSync(elsewhere, path.join(folder, "linked"));
    leave("inside", json(unchanged({ suite: "inside" })));
    mkdirSync(path.join(folder, "deep"));
    leave("deep/deeper", json(unchanged({ suite: "deeper" })));
    mkdirSync(path.join(folder, "file"));
    symlinkSync(path.join(elsewhere, "report.json"), path.join(folder, "file/report.json"));
    expect(await publishFolder()).toBe(2);
    expect(checks()).toEqual(["Plumbline: inside: action_required"]);
    expect(log.text).toMatch(/linked: .*it is a symbolic link/);
    expect(log.text).toMatch(/deep: .*there is no such file/);
    expect(log.text).toMatch(/file: .*it is a symbolic link/);
  });

  it("are not looked for where the folder has a report itself, as a single artifact leaves it", async () => {
    leave("more", json(unchanged({ suite: "more" })));
    expect(await publishing(json(honest()))).toBe(0);
    expect(checks()).toEqual(["Plumbline: oltp: failure"]);
  });

  it.each([
    ["is empty", "."],
    ["was not made", "none"],
  ])("are none where the folder %s, which is no failure of the publishing", async (_what, name) => {
    const publish = path.join(folder, name);
    expect(await publishFolder({}, "workflow_run", { publish })).toBe(0);
    expect(log.text).toContain("the job that measures has left no report");
    expect(github.checkRuns).toEqual([]);
  });
});

it("is shown where the store cannot be reached, which the comment does not need", async () => {
  vi.stubEnv("PLUMBLINE_STORE", "postgres://nobody:secret-word@127.0.0.1:1/none");
  expect(await publishing(json(honest()))).toBe(0);
  expect(github.comments).toHaveLength(1);
  expect(log.text).toMatch(/::warning title=Plumbline%3A .*store.*::.*ECONNREFUSED/);
  expect(log.text).not.toContain("secret-word");
});

it("publishes only what another run has measured", async () => {
  await expect(publishing(json(honest()), {}, "schedule")).rejects.toThrow("that schedule triggered");
  expect(github.calls).toEqual([]);
});

const LABEL = "plumbline: accept";
const CONTEXT = githubContext({
  event: "workflow_run",
  headSha: HEAD_COMMIT.sha,
  headBranch: "main",
  baseSha: null,
  pullRequest: { number: 7, fork: true },
});

/** What a stranger can write: that somebody accepted it, and where to click. */
const forged = {
  ...makeReport({ workloads: [{ name: "checkout", changes: [{ metric: "qps", effect: -0.5 }] }] }),
  origin: { repository: null, runUrl: null, attempt: null, pullRequest: null },
  verdict: "accepted" as const,
  acceptances: [makeAcceptance("I am the owner", { commit: HEAD_COMMIT.sha })],
  guidance: { configPath: null, dashboardUrl: "https://evil.example", acceptLabel: null },
};

describe("a report that is claimed", () => {
  let store: FolderStore;
  beforeEach(async () => {
    store = await FolderStore.open(path.join(folder, "store"));
  });

  test("an artifact cannot accept itself, nor say where its links lead", () => {
    const report = claimReport(forged, CONTEXT, "2026-03-02T10:30:00.000Z");
    expect(report.verdict).toBe("regressed");
    expect(report.acceptances).toBeUndefined();
    expect(report.guidance).toBeUndefined();
  });

  test("a fork's report is kept for whoever accepts it, and its runs are not", async () => {
    const report = await keepClaimed(claimReport(forged, CONTEXT, "2026-03-02T10:30:00.000Z"), LABEL, store);
    expect(report.guidance?.acceptLabel).toBe(LABEL);
    expect(await store.reports(HEAD_COMMIT.sha)).toEqual([report]);
    expect(await store.list()).toEqual([]);
  });

  test("what people accepted in the repository holds for it", async () => {
    await store.saveAcceptances([makeAcceptance("wanted", { via: "label", suite: null })]);
    expect(
      await keepClaimed(claimReport(forged, CONTEXT, "2026-03-02T10:30:00.000Z"), LABEL, store),
    ).toMatchObject({
      verdict: "accepted",
    });
  });

  test("it is not taken for the report about a run that the store has, whose id it bears", async () => {
    const genuine = makeReport({ workloads: [] });
    await store.saveReport(genuine);
    const head = { ...forged.head, id: genuine.head.id };
    await keepClaimed(claimReport({ ...forged, head }, CONTEXT, "2027-03-02T10:30:00.000Z"), LABEL, store);
    expect(await store.reportOf(genuine.head.id)).toEqual(genuine);
  });

  test("it does not take the place of a report about the same commit in another pull request", async () => {
    const genuine = makeReport({
      workloads: [],
      origin: { repository: "acme/db", runUrl: null, attempt: 1, pullRequest: 6 },
    });
    await store.saveReport(genuine);
    const kept = await keepClaimed(claimReport(forged, CONTEXT, "2026-03-02T10:30:00.000Z"), LABEL, store);
    expect(await store.reports(HEAD_COMMIT.sha)).toEqual([genuine, kept]);
  });
});
