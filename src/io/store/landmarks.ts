/** Landmarks of the past, which stay beyond their age: runs that the history of a branch is read by. */
import { changeEvents } from "../../analysis/history/change-points.ts";
import type { ChangeEvent } from "../../model/answers.ts";
import type { MetricId } from "../../model/metric.ts";
import { pointPosition, runsNewestFirst } from "./pages.ts";
import type { Store } from "./store.ts";
import { monthOf } from "./stored-run.ts";

export type Landmarks = Readonly<{
  /** Commits of the runs before and after a change of level, and of what was accepted: where it was, and where it landed. */
  commits: ReadonlySet<string>;
  /** Long-lived branches: the newest run of each month stays. */
  branches: ReadonlySet<string>;
}>;

export const NO_LANDMARKS: Landmarks = { commits: new Set(), branches: new Set() };

/** Months with runs from which on a branch counts as long-lived, and not as that of a pull request. */
const MONTHS = 3;
/** Metrics that gates look at by default; if the level of another one changed, one of these mostly did, too. */
const METRICS: readonly MetricId[] = ["qps", "server-cpu", "p99"];

/** @param progress gets, after each window, how many points were searched for changes of level */
export async function landmarksOf(
  store: Store,
  progress: (points: number) => void = () => undefined,
): Promise<Landmarks> {
  const acceptances = await store.acceptances({});
  const standing = acceptances.filter(({ revoked }) => revoked === null);
  const commits = new Set(
    standing.flatMap(({ commit, landed }) => [commit, ...(landed ? [landed.commit] : [])]),
  );
  const lasting = await lastingBranches(store);
  let searched = 0;
  const onSearched = (points: number) => {
    searched += points;
    progress(searched);
  };
  for (const place of lasting) {
    for (const metric of METRICS) {
      for await (const { lastBefore, firstAfter } of seriesEvents(store, { ...place, metric }, onSearched)) {
        commits.add(lastBefore.sha).add(firstAfter.sha);
      }
    }
  }
  return { commits, branches: new Set(lasting.map(({ branch }) => branch)) };
}

type BranchSeries = Readonly<{ repository?: string; suite: string; branch: string }>;

async function lastingBranches(store: Store): Promise<readonly BranchSeries[]> {
  const places = new Map<string, Readonly<{ place: BranchSeries; months: Set<string> }>>();
  for await (const run of runsNewestFirst(store)) {
    const { repository, suite, branch } = run;
    if (branch === null) continue;
    const key = JSON.stringify([repository, suite, branch]);
    const place = { suite, branch, ...(repository === null ? {} : { repository }) };
    const known = places.get(key) ?? { place, months: new Set() };
    places.set(key, known);
    known.months.add(monthOf(run));
  }
  return [...places.values()].filter(({ months }) => months.size >= MONTHS).map(({ place }) => place);
}

/** Points that are searched at a time, and the share of them that the next window sees again: a level is known by runs at both sides. */
const WINDOW = 10_000;
const OVERLAP = 0.1;

async function* seriesEvents(
  store: Store,
  series: BranchSeries & Readonly<{ metric: MetricId }>,
  searched: (points: number) => void,
): AsyncGenerator<ChangeEvent> {
  const { metric: _, ...place } = series;
  const acceptances = await store.acceptances(place);
  let points = await store.history({ ...series, limit: WINDOW });
  while (points.length > 0) {
    yield* changeEvents(points, acceptances);
    searched(points.length);
    if (points.length < WINDOW) return;
    const before = pointPosition(points[Math.floor(points.length * OVERLAP)]!);
    points = await store.history({ ...series, before, limit: WINDOW });
  }
}
