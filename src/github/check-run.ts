/** The verdict beside the commit: a check run, or a commit status where the token may not write checks. */
import type { GithubClient } from "./client.ts";
import { isMissingPermission } from "./failure.ts";

export type CheckRun = Readonly<{
  owner: string;
  repo: string;
  sha: string;
  /** As listed on the pull request; equal names replace each other. */
  name: string;
  conclusion: "success" | "failure" | "neutral";
  /** One sentence. */
  title: string;
  /** Markdown, at most 65,535 characters each. */
  summary: string;
  text: string;
  detailsUrl: string;
}>;

export type CheckOutcome = Readonly<{ kind: "check-run"; url: string } | { kind: "status" }>;

/** GitHub's limit, in characters. */
const DESCRIPTION_MAX = 140;

/** @throws what Octokit throws, for the status where neither is permitted; see failure.ts. */
export async function putCheckRun(client: GithubClient, check: CheckRun): Promise<CheckOutcome> {
  try {
    return await createCheckRun(client, check);
  } catch (error) {
    if (!isMissingPermission(error)) throw error;
  }
  return createStatus(client, check);
}

async function createCheckRun(client: GithubClient, check: CheckRun): Promise<CheckOutcome> {
  const { data } = await client.rest.checks.create({
    owner: check.owner,
    repo: check.repo,
    head_sha: check.sha,
    name: check.name,
    status: "completed",
    conclusion: check.conclusion,
    details_url: check.detailsUrl,
    output: { title: check.title, summary: check.summary, text: check.text },
  });
  return { kind: "check-run", url: data.html_url ?? check.detailsUrl };
}

/** A status knows no "neutral": what is undecided must not block, its description tells. */
async function createStatus(client: GithubClient, check: CheckRun): Promise<CheckOutcome> {
  await client.rest.repos.createCommitStatus({
    owner: check.owner,
    repo: check.repo,
    sha: check.sha,
    context: check.name,
    state: check.conclusion === "failure" ? "failure" : "success",
    description:
      check.title.length > DESCRIPTION_MAX ? `${check.title.slice(0, DESCRIPTION_MAX - 1)}…` : check.title,
    target_url: check.detailsUrl,
  });
  return { kind: "status" };
}
