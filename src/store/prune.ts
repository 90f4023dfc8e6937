/** Which runs a store need not keep. */
import type { Store } from "./store.ts";
import { oldestFirst, type StoredRun } from "./stored-run.ts";

/** A run that either rule keeps stays. */
export type PruneRule = Readonly<{
  /** Runs measured within so many days. */
  keepDays?: number;
  /** The newest so many runs of each suite, branch, mode, arm and fingerprint: those that a baseline could use. */
  keep?: number;
}>;

/** Ids of the runs that no rule keeps. Without any rule everything stays. */
export function prunable(runs: readonly StoredRun[], rule: PruneRule, now: Date): readonly string[] {
  const { keepDays, keep } = rule;
  if (keepDays === undefined && keep === undefined) return [];
  const oldest = keepDays === undefined ? undefined : now.getTime() - keepDays * 86_400_000;
  const seen = new Map<string, number>();
  return [...runs]
    .sort((a, b) => oldestFirst(b, a))
    .filter((run) => {
      const series = JSON.stringify([run.suite, run.branch, run.mode, run.arm, run.fingerprint]);
      const newer = seen.get(series) ?? 0;
      seen.set(series, newer + 1);
      const recent = oldest !== undefined && Date.parse(run.measuredAt) >= oldest;
      return !recent && !(keep !== undefined && newer < keep);
    })
    .map(({ id }) => id);
}

/** Removes what no rule keeps and answers how many runs that were. */
export async function prune(store: Store, rule: PruneRule, now: Date): Promise<number> {
  return await store.remove(prunable(await store.list(), rule, now));
}
