/**
 * A workflow run that has measured a pull request and may publish nothing itself, as the event `workflow_run` tells of it. The
 * payload is GitHub's own word; what the run left as artifacts is not.
 */
import { z } from "zod";
import type { GithubClient } from "./client.ts";
import { commitSha, type GithubContext, parsePayload } from "./context.ts";

type MeasuredRun = Readonly<{
  /** Event that triggered it: `pull_request` for everything that can be published. */
  event: string;
  runUrl: string;
  attempt: number;
  /** ISO 8601: when it was done. */
  doneAt: string;
  headSha: string;
  headBranch: string | null;
  /** owner/name; null where the fork is gone. */
  headRepository: string | null;
  /** File of its workflow; null from a server that does not report it yet. */
  path: string | null;
}>;

const WorkflowRunEvent = z.object({
  workflow_run: z.object({
    event: z.string(),
    html_url: z.url(),
    path: z.string().nullish(),
    run_attempt: z.int().positive(),
    updated_at: z.iso.datetime({ offset: true }),
    head_sha: commitSha,
    head_branch: z.string().nullable(),
    head_repository: z.object({ full_name: z.string() }).nullable(),
  }),
});

/** @throws PlumblineError of kind "github" that names the field that is missing */
export function readMeasuredRun(payload: unknown): MeasuredRun {
  const { workflow_run: run } = parsePayload(WorkflowRunEvent, "workflow_run", payload);
  return {
    event: run.event,
    runUrl: run.html_url,
    attempt: run.run_attempt,
    doneAt: new Date(run.updated_at).toISOString(),
    headSha: run.head_sha,
    headBranch: run.head_branch,
    headRepository: run.head_repository?.full_name ?? null,
    path: run.path?.replace(/@.*/, "") ?? null,
  };
}

type FoundPullRequest = Readonly<{ kind: "found"; context: GithubContext } | { kind: "none"; why: string }>;

/**
 * Asks GitHub which pull request the run was about, and answers the context to publish in. The event names pull requests only
 * where they come from branches of the same repository, so this asks by head.
 * @throws what Octokit throws; see failure.ts
 */
export async function findPullRequest(
  client: GithubClient,
  context: GithubContext,
  run: MeasuredRun,
): Promise<FoundPullRequest> {
  const { headRepository, headBranch, headSha } = run;
  const none = (why: string) => ({ kind: "none", why }) as const;
  if (run.event !== "pull_request") return none(`the run was triggered by ${run.event}, not by pull_request`);
  if (headRepository === null || headBranch === null) return none("the pull request's repository is gone");
  const { owner, name } = context.repository;
  const { data } = await client.rest.pulls.list({
    owner,
    repo: name,
    state: "open",
    head: `${headRepository.split("/")[0]}:${headBranch}`,
    per_page: 100,
  });
  const open = data.filter(({ head }) => head.repo?.full_name === headRepository && head.ref === headBranch);
  const [pull, ...others] = open.filter(({ head }) => head.sha === headSha);
  if (pull === undefined) {
    return none(
      open.length === 0
        ? "no open pull request has that head"
        : "the pull request has a newer head, whose own run will report",
    );
  }
  if (others.length > 0) {
    const numbers = [pull, ...others].map(({ number }) => `#${number}`).join(" and ");
    return none(
      `the pull requests ${numbers} have the same head, and GitHub does not tell which one was measured`,
    );
  }
  return {
    kind: "found",
    context: {
      ...context,
      runUrl: run.runUrl,
      attempt: run.attempt,
      headSha,
      headBranch,
      baseBranch: pull.base.ref,
      baseSha: pull.base.sha,
      pullRequest: { number: pull.number, fork: headRepository !== `${owner}/${name}` },
      // A fork's workflow may have the name of one of ours.
      ...workflowIn(run, `${owner}/${name}`),
    },
  };
}

function workflowIn({ path, headRepository }: MeasuredRun, own: string): Pick<GithubContext, "workflow"> {
  if (path === null) return {};
  return { workflow: headRepository === own ? path : `${headRepository}/${path}` };
}
