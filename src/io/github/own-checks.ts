/** Check runs of ours on a commit, and what people can do about them. */
import type { GithubClient } from "./client.ts";
import { type ExternalId, readExternalId, writeExternalId } from "./external-id.ts";
import { confirmed } from "./writers.ts";

export type OwnCheck = ExternalId &
  Readonly<{
    id: number;
    name: string;
    /** Conclusion as GitHub has it; null while it is measured. */
    conclusion: string | null;
    /** Time at which the conclusion was written, according to GitHub; null while it is measured. */
    doneAt: number | null;
    url: string;
    output: Readonly<{ title: string; summary: string; text: string }>;
  }>;

type RepositoryName = Readonly<{ owner: string; name: string }>;

/** @throws what Octokit throws; see failure.ts */
export async function ownChecks(
  client: GithubClient,
  { owner, name }: RepositoryName,
  sha: string,
): Promise<readonly OwnCheck[]> {
  const runs = await client.paginate(client.rest.checks.listForRef, {
    owner,
    repo: name,
    ref: sha,
    filter: "latest",
    per_page: 100,
  });
  return runs.flatMap((run) => {
    const own = readExternalId(run.external_id);
    if (own === null) return [];
    const { title, summary, text } = run.output;
    return [
      {
        ...own,
        id: run.id,
        name: run.name,
        conclusion: run.status === "completed" ? run.conclusion : null,
        doneAt: run.completed_at === null ? null : Date.parse(run.completed_at),
        url: run.html_url ?? "",
        output: { title: title ?? "", summary: summary ?? "", text: text ?? "" },
      },
    ];
  });
}

/** @throws what Octokit throws; see failure.ts */
export async function confirm(
  client: GithubClient,
  { owner, name }: RepositoryName,
  check: OwnCheck,
  by: string,
): Promise<void> {
  const { id, claim, output } = check;
  const { summary, conclusion } = confirmed(output.summary) ?? { ...output, conclusion: claim };
  await client.rest.checks.update({
    owner,
    repo: name,
    check_run_id: id,
    external_id: writeExternalId({ ...check, claim: null }),
    ...(conclusion === null ? { status: "in_progress" } : { status: "completed", conclusion }),
    output: {
      ...output,
      summary,
      title: `confirmed by ${by}: ${output.title.replace(/^claimed by the fork[^:]*: /, "")}`,
    },
  });
}

/** @throws what Octokit throws; see failure.ts */
export async function rerun(
  client: GithubClient,
  { owner, name }: RepositoryName,
  run: number,
): Promise<void> {
  await client.rest.actions.reRunWorkflow({ owner, repo: name, run_id: run });
}

/** The workflow runs that the checks belong to. */
export function workflowRuns(checks: readonly OwnCheck[]): readonly number[] {
  return [...new Set(checks.flatMap(({ run }) => (run === null ? [] : [run])))];
}

/**
 * Returns when GitHub first knew of a commit, according to its check suites; null if it has none. The time in the commit itself is its
 * author's to choose.
 * @throws what Octokit throws; see failure.ts
 */
export async function knownSince(
  client: GithubClient,
  { owner, name }: RepositoryName,
  sha: string,
): Promise<number | null> {
  const suites = await client.paginate(client.rest.checks.listSuitesForRef, {
    owner,
    repo: name,
    ref: sha,
    per_page: 100,
  });
  const times = suites.flatMap(({ created_at: at }) => (at === null ? [] : [Date.parse(at)]));
  return times.length === 0 ? null : Math.min(...times);
}
