/** Alerts after a run of the main branch: people hear of a change of its level, and that it went away. */

import { alertsOf } from "../../analysis/history/alerts.ts";
import { changeEvents, orderedAt } from "../../analysis/history/change-points.ts";
import type { Choices } from "../../config/fields.ts";
import { type AlertOutcome, syncAlerts } from "../../io/github/alert-issues.ts";
import type { GithubClient } from "../../io/github/client.ts";
import { putCommitComment } from "../../io/github/commit-comment.ts";
import type { GithubContext } from "../../io/github/context.ts";
import { explainFailure } from "../../io/github/failure.ts";
import type { Store } from "../../io/store/store.ts";
import type { ChangeEvent } from "../../model/answers.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import type { Report } from "../../model/report.ts";
import type { Rules } from "../../model/rules.ts";
import { ofRepository } from "../../pipeline/queries/baseline.ts";
import { type AlertText, renderAlert } from "../../report/markdown/alert.ts";

export type AlertMode = Choices["alerts"];

/** Newest measurements of the branch that are read for each workload and metric. */
const POINTS_MOST = 300;

type AlertRequest = Readonly<{
  branch: string;
  rules: Rules;
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
  { branch, rules, mode, repositoryUrl, siteUrl, labels, assignees }: AlertRequest,
): Promise<readonly AlertOutcome[]> {
  if (mode === "never") return [];
  const { suite } = report;
  const points = await gatePoints(store, report, branch);
  const events = alertsOf(
    changeEvents(points, await store.acceptances({ ...ofRepository(report.origin), suite, branch })),
    rules,
  );
  const alerts = events.map((event) => ({
    event,
    ...renderAlert(event, repositoryUrl, siteUrl),
    sha: event.firstAfter.sha,
  }));
  const place = { owner: repository.owner, repo: repository.name };
  try {
    const outcomes = await syncAlerts(
      client,
      { ...place, suite, labels, assignees, commits: commitsOf(points) },
      alerts,
    );
    const opened = new Set(outcomes.filter(({ kind }) => kind === "opened").map(({ sha }) => sha));
    if (mode === "issue-and-commit") {
      for (const alert of alerts.filter(({ sha }) => opened.has(sha))) await commentOn(client, place, alert);
    }
    return outcomes;
  } catch (error) {
    throw explainFailure(error, "reporting a change on the main branch", "issues: write");
  }
}

async function commentOn(
  client: GithubClient,
  place: Readonly<{ owner: string; repo: string }>,
  { event, sha, body }: AlertText & Readonly<{ event: ChangeEvent; sha: string }>,
): Promise<void> {
  const marker = `<!-- plumbline-alert:${Buffer.from(event.suite, "utf8").toString("hex")} -->`;
  await putCommitComment(client, { ...place, sha, marker, body });
}

/** Points of the gates of a report, the oldest first. */
async function gatePoints(store: Store, report: Report, branch: string): Promise<readonly HistoryPoint[]> {
  const of = ofRepository(report.origin);
  const points: HistoryPoint[] = [];
  for (const { workload, metric, role } of report.workloads.flatMap(({ changes }) => changes)) {
    if (role !== "gate") continue;
    points.push(
      ...(await store.history({ ...of, suite: report.suite, workload, metric, branch, limit: POINTS_MOST })),
    );
  }
  return points.sort((a, b) => orderedAt(a) - orderedAt(b));
}

function commitsOf(points: readonly HistoryPoint[]): readonly string[] {
  return [...new Set(points.map(({ commit }) => commit))];
}
