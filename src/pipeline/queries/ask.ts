/** Questions, answered by a store. */

import type { Store } from "../../io/store/store.ts";
import { isOfRepository } from "../../io/store/stored-run.ts";
import type { AcceptancePage, EnvironmentPage, RunPage } from "../../model/answers.ts";
import type { Questions } from "../../model/questions.ts";
import type { Report } from "../../model/report.ts";
import type { Run } from "../../model/run.ts";
import { comparison } from "./comparison.ts";
import { cursorOf, positionOf } from "./cursor.ts";
import { events, points, series } from "./history.ts";
import { Levels } from "./levels.ts";
import { overview, suites } from "./overview.ts";
import { allReadable } from "./readable.ts";
import { filterOf } from "./scope.ts";

export function askStore(store: Store): Questions {
  const levels = new Levels();
  const environments = new Map<string, Run["environment"]>();
  return {
    revision: () => store.revision(),
    overview: (question) => overview(store, levels, question),
    suites: (question) => suites(store, question),
    series: (question) => series(store, question),
    points: (question) => points(store, question),
    runs: (question) => runs(store, question),
    run: (id) => store.load(id),
    reports: (question) => reports(store, question),
    report: (runId) => store.reportOf(runId),
    comparison: (pair) => comparison(store, pair),
    events: (question) => events(store, levels, question),
    acceptances: (question) => acceptances(store, question),
    environments: (question) => environmentsOf(store, question, environments),
  };
}

async function runs(store: Store, question: Parameters<Questions["runs"]>[0]): Promise<RunPage> {
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

/** A commit by its first digits is the newest one that they tell. */
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
