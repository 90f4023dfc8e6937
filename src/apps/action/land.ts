/** What becomes of an acceptance when its pull request is merged: the branch's history begins anew there. */
import { commitFacts } from "../../io/git/commit.ts";
import type { GithubClient } from "../../io/github/client.ts";
import { type GithubContext, isOfBranch } from "../../io/github/context.ts";
import { hasStatus } from "../../io/github/failure.ts";
import type { Store } from "../../io/store/store.ts";
import { type Acceptance, holdsFor } from "../../model/acceptance.ts";

/**
 * On a run of a branch, finds the accepted changes that were merged into it since, and records where. An acceptance by command
 * lands only if it was given for the head that was merged. What was closed without a merge is accepted no longer, so that every pull
 * request is asked about until its end and not for ever; opened again, it is for people to accept again.
 * @param cwd a checkout that knows when a commit was made
 * @returns what landed
 * @throws what Octokit throws, and PlumblineError of kind "store"
 */
export async function landAcceptances(
  client: GithubClient,
  store: Store,
  context: GithubContext,
  cwd: string,
): Promise<readonly Acceptance[]> {
  const {
    repository: { owner, name },
    headBranch,
  } = context;
  if (!isOfBranch(context) || headBranch === null) return [];
  const open = (await store.acceptances({ repository: `${owner}/${name}` })).filter(
    ({ revoked, landed }) => revoked === null && landed === null,
  );
  const numbers = [...new Set(open.map(({ pullRequest }) => pullRequest))].sort((a, b) => b - a);
  const landed: Acceptance[] = [];
  const closed: Acceptance[] = [];
  for (const number of numbers) {
    const pull = await askFor(client, { owner, repo: name, pull_number: number });
    if (pull?.state === "closed" && pull.merged_at === null) {
      const revoked = { by: CLOSED, at: new Date(pull.closed_at ?? pull.updated_at).toISOString() };
      closed.push(
        ...open.filter((each) => each.pullRequest === number).map((each) => ({ ...each, revoked })),
      );
    }
    if (pull?.merged_at == null || pull.base.ref !== headBranch || pull.merge_commit_sha === null) continue;
    const { time } = await commitFacts(cwd, pull.merge_commit_sha, null);
    const place = { commit: pull.merge_commit_sha, branch: headBranch, at: time ?? pull.merged_at };
    const own = open.filter((each) => each.pullRequest === number && holdsFor(each, pull.head.sha));
    landed.push(...own.map((each) => ({ ...each, landed: place })));
  }
  await store.saveAcceptances([...landed, ...closed]);
  return landed;
}

/** Whom no person can be called. */
const CLOSED = "(closed without a merge)";

/** Null for one that GitHub knows no more: of a repository that was made anew, for example. */
async function askFor(
  client: GithubClient,
  which: Readonly<{ owner: string; repo: string; pull_number: number }>,
) {
  try {
    return (await client.rest.pulls.get(which)).data;
  } catch (error) {
    if (hasStatus(error, 404)) return null;
    throw error;
  }
}
