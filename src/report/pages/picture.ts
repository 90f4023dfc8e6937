/** Picture of a choice in a workload's data: lines over places, and marks on them. Drawn by the page and by the browser alike. */
import { dayOf } from "../../text/time.ts";
import { type Choice, chosenRuns, type RunAxis, rangeStart, takeTurns } from "./choice.ts";
import type { WorkloadData } from "./data.ts";
import { chartLines, type RunLine } from "./run-lines.ts";
import {
  eventMarks,
  finderOf,
  type LevelStep,
  levelSteps,
  type SeriesLevel,
  seriesLevels,
  takenMarks,
} from "./steps.ts";

/** Pixels between two runs: closer together, intervals would be one grey field. */
export const WHISKERS_FROM_PX = 1.5;

export type Picture = Readonly<{
  /** Runs by place, as indexes of the data: one place is one run, oldest first. */
  runs: readonly number[];
  axis: RunAxis;
  /** Position of each place on the axis, ascending: the place itself, or milliseconds since 1970. */
  x: readonly number[];
  lines: readonly RunLine[];
  /** Oldest first. */
  steps: readonly LevelStep[];
  levels: readonly SeriesLevel[];
  /** Another environment from this place on. */
  borders: readonly number[];
  /** Places that are to be seen first. */
  shown: readonly [from: number, to: number];
  /** Place of the pinned commit. */
  pinned: number | null;
}>;

export function drawPicture(data: WorkloadData, choice: Choice): Picture {
  const { isOwn, isOver } = chosenRuns(data, choice);
  const runs = data.runs.commit.flatMap((_, run) => (isOwn(run) || isOver(run) ? [run] : []));
  const placeFrom = finderOf(data, choice, runs);
  const own = chartLines(data, choice, runs, isOwn, true);
  const marks = eventMarks(data, choice, runs);
  const taken = takenMarks(data, choice, placeFrom);
  const levels = own.flatMap((line, i) => seriesLevels(line, i, { data, runs, marks, taken }));
  return {
    runs,
    axis: choice.axis,
    x: xOf(data, choice, runs),
    lines: [...own, ...chartLines(data, choice, runs, isOver, false)],
    steps: levelSteps(data, runs, { marks, taken, levels }),
    levels,
    borders: bordersOf(data, runs, isOwn),
    shown: shownOf(data, choice, runs),
    pinned: choice.point === null ? null : placeFrom((run) => data.runs.commit[run] === choice.point),
  };
}

/** Positions on the axis. Runs of one moment lie next to each other all the same: no two may share a place. */
function xOf({ runs: { at } }: WorkloadData, { axis }: Choice, runs: readonly number[]): readonly number[] {
  if (axis === "commits") return runs.map((_, place) => place);
  let before = Number.NEGATIVE_INFINITY;
  return runs.map((run) => {
    before = Math.max(before + 1, Date.parse(at[run]!));
    return before;
  });
}

/** Ends of the axis that show these places and no others, with room for half a run at both sides. */
export function pictureEnds(
  { x, axis }: Pick<Picture, "x" | "axis">,
  [from, to]: Picture["shown"],
): readonly [least: number, greatest: number] {
  const [first, last] = [x[from] ?? 0, x[to] ?? 0];
  const half = to > from ? (last - first) / (to - from) / 2 : ALONE[axis] / 2;
  const room = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? half : Math.min(half, (b - a) / 2);
  return [first - room(x[from - 1], first), last + room(last, x[to + 1])];
}

/** Distance between runs on the axis if nothing shows it: a place, a day. */
const ALONE: Readonly<Record<RunAxis, number>> = { commits: 1, time: 86_400_000 };

/** The places between two ends of the axis; where there are none, those at both sides. */
export function placesBetween({ x }: Pick<Picture, "x">, least: number, greatest: number): Picture["shown"] {
  const last = Math.max(0, x.length - 1);
  const [from, to] = [firstFrom(x, least), firstFrom(x, greatest, true) - 1];
  return from <= to ? [from, to] : [Math.max(0, to), Math.min(last, from)];
}

/** The first place at or, where that is asked for, behind a value of the axis. */
function firstFrom(x: readonly number[], value: number, isBehind = false): number {
  let [low, high] = [0, x.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x[middle]! < value || (isBehind && x[middle] === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The day at a value of the axis, as it is written there: "2026-11-22". */
export function dayAt({ runs: { at } }: WorkloadData, { axis, runs }: Picture, value: number): string {
  if (axis === "time") return dayOf(new Date(value).toISOString());
  const run = runs[value];
  return run === undefined ? "" : dayOf(at[run]!);
}

/** Position on the axis of an event that the run at the place is the first to show: halfway from the run before it. */
export function edgeOf({ x, axis }: Pick<Picture, "x" | "axis">, place: number): number {
  const [before, at] = [x[place - 1], x[place]];
  if (at === undefined) return (before ?? 0) + ALONE[axis] / 2;
  return before === undefined ? at - ALONE[axis] / 2 : (before + at) / 2;
}

/** None where machines take turns: each of them has a line of its own. */
function bordersOf(
  { runs: { machine } }: WorkloadData,
  runs: readonly number[],
  isOwn: (run: number) => boolean,
): readonly number[] {
  const own = runs.flatMap((run, place) => (isOwn(run) ? [{ place, machine: machine[run] }] : []));
  if (takeTurns(own.map((each) => each.machine!))) return [];
  return own.filter((each, i) => i > 0 && each.machine !== own[i - 1]!.machine).map(({ place }) => place);
}

function shownOf(data: WorkloadData, { from, to, range }: Choice, runs: readonly number[]): Picture["shown"] {
  const last = Math.max(0, runs.length - 1);
  const runIndex = (sha: string | null) => runs.findIndex((run) => data.runs.commit[run] === sha);
  const [begin, end] = [runIndex(from), runIndex(to)];
  if (begin >= 0 && end > begin) return [begin, end];
  const times = runs.map((run) => data.runs.at[run]!);
  const start = rangeStart(times, range);
  return [
    Math.max(
      0,
      times.findIndex((at) => Date.parse(at) >= start),
    ),
    last,
  ];
}

/** The places that are seen, of what was asked for: what all pictures of the same runs have in common. */
export function ownPlaces(data: WorkloadData, choice: Choice, { runs, shown }: Picture): readonly number[] {
  const [from, to] = shown;
  const { isOwn } = chosenRuns(data, choice);
  const places = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  return places.filter((place) => runs[place] !== undefined && isOwn(runs[place]));
}

/** Reading at a place, of what was asked for or of what lies over it. */
export type PictureReading = Readonly<{
  run: number;
  isOwn: boolean;
  machine: number;
  value: number | null;
  low: number | null;
  high: number | null;
}>;

export function readingAt({ runs, lines }: Picture, place: number): PictureReading | null {
  const run = runs[place];
  const line = lines.find(({ value }) => value[place] != null) ?? lines[0];
  if (run === undefined || line === undefined) return null;
  const { isOwn, machine, value, low, high } = line;
  return {
    run,
    isOwn,
    machine,
    value: value[place] ?? null,
    low: low[place] ?? null,
    high: high[place] ?? null,
  };
}

const FEW = 3;

/**
 * Least and greatest of what is drawn between two places, with room around it; null where there is nothing. The values are what people
 * look for: whiskers of few sessions may be so long that they leave the picture, rather than press the line flat.
 */
export function extentOf(
  { lines }: Picture,
  [from, to]: readonly [number, number],
): readonly [low: number, high: number] | null {
  const values = new ValueReach();
  const whiskers = new ValueReach();
  for (const { value, low, high } of lines) {
    for (let place = Math.max(0, Math.floor(from)); place <= to && place < value.length; place++) {
      const middle = value[place];
      if (middle == null) continue;
      values.take(middle);
      whiskers.take(low[place] ?? middle);
      whiskers.take(high[place] ?? middle);
    }
  }
  if (values.count === 0) return null;
  // Of few runs the whiskers are what there is to see.
  const isFew = values.count < FEW;
  const most = isFew
    ? Number.POSITIVE_INFINITY
    : Math.max(values.greatest - values.least, Math.abs(values.greatest) * 0.05);
  const least = Math.max(whiskers.least, values.least - most);
  const greatest = Math.min(whiskers.greatest, values.greatest + most);
  const room = Math.max((greatest - least) * 0.06, Math.abs(greatest) * 0.002, 1e-9);
  return [least >= 0 ? Math.max(0, least - room) : least - room, greatest + room];
}

class ValueReach {
  count = 0;
  least = Number.POSITIVE_INFINITY;
  greatest = Number.NEGATIVE_INFINITY;

  take(value: number): void {
    this.count++;
    if (value < this.least) this.least = value;
    if (value > this.greatest) this.greatest = value;
  }
}
