/**
 * The session loop: start fresh servers for both arms, run every workload in interleaved slices, stop the servers. It knows targets and the
 * load generator only through their ports.
 */

import { sessionsFromLines } from "../../analysis/samples/session.ts";
import { inConfigWords } from "../../config/option-words.ts";
import { asRunBy, type Plan, type PlannedWorkload, sessionOrder } from "../../config/plan.ts";
import { asFinding, isUnfitSetup } from "../../io/database/setup/unfit.ts";
import type { Server, Target } from "../../io/database/target.ts";
import type { LoadGenerator, LoadProgress, RunRequest } from "../../io/load/load-generator.ts";
import type { Warning } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import type { ArmName, Session } from "../../model/run.ts";
import { pairStatementNames } from "../../model/script.ts";
import { capacityNote } from "../../report/words/capacity.ts";
import { plainLine } from "../../text/outside.ts";
import type { Block, RecordedSession } from "../documents/sweep-files.ts";
import { searchCapacities } from "./capacity.ts";
import { Countdown } from "./countdown.ts";
import { BlockNodes } from "./nodes.ts";
import { prepareTarget } from "./prepare.ts";
import { type Recorded, Recording } from "./recording.ts";
import { loadUrl } from "./role.ts";
import { orServerCrash } from "./server-crash.ts";
import { copyAhead, type Targets } from "./targets.ts";
import { type DisruptionPlace, playTimeline } from "./timeline.ts";
import { tryScripts } from "./trial.ts";
import { loadListener } from "./watched.ts";
import { WorkCounter } from "./work.ts";

/** Shows the progress of a workload. */
export type Clock = Pick<Countdown, "workload">;

/** One measurement. Targets are prepared once; then callers ask for sessions of the workloads that they choose. */
export class Measurement {
  readonly #plan: Plan;
  #targets: Targets;
  readonly #generator: LoadGenerator;
  readonly #progress: Progress;
  readonly #place: DisruptionPlace;
  readonly #recording: Recording;
  readonly #newcomers = new Map<number, string>();
  /** Warnings of the trial of the scripts. */
  #warnings: readonly Warning[] = [];
  readonly #counter = new WorkCounter();
  /** Capacities that the previous session found, by arm and workload. */
  readonly #capacities = new Map<string, number>();
  readonly #run: LoadGenerator["run"];

  /**
   * @param baseLacks reason why there is no base to measure, or null
   * @param place folders in which disruptions run and keep their output
   * @param run produces the load, unless this machine's load generator does so alone
   */
  constructor(
    plan: Plan,
    targets: Targets,
    generator: LoadGenerator,
    progress: Progress,
    baseLacks: string | null = null,
    place: DisruptionPlace = { tree: ".", logs: "plumbline-out/disruptions" },
    run: LoadGenerator["run"] = (request) => generator.run(request),
  ) {
    this.#run = run;
    this.#plan = plan;
    this.#place = place;
    this.#targets = targets;
    this.#generator = generator;
    this.#progress = progress;
    this.#recording = new Recording(plan, this.#newcomers);
    if (baseLacks !== null)
      for (const position of plan.workloads.keys()) this.#newcomers.set(position, baseLacks);
  }

  /**
   * Deploys both arms and loads their data. If base's own set-up files cannot fill a database, head is measured alone: it may be the commit
   * that fixes them.
   * @returns the reason why base cannot be set up, or null
   */
  async prepare(signal: AbortSignal): Promise<PlumblineError | null> {
    try {
      const { base, head } = this.#targets;
      const unfit = base === null ? null : await this.#prepareBase(base, signal);
      await this.#fill("head", head, signal).catch((error: unknown) => {
        throw base === null || unfit !== null ? error : asFinding(error);
      });
      if (unfit !== null) this.#giveUpBase(unfit);
      const { newcomers, warnings } = await tryScripts(
        this.#plan,
        this.#targets,
        this.#generator,
        this.#progress,
        signal,
      );
      this.#warnings = warnings;
      for (const [position, why] of newcomers) this.#newcomers.set(position, why);
      return null;
    } catch (error) {
      return asFailure(error, signal);
    }
  }

  /**
   * Measures more sessions. Whole sessions count; one that fails is dropped and ends the measuring.
   * @param workloads positions in plan.workloads
   * @param look of which these are sessions, from 1 on
   * @returns why it ended early, or null
   */
  async sessions(
    count: number,
    workloads: readonly number[],
    look: number,
    signal: AbortSignal,
  ): Promise<PlumblineError | null> {
    const first = this.#recording.count;
    const hasBase = this.#targets.base !== null;
    const part = { first, count, workloads: workloads.length, hasBase };
    const clock = new Countdown(this.#plan, this.#progress, part);
    try {
      for (let index = first; index < first + count; index++) {
        this.#recording.add(await this.session({ index, look }, workloads, clock, signal));
        clock.sessionDone();
      }
      return null;
    } catch (error) {
      return asFailure(error, signal);
    }
  }

  /** @returns why base's commit cannot be set up, or null */
  async #prepareBase(base: Target, signal: AbortSignal): Promise<PlumblineError | null> {
    try {
      await this.#fill("base", base, signal);
      return null;
    } catch (error) {
      if (isUnfitSetup(error)) return error;
      throw error instanceof PlumblineError && error.kind === "target" ? ofBase(error) : error;
    }
  }

  #fill(arm: ArmName, target: Target, signal: AbortSignal): Promise<void> {
    return prepareTarget(arm, target, this.#plan, this.#generator, this.#progress, signal);
  }

  #giveUpBase({ message }: PlumblineError): void {
    const why = `base's own commit cannot be set up: ${message.replace(/^base: /, "")}`;
    this.#progress.note(`${plainLine(why, 300)}: head is measured alone`);
    for (const position of this.#plan.workloads.keys()) this.#newcomers.set(position, why);
    this.#targets = { base: null, head: this.#targets.head };
  }

  /** The measured targets: without a base if its commit cannot be set up, which `prepare` finds out. */
  get targets(): Targets {
    return this.#targets;
  }

  /** Positions of workloads that base cannot run, with the reason. */
  get newcomers(): ReadonlyMap<number, string> {
    return this.#newcomers;
  }

  /** All that was measured so far. */
  recorded(): Recorded {
    const recorded = this.#recording.recorded();
    return { ...recorded, warnings: [...this.#warnings, ...recorded.warnings] };
  }

  #saying(arm: ArmName): (what: string) => void {
    return (what) => this.#progress.update({ what: `${arm}: ${what}`, share: null, secondsLeft: null });
  }

  /** Adds a session to the measurement: one from `session`, or one that was measured before an interruption. */
  add(session: RecordedSession): void {
    this.#recording.add(session);
  }

  /**
   * Measures one session, without adding it.
   * @param session its index, which decides the order of starts and the seeds, and its look
   * @param workloads positions in plan.workloads
   */
  async session(
    { index, look }: Readonly<{ index: number; look: number }>,
    workloads: readonly number[],
    clock: Clock,
    signal: AbortSignal,
  ): Promise<RecordedSession> {
    const order = sessionOrder(this.#plan, index);
    const arms = armOrder(this.#targets, order.headFirst);
    const servers: Server[] = [];
    const blocks: Block[] = [];
    // All builds run before the first server, whose caches and CPUs they would take.
    for (const arm of arms) await this.#targets[arm]!.renew?.({ index, look }, this.#saying(arm));
    // Both copies are made together, so that neither arm's files are older in the page cache.
    await copyAhead(this.#targets, index);
    try {
      for (const arm of arms) servers.push(await this.#targets[arm]!.openSession(index));
      for (const position of order.workloads.filter((workload) => workloads.includes(workload))) {
        blocks.push(await this.#block(index, position, order.seeds[position]!, arms, servers, clock, signal));
      }
    } finally {
      for (const server of servers) await server.stop();
    }
    return { arms, servers, blocks: await this.#withTimelines(index, blocks, order.seeds, clock, signal) };
  }

  /** Adds the timelines of the workloads to the blocks, one arm after the other: a disruption of one server must not reach the other. */
  async #withTimelines(
    index: number,
    blocks: readonly Block[],
    seeds: readonly number[],
    clock: Clock,
    signal: AbortSignal,
  ): Promise<readonly Block[]> {
    const played: Block[] = [];
    for (const block of blocks) {
      const workload = this.#plan.workloads[block.workload]!;
      const sessions: Session[] = [];
      for (const [position, session] of block.sessions.entries())
        sessions.push({
          ...session,
          ...(await this.#played(
            index,
            workload,
            block.arms[position]!,
            seeds[block.workload]!,
            clock,
            signal,
          )),
        });
      played.push({ ...block, sessions });
    }
    return played;
  }

  async #played(
    index: number,
    workload: PlannedWorkload,
    arm: ArmName,
    seed: number,
    clock: Clock,
    signal: AbortSignal,
  ): Promise<Pick<Session, "timeline">> {
    if (workload.timeline === undefined) return {};
    const play = {
      plan: workload.timeline,
      arm,
      index,
      workload: asRunBy(arm, workload),
      place: this.#place,
      target: this.#targets[arm]!,
      generator: this.#generator,
      warmupSeconds: this.#plan.warmupSeconds,
      seed,
      say: (what: string) => clock.workload(index, workload, { phase: `${arm}, ${what}`, share: null, what }),
      hear: loadListener(this.#progress, [arm], { workload: workload.name, session: index + 1 }, "timeline"),
    };
    return { timeline: await playTimeline(play, signal) };
  }

  async #block(
    index: number,
    position: number,
    seed: number,
    arms: readonly ArmName[],
    servers: readonly Server[],
    clock: Clock,
    signal: AbortSignal,
  ): Promise<Block> {
    const workload = this.#plan.workloads[position]!;
    const driven = this.#newcomers.has(position) ? arms.filter((arm) => arm === "head") : arms;
    const serversOf = driven.map((arm) => servers[arms.indexOf(arm)]!);
    const fresh = driven.map((arm) => this.#targets[arm]!.fresh);
    const counted = serversOf.map((server, position) => ({ server, fresh: fresh[position]! }));
    const urls = serversOf.map((server) => server.url(workload.load));
    const nodes = new BlockNodes(this.#plan.nodes, urls, this.#place.tree, signal);
    const tell = loadListener(this.#progress, driven, { workload: workload.name, session: index + 1 });
    const load = (hear: (phase: string) => void) => {
      const onProgress = (progress: LoadProgress) => {
        hear(progress.phase);
        clock.workload(index, workload, progress);
        tell(progress);
      };
      const running = this.#loaded({ workload, driven, servers: serversOf, seed, onProgress, signal });
      return orServerCrash(running, driven, serversOf, signal);
    };
    const { result, work } = await this.#counter.around(
      counted,
      workload.load,
      () => nodes.around(load),
      signal,
    );
    const { lines, cpu } = result;
    const { sessions, ends, options, generator, warnings } = sessionsFromLines(lines, {
      index,
      fresh,
      passing: workload.passing,
    });
    const capacities = await this.#searched(index, workload, seed, driven, serversOf, clock, signal);
    return {
      workload: position,
      arms: driven,
      sessions: sessions.map((session, i) => {
        const named = driven[i] === "base" ? withHeadNames(session, workload) : session;
        return { ...withWork(named, work(i, ends[i]!)), ...cpu.part, ...capacities[i] };
      }),
      options,
      generator: { ...generator, program: `sha256:${await this.#generator.identity()}` },
      warnings: [...fittingWarnings(warnings, driven, fresh), ...cpu.warnings].map((warning) => ({
        ...warning,
        workload: workload.name,
      })),
    };
  }

  /** Runs a workload on the servers of the given arms. Answers all lines of the load generator. */
  #loaded({
    workload,
    driven,
    servers,
    ...more
  }: Readonly<{ workload: PlannedWorkload; driven: readonly ArmName[]; servers: readonly Server[] }> &
    Pick<RunRequest, "seed" | "onProgress" | "signal">): Promise<readonly string[]> {
    return this.#run({
      ...more,
      name: workload.name,
      workload: workload.workload,
      dialect: workload.dialect,
      options: workload.options,
      script: workload.script,
      targets: servers.map((server, i) => ({
        url: loadUrl(server, workload),
        pid: server.pid,
        script: asRunBy(driven[i]!, workload).script,
      })),
      seconds: this.#plan.seconds,
      warmupSeconds: this.#plan.warmupSeconds,
      sliceMs: this.#plan.sliceMs,
    });
  }

  /** The capacity of each arm, in their order; nothing if none is searched. */
  async #searched(
    index: number,
    workload: PlannedWorkload,
    seed: number,
    driven: readonly ArmName[],
    servers: readonly Server[],
    clock: Clock,
    signal: AbortSignal,
  ): Promise<readonly Pick<Session, "capacity">[]> {
    const { capacity: plan } = workload;
    if (plan === undefined) return driven.map(() => ({}));
    const key = (arm: ArmName) => `${arm} ${workload.name}`;
    const found = await searchCapacities({
      plan,
      arms: driven.map((arm, i) => ({
        arm,
        server: servers[i]!,
        workload: asRunBy(arm, workload),
        last: this.#capacities.get(key(arm)) ?? null,
      })),
      generator: this.#generator,
      warmupSeconds: this.#plan.warmupSeconds,
      seed,
      say: (what) => clock.workload(index, workload, { phase: what, share: null, what }),
      note: (what) => this.#progress.note(what),
      hear: (arm) =>
        loadListener(this.#progress, [arm], { workload: workload.name, session: index + 1 }, "trial"),
      signal,
    });
    return found.map((capacity, i) => {
      const whose = `${workload.name}, ${driven[i]!}, session ${index + 1}`;
      this.#progress.note(capacityNote(whose, capacity));
      if (capacity.size !== null) this.#capacities.set(key(driven[i]!), capacity.size);
      return { capacity };
    });
  }
}

/** Adds a way on to the error of a command that fails on base alone: only the reader can tell whether it fails always. */
function ofBase(error: PlumblineError): PlumblineError {
  const way = "if base's commit is broken, --base HEAD compares head with itself";
  return error.with({ remedy: error.remedy === undefined ? way : `${error.remedy}; ${way}` });
}

/** Gives the statements of base's session, if it ran scripts of its own, the names that head has for them. */
function withHeadNames(session: Session, { ofBase, statements: ofHead }: PlannedWorkload): Session {
  if (ofBase === undefined || session.statements === undefined) return session;
  const names = pairStatementNames(ofBase.statements, ofHead);
  const named = session.statements.map((part) => ({ ...part, name: names.get(part.name) ?? part.name }));
  return { ...session, statements: named };
}

function withWork(session: Session, work: Session["work"]): Session {
  return work === undefined ? session : { ...session, work };
}

/** Leaves out "not-stationary" for fresh servers: sessions of one length on fresh copies are its remedy. */
function fittingWarnings(
  warnings: readonly Warning[],
  driven: readonly ArmName[],
  fresh: readonly boolean[],
): readonly Warning[] {
  return warnings
    .filter(({ code }) => !(code === "not-stationary" && fresh.every(Boolean)))
    .map((warning) => inArmWords(warning, driven));
}

/**
 * A warning of the load generator in the words of plumbline.yml. Its server numbers are arms, in an order that differs from session to
 * session.
 */
function inArmWords({ code, message, remedy }: Warning, driven: readonly ArmName[]): Warning {
  const named = message.replace(/\bserver (\d)\b/g, (said, target) => driven[target] ?? said);
  return { code, message: inConfigWords(named), remedy: inConfigWords(remedy) };
}

/** Turns an error into the failure that a measurement returns with what it has. */
export function asFailure(error: unknown, signal: AbortSignal): PlumblineError {
  if (signal.aborted) return new PlumblineError("interrupted", "interrupted", { cause: error });
  if (error instanceof PlumblineError) return error;
  return new PlumblineError("internal", (error as Error).message, { cause: error });
}

function armOrder(targets: Targets, headFirst: boolean): readonly ArmName[] {
  if (targets.base === null) return ["head"];
  return headFirst ? ["head", "base"] : ["base", "head"];
}
