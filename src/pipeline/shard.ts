/**
 * A run that several load machines measure together. Index 0 gathers the others, measures as one machine would with all their load, and
 * keeps the run until a client has fetched it; any other index does what index 0 says.
 */
import { hostname } from "node:os";
import path from "node:path";
import {
  ABSENT,
  type SharedBlock,
  shardObjections,
  shardParts,
  shardWarnings,
} from "../analysis/warnings/shards.ts";
import type { Config } from "../config/parse.ts";
import { traitsOf } from "../io/database/traits.ts";
import { assureTemporaryFolder, assureWritable } from "../io/host/files.ts";
import { machineFacts } from "../io/host/machine.ts";
import { findLoadGenerator } from "../io/load/find.ts";
import { buildOf } from "../io/shards/build.ts";
import { Conversation, type CoordinatorAddress, IndexZeroGone } from "../io/shards/client.ts";
import { createShardServer, type Ended } from "../io/shards/server.ts";
import { type CoordinatorRules, ShardCoordinator } from "../io/shards/shard-coordinator.ts";
import { type WallClock, wallClock } from "../io/shards/wall-clock.ts";
import type { Warning } from "../model/document.ts";
import { EXIT_CODE, PlumblineError } from "../model/errors.ts";
import type { Progress } from "../model/progress.ts";
import type { Run, Runs } from "../model/run.ts";
import type { Machine, ShardsStatus } from "../model/shards.ts";
import { measureAlone } from "./check.ts";
import { writeRuns } from "./documents/files.ts";
import { loadConfig } from "./invocation/config-file.ts";
import type { Invocation } from "./invocation/invocation.ts";
import { follow } from "./measure/follow.ts";
import { holdingMachine, lookAtMachine } from "./measure/machine.ts";
import { type MeasureResult, measure } from "./measure/measure.ts";
import { asFailure } from "./measure/measurement.ts";
import { planWith } from "./measure/plan.ts";
import { unmeasured } from "./measure/runs.ts";
import { assurePlanShareable, runSharded } from "./measure/sharded.ts";

type LeadRequest = CoordinatorRules &
  Readonly<{
    host: string;
    port: number;
    token: string | null;
    /** Seconds that the run is kept for a client to fetch it. */
    keepSeconds: number;
    /** Called with the address: http://HOST:PORT. */
    onListening: (address: string) => void;
  }>;

/** Time that shards may take to hear that all is over. */
const DISMISS_MS = 15_000;
const TICK_MS = 100;
/** Slices of two arms, if the config file leaves the length to each load generator: machines must not choose for themselves. */
const SLICE_NS = 250e6;

/** Index 0. @returns the exit code */
export async function lead(
  invocation: Invocation,
  request: LeadRequest,
  progress: Progress,
  signal: AbortSignal,
): Promise<number> {
  const config = sharedConfig(await loadConfig(invocation));
  await assureWritable(path.resolve(invocation.cwd, invocation.output));
  await assureTemporaryFolder();
  const generator = await findLoadGenerator({ progress, urls: [], signal });
  // Before the wait for the others: a mistake in the config file is no reason to start them.
  const plan = await planWith(config, invocation.overrides, generator, invocation.cwd);
  await assurePlanShareable(plan, generator, request.shards);
  const build = buildOf(await generator.catalog());
  const wall = wallClock();
  const self = { machine: machine(), build };
  const coordinator = new ShardCoordinator(request, self, { now: () => performance.now(), wall });
  const ticking = setInterval(() => coordinator.tick(), TICK_MS);
  const run = new LedRun(config, coordinator);
  const app = createShardServer({
    coordinator,
    shards: request.shards,
    token: request.token,
    wall,
    status: () => run.status(),
    ended: () => run.ended,
    onFetched: () => run.fetched.abort(),
  });
  try {
    const address = await app.listen({ host: request.host, port: request.port }).catch((cause: Error) => {
      throw new PlumblineError(
        "usage",
        `cannot listen on ${request.host}:${request.port}: ${cause.message}`,
        {
          remedy:
            "name another --listen (port 0 takes a free one); if an earlier index 0 still keeps its run there (--keep-for), end it, or POST /fetched",
          cause,
        },
      );
    });
    request.onListening(address);
    progress.stage(`waiting for the other ${request.shards - 1} of ${request.shards} shards`);
    return await run.toItsEnd(invocation, request, wall, progress, signal);
  } finally {
    clearInterval(ticking);
    await app.close();
  }
}

/** Any other index. @returns the exit code: index 0's, which never judges a regression, or inconclusive if it is gone */
export async function join(
  address: CoordinatorAddress,
  joinMs: number,
  progress: Progress,
  signal: AbortSignal,
): Promise<number> {
  await assureTemporaryFolder();
  const conversation = new Conversation(address, (text) => progress.note(text), signal);
  const generator = await findLoadGenerator({ progress, urls: [], signal });
  const build = buildOf(await generator.catalog());
  const shards = await conversation.hello(machine(), build, joinMs);
  const { index } = address;
  const { code, why } = await follow({ conversation, generator, index, shards, progress, signal }).catch(
    (error: unknown) => {
      if (!(error instanceof IndexZeroGone)) throw error;
      return { code: EXIT_CODE.inconclusive, why: [`${error.message}; ${error.remedy}`] };
    },
  );
  for (const reason of why)
    progress.note(code === EXIT_CODE.inconclusive ? `inconclusive: ${reason}` : `index 0 ended: ${reason}`);
  progress.note(code === EXIT_CODE.fine ? "done: index 0 has the run" : `ended with exit code ${code}`);
  return code;
}

/** State of index 0's run, while it runs and afterwards. */
class LedRun {
  readonly #config: Config;
  readonly #coordinator: ShardCoordinator;
  readonly #blocks: SharedBlock[] = [];
  readonly fetched = new AbortController();
  ended: Ended | null = null;

  constructor(config: Config, coordinator: ShardCoordinator) {
    this.#config = config;
    this.#coordinator = coordinator;
  }

  async toItsEnd(
    invocation: Invocation,
    { keepSeconds, ...request }: LeadRequest,
    wall: WallClock,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<number> {
    signal.addEventListener("abort", () => this.#coordinator.callOff(), { once: true });
    const measured = await this.#measured(invocation, request, wall, progress, signal).catch(
      (error: unknown): MeasureResult => ({ runs: null, sessions: 0, failure: asFailure(error, signal) }),
    );
    this.ended = await this.#endOf(measured, invocation, progress);
    const why = (this.ended.runs?.head.inconclusive ?? []).map(({ message }) => message);
    for (const reason of why) progress.note(`inconclusive: ${reason}`);
    const { message } = this.ended;
    this.#coordinator.end(this.ended.exitCode, message === null ? why : [message]);
    await this.#coordinator.dismissed(DISMISS_MS);
    if (keepSeconds > 0 && !signal.aborted) {
      progress.stage(`kept for ${keepSeconds} s: GET /result, then POST /fetched`);
      await endOrTimeout(AbortSignal.any([this.fetched.signal, signal]), keepSeconds * 1_000);
    }
    if (this.ended.runs === null) throw measured.failure;
    return this.ended.exitCode;
  }

  /** Waits for all others before the first row is loaded: what cannot be measured need not be prepared. */
  async #measured(
    invocation: Invocation,
    { shards }: Pick<LeadRequest, "shards">,
    wall: WallClock,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<MeasureResult> {
    const config = this.#config;
    const coordinator = this.#coordinator;
    await coordinator.assembled(signal);
    const measuring: typeof measure = async (job, ...rest) => {
      const { generator } = job;
      const onBlock = (block: SharedBlock) => this.#blocks.push(block);
      const run = runSharded({ coordinator, shards, generator, wall, onBlock });
      return await measure({ ...job, run }, ...rest);
    };
    const work = async () => {
      const warnings = await lookAtMachine(config.measure.preflight, invocation.cwd, progress);
      return await measureAlone(config, invocation, warnings, progress, signal, [], measuring);
    };
    return await holdingMachine(invocation.lock, `suite ${config.suite}`, work, progress, signal);
  }

  /** Writes the documents, as far as there are any. A run that lost a shard has at least one, which says so. */
  async #endOf({ runs, failure }: MeasureResult, invocation: Invocation, progress: Progress): Promise<Ended> {
    const lost = this.#coordinator.losses.length > 0;
    const known = runs ?? (lost ? await unmeasured(this.#config, invocation) : null);
    if (known === null || (failure !== null && !lost)) {
      const { message, exitCode } = failure ?? new PlumblineError("internal", "nothing was measured");
      return { runs: null, message, exitCode };
    }
    const head = this.#annotated(known.head);
    const written: Runs = { base: known.base && this.#annotated(known.base), head };
    const places = await writeRuns(invocation, written);
    progress.note(`wrote ${places.join(", ")}`);
    const exitCode = head.inconclusive === undefined ? EXIT_CODE.fine : EXIT_CODE.inconclusive;
    return { runs: written, message: null, exitCode };
  }

  #annotated(run: Run): Run {
    const machines = this.#machines();
    const inconclusive: readonly Warning[] = [
      ...this.#coordinator.losses,
      ...shardObjections(machines, this.#blocks),
    ];
    return {
      ...run,
      warnings: [...run.warnings, ...shardWarnings(machines, this.#blocks)],
      shards: shardParts(machines, this.#blocks),
      ...(inconclusive.length === 0 ? {} : { inconclusive }),
    };
  }

  #machines(): readonly Machine[] {
    return this.#coordinator.members.map(({ machine }) => machine ?? ABSENT);
  }

  status(): ShardsStatus {
    const { members, losses } = this.#coordinator;
    const now = performance.now();
    return {
      schema: "plumbline.shards/1",
      state: this.#state(),
      blocks: this.#blocks.length,
      shards: members.map(({ index, state, machine, said, heardAt, instance }) => ({
        index,
        state,
        host: machine?.host ?? null,
        said,
        silentSeconds: instance === null ? null : Math.round((now - heardAt) / 100) / 10,
      })),
      inconclusive: (this.ended?.runs?.head.inconclusive ?? losses).map(({ message }) => message),
    };
  }

  #state(): ShardsStatus["state"] {
    if (this.ended === null)
      return this.#coordinator.members.some(({ state }) => state === "new") ? "waiting" : "measuring";
    if (this.ended.runs === null) return "failed";
    return this.ended.exitCode === EXIT_CODE.fine ? "done" : "inconclusive";
  }
}

/** The config of what several machines can measure: a server that each of them reaches, in slices that all of them have. */
function sharedConfig(config: Config): Config {
  const { deploy, base, migration } = config.database;
  const unreached = [deploy, ...(base === undefined ? [] : [base])].find(
    (each) => traitsOf(each).running === null,
  );
  if (unreached !== undefined)
    throw new PlumblineError("usage", "several load machines need a server that all of them reach", {
      remedy:
        "set database.deploy: { url: postgres://HOST:5432/DB }, with a host name that every machine resolves",
    });
  if (migration !== undefined)
    throw new PlumblineError("usage", "a migration under load is tried from one machine", {
      remedy: "leave database.migration out, and try it with plumbline run",
    });
  const { slice } = config.measure;
  return { ...config, measure: { ...config.measure, slice: slice === "auto" ? SLICE_NS : slice } };
}

function machine(): Machine {
  const { cpuModel, cpuCount } = machineFacts();
  return { host: hostname(), cpuModel, cpuCount };
}

/** Waits for the signal, at most so long. */
async function endOrTimeout(signal: AbortSignal, ms: number): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => [clearTimeout(timer), resolve()], { once: true });
  });
}
