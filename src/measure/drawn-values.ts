/** Which values a workload gives its statements: a few of its events, run on a server that nothing is measured on, and listened to. */
import type { PlannedWorkload } from "../config/plan.ts";
import { tapWire } from "../observe/wire-tap.ts";
import type { LoadGenerator } from "../runner/load-generator.ts";
import { DrawCollector, type Draws } from "../samples/draws.ts";
import type { Server } from "../target/target.ts";

/** Enough for every kind of event that is not rare, in little time. */
const EVENTS_MOST = 200;
const SECONDS_MOST = 2;
/** One for all runs, so that two of them ask about the same values. */
const SEED = 1;

/** @throws what the load generator says where the events cannot be run */
export async function drawnValues(
  { workload, dialect, options, script, load }: PlannedWorkload,
  server: Server,
  generator: LoadGenerator,
  signal: AbortSignal,
): Promise<Draws> {
  const collector = new DrawCollector();
  const tap = await tapWire(server.url(load), (statement) => collector.see(statement));
  const { rate: _, ...lasting } = options;
  // Values can be told from the text where they are sent apart from it.
  const apart = script === undefined ? { "db-ps-mode": "auto" } : { protocol: "prepared" };
  try {
    await generator.run({
      workload,
      dialect,
      options: { ...lasting, ...apart, threads: 1, events: EVENTS_MOST },
      script,
      targets: [{ url: tap.url, pid: null }],
      seconds: SECONDS_MOST,
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
