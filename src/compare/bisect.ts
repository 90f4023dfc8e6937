/** Which commit of a range changed the level, as far as its measurements say, and which to measure next. */
import type { BisectCandidate, BisectPlan } from "../model/bisect-plan.ts";
import type { ChangeEvent, LevelShift } from "../model/change-event.ts";
import type { HistoryPoint } from "../model/history-point.ts";
import { entropy, firstAfter, information, nextToMeasure } from "../stats/bisection.ts";

/** Above this one commit is named. */
const SURE = 0.95;
/** The place of a change point is itself uncertain: so many measured commits on either side are looked at, too. */
const AROUND = 3;

/** The measured commits that the search lies between: the newest surely before the change, and the oldest surely after it. */
export function bisectRange(
  event: ChangeEvent,
  points: readonly HistoryPoint[],
): Readonly<{ from: string; to: string }> {
  const commits = measuredCommits(seriesOf(points, event, event.shifts[0]!));
  const before = commits.indexOf(event.lastBefore.sha);
  const after = commits.indexOf(event.firstAfter.sha);
  return {
    from: commits[Math.max(0, before - AROUND + 1)] ?? event.lastBefore.sha,
    to: commits[Math.min(commits.length - 1, after + AROUND - 1)] ?? event.firstAfter.sha,
  };
}

/**
 * The newest change up to a measured commit. The change that a commit was named for lies before it once more is measured.
 * @param points the history that the events are of, oldest commit first
 * @param at how the commit's id begins
 * @returns null where no run is of that commit, or nothing changed up to it
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
 * The plan by the clearest shift of an event.
 * @param points the history that the event is of
 * @param commits after `from` up to and with `to` of `bisectRange`, oldest first
 * @param count how many commits are to be measured next
 */
export function bisectPlan(
  event: ChangeEvent,
  points: readonly HistoryPoint[],
  commits: readonly Readonly<{ sha: string; subject: string }>[],
  count: number,
): BisectPlan {
  const shift = event.shifts[0]!;
  const places = new Map(commits.map(({ sha }, place) => [sha, place]));
  const scale = shift.effect === null ? (value: number) => value : Math.log;
  const levels = { before: scale(shift.before), after: scale(shift.after), noise: shift.noise };
  const measured = seriesOf(points, event, shift)
    .filter(({ commit }) => places.has(commit))
    .map(({ commit, value }) => ({ position: places.get(commit)!, value: scale(value), levels }));
  const probabilities = firstAfter(commits.length, measured);
  const likeliest = probabilities.indexOf(Math.max(...probabilities));
  const isFound = probabilities[likeliest]! >= SURE;
  const next = isFound ? [] : nextToMeasure(probabilities, count);
  return {
    event,
    shift,
    distance: distanceOf(levels),
    candidates: commits.map(
      ({ sha, subject }, place): BisectCandidate => ({
        sha,
        subject,
        runs: measured.filter(({ position }) => position === place).length,
        probability: probabilities[place]!,
        isNext: next.includes(place),
      }),
    ),
    found: isFound ? commits[likeliest]!.sha : null,
    runsLeft: isFound ? 0 : runsLeft(probabilities, distanceOf(levels)),
  };
}

function seriesOf(
  points: readonly HistoryPoint[],
  { suite, branch }: ChangeEvent,
  { workload, metric, arm, fingerprint }: LevelShift,
): readonly HistoryPoint[] {
  return points.filter(
    (point) =>
      point.suite === suite &&
      point.branch === branch &&
      point.workload === workload &&
      point.metric === metric &&
      point.arm === arm &&
      point.fingerprint === fingerprint,
  );
}

function measuredCommits(series: readonly HistoryPoint[]): readonly string[] {
  return [...new Set(series.map(({ commit }) => commit))];
}

/** Between the levels, in standard deviations of a run. */
function distanceOf({
  before,
  after,
  noise,
}: Readonly<{ before: number; after: number; noise: number }>): number {
  return noise === 0 ? MOST_DISTANT : Math.min(MOST_DISTANT, Math.abs(after - before) / noise);
}

/** Beyond it one run tells all there is. */
const MOST_DISTANT = 20;

/** Until as little is open as at the end, if every run gives as much as the next one. */
function runsLeft(probabilities: readonly number[], distance: number): number {
  const open = entropy(probabilities) - entropy([SURE, 1 - SURE]);
  return Math.max(1, Math.ceil(open / information(0.5, distance)));
}
