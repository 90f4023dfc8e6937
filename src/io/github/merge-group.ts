/**
 * Finds the pull requests of a merge queue's group. The event names a branch and two commits, and no pull request; an acceptance holds for
 * the group only if it is certain which pull request it belongs to.
 */
import { z } from "zod";
import type { GithubClient } from "./client.ts";
import { commitSha, type GithubContext, parsePayload } from "./context.ts";

/** A pull request, and the head that it has in the queue. */
type Merging = Readonly<{ number: number; head: string }>;

type Group = Readonly<{ kind: "known"; merging: readonly Merging[] } | { kind: "unknown"; why: string }>;

const MergeGroupEvent = z.object({
  merge_group: z.object({
    head_ref: z.string(),
    head_sha: commitSha,
    base_sha: commitSha,
    base_ref: z.string(),
  }),
});

/** refs/heads/gh-readonly-queue/BASE/pr-NUMBER-SHA, and BASE may hold slashes; only GitHub makes such branches. */
const QUEUE_REF = /^refs\/heads\/gh-readonly-queue\/.+\/pr-(\d+)-[0-9a-f]{40,64}$/;

/** @throws what Octokit throws; see failure.ts */
export async function pullRequestsOf(
  client: GithubClient,
  { repository: { owner, name } }: GithubContext,
  payload: unknown,
): Promise<Group> {
  const { merge_group: group } = parsePayload(MergeGroupEvent, "merge_group", payload);
  const named = QUEUE_REF.exec(group.head_ref)?.[1];
  const { data: commit } = await client.rest.repos.getCommit({ owner, repo: name, ref: group.head_sha });
  // One commit on top of what the group begins with is one pull request: the one that GitHub named the branch for.
  const isAlone = commit.parents[0]?.sha === group.base_sha;
  const numbers =
    named !== undefined && isAlone
      ? [Number(named)]
      : await numbersInQueue(
          client,
          { owner, name, branch: group.base_ref.replace(/^refs\/heads\//, "") },
          group,
        );
  if (numbers === null)
    return { kind: "unknown", why: "the merge queue does not tell which pull requests it has" };
  const merging: Merging[] = [];
  for (const number of numbers) {
    const { data } = await client.rest.pulls.get({ owner, repo: name, pull_number: number });
    merging.push({ number, head: data.head.sha });
  }
  return { kind: "known", merging };
}

const QUEUE = `query ($owner: String!, $name: String!, $branch: String!) {
  repository(owner: $owner, name: $name) {
    mergeQueue(branch: $branch) {
      entries(first: 100) { nodes { headCommit { oid } baseCommit { oid } pullRequest { number } } }
    }
  }
}`;

const commitOf = z.object({ oid: z.string() }).nullable();
const Queue = z.object({
  repository: z.object({
    mergeQueue: z.object({
      entries: z.object({
        nodes: z.array(
          z.object({
            headCommit: commitOf,
            baseCommit: commitOf,
            pullRequest: z.object({ number: z.int().positive() }).nullable(),
          }),
        ),
      }),
    }),
  }),
});

/** Numbers from the group's head back to its base, entry by entry; null if one is missing or has no pull request. */
async function numbersInQueue(
  client: GithubClient,
  queue: Readonly<{ owner: string; name: string; branch: string }>,
  { head_sha: head, base_sha: base }: Readonly<{ head_sha: string; base_sha: string }>,
): Promise<readonly number[] | null> {
  // An Enterprise server may have no queue, and a token no right to ask: both are "not told".
  const answer = Queue.safeParse(await client.graphql(QUEUE, queue).catch(() => null));
  if (!answer.success) return null;
  const entries = new Map(
    answer.data.repository.mergeQueue.entries.nodes.map((entry) => [entry.headCommit?.oid, entry]),
  );
  const numbers: number[] = [];
  for (let at = head; at !== base; ) {
    const entry = entries.get(at);
    if (entry?.pullRequest == null || entry.baseCommit === null) return null;
    entries.delete(at); // A circle ends, too.
    numbers.push(entry.pullRequest.number);
    at = entry.baseCommit.oid;
  }
  return numbers;
}
