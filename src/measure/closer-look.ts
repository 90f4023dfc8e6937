/**
 * One more session, after the measured ones and judged by nobody, in which the servers are looked at while the load runs: what statements
 * wait for and, of two arms, where the CPU time goes.
 */
import { asRunBy, type Plan, type PlannedWorkload } from "../config/plan.ts";
import type { Observed, WorkloadWaits } from "../model/observed.ts";
import type { Observer } from "../model/observer.ts";
import type { Profile } from "../model/profile.ts";
import { ARMS, type ArmName, type Runs } from "../model/run.ts";
import { whyNoProfile } from "../observe/profile.ts";
import { WaitObserver } from "../observe/waits.ts";
import type { LoadGenerator } from "../runner/load-generator.ts";
import { sessionsFromLines } from "../samples/session.ts";
import { mixSeed } from "../stats/mix-seed.ts";
import { withClient } from "../target/sql/connect.ts";
import type { Server } from "../target/target.ts";
import { profilesOf, samplable, sampledWhile } from "./profile.ts";
import { openTogether, stopAll, type Targets } from "./targets.ts";

/** Of the servers that only this uses. */
const SESSION = -4;
/** Its pg_stat_activity tells what is waited for. */
const PRODUCT = "PostgreSQL";

/** What was seen of each arm; nothing of one that is not there. */
export type Closer = Readonly<Partial<Record<ArmName, Pick<Observed, "waits" | "profiles">>>>;

export type Ground = Readonly<{ plan: Plan; targets: Targets; generator: LoadGenerator }>;

type Look = Ground & Readonly<{ arms: readonly ArmName[]; servers: readonly Server[]; seconds: number }>;

/**
 * What cannot be seen is said once, and changes nothing else.
 * @param workloads names of those that are looked at; without any nothing is started
 * @param seconds of each of them
 */
export async function lookCloser(
  ground: Ground,
  workloads: readonly string[],
  seconds: number,
  observer: Observer,
  signal: AbortSignal,
): Promise<Closer> {
  const { plan, targets } = ground;
  const chosen = plan.workloads.filter(({ name }) => workloads.includes(name));
  if (chosen.length === 0) return {};
  observer.stage("looking at what statements wait for, and where the CPU time goes");
  const arms = ARMS.filter((arm) => targets[arm] !== null);
  const servers: Server[] = [];
  try {
    const why = arms.length < ARMS.length ? Promise.resolve(null) : whyNoProfile(process.pid);
    servers.push(...(await openTogether(targets, arms, SESSION)));
    if (servers.some(({ product }) => product !== PRODUCT)) return {};
    const pids = arms.length < ARMS.length ? [] : samplable(servers, await why, observer);
    const waits: WorkloadWaits[][] = arms.map(() => []);
    const profiles: Profile[][] = arms.map(() => []);
    for (const workload of chosen) {
      signal.throwIfAborted();
      const seen = await seenOf(workload, pids, { ...ground, arms, servers, seconds }, observer, signal);
      for (const [at, each] of seen.waits.entries()) waits[at]!.push({ workload: workload.name, ...each });
      for (const [at, each] of seen.profiles.entries()) profiles[at]!.push(each);
    }
    return Object.fromEntries(
      arms.map((arm, at) => {
        const own = profiles[at]!;
        return [arm, { waits: waits[at]!, ...(own.length === 0 ? {} : { profiles: own }) }];
      }),
    );
  } catch (error) {
    signal.throwIfAborted();
    observer.note(
      `what statements wait for, and where the CPU time goes, is not known: ${(error as Error).message}`,
    );
    return {};
  } finally {
    await stopAll(servers);
  }
}

type Seen = Readonly<{ waits: readonly Omit<WorkloadWaits, "workload">[]; profiles: readonly Profile[] }>;

/** In the order of the servers; without profiles where no process is sampled. */
async function seenOf(
  workload: PlannedWorkload,
  pids: readonly number[],
  look: Look,
  observer: Observer,
  signal: AbortSignal,
): Promise<Seen> {
  let waits: Seen["waits"] = [];
  const urls = look.servers.map((server) => server.url(workload.load));
  const watched = async () => {
    const { result, seen } = await watchedWhile(urls, () => loaded(workload, look, signal));
    waits = seen;
    return result;
  };
  const { result: lines, folded } = await sampledWhile(pids, watched, observer, signal);
  if (folded.length === 0) return { waits, profiles: [] };
  const fresh = look.servers.map(() => true);
  const { sessions } = sessionsFromLines(lines, { index: 0, fresh, passing: workload.passing });
  return { waits, profiles: profilesOf(workload.name, sessions, folded) };
}

/** Looking has no beginning and no end within a run, so there is no warm-up: all events count. */
function loaded(
  planned: PlannedWorkload,
  { plan, generator, arms, servers, seconds }: Look,
  signal: AbortSignal,
): ReturnType<LoadGenerator["run"]> {
  const { workload, dialect, options, load } = planned;
  return generator.run({
    workload,
    dialect,
    options,
    targets: servers.map((server, i) => ({
      url: server.url(load),
      pid: server.pid,
      script: asRunBy(arms[i]!, planned).script,
    })),
    seconds,
    warmupSeconds: 0,
    sliceMs: plan.sliceMs,
    seed: mixSeed(plan.seed, 0, plan.workloads.indexOf(planned)),
    onProgress: () => undefined,
    signal,
  });
}

/** Looks at all of these servers while something runs. */
async function watchedWhile<T>(
  [url, ...others]: readonly string[],
  run: () => Promise<T>,
): Promise<Readonly<{ result: T; seen: Seen["waits"] }>> {
  if (url === undefined) return { result: await run(), seen: [] };
  return await withClient(url, async (client) => {
    const looking = new WaitObserver(async (sql) => (await client.query(sql)).rows);
    looking.start();
    const { result, seen } = await watchedWhile(others, run);
    return { result, seen: [await looking.stop(), ...seen] };
  });
}

/** The runs with what was seen. */
export function withCloser({ base, head }: Runs, closer: Closer): Runs {
  const seen = <R extends Runs["base"]>(run: R, arm: ArmName): R => {
    const own = closer[arm];
    if (run === null || run.observed === undefined || own === undefined) return run;
    return { ...run, observed: { ...run.observed, ...own } };
  };
  return { base: seen(base, "base"), head: seen(head, "head") };
}
