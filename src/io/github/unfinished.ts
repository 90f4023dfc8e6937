/**
 * Cancels what a killed step has left in progress. Where to look is read from a file that the measured code can write to, so it may point
 * at nothing but what this workflow run has begun and not ended, and whatever it says, that is cancelled and no more.
 */
import { z } from "zod";
import { object } from "../../model/shape.ts";
import { link } from "../../report/markdown/markdown.ts";
import type { GithubClient } from "./client.ts";
import { cancelStatus } from "./commit-status.ts";
import { commitSha, type GithubContext } from "./context.ts";
import { workflowRunIn } from "./external-id.ts";
import { isMissingPermission } from "./failure.ts";
import { ownChecks } from "./own-checks.ts";
import { keptCancelled, owesResult } from "./writers.ts";

export const Unfinished = object({
  sha: commitSha,
  name: z.string().startsWith("Plumbline: "),
  marker: z.string(),
});
export type Unfinished = z.infer<typeof Unfinished>;

const TITLE = "no result: the step was ended before it could say why";
const SUMMARY = "The step was cancelled, ran out of time, or was killed.";

/**
 * Cancels the check, or the commit status in its place.
 * @returns false where nothing of this run is in progress there
 * @throws what Octokit throws; see failure.ts
 */
export async function cancelUnfinished(
  client: GithubClient,
  { repository, runUrl }: Pick<GithubContext, "repository" | "runUrl">,
  { sha, name, marker }: Unfinished,
): Promise<boolean> {
  // A token without a right to checks has written a commit status instead.
  const checks = await ownChecks(client, repository, sha).catch((error: unknown) => {
    if (isMissingPermission(error)) return [];
    throw error;
  });
  const run = workflowRunIn(runUrl);
  const check = checks.find(
    (own) => own.marker === marker && own.conclusion === null && owesResult(own.output.summary, own.run, run),
  );
  const place = { owner: repository.owner, repo: repository.name };
  if (check !== undefined) {
    const more = `The ${link("workflow run", runUrl)} has the details.`;
    const kept = keptCancelled(check.output.summary, run);
    const output = { title: TITLE, summary: `${SUMMARY} ${more}${kept}` };
    await client.rest.checks.update({
      ...place,
      check_run_id: check.id,
      status: "completed",
      conclusion: "cancelled",
      output,
    });
    return true;
  }
  return await cancelStatus(client, { ...place, sha, name, conclusion: "cancelled", title: TITLE, runUrl });
}
