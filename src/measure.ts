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

type ArmRecord = Readonly<{ workloads: readonly WorkloadRun[]; server: ServerFacts }>;

export type Measured = Readonly<{
  arms: Readonly<Partial<Record<ArmName, ArmRecord>>>;
  generator: Readonly<{ version: string; profile: string; libpq: number }>;
  /** Whole sessions. */
  sessions: number;
  warnings: readonly Warning[];
}>;

/** A server start, a copy of the data and a stop take about this long; only the first estimate of the time left needs it. */
const SESSION_OVERHEAD_SECONDS = 4;

/** One measurement: targets that are prepared once, then sessions, as many and of the workloads that are asked for. */
export class Measurement {
  readonly #plan: Plan;
  readonly #targets: Targets;
  readonly #generator: LoadGenerator;
  readonly #observer: Observer;
  readonly #recording: Recording;

  constructor(plan: Plan, targets: Targets, generator: LoadGenerator, observer: Observer) {
    this.#plan = plan;
    this.#targets = targets;
    this.#generator = generator;
    this.#observer = observer;
    this.#recording = new Recording(plan);
  }

  /**
   * Deploys both arms and loads their data.
   * @returns why that failed, or null
   */
  async prepare(signal: AbortSignal): Promise<PlumblineError | null> {
    try {
      await prepareTargets(this.#plan, this.#targets, this.#generator, this.#observer, signal);
      return null;
    } catch (error) {
      return asFailure(error, signal);
    }
  }

  /**
   * Measures more sessions. Whole sessions count; one that fails is dropped and ends the measuring.
   * @param workloads positions in plan.workloads
   * @returns why it ended early, or null
   */
  async sessions(
    count: number,
    workloads: readonly number[],
    signal: AbortSignal,
  ): Promise<PlumblineError | null> {
    const first = this.#recording.count;
    const clock = new Countdown(this.#plan, this.#observer, { first, count, workloads: workloads.length });
    try {
      for (let index = first; index < first + count; index++) {
        this.#recording.add(await this.#session(index, workloads, clock, signal));
        clock.sessionDone();
      }
      return null;
    } catch (error) {
      return asFailure(error, signal);
    }
  }

  /** All that was measured so far. */
  measured(): Measured {
    return this.#recording.measured();
  }

  async #session(
    index: number,
    workloads: readonly number[],
    clock: Countdown,
    signal: AbortSignal,
  ): Promise<SessionResult> {
    const order = sessionOrder(this.#plan, index);
    const arms = armsOf(this.#targets, order.headFirst);
    const servers: Server[] = [];
    try {
      for (const arm of arms) servers.push(await this.#targets[arm]!.openSession(index));
      const blocks: Block[] = [];
      for (const position of order.workloads.filter((workload) => workloads.includes(workload))) {
        blocks.push(await this.#block(index, position, order.seeds[position]!, arms, servers, clock, signal));
      }
      return { arms, servers, blocks };
    } finally {
      for (const server of servers) await server.stop();
    }
  }

  async #block(
    index: number,
    position: number,
    seed: number,
    arms: readonly ArmName[],
    servers: readonly Server[],
    clock: Countdown,
    signal: AbortSignal,
  ): Promise<Block> {
    const workload = this.#plan.workloads[position]!;
    const lines = await this.#generator.run({
      workload: workload.workload,
      dialect: workload.dialect,
      options: workload.options,
      targets: servers.map((server) => ({ url: server.url(workload.load), pid: server.pid })),
      seconds: this.#plan.seconds,
      warmupSeconds: this.#plan.warmupSeconds,
      sliceMs: this.#plan.sliceMs,
      seed,
      onProgress: (progress) => clock.workload(index, workload, progress),
      signal,
    });
    const fresh = arms.map((arm) => this.#targets[arm]!.fresh);
    const { sessions, options, generator, warnings } = sessionsFromLines(lines, { index, fresh });
    return {
      workload: position,
      sessions,
      options,
      generator,
      warnings: warnings.map((warning) => ({ ...warning, workload: workload.name })),
    };
  }
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

type Block = Readonly<{
  /** Position in plan.workloads. */
  workload: number;
  /** One for each arm, in the order of the load generator's targets. */
  sessions: readonly Session[];
  options: WorkloadRun["options"];
  generator: Measured["generator"];
  warnings: readonly Warning[];
}>;

type SessionResult = Readonly<{
  /** In the order of the load generator's targets, for example head then base. */
  arms: readonly ArmName[];
  servers: readonly Server[];
  blocks: readonly Block[];
}>;

function armsOf(targets: Targets, headFirst: boolean): readonly ArmName[] {
  if (targets.base === null) return ["head"];
  return headFirst ? ["head", "base"] : ["base", "head"];
}

/** Collects whole sessions, arm by arm and workload by workload. */
class Recording {
  readonly #plan: Plan;
  readonly #sessions: Record<ArmName, Session[][]>;
  /** By workload; null while no session has told which took effect. */
  readonly #options: (WorkloadRun["options"] | null)[];
  readonly #servers: Partial<Record<ArmName, ServerFacts>> = {};
  readonly #warnings = new Map<string, Warning>();
  #generator: Measured["generator"] = { version: "", profile: "", libpq: 0 };
  count = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#sessions = { base: plan.workloads.map(() => []), head: plan.workloads.map(() => []) };
    this.#options = plan.workloads.map(() => null);
  }

  add({ arms, servers, blocks }: SessionResult): void {
    this.count += 1;
    for (const [position, arm] of arms.entries()) {
      const { product, version, settings } = servers[position]!;
      this.#servers[arm] = { product, version, settings };
      for (const block of blocks) this.#sessions[arm][block.workload]!.push(block.sessions[position]!);
    }
    for (const { workload, options, generator, warnings } of blocks) {
      this.#options[workload] = combined(this.#options[workload] ?? options, options);
      this.#generator = generator;
      // The same doubt in every session is one doubt.
      for (const warning of warnings) this.#warnings.set(`${warning.code} ${warning.workload}`, warning);
    }
  }

  measured(): Measured {
    const arms: Partial<Record<ArmName, ArmRecord>> = {};
    for (const arm of ARMS) {
      const server = this.#servers[arm];
      if (server === undefined) continue;
      const workloads = this.#plan.workloads.map(({ name, workload, options }, position) => ({
        name,
        workload,
        options: this.#options[position] ?? options,
        sessions: [...this.#sessions[arm][position]!],
      }));
      arms[arm] = { workloads, server };
    }
    return { arms, generator: this.#generator, sessions: this.count, warnings: [...this.#warnings.values()] };
  }
}

/**
 * The options of all sessions. What the load generator chooses itself, the placement, may differ between them; a run of both kinds
 * must not pass for one of either.
 */
function combined(before: WorkloadRun["options"], now: WorkloadRun["options"]): WorkloadRun["options"] {
  const values = Object.entries(now).map(([name, value]) => [name, before[name] === value ? value : MIXED]);
  return Object.fromEntries(values);
}

const MIXED = "mixed";

type Part = Readonly<{ first: number; count: number; workloads: number }>;

/** Says how far the measuring is and how long it still takes: planned time at first, corrected by the sessions that are done. */
class Countdown {
  readonly #observer: Observer;
  readonly #part: Part;
  readonly #startedAt = performance.now();
  #done = 0;
  #secondsPerSession: number;

  constructor(plan: Plan, observer: Observer, part: Part) {
    this.#observer = observer;
    this.#part = part;
    this.#secondsPerSession = part.workloads * (plan.seconds + plan.warmupSeconds) + SESSION_OVERHEAD_SECONDS;
    const how = plan.mode === "side-by-side" ? "base and head side by side" : "head alone";
    observer.stage(
      `measuring ${how}: ${part.workloads} ${part.workloads === 1 ? "workload" : "workloads"} x ${part.count} ${part.count === 1 ? "session" : "sessions"} x ${plan.seconds} s`,
    );
  }

  workload(session: number, workload: PlannedWorkload, progress: Progress): void {
    const { first, count } = this.#part;
    const elapsed = (performance.now() - this.#startedAt) / 1000;
    const total = this.#secondsPerSession * count;
    this.#observer.progress({
      what: `session ${session + 1} of ${first + count}, ${workload.name}: ${progress.phase}`,
      share: Math.min(1, elapsed / total),
      secondsLeft: Math.max(0, total - elapsed),
    });
  }

  sessionDone(): void {
    this.#done += 1;
    this.#secondsPerSession = (performance.now() - this.#startedAt) / 1000 / this.#done;
  }
}
