/** Disruptions of a load: a server of their own on each arm, the load, and at its planned times what is done to the server. */
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drivenLoad, equalSteps, type LoadSpan } from "../../analysis/samples/load-course.ts";
import { recoveries } from "../../analysis/samples/recovery.ts";
import type { PlannedWorkload } from "../../config/plan.ts";
import { orCrashError } from "../../io/database/place/crash-report.ts";
import type { Server, Target } from "../../io/database/target.ts";
import { DisruptionFailed, runDisruption } from "../../io/database/timeline/run-disruption.ts";
import type { DriveRequest, LoadGenerator } from "../../io/load/load-generator.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { ArmName } from "../../model/run.ts";
import type { PlannedDisruption, Timeline, TimelinePlan } from "../../model/timeline.ts";
import { whileDriven } from "./driven-load.ts";
import { loadUrl } from "./role.ts";

/** Place where commands run, and where their output is kept. */
export type DisruptionPlace = Readonly<{ tree: string; logs: string }>;

type Play = Readonly<{
  plan: TimelinePlan;
  arm: ArmName;
  /** Index of the session in the measurement. */
  index: number;
  /** The workload as this arm runs it. */
  workload: PlannedWorkload;
  place: DisruptionPlace;
  target: Target;
  generator: Pick<LoadGenerator, "drive">;
  warmupSeconds: number;
  seed: number;
  /** Called before each disruption. */
  say: (what: string) => void;
  /** Called with the progress of the load. */
  hear: DriveRequest["onProgress"];
}>;

/** A load whose disruptions take long goes on for no longer than they may, and this. */
const SPARE_SECONDS = 60;

/** Estimates how long one arm of one session takes, if no disruption takes long, for the time left. */
export function timelineSeconds({ disruptions, afterSeconds }: TimelinePlan, warmupSeconds: number): number {
  return warmupSeconds + (disruptions.at(-1)?.atSeconds ?? 0) + afterSeconds;
}

/** Plays all disruptions of a session on one arm. @throws PlumblineError that names arm and workload; what ends the signal */
export async function playTimeline(play: Play, signal: AbortSignal): Promise<Timeline> {
  const server = await play.target.openSession(play.index);
  try {
    return await playOnServer(play, server, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    // A server that a disruption ended is gone as it was asked to; the disruption's own words say more.
    const cause = error instanceof DisruptionFailed ? error : await orCrashError(error, server);
    throw cause instanceof PlumblineError ? cause.named(`${play.arm}: ${play.workload.name}`) : cause;
  } finally {
    await server.stop();
  }
}

async function playOnServer(play: Play, server: Server, signal: AbortSignal): Promise<Timeline> {
  const { plan, workload, generator, warmupSeconds, seed } = play;
  const most = plan.disruptions.reduce((sum, { limitSeconds }) => sum + limitSeconds, 0);
  const secondsMost = Math.ceil(timelineSeconds(plan, 0) + most) + SPARE_SECONDS;
  const request = {
    ...workload,
    url: loadUrl(server, workload),
    warmupSeconds,
    seed,
    secondsMost,
    patienceSeconds: secondsMost,
    onProgress: play.hear,
  };
  const { lines, done } = await whileDriven(
    generator,
    request,
    (either, nowNs) => runAll(play, server, either, nowNs),
    signal,
  );
  const { steps } = drivenLoad(lines);
  const { usualPerSecond, share, disruptions } = recoveries(
    steps,
    done.map(({ span }) => span),
    plan,
  );
  const { startNs, ...course } = equalSteps(steps);
  return {
    usualPerSecond,
    share,
    askedShare: plan.share,
    disruptions: disruptions.map((recovery, i) => {
      const { disruption, span, log } = done[i]!;
      return {
        name: disruption.name,
        beganNs: Math.max(0, Math.round(span.beganNs - startNs)),
        tookNs: Math.round(span.endedNs - span.beganNs),
        ...recovery,
        log,
      };
    }),
    course,
  };
}

type Done = Readonly<{ disruption: PlannedDisruption; span: LoadSpan; log: string }>;

/** Runs each disruption at its time, or when the one before it has ended. */
async function runAll(
  play: Play,
  server: Server,
  signal: AbortSignal,
  nowNs: () => number,
): Promise<readonly Done[]> {
  const { plan, arm, index, workload, place, say } = play;
  const begun = performance.now();
  const done: Done[] = [];
  for (const [position, disruption] of plan.disruptions.entries()) {
    say(`before ${disruption.name}`);
    await sleep(Math.max(0, begun + disruption.atSeconds * 1000 - performance.now()), undefined, { signal });
    say(disruption.name);
    const ground = {
      server,
      url: server.url(workload.load),
      tree: place.tree,
      logFile: path.join(
        place.logs,
        logName([workload.name, `${position + 1}`, disruption.name, arm, `${index}`]),
      ),
    };
    const beganNs = nowNs();
    const log = await runDisruption(disruption, ground, signal);
    done.push({ disruption, span: { beganNs, endedNs: nowNs() }, log });
  }
  say("after the last disruption");
  await sleep(plan.afterSeconds * 1000, undefined, { signal });
  return done;
}

/** Names are the user's: what a file's name cannot have is taken out. */
function logName(words: readonly string[]): string {
  return `${words.map((word) => word.replace(/[^\w.-]+/g, "_")).join("-")}.log`;
}
