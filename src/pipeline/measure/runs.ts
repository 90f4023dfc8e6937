/** Recorded sessions -> run documents. */
import { randomUUID } from "node:crypto";
import { compareArms } from "../../analysis/verdict/arms.ts";
import { conditionsOfRun, summarizeEarlier } from "../../analysis/verdict/earlier.ts";
import { type AskedOf, earlierAttempts, questionOf } from "../../analysis/verdict/earlier-attempts.ts";
import { buildsOf, fingerprintOf } from "../../analysis/verdict/fingerprint.ts";
import { clockStep } from "../../analysis/warnings/preflight.ts";
import type { Config } from "../../config/parse.ts";
import type { Plan } from "../../config/plan.ts";
import { commitFacts, UNKNOWN_COMMIT } from "../../io/git/commit.ts";
import { askGit } from "../../io/git/git.ts";
import { machineFacts } from "../../io/host/machine.ts";
import type { Commit, Warning } from "../../model/document.ts";
import type { Looks } from "../../model/looks.ts";
import type { Rules } from "../../model/rules.ts";
import type { ArmName, Environment, Origin, Pair, Run, Runs } from "../../model/run.ts";
import { repeatableId } from "../../model/run-identity.ts";
import { stamp } from "../documents/stamp.ts";
import type { Invocation } from "../invocation/invocation.ts";
import type { Recorded } from "./recording.ts";

/** Facts about a run besides its measurements: its commits, its origin, the warnings it began with, and the rules that judge it. */
export type RunSubject = Readonly<{
  commits: Readonly<{ base: Commit | null; head: Commit }>;
  origin: Origin;
  warnings: readonly Warning[];
  rules: Rules;
  /** Rules of base's own config file; absent or null: not known. */
  baseRules?: Rules | null;
  /** Stored measurements, newest first, whose noise may be this one's. */
  earlier: readonly Pair[];
  /** What the arms were made from; absent or null: not known, so that no other measurement asks the same. */
  asked?: AskedOf | null;
  /** Measurements that may have asked the same. */
  attempts?: readonly Pair[];
  /** Name under which its numbers were sent out while they came; absent: they were not watched. */
  watched?: string;
}>;

/** A moment by both clocks. */
export type Moment = Readonly<{ wall: Date; steadyMs: number }>;

export function now(): Moment {
  return { wall: new Date(), steadyMs: performance.now() };
}

/** Plan with the looks that were fixed for it. */
type MeasuredPlan = Omit<Plan, "looks"> & Readonly<{ looks: Looks }>;

export function makeRuns(recorded: Recorded, plan: MeasuredPlan, subject: RunSubject, started: Moment): Runs {
  const span = { started, finished: now() };
  const head = runFacts("head", recorded, plan, subject, span);
  const base = recorded.arms.base === undefined ? null : runFacts("base", recorded, plan, subject, span);
  const { watched } = subject;
  const measurement = {
    id: idOf(head, null),
    mode: plan.mode,
    ...(watched === undefined ? {} : { watched }),
  };
  const identified = (facts: MeasuredFacts, arm: ArmName): Run => ({
    schema: "plumbline.run/1",
    id: idOf(facts, arm),
    measurement: { ...measurement, arm },
    ...facts,
  });
  const headRun = { ...identified(head, "head"), rules: subject.rules };
  if (base === null) return { base, head: headRun };
  const { baseRules } = subject;
  const baseRun = { ...identified(base, "base"), ...(baseRules ? { rules: baseRules } : {}) };
  const earlier = summarizeEarlier(subject.earlier, conditionsOfRun(baseRun), subject.rules, measurement.id);
  const knowing = earlier.measurements === 0 ? headRun : { ...headRun, earlier };
  return { base: baseRun, head: withAttempts(baseRun, knowing, subject) };
}

function withAttempts(base: Run, head: Run, { asked = null, attempts: pairs = [], rules }: RunSubject): Run {
  if (asked === null) return head;
  const asking = { ...head, question: questionOf(base, head, asked) };
  const attempts = earlierAttempts(
    pairs,
    asking,
    rules,
    (pair) => compareArms(pair.base, pair.head, pair.head.rules ?? rules, stamp()).verdict,
  );
  return attempts.length === 0 ? asking : { ...asking, attempts };
}

/** A run document of nothing: it shows that the measurement could not begin. */
export async function unmeasured(
  config: Config,
  { cwd, origin, overrides }: Pick<Invocation, "cwd" | "origin" | "overrides">,
): Promise<Runs> {
  const { suite, database, measure } = config;
  const sha = await askGit(cwd, "rev-parse", "HEAD");
  const environment = {
    ...machineFacts(),
    database: "",
    databaseVersion: "",
    dialect: database.dialect,
    settings: {},
  };
  const generator = { version: "", profile: "", libpq: 0 };
  const mode = overrides.mode ?? measure.mode;
  const { seconds } = measure;
  const at = new Date().toISOString();
  const head: Run = {
    schema: "plumbline.run/1",
    id: randomUUID(),
    measurement: { id: randomUUID(), mode, arm: "head" },
    suite,
    commit: sha === null ? UNKNOWN_COMMIT : await commitFacts(cwd, sha, null),
    origin,
    startedAt: at,
    finishedAt: at,
    environment,
    fingerprint: fingerprintOf({ environment, generator, workloads: [], mode, seconds }),
    generator,
    plan: { sessions: 0, looks: 1, seconds, warmupSeconds: measure.warmup, sliceMs: "auto", seed: 0 },
    workloads: [],
    warnings: [],
  };
  return { base: null, head };
}

type MeasuredFacts = Omit<Run, "schema" | "id" | "measurement">;

/** @param arm null for the measurement's */
function idOf({ origin, suite, commit, fingerprint }: MeasuredFacts, arm: ArmName | null): string {
  return repeatableId({ origin, suite, commit: commit.sha, fingerprint }, arm) ?? randomUUID();
}

function runFacts(
  arm: ArmName,
  { arms, generator, warnings }: Recorded,
  { suite, dialect, mode, ...plan }: MeasuredPlan,
  { commits, origin, warnings: early }: RunSubject,
  { started, finished }: Readonly<{ started: Moment; finished: Moment }>,
): MeasuredFacts {
  const { workloads, server } = arms[arm]!;
  const environment: Environment = {
    ...machineFacts(),
    database: server.product,
    databaseVersion: server.version,
    ...(server.build === undefined ? {} : { build: server.build }),
    dialect,
    settings: server.settings,
  };
  const { sessions, looks, seconds, warmupSeconds, sliceMs, seed } = plan;
  const wallSeconds = (finished.wall.getTime() - started.wall.getTime()) / 1000;
  const steadySeconds = (finished.steadyMs - started.steadyMs) / 1000;
  return {
    suite,
    commit: commits[arm]!,
    origin,
    startedAt: started.wall.toISOString(),
    finishedAt: finished.wall.toISOString(),
    environment,
    fingerprint: fingerprintOf({
      environment,
      generator,
      builds: buildsOf(environment, generator),
      workloads,
      mode,
      seconds,
      job: origin.job,
      config: origin.config,
    }),
    generator,
    plan: { sessions, looks, seconds, warmupSeconds, sliceMs, seed },
    workloads,
    warnings: [...early, ...clockStep(wallSeconds, steadySeconds), ...warnings],
  };
}
