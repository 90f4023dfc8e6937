/**
 * Decides whether the present head of a pull request is the one that a comment's author saw. Between the comment and our question, anyone
 * who may push to the head's repository can put another commit there, or one that was there before.
 */
import { nameMismatch } from "../../model/named-commit.ts";
import type { GithubClient } from "./client.ts";
import { isMissingPermission } from "./failure.ts";
import { knownSince } from "./own-checks.ts";
import type { PresentPullRequest } from "./pull-request.ts";

type Meant = Readonly<{
  /** ISO 8601, in whole seconds as GitHub tells times. */
  at: string;
  /** The commit that was named, whole or its first digits. */
  commit: string | null;
}>;

/**
 * The whole name of the head needs no time. Otherwise GitHub must have known the head before, and a fork must not have been pushed to
 * since: `pushed_at` moves with every push, also with one that puts an old commit back. The time of the repository itself would
 * move with everybody's pushes, so a head of its own is not held to it. What happened within the same second is not known to be before.
 * @returns why it is not certain; null where it is
 * @throws what Octokit throws; see failure.ts
 */
export async function headMismatch(
  client: GithubClient,
  { context: { repository, headSha: head, pullRequest }, pushedAt }: PresentPullRequest,
  { at, commit }: Meant,
): Promise<string | null> {
  const mismatch = commit === null ? null : nameMismatch(commit, head);
  if (mismatch !== null || commit === head) return mismatch;
  const known = await knownSince(client, repository, head).catch((error: unknown) => {
    if (isMissingPermission(error)) return null; // `checks: read`, in a private repository.
    throw error;
  });
  const since = pullRequest?.fork === true ? [known, pushedAt] : [known];
  if (since.some((time) => time === null)) return "GitHub does not tell when the head was pushed";
  const isBefore = since.every((time) => time! < Date.parse(at));
  return isBefore ? null : "something may have been pushed after that was written";
}

/** Explains to a comment's author that the head may be another one by now. */
export function headRefusal(mismatch: string, head: string, command: string): string {
  return `${mismatch}. The head is ${head} now. Look at it, and if you mean this one, name it whole: ${command}`;
}
