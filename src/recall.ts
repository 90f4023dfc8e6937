/** What the store knows beside the measurement, and a report should show: who accepted what, and what the base branch did lately. */
import { withAcceptances } from "./compare/accept.ts";
import type { HistoryPoint } from "./model/history-point.ts";
import type { Change, Report, Trend } from "./model/report.ts";
import type { Run } from "./model/run.ts";
import { geometricMean } from "./stats/summary.ts";
import type { Store } from "./store/store.ts";

const TRENDS_MOST = 8;
const COMMITS_MOST = 20;
/** Of a commit that pull requests branch from there may be many measurements. */
const POINTS_MOST = 200;

/**
 * @param branch whose history is shown
 * @throws PlumblineError of kind "store"
 */
export async function recall(report: Report, head: Run, branch: string, store: Store): Promise<Report> {
  const { repository, pullRequest } = report.origin;
  const known =
    repository === null || pullRequest === null
      ? report
      : withAcceptances(report, await store.acceptances({ repository, pullRequest }));
  const history = await trendsOf(known, head, branch, store);
  return history.length === 0 ? known : { ...known, history };
}

async function trendsOf(report: Report, head: Run, branch: string, store: Store): Promise<readonly Trend[]> {
  const trends: Trend[] = [];
  for (const { workload, metric } of changedGates(report).slice(0, TRENDS_MOST)) {
    const points = await store.history({
      suite: head.suite,
      workload,
      metric,
      branch,
      fingerprint: head.fingerprint,
      limit: POINTS_MOST,
    });
    const others = points.filter(({ runId }) => runId !== head.id.toLowerCase());
    if (others.length > 0)
      trends.push({ workload, metric, branch, points: byCommit(others).slice(-COMMITS_MOST) });
  }
  return trends;
}

function changedGates({ workloads }: Report): readonly Change[] {
  const gates = workloads.flatMap(({ changes }) => changes.filter(({ role }) => role === "gate"));
  return gates.filter(({ verdict: { kind } }) => kind === "regressed" || kind === "improved");
}

/** One value a commit, in the points' order: the geometric mean of its measurements. */
export function byCommit(points: readonly HistoryPoint[]): Trend["points"] {
  const values = new Map<string, number[]>();
  for (const { commit, value } of points) values.set(commit, [...(values.get(commit) ?? []), value]);
  return [...values].map(([commit, all]) => ({ commit, value: all.includes(0) ? 0 : geometricMean(all) }));
}
