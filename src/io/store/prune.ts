/** Removes the runs that a store need not keep. */
import { type Landmarks, landmarksOf, NO_LANDMARKS } from "./landmarks.ts";
import { runsNewestFirst } from "./pages.ts";
import { resumable } from "./resumable.ts";
import type { Store } from "./store.ts";
import { monthOf, type StoredRun } from "./stored-run.ts";

/** A run that any rule keeps stays. */
export type PruneRule = Readonly<{
  /** Runs measured within so many days. */
  keepDays?: number;
  /** The newest so many runs of each repository, suite, branch, mode, arm and fingerprint: those that a baseline could use. */
  keep?: number;
  /** Repository of the runs that may go: those not known to be of it are neither removed nor counted. */
  repository?: string;
  /** True if what marks the history goes, too. */
  landmarks?: boolean;
}>;

/** Points that were searched for landmarks, which comes first, then runs that were looked at, and removed. */
export type Pruned = Readonly<{ searched: number; looked: number; removed: number }>;
type PruneProgress = (done: Pruned) => void;

/** Runs that are removed in one transaction; an interruption leaves whole portions. */
const PORTION = 500;

/**
 * Removes what no rule keeps and answers how many runs that were. No more than a page of the store is in memory.
 * @param progress is called after each portion
 */
export async function prune(
  store: Store,
  rule: PruneRule,
  now: Date,
  progress: PruneProgress = () => undefined,
): Promise<number> {
  let [searched, looked, removed] = [0, 0, 0];
  const tell = () => progress({ searched, looked, removed });
  const search = (points: number) => {
    searched = points;
    tell();
  };
  const landmarks = rule.landmarks === false ? NO_LANDMARKS : await landmarksOf(store, search);
  const keeps = keeper(rule, now, landmarks);
  const { repository } = rule;
  const only = repository === undefined ? {} : { repository };
  let portion: string[] = [];
  const removePortion = async () => {
    removed += await store.remove(portion);
    portion = [];
  };
  const work = async () => {
    for await (const run of runsNewestFirst(store, only)) {
      if (repository !== undefined && run.repository !== repository) continue;
      looked++;
      if (!keeps(run)) portion.push(run.id);
      if (portion.length < PORTION) continue;
      await removePortion();
      tell();
    }
    if (portion.length > 0) await removePortion();
    return removed;
  };
  return await resumable(work, () => (removed === 0 ? null : `${removed} runs are removed`));
}

/**
 * Returns the test of whether a run stays; without any rule all do.
 * It must be asked of every run, newest first, for it counts what it has seen of each series.
 */
export function keeper(
  { keepDays, keep }: PruneRule,
  now: Date,
  { commits, branches }: Landmarks,
): (run: StoredRun) => boolean {
  if (keepDays === undefined && keep === undefined) return () => true;
  const oldest = keepDays === undefined ? undefined : now.getTime() - keepDays * 86_400_000;
  const seen = new Map<string, Readonly<{ runs: number; month: string }>>();
  return (run) => {
    const series = JSON.stringify([
      run.repository,
      run.suite,
      run.branch,
      run.mode,
      run.arm,
      run.fingerprint,
    ]);
    const newer = seen.get(series) ?? { runs: 0, month: "" };
    const month = monthOf(run);
    seen.set(series, { runs: newer.runs + 1, month });
    if (oldest !== undefined && Date.parse(run.measuredAt) >= oldest) return true;
    if (keep !== undefined && newer.runs < keep) return true;
    if (commits.has(run.commit)) return true;
    return run.branch !== null && branches.has(run.branch) && month !== newer.month;
  };
}
