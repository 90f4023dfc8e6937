/** The values that workloads give their statements: a few events run on a server that nothing else uses, and are listened to. */

import { DrawCollector, type Draws } from "../../analysis/samples/draws.ts";
import { asRunBy, type Plan, type PlannedWorkload } from "../../config/plan.ts";
import type { Server, Target } from "../../io/database/target.ts";
import { EXPLAINING } from "../../io/inspect/plans.ts";
import type { LoadGenerator } from "../../io/load/load-generator.ts";
import type { Progress } from "../../model/progress.ts";
import { ARMS } from "../../model/run.ts";
import { loadUrl } from "./role.ts";
import { tapServer } from "./tapped.ts";
import type { Targets } from "./targets.ts";

/** Session number of the server that only this uses. */
const SESSION = -3;
/** Enough for every kind of event that is not rare, in little time. */
const EVENTS_MOST = 100;
const SECONDS_MOST = 1;
/** Seconds below which nothing is begun. */
const SECONDS_LEAST = 0.1;
/** One for all runs, so that two of them ask about the same values. */
const SEED = 1;

/**
 * Values by workload. Both arms are asked about base's values, and of what base does not send, or cannot run, about head's.
 * Nothing else sees what the events write, so that keys which they insert are free where the statements are executed. Empty if
 * sessions share the servers: nothing is run there.
 * @param left milliseconds that there is time for, from now on
 */
export async function drawnValues(
  plan: Plan,
  targets: Targets,
  generator: LoadGenerator,
  left: () => number,
  progress: Progress,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Draws>> {
  const drawn = new Map<string, Draws>();
  let why = "";
  const failed = (error: Error) => {
    signal.throwIfAborted();
    why = error.message;
    return null;
  };
  for (const arm of ARMS) {
    const wanted = plan.workloads.filter(({ name, ofBase }) => !drawn.has(name) || ofBase !== undefined);
    const target = targets[arm];
    if (target === null || !target.fresh || wanted.length === 0) continue;
    if (left() === 0) {
      why ||= NO_TIME;
      continue;
    }
    await withExplainingServer(target, async (server) => {
      for (const [at, workload] of wanted.entries()) {
        const seconds = left() / 1000 / (wanted.length - at);
        if (seconds < SECONDS_LEAST) {
          why ||= NO_TIME;
          continue;
        }
        const running = { server, seconds: Math.min(SECONDS_MOST, seconds) };
        const draws = await drawsOf(asRunBy(arm, workload), running, generator, signal).catch(failed);
        if (draws !== null)
          drawn.set(workload.name, new Map([...draws, ...(drawn.get(workload.name) ?? [])]));
      }
    }).catch(failed);
  }
  const without = plan.workloads.filter(({ name }) => !drawn.has(name));
  if (without.length > 0 && why !== "")
    progress.note(
      `${without.map(({ name }) => name).join(", ")}: plans with drawn values are not known: ${why}`,
    );
  return drawn;
}

const NO_TIME = "looking for them would take too much of the check's time";

/** Starts the server, and uses it if its product explains plans. */
async function withExplainingServer(target: Target, use: (server: Server) => Promise<void>): Promise<void> {
  const server = await target.openSession(SESSION);
  try {
    if (EXPLAINING.includes(server.product)) await use(server);
  } finally {
    await server.stop();
  }
}

/** @throws the load generator's error if the events cannot be run */
async function drawsOf(
  planned: PlannedWorkload,
  { server, seconds }: Readonly<{ server: Server; seconds: number }>,
  generator: LoadGenerator,
  signal: AbortSignal,
): Promise<Draws> {
  const { workload, dialect, options, script } = planned;
  const collector = new DrawCollector();
  const tap = await tapServer(loadUrl(server, planned), signal, (statement) => collector.see(statement));
  const { rate: _, stages: __, ...lasting } = options;
  // Values are known apart from the text only if they are sent apart from it.
  const apart = script === undefined ? { "db-ps-mode": "auto" } : { protocol: "prepared" };
  try {
    await generator.run({
      workload,
      dialect,
      options: { ...lasting, ...apart, threads: 1, events: EVENTS_MOST },
      targets: [{ url: tap.url, pid: null, script }],
      seconds,
      warmupSeconds: 0,
      sliceMs: 50,
      seed: SEED,
      onProgress: () => undefined,
      signal,
    });
  } finally {
    await tap.stop();
  }
  return collector.draws();
}
