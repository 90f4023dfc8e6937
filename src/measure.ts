/**
 * The session loop: fresh servers for both arms, every workload in interleaved slices, servers away again. It knows targets and
 * the load generator only through their ports.
 */

import { type Plan, type PlannedWorkload, sessionOrder } from "./config/plan.ts";
import type { Warning } from "./model/document.ts";
import { PlumblineError } from "./model/errors.ts";
import type { Observer } from "./model/observer.ts";
import type { ArmName, Session, WorkloadRun } from "./model/run.ts";
import { ARMS } from "./model/run.ts";
import type { LoadGenerator, Progress } from "./runner/load-generator.ts";
import { sessionsFromLines } from "./samples/session.ts";
import type { Server, Target } from "./target/target.ts";

/** Head alone (history mode), or base and head. */
export type Targets = Readonly<{ base: Target | null; head: Target }>;

export type ServerFacts = Readonly<{
  product: string;
  version: string;
  settings: Readonly<Record<string, string>>;
}>;

export type Measured = Readonly<{
  arms: Readonly<
    Partial<Record<ArmName, Readonly<{ workloads: readonly WorkloadRun[]; server: ServerFacts }>>>
  >;
  generator: Readonly<{ version: string; profile: string; libpq: number }>;
  /** Whole sessions; fewer than planned where `failure` says why. */
  sessions: number;
  failure: PlumblineError | null;
  warnings: readonly Warning[];
}>;

/** A server start, a copy of the data and a stop take about this long; only the first estimate of the time left needs it. */
const SESSION_OVERHEAD_SECONDS = 4;

export async function measure(
  plan: Plan,
  targets: Targets,
  generator: LoadGenerator,
  observer: Observer,
  signal: AbortSignal,
): Promise<Measured> {
  await prepareTargets(plan, targets, generator, observer, signal);
  observer.stage(describe(plan));
  const record = new Recording(plan);
  const clock = new Countdown(plan, observer);
  let failure: PlumblineError | null = null;
  for (let index = 0; index < plan.sessions && failure === null; index++) {
    try {
      record.add(await measureSession(index, plan, targets, generator, clock, signal));
      clock.sessionDone(index);
    } catch (error) {
      failure = asFailure(error, signal);
    }
  }
  return record.finish(failure);
}

function describe(plan: Plan): string {
  const how = plan.mode === "side-by-side" ? "base and head side by side" : "head alone";
  return `measuring ${how}: ${plan.workloads.length} workloads x ${plan.sessions} sessions x ${plan.seconds} s`;
}

function asFailure(error: unknown, signal: AbortSignal): PlumblineError {
  if (signal.aborted) return new PlumblineError("interrupted", "interrupted", { cause: error });
  if (error instanceof PlumblineError) return error;
  return new PlumblineError("internal", (error as Error).message, { cause: error });
}

async function prepareTargets(
  plan: Plan,
  targets: Targets,
  generator: LoadGenerator,
  observer: Observer,
  signal: AbortSignal,
): Promise<void> {
  for (const arm of ARMS) {
    const target = targets[arm];
    if (target === null) continue;
    observer.stage(`preparing ${arm}`);
    const say = (what: string) => observer.progress({ what, share: null, secondsLeft: null });
    await target.prepare(
      plan.loads,
      (load, url) =>
        generator.prepare({
          plan: load,
          url,
          signal,
          onProgress: ({ phase, share, what }) =>
            observer.progress({ what: `${phase} ${what}`.trim(), share, secondsLeft: null }),
        }),
      say,
    );
  }
}

type Block = Readonly<{ workload: number; sessions: readonly Session[]; options: WorkloadRun["options"] }>;
type SessionResult = Readonly<{
  /** In the order of the load generator's targets, for example head then base. */
  arms: readonly ArmName[];
  servers: readonly Server[];
  blocks: readonly Block[];
  generator: Measured["generator"];
  warnings: readonly Warning[];
}>;

async function measureSession(
  index: number,
  plan: Plan,
  targets: Targets,
  generator: LoadGenerator,
  clock: Countdown,
  signal: AbortSignal,
): Promise<SessionResult> {
  const order = sessionOrder(plan, index);
  const arms = armsOf(targets, order.headFirst);
  const servers: Server[] = [];
  try {
    for (const arm of arms) servers.push(await targets[arm]!.openSession(index));
    const blocks: Block[] = [];
    const warnings: Warning[] = [];
    let facts: Measured["generator"] | undefined;
    for (const position of order.workloads) {
      const workload = plan.workloads[position]!;
      const lines = await generator.run({
        workload: workload.workload,
        dialect: workload.dialect,
        options: workload.options,
        targets: servers.map((server) => ({ url: server.url(workload.load), pid: server.pid })),
        seconds: plan.seconds,
        warmupSeconds: plan.warmupSeconds,
        sliceMs: plan.sliceMs,
        seed: order.seeds[position]!,
        onProgress: (progress) => clock.workload(index, workload, progress),
        signal,
      });
      const read = sessionsFromLines(lines, { index, fresh: arms.map((arm) => targets[arm]!.fresh) });
      blocks.push({ workload: position, sessions: read.sessions, options: read.options });
      warnings.push(...read.warnings.map((warning) => ({ ...warning, workload: workload.name })));
      facts = read.generator;
    }
    return { arms, servers, blocks, generator: facts!, warnings };
  } finally {
    for (const server of servers) await server.stop();
  }
}

function armsOf(targets: Targets, headFirst: boolean): readonly ArmName[] {
  if (targets.base === null) return ["head"];
  return headFirst ? ["head", "base"] : ["base", "head"];
}

/** Collects whole sessions, arm by arm and workload by workload. */
class Recording {
  readonly #plan: Plan;
  readonly #sessions: Record<ArmName, Session[][]>;
  readonly #options: WorkloadRun["options"][];
  readonly #servers: Partial<Record<ArmName, ServerFacts>> = {};
  readonly #warnings = new Map<string, Warning>();
  #generator: Measured["generator"] = { version: "", profile: "", libpq: 0 };
  #count = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#sessions = { base: plan.workloads.map(() => []), head: plan.workloads.map(() => []) };
    this.#options = plan.workloads.map(({ options }) => options);
  }

  add(result: SessionResult): void {
    this.#count += 1;
    this.#generator = result.generator;
    for (const [position, arm] of result.arms.entries()) {
      const { product, version, settings } = result.servers[position]!;
      this.#servers[arm] = { product, version, settings };
      for (const block of result.blocks) {
        this.#sessions[arm][block.workload]!.push(block.sessions[position]!);
        this.#options[block.workload] = block.options;
      }
    }
    // The same doubt in every session is one doubt.
    for (const warning of result.warnings) this.#warnings.set(`${warning.code} ${warning.workload}`, warning);
  }

  finish(failure: PlumblineError | null): Measured {
    const arms: Partial<Record<ArmName, { workloads: WorkloadRun[]; server: ServerFacts }>> = {};
    for (const arm of ARMS) {
      const server = this.#servers[arm];
      if (server === undefined) continue;
      const workloads = this.#plan.workloads.map(({ name, workload }, position) => ({
        name,
        workload,
        options: this.#options[position]!,
        sessions: this.#sessions[arm][position]!,
      }));
      arms[arm] = { workloads, server };
    }
    return {
      arms,
      generator: this.#generator,
      sessions: this.#count,
      failure,
      warnings: [...this.#warnings.values()],
    };
  }
}

/** Says how far the measuring is and how long it still takes: planned time at first, corrected by the sessions that are done. */
class Countdown {
  readonly #plan: Plan;
  readonly #observer: Observer;
  readonly #startedAt = performance.now();
  #done = 0;
  #secondsPerSession: number;

  constructor(plan: Plan, observer: Observer) {
    this.#plan = plan;
    this.#observer = observer;
    this.#secondsPerSession =
      plan.workloads.length * (plan.seconds + plan.warmupSeconds) + SESSION_OVERHEAD_SECONDS;
  }

  workload(session: number, workload: PlannedWorkload, progress: Progress): void {
    const { sessions } = this.#plan;
    const elapsed = (performance.now() - this.#startedAt) / 1000;
    const total = this.#secondsPerSession * sessions;
    this.#observer.progress({
      what: `session ${session + 1} of ${sessions}, ${workload.name}: ${progress.phase}`,
      share: Math.min(1, elapsed / total),
      secondsLeft: Math.max(0, total - elapsed),
    });
  }

  sessionDone(index: number): void {
    this.#done = index + 1;
    this.#secondsPerSession = (performance.now() - this.#startedAt) / 1000 / this.#done;
  }
}
