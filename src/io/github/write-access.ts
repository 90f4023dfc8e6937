/** Permission to decide about a repository. */
import type { GithubClient } from "./client.ts";
import { hasStatus } from "./failure.ts";

/**
 * Asks GitHub whether a user may write to the repository now. What an event says of its author (author_association) is not enough: a
 * collaborator may only read, and members of an organisation need not even see the repository.
 * @throws what Octokit throws; see failure.ts
 */
export async function mayWrite(
  client: GithubClient,
  { owner, name }: Readonly<{ owner: string; name: string }>,
  login: string,
): Promise<boolean> {
  try {
    const { data } = await client.rest.repos.getCollaboratorPermissionLevel({
      owner,
      repo: name,
      username: login,
    });
    // GitHub reports the role "maintain" and roles of an organisation's own as the one of these that they include.
    return data.permission === "admin" || data.permission === "write";
  } catch (error) {
    if (hasStatus(error, 404)) return false; // No user of that name: an app.
    throw error;
  }
}
