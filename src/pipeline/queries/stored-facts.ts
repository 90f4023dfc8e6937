/** Facts that the store adds to a report besides the measurement: who accepted what, and what the base branch did lately. */

import { withAcceptances } from "../../analysis/history/acceptances.ts";
import { fingerprintsOf } from "../../analysis/verdict/fingerprint.ts";
import type { Store } from "../../io/store/store.ts";
import type { Acceptance } from "../../model/acceptance.ts";
import { groupBy } from "../../model/by-key.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import type { Progress } from "../../model/progress.ts";
import type { Change, Report, Trend, VerdictKind } from "../../model/report.ts";
import type { Run } from "../../model/run.ts";
import { geometricMean } from "../../stats/summary.ts";
import { ofRepository } from "./baseline.ts";
import { carriedBeyond } from "./ledger.ts";

const TRENDS_MOST = 8;
const COMMITS_MOST = 20;
/** A commit that pull requests branch from may have many measurements. */
const POINTS_MOST = 200;

type About = Readonly<{ branch: string; merging: readonly Readonly<{ number: number; head: string }>[] }>;

/**
 * Adds what the store knows. The measurement is worth more: a store that fails now is noted, and the report goes without.
 * @param about `branch`: whose history is shown; `merging`: pull requests that head merges, where it is not one's own head
 */
export async function withStoredFacts(
  report: Report,
  head: Run,
  about: About,
  store: Store,
  progress: Pick<Progress, "note">,
): Promise<Report> {
  try {
    return await storedFactsOf(report, head, about, store);
  } catch (error) {
    if (!(error instanceof PlumblineError) || error.kind === "interrupted") throw error;
    progress.note(`the report lacks the branch's history and acceptances: ${error.message}`);
    return report;
  }
}

async function storedFactsOf(
  report: Report,
  head: Run,
  { branch, merging }: About,
  store: Store,
): Promise<Report> {
  const { repository, pullRequest } = report.origin;
  const own = pullRequest === null ? [] : [{ number: pullRequest, head: report.head.commit.sha }];
  const known = await accepted(report, repository, [...own, ...merging], store);
  const history = await trendsOf(known, head, branch, store);
  const sums = await carriedBeyond(store, known, branch);
  return {
    ...known,
    ...(history.length === 0 ? {} : { history }),
    ...(sums.length === 0 ? {} : { carried: { branch, sums } }),
  };
}

async function accepted(
  report: Report,
  repository: string | null,
  pullRequests: About["merging"],
  store: Store,
): Promise<Report> {
  if (repository === null || pullRequests.length === 0) return report;
  const heads = new Map(pullRequests.map(({ number, head }) => [number, head]));
  const acceptances: Acceptance[] = [];
  for (const pullRequest of heads.keys()) {
    acceptances.push(...(await store.acceptances({ repository, pullRequest })));
  }
  return withAcceptances(report, acceptances, ({ pullRequest }) => heads.get(pullRequest)!);
}

async function trendsOf(report: Report, head: Run, branch: string, store: Store): Promise<readonly Trend[]> {
  const trends: Trend[] = [];
  for (const { workload, metric } of changedGates(report).slice(0, TRENDS_MOST)) {
    const place = { ...ofRepository(head.origin), suite: head.suite, workload, metric, branch };
    const points: HistoryPoint[] = [];
    // Runs that do not name their config file are older.
    for (const fingerprint of fingerprintsOf(head).toReversed())
      points.push(...(await store.history({ ...place, fingerprint, limit: POINTS_MOST })));
    const others = points.filter(({ runId }) => runId !== head.id.toLowerCase());
    if (others.length > 0)
      trends.push({ workload, metric, branch, points: byCommit(others).slice(-COMMITS_MOST) });
  }
  return trends;
}

function changedGates({ workloads }: Report): readonly Change[] {
  const gates = workloads.flatMap(({ changes }) => changes.filter(({ role }) => role === "gate"));
  const changed: readonly VerdictKind[] = ["regressed", "trade", "improved"];
  return gates.filter(({ verdict: { kind } }) => changed.includes(kind));
}

/** One value a commit, in the points' order: the geometric mean of its measurements. */
function byCommit(points: readonly HistoryPoint[]): Trend["points"] {
  return [...groupBy(points, ({ commit }) => commit)].map(([commit, own]) => {
    const values = own.map(({ value }) => value);
    return { commit, value: values.includes(0) ? 0 : geometricMean(values) };
  });
}
