/**
 * The sessions of a sweep: one point of a grid on one pair of targets at a time, each on fresh servers, in the order of its schedule. The
 * measuring itself is that of a check (measurement.ts); here is what comes when, and what is left out.
 */
import type { Plan, PlannedWorkload } from "../../config/plan.ts";
import type { SweepStep } from "../../config/sweep.ts";
import { sweepPositions } from "../../config/sweep-suites.ts";
import type { Target } from "../../io/database/target.ts";
import type { LoadProgress } from "../../io/load/load-generator.ts";
import type { PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import { mean } from "../../stats/summary.ts";
import { plainLine } from "../../text/outside.ts";
import { formatCount, NBSP, plainSpaces } from "../../text/units.ts";
import type { RecordedSession } from "../documents/sweep-files.ts";
import type { Job } from "./measure.ts";
import { asFailure, Measurement } from "./measurement.ts";
import { sweepServerFacts } from "./recording.ts";

/** A step that is done, with what it gave. */
export type DoneStep = Readonly<{ step: SweepStep; session: RecordedSession }>;

/** The plan of a suite, and what it is measured on. */
type SuiteJob = Readonly<{
  /** Its points are the workloads. */
  plan: Plan;
  /** Head alone, or a reference and the other one; as many in each suite. */
  pairs: readonly Readonly<{ base: Target | null; head: Target }>[];
}>;

export type SweepJob = Readonly<{
  /** Suites, whose points are numbered on from one to the next. */
  suites: readonly SuiteJob[];
  generator: Job["generator"];
  schedule: readonly SweepStep[];
  /** Steps that were done before an interruption. */
  done: readonly DoneStep[];
  /** Keeps a step, before the next one begins. */
  keep: (done: DoneStep) => Promise<void>;
}>;

/** A point on a pair, by their positions. */
type FailedPoint = Pick<SweepStep, "pair" | "point"> & Readonly<{ failure: PlumblineError }>;

export type SweepMeasured = Readonly<{
  /** Measurements by suite, one for each pair. */
  measurements: readonly (readonly Measurement[])[];
  /** Steps that are done. */
  done: number;
  /** Points that were given up, and why. */
  failed: readonly FailedPoint[];
  /** The reason why it ended early, or null. */
  failure: PlumblineError | null;
}>;

/** A point that fails is given up and noted; the others go on. An interruption ends all. */
export async function measureSweep(
  job: SweepJob,
  progress: Progress,
  signal: AbortSignal,
): Promise<SweepMeasured> {
  const suite = job.suites.map(({ plan }) => plan.suite).join(" + ");
  progress.watcher?.begins({ suite, head: "", base: "" });
  const measurements = job.suites.map(({ plan, pairs }) =>
    pairs.map((targets) => new Measurement(plan, targets, job.generator, progress)),
  );
  const places = sweepPositions(job.suites.map(({ plan }) => plan.workloads.length));
  const measurementOf = ({ pair, point }: SweepStep) => measurements[places[point]!.suite]![pair]!;
  for (const { step, session } of job.done) measurementOf(step).add(session);
  const failed: FailedPoint[] = [];
  const isDone = new Set(job.done.map(({ step }) => JSON.stringify([step.round, step.pair, step.point])));
  const open = job.schedule.filter(
    ({ round, pair, point }) => !isDone.has(JSON.stringify([round, pair, point])),
  );
  let done = job.schedule.length - open.length;
  const ended = (failure: PlumblineError | null) => ({ measurements, done, failed, failure });
  if (open.length === 0) return ended(null);
  for (const measurement of measurements.flat()) {
    const unprepared = await measurement.prepare(signal);
    if (unprepared !== null) return ended(unprepared);
  }
  const clock = new SweepClock(job, done, progress);
  for (const step of open) {
    if (failed.some(({ pair, point }) => pair === step.pair && point === step.point)) {
      clock.stepLeftOut();
      continue;
    }
    const place = places[step.point]!;
    const measurement = measurementOf(step);
    try {
      const at = { index: step.round, look: 1 };
      const session = withoutHandles(await measurement.session(at, [place.point], clock, signal));
      await job.keep({ step, session });
      measurement.add(session);
      done += 1;
    } catch (error) {
      const failure = asFailure(error, signal);
      if (!isOfThePoint(failure)) return ended(failure);
      failed.push({ pair: step.pair, point: step.point, failure });
      const { name } = job.suites[place.suite]!.plan.workloads[place.point]!;
      progress.note(`${plainLine(name)} is given up: ${failure.message}`);
    }
    clock.stepDone();
  }
  return ended(null);
}

/** True for trouble of the database or the load, which says nothing of the next point; anything else would fail again. */
function isOfThePoint({ kind }: PlumblineError): boolean {
  return kind === "target" || kind === "generator";
}

/** The session with those facts alone about its servers that are written down. */
function withoutHandles({ arms, servers, blocks }: RecordedSession): RecordedSession {
  const facts = servers.map(sweepServerFacts);
  return { arms, servers: facts, blocks };
}

/** A server start, a copy of the data and a stop; only the first estimate needs it. */
const OVERHEAD_SECONDS = 3;

class SweepClock {
  readonly #progress: Progress;
  readonly #steps: number;
  readonly #startedAt = performance.now();
  /** Steps done, with those of earlier calls and those that are left out. */
  #done: number;
  /** Steps that took their time. */
  #measured = 0;
  #lastEndedAt = this.#startedAt;
  #secondsPerStep: number;

  constructor({ suites, schedule }: SweepJob, done: number, progress: Progress) {
    this.#progress = progress;
    this.#steps = schedule.length;
    this.#done = done;
    const plans = suites.map(({ plan }) => plan);
    // Whatever the suites' shares of the points are: the first sessions show it better.
    this.#secondsPerStep =
      mean(plans.map(({ seconds, warmupSeconds }) => seconds + warmupSeconds)) + OVERHEAD_SECONDS;
    const lengths = [...new Set(plans.map(({ seconds }) => `${seconds}${NBSP}s`))].join(" or ");
    const how = suites[0]?.pairs[0]?.base == null ? "" : ", two targets side by side";
    const left = done === 0 ? "" : `, ${formatCount(done)} of them measured before`;
    progress.stage(
      plainSpaces(`measuring ${formatCount(schedule.length)} sessions of ${lengths}${how}${left}`),
    );
  }

  workload(_session: number, workload: PlannedWorkload, { phase }: LoadProgress): void {
    const elapsed = (performance.now() - this.#lastEndedAt) / 1000;
    this.#progress.update({
      what: `session ${this.#done + 1} of ${this.#steps}, ${workload.name}: ${phase}`,
      share: this.#done / this.#steps,
      secondsLeft: Math.max(0, (this.#steps - this.#done) * this.#secondsPerStep - elapsed),
    });
  }

  stepDone(): void {
    this.#done += 1;
    this.#measured += 1;
    this.#lastEndedAt = performance.now();
    this.#secondsPerStep = (this.#lastEndedAt - this.#startedAt) / 1000 / this.#measured;
  }

  /** Counts a step of a point that was given up: it took no time, so that it says nothing of the others'. */
  stepLeftOut(): void {
    this.#done += 1;
  }
}
