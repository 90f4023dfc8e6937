/** Any two commits that were measured, judged as `plumbline compare` judges their runs. */
import { compareArms } from "../../analysis/verdict/arms.ts";
import { USUAL_RULES } from "../../config/rules.ts";
import type { RunFilter, Store } from "../../io/store/store.ts";
import type { StoredRun } from "../../io/store/stored-run.ts";
import type { FullComparison } from "../../model/answers.ts";
import type { CommitPair } from "../../model/questions.ts";
import type { Report } from "../../model/report.ts";
import { stamp } from "../documents/stamp.ts";

/** Of one commit: its newest runs. */
const RUNS_MOST = 200;

/** @returns undefined where one of the two was never measured */
export async function comparison(
  store: Store,
  { base, head, ...scope }: CommitPair,
): Promise<FullComparison | undefined> {
  const before = await newestFirst(store, { ...scope, commit: base });
  const after = await newestFirst(store, { ...scope, commit: head });
  const [first, last] = [before[0], after[0]];
  if (first === undefined || last === undefined) return undefined;
  const reports: Report[] = [];
  for (const pair of pairsOf(before, after)) {
    const [one, other] = await store.loadAll([pair.base.id, pair.head.id]);
    // Removed meanwhile.
    if (one === undefined || other === undefined) continue;
    reports.push(compareArms(one, other, other.rules ?? one.rules ?? USUAL_RULES, stamp()));
  }
  return { base: first.commit, head: last.commit, reports };
}

async function newestFirst(store: Store, filter: RunFilter): Promise<readonly StoredRun[]> {
  const runs = (await store.list({ ...filter, limit: RUNS_MOST })).toReversed();
  // First digits may tell more than one commit: the newest is meant.
  return runs.filter(({ commit }) => commit === runs[0]!.commit);
}

export type RunPair = Readonly<{ base: StoredRun; head: StoredRun }>;

/**
 * A pair for each suite that both have: two arms of one measurement where there are such, else the newest of each, on the same machine
 * where they were.
 * @param before,after newest first
 */
export function pairsOf(before: readonly StoredRun[], after: readonly StoredRun[]): readonly RunPair[] {
  const suites = [...new Set(after.map(({ suite }) => suite))].sort();
  return suites.flatMap((suite) => {
    const bases = before.filter((run) => run.suite === suite);
    const heads = after.filter((run) => run.suite === suite);
    const [head] = [...heads.filter(({ arm }) => arm === "head"), ...heads];
    if (head === undefined || bases.length === 0) return [];
    const together = heads
      .filter(({ arm }) => arm === "head")
      .map((one) => ({ head: one, base: bases.find((other) => isPartner(one, other)) }))
      .find(({ base }) => base !== undefined);
    const alike = bases.find(({ fingerprint, id }) => fingerprint === head.fingerprint && id !== head.id);
    return [{ base: together?.base ?? alike ?? bases[0]!, head: together?.head ?? head }];
  });
}

function isPartner(head: StoredRun, other: StoredRun): boolean {
  return other.arm === "base" && other.measurementId === head.measurementId;
}
