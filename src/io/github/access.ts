/**
 * Checks what can be known of the token before minutes are spent measuring. Nothing is written to find out, and GitHub does not say what
 * GITHUB_TOKEN may write, so a missing permission to write can show only when it is needed.
 */
import type { GithubClient } from "./client.ts";
import type { GithubContext } from "./context.ts";
import { explainFailure } from "./failure.ts";

type Foreseen = Readonly<{ why: string; remedy: string }>;

/** Seconds that the look ahead may take: the same answer comes later, when it matters. */
export const LOOKING_AHEAD = { seconds: 10, politeSeconds: 0 } as const;

/** @returns why the comment will not be there in the end, or null where nothing speaks against it */
export async function foreseeTrouble(
  client: GithubClient,
  { pullRequest, readOnlyToken, repository }: GithubContext,
  token: string,
): Promise<Foreseen | null> {
  if (pullRequest === null) return null;
  if (readOnlyToken) {
    return {
      why: "this pull request comes from a fork, and its token cannot write",
      remedy:
        "publish the comment from a second workflow (docs/examples/fork-publish.yml); the report is in the job summary",
    };
  }
  if (token === "") {
    return {
      why: "the input github-token is empty",
      remedy: "leave it at its default, or set comment to never",
    };
  }
  try {
    const { headers } = await client.rest.issues.listComments({
      owner: repository.owner,
      repo: repository.name,
      issue_number: pullRequest.number,
      per_page: 1,
    });
    return lackingScope(headers["x-oauth-scopes"]);
  } catch (error) {
    const { message, remedy = "" } = explainFailure(
      error,
      "reading the pull request's comments",
      "pull-requests: write",
    );
    return { why: message, remedy };
  }
}

/** A classic personal token names its scopes in every answer; other tokens do not. */
function lackingScope(scopes: string | undefined): Foreseen | null {
  if (scopes === undefined || scopes === "" || /(^|[ ,])(public_)?repo($|,)/.test(scopes)) return null;
  return {
    why: `the personal token has the scopes ${scopes}, and none of them may comment`,
    remedy:
      "give it the scope repo (public_repo for a public repository), or leave github-token at its default",
  };
}
