/** Alerts after a run of the main branch: people hear of a change of its level, and that it went away. */

import { narrowed } from "../../analysis/history/alerts.ts";
import { withOneCause } from "../../analysis/ledger/one-cause.ts";
import { ledgerAlerts } from "../../analysis/ledger/sums.ts";
import type { Choices } from "../../config/fields.ts";
import { type AlertOutcome, syncAlerts } from "../../io/github/alert-issues.ts";
import type { GithubClient } from "../../io/github/client.ts";
import { putCommitComment } from "../../io/github/commit-comment.ts";
import type { GithubContext } from "../../io/github/context.ts";
import { explainFailure } from "../../io/github/failure.ts";
import type { Store } from "../../io/store/store.ts";
import type { LevelShift } from "../../model/answers.ts";
import type { Report } from "../../model/report.ts";
import { ofRepository } from "../../pipeline/queries/baseline.ts";
import { KnownLevels } from "../../pipeline/queries/changes.ts";
import { ledgerOf } from "../../pipeline/queries/ledger.ts";
import { type AlertText, renderAlert, renderLedgerAlert } from "../../report/markdown/alert.ts";

export type AlertMode = Choices["alerts"];

/** Newest runs of the branch whose order is known to the issues. */
const RUNS_MOST = 1_000;

type AlertRequest = Readonly<{
  branch: string;
  mode: AlertMode;
  repositoryUrl: string;
  /** Address of the history's pages; null if there are none. */
  siteUrl: string | null;
  labels: readonly string[];
  assignees: readonly string[];
}>;

/**
 * @param report of a run on the branch, which names the gates that are looked at
 * @throws PlumblineError of kind "github" or "store"
 */
export async function alertMain(
  client: GithubClient,
  store: Store,
  { repository }: GithubContext,
  report: Report,
  { branch, mode, repositoryUrl, siteUrl, labels, assignees }: AlertRequest,
): Promise<readonly AlertOutcome[]> {
  if (mode === "never") return [];
  const { suite, origin } = report;
  const { events } = await new KnownLevels().of(store, { repository: origin.repository, suite, branch });
  const open = events
    .flatMap((event) => narrowed(event, isGateOf(report)) ?? [])
    .filter((event) => event.open);
  const runs = await store.list({ ...ofRepository(origin), suite, branch, limit: RUNS_MOST });
  const commits = [...new Set(runs.map(({ commit }) => commit))];
  const { chain, acceptances } = await ledgerOf(store, { repository: origin.repository, suite, branch });
  const beyond = ledgerAlerts(chain, acceptances).filter((alert) => alert.open);
  const alerts = withOneCause(open, beyond, commits).map(({ event, sums }) => {
    // The same issue, whichever of the two was seen first.
    const known = [event?.firstAfter.sha ?? [], sums?.carrier.sha ?? []].flat();
    const text =
      event === null
        ? renderLedgerAlert({ suite, branch }, sums, repositoryUrl, siteUrl)
        : renderAlert(event, repositoryUrl, siteUrl, sums);
    return { ...text, sha: known[0]!, also: known.slice(1) };
  });
  const place = { owner: repository.owner, repo: repository.name };
  try {
    const outcomes = await syncAlerts(client, { ...place, suite, labels, assignees, commits }, alerts);
    const opened = new Set(outcomes.filter(({ kind }) => kind === "opened").map(({ sha }) => sha));
    if (mode === "issue-and-commit") {
      const news = alerts.filter(({ sha }) => opened.has(sha));
      for (const alert of news) await commentOn(client, place, suite, alert);
    }
    return outcomes;
  } catch (error) {
    throw explainFailure(error, "reporting a change on the main branch", "issues: write");
  }
}

async function commentOn(
  client: GithubClient,
  place: Readonly<{ owner: string; repo: string }>,
  suite: string,
  { sha, body }: AlertText & Readonly<{ sha: string }>,
): Promise<void> {
  const marker = `<!-- plumbline-alert:${Buffer.from(suite, "utf8").toString("hex")} -->`;
  await putCommitComment(client, { ...place, sha, marker, body });
}

/** Workloads that are measured no more, and metrics that gate nothing, are no reason for an alert. */
function isGateOf({ workloads }: Report) {
  const gates = workloads.flatMap(({ changes }) => changes.filter(({ role }) => role === "gate"));
  return (shift: LevelShift) =>
    gates.some(({ workload, metric }) => workload === shift.workload && metric === shift.metric);
}
