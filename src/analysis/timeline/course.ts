/** Loads over time, session by session -> throughput and longest wait before, during and after disruptions, and step by step. */
import type { Timeline, TimelineBand, TimelineStretch, TimelineValue } from "../../model/timeline.ts";
import { significant } from "../../stats/round.ts";
import { studentCritical } from "../../stats/student.ts";
import { mean, standardDeviation } from "../../stats/summary.ts";

/** Mean with Student's t interval over the sessions, at 95 %; of a single one there is none. */
export function amount(values: readonly number[]): TimelineValue {
  const centre = mean(values);
  if (values.length < 2) return { mean: centre, low: null, high: null };
  const half =
    (studentCritical(0.025, values.length - 1) * standardDeviation(values)) / Math.sqrt(values.length);
  return { mean: centre, low: centre - half, high: centre + half };
}

/** The same of the logarithms: a geometric mean. @param values above 0 */
export function geometricAmount(values: readonly number[]): TimelineValue {
  const { mean: centre, low, high } = amount(values.map(Math.log));
  const of = (value: number | null) => (value === null ? null : Math.exp(value));
  return { mean: Math.exp(centre), low: of(low), high: of(high) };
}

/** A part of a course, in its own time. */
type CourseSpan = Readonly<{ fromNs: number; toNs: number }>;

/** Steps that a part touches, from the first to the one behind the last. */
function touched(
  { stepNs, events }: Timeline["course"],
  { fromNs, toNs }: CourseSpan,
): readonly [number, number] {
  return [Math.max(0, Math.floor(fromNs / stepNs)), Math.min(events.length, Math.ceil(toNs / stepNs))];
}

/** Events that ended in a part. Of a step that lies partly in it, that fraction counts: when its events ended within the step is not known. */
function countIn(course: Timeline["course"], part: CourseSpan): number {
  const { stepNs, events } = course;
  const [first, behind] = touched(course, part);
  return events
    .slice(first, behind)
    .reduce(
      (sum, count, at) => sum + (count * overlap(part, stepSpan(stepNs, first + at, stepNs))) / stepNs,
      0,
    );
}

/** The time of this length that ends where the step does. */
function stepSpan(stepNs: number, step: number, lengthNs: number): CourseSpan {
  const toNs = (step + 1) * stepNs;
  return { fromNs: toNs - lengthNs, toNs };
}

function overlap(a: CourseSpan, b: CourseSpan): number {
  return Math.max(0, Math.min(a.toNs, b.toNs) - Math.max(a.fromNs, b.fromNs));
}

/**
 * Stretches before, in and between the disruptions of a timeline, in order: n disruptions have 2 n + 1. No values are given of one that was
 * shorter than a step in some session.
 * @param head of at least one session; all have the same disruptions
 */
export function timelineStretches(
  head: readonly Timeline[],
  base: readonly Timeline[],
): readonly TimelineStretch[] {
  const names = head[0]!.disruptions.map(({ name }) => name);
  const titles = [
    `before ${names[0] ?? ""}`,
    ...names.flatMap((name, at) => [
      `during ${name}`,
      at + 1 < names.length ? `between ${name} and ${names[at + 1]}` : `after ${name}`,
    ]),
  ];
  const [ofBase, ofHead] = [base, head].map((timelines) => stretchesOfArm(timelines, titles.length));
  return titles.map((title, at) => ({ title, base: ofBase![at]!, head: ofHead![at]! }));
}

function stretchesOfArm(timelines: readonly Timeline[], count: number): readonly TimelineStretch["head"][] {
  const parts = timelines.map(courseSpans);
  const isShown = Array.from(
    { length: count },
    (_, at) =>
      timelines.length > 0 &&
      timelines.every(({ course }, session) => {
        const part = parts[session]![at];
        return part !== undefined && part.toNs - part.fromNs >= course.stepNs;
      }),
  );
  if (!isShown.includes(true)) return isShown.map(() => null);
  const waits = timelines.map(({ course }, session) => waitsByPart(course, parts[session]!, isShown));
  return isShown.map((shown, at) => {
    if (!shown) return null;
    const longest = waits.flatMap((session) => session[at] ?? []);
    return {
      perSecond: amount(
        timelines.map(({ course }, session) => {
          const part = parts[session]![at]!;
          return (countIn(course, part) / (part.toNs - part.fromNs)) * 1e9;
        }),
      ),
      longestNs: longest.length === 0 ? null : geometricAmount(longest),
    };
  });
}

/**
 * The longest wait of each part that is shown; null where none is known. A wait counts in the part in which most of it lay: the
 * answer to what a disruption held up often comes a moment after the disruption has ended, and what comes then was not slow.
 */
function waitsByPart(
  { stepNs, longestNs }: Timeline["course"],
  parts: readonly CourseSpan[],
  isShown: readonly boolean[],
): readonly (number | null)[] {
  const longest: (number | null)[] = isShown.map(() => null);
  const places = joinSpans(parts, isShown);
  for (const [step, waitNs] of longestNs.entries()) {
    // An interval that the load generator reported late spans several steps, and its wait ended in the last of them.
    const isRepeated = waitNs > stepNs && longestNs[step + 1] === waitNs;
    if (waitNs === 0 || isRepeated) continue;
    const wait = stepSpan(stepNs, step, waitNs);
    const { at } = places.toSorted((a, b) => overlap(wait, b) - overlap(wait, a))[0]!;
    longest[at] = Math.max(longest[at] ?? 0, waitNs);
  }
  return longest;
}

/** The parts that are shown, each with the time between it and the one before that is not shown: what was waited for there is not to be lost. */
function joinSpans(
  parts: readonly CourseSpan[],
  isShown: readonly boolean[],
): readonly (CourseSpan & { at: number })[] {
  const shown = parts.flatMap(({ toNs }, at) => (isShown[at] ? [{ at, toNs }] : []));
  return shown.map(({ at, toNs }, place) => ({
    at,
    fromNs: shown[place - 1]?.toNs ?? Number.NEGATIVE_INFINITY,
    toNs: place === shown.length - 1 ? Number.POSITIVE_INFINITY : toNs,
  }));
}

function courseSpans({ disruptions, course }: Timeline): readonly CourseSpan[] {
  const endNs = course.stepNs * course.events.length;
  const bounds = disruptions.flatMap(({ beganNs, tookNs }) => [beganNs, beganNs + tookNs]);
  const ends = [0, ...bounds.map((at) => Math.min(at, endNs)), endNs];
  return ends.slice(1).map((toNs, at) => ({ fromNs: ends[at]!, toNs }));
}

/** Digits that a picture shows. */
const DIGITS = 4;

/**
 * Step by step around the first disruption's begin: what all sessions have seen.
 * @returns null where there are fewer than two sessions: one has no interval
 */
export function bandOf(timelines: readonly Timeline[]): TimelineBand | null {
  if (timelines.length < 2) return null;
  const first = ({ disruptions }: Timeline) => disruptions[0]?.beganNs ?? 0;
  const stepNs = Math.max(...timelines.map(({ course }) => course.stepNs));
  const before = Math.min(...timelines.map((timeline) => Math.floor(first(timeline) / stepNs)));
  const after = Math.min(
    ...timelines.map((timeline) => {
      const { course } = timeline;
      return Math.floor((course.stepNs * course.events.length - first(timeline)) / stepNs);
    }),
  );
  const steps = Array.from({ length: before + after }, (_, at) => {
    const read = timelines.map((timeline) => {
      const fromNs = first(timeline) + (at - before) * stepNs;
      const part = { fromNs, toNs: fromNs + stepNs };
      const waits = timeline.course.longestNs.slice(...touched(timeline.course, part));
      return { count: countIn(timeline.course, part), longestNs: Math.max(0, ...waits) };
    });
    return {
      perSecond: amount(read.map(({ count }) => (count / stepNs) * 1e9)),
      longestNs: geometricAmount(read.map(({ longestNs }) => Math.max(1, longestNs))),
    };
  });
  const band = (values: readonly TimelineValue[]) => ({
    mean: values.map((value) => roundedCourse(value.mean)),
    low: values.map(({ low }) => roundedCourse(Math.max(0, low!))),
    high: values.map(({ high }) => roundedCourse(high!)),
  });
  return {
    fromNs: -before * stepNs,
    stepNs,
    perSecond: band(steps.map(({ perSecond }) => perSecond)),
    longestNs: band(steps.map(({ longestNs }) => longestNs)),
  };
}

function roundedCourse(value: number): number {
  return significant(value, DIGITS);
}
