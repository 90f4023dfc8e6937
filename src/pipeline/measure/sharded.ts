/**
 * A block that several load machines run together, as index 0 does it: it calls all to it, announces the start, runs its own part, and adds
 * up what all have brought.
 */
import { readFile } from "node:fs/promises";
import { broughtBy, firstEventUs, mergeLines } from "../../analysis/samples/merge-lines.ts";
import { isFine, type SharedBlock } from "../../analysis/warnings/shards.ts";
import { assureShareable, optionsOfShard } from "../../config/share.ts";
import type { LoadGenerator, RunRequest } from "../../io/load/load-generator.ts";
import { type ShardCoordinator, shardName } from "../../io/shards/shard-coordinator.ts";
import type { WallClock } from "../../io/shards/wall-clock.ts";
import type { ShardOutcome, Task, WireScript } from "../../io/shards/wire.ts";
import type { Description } from "../../model/catalog.ts";
import type { ScriptSet } from "../../model/script.ts";
import { formatProgress } from "../../text/units.ts";
import type { Job } from "./measure.ts";
import { asFailure } from "./measurement.ts";

type Sharding = Readonly<{
  coordinator: ShardCoordinator;
  shards: number;
  generator: LoadGenerator;
  /** Clock of index 0: the one whose time the others ask for. */
  wall: WallClock;
  /** Called with each block that all shards have measured. */
  onBlock: (block: SharedBlock) => void;
}>;

/** @throws PlumblineError of kind "usage" if a workload cannot be shared without the load becoming another one */
export async function assurePlanShareable(
  { workloads }: Job["plan"],
  generator: Pick<LoadGenerator, "describe">,
  shards: number,
): Promise<void> {
  for (const workload of workloads)
    assureShareable(workload, threadOption(await generator.describe(workload)), shards);
}

/** Stands in for the load generator's own `run`. */
export function runSharded(sharding: Sharding): LoadGenerator["run"] {
  let block = -1;
  return async (request) => {
    block += 1;
    return await runTogether(sharding, block, request);
  };
}

async function runTogether(
  { coordinator, shards, generator, wall, onBlock }: Sharding,
  block: number,
  request: RunRequest,
): Promise<readonly string[]> {
  const threads = threadOption(await generator.describe({ ...request, name: requestName(request) }));
  // As each of the others does, before any of them asks for the time.
  wall.renew();
  const startAt = await coordinator.open(await taskOf(request, block, threads), request.signal);
  const own = await generator
    .run({
      ...request,
      options: { ...optionsOfShard(request.options, threads, 0, shards), "start-at": startAt / 1e6 },
      onProgress: (progress) => {
        const done = progress.share === null ? "" : `, ${formatProgress(progress.share)}`;
        coordinator.said(`${progress.phase}${done}`);
        request.onProgress(progress);
      },
      signal: AbortSignal.any([request.signal, coordinator.lost]),
    })
    .catch((error: unknown) => {
      // Ended because another one was lost: `outcomes` says which.
      if (coordinator.lost.aborted && !request.signal.aborted) return [];
      throw asFailure(error, request.signal);
    });
  const still = { offset: 0, bound: 0 };
  const outcomes = await coordinator.outcomes(
    { lines: own, before: still, after: still, setBy: wall.setBy() },
    request.signal,
  );
  const facts = blockFacts(request, startAt, outcomes);
  const streams = outcomes.map(({ lines }, index) => ({ name: shardName(index, shards), lines }));
  const { lines, inStep } = mergeLines(streams, facts.sliceMs === null || isFine(facts));
  onBlock({ ...facts, inStep });
  return lines;
}

function blockFacts(
  request: RunRequest,
  startAt: number,
  outcomes: readonly ShardOutcome[],
): Omit<SharedBlock, "inStep"> {
  const { options, targets, sliceMs, seconds } = request;
  return {
    workload: requestName(request),
    startAt,
    sliceMs: targets.length > 1 && typeof sliceMs === "number" ? sliceMs : null,
    seconds,
    rate: Number(options["rate"] ?? 0),
    shards: outcomes.map(({ lines, before, after, setBy }) => ({
      before,
      after,
      setBy,
      firstAt: firstEventUs(lines),
      ...broughtBy(lines),
    })),
  };
}

async function taskOf(request: RunRequest, block: number, threads: number): Promise<Task> {
  const { workload, dialect, options, script, targets, seconds, warmupSeconds, sliceMs, seed } = request;
  return {
    block,
    name: requestName(request),
    workload,
    dialect,
    options,
    threads,
    script: await wireScript(script),
    targets: await Promise.all(
      targets.map(async ({ url, script: own }) => ({ url, script: await wireScript(own) })),
    ),
    seconds,
    warmupSeconds,
    sliceMs,
    seed,
  };
}

function requestName({ name, workload }: RunRequest): string {
  return name ?? workload;
}

async function wireScript(script: ScriptSet | undefined): Promise<WireScript | null> {
  if (script === undefined) return null;
  const files = script.files.map(async ({ file, path, weight, hash }) => ({
    file,
    weight,
    hash,
    text: await readFile(path, "utf8"),
  }));
  const rows = (script.rows ?? []).map(async ({ file, path, hash }) => ({
    file,
    hash,
    bytes: await readFile(path, "base64"),
  }));
  return { files: await Promise.all(files), rows: await Promise.all(rows), variables: script.variables };
}

function threadOption({ options }: Description): number {
  return Number(options["threads"] ?? 1);
}
