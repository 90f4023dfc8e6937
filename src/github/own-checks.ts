/** Check runs of ours on a commit, and what people can do about them. */
import { type Conclusion, claimIn, markerIn } from "./check-run.ts";
import type { GithubClient } from "./client.ts";

export type OwnCheck = Readonly<{
  id: number;
  name: string;
  marker: string;
  /** What a fork claims and nobody has confirmed; null where nothing waits. */
  claim: Conclusion | null;
  /** As GitHub has it; null while it is measured. */
  conclusion: string | null;
  url: string;
  detailsUrl: string;
  output: Readonly<{ title: string; summary: string; text: string }>;
}>;

type Place = Readonly<{ owner: string; name: string }>;

/** @throws what Octokit throws; see failure.ts */
export async function ownChecks(
  client: GithubClient,
  { owner, name }: Place,
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
    const marker = markerIn(run.external_id);
    if (marker === null) return [];
    const { title, summary, text } = run.output;
    return [
      {
        id: run.id,
        name: run.name,
        marker,
        claim: claimIn(run.external_id),
        conclusion: run.status === "completed" ? run.conclusion : null,
        url: run.html_url ?? "",
        detailsUrl: run.details_url ?? "",
        output: { title: title ?? "", summary: summary ?? "", text: text ?? "" },
      },
    ];
  });
}

/** @throws what Octokit throws; see failure.ts */
export async function confirm(
  client: GithubClient,
  { owner, name }: Place,
  { id, marker, claim, output }: OwnCheck,
  by: string,
): Promise<void> {
  await client.rest.checks.update({
    owner,
    repo: name,
    check_run_id: id,
    external_id: marker,
    status: "completed",
    conclusion: claim!,
    output: {
      ...output,
      title: `confirmed by ${by}: ${output.title.replace(/^claimed by the fork[^:]*: /, "")}`,
    },
  });
}

/** @throws what Octokit throws; see failure.ts */
export async function rerun(client: GithubClient, { owner, name }: Place, run: number): Promise<void> {
  await client.rest.actions.reRunWorkflow({ owner, repo: name, run_id: run });
}

/** The workflow runs that the checks belong to. */
export function runsOf(checks: readonly OwnCheck[]): readonly number[] {
  const ids = checks.flatMap(({ detailsUrl }) => /\/actions\/runs\/(\d+)/.exec(detailsUrl)?.[1] ?? []);
  return [...new Set(ids.map(Number))];
}

/**
 * When GitHub first knew of a commit, as its check suites tell; null where it has none. What the commit says itself of its time is its
 * author's to choose.
 * @throws what Octokit throws; see failure.ts
 */
export async function knownSince(
  client: GithubClient,
  { owner, name }: Place,
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
