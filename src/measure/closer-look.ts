/** One more session, after the measured ones and judged by nobody, in which the servers are looked at while the load runs. */
import { asRunBy, type Plan, type PlannedWorkload } from "../config/plan.ts";
import type { WorkloadWaits } from "../model/observed.ts";
import type { Observer } from "../model/observer.ts";
import { ARMS, type ArmName, type Runs } from "../model/run.ts";
import { WaitObserver } from "../observe/waits.ts";
import type { LoadGenerator } from "../runner/load-generator.ts";
import { mixSeed } from "../stats/mix-seed.ts";
import { withClient } from "../target/sql/connect.ts";
import type { Server } from "../target/target.ts";
import type { Targets } from "./targets.ts";

/** Of the servers that only this uses. */
const SESSION = -4;
/** Its pg_stat_activity tells what is waited for. */
const PRODUCT = "PostgreSQL";
/** Of what a workload was measured for. */
const TIME_SHARE = 0.05;
const SECONDS_LEAST = 4;
const SECONDS_MOST = 10;
const WARMUP_SECONDS = 0.5;

export type Waits = Readonly<Partial<Record<ArmName, readonly WorkloadWaits[]>>>;

/** @param workloads names of those that are looked at; without any nothing is started */
export async function lookCloser(
  plan: Plan,
  targets: Targets,
  generator: LoadGenerator,
  workloads: readonly string[],
  observer: Observer,
  signal: AbortSignal,
): Promise<Waits> {
  const chosen = plan.workloads.filter(({ name }) => workloads.includes(name));
  const arms = ARMS.filter((arm) => targets[arm] !== null);
  if (chosen.length === 0) return {};
  observer.stage("looking at what statements wait for");
  const servers: Server[] = [];
  try {
    for (const arm of arms) servers.push(await targets[arm]!.openSession(SESSION));
    if (servers.some(({ product }) => product !== PRODUCT)) return {};
    const found: WorkloadWaits[][] = arms.map(() => []);
    for (const workload of chosen) {
      signal.throwIfAborted();
      const waits = await watched(plan, workload, { arms, servers }, generator, signal);
      for (const [at, each] of waits.entries()) found[at]!.push({ workload: workload.name, ...each });
    }
    return Object.fromEntries(arms.map((arm, at) => [arm, found[at]!]));
  } catch (error) {
    signal.throwIfAborted();
    observer.note(`what statements wait for is not known: ${(error as Error).message}`);
    return {};
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** Seconds that a workload is looked at, both arms together: a twentieth of what it was measured for, as far as that says anything. */
export function lookSeconds({
  sessions,
  seconds,
  warmupSeconds,
}: Pick<Plan, "sessions" | "seconds" | "warmupSeconds">): number {
  return Math.min(SECONDS_MOST, Math.max(SECONDS_LEAST, TIME_SHARE * sessions * (seconds + warmupSeconds)));
}

async function watched(
  plan: Plan,
  workload: PlannedWorkload,
  { arms, servers }: Readonly<{ arms: readonly ArmName[]; servers: readonly Server[] }>,
  generator: LoadGenerator,
  signal: AbortSignal,
): Promise<readonly Omit<WorkloadWaits, "workload">[]> {
  const run = () =>
    generator.run({
      workload: workload.workload,
      dialect: workload.dialect,
      options: workload.options,
      targets: servers.map((server, i) => ({
        url: server.url(workload.load),
        pid: server.pid,
        script: asRunBy(arms[i]!, workload).script,
      })),
      seconds: lookSeconds(plan),
      warmupSeconds: WARMUP_SECONDS,
      sliceMs: plan.sliceMs,
      seed: mixSeed(plan.seed, 0, plan.workloads.indexOf(workload)),
      onProgress: () => undefined,
      signal,
    });
  return await observed(
    servers.map((server) => server.url(workload.load)),
    run,
  );
}

/** Looks at all of these servers while something runs. */
async function observed(
  urls: readonly string[],
  run: () => Promise<unknown>,
): Promise<readonly Omit<WorkloadWaits, "workload">[]> {
  const [url, ...others] = urls;
  if (url === undefined) {
    await run();
    return [];
  }
  return await withClient(url, async (client) => {
    const looking = new WaitObserver(async (sql) => (await client.query(sql)).rows);
    looking.start();
    const rest = await observed(others, run);
    return [await looking.stop(), ...rest];
  });
}

/** The runs with what was seen. */
export function withWaits({ base, head }: Runs, waits: Waits): Runs {
  const seen = <R extends Runs["base"]>(run: R, arm: ArmName): R => {
    const own = waits[arm];
    if (run === null || run.observed === undefined || own === undefined) return run;
    return { ...run, observed: { ...run.observed, waits: own } };
  };
  return { base: seen(base, "base"), head: seen(head, "head") };
}
