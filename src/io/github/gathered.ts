/**
 * One comment for all jobs that measure a head. Their check runs are what it is made of: each job writes its own alone, so that none
 * can lose another's, and whoever writes the comment last has seen them all.
 */
import { COMMENT_BYTES_MOST } from "../../report/markdown/comment.ts";
import { type GatheredJob, renderGathered } from "../../report/markdown/gathered.ts";
import type { GithubClient } from "./client.ts";
import type { GithubContext } from "./context.ts";
import { type OwnCheck, ownChecks } from "./own-checks.ts";
import { type CommentOutcome, putStickyComment, type StickyComment } from "./sticky-comment.ts";

/** Jobs that end at once make each other look again. */
const TRIES = 6;

const GATHERED_MARKER = "<!-- plumbline-jobs -->";

/**
 * Writes, and looks again whether it was everything: a check run that was written meanwhile is in the next pass, as is a comment that
 * another job made at the same moment, of which the older one stays.
 * @throws what Octokit throws; see failure.ts
 */
export async function putGathered(
  client: GithubClient,
  { repository, headSha }: GithubContext,
  wanted: Pick<StickyComment, "pullRequest" | "mode" | "changed">,
): Promise<CommentOutcome> {
  const { owner, name: repo } = repository;
  const render = async () => {
    const jobs = (await ownChecks(client, repository, headSha)).map(jobOf);
    return `${GATHERED_MARKER}\n${renderGathered(jobs, headSha, COMMENT_BYTES_MOST)}`;
  };
  let body = await render();
  for (let tries = 1; ; tries++) {
    const outcome = await putStickyComment(client, {
      ...wanted,
      owner,
      repo,
      marker: GATHERED_MARKER,
      body,
      writer: null,
    });
    const now = await render();
    if (tries === TRIES || (now === body && outcome.kind !== "created")) return outcome;
    body = now;
  }
}

function jobOf({ name, conclusion, url, output: { title, summary } }: OwnCheck): GatheredJob {
  return { name: name.replace(/^Plumbline: /, ""), conclusion, url, title, summary };
}
