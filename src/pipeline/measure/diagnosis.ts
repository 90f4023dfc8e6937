/**
 * One more session, after the measured ones and in no verdict, in which the servers are looked at while the load runs: what
 * statements wait for and, of two arms, where the CPU time goes.
 */
import type { Unexplained } from "../../analysis/reason/reason.ts";
import { sessionsFromLines } from "../../analysis/samples/session.ts";
import { asRunBy, type Plan, type PlannedWorkload } from "../../config/plan.ts";
import { withClient } from "../../io/database/sql/connect.ts";
import type { Server } from "../../io/database/target.ts";
import { timeLeft } from "../../io/host/until.ts";
import { whyNoProfile } from "../../io/inspect/profile.ts";
import { WaitSampler } from "../../io/inspect/waits.ts";
import type { LoadGenerator } from "../../io/load/load-generator.ts";
import type { Observed, WorkloadWaits } from "../../model/observed.ts";
import type { Profile } from "../../model/profile.ts";
import type { Progress } from "../../model/progress.ts";
import { ARMS, type ArmName, type Runs } from "../../model/run.ts";
import { mixSeed } from "../../stats/mix-seed.ts";
import { hasTimeForAny, leastSeconds, secondsOfFirst } from "./diagnosis-budget.ts";
import { profilesOf, samplable, sampledWhile } from "./profile.ts";
import { loadUrl } from "./role.ts";
import { openTogether, stopAll, type Targets } from "./targets.ts";

/** Session number of the servers that only this uses. */
const SESSION = -4;
/** The product whose pg_stat_activity shows what is waited for. */
const PRODUCT = "PostgreSQL";

/** Waits and profiles that were seen of each arm; nothing of one that is not there. */
export type Closer = Readonly<Partial<Record<ArmName, Pick<Observed, "waits" | "profiles">>>>;

export type DiagnosisContext = Readonly<{ plan: Plan; targets: Targets; generator: LoadGenerator }>;

type Diagnosing = DiagnosisContext &
  Readonly<{ arms: readonly ArmName[]; servers: readonly Server[]; seconds: number }>;

/**
 * Notes once what cannot be seen, which changes nothing else.
 * @param wanted workloads, those that are most worth it first; without any nothing is started
 * @param allowed seconds for all of it: what does not fit is not begun, and noted
 */
export async function diagnose(
  ground: DiagnosisContext,
  wanted: readonly Unexplained[],
  allowed: number,
  progress: Progress,
  signal: AbortSignal,
): Promise<Closer> {
  if (wanted.length === 0) return {};
  const left = timeLeft(allowed * 1000);
  const kinds = wanted.map(({ look }) => look);
  if (!hasTimeForAny(allowed, kinds)) {
    sayUnseen(wanted, progress);
    return {};
  }
  progress.stage("looking at what statements wait for, and where the CPU time goes");
  const { targets } = ground;
  const arms = ARMS.filter((arm) => targets[arm] !== null);
  const servers: Server[] = [];
  try {
    const sampled = arms.length === ARMS.length && kinds.includes("cpu");
    // Asked while the servers start; what it throws is a reason, too.
    const why = sampled ? whyNoProfile(process.pid).catch(({ message }: Error) => message) : null;
    servers.push(...(await openTogether(targets, arms, SESSION)));
    if (servers.some(({ product }) => product !== PRODUCT)) return {};
    const pids = sampled ? samplable(servers, await why, progress) : [];
    const seen = await seenOfAll(wanted, pids, { ...ground, arms, servers, left }, progress, signal);
    return Object.fromEntries(
      arms.map((arm, at) => {
        const profiles = seen.flatMap((each) => each.profiles[at] ?? []);
        const waits = seen.map(({ workload, ...each }) => ({ workload, ...each.waits[at]! }));
        return [arm, { waits, ...(profiles.length === 0 ? {} : { profiles }) }];
      }),
    );
  } catch (error) {
    signal.throwIfAborted();
    progress.note(
      `what statements wait for, and where the CPU time goes, is not known: ${(error as Error).message}`,
    );
    return {};
  } finally {
    await stopAll(servers);
  }
}

function sayUnseen(workloads: readonly Pick<Unexplained, "name">[], progress: Pick<Progress, "note">): void {
  if (workloads.length === 0) return;
  const names = workloads.map(({ name }) => name).join(", ");
  progress.note(
    `${names}: what their statements wait for is not known: finding out would take too much of the check's time`,
  );
}

/** Looks at one after the other, as long as there is time. @param pids of the servers; none if they cannot be sampled */
async function seenOfAll(
  wanted: readonly Unexplained[],
  pids: readonly number[],
  { left, ...look }: Omit<Diagnosing, "seconds"> & Readonly<{ left: () => number }>,
  progress: Progress,
  signal: AbortSignal,
): Promise<readonly (DiagnosisResult & Readonly<{ workload: string }>)[]> {
  // What cannot be sampled is looked at for its waits, which takes as long as that takes.
  const looks = pids.length > 0 ? wanted : wanted.map(({ name }) => ({ name, look: "waits" as const }));
  const all: (DiagnosisResult & Readonly<{ workload: string }>)[] = [];
  const unseen: Unexplained[] = [];
  for (const [at, each] of looks.entries()) {
    signal.throwIfAborted();
    const rest = looks.slice(at).map((later) => later.look);
    const seconds = secondsOfFirst(left() / 1000, rest) || (at === 0 ? leastSeconds(each.look) : 0);
    const workload = look.plan.workloads.find(({ name }) => name === each.name);
    if (workload === undefined) continue;
    if (seconds === 0) {
      unseen.push(each);
      continue;
    }
    const own = each.look === "cpu" ? pids : [];
    all.push({
      workload: each.name,
      ...(await seenOf(workload, own, { ...look, seconds }, progress, signal)),
    });
  }
  sayUnseen(unseen, progress);
  return all;
}

type DiagnosisResult = Readonly<{
  waits: readonly Omit<WorkloadWaits, "workload">[];
  profiles: readonly Profile[];
}>;

/** Results in the order of the servers; without profiles if no process is sampled. */
async function seenOf(
  workload: PlannedWorkload,
  pids: readonly number[],
  look: Diagnosing,
  progress: Progress,
  signal: AbortSignal,
): Promise<DiagnosisResult> {
  let waits: DiagnosisResult["waits"] = [];
  const urls = look.servers.map((server) => server.url(workload.load));
  const watched = async () => {
    const { result, seen } = await watchedWhile(urls, () => loaded(workload, look, signal), signal);
    waits = seen;
    return result;
  };
  const { result: lines, folded } = await sampledWhile(pids, watched, progress, signal);
  if (folded.length === 0) return { waits, profiles: [] };
  const fresh = look.servers.map(() => true);
  const { sessions } = sessionsFromLines(lines, { index: 0, fresh, passing: workload.passing });
  return { waits, profiles: profilesOf(workload.name, sessions, folded) };
}

/** Looking has no beginning and no end within a run, so there is no warm-up: all events count. */
function loaded(
  planned: PlannedWorkload,
  { plan, generator, arms, servers, seconds }: Diagnosing,
  signal: AbortSignal,
): ReturnType<LoadGenerator["run"]> {
  const { workload, dialect, options } = planned;
  return generator.run({
    workload,
    dialect,
    options,
    targets: servers.map((server, i) => ({
      url: loadUrl(server, planned),
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
  signal: AbortSignal,
): Promise<Readonly<{ result: T; seen: DiagnosisResult["waits"] }>> {
  if (url === undefined) return { result: await run(), seen: [] };
  return await withClient(url, { what: "what its connections wait for", signal }, async (query) => {
    const looking = new WaitSampler(query);
    looking.start();
    const { result, seen } = await watchedWhile(others, run, signal);
    return { result, seen: [await looking.stop(), ...seen] };
  });
}

/** The runs with what was seen. */
export function withDiagnosis({ base, head }: Runs, closer: Closer): Runs {
  const seen = <R extends Runs["base"]>(run: R, arm: ArmName): R => {
    const own = closer[arm];
    if (run === null || run.observed === undefined || own === undefined) return run;
    return { ...run, observed: { ...run.observed, ...own } };
  };
  return { base: seen(base, "base"), head: seen(head, "head") };
}
