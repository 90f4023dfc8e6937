/** Shows the verdict at the commit: as a check run, or as a commit status where the token may not write checks. */
import { link } from "../../report/markdown/markdown.ts";
import { webAddress } from "../../text/outside.ts";
import type { GithubClient } from "./client.ts";
import { putStatus } from "./commit-status.ts";
import { type Conclusion, readExternalId, workflowRunIn, writeExternalId } from "./external-id.ts";
import { isMissingPermission, isOutage } from "./failure.ts";
import { mergeChecks, type Writer } from "./writers.ts";

export type CheckRun = Readonly<{
  owner: string;
  repo: string;
  sha: string;
  /** Name as listed on the pull request. */
  name: string;
  /** Identifies the check run, so that a re-run replaces its own; see external-id.ts. */
  marker: string;
  /**
   * Null while it is measured. A check that is required is satisfied by success and neutral, so what must not be satisfied yet is
   * `action_required`.
   */
  conclusion: Conclusion | "action_required" | "cancelled" | null;
  /** Conclusion that a user with write access has yet to confirm: kept with the check run. */
  claim?: Conclusion;
  /** One sentence. */
  title: string;
  /** Markdown, at most 65,000 characters each. */
  summary: string;
  text: string;
  /** Annotations, at most 50: GitHub takes no more in one request. */
  annotations: readonly CheckAnnotation[];
  /** Address of the workflow run that measures or measured. */
  runUrl: string;
  /** Absent where that is not known. */
  writer?: Writer;
}>;

type CheckAnnotation = Readonly<{
  path: string;
  line: number;
  level: "failure" | "warning" | "notice";
  title: string;
  message: string;
}>;

export type CheckOutcome = Readonly<
  { kind: "created" | "updated"; url: string } | { kind: "status"; url: string }
>;

/** An answer that got lost is a reason to look again, at most so often. */
const TRIES = 3;

/** @throws what Octokit throws, for the status where neither is permitted; see failure.ts. */
export async function putCheckRun(client: GithubClient, check: CheckRun): Promise<CheckOutcome> {
  try {
    return await createOrUpdate(client, check);
  } catch (error) {
    if (!isMissingPermission(error)) throw error;
  }
  return { kind: "status", url: await putStatus(client, check) };
}

/**
 * Keeps one check run current in place. A second one would not make up for it: which of one name counts depends on the check suites that
 * GitHub puts them into, and a red one could stay next to the green one.
 */
async function createOrUpdate(client: GithubClient, check: CheckRun): Promise<CheckOutcome> {
  for (let tries = 1; ; tries++) {
    const found = await findOwnCheck(client, check);
    try {
      const whole = mergeChecks(check, found?.summary ?? "");
      return await (found === undefined ? createCheck(client, whole) : updateCheck(client, whole, found));
    } catch (error) {
      // It may be done although the answer is not here: look before writing a second one, or the same annotations again.
      if (tries === TRIES || !isOutage(error)) throw error;
    }
  }
}

type OwnCheckRun = Readonly<{ id: number; annotated: boolean; summary: string }>;

/**
 * Ours of that name at this commit, whatever suite it is of: a required check goes by its name, and must not have two. Another app's of the
 * same name could not be changed anyway, and has another external id.
 */
async function findOwnCheck(client: GithubClient, check: CheckRun): Promise<OwnCheckRun | undefined> {
  const { owner, repo, sha, name } = check;
  const { data } = await client.rest.checks.listForRef({
    owner,
    repo,
    ref: sha,
    check_name: name,
    filter: "latest",
    per_page: 100,
  });
  const own = data.check_runs
    .filter((run) => readExternalId(run.external_id) !== null)
    .toSorted((a, b) => b.id - a.id)[0];
  if (own === undefined) return undefined;
  const { annotations_count: annotations, summary } = own.output;
  return { id: own.id, annotated: annotations > 0, summary: summary ?? "" };
}

/** Not repeated blindly: the caller looks first. */
const ONCE = { request: { retries: 0 } } as const;

async function createCheck(client: GithubClient, check: CheckRun): Promise<CheckOutcome> {
  const { data } = await client.rest.checks.create({ ...checkBody(check), head_sha: check.sha, ...ONCE });
  return { kind: "created", url: data.html_url ?? check.runUrl };
}

/** GitHub adds annotations to those that a check run has, and never takes one away: they show what was measured first. */
async function updateCheck(
  client: GithubClient,
  check: CheckRun,
  { id, annotated }: OwnCheckRun,
): Promise<CheckOutcome> {
  const body = checkBody(annotated ? { ...check, annotations: [] } : check);
  const { data } = await client.rest.checks.update({ ...body, check_run_id: id, ...ONCE });
  return { kind: "updated", url: data.html_url ?? check.runUrl };
}

function checkBody(check: CheckRun) {
  const { owner, repo, name, marker, conclusion, claim = null, runUrl, title, text } = check;
  const origin = check.writer?.origin ?? null;
  const annotations = check.annotations.map(annotationOf);
  return {
    owner,
    repo,
    name,
    external_id: writeExternalId({ marker, run: workflowRunIn(runUrl), claim, origin }),
    ...(conclusion === null
      ? { status: "in_progress" as const }
      : { status: "completed" as const, conclusion, completed_at: new Date().toISOString() }),
    details_url: runUrl,
    output: { title, summary: checkSummary(check), text, ...(annotations.length > 0 ? { annotations } : {}) },
  };
}

/** The check itself leads to its workflow run only where GitHub keeps `details_url`. */
function checkSummary({ summary, runUrl }: CheckRun): string {
  const address = webAddress(runUrl);
  return address === null ? summary : `${summary}\n\n${link("Workflow run", address)}`;
}

function annotationOf({ path, line, level, title, message }: CheckAnnotation) {
  return { path, start_line: line, end_line: line, annotation_level: level, title, message };
}
