/** A comment on a commit, for people who watch commits and not issues; written once. */
import type { GithubClient } from "./client.ts";
import { ownLogin } from "./own-login.ts";

/** @throws what Octokit throws; see failure.ts */
export async function putCommitComment(
  client: GithubClient,
  {
    owner,
    repo,
    sha,
    marker,
    body,
  }: Readonly<{ owner: string; repo: string; sha: string; marker: string; body: string }>,
): Promise<void> {
  const comments = await client.paginate(client.rest.repos.listCommentsForCommit, {
    owner,
    repo,
    commit_sha: sha,
    per_page: 100,
  });
  const marked = comments.filter((comment) => comment.body.startsWith(marker));
  const login = marked.length === 0 ? null : await ownLogin(client);
  if (marked.some(({ user }) => user?.login === login)) return;
  await client.rest.repos.createCommitComment({ owner, repo, commit_sha: sha, body: `${marker}\n${body}` });
}
