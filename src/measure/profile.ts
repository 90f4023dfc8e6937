/** Where the CPU time of both arms goes under workloads that regressed: an extra session, which is not judged. */
import { asRunBy, type Plan, type PlannedWorkload } from "../config/plan.ts";
import type { Observer } from "../model/observer.ts";
import type { Profile } from "../model/profile.ts";
import { ARMS, type ArmName, type Run, type Runs } from "../model/run.ts";
import { EVENT, HERTZ, sampleServer, whyNoProfile } from "../observe/profile.ts";
import type { LoadGenerator } from "../runner/load-generator.ts";
import { sessionsFromLines } from "../samples/session.ts";
import { mixSeed } from "../stats/mix-seed.ts";
import type { Server } from "../target/target.ts";
import type { Targets } from "./targets.ts";

/** Of the servers that only this uses. */
const SESSION = -3;
/** Of each workload at most, and never longer than a session: a function of a tenth of the time then has some hundred samples. */
const SECONDS_MOST = 4;
const WORKLOADS_MOST = 3;

export type Profiles = Readonly<Record<ArmName, readonly Profile[]>>;

const NONE: Profiles = { base: [], head: [] };

/** Of both arms beside each other. What cannot be sampled is said once, and changes nothing else. */
export async function profileArms(
  workloads: readonly PlannedWorkload[],
  plan: Plan,
  { base, head }: Targets,
  generator: LoadGenerator,
  observer: Observer,
  signal: AbortSignal,
): Promise<Profiles> {
  if (base === null || workloads.length === 0) return NONE;
  observer.stage("sampling where the CPU time goes");
  const servers: Server[] = [];
  try {
    servers.push(await base.openSession(SESSION), await head.openSession(SESSION));
    const pids = servers.flatMap(({ pid }) => (pid === null ? [] : [pid]));
    if (pids.length < ARMS.length) return NONE;
    const why = await whyNoProfile(pids[0]!);
    if (why !== null) {
      observer.note(`which functions take more time is not known: ${why}`);
      return NONE;
    }
    const all = { base: [] as Profile[], head: [] as Profile[] };
    for (const workload of workloads.slice(0, WORKLOADS_MOST)) {
      const both = await profileOne(workload, plan, servers, pids, generator, signal);
      for (const [at, arm] of ARMS.entries()) all[arm].push(both[at]!);
    }
    return all;
  } catch (error) {
    signal.throwIfAborted();
    observer.note(`which functions take more time is not known: ${(error as Error).message}`);
    return NONE;
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** The runs with what was sampled of their servers. */
export function withProfiles({ base, head }: Runs, profiles: Profiles): Runs {
  const add = (run: Run, own: readonly Profile[]): Run =>
    run.observed === undefined || own.length === 0
      ? run
      : { ...run, observed: { ...run.observed, profiles: own } };
  return { base: base === null ? null : add(base, profiles.base), head: add(head, profiles.head) };
}

/** In the order of the servers. */
async function profileOne(
  planned: PlannedWorkload,
  plan: Plan,
  servers: readonly Server[],
  pids: readonly number[],
  generator: LoadGenerator,
  signal: AbortSignal,
): Promise<readonly Profile[]> {
  const { name, workload, dialect, options, load, passing } = planned;
  const samplers = await Promise.all(pids.map((pid) => sampleServer(pid, signal)));
  try {
    const lines = await generator.run({
      workload,
      dialect,
      options,
      targets: servers.map((server, i) => ({
        url: server.url(load),
        pid: server.pid,
        script: asRunBy(ARMS[i]!, planned).script,
      })),
      seconds: Math.min(SECONDS_MOST, plan.seconds),
      // Sampling has no beginning and no end within a run: so all of it is counted.
      warmupSeconds: 0,
      sliceMs: plan.sliceMs,
      seed: mixSeed(plan.seed, 0, 0),
      onProgress: () => undefined,
      signal,
    });
    const { sessions } = sessionsFromLines(lines, { index: 0, fresh: servers.map(() => true), passing });
    const folded = await Promise.all(samplers.map((sampler) => sampler.stop()));
    return folded.map((stacks, at) => ({
      workload: name,
      event: EVENT,
      hertz: HERTZ,
      events: sessions[at]!.events,
      ...stacks,
    }));
  } catch (error) {
    await Promise.allSettled(samplers.map((sampler) => sampler.stop()));
    throw error;
  }
}
