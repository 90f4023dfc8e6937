/** Changes of level in the history of a branch, and those that have one cause (docs/method.md, "Change points"). */
import { type Acceptance, speaksOf } from "../../model/acceptance.ts";
import type { ChangeEvent, LevelShift } from "../../model/answers.ts";
import { groupBy } from "../../model/by-key.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import type { MeasuredCommit } from "../../model/measured-commit.ts";
import { metricInfo } from "../../model/metric.ts";
import { type ChangePoint, clipOutliers, findChangePoints } from "../../stats/change-points.ts";
import { seededRng } from "../../stats/random.ts";
import { seriesKey } from "./series.ts";

/** Parameters by which change points are called; the reasons are in docs/method.md. */
export const SEARCH = { level: 0.01, permutations: 399, minimum: 3, settle: 5, passing: 3 } as const;
/** Fixed, so that a history always has the same change points. */
const SEED = 20_140_301;

/**
 * The events of a history, oldest first. Each series (workload, metric, arm, branch) is searched on its own, apart for each
 * fingerprint and again from every one of its changes that was accepted; what moved at the same place, as far as each series knows it, is one event. A level that was
 * left again within three runs is no event.
 * @param points oldest commit first, as the store answers them; of any number of series
 * @param acceptances of the points' branches
 */
export function changeEvents(
  points: readonly HistoryPoint[],
  acceptances: readonly Acceptance[] = [],
): readonly ChangeEvent[] {
  return histories(points).flatMap((unordered) => {
    const history = commitByCommit(unordered);
    const places = commitPlaces(history);
    const moves = splitSeries(history)
      .flatMap((series) => segmentsOf(series, acceptances))
      .flatMap((segment) => movesIn(segment, places));
    return joinOverlapping(mergeMoves(moves)).map((moved) => eventOf(moved));
  });
}

/**
 * Index at which the present level of one series begins: the newest change that lasts and that at least `fewest` values follow, else 0.
 * @param values oldest first
 */
export function presentLevel(values: readonly number[], fewest: number): number {
  const points = findChangePoints(onScale(values), { ...SEARCH, rng: seededRng(SEED) });
  const lasting = points.findLast(
    ({ index, state }) => state === "lasting" && values.length - index >= fewest,
  );
  return lasting?.index ?? 0;
}

/** Scale of the search: logarithms, because effects are ratios; the values themselves if one is 0, as a share of failed events may be. */
function onScale(values: readonly number[]): readonly number[] {
  return values.every((value) => value > 0) ? values.map(Math.log) : values;
}

/** A change point of one series, with the runs at both sides of it. */
type Move = Readonly<{
  /**
   * Places, among all commits of the history, of those that may have made the change: after the last on the old level, up to the first on
   * the new one.
   */
  from: number;
  place: number;
  /** First and last place that the noise of the series does not exclude, as one of so many series that are asked at once. */
  spanOf: (series: number) => readonly [first: number, last: number];
  /** First and last place if the change lay one run of its series earlier or later. */
  reach: readonly [first: number, last: number];
  last: HistoryPoint;
  first: HistoryPoint;
  state: "lasting" | "recent";
  shift: LevelShift;
}>;

/** Points that can have a common cause: one suite on one branch of one repository. */
function histories(points: readonly HistoryPoint[]): readonly (readonly HistoryPoint[])[] {
  return [
    ...groupBy(points, ({ repository, suite, branch }) =>
      JSON.stringify([repository, suite, branch]),
    ).values(),
  ];
}

/** Orders points by commit time. Commits of the same second, as a rebase makes them, come in the order of their first measurement. */
function commitByCommit(points: readonly HistoryPoint[]): readonly HistoryPoint[] {
  const first = new Map<string, number>();
  for (const [i, { commit }] of points.entries()) if (!first.has(commit)) first.set(commit, i);
  // Sorting is stable, so runs of one commit keep their order.
  return points.toSorted(
    (a, b) => orderedAt(a) - orderedAt(b) || first.get(a.commit)! - first.get(b.commit)!,
  );
}

/** Place of each point among the commits of a history: as often as another commit came next. A commit without a known time may come twice. */
function commitPlaces(history: readonly HistoryPoint[]): ReadonlyMap<HistoryPoint, number> {
  let place = 0;
  return new Map(
    history.map((point, i) => {
      if (i > 0 && point.commit !== history[i - 1]!.commit) place++;
      return [point, place];
    }),
  );
}

/** Values with one fingerprint are one series, even if machines take turns. */
function splitSeries(history: readonly HistoryPoint[]): readonly (readonly HistoryPoint[])[] {
  return [
    ...groupBy(history, ({ workload, metric, arm, fingerprint }) =>
      JSON.stringify([workload, metric, arm, fingerprint]),
    ).values(),
  ];
}

/** Cuts a series where an accepted change landed: a new level begins there. */
function segmentsOf(
  series: readonly HistoryPoint[],
  acceptances: readonly Acceptance[],
): readonly (readonly HistoryPoint[])[] {
  const { suite, branch, workload, metric } = series[0]!;
  const starts = acceptances
    .filter((each) => each.revoked === null && each.landed !== null && each.landed.branch === branch)
    .filter((each) => speaksOf(each, { suite, workload, metric }))
    .map(({ landed }) => series.findIndex((point) => orderedAt(point) >= Date.parse(landed!.at)))
    .filter((start) => start > 0);
  const cuts = [0, ...new Set(starts.toSorted((a, b) => a - b)), series.length];
  return cuts.slice(1).map((end, i) => series.slice(cuts[i], end));
}

/** Time of the commit, or else of the measurement: milliseconds by which points are put in order. */
export function orderedAt({ commitTime, measuredAt }: HistoryPoint): number {
  return Date.parse(commitTime ?? measuredAt);
}

function movesIn(
  segment: readonly HistoryPoint[],
  places: ReadonlyMap<HistoryPoint, number>,
): readonly Move[] {
  const values = segment.map(({ value }) => value);
  const isRatio = values.every((value) => value > 0);
  const scaled = onScale(values);
  const points = findChangePoints(scaled, { ...SEARCH, rng: seededRng(SEED) });
  // Levels are computed from clipped values too.
  const clipped = clipOutliers(scaled);
  const noise = noiseAround(clipped, points);
  return points.flatMap((point, i) => {
    if (point.state === "went-away") return [];
    const index = atCommit(segment, point.index);
    const [last, first] = [segment[index - 1]!, segment[index]!];
    const levels = isRatio
      ? { before: Math.exp(point.before), after: Math.exp(point.after) }
      : { before: point.before, after: point.after };
    const shift = {
      workload: first.workload,
      metric: first.metric,
      arm: first.arm,
      fingerprint: first.fingerprint,
      runId: first.runId,
      ...levels,
      runsBefore: point.index - (points[i - 1]?.index ?? 0),
      runsAfter: (points[i + 1]?.index ?? segment.length) - point.index,
      effect: levels.before === 0 ? null : levels.after / levels.before - 1,
      direction: moveDirection(first, point),
      p: point.p,
      noise,
    };
    const placeAt = (at: number) => places.get(segment[at]!)!;
    const startAt = (at: number) => Math.min(placeAt(at), placeAt(at - 1) + 1);
    const ends = [points[i - 1]?.index ?? 0, points[i + 1]?.index ?? segment.length] as const;
    const spanOf = (series: number) => {
      const excluded = likelihoodExcluded(UNSURE / series);
      const [least, greatest] = indexesNotExcluded(clipped, point.index, ends, excluded * noise ** 2);
      return [startAt(Math.min(least, index)), placeAt(Math.max(greatest, index))] as const;
    };
    const reach = [
      startAt(Math.max(1, index - 1)),
      placeAt(Math.min(segment.length - 1, index + 1)),
    ] as const;
    const where = { from: startAt(index), place: placeAt(index), spanOf, reach };
    return [{ ...where, last, first, state: point.state, shift }];
  });
}

function moveDirection({ metric }: HistoryPoint, { before, after }: ChangePoint): LevelShift["direction"] {
  return (metricInfo(metric).direction === "higher-is-better") === after > before ? "better" : "worse";
}

/** Probability with which noise excludes the true place of a change. */
const UNSURE = 0.05;

/**
 * Critical value of the likelihood ratio of a place, which exceeds it with a probability: 7.35 for 5 %. P(ratio <= x) = (1 - e^(-x/2))^2: B. E.
 * Hansen, Sample splitting and threshold estimation, Econometrica 68 (2000), theorem 2.
 */
function likelihoodExcluded(probability: number): number {
  return -2 * Math.log(1 - Math.sqrt(1 - probability));
}

/**
 * Indexes around a change point at which the level may have changed as well: those whose squares exceed the least by a noise that
 * chance explains.
 * @param ends where the level before begins and the level after ends
 * @param excess of the squares from which on a place is excluded
 */
function indexesNotExcluded(
  values: readonly number[],
  index: number,
  [start, end]: readonly [start: number, end: number],
  excess: number,
): readonly [least: number, greatest: number] {
  const sums = [0];
  for (let i = start; i < end; i++) sums.push(sums.at(-1)! + values[i]!);
  // Between two levels: up to a constant, the squares that a split takes away.
  const between = (at: number) => {
    const [n, m] = [at - start, end - at];
    return sums[n]! ** 2 / n + (sums.at(-1)! - sums[n]!) ** 2 / m;
  };
  const isOpen = (at: number) => between(index) - between(at) <= excess;
  let [least, greatest] = [index, index];
  while (least - 1 > start && isOpen(least - 1)) least--;
  while (greatest + 1 < end && isOpen(greatest + 1)) greatest++;
  return [least, greatest];
}

/** A commit that was measured more than once does not change between its runs; noise moves a place by one run. */
function atCommit(segment: readonly HistoryPoint[], index: number): number {
  const isBorder = (i: number) =>
    segment[i - 1] !== undefined && segment[i - 1]!.commit !== segment[i]?.commit;
  return [index, index - 1, index + 1].find((i) => i > 0 && i < segment.length && isBorder(i)) ?? index;
}

/** Standard deviation around the levels, pooled. */
function noiseAround(values: readonly number[], points: readonly ChangePoint[]): number {
  const borders = [0, ...points.map(({ index }) => index), values.length];
  const squares = borders.slice(1).flatMap((end, i) => {
    const level = values.slice(borders[i]!, end);
    const center = level.reduce((sum, value) => sum + value, 0) / level.length;
    return level.map((value) => (value - center) ** 2);
  });
  const df = values.length - borders.length + 1;
  return df > 0 ? Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / df) : 0;
}

/** One cause seen in several series may seem to lie one run earlier or later in some. */
const NEAR = 1;

/**
 * Moves that may have one cause. The clearest says where it is, of those with the fewest commits in question: a machine that measures
 * every third commit knows the cause among three. Others join it there; those of its workload unless their noise excludes the place.
 * No series moves twice at once.
 */
function mergeMoves(moves: readonly Move[]): readonly (readonly [where: Move, ...others: Move[]])[] {
  const left = new Set(
    moves.toSorted((a, b) => moveWidth(a) - moveWidth(b) || moveClarity(b) - moveClarity(a)),
  );
  const merged: [Move, ...Move[]][] = [];
  for (const where of left) {
    const together: [Move, ...Move[]] = [where];
    const series = new Set([seriesKey(where.shift)]);
    for (const move of left) {
      if (series.has(seriesKey(move.shift)) || !mayBeAt(move, where) || !sameKind(move, where)) continue;
      series.add(seriesKey(move.shift));
      together.push(move);
    }
    for (const move of together) left.delete(move);
    merged.push(together);
  }
  return merged.toSorted(([a], [b]) => a.place - b.place);
}

/** Moves of one cause, and the move on each side whose commit bounds it most closely. */
type Moved = Readonly<{ moves: readonly [Move, ...Move[]]; before: Move; after: Move }>;

/**
 * Moves that may have one cause although their places differ: where machines take turns each measures only some of the commits, and
 * noise moves its place by a run of its own, which is several commits. What overlaps, or lies a run of its own away, is one change, within
 * the commits that all of them allow.
 */
function joinOverlapping(merged: readonly (readonly [Move, ...Move[]])[]): readonly Moved[] {
  const alone = merged.map((moves): Moved => ({ moves, before: moves[0], after: moves[0] }));
  const joined: Moved[] = [];
  for (const next of alone.toSorted((a, b) => a.before.from - b.before.from)) {
    const last = joined.findLast((each) => movesOverlap(each, next));
    if (last === undefined) joined.push(next);
    else joined[joined.indexOf(last)] = joinMoved(last, next);
  }
  return joined.toSorted((a, b) => a.after.place - b.after.place);
}

function movesOverlap(a: Moved, b: Moved): boolean {
  const series = new Set(a.moves.map(({ shift }) => seriesKey(shift)));
  if (b.moves.some((move) => series.has(seriesKey(move.shift))) || !sameKind(a.moves[0], b.moves[0]))
    return false;
  const [from, to] = [Math.max(a.before.from, b.before.from), Math.min(a.after.place, b.after.place)];
  return from - to <= NEAR || isWithinReach(a, b) || isWithinReach(b, a);
}

/**
 * True if all of some moves may be at the others' place, in a workload of both that moved alike: by one run of their own series each, or
 * where the others are of several workloads, by what the noise of each does not exclude. A run's noise is common to its workloads, so that
 * their places lie some runs off together.
 */
function isWithinReach({ moves }: Moved, { before, after, moves: others }: Moved): boolean {
  const alike = moves.filter(({ shift }) =>
    others.some(
      ({ shift: other }) => other.workload === shift.workload && other.direction === shift.direction,
    ),
  );
  if (alike.length < moves.length) return false;
  const areSeveral = new Set(others.map(({ shift }) => shift.workload)).size > 1;
  return moves.every(({ reach, spanOf }) => {
    const spans = areSeveral ? [reach, spanOf(moves.length)] : [reach];
    return spans.some(([first, last]) => first <= after.place && before.from <= last);
  });
}

/** The place of most series stays first. A range that would be empty, of places apart, is that of most series. */
function joinMoved(a: Moved, b: Moved): Moved {
  const [clear, other] = b.moves.length > a.moves.length ? [b, a] : [a, b];
  const moves: Moved["moves"] = [clear.moves[0], ...clear.moves.slice(1), ...other.moves];
  const before = other.before.from > clear.before.from ? other.before : clear.before;
  const after = other.after.place < clear.after.place ? other.after : clear.after;
  const isEmpty = before.from > after.place;
  return isEmpty ? { ...clear, moves } : { moves, before, after };
}

function moveWidth({ from, place }: Move): number {
  return place - from;
}

/**
 * True if a move may have the place of another. Within a workload, moves mostly have one reason, so their noise may widen the range; other
 * workloads must agree by their commits.
 */
function mayBeAt({ spanOf, from, place, shift }: Move, where: Move): boolean {
  const [first, last] = shift.workload === where.shift.workload ? spanOf(1) : [from, place];
  return first - where.place <= NEAR && where.from - last <= NEAR;
}

function sameKind(a: Move, b: Move): boolean {
  return isWithinCommit(a) === isWithinCommit(b);
}

function isWithinCommit({ last, first }: Move): boolean {
  return last.commit === first.commit;
}

/** Size of the shift in the noise of its series. */
function moveClarity({ shift }: Move): number {
  const size = shift.effect === null ? shift.after - shift.before : Math.log1p(shift.effect);
  return shift.noise === 0 ? Number.MAX_VALUE : Math.abs(size) / shift.noise;
}

function eventOf({ moves, before, after }: Moved): ChangeEvent {
  const [where] = moves;
  return {
    repository: where.first.repository,
    suite: where.first.suite,
    branch: where.first.branch,
    lastBefore: measuredCommit(before.last),
    firstAfter: measuredCommit(after.first),
    cause: isWithinCommit(where) ? "surroundings" : "commit",
    state: moves.some(({ state }) => state === "lasting") ? "lasting" : "recent",
    shifts: moves.toSorted((a, b) => moveClarity(b) - moveClarity(a)).map(({ shift }) => shift),
  };
}

function measuredCommit({ commit, commitTime, subject, author }: HistoryPoint): MeasuredCommit {
  return { sha: commit, time: commitTime, subject, author };
}
