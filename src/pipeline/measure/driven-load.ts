/** A load that goes on while something is done to its server. */
import { once } from "node:events";
import type { DriveRequest, LoadGenerator, LoadProgress } from "../../io/load/load-generator.ts";
import { wallClock } from "../../io/shards/wall-clock.ts";

/** Milliseconds between two reports of the load. */
const STEP_MS = 100;

export type DrivenResult<T> = Readonly<{ lines: readonly string[]; done: T }>;

/**
 * Begins a load, does `work` when its warm-up is over, and ends the load.
 * @param work its signal ends it where the load ends by itself, too: without a load nothing is tried; `nowNs` is the load's time, in
 *   nanoseconds since 1970
 * @throws what either throws
 */
export async function whileDriven<T>(
  generator: Pick<LoadGenerator, "drive">,
  request: Omit<DriveRequest, "stepMs" | "until" | "signal">,
  work: (signal: AbortSignal, nowNs: () => number) => Promise<T>,
  signal: AbortSignal,
): Promise<DrivenResult<T>> {
  const [ended, broken] = [new AbortController(), new AbortController()];
  const load = begunLoad();
  // Like the load generator: the wall clock as it begins, and from then on a clock that is never set.
  const wall = wallClock();
  const driven = generator.drive({
    ...request,
    stepMs: STEP_MS,
    onProgress: (progress) => {
      load.tell(progress);
      request.onProgress(progress);
    },
    until: ended.signal,
    signal,
  });
  driven.catch(() => broken.abort());
  try {
    const either = AbortSignal.any([signal, broken.signal]);
    await Promise.race([load.begun, rejectWhenAborted(either)]);
    const done = await work(either, () => wall.now() * 1_000);
    ended.abort();
    return { lines: await driven, done };
  } catch (error) {
    ended.abort();
    await driven;
    throw error;
  }
}

/** A promise of the end of a load's warm-up, and a listener that gets its phases. */
function begunLoad(): Readonly<{ begun: Promise<void>; tell: (progress: LoadProgress) => void }> {
  let resolve = () => {};
  const begun = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  return { begun, tell: ({ phase }) => (phase === "measure" ? resolve() : undefined) };
}

async function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, "abort");
  throw signal.reason;
}
