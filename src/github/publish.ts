/** Puts a finished report where people look. Whatever GitHub says, the measurement stands: failures are part of the answer. */
import { plainLine } from "../render/outside.ts";
import { type CheckOutcome, type CheckRun, putCheckRun } from "./check-run.ts";
import type { GithubClient } from "./client.ts";
import type { GithubContext } from "./context.ts";
import { explainFailure, isMissingPermission, isUnreachable, type Permission } from "./failure.ts";
import { type CommentMode, type CommentOutcome, putStickyComment } from "./sticky-comment.ts";

/** Characters of a suite's name in the list of checks. */
const SUITE_MOST = 80;

/** A report in the forms that GitHub shows. */
export type Publishable = Readonly<{
  suite: string;
  marker: string;
  comment: string;
  /** Whether there is a change that people should see. */
  changed: boolean;
  check: Pick<CheckRun, "conclusion" | "title" | "summary" | "text" | "annotations">;
}>;

export type Failed = Readonly<{
  kind: "failed";
  why: string;
  remedy: string;
  /** Nobody answered, so nothing else was tried. */
  unreachable: boolean;
}>;
export type Skipped = Readonly<{ kind: "skipped"; why: string }>;

export type Publication = Readonly<{
  comment: CommentOutcome | Failed;
  check: CheckOutcome | Skipped | Failed;
}>;

export async function publish(
  client: GithubClient,
  context: GithubContext,
  report: Publishable,
  mode: CommentMode,
): Promise<Publication> {
  if (context.readOnlyToken) {
    const why = "pull requests from forks get a token that cannot write; the report is in the job summary";
    return { comment: { kind: "skipped", why }, check: { kind: "skipped", why } };
  }
  const comment = await publishComment(client, context, report, mode);
  if (comment.kind === "failed" && comment.unreachable) return { comment, check: comment };
  return { comment, check: await publishCheck(client, context, report) };
}

async function publishComment(
  client: GithubClient,
  { repository, pullRequest }: GithubContext,
  report: Publishable,
  mode: CommentMode,
): Promise<CommentOutcome | Failed> {
  if (mode === "never") return { kind: "skipped", why: "`comment` is `never`" };
  if (pullRequest === null) return { kind: "skipped", why: "this run belongs to no pull request" };
  try {
    return await putStickyComment(client, {
      owner: repository.owner,
      repo: repository.name,
      pullRequest: pullRequest.number,
      marker: report.marker,
      body: report.comment,
      mode,
      changed: report.changed,
    });
  } catch (error) {
    return failed(error, "posting the comment", "pull-requests: write");
  }
}

/** The job is a check of its own already, so this one is extra: it is not missed where the token may not write it. */
async function publishCheck(
  client: GithubClient,
  { repository, headSha, runUrl }: GithubContext,
  report: Publishable,
): Promise<CheckOutcome | Skipped | Failed> {
  try {
    return await putCheckRun(client, {
      owner: repository.owner,
      repo: repository.name,
      sha: headSha,
      name: `Plumbline: ${plainLine(report.suite, SUITE_MOST)}`,
      externalId: report.marker,
      detailsUrl: runUrl,
      ...report.check,
    });
  } catch (error) {
    if (isMissingPermission(error)) {
      return { kind: "skipped", why: "the token has neither `checks: write` nor `statuses: write`" };
    }
    return failed(error, "writing the check run", "checks: write");
  }
}

function failed(error: unknown, doing: string, permission: Permission): Failed {
  const { message, remedy } = explainFailure(error, doing, permission);
  return { kind: "failed", why: message, remedy: remedy ?? "", unreachable: isUnreachable(error) };
}
