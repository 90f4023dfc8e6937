/** A pull request as GitHub knows it now. */
import type { GithubClient } from "./client.ts";
import type { GithubContext } from "./context.ts";

/**
 * The context of publishing to this pull request, at its present head.
 * @throws what Octokit throws; see failure.ts
 */
export async function contextOfPullRequest(
  client: GithubClient,
  context: GithubContext,
  number: number,
): Promise<GithubContext> {
  const { owner, name } = context.repository;
  const { data } = await client.rest.pulls.get({ owner, repo: name, pull_number: number });
  return {
    ...context,
    headSha: data.head.sha,
    headBranch: data.head.ref,
    baseBranch: data.base.ref,
    baseSha: data.base.sha,
    pullRequest: { number, fork: data.head.repo?.full_name !== data.base.repo.full_name },
  };
}
