/** Estimate of how long a measurement still takes. */
import { looksOf, mostSessions } from "../../config/looks.ts";
import type { Plan, PlannedWorkload } from "../../config/plan.ts";
import type { LoadProgress } from "../../io/load/load-generator.ts";
import type { Progress } from "../../model/progress.ts";
import { plural } from "../../text/units.ts";
import { searchSeconds } from "./capacity.ts";
import { timelineSeconds } from "./timeline.ts";

/** A server start, a copy of the data and a stop take about this long; only the first estimate of the time left needs it. */
const SESSION_OVERHEAD_SECONDS = 4;

type CountdownPart = Readonly<{ first: number; count: number; workloads: number; hasBase: boolean }>;

/** Seconds that a session of some of a plan's workloads takes. */
function sessionSeconds(plan: Plan, workloads: number, hasBase: boolean): number {
  const arms = hasBase ? 2 : 1;
  const besides = plan.workloads.reduce(
    (sum, { capacity, timeline }) =>
      sum +
      (capacity === undefined ? 0 : searchSeconds(capacity, plan.warmupSeconds, arms)) +
      (timeline === undefined
        ? 0
        : arms * (timelineSeconds(timeline, plan.warmupSeconds) + SESSION_OVERHEAD_SECONDS)),
    0,
  );
  return workloads * (plan.seconds + plan.warmupSeconds) + besides + SESSION_OVERHEAD_SECONDS;
}

/** Sessions of the first look and of all that a plan may have, and the seconds that they take. */
export function measuringTime(plan: Plan, hasBase: boolean) {
  const { looks, sessions, seconds } = plan;
  const each = sessionSeconds(plan, plan.workloads.length, hasBase);
  const planned = looksOf(looks, sessions);
  const least = typeof planned === "number" ? sessions : planned[0]!.sessions;
  const most = mostSessions(looks, sessions);
  return {
    seconds,
    least: { sessions: least, seconds: least * each },
    most: { sessions: most, seconds: most * each },
  };
}

/** Shows how far the measuring is and how long it still takes: planned time at first, corrected by the sessions that are done. */
export class Countdown {
  readonly #progress: Progress;
  readonly #part: CountdownPart;
  readonly #startedAt = performance.now();
  #done = 0;
  #secondsPerSession: number;

  constructor(plan: Plan, progress: Progress, part: CountdownPart) {
    this.#progress = progress;
    this.#part = part;
    this.#secondsPerSession = sessionSeconds(plan, part.workloads, part.hasBase);
    const how = part.hasBase ? "base and head side by side" : "head alone";
    progress.stage(
      `measuring ${how}: ${plural(part.workloads, "workload")} x ${plural(part.count, "session")} x ${plan.seconds} s`,
    );
  }

  workload(session: number, workload: PlannedWorkload, { phase }: LoadProgress): void {
    const { first, count } = this.#part;
    const elapsed = (performance.now() - this.#startedAt) / 1000;
    const total = this.#secondsPerSession * count;
    this.#progress.update({
      what: `session ${session + 1} of ${first + count}, ${workload.name}: ${phase}`,
      share: Math.min(1, elapsed / total),
      secondsLeft: Math.max(0, total - elapsed),
    });
  }

  sessionDone(): void {
    this.#done += 1;
    this.#secondsPerSession = (performance.now() - this.#startedAt) / 1000 / this.#done;
  }
}
