/** The lines of a load that was driven while something was done to its server -> how it went, step by step. */

import { addByKey } from "../../model/by-key.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { LoadCourse } from "../../model/migration.ts";
import { type LoadStep, stepsNs, withOutages } from "./load-step.ts";
import { type EventOf, parseLine } from "./protocol.ts";

type DrivenLoad = Readonly<{
  steps: readonly LoadStep[];
  /** The longest wait for each kind of statement that was answered well. */
  statements: readonly Readonly<{ name: string; longestNs: number }>[];
}>;

/** @throws PlumblineError of kind "generator" where the lines are not those of a load that was driven */
export function drivenLoad(lines: readonly string[]): DrivenLoad {
  const events = lines
    .map((line, position) => parseLine(line, position + 1))
    .filter((event) => event !== null);
  const [hello] = events.filter((event) => event.type === "hello");
  const [block] = events.filter((event) => event.type === "block");
  if (hello?.started_at_unix_ns === undefined || block === undefined) {
    throw new PlumblineError(
      "generator",
      "plumbline-load does not report how the load went while it was driven",
      {
        remedy:
          "build the plumbline-load of this Plumbline (make -C runner-native), or set PLUMBLINE_LOAD to it",
      },
    );
  }
  const started = hello.started_at_unix_ns;
  const progress = events.filter((event) => event.type === "progress" && event.phase === "measure");
  const steps = (progress as readonly EventOf<"progress">[]).flatMap((line, position, all) => {
    const [target] = line.targets ?? [];
    const { at_ns, waiting_ns = 0, backlog = 0 } = line;
    if (target === undefined || at_ns === undefined) return [];
    const { events: count = 0, p99_ns = 0, statement_max_ns = 0, failures } = target;
    return [
      {
        isAnswered: count > 0 || statement_max_ns > 0,
        backlog,
        beganNs: started + (all[position - 1]?.at_ns ?? 0),
        endedNs: started + at_ns,
        events: count,
        p99Ns: p99_ns,
        longestNs: Math.max(statement_max_ns, waiting_ns),
        waitingNs: waiting_ns,
        failedEvents: failures?.events ?? 0,
        failuresBySqlstate: failures?.by_sqlstate ?? {},
      },
    ];
  });
  const statements = (block.statements ?? []).flatMap(({ name, latency }) =>
    latency === undefined ? [] : [{ name, longestNs: latency.max_ns }],
  );
  return { steps: withOutages(steps), statements };
}

/** Time in which something was done to the server, by the same wall clock. */
export type LoadSpan = Readonly<{ beganNs: number; endedNs: number }>;

type Disturbance = Readonly<{
  before: Readonly<{ watchedNs: number; longestNs: number }>;
  stallNs: number;
  stalled: string | null;
  slowNs: number;
  failedEvents: number;
  failuresBySqlstate: Readonly<Record<string, number>>;
  course: LoadCourse;
}>;

/** A statement is the one that stalled where its longest wait is about the stall's. */
const SAME = 0.9;

/**
 * Effect on the load: all steps that end after the span's start, to the last.
 * @param limitNs limit of latency; a step is slow where its 99th percentile is above, or where nothing ends in it and an answer is due for longer
 */
export function disturbance({ steps, statements }: DrivenLoad, span: LoadSpan, limitNs: number): Disturbance {
  const before = steps.filter(({ endedNs }) => endedNs <= span.beganNs);
  const from = steps.filter(({ endedNs }) => endedNs > span.beganNs);
  const stallNs = longestOf(from);
  const [slowest] = statements.toSorted((a, b) => b.longestNs - a.longestNs);
  const slow = from.filter(({ events, p99Ns, waitingNs }) =>
    events > 0 ? p99Ns > limitNs : waitingNs > limitNs,
  );
  return {
    before: { watchedNs: stepsNs(before), longestNs: longestOf(before) },
    stallNs,
    stalled: slowest !== undefined && slowest.longestNs >= SAME * stallNs ? slowest.name : null,
    slowNs: stepsNs(slow),
    failedEvents: from.reduce((sum, { failedEvents }) => sum + failedEvents, 0),
    failuresBySqlstate: addByKey(from.map(({ failuresBySqlstate }) => failuresBySqlstate)),
    course: courseOf(steps, span),
  };
}

function longestOf(steps: readonly LoadStep[]): number {
  return steps.reduce((longest, { longestNs }) => Math.max(longest, longestNs), 0);
}

/** Points of a picture: more are not seen, and runs are kept for years. */
const POINTS_MOST = 240;

/** Intervals put together to equal steps, from the first one's begin on. */
type EqualSteps = Readonly<{ startNs: number }> & Pick<LoadCourse, "stepNs" | "events" | "longestNs">;

export function equalSteps(steps: readonly LoadStep[], startNs = steps[0]?.beganNs ?? 0): EqualSteps {
  const end = steps.at(-1)?.endedNs ?? startNs;
  const shortest = steps.length === 0 ? 1 : (end - startNs) / steps.length;
  const stepNs = Math.max(1, Math.round(Math.max(shortest, (end - startNs) / POINTS_MOST)));
  const points = Math.max(1, Math.ceil((end - startNs) / stepNs));
  const events = new Array<number>(points).fill(0);
  const longestNs = new Array<number>(points).fill(0);
  const at = (ns: number) => placeIn({ startNs, stepNs, points }, ns);
  for (const step of steps) {
    const point = at((step.beganNs + step.endedNs) / 2);
    events[point]! += step.events;
    // An interval is late where the load generator itself gets no CPU: then it spans several points.
    for (let each = at(step.beganNs); each <= at(step.endedNs - 1); each++)
      longestNs[each] = Math.max(longestNs[each]!, step.longestNs);
  }
  return { startNs, stepNs, events, longestNs };
}

function placeIn(
  { startNs, stepNs, points }: Readonly<{ startNs: number; stepNs: number; points: number }>,
  ns: number,
): number {
  return Math.min(points - 1, Math.max(0, Math.floor((ns - startNs) / stepNs)));
}

function courseOf(steps: readonly LoadStep[], span: LoadSpan): LoadCourse {
  const { startNs, stepNs, events, longestNs } = equalSteps(steps, steps[0]?.beganNs ?? span.beganNs);
  const at = (ns: number) => placeIn({ startNs, stepNs, points: events.length }, ns);
  return { stepNs, began: at(span.beganNs), ended: at(span.endedNs), events, longestNs };
}
