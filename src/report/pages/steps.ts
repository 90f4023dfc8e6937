/** Steps of a series: where its level changed, or was accepted, and the levels between. */
import type { ChangeEvent, LevelShift } from "../../model/answers.ts";
import { clipOutliers } from "../../stats/change-points.ts";
import { mean } from "../../stats/summary.ts";
import { type Choice, chosenRuns } from "./choice.ts";
import type { TakenPoint, WorkloadData } from "./data.ts";
import type { RunLine } from "./run-lines.ts";

/** A change of level that was found, before the place. */
type EventMark = Readonly<{ at: number; event: ChangeEvent; shift: LevelShift }>;

/** Levels at both sides of a step, and its relative size; null where there is too little, or nothing, to compare with. */
type StepSize = Readonly<{ before: number | null; after: number | null; effect: number | null }>;

/** A step of the level: found in the series, or accepted, where the series begins again. */
export type LevelStep = Readonly<{ at: number; number: number; machine: number }> &
  StepSize &
  Readonly<
    { kind: "worse" | "better"; event: ChangeEvent; shift: LevelShift } | { kind: "taken"; taken: TakenPoint }
  >;

/** A level of a line, from one place to another without a gap. */
export type SeriesLevel = Readonly<{
  from: number;
  to: number;
  line: number;
  machine: number;
  value: number;
}>;

export type Find = (is: (run: number) => boolean) => number | null;

/** Finds the first place of what was asked for. */
export function finderOf(data: WorkloadData, choice: Choice, runs: readonly number[]): Find {
  const { isOwn } = chosenRuns(data, choice);
  return (is) => {
    const place = runs.findIndex((run) => isOwn(run) && is(run));
    return place < 0 ? null : place;
  };
}

/** @param runs by place */
export function eventMarks(
  data: WorkloadData,
  choice: Choice,
  runs: readonly number[],
): readonly EventMark[] {
  const placeFrom = finderOf(data, choice, runs);
  const branch = data.branches[choice.branch] ?? null;
  const found = data.events.flatMap((event) => {
    if (event.branch !== branch) return [];
    const { sha, time } = event.firstAfter;
    // Times of the data are whole seconds. A machine that has not measured that commit shows the change at its next one.
    const since = time === null ? null : Math.floor(Date.parse(time) / 1_000) * 1_000;
    const isAfter = (run: number) =>
      since === null ? data.runs.commit[run] === sha : Date.parse(data.runs.at[run]!) >= since;
    return event.shifts.flatMap((shift) => {
      if (shift.metric !== choice.metric || shift.arm !== choice.arm) return [];
      const isOfIt = (run: number) =>
        data.machines[data.runs.machine[run]!]?.fingerprint === shift.fingerprint &&
        data.metrics[shift.metric]?.value[run] != null;
      const at = placeFrom((run) => isOfIt(run) && isAfter(run));
      return at === null ? [] : [{ at, event, shift }];
    });
  });
  return found.toSorted((a, b) => a.at - b.at);
}

type Taken = Readonly<{ at: number; taken: TakenPoint }>;

export function takenMarks(data: WorkloadData, choice: Choice, placeFrom: Find): readonly Taken[] {
  const branch = data.branches[choice.branch] ?? null;
  return data.taken.flatMap((taken) => {
    if (taken.branch !== branch || (taken.metric !== null && taken.metric !== choice.metric)) return [];
    const at = placeFrom((run) => Date.parse(data.runs.at[run]!) >= Date.parse(taken.at));
    return at === null ? [] : [{ at, taken }];
  });
}

type Parted = Readonly<{
  data: WorkloadData;
  runs: readonly number[];
  marks: readonly EventMark[];
  taken: readonly Taken[];
}>;

/** Fewer runs have no level that is worth a line. */
const LEVEL_LEAST = 3;

/** A level as the search for changes has it: the geometric mean (of a share that may be 0 the plain one) of values without outliers. */
function typicalValue(values: readonly number[]): number {
  return values.every((value) => value > 0)
    ? Math.exp(mean(clipOutliers(values.map(Math.log))))
    : mean(clipOutliers(values));
}

/** Levels between the steps of a line: as they were found where there is a change. */
export function seriesLevels(
  { machine, value }: RunLine,
  line: number,
  { data, runs, marks, taken }: Parted,
): readonly SeriesLevel[] {
  const own = marks.filter(({ at }) => data.runs.machine[runs[at]!] === machine);
  const borders = [...new Set([0, ...own.map(({ at }) => at), ...taken.map(({ at }) => at), value.length])];
  const cuts = borders.toSorted((a, b) => a - b);
  return cuts.slice(1).flatMap((end, i): readonly SeriesLevel[] => {
    const start = cuts[i]!;
    const places = value.flatMap((each, place) =>
      each == null || place < start || place >= end ? [] : [place],
    );
    const found =
      own.find(({ at }) => at === start)?.shift.after ?? own.find(({ at }) => at === end)?.shift.before;
    if (places.length === 0 || (found === undefined && places.length < LEVEL_LEAST)) return [];
    const middle = found ?? typicalValue(places.map((place) => value[place]!));
    const isGap = (at: number) => value.slice(places[at - 1]!, places[at]!).includes(null);
    const starts = places.flatMap((place, at) => (at === 0 || isGap(at) ? [place] : []));
    return starts.map((from, at) => {
      const to = at + 1 < starts.length ? places[places.indexOf(starts[at + 1]!) - 1]! : places.at(-1)!;
      return { from, to, line, machine, value: middle };
    });
  });
}

export function levelSteps(
  data: WorkloadData,
  runs: readonly number[],
  {
    marks,
    taken,
    levels,
  }: Readonly<{ marks: readonly EventMark[]; taken: readonly Taken[]; levels: readonly SeriesLevel[] }>,
): readonly LevelStep[] {
  const machineAt = (at: number) => data.runs.machine[runs[at]!]!;
  const sizeAt = (at: number): StepSize => {
    const own = levels.filter(({ machine }) => machine === machineAt(at));
    const before = own.findLast(({ to }) => to < at)?.value ?? null;
    const after = own.find(({ from }) => from >= at)?.value ?? null;
    return {
      before,
      after,
      effect: before === null || after === null || before === 0 ? null : after / before - 1,
    };
  };
  const all = [
    ...marks.map(({ at, event, shift }) => {
      const { before, after, effect, direction: kind } = shift;
      return { at, kind, event, shift, before, after, effect };
    }),
    ...taken.map((each) => ({ ...each, kind: "taken" as const, ...sizeAt(each.at) })),
  ];
  return all
    .toSorted((a, b) => a.at - b.at)
    .map((step, i): LevelStep => ({ ...step, number: i + 1, machine: machineAt(step.at) }));
}
