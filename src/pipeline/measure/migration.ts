/** Tries a migration under load: fresh servers with base's schema, a workload on each, and in the midst of it head's migration. */
import { setTimeout as sleep } from "node:timers/promises";
import { disturbance, drivenLoad } from "../../analysis/samples/load-course.ts";
import { lockWaits } from "../../analysis/samples/lock-waits.ts";
import { type MigrationPlan, migrationPlanOf } from "../../config/migration.ts";
import type { Config } from "../../config/parse.ts";
import type { Plan, PlannedWorkload } from "../../config/plan.ts";
import { applyMigration, type MigrationSource } from "../../io/database/migration/apply.ts";
import { newFiles } from "../../io/database/migration/files.ts";
import { orCrashError } from "../../io/database/place/crash-report.ts";
import { withClient } from "../../io/database/sql/connect.ts";
import type { Target } from "../../io/database/target.ts";
import type { Sources } from "../../io/git/sources.ts";
import { heldLocks, LOOKS_PER_SECOND, LockSampler, type Query } from "../../io/inspect/locks.ts";
import { rewrittenBetween, tableFiles } from "../../io/inspect/rewrites.ts";
import type { DriveRequest, LoadGenerator } from "../../io/load/load-generator.ts";
import type { Migration, MigrationSession } from "../../model/migration.ts";
import type { Progress } from "../../model/progress.ts";
import { mixSeed } from "../../stats/mix-seed.ts";
import { plural } from "../../text/units.ts";
import { whileDriven } from "./driven-load.ts";
import { loadUrl } from "./role.ts";
import { scriptsIn } from "./scripts.ts";
import { loadListener } from "./watched.ts";

export type MigrationJob = Readonly<{
  plan: MigrationPlan;
  source: MigrationSource;
  /** Tree of base's commit: while a migration is applied the program that runs is still the old one. */
  baseTree: string;
}>;

/** A session whose load was not ended goes on for no longer than the migration may, and this. */
const SPARE_SECONDS = 60;

/**
 * Finds out what is to be tried before anything is deployed: a file that is missing is not worth minutes.
 * @returns null if there is nothing to try; notes it if base's commit has all files
 * @throws PlumblineError of kind "usage" for files that are not there, or must not be run as they are
 */
export async function migrationJob(
  asked: Config["database"]["migration"],
  { workloads, mode }: Pick<Plan, "workloads" | "mode">,
  { base, head }: Pick<Sources, "base" | "head">,
  progress: Pick<Progress, "note">,
): Promise<MigrationJob | null> {
  const plan = migrationPlanOf(asked, workloads, mode);
  if (plan === null || base === null) return null;
  const { files: globs, command = null, timeout } = plan;
  const files = globs === undefined ? [] : await newFiles(globs, { base: base.tree, head: head.tree });
  if (command === null && files.length === 0) {
    progress.note("no migration is tried: base's commit has all files of database.migration");
    return null;
  }
  return { plan, source: { files, command, tree: head.tree, limitMs: timeout / 1e6 }, baseTree: base.tree };
}

/** The target on which a migration is tried, and the load generator. */
export type MigrationContext = Readonly<{
  plan: Plan;
  /** Base's, prepared. */
  target: Target;
  generator: LoadGenerator;
  /** Positions of workloads that base's schema cannot run, with the reason. */
  newcomers: ReadonlyMap<number, string>;
}>;

/** @throws what makes a session impossible: a server that does not start, a load that cannot be driven, an interruption */
export async function tryMigration(
  job: MigrationJob,
  ground: MigrationContext,
  progress: Progress,
  signal: AbortSignal,
): Promise<Migration> {
  const { plan, source } = job;
  progress.stage("trying the migration under load");
  const workloads: Migration["workloads"][number][] = [];
  const under = plan.under.filter((position) => !ground.newcomers.has(position));
  for (const position of plan.under.filter((each) => !under.includes(each))) {
    const { name } = ground.plan.workloads[position]!;
    progress.note(`the migration is not tried under ${name}: ${ground.newcomers.get(position)}`);
  }
  for (const [place, position] of under.entries()) {
    const workload = ground.plan.workloads[position]!;
    const sessions: MigrationSession[] = [];
    for (let index = 0; index < plan.sessions; index++) {
      const share = (place * plan.sessions + index) / (under.length * plan.sessions);
      const what = `under ${workload.name}, session ${index + 1} of ${plan.sessions}`;
      progress.update({ what, share, secondsLeft: null });
      const number = position * plan.sessions + index;
      const hear = loadListener(
        progress,
        ["base"],
        { workload: workload.name, session: index + 1 },
        "migration",
      );
      sessions.push(await trySession({ ...job, workload, index, number, hear }, ground, signal));
    }
    workloads.push({ workload: workload.name, sessions });
  }
  const failed = workloads.flatMap(({ sessions }) => sessions).filter(({ failure }) => failure !== null);
  if (failed.length > 0)
    progress.note(`the migration could not be applied in ${plural(failed.length, "session")}`);
  const { gates, p99 } = plan;
  return {
    files: source.files.map(({ file }) => file),
    command: source.command,
    limitNs: p99,
    samplesPerSecond: LOOKS_PER_SECOND,
    rules: { stallNs: gates.stall, failed: gates.failed },
    workloads,
  };
}

type SessionJob = MigrationJob &
  Readonly<{
    workload: PlannedWorkload;
    index: number;
    number: number;
    hear: DriveRequest["onProgress"];
  }>;

async function trySession(
  { plan, source, baseTree, workload, index, number, hear }: SessionJob,
  { plan: measuring, target, generator }: MigrationContext,
  signal: AbortSignal,
): Promise<MigrationSession> {
  const server = await target.openSession(number);
  try {
    const url = server.url(workload.load);
    return await withClient(url, { what: "which locks there are", signal }, async (query) => {
      const files = await tableFiles(query);
      const request = {
        ...workload,
        script: workload.script && (await scriptsIn(baseTree, workload.script)),
        url: loadUrl(server, workload),
        warmupSeconds: measuring.warmupSeconds,
        seed: mixSeed(measuring.seed, number, 0),
        secondsMost: Math.ceil(plan.before + plan.after + source.limitMs / 1000) + SPARE_SECONDS,
        onProgress: hear,
      };
      const trial = { plan, source, url, query };
      const { lines, done } = await whileDriven(
        generator,
        request,
        (either, nowNs) => migrateWithin(trial, either, nowNs),
        signal,
      );
      const { span, waits, applied } = done;
      return {
        index,
        tookNs: Math.round(span.endedNs - span.beganNs),
        ...applied,
        rewritten: rewrittenBetween(files, await tableFiles(query)),
        ...disturbance(drivenLoad(lines), span, plan.p99),
        waits,
      };
    });
  } catch (error) {
    throw signal.aborted ? error : await orCrashError(error, server, "the migration's server: ");
  } finally {
    await server.stop();
  }
}

type MigrationTrial = Readonly<{
  plan: MigrationPlan;
  source: MigrationSource;
  url: string;
  query: Query;
}>;

/** The migration in the midst of the load, watched. */
async function migrateWithin(
  { plan, source, url, query }: MigrationTrial,
  signal: AbortSignal,
  nowNs: () => number,
) {
  await sleep(plan.before * 1000, undefined, { signal });
  const locks = new LockSampler(query);
  await locks.start();
  const beganNs = nowNs();
  const applied = await applyMigration(source, url, (pid) => heldLocks(query, pid), signal);
  const endedNs = nowNs();
  await sleep(plan.after * 1000, undefined, { signal });
  const waits = lockWaits(await locks.stop(), applied.statements);
  return { span: { beganNs, endedNs }, waits, applied };
}
