/** A GitHub of a test's own, with pull request 7 of acme/db, and what a job there knows and says. */
import { expect, onTestFinished, test, vi } from "vitest";
import type { GithubContext } from "../../src/io/github/context.ts";
import type { PullRequestFacts } from "./github/pull-request.ts";
import { GithubFake } from "./github-fake.ts";
import { HEAD_COMMIT } from "./reports.ts";

export const PULL_REQUEST: PullRequestFacts = {
  number: 7,
  state: "open",
  headRepository: "acme/db",
  headBranch: "faster",
  headSha: HEAD_COMMIT.sha,
  baseBranch: "main",
  baseSha: "a".repeat(40),
};

/** @returns a GitHub for the test that runs, which fails where GitHub would not have been asked, or not have answered, like that */
export async function openGithub(): Promise<GithubFake> {
  const fake = await GithubFake.start();
  onTestFinished(() => close(fake));
  return fake;
}

/** Tests that each have a GitHub of their own, so that they can run at the same time. */
export const githubTest = test.extend<{ fake: GithubFake }>({
  fake: async ({ task: _task }, use) => {
    const fake = await GithubFake.start();
    await use(fake);
    await close(fake);
  },
});

async function close(fake: GithubFake): Promise<void> {
  await fake.close();
  expect(fake.violations).toEqual([]);
}

/** @returns what a job about pull request 7 knows, but for `more` */
export const githubContext = (more: Partial<GithubContext> = {}): GithubContext => ({
  event: "pull_request",
  repository: { owner: "acme", name: "db" },
  apiUrl: "",
  runUrl: "https://github.example/acme/db/actions/runs/77",
  attempt: 1,
  headSha: "b".repeat(40),
  headBranch: "faster",
  baseBranch: "main",
  baseSha: "a".repeat(40),
  pullRequest: { number: 7, fork: false },
  readOnlyToken: false,
  ...more,
});

/** Keeps what is written to these streams from being seen, until vi.restoreAllMocks(). @returns `text`: all of it */
export function overhear(...streams: readonly NodeJS.WriteStream[]): Readonly<{ text: string }> {
  const heard = { text: "" };
  for (const stream of streams) {
    vi.spyOn(stream, "write").mockImplementation((text) => {
      heard.text += String(text);
      return true;
    });
  }
  return heard;
}
