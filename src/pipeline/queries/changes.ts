/**
 * Changes of level: one computation for the pages, the API, the command line and the alerts. It searches all series of a branch together
 * and selects afterwards, so that every output shows a change at the same commit.
 */
import { createHash } from "node:crypto";
import { narrowed, withOpen } from "../../analysis/history/alerts.ts";
import { changeEvents, SEARCH } from "../../analysis/history/change-points.ts";
import { USUAL_RULES } from "../../config/rules.ts";
import type { HistoryQuery, Store } from "../../io/store/store.ts";
import { isOfRepository } from "../../io/store/stored-run.ts";
import type { Acceptance } from "../../model/acceptance.ts";
import type { AnsweredShift, ChangeEvent, EventAnswer, EventPage } from "../../model/answers.ts";
import { groupBy } from "../../model/by-key.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import type { EventQuestion } from "../../model/questions.ts";
import type { Rules } from "../../model/rules.ts";
import { firstReadable } from "./readable.ts";
import { filterOf } from "./scope.ts";
import { branchesOf, isSweepPoint, knownSuites, NEWEST, type SuitesAsked, suiteQuery } from "./suites.ts";

/** Most points of a branch to search, the newest of all series: five hundred runs of twenty workloads. */
const POINTS_MOST = 100_000;
/** Newest runs of a suite in which branches are looked for. */
const RUNS_MOST = 2_000;
/** Fewest runs of a series that can show a change. */
const RUNS_FEWEST = 2 * SEARCH.minimum;
/** Number of newest values in a small picture of a series. */
const SPARK = 40;

/** A suite on a branch of a repository; null: runs of which none is known. */
export type SuiteBranch = Readonly<{ repository: string | null; suite: string; branch: string | null }>;

/** Newest point of one workload's metric, and the newest values of the runs that are like it, oldest first. */
export type NewestPoint = Readonly<{ point: HistoryPoint; spark: readonly number[] }>;

export type BranchLevels = Readonly<{
  /** Rules by which the suite was last judged, which decide what is open. */
  rules: Rules;
  /** Oldest first. */
  events: readonly EventAnswer[];
  newest: readonly NewestPoint[];
}>;

/** Answers that hold until something is written: reading the points takes longer than all else, and the search far longer than that. */
export class KnownLevels {
  readonly #searched = new Recent<readonly ChangeEvent[]>(REMEMBERED);
  readonly #answers = new Recent<Promise<unknown>>(REMEMBERED);

  /** Levels of a branch as they are now. */
  async of(store: Store, place: SuiteBranch): Promise<BranchLevels> {
    return await this.once(store, ["levels", place], () => this.#read(store, place));
  }

  /** Answers that are computed once for each revision of the store. @param what name of the answer, with everything that it depends on */
  async once<T>(
    store: Pick<Store, "revision">,
    what: readonly unknown[],
    make: () => Promise<T>,
  ): Promise<T> {
    const revision = await store.revision();
    if (revision === null) return await make();
    const key = JSON.stringify([revision, ...what]);
    const answer = this.#answers.get(key, make);
    // A failed answer is not kept: the next attempt may succeed.
    answer.catch(() => this.#answers.forget(key));
    return (await answer) as T;
  }

  async #read(store: Store, place: SuiteBranch): Promise<BranchLevels> {
    const { repository, suite, branch } = place;
    const query = { suite, ...knownFields({ repository, branch }) };
    const found = await store.history({ ...query, limit: POINTS_MOST });
    const points = found.filter((point) => point.repository === repository && point.branch === branch);
    const rules = await judgedBy(store, place);
    const events = this.events(points, await store.acceptances(query));
    return { rules, events: withOpen(events, rules), newest: newestPerSeries(points) };
  }

  /** Changes as changeEvents finds them, oldest first. */
  events(points: readonly HistoryPoint[], acceptances: readonly Acceptance[]): readonly ChangeEvent[] {
    return this.#searched.get(levelsKey(points, acceptances), () => changeEvents(points, acceptances));
  }
}

/** Most histories and answers to remember. */
const REMEMBERED = 200;

/** The values that were asked for last, by key. */
class Recent<T> {
  readonly #most: number;
  readonly #known = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string, make: () => T): T {
    const value = this.#known.get(key) ?? make();
    this.#known.delete(key);
    this.#known.set(key, value);
    if (this.#known.size > this.#most) this.#known.delete(this.#known.keys().next().value!);
    return value;
  }

  forget(key: string): void {
    this.#known.delete(key);
  }
}

function levelsKey(points: readonly HistoryPoint[], acceptances: readonly Acceptance[]): string {
  const digest = createHash("sha256").update(JSON.stringify(acceptances));
  // In one text: a call for each point would cost more than the digest.
  digest.update(
    points.map(({ runId, workload, metric, value }) => `${runId} ${workload} ${metric} ${value}`).join("\n"),
  );
  return digest.digest("base64");
}

function knownFields<T extends string>(
  place: Readonly<Record<T, string | null>>,
): Partial<Record<T, string>> {
  return Object.fromEntries(Object.entries(place).filter(([, name]) => name !== null)) as Partial<
    Record<T, string>
  >;
}

function newestPerSeries(points: readonly HistoryPoint[]): readonly NewestPoint[] {
  const series = groupBy(points, ({ metric, workload }) => `${metric} ${workload}`);
  return [...series.values()].map((own) => {
    // Runs of head come first: measurements of this branch as the base of a pull request come at any time.
    const point = own.findLast(({ arm }) => arm === "head") ?? own.at(-1)!;
    const alike = own.filter(
      ({ fingerprint, arm }) => fingerprint === point.fingerprint && arm === point.arm,
    );
    return { point, spark: alike.slice(-SPARK).map(({ value }) => value) };
  });
}

/** Number of newest runs to try before the usual rules are taken. */
const TRIED = 5;

/** Rules that a branch was last judged by; the usual ones if no run has any. */
async function judgedBy(
  store: Pick<Store, "list" | "load">,
  { suite, ...place }: SuiteBranch,
): Promise<Rules> {
  const newest = await store.list({ suite, ...knownFields(place), arm: "head", limit: TRIED });
  const ids = newest.toReversed().map(({ id }) => id);
  const run = await firstReadable(ids, (id) => store.load(id));
  return run?.rules ?? USUAL_RULES;
}

/** Changes of level, the newest first. */
export async function events(
  store: Store,
  levels: KnownLevels,
  { limit, ...question }: EventQuestion,
): Promise<EventPage> {
  const { workload, metric, arm, fingerprint, main, from = "", to = "~", ...scope } = question;
  const { orderedFrom = "", orderedTo = "~" } = await filterOf(store, scope);
  const all = await branchEvents(
    store,
    levels,
    main ? await mainPlaces(store, scope) : await suiteBranches(store, scope),
  );
  const isFollowed = ({ suite, shifts }: EventAnswer) =>
    !main || shifts.some((shift) => !isSweepPoint(suite, shift.workload));
  const wanted = all
    .filter(isFollowed)
    .filter(({ firstAfter: { time } }) => time === null || (from <= time && time < to))
    .filter(({ firstAfter: { time } }) => time === null || (orderedFrom <= time && time <= orderedTo))
    .flatMap((event) => narrowed(event, matchesQuestion({ workload, metric, arm, fingerprint })) ?? []);
  return { events: wanted.toReversed().slice(0, limit) };
}

/** Changes of level in the series of a query, over all of their time, oldest first. */
export async function changesAround(
  store: Store,
  query: Omit<HistoryQuery, "limit">,
): Promise<readonly EventAnswer[]> {
  const all = await branchEvents(store, new KnownLevels(), await suiteBranches(store, query));
  return all.flatMap((event) => narrowed(event, matchesQuestion(query)) ?? []);
}

const ASKED = ["workload", "metric", "arm", "fingerprint"] as const;
type AskedShift = { readonly [Field in (typeof ASKED)[number]]?: AnsweredShift[Field] | undefined };

function matchesQuestion(asked: AskedShift) {
  return (shift: AnsweredShift) =>
    ASKED.every((field) => asked[field] === undefined || asked[field] === shift[field]);
}

/** Oldest first, over all places. */
async function branchEvents(
  store: Store,
  levels: KnownLevels,
  places: readonly SuiteBranch[],
): Promise<readonly EventAnswer[]> {
  const all: EventAnswer[] = [];
  for (const place of places) all.push(...(await levels.of(store, place)).events);
  return all.toSorted((a, b) => changeTime(a) - changeTime(b));
}

/** Time of the first commit after the change, in milliseconds; 0 if it is not known. */
export function changeTime({ firstAfter: { time } }: ChangeEvent): number {
  return time === null ? 0 : Date.parse(time);
}

type BranchesAsked = SuitesAsked & Readonly<{ branch?: string }>;

/** The most measured branch of each suite, or the one that is asked for. */
export async function mainPlaces(
  store: Store,
  { branch, ...narrowed }: BranchesAsked,
): Promise<readonly SuiteBranch[]> {
  const places: SuiteBranch[] = [];
  for (const each of await knownSuites(store, narrowed)) {
    const { repository, suite } = each;
    const runs = await store.list({ ...suiteQuery(each), limit: NEWEST });
    places.push({ repository, suite, branch: branch ?? branchesOf(runs)[0] ?? null });
  }
  return places;
}

/** Every branch with enough runs to show a change. */
async function suiteBranches(
  store: Store,
  { repository, suite, branch }: BranchesAsked,
): Promise<readonly SuiteBranch[]> {
  const place = { ...(suite === undefined ? {} : { suite }), ...(branch === undefined ? {} : { branch }) };
  const found = await store.list({ ...place, limit: RUNS_MOST });
  const runs = found.filter((run) => isOfRepository(run, repository));
  const groups = groupBy(runs, (run) => JSON.stringify([run.repository, run.suite, run.branch]));
  return [...groups.values()]
    .filter((own) => own.length >= RUNS_FEWEST)
    .map(([first]) => ({ repository: first!.repository, suite: first!.suite, branch: first!.branch }));
}
