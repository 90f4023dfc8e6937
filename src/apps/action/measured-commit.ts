/** The commit that is measured must be the one that the verdict is written about. */
import { testMergeOf } from "../../io/git/commit.ts";
import { ask } from "../../io/git/git.ts";
import type { GithubContext } from "../../io/github/context.ts";
import { PlumblineError } from "../../model/errors.ts";
import { shortSha } from "../../text/outside.ts";

/** Whether the event is about a commit, whatever is checked out. */
function isAboutCommit({ event, pullRequest }: GithubContext): boolean {
  return pullRequest !== null || event === "merge_group" || event === "push";
}

/**
 * The context with the measured commit. On a schedule or by hand a workflow may check out what it likes, and that is what it is about.
 * @param cwd the checkout; where there is none, nothing is known to be wrong
 * @throws PlumblineError of kind "usage" where an event about one commit would get the verdict about another
 */
export async function aboutMeasured(context: GithubContext, cwd: string): Promise<GithubContext> {
  const sha = await ask(cwd, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
  if (sha === null || sha === context.headSha) return context;
  if (!isAboutCommit(context)) {
    const branch = await ask(cwd, "symbolic-ref", "--quiet", "--short", "HEAD");
    return { ...context, headSha: sha, headBranch: branch };
  }
  const merge = await testMergeOf(cwd, sha);
  if (merge?.head === context.headSha) return context;
  const { event, headSha } = context;
  throw new PlumblineError(
    "usage",
    `${shortSha(sha)} is checked out, but this ${event} is about ${shortSha(headSha)}: the verdict would be written about a commit that was not measured`,
    { remedy: remedyFor(event) },
  );
}

function remedyFor(event: string): string {
  return event === "pull_request_target"
    ? "pull_request_target checks out the default branch, with secrets in reach: measure on pull_request, and publish for forks from a second workflow (docs/examples/fork-measure.yml)"
    : "let actions/checkout check out what it does by default, without `ref`";
}
