/** Answers to comments: a reaction, which makes no noise, or words where a person has to do something. */
import type { GithubClient } from "./client.ts";
import { isGithubRefusal } from "./failure.ts";

/** `+1`: done. `eyes`: begun. `-1`: not allowed. `confused`: not understood, or nothing to do. */
export type Reaction = "+1" | "eyes" | "-1" | "confused";

/** A reaction is a courtesy: where GitHub refuses it, nothing is lost. */
export async function react(
  client: GithubClient,
  { owner, name }: Readonly<{ owner: string; name: string }>,
  comment: number,
  reaction: Reaction,
): Promise<void> {
  try {
    await client.rest.reactions.createForIssueComment({
      owner,
      repo: name,
      comment_id: comment,
      content: reaction,
    });
  } catch (error) {
    if (!isGithubRefusal(error)) throw error;
  }
}

/** @throws what Octokit throws; see failure.ts */
export async function reply(
  client: GithubClient,
  { owner, name }: Readonly<{ owner: string; name: string }>,
  pullRequest: number,
  body: string,
): Promise<void> {
  await client.rest.issues.createComment({ owner, repo: name, issue_number: pullRequest, body });
}
