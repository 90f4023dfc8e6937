/**
 * Decides whose code a job may run. What another repository's pull request brings is measured only where GitHub gives the job
 * neither a secret nor a token that can write; docs/threat-model.md says why each event is on the side where it is.
 */
import path from "node:path";
import { testMergeOf } from "../../io/git/commit.ts";
import { askGit } from "../../io/git/git.ts";
import { FORKS_HAVE_NO_RIGHTS, type GithubContext } from "../../io/github/context.ts";
import { readMeasuredRun } from "../../io/github/measured-run.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Invocation } from "../../pipeline/invocation/invocation.ts";
import { shortSha } from "../../text/outside.ts";

/** Input that overrides the refusal. */
export const INSISTING = "dangerously-measure-forks-with-secrets";

/** Events that only people with write access cause, or GitHub's clock: what they have checked out was their choice. */
const BY_WRITERS = [
  "push",
  "merge_group",
  "schedule",
  "workflow_dispatch",
  "repository_dispatch",
  "release",
  "create",
  "deployment",
];

/**
 * @param secrets inputs of the step that a measured program must not see, as they are given
 * @returns why the code that is measured is not known to be the repository's own, in a job that may have secrets; null if it is
 */
export async function foreignCode(
  context: GithubContext,
  payload: unknown,
  { cwd, config }: Pick<Invocation, "cwd" | "config">,
  secrets: readonly string[],
): Promise<string | null> {
  const { event, pullRequest } = context;
  if (pullRequest?.fork === true) {
    if (!FORKS_HAVE_NO_RIGHTS.includes(event))
      return `${event} gives a fork's pull request the job's secrets`;
    // On request, too: the job that measures is to have none.
    if (context.onRequest === true && secrets.length > 0)
      return `the job that measures what was asked for has the input ${secrets.join(" and ")}`;
  }
  if (pullRequest !== null || BY_WRITERS.includes(event)) return null;
  // The config file says which commands are run, and may lie in a checkout of its own.
  for (const folder of [cwd, path.dirname(path.resolve(cwd, config))]) {
    const head = await askGit(folder, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
    if (head === context.headSha || (await isOfOwnRun(context, payload, folder, head))) continue;
    const what = head === null ? "what is measured is in no checkout" : `${shortSha(head)} is checked out`;
    return `${what}, and ${event} does not say whose code that is`;
  }
  return null;
}

/** True if the commit is one that another workflow has run on, of a branch of the repository itself. */
async function isOfOwnRun(
  { event, repository: { owner, name } }: GithubContext,
  payload: unknown,
  folder: string,
  head: string | null,
): Promise<boolean> {
  if (event !== "workflow_run") return false;
  const run = readMeasuredRun(payload);
  if (run.headRepository !== `${owner}/${name}`) return false;
  return head === null || head === run.headSha || (await testMergeOf(folder, head))?.head === run.headSha;
}

/** @param why as foreignCode answers */
export function foreignCodeRefusal(why: string): PlumblineError {
  return new PlumblineError(
    "usage",
    `refused to run code that may be another repository's where secrets are in reach: ${why}`,
    {
      remedy: `measure forks on pull_request, and publish from a second workflow (docs/how-to/forks.md), or on request (docs/how-to/on-request.md); ${INSISTING}: true gives the author of any pull request everything the job can reach`,
    },
  );
}
