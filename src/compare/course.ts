/** Loads over time, session by session -> throughput and longest wait before, during and after events, and step by step. */
import type { Timeline, TimelineBand, TimelineStretch, TimelineValue } from "../model/timeline.ts";
import { studentCritical } from "../stats/student.ts";
import { mean, standardDeviation } from "../stats/summary.ts";

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
type Part = Readonly<{ fromNs: number; toNs: number }>;

/**
 * Events that ended in a part, and the longest wait of its steps. A step that lies in it partly counts as far as it does: within
 * a step, nobody knows when its events ended.
 */
function within(
  { stepNs, events, longestNs }: Timeline["course"],
  { fromNs, toNs }: Part,
): Readonly<{ count: number; longestNs: number }> {
  const first = Math.max(0, Math.floor(fromNs / stepNs));
  const behind = Math.min(events.length, Math.ceil(toNs / stepNs));
  let count = 0;
  let longest = 0;
  for (let step = first; step < behind; step++) {
    const shared = Math.min(toNs, (step + 1) * stepNs) - Math.max(fromNs, step * stepNs);
    count += (events[step]! * shared) / stepNs;
    longest = Math.max(longest, longestNs[step]!);
  }
  return { count, longestNs: longest };
}

/**
 * What lies before, in and between the events of a timeline, in order: n events have 2 n + 1 stretches. Nothing is said of one that was
 * shorter than a step in some session.
 * @param head of at least one session; all have the same events
 */
export function stretchesOf(
  head: readonly Timeline[],
  base: readonly Timeline[],
): readonly TimelineStretch[] {
  const names = head[0]!.events.map(({ name }) => name);
  const titles = [
    `before ${names[0] ?? ""}`,
    ...names.flatMap((name, at) => [
      `during ${name}`,
      at + 1 < names.length ? `between ${name} and ${names[at + 1]}` : `after ${name}`,
    ]),
  ];
  return titles.map((title, at) => ({ title, base: stretchOf(base, at), head: stretchOf(head, at) }));
}

function stretchOf(timelines: readonly Timeline[], at: number): TimelineStretch["head"] {
  const parts = timelines.map((timeline) => partsOf(timeline)[at]);
  const isSeen = timelines.every(({ course }, session) => {
    const part = parts[session];
    return part !== undefined && part.toNs - part.fromNs >= course.stepNs;
  });
  if (timelines.length === 0 || !isSeen) return null;
  const read = timelines.map(({ course }, session) => ({
    ...within(course, parts[session]!),
    seconds: (parts[session]!.toNs - parts[session]!.fromNs) / 1e9,
  }));
  return {
    perSecond: amount(read.map(({ count, seconds }) => count / seconds)),
    longestNs: geometricAmount(read.map(({ longestNs }) => Math.max(1, longestNs))),
  };
}

function partsOf({ events, course }: Timeline): readonly Part[] {
  const endNs = course.stepNs * course.events.length;
  const bounds = events.flatMap(({ beganNs, tookNs }) => [beganNs, beganNs + tookNs]);
  const ends = [0, ...bounds.map((at) => Math.min(at, endNs)), endNs];
  return ends.slice(1).map((toNs, at) => ({ fromNs: ends[at]!, toNs }));
}

/** Digits that a picture shows. */
const DIGITS = 4;

/**
 * Step by step around the first event's begin: what all sessions have seen.
 * @returns null where there are fewer than two sessions: one has no interval
 */
export function bandOf(timelines: readonly Timeline[]): TimelineBand | null {
  if (timelines.length < 2) return null;
  const first = ({ events }: Timeline) => events[0]?.beganNs ?? 0;
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
      return within(timeline.course, { fromNs, toNs: fromNs + stepNs });
    });
    return {
      perSecond: amount(read.map(({ count }) => (count / stepNs) * 1e9)),
      longestNs: geometricAmount(read.map(({ longestNs }) => Math.max(1, longestNs))),
    };
  });
  const band = (values: readonly TimelineValue[]) => ({
    mean: values.map((value) => rounded(value.mean)),
    low: values.map(({ low }) => rounded(Math.max(0, low!))),
    high: values.map(({ high }) => rounded(high!)),
  });
  return {
    fromNs: -before * stepNs,
    stepNs,
    perSecond: band(steps.map(({ perSecond }) => perSecond)),
    longestNs: band(steps.map(({ longestNs }) => longestNs)),
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
