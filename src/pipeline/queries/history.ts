/** The history of a metric, and where its level changed: what `plumbline history` prints and the API answers. */
import { alertsOf } from "../../analysis/history/alerts.ts";
import { changeEvents } from "../../analysis/history/change-points.ts";
import { seriesOf } from "../../analysis/history/series.ts";
import { USUAL_RULES } from "../../config/rules.ts";
import { pointPosition } from "../../io/store/pages.ts";
import type { AcceptanceQuery, HistoryQuery, Store } from "../../io/store/store.ts";
import type { ChangeEvent, EventAnswer, EventPage, Series } from "../../model/answers.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import { METRIC_IDS } from "../../model/metric.ts";
import type { EventQuestion, PointQuestion, SeriesQuestion } from "../../model/questions.ts";
import type { Rules } from "../../model/rules.ts";
import { cursorOf, positionOf } from "./cursor.ts";
import type { KnownLevels } from "./levels.ts";
import { firstReadable } from "./readable.ts";
import { filterOf } from "./scope.ts";

/** A level is known by more runs than are shown. */
const SEARCHED = 1_000;

export async function series(store: Store, question: SeriesQuestion): Promise<Series> {
  const { suite, workload, metric, limit, after } = question;
  const found = await store.history({
    ...(await filterOf(store, question)),
    workload,
    metric,
    limit,
    ...(after === undefined ? {} : { before: positionOf(after) }),
  });
  const next = found.length < limit ? null : cursorOf(pointPosition(found[0]!));
  return seriesOf({ suite, workload, metric }, found, next);
}

export async function points(store: Store, question: PointQuestion): Promise<readonly HistoryPoint[]> {
  const { commit, workload, metric, limit, ...scope } = question;
  return await store.history({
    ...(await filterOf(store, scope)),
    ...(commit === undefined ? {} : { commit }),
    ...(workload === undefined ? {} : { workload }),
    ...(metric === undefined ? {} : { metric }),
    limit,
  });
}

/** Changes of level in the series that a query is about, also before the time that it asks for: oldest first. */
export async function changesAround(store: Store, query: HistoryQuery): Promise<readonly ChangeEvent[]> {
  const { since: _, until: __, ...wider } = query;
  const found = await store.history({ ...wider, limit: Math.max(query.limit, SEARCHED) });
  return changeEvents(found, await store.acceptances(about(query)));
}

function about({
  repository,
  suite,
  branch,
}: Pick<HistoryQuery, "repository" | "suite" | "branch">): AcceptanceQuery {
  return {
    ...(repository === undefined ? {} : { repository }),
    ...(suite === undefined ? {} : { suite }),
    ...(branch === undefined ? {} : { branch }),
  };
}

/** Changes of level, the newest first, among the newest points that are asked for. */
export async function events(store: Store, levels: KnownLevels, question: EventQuestion): Promise<EventPage> {
  const { workload, metric, from = "", to = "~", limit, ...scope } = question;
  const filter = await filterOf(store, scope);
  const found = await store.history({
    ...filter,
    ...(workload === undefined ? {} : { workload }),
    ...(metric === undefined ? { limit: SEARCHED * METRIC_IDS.length } : { metric, limit: SEARCHED }),
  });
  const all = levels.events(found, await store.acceptances(about(filter)));
  const asked = all.filter(({ firstAfter: { time } }) => time === null || (from <= time && time < to));
  return { events: (await withOpen(store, all, asked.slice(-limit))).toReversed() };
}

/** @param all those that say where the levels are now */
export async function withOpen(
  store: Store,
  all: readonly ChangeEvent[],
  some: readonly ChangeEvent[],
): Promise<readonly EventAnswer[]> {
  const open = new Set<ChangeEvent>();
  const places = new Map(all.map((event) => [keyOf(event), event]));
  for (const [key, place] of places) {
    const own = all.filter((event) => keyOf(event) === key);
    for (const event of alertsOf(own, await judgedBy(store, place))) open.add(event);
  }
  return some.map((event) => ({ ...event, open: open.has(event) }));
}

/** Key of what is judged by one set of rules, and has one present level. */
function keyOf({ repository, suite, branch }: ChangeEvent): string {
  return JSON.stringify([repository, suite, branch]);
}

/** Newest runs that may be unreadable before the usual rules hold. */
const TRIED = 5;

/** Rules that a suite was last judged by; the usual ones if no run has any. */
export async function judgedBy(
  store: Pick<Store, "list" | "load">,
  { repository, suite }: Readonly<{ repository: string | null; suite: string }>,
): Promise<Rules> {
  const place = repository === null ? { suite } : { repository, suite };
  const newest = await store.list({ ...place, arm: "head", limit: TRIED });
  const ids = newest.toReversed().map(({ id }) => id);
  const run = await firstReadable(ids, (id) => store.load(id));
  return run?.rules ?? USUAL_RULES;
}
