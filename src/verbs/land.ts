/** What becomes of an acceptance when its pull request is merged: the branch's history begins anew there. */
import { commitFacts } from "../git/commit.ts";
import type { GithubClient } from "../github/client.ts";
import type { GithubContext } from "../github/context.ts";
import { type Acceptance, holdsFor } from "../model/acceptance.ts";
import type { Store } from "../store/store.ts";

/** Of the pull requests with acceptances that have not landed, so many of the newest are asked about. */
const PULL_REQUESTS_MOST = 20;

/**
 * On a push to a branch, finds the accepted changes that were merged into it since, and records where. An acceptance by command
 * lands only if it was given for the head that was merged.
 * @param cwd a checkout that knows when a commit was made
 * @returns what landed
 * @throws what Octokit throws, and PlumblineError of kind "store"
 */
export async function landAcceptances(
  client: GithubClient,
  store: Store,
  { event, repository: { owner, name }, headBranch }: GithubContext,
  cwd: string,
): Promise<readonly Acceptance[]> {
  if (event !== "push" || headBranch === null) return [];
  const open = (await store.acceptances({ repository: `${owner}/${name}` })).filter(
    ({ revoked, landed }) => revoked === null && landed === null,
  );
  const numbers = [...new Set(open.map(({ pullRequest }) => pullRequest))].sort((a, b) => b - a);
  const landed: Acceptance[] = [];
  for (const number of numbers.slice(0, PULL_REQUESTS_MOST)) {
    const { data: pull } = await client.rest.pulls.get({ owner, repo: name, pull_number: number });
    if (pull.merged_at === null || pull.base.ref !== headBranch || pull.merge_commit_sha === null) continue;
    const { time } = await commitFacts(cwd, pull.merge_commit_sha, null);
    const place = { commit: pull.merge_commit_sha, branch: headBranch, at: time ?? pull.merged_at };
    const own = open.filter((each) => each.pullRequest === number && holdsFor(each, pull.head.sha));
    landed.push(...own.map((each) => ({ ...each, landed: place })));
  }
  await store.saveAcceptances(landed);
  return landed;
}
