/** Questions, answered by a store. */

import { compareArms } from "../../analysis/verdict/arms.ts";
import { USUAL_RULES } from "../../config/rules.ts";
import type { RunFilter, Store } from "../../io/store/store.ts";
import { isOfRepository, type StoredRun } from "../../io/store/stored-run.ts";
import type { AcceptancePage, EnvironmentPage, FullComparison, RunPage } from "../../model/answers.ts";
import type { CommitPair, Questions } from "../../model/questions.ts";
import type { Report } from "../../model/report.ts";
import type { Run } from "../../model/run.ts";
import { stamp } from "../documents/stamp.ts";
import { events, KnownLevels } from "./changes.ts";
import { cursorOf, positionOf } from "./cursor.ts";
import { points, series } from "./history.ts";
import { type KnownChanges, ledgers } from "./ledger.ts";
import { overview } from "./overview.ts";
import { allReadable } from "./readable.ts";
import { filterOf } from "./scope.ts";
import { suites } from "./suites.ts";

export function askStore(store: Store): Questions {
  const levels = new KnownLevels();
  const environments = new Map<string, Run["environment"]>();
  const changes: KnownChanges = new Map();
  return {
    revision: () => store.revision(),
    overview: (question) => overview(store, levels, question, changes),
    suites: (question) => suites(store, question),
    series: (question) => series(store, question),
    points: (question) => points(store, question),
    runs: (question) => runPage(store, question),
    run: (id) => store.load(id),
    reports: (question) => reports(store, question),
    report: (runId) => store.reportOf(runId),
    comparison: (pair) => comparison(store, pair),
    events: (question) => events(store, levels, question),
    ledgers: (question) => ledgers(store, question, changes),
    acceptances: (question) => acceptances(store, question),
    environments: (question) => environmentsOf(store, question, environments),
  };
}

async function runPage(store: Store, question: Parameters<Questions["runs"]>[0]): Promise<RunPage> {
  const { commit, limit, after, ...scope } = question;
  const found = await store.list({
    ...(await filterOf(store, scope)),
    ...(commit === undefined ? {} : { commit }),
    limit,
    ...(after === undefined ? {} : { before: positionOf(after) }),
  });
  return {
    runs: found.toReversed(),
    next: found.length < limit ? null : cursorOf(found[0]!),
  };
}

/** First digits of a commit name the newest one that begins with them. */
async function reports(
  store: Store,
  { commit, ...place }: Parameters<Questions["reports"]>[0],
): Promise<readonly Report[]> {
  const [run] = await store.list({ ...place, commit, limit: 1 });
  const found = await store.reports(run?.commit ?? commit);
  return found.filter(({ origin }) => isOfRepository(origin, place.repository));
}

async function acceptances(
  store: Store,
  question: Parameters<Questions["acceptances"]>[0],
): Promise<AcceptancePage> {
  const { limit, after, ...query } = question;
  const newestFirst = (await store.acceptances(query)).toReversed();
  // People accept by hand: there are few, and the store answers all of them.
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  const page = newestFirst.slice(start, start + limit);
  const isLast = start + limit >= newestFirst.length;
  return { acceptances: page, next: isLast ? null : page.at(-1)!.id };
}

/** @param known by fingerprint: what an environment is does not change */
async function environmentsOf(
  store: Store,
  question: Parameters<Questions["environments"]>[0],
  known: Map<string, Run["environment"]>,
): Promise<EnvironmentPage> {
  const found = await store.fingerprints(question);
  const ids = found.filter(({ fingerprint }) => !known.has(fingerprint)).map(({ newest }) => newest);
  for (const run of await allReadable(ids, (some) => store.loadAll(some))) {
    known.set(run.fingerprint, run.environment);
  }
  const environments = found.flatMap(({ fingerprint, runs, first, last }) => {
    const environment = known.get(fingerprint);
    return environment === undefined ? [] : [{ fingerprint, runs, first, last, environment }];
  });
  return { environments };
}

/** Newest runs of one commit that are looked at. */
const RUNS_MOST = 200;

/** @returns undefined if one of the two was never measured */
export async function comparison(
  store: Store,
  { base, head, ...scope }: CommitPair,
): Promise<FullComparison | undefined> {
  const before = await newestRunsFirst(store, { ...scope, commit: base });
  const after = await newestRunsFirst(store, { ...scope, commit: head });
  const [first, last] = [before[0], after[0]];
  if (first === undefined || last === undefined) return undefined;
  const reports: Report[] = [];
  for (const pair of runPairs(before, after)) {
    const [one, other] = await store.loadAll([pair.base.id, pair.head.id]);
    // Removed meanwhile.
    if (one === undefined || other === undefined) continue;
    reports.push(compareArms(one, other, other.rules ?? one.rules ?? USUAL_RULES, stamp()));
  }
  return { base: first.commit, head: last.commit, reports };
}

async function newestRunsFirst(store: Store, filter: RunFilter): Promise<readonly StoredRun[]> {
  const runs = (await store.list({ ...filter, limit: RUNS_MOST })).toReversed();
  // First digits may fit more than one commit: the newest is meant.
  return runs.filter(({ commit }) => commit === runs[0]!.commit);
}

type RunPair = Readonly<{ base: StoredRun; head: StoredRun }>;

/**
 * A pair for each suite that both have: two arms of one measurement where there are such, else the newest of each, on the same machine
 * where they were.
 * @param before,after newest first
 */
export function runPairs(before: readonly StoredRun[], after: readonly StoredRun[]): readonly RunPair[] {
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
