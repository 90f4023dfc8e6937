/** Finds the commit of a range that changed the level, as far as its measurements show, and the commits to measure next. */

import type { ChangeEvent, LevelShift } from "../../model/answers.ts";
import type { BisectCandidate, BisectPlan, RangeEnds } from "../../model/bisect-plan.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import { entropy, firstAfter, information, type Levels, nextToMeasure } from "../../stats/bisection.ts";
import { clipOutliers } from "../../stats/change-points.ts";
import { tShift } from "../../stats/shift.ts";
import { mean, variance } from "../../stats/summary.ts";

/** Probability from which on one commit is named. */
const SURE = 0.95;
/** Measured commits on either side of a change point that may hold the change as well: its place is uncertain. */
const AROUND = 3;

/** The measured commits around the search: the newest that is surely before the change, and the oldest that is surely after it. */
export function bisectRange(
  event: ChangeEvent,
  points: readonly HistoryPoint[],
): Readonly<{ from: string; to: string }> {
  const commits = measuredCommits(shiftSeries(points, event, event.shifts[0]!));
  const before = commits.indexOf(event.lastBefore.sha);
  const after = commits.indexOf(event.firstAfter.sha);
  // Another machine, which measured other commits, may have said where the change is.
  return {
    from: (before < 0 ? undefined : commits[Math.max(0, before - AROUND + 1)]) ?? event.lastBefore.sha,
    to:
      (after < 0 ? undefined : commits[Math.min(commits.length - 1, after + AROUND - 1)]) ??
      event.firstAfter.sha,
  };
}

/**
 * The newest change up to a measured commit. A change that was named by its commit may lie before that commit once more is measured.
 * @param points the history of the events, oldest commit first
 * @param at beginning of the commit's id
 * @returns null if the commit has no run, or if nothing changed up to it
 */
export function eventUpTo(
  events: readonly ChangeEvent[],
  points: readonly HistoryPoint[],
  at: string,
): ChangeEvent | null {
  const commits = measuredCommits(points);
  const end = commits.findIndex((sha) => sha.startsWith(at));
  const places = events.map(({ firstAfter }) => commits.indexOf(firstAfter.sha));
  const newest = Math.max(-1, ...places.filter((place) => place <= end));
  return events[places.indexOf(newest)] ?? null;
}

/**
 * Plans by the clearest metric of an event: by the series that shows it, and by the series of runs as they are made now.
 * @param points the history of the event
 * @param commits after `from` up to and with `to` of `bisectRange`, oldest first
 * @param count number of commits to measure next
 */
export function bisectPlan(
  event: ChangeEvent,
  points: readonly HistoryPoint[],
  commits: readonly Readonly<{ sha: string; subject: string }>[],
  count: number,
): BisectPlan {
  const shift = event.shifts[0]!;
  const places = new Map(commits.map(({ sha }, place) => [sha, place]));
  const old = knownKinds(event, points);
  const now = kindNow(event, points, places, old);
  const isClear = now?.ends.state === "clear";
  const measured = [...old, ...(isClear ? [now] : [])].flatMap(({ runs, levels }) => {
    const scale = scaleOfValues(runs);
    return runs
      .filter(({ commit }) => places.has(commit))
      .map(({ commit, value }) => ({ position: places.get(commit)!, value: scale(value), levels }));
  });
  const probabilities = firstAfter(commits.length, measured);
  const likeliest = probabilities.indexOf(Math.max(...probabilities));
  const isFound = probabilities[likeliest]! >= SURE;
  const next = isFound
    ? []
    : now?.ends.state === "short"
      ? endsFirst(now.ends, count)
      : nextToMeasure(probabilities, count).map((place) => commits[place]!.sha);
  const distance = distanceOf(isClear ? now.levels : old[0]!.levels);
  return {
    event,
    shift,
    distance,
    ends: now?.ends ?? null,
    candidates: commits.map(
      ({ sha, subject }, place): BisectCandidate => ({
        sha,
        subject,
        runs: measured.filter(({ position }) => position === place).length,
        probability: probabilities[place]!,
        isNext: next.includes(sha),
      }),
    ),
    next,
    found: isFound ? commits[likeliest]!.sha : null,
    runsLeft: isFound ? 0 : runsLeft(probabilities, distance),
  };
}

/** Runs of one kind, and their levels on the scale on which noise is alike. */
type KindOfRuns = Readonly<{ fingerprint: string; runs: readonly HistoryPoint[]; levels: Levels }>;

/** Every kind of run that shows the event in its clearest metric; both arms of a measurement are one kind. */
function knownKinds(event: ChangeEvent, points: readonly HistoryPoint[]): readonly KindOfRuns[] {
  const [clearest] = event.shifts;
  const same = event.shifts.filter(
    ({ workload, metric }) => workload === clearest!.workload && metric === clearest!.metric,
  );
  const kinds = same.filter(
    ({ fingerprint }, i) => same.findIndex((shift) => shift.fingerprint === fingerprint) === i,
  );
  return kinds.map((shift) => {
    const runs = shiftSeries(points, event, shift);
    const scale = scaleOfValues(runs);
    const levels = { before: scale(shift.before), after: scale(shift.after), noise: shift.noise };
    return { fingerprint: shift.fingerprint, runs, levels };
  });
}

/** The scale on which change points are found, too: logarithms, for effects are ratios, but a share of failed events may be 0. */
function scaleOfValues(runs: readonly HistoryPoint[]): (value: number) => number {
  return runs.every(({ value }) => value > 0) ? Math.log : (value) => value;
}

/**
 * The newest run of the range shows how runs are made now: on this machine, head alone by `plumbline backfill`. If the event was seen in
 * runs of another kind, on another machine or side by side, today's kind has other levels, which the ends of the range show.
 * @returns null if the kind is the same
 */
function kindNow(
  event: ChangeEvent,
  points: readonly HistoryPoint[],
  places: ReadonlyMap<string, number>,
  known: readonly KindOfRuns[],
): (KindOfRuns & Readonly<{ ends: RangeEnds }>) | null {
  const shift = event.shifts[0]!;
  const { from, to } = bisectRange(event, points);
  const newest = points
    .filter((point) => isOfShift(point, event, shift) && (point.commit === from || places.has(point.commit)))
    .filter(({ arm }) => arm === "head" || arm === shift.arm)
    .reduce<HistoryPoint | null>((a, b) => (a !== null && a.measuredAt > b.measuredAt ? a : b), null);
  if (newest === null || known.some(({ fingerprint }) => fingerprint === newest.fingerprint)) return null;
  const { fingerprint } = newest;
  const runs = shiftSeries(points, event, { ...shift, arm: "head", fingerprint });
  const scale = scaleOfValues(runs);
  const at = (sha: string) => runs.filter(({ commit }) => commit === sha).map(({ value }) => scale(value));
  const [before, after] = [at(from), at(to)];
  const levels = endLevels(before, after);
  const worth = { from, to, runs: { from: before.length, to: after.length }, need: FEWEST_AT_END };
  return { fingerprint, runs, levels, ends: { ...worth, state: rangeState(before, after, levels, shift) } };
}

/** Fewest runs at each end: as many make a level between others (docs/method.md, "Change points"). */
const FEWEST_AT_END = 4;
/** Most runs at each end: if so many do not differ, such runs do not show the change. */
const MOST_AT_END = 8;
/** One-sided level. It is tested nine times, from the fewest runs to the most, so that equal ends pass in at most 9 % of cases. */
const DIFFERENT = 0.01;

function endLevels(before: readonly number[], after: readonly number[]): Levels {
  if (Math.min(before.length, after.length) < FEWEST_AT_END) return { before: 0, after: 0, noise: 0 };
  const clipped = clipOutliers([...before, ...after]);
  const [low, high] = [clipped.slice(0, before.length), clipped.slice(before.length)];
  const squares = (low.length - 1) * variance(low) + (high.length - 1) * variance(high);
  return {
    before: mean(low),
    after: mean(high),
    noise: Math.sqrt(squares / (before.length + after.length - 2)),
  };
}

function rangeState(
  before: readonly number[],
  after: readonly number[],
  levels: Levels,
  shift: LevelShift,
): RangeEnds["state"] {
  const fewest = Math.min(before.length, after.length);
  if (fewest < FEWEST_AT_END) return "short";
  const count = before.length + after.length;
  const error = levels.noise * Math.sqrt(1 / before.length + 1 / after.length);
  const difference = tShift(levels.after - levels.before, error, count - 2, levels.noise, count);
  const p = shift.after > shift.before ? difference.pAbove(0) : difference.pBelow(0);
  if (p <= DIFFERENT) return "clear";
  return fewest < MOST_AT_END ? "short" : "alike";
}

/** The ends take turns, so that a machine that becomes slower does so at both. */
function endsFirst({ from, to, runs }: RangeEnds, count: number): readonly string[] {
  return (runs.from <= runs.to ? [from, to] : [to, from]).slice(0, count);
}

function shiftSeries(
  points: readonly HistoryPoint[],
  event: ChangeEvent,
  shift: LevelShift,
): readonly HistoryPoint[] {
  const { arm, fingerprint } = shift;
  return points.filter(
    (point) => isOfShift(point, event, shift) && point.arm === arm && point.fingerprint === fingerprint,
  );
}

function isOfShift(
  point: HistoryPoint,
  { suite, branch }: ChangeEvent,
  { workload, metric }: LevelShift,
): boolean {
  return (
    point.suite === suite && point.branch === branch && point.workload === workload && point.metric === metric
  );
}

function measuredCommits(series: readonly HistoryPoint[]): readonly string[] {
  return [...new Set(series.map(({ commit }) => commit))];
}

/** Distance between the levels, in standard deviations of a run. */
function distanceOf({ before, after, noise }: Levels): number {
  return noise === 0 ? MOST_DISTANT : Math.min(MOST_DISTANT, Math.abs(after - before) / noise);
}

/** Largest distance that counts: beyond it, one run is enough. */
const MOST_DISTANT = 20;

/** Number of runs until the search ends, if every run tells as much as the next one. */
function runsLeft(probabilities: readonly number[], distance: number): number {
  const open = entropy(probabilities) - entropy([SURE, 1 - SURE]);
  return Math.max(1, Math.ceil(open / information(0.5, distance)));
}
