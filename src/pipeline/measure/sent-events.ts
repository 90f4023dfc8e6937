/** Some events of a workload on a server that nothing else uses: what they send, as it is sent, and how it ends. */
import type { SentStatement } from "../../analysis/samples/sent-statements.ts";
import type { PlannedWorkload } from "../../config/plan.ts";
import type { Server } from "../../io/database/target.ts";
import type { LoadGenerator } from "../../io/load/load-generator.ts";
import { loadUrl } from "./role.ts";
import { tapServer } from "./tapped.ts";

/** Enough to meet a row that one in ten events meets. */
const EVENTS_MOST = 50;
const SECONDS_MOST = 2;
const SEED = 1;

export type SentEvents = Readonly<{
  statements: readonly SentStatement[];
  /** Command tags, in the order of their statements. */
  tags: readonly string[];
}>;

/** What fails ends them early: that is the measurement's to say. */
export async function sentEvents(
  planned: PlannedWorkload,
  server: Server,
  generator: Pick<LoadGenerator, "run">,
  signal: AbortSignal,
): Promise<SentEvents> {
  const { workload, dialect, options, script } = planned;
  const statements: SentStatement[] = [];
  const tags: string[] = [];
  const tap = await tapServer(
    loadUrl(server, planned),
    signal,
    (statement) => statements.push(statement),
    true,
    (tag) => tags.push(tag),
  );
  const { rate: _, stages: __, ...lasting } = options;
  try {
    await generator.run({
      workload,
      dialect,
      options: { ...lasting, threads: 1, events: EVENTS_MOST },
      targets: [{ url: tap.url, pid: null, script }],
      seconds: SECONDS_MOST,
      warmupSeconds: 0,
      sliceMs: 50,
      seed: SEED,
      onProgress: () => undefined,
      signal,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error)) throw error;
  } finally {
    await tap.stop();
  }
  return { statements, tags };
}
