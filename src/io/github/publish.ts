/** Publishes a finished report on GitHub. A refusal does not change the result of the measurement: failures are part of the answer. */
import type { Choices } from "../../config/fields.ts";
import { COMMENT_BYTES_MOST } from "../../report/markdown/comment.ts";
import { type GatheredJob, renderGathered } from "../../report/markdown/gathered.ts";
import { plainLine, shortSha } from "../../text/outside.ts";
import { sha256 } from "../host/files.ts";
import { type CheckOutcome, type CheckRun, putCheckRun } from "./check-run.ts";
import type { GithubClient } from "./client.ts";
import type { GithubContext } from "./context.ts";
import { workflowRunIn } from "./external-id.ts";
import { explainFailure, hasStatus, isMissingPermission, isUnreachable, type Permission } from "./failure.ts";
import { type OwnCheck, ownChecks } from "./own-checks.ts";
import {
  type CommentMode,
  type CommentOutcome,
  putStickyComment,
  type StickyComment,
} from "./sticky-comment.ts";
import { checkWriterOf, mayStand, writerOf } from "./writers.ts";

/** Most characters of a name in the list of checks. */
const NAME_MOST = 170;

/** A report in the forms that GitHub shows. */
export type Publishable = Readonly<{
  /** Name of the suite, with the job if several jobs measure it. */
  name: string;
  marker: string;
  comment: string;
  /** True if the report has a change that people should see. */
  changed: boolean;
  check: Pick<CheckRun, "conclusion" | "claim" | "title" | "summary" | "text" | "annotations">;
}>;

/** Identity of a measurement before it has a result. */
export type PublishSubject = Pick<Publishable, "name" | "marker">;

export type Failed = Readonly<{
  kind: "failed";
  why: string;
  remedy: string;
  /** True if no answer came, so nothing else was tried. */
  unreachable: boolean;
}>;
export type Skipped = Readonly<{ kind: "skipped"; why: string }>;

export type Publication = Readonly<{
  comment: CommentOutcome | Failed;
  check: CheckOutcome | Skipped | Failed;
}>;

/** @param scope `job`: a comment for this job alone; `run`: one that gathers the check runs of all jobs that measure the head */
export async function publish(
  client: GithubClient,
  context: GithubContext,
  report: Publishable,
  mode: CommentMode,
  scope: Choices["comment-for"] = "job",
): Promise<Publication> {
  if (context.readOnlyToken) {
    const why = "pull requests from forks get a token that cannot write; the report is in the job summary";
    return { comment: { kind: "skipped", why }, check: { kind: "skipped", why } };
  }
  if (scope === "run") return await publishGathered(client, context, report, mode);
  const comment = await publishOwnComment(client, context, report, mode);
  if (comment.kind === "failed" && comment.unreachable) return { comment, check: comment };
  return { comment, check: await publishCheck(client, context, report) };
}

/**
 * Announces that a measurement has begun, so that a required check is in progress. An error is ignored here and reported at the end.
 * @returns the check run to conclude if nothing else concludes it; null if there is none
 */
export async function announce(
  client: GithubClient,
  context: GithubContext,
  subject: PublishSubject,
): Promise<CheckRun | null> {
  if (context.readOnlyToken) return null;
  const check = checkRunOf(context, subject, {
    conclusion: null,
    title: "measuring",
    summary: `The measurement of ${shortSha(context.headSha)} has begun.`,
    text: "",
    annotations: [],
  });
  return await putCheckRun(client, check).then(
    () => check,
    () => null,
  );
}

/**
 * Concludes the check of a suite that was announced as a whole and then measured by several jobs, of which none would conclude it: as the
 * worst of them.
 * @param report of one of the jobs
 */
export async function concludeAnnounced(
  client: GithubClient,
  context: GithubContext,
  suite: PublishSubject,
  { name, check }: Publishable,
): Promise<CheckOutcome | Skipped | Failed> {
  const { repository, headSha, runUrl } = context;
  try {
    const checks = await ownChecks(client, repository, headSha);
    const announced = checks.find(
      ({ marker, run }) => marker === suite.marker && run === workflowRunIn(runUrl),
    );
    if (announced === undefined) return { kind: "skipped", why: "it was not announced" };
    if (mayStand(announced.conclusion, check.conclusion))
      return { kind: "skipped", why: "what another job has said is no better" };
    const title = `${plainLine(name, NAME_MOST)}: ${check.title}`;
    const announcedCheck = {
      ...check,
      title,
      annotations: [],
      summary: "Each job that measured it has a check of its own.",
      text: "",
    };
    return await putCheckRun(client, checkRunOf(context, suite, announcedCheck));
  } catch (error) {
    return failed(error, "concluding the check that was announced", "checks: write");
  }
}

function checkRunOf(
  context: GithubContext,
  { name, marker }: PublishSubject,
  check: Publishable["check"],
): CheckRun {
  const { repository, headSha, runUrl, baseBranch } = context;
  const writer = checkWriterOf(context, marker, baseBranch);
  return {
    owner: repository.owner,
    repo: repository.name,
    sha: headSha,
    name: `Plumbline: ${shownName(name)}`,
    marker,
    runUrl,
    ...(writer === null ? {} : { writer }),
    ...check,
  };
}

/** Names that are cut stay apart by a digest: what has one name on GitHub is one check. */
function shownName(name: string): string {
  const whole = plainLine(name, Number.MAX_SAFE_INTEGER);
  if (Array.from(whole).length <= NAME_MOST) return whole;
  return `${plainLine(whole, NAME_MOST - 9)} ${sha256(whole).slice(0, 8)}`;
}

/** True if the pull request has a newer head: that head's run writes the comment, and this report comes too late for it. */
async function isOutdated(
  client: GithubClient,
  { repository, headSha }: GithubContext,
  number: number,
): Promise<boolean> {
  try {
    const { owner, name } = repository;
    const { data } = await client.rest.pulls.get({ owner, repo: name, pull_number: number });
    return data.head.sha !== headSha;
  } catch (error) {
    if (hasStatus(error, 404) || isMissingPermission(error)) return false;
    throw error;
  }
}

/** The comment is made of the check runs. Without them, each job has a comment of its own. */
async function publishGathered(
  client: GithubClient,
  context: GithubContext,
  report: Publishable,
  mode: CommentMode,
): Promise<Publication> {
  const check = await publishCheck(client, context, report);
  if (check.kind === "failed" && check.unreachable) return { comment: check, check };
  const comment =
    check.kind === "created" || check.kind === "updated"
      ? await publishComment(client, context, mode, (place) =>
          putGathered(client, context, { ...place, changed: report.changed }),
        )
      : await publishOwnComment(client, context, report, mode);
  return { comment, check };
}

function publishOwnComment(
  client: GithubClient,
  context: GithubContext,
  { marker, comment: body, changed }: Publishable,
  mode: CommentMode,
): Promise<CommentOutcome | Failed> {
  const { owner, name: repo } = context.repository;
  return publishComment(client, context, mode, (place) =>
    putStickyComment(client, { ...place, owner, repo, marker, body, changed, writer: writerOf(context) }),
  );
}

async function publishComment(
  client: GithubClient,
  context: GithubContext,
  mode: CommentMode,
  put: (place: Pick<StickyComment, "pullRequest" | "mode">) => Promise<CommentOutcome>,
): Promise<CommentOutcome | Failed> {
  if (mode === "never") return { kind: "skipped", why: "`comment` is `never`" };
  const { pullRequest } = context;
  if (pullRequest === null) return { kind: "skipped", why: "this run belongs to no pull request" };
  try {
    if (await isOutdated(client, context, pullRequest.number)) {
      return { kind: "skipped", why: "the pull request has a newer head, whose own run will report" };
    }
    return await put({ pullRequest: pullRequest.number, mode });
  } catch (error) {
    return failed(error, "posting the comment", "pull-requests: write");
  }
}

/** GitHub shows the job as a check already. This one is extra, and may be missing if the token cannot write it. */
async function publishCheck(
  client: GithubClient,
  context: GithubContext,
  report: Publishable,
): Promise<CheckOutcome | Skipped | Failed> {
  try {
    return await putCheckRun(client, checkRunOf(context, report, report.check));
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

/** Most passes: jobs that end at the same time make each other look again. */
const TRIES = 6;

const GATHERED_MARKER = "<!-- plumbline-jobs -->";

/**
 * Writes one comment for all jobs that measure a head. It is made of their check runs: each job writes only its own, so that none can lose
 * another's, and the job that writes the comment last has seen them all. After writing, it looks again: the next pass has check runs that
 * were written meanwhile, and of two comments that were made at the same moment the older one stays.
 * @throws Octokit's errors; see failure.ts
 */
async function putGathered(
  client: GithubClient,
  { repository, headSha }: GithubContext,
  wanted: Pick<StickyComment, "pullRequest" | "mode" | "changed">,
): Promise<CommentOutcome> {
  const { owner, name: repo } = repository;
  const render = async () => {
    const jobs = (await ownChecks(client, repository, headSha)).map(gatheredJob);
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

function gatheredJob({ name, conclusion, url, output: { title, summary } }: OwnCheck): GatheredJob {
  return { name: name.replace(/^Plumbline: /, ""), conclusion, url, title, summary };
}
