/** Login that the token writes as. */
import type { GithubClient } from "./client.ts";
import { hasStatus } from "./failure.ts";

/** GITHUB_TOKEN's login, the answer if GitHub does not name one. */
const ACTIONS_LOGIN = "github-actions[bot]";

/**
 * A person's token may ask by REST. An installation's token (GITHUB_TOKEN, or an app's own) gets 403 there and may only ask by
 * GraphQL, which an Enterprise server can have closed.
 */
export async function ownLogin(client: GithubClient): Promise<string> {
  try {
    return (await client.rest.users.getAuthenticated()).data.login;
  } catch (error) {
    if (!hasStatus(error, 403)) throw error;
  }
  try {
    const { viewer } = await client.graphql<{ viewer: { login: string } }>("{ viewer { login } }");
    return viewer.login;
  } catch {
    return ACTIONS_LOGIN;
  }
}
