/** Timelines as sessions have them, by what is to be different. */
import type { Run } from "../../src/model/run.ts";
import type { Disruption, Timeline } from "../../src/model/timeline.ts";

export function makeDisruption(rest: Partial<Disruption> = {}): Disruption {
  return {
    name: "restart",
    beganNs: 5e9,
    tookNs: 4e8,
    recoveryNs: 1e9,
    isRecovered: true,
    depth: 1,
    dipNs: 9e8,
    failedEvents: 8,
    failuresBySqlstate: { "57P01": 8 },
    log: "",
    ...rest,
  };
}

/** A load of 1,000 events a second, with nothing from the start of the disruption to its recovery. */
export function makeTimeline(...disruptions: readonly Disruption[]): Timeline {
  const isDown = (step: number) =>
    disruptions.some(({ beganNs, recoveryNs }) => step * 1e8 >= beganNs && step * 1e8 < beganNs + recoveryNs);
  const steps = Array.from({ length: 100 }, (_, step) => isDown(step));
  return {
    usualPerSecond: 1000,
    share: 0.9,
    disruptions,
    course: {
      stepNs: 1e8,
      events: steps.map((down) => (down ? 0 : 100)),
      longestNs: steps.map((down, step) => (down ? (step % 10) * 1e8 + 1e8 : 2e6)),
    },
  };
}

/** A run whose first workload has these timelines, session by session. */
export function withTimelines(run: Run, timelines: readonly Timeline[]): Run {
  const [first, ...rest] = run.workloads;
  const sessions = first!.sessions.map((session, i) => ({ ...session, timeline: timelines[i]! }));
  return { ...run, workloads: [{ ...first!, sessions }, ...rest] };
}
