/**
 * A plan, targets and a load generator -> runs. It knows no config file, no store and no folder: every caller that measures begins here,
 * and decides what to do with the runs.
 */

import type { RedWorkload } from "../../analysis/cause/red.ts";
import type { Unexplained } from "../../analysis/reason/reason.ts";
import type { NextLook } from "../../analysis/verdict/looks.ts";
import type { Plan } from "../../config/plan.ts";
import type { LoadGenerator } from "../../io/load/load-generator.ts";
import type { CauseSearch } from "../../model/cause-search.ts";
import type { PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import type { Runs } from "../../model/run.ts";
import type { CauseJob } from "./cause/job.ts";
import { searchCauses } from "./cause/search.ts";
import { diagnose, withDiagnosis } from "./diagnosis.ts";
import { DiagnosisBudget, hasTimeForAll } from "./diagnosis-budget.ts";
import { asFailure, Measurement } from "./measurement.ts";
import { type MigrationJob, tryMigration } from "./migration.ts";
import { makeRuns, now, type RunSubject } from "./runs.ts";
import { type CourseLooks, measureSessions } from "./schedule.ts";
import { type ChangedFile, type Snapshot, snapshotArms, withSnapshot } from "./snapshot.ts";
import type { Targets } from "./targets.ts";
import type { DisruptionPlace } from "./timeline.ts";

export type Job = Readonly<{
  plan: Plan;
  targets: Targets;
  generator: LoadGenerator;
  subject: RunSubject;
  /** Reason why base has nothing to measure yet, side by side, so that `targets` has no base; null if it has. */
  baseLacks: string | null;
  /** Advice by the rule that will judge the runs; null: the sessions of the plan, and one look. */
  advice: RunAdvice | null;
  /** Files of the set-up that differ between the arms. */
  changedFiles: readonly ChangedFile[];
  /** How to search for the causes of regressions; null: not at all. */
  cause: CauseJob | null;
  /** Migration to try when everything else is measured; null: there is none. */
  migration: MigrationJob | null;
  /** Place where disruptions run, and where their output is kept. */
  place?: DisruptionPlace;
  /** Function that produces the load, unless this machine's load generator does so alone. */
  run?: LoadGenerator["run"];
}>;

export type RunAdvice = Readonly<{
  /** Workloads that deserve another look. */
  nextLook(runs: Runs): NextLook;
  /** Number of sessions beyond which more are of little use; null if the noise is not known. */
  enough: number | null;
  /** Workloads that regressed, the worst first. */
  red(runs: Runs): readonly RedWorkload[];
  /** Workloads whose speed regressed without a cause that explains most of it. */
  unexplained(runs: Runs): readonly Unexplained[];
}>;

/** Result of measuring. A session that failed is not part of the runs; `runs` is null if it was the first. */
export type MeasureResult = Readonly<{
  runs: Runs | null;
  /** Number of whole sessions. */
  sessions: number;
  /** The reason why it ended early, or null. */
  failure: PlumblineError | null;
}>;

const NOTHING: NextLook = { suspects: [], undecided: [] };

/** Deploys and loads, measures, and leaves the targets for the caller to close. */
export async function measure(job: Job, progress: Progress, signal: AbortSignal): Promise<MeasureResult> {
  const { plan, generator, advice, baseLacks } = job;
  const subject = announced(progress, job);
  const started = now();
  const time = new DiagnosisBudget();
  const { place, run } = job;
  const measurement = new Measurement(plan, job.targets, generator, progress, baseLacks, place, run);
  const unprepared = await measurement.prepare(signal);
  if (unprepared !== null) return { runs: null, sessions: 0, failure: unprepared };
  const { targets } = measurement;
  let snapshot: Snapshot;
  try {
    const seconds = time.before(plan);
    snapshot = await time.spend(() => snapshotArms(plan, targets, generator, seconds, progress, signal));
  } catch (error) {
    return { runs: null, sessions: 0, failure: asFailure(error, signal) };
  }
  const runsAfter = (looks: CourseLooks): Runs =>
    withSnapshot(
      makeRuns(measurement.recorded(), { ...plan, ...looks }, subject, started),
      snapshot,
      job.changedFiles,
    );
  const { failure, sessions, looks } = await measureSessions(
    measurement,
    plan,
    {
      nextLook: (looks) => advice?.nextLook(runsAfter(looks)) ?? NOTHING,
      enough: advice?.enough ?? null,
    },
    progress,
    signal,
  );
  const whole = measurement.recorded().sessions;
  const measured = whole === 0 ? null : runsAfter({ sessions, looks });
  if (measured === null || failure !== null) return { runs: measured, sessions: whole, failure };
  let runs: Runs = measured;
  const failed = await lookFurther(
    { job, measured, allowed: time.after(), targets, newcomers: measurement.newcomers },
    (seen) => {
      runs = seen(runs);
    },
    progress,
    signal,
  ).then(
    () => null,
    (error: unknown) => asFailure(error, signal),
  );
  return { runs, sessions: whole, failure: failed };
}

/** What to look at after measuring. */
type Measured = Readonly<{
  job: Job;
  measured: Runs;
  /** Seconds for looking at the servers. */
  allowed: number;
  targets: Targets;
  newcomers: ReadonlyMap<number, string>;
}>;

/**
 * Searches for the causes of regressions, looks at the servers if none was proved, and tries the migration, one after the other.
 * @param add called with what each step adds to the runs: it stays if a later step fails or is interrupted
 */
async function lookFurther(
  { job, measured, allowed, targets: { base, head }, newcomers }: Measured,
  add: (seen: (runs: Runs) => Runs) => void,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const { plan, generator, advice } = job;
  const proved = new Set<string>();
  const reds = advice?.red(measured) ?? [];
  // The search has one machine's load, which differs from that of several.
  if (base !== null && job.cause !== null && job.run === undefined && reds.length > 0) {
    const keep = (search: CauseSearch) => {
      if (search.causes.length > 0) proved.add(search.workload);
      add(({ base, head }) => ({ base, head: { ...head, causes: [...(head.causes ?? []), search] } }));
    };
    const ground = { plan, targets: { base, head }, generator, runs: measured };
    await searchCauses(job.cause, ground, reds, keep, progress, signal);
  }
  const unexplained = (advice?.unexplained(measured) ?? []).filter(({ name }) => !proved.has(name));
  const looks = plan.mode === "history" ? looksForLater(plan, allowed) : unexplained;
  const seen = await diagnose({ plan, targets: { base, head }, generator }, looks, allowed, progress, signal);
  add((runs) => withDiagnosis(runs, seen));
  if (base === null || job.migration === null) return;
  const migrating = { plan, target: base, generator, newcomers };
  const migration = await tryMigration(job.migration, migrating, progress, signal);
  add((runs) => ({ ...runs, head: { ...runs.head, migration } }));
}

/** Tells the watcher what is measured, and adds to the runs the name under which the live numbers show them. */
function announced({ watcher }: Progress, { plan, subject }: Job): RunSubject {
  if (watcher === undefined) return subject;
  const { base, head } = subject.commits;
  watcher.begins({ suite: plan.suite, head: head.sha, base: base?.sha ?? "" });
  return { ...subject, watched: watcher.run };
}

/** All workloads of a history, which later runs are compared with, if there is time for all of them; else none. */
function looksForLater({ workloads }: Plan, allowed: number): readonly Unexplained[] {
  const all = workloads.map(({ name }) => ({ name, look: "waits" as const }));
  const kinds = all.map(({ look }) => look);
  return hasTimeForAll(allowed, kinds) ? all : [];
}
