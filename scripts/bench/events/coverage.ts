/** How often the intervals that are shown of an event hold what would be found over endless sessions, and how far that is from what was done. */

import type { LoadStep } from "../../../src/analysis/samples/load-step.ts";
import { recoveries } from "../../../src/analysis/samples/recovery.ts";
import { timelinesOf } from "../../../src/analysis/timeline/timeline.ts";
import type { WorkloadRun } from "../../../src/model/run.ts";
import type { TimelineSummary, TimelineValue } from "../../../src/model/timeline.ts";
import { drawNormal, type Rng, seededRng } from "../../../src/stats/random.ts";

/** What an event does to a load of 1,000 events a second, and how it differs from session to session. */
export type Trouble = Readonly<{
  name: string;
  sessions: number;
  /** Median of the outage, and the standard deviation of its logarithm over sessions. */
  seconds: number;
  spread: number;
  /** Of the throughput, what is missing while it lasts. */
  depth: number;
  /** Standard deviation of the logarithm of a step's throughput, and of a second's: noise that lasts is what makes false dips. */
  noise: number;
  slowNoise: number;
  /** Watched after the event's begin. */
  watchedSeconds: number;
  /** So long it would have to be watched for all to be back. */
  enoughSeconds: number;
}>;

const RESTART = {
  name: "outage of 2 s",
  sessions: 5,
  seconds: 2,
  spread: 0.2,
  depth: 1,
  noise: 0.05,
  slowNoise: 0.02,
  watchedSeconds: 12,
  enoughSeconds: 12,
};

export const TROUBLES: readonly Trouble[] = [
  ...[3, 5, 10].map((sessions) => ({ ...RESTART, name: `outage of 2 s, ${sessions} sessions`, sessions })),
  { ...RESTART, name: "outage of 0.4 s", seconds: 0.4 },
  { ...RESTART, name: "outage of 2 s, spread 60 %", spread: 0.6, watchedSeconds: 30, enoughSeconds: 30 },
  { ...RESTART, name: "half the throughput for 3 s", seconds: 3, depth: 0.5 },
  { ...RESTART, name: "half for 3 s, noise 15 %", seconds: 3, depth: 0.5, noise: 0.15, slowNoise: 0.05 },
  { ...RESTART, name: "a fifth of sessions not back in time", watchedSeconds: 3.4 },
];

const NAMES = ["recovery", "depth", "length", "failed"] as const;
type Name = (typeof NAMES)[number];
const SHOWN: Readonly<Record<Name, (summary: TimelineSummary) => TimelineValue>> = {
  recovery: ({ recoveryNs }) => recoveryNs,
  depth: ({ depth }) => depth,
  length: ({ dipNs }) => dipNs,
  failed: ({ failedEvents }) => failedEvents,
};

export type Coverage = Readonly<{
  name: string;
  /** Share of the intervals that hold the mean of endless sessions. */
  held: Readonly<Record<Name, number>>;
  /** Of the recovery over endless sessions, beyond what the outage took. */
  beyondSeconds: number;
  /** Share of the intervals of recovery that are open above, since a session did not recover. */
  open: number;
}>;

/** Sessions that stand for endless ones. */
const ENDLESS = 4_000;
const STEP_NS = 1e8;
const PER_STEP = 100;
const BEFORE_STEPS = 40;
const TERMS = { share: 0.9, p99Ns: null, holdNs: 1e9 };

export function coverageOf(trouble: Trouble, runs: number, seed: number): Coverage {
  const rng = seededRng(seed);
  const long = summaryOf({ ...trouble, watchedSeconds: trouble.enoughSeconds, sessions: ENDLESS }, rng);
  const held = { recovery: 0, depth: 0, length: 0, failed: 0 };
  let open = 0;
  for (let i = 0; i < runs; i++) {
    const summary = summaryOf(trouble, rng);
    for (const name of NAMES) held[name] += holds(SHOWN[name](summary), SHOWN[name](long).mean);
    if (summary.unrecovered > 0) open += 1;
  }
  const shares = NAMES.map((name) => [name, held[name] / runs] as const);
  return {
    name: trouble.name,
    held: Object.fromEntries(shares) as Record<Name, number>,
    beyondSeconds: long.recoveryNs.mean / 1e9 - trouble.seconds,
    open: open / runs,
  };
}

/** What the report would say of so many sessions. */
function summaryOf(trouble: Trouble, rng: Rng): TimelineSummary {
  const sessions = Array.from({ length: trouble.sessions }, () => ({ timeline: playedOnce(trouble, rng) }));
  const head = { name: "load", sessions } as unknown as WorkloadRun;
  return timelinesOf([{ head, base: [] }])![0]!.events[0]!.head;
}

function playedOnce(trouble: Trouble, rng: Rng) {
  const { seconds, spread, watchedSeconds } = trouble;
  const beganNs = (BEFORE_STEPS + rng()) * STEP_NS;
  const outage = { beganNs, endedNs: beganNs + seconds * Math.exp(spread * drawNormal(rng)) * 1e9 };
  const steps = drawnSteps(trouble, outage, BEFORE_STEPS + Math.round(watchedSeconds * 10), rng);
  const { usualPerSecond, share, events } = recoveries(steps, [outage], TERMS);
  return {
    usualPerSecond,
    share,
    events: events.map((event) => ({
      ...event,
      name: "it",
      beganNs,
      tookNs: outage.endedNs - beganNs,
      log: "",
    })),
    course: { stepNs: STEP_NS, events: [], longestNs: [] },
  };
}

function drawnSteps(
  { depth, noise, slowNoise }: Trouble,
  outage: Readonly<{ beganNs: number; endedNs: number }>,
  count: number,
  rng: Rng,
): readonly LoadStep[] {
  let slow = 0;
  return Array.from({ length: count }, (_, at): LoadStep => {
    if (at % 10 === 0) slow = slowNoise * drawNormal(rng);
    const [beganNs, endedNs] = [at * STEP_NS, (at + 1) * STEP_NS];
    const within =
      Math.max(0, Math.min(endedNs, outage.endedNs) - Math.max(beganNs, outage.beganNs)) / STEP_NS;
    const usual = PER_STEP * Math.exp(slow + noise * drawNormal(rng));
    return {
      beganNs,
      endedNs,
      events: Math.round(usual * (1 - depth * within)),
      p99Ns: 1e6,
      longestNs: 1e6,
      waitingNs: 0,
      failedEvents: Math.round((usual * depth * within) / 20),
      failuresBySqlstate: {},
    };
  });
}

/** What is not seen in three digits is no difference: a depth of 1 in all sessions, and of 0.9999 over endless ones. */
const SHOWN_DIGITS = 0.0005;

function holds({ low, high }: TimelineValue, truth: number): number {
  const slack = SHOWN_DIGITS * truth;
  return (low === null || low <= truth + slack) && (high === null || truth <= high + slack) ? 1 : 0;
}
