/** Suites of a store, and what there is in them. */
import type { Store, StoredSuite } from "../../io/store/store.ts";
import { compareText, isOfRepository, type StoredRun } from "../../io/store/stored-run.ts";
import type { SuiteList } from "../../model/answers.ts";
import { usualOrder } from "../../model/metric.ts";

/** Runs of a suite that say what it has. */
export const NEWEST = 200;
/** Points that say which workloads and metrics it has. */
const POINTS_MOST = 2_000;

export type SuitesAsked = Readonly<{ repository?: string; suite?: string }>;

export async function suites(store: Store, narrowed: SuitesAsked): Promise<SuiteList> {
  const found: SuiteList["suites"][number][] = [];
  for (const each of await knownSuites(store, narrowed)) {
    const runs = await store.list({ ...suiteQuery(each), limit: NEWEST });
    const newest = await store.history({ ...suiteQuery(each), limit: POINTS_MOST });
    found.push({
      ...each,
      branches: branchesOf(runs),
      workloads: [...new Set(newest.map(({ workload }) => workload))].sort(compareText),
      metrics: [...usualOrder(newest.map(({ metric }) => metric))],
      fingerprints: [...new Set(runs.toReversed().map(({ fingerprint }) => fingerprint))],
    });
  }
  return { suites: found };
}

export async function knownSuites(
  store: Store,
  { repository, suite }: SuitesAsked,
): Promise<readonly StoredSuite[]> {
  return (await store.suites()).filter(
    (each) => isOfRepository(each, repository) && (suite === undefined || each.suite === suite),
  );
}

/** A suite of one repository. Where none is known, that of any is the same: few stores have both. */
export function suiteQuery({
  repository,
  suite,
}: Pick<StoredSuite, "repository" | "suite">): Readonly<{ repository?: string; suite: string }> {
  return repository === null ? { suite } : { repository, suite };
}

/** A point of a sweep (config/sweep.ts): one load at one of many settings is no workload that is followed. */
export function isSweepPoint(suite: string, workload: string): boolean {
  return suite.endsWith(" sweep") && /\S [\w-]+=/.test(workload);
}

/** Most measured first: both arms of a pull request's measurement count, so that the branch which it is for comes before it. */
export function branchesOf(runs: readonly StoredRun[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { branch } of runs) if (branch !== null) counts.set(branch, (counts.get(branch) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || compareText(a, b)).map(([branch]) => branch);
}
