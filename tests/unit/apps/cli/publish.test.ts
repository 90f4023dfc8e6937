/** What was measured while GitHub was away, posted later. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCli } from "../../../../src/apps/cli/program.ts";
import type { Report } from "../../../../src/model/report.ts";
import type { GithubFake } from "../../../support/github-fake.ts";
import { openGithub, PULL_REQUEST } from "../../../support/github-stage.ts";
import { HEAD_COMMIT, makeReport } from "../../../support/reports.ts";

let github: GithubFake;
let file: string;
let said: string;

beforeEach(async () => {
  github = await openGithub();
  github.pullRequests.push({
    ...PULL_REQUEST,
    number: 17,
    headRepository: "example/shop",
    headBranch: "audit-log",
  });
  file = path.join(mkdtempSync(path.join(tmpdir(), "plumbline-publish-")), "report.json");
  for (const name of ["GITHUB_REPOSITORY", "GH_TOKEN", "GITHUB_SERVER_URL"]) vi.stubEnv(name, "");
  vi.stubEnv("GITHUB_TOKEN", "job-token");
  vi.stubEnv("GITHUB_API_URL", github.url);
  said = "";
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => {
      said += String(text);
      return true;
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(path.dirname(file), { recursive: true, force: true });
});

function publish(report: Partial<Report> = {}, ...words: readonly string[]): Promise<number> {
  const workloads = [{ name: "checkout", changes: [{ metric: "p99" as const, effect: 0.24 }] }];
  writeFileSync(file, JSON.stringify({ ...makeReport({ workloads }), ...report }));
  return runCli(["publish", file, ...words]);
}

const NOWHERE: Report["origin"] = { repository: null, runUrl: null, attempt: null, pullRequest: null };

describe("plumbline publish", () => {
  it("posts to the pull request that the report is from", async () => {
    expect(await publish(), said).toBe(0);
    expect(github.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/> ### Plumbline: \S+ is \d+/),
    ]);
    expect(github.checkRuns).toEqual([
      expect.objectContaining({
        head_sha: HEAD_COMMIT.sha,
        external_id: expect.stringMatching(/ run=4711$/),
      }),
    ]);
    expect(said).toMatch(/^comment: created, http.*\ncheck: created, http.*\n$/);
  });

  it("posts what was measured on a laptop where it is told to", async () => {
    const words = ["--repository", "example/shop", "--pull-request", "17", "--comment", "on-change"];
    expect(await publish({ origin: NOWHERE }, ...words), said).toBe(0);
    expect(github.comments).toHaveLength(1);
  });

  it("writes a check run alone where there is no pull request", async () => {
    expect(await publish({ origin: { ...NOWHERE, repository: "example/shop" } }), said).toBe(0);
    expect(github.comments).toEqual([]);
    expect(github.checkRuns).toHaveLength(1);
    expect(said).toContain("comment: skipped, this run belongs to no pull request");
  });

  it("does not post an old report to a pull request that has moved on", async () => {
    github.pullRequests[0] = { ...github.pullRequests[0]!, headSha: "d".repeat(40) };
    expect(await publish()).toBe(2);
    expect(said).toContain(`plumbline: the report is about commit ${HEAD_COMMIT.sha}, not ${"d".repeat(40)}`);
    expect(github.comments).toEqual([]);
  });

  it("asks for the repository where nobody says it", async () => {
    expect(await publish({ origin: NOWHERE })).toBe(2);
    expect(said).toContain("remedy: name it with --repository owner/name");
  });

  it.each([
    ["no token", { GITHUB_TOKEN: "" }, [], 2, "there is no token to publish with"],
    ["a repository without its owner", {}, ["--repository", "shop"], 2, "a repository such as acme/db"],
    ["a number that is none", {}, ["--pull-request", "x"], 2, "a whole number from 1"],
    ["a token that is not accepted", { GITHUB_TOKEN: "expired" }, [], 5, "GitHub does not accept the token"],
    ["a pull request that is not there", {}, ["--pull-request", "99"], 5, "reading pull request #99 failed"],
  ] as const)("says what is wrong: %s", async (_what, env, words, code, text) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    expect(await publish({}, ...words), said).toBe(code);
    expect(said).toContain(text);
  });
});
