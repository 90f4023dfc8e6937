/** A pull request as GitHub knows it now. */
import type { GithubClient } from "./client.ts";
import type { GithubContext } from "./context.ts";

export type PresentPullRequest = Readonly<{
  /** Context of publishing to it, at its present head. */
  context: GithubContext;
  labels: readonly string[];
  /** Time of the last push to the head's repository; null if that is gone, or GitHub does not report it. */
  pushedAt: number | null;
}>;

/** @throws what Octokit throws; see failure.ts */
export async function presentPullRequest(
  client: GithubClient,
  context: GithubContext,
  number: number,
): Promise<PresentPullRequest> {
  const { owner, name } = context.repository;
  const { data } = await client.rest.pulls.get({ owner, repo: name, pull_number: number });
  const fork = data.head.repo?.full_name !== data.base.repo.full_name;
  const { ref } = data.head;
  const pushed = data.head.repo?.pushed_at ?? null;
  return {
    context: {
      ...context,
      headSha: data.head.sha,
      headBranch: fork ? `${data.head.repo?.full_name.split("/")[0] ?? "unknown"}:${ref}` : ref,
      baseBranch: data.base.ref,
      baseSha: data.base.sha,
      pullRequest: { number, fork },
    },
    labels: data.labels.map(({ name }) => name),
    pushedAt: pushed === null ? null : Date.parse(pushed),
  };
}

/** @throws what Octokit throws; see failure.ts */
export async function contextOfPullRequest(
  client: GithubClient,
  context: GithubContext,
  number: number,
): Promise<GithubContext> {
  return (await presentPullRequest(client, context, number)).context;
}
