/**
 * The sessions of a sweep: one point of a grid on one pair of targets at a time, each on fresh servers, in the order of its schedule. The
 * measuring itself is that of a check (measurement.ts); here is what comes when, and what is left out.
 */
import type { Plan, PlannedWorkload } from "../config/plan.ts";
import type { Step } from "../config/sweep.ts";
import type { PlumblineError } from "../model/errors.ts";
import type { Observer } from "../model/observer.ts";
import { plainLine } from "../render/words/outside.ts";
import { formatCount, NBSP } from "../render/words/units.ts";
import type { Progress } from "../runner/load-generator.ts";
import type { Target } from "../target/target.ts";
import type { Job } from "./measure.ts";
import { asFailure, Measurement } from "./measurement.ts";
import type { RecordedSession } from "./recording.ts";

/** A step that is done, with what it gave. */
export type DoneStep = Readonly<{ step: Step; session: RecordedSession }>;

export type SweepJob = Readonly<{
  plan: Plan;
  generator: Job["generator"];
  /** Head alone, or a reference and the other one. */
  pairs: readonly Readonly<{ base: Target | null; head: Target }>[];
  schedule: readonly Step[];
  /** Of before an interruption. */
  done: readonly DoneStep[];
  /** Keeps a step, before the next one begins. */
  keep: (done: DoneStep) => Promise<void>;
}>;

export type SweepMeasured = Readonly<{
  /** One for each pair. */
  measurements: readonly Measurement[];
  /** Steps that are done. */
  done: number;
  /** By the position of a pair, by that of a point: why it was given up. */
  failed: ReadonlyMap<string, PlumblineError>;
  /** Why it ended early, or null. */
  failure: PlumblineError | null;
}>;

/** Of a point on a pair, in `failed`. */
export function failedKey({ pair, point }: Pick<Step, "pair" | "point">): string {
  return `${pair} ${point}`;
}

/** A point that fails is given up and said; the others go on. An interruption ends all. */
export async function measureSweep(
  job: SweepJob,
  observer: Observer,
  signal: AbortSignal,
): Promise<SweepMeasured> {
  observer.watcher?.begins({ suite: job.plan.suite, head: "", base: "" });
  const measurements = job.pairs.map(
    (targets) => new Measurement(job.plan, targets, job.generator, observer),
  );
  for (const { step, session } of job.done) measurements[step.pair]!.add(session);
  const failed = new Map<string, PlumblineError>();
  const isDone = new Set(job.done.map(({ step }) => JSON.stringify([step.round, step.pair, step.point])));
  const open = job.schedule.filter(
    ({ round, pair, point }) => !isDone.has(JSON.stringify([round, pair, point])),
  );
  let done = job.schedule.length - open.length;
  const ended = (failure: PlumblineError | null) => ({ measurements, done, failed, failure });
  if (open.length === 0) return ended(null);
  for (const measurement of measurements) {
    const unprepared = await measurement.prepare(signal);
    if (unprepared !== null) return ended(unprepared);
  }
  const clock = new SweepClock(job, done, observer);
  for (const step of open) {
    if (failed.has(failedKey(step))) {
      clock.stepDone();
      continue;
    }
    const { round: index, pair, point } = step;
    try {
      const measured = await measurements[pair]!.session({ index, look: 1 }, [point], clock, signal);
      const session = withoutHandles(measured);
      await job.keep({ step, session });
      measurements[pair]!.add(session);
      done += 1;
    } catch (error) {
      const failure = asFailure(error, signal);
      if (!isOfThePoint(failure)) return ended(failure);
      failed.set(failedKey(step), failure);
      observer.note(`${plainLine(job.plan.workloads[point]!.name)} is given up: ${failure.message}`);
    }
    clock.stepDone();
  }
  return ended(null);
}

/** What the database or the load made of a point says nothing of the next one; what else failed, will again. */
function isOfThePoint({ kind }: PlumblineError): boolean {
  return kind === "target" || kind === "generator";
}

/** What is known of the servers, to be written down. */
function withoutHandles({ arms, servers, blocks }: RecordedSession): RecordedSession {
  const facts = servers.map(({ product, version, settings }) => ({ product, version, settings }));
  return { arms, servers: facts, blocks };
}

/** A server start, a copy of the data and a stop; only the first estimate needs it. */
const OVERHEAD_SECONDS = 3;

class SweepClock {
  readonly #observer: Observer;
  readonly #steps: number;
  readonly #before: number;
  readonly #startedAt = performance.now();
  #done: number;
  #secondsPerStep: number;

  constructor({ plan, schedule, pairs }: SweepJob, done: number, observer: Observer) {
    this.#observer = observer;
    this.#steps = schedule.length;
    this.#before = done;
    this.#done = done;
    this.#secondsPerStep = plan.seconds + plan.warmupSeconds + OVERHEAD_SECONDS;
    const how = pairs[0]?.base == null ? "" : ", two targets side by side";
    const left = done === 0 ? "" : `, ${formatCount(done)} of them measured before`;
    observer.stage(
      `measuring ${formatCount(schedule.length)} sessions of ${plan.seconds}${NBSP}s${how}${left}`.replaceAll(
        NBSP,
        " ",
      ),
    );
  }

  workload(_session: number, workload: PlannedWorkload, { phase }: Progress): void {
    const elapsed = (performance.now() - this.#startedAt) / 1000;
    const since = this.#done - this.#before;
    this.#observer.progress({
      what: `session ${this.#done + 1} of ${this.#steps}, ${workload.name}: ${phase}`,
      share: this.#done / this.#steps,
      secondsLeft: Math.max(
        0,
        (this.#steps - this.#before) * this.#secondsPerStep - Math.max(elapsed, since * this.#secondsPerStep),
      ),
    });
  }

  stepDone(): void {
    this.#done += 1;
    this.#secondsPerStep = (performance.now() - this.#startedAt) / 1000 / (this.#done - this.#before);
  }
}
