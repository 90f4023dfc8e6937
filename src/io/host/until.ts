/** Waiting, by a clock that only goes forward: the one that people read can be set meanwhile. */
import { setTimeout as sleep } from "node:timers/promises";

/** Most milliseconds of a timer, which is nearly 25 days: a longer one would fire at once. */
export const TIMER_MOST_MS = 2 ** 31 - 1;

/** Milliseconds that are left, from now on; 0 where the time is over. */
export function timeLeft(limitMs: number): () => number {
  const end = performance.now() + limitMs;
  return () => Math.max(0, end - performance.now());
}

export type WaitOptions = Readonly<{
  /** Milliseconds between two questions. */
  pollMs: number;
  /** Milliseconds until it is given up; default: never. */
  limitMs?: number;
  signal?: AbortSignal | undefined;
}>;

/**
 * Asks until there is an answer, a last time when the time is over.
 * @param ask null or false: not yet
 * @returns null where it was in vain
 * @throws what `ask` throws, or the reason of the signal
 */
export async function until<T>(
  ask: () => T | null | false | Promise<T | null | false>,
  { pollMs, limitMs = Number.POSITIVE_INFINITY, signal }: WaitOptions,
): Promise<T | null> {
  const left = timeLeft(limitMs);
  for (;;) {
    signal?.throwIfAborted();
    const restMs = left();
    const answer = await ask();
    if (answer !== null && answer !== false) return answer;
    if (restMs === 0) return null;
    await sleep(Math.min(pollMs, restMs), undefined, { signal }).catch(() => signal?.throwIfAborted());
  }
}

/**
 * Result of the work, or null if it takes longer; it goes on then.
 * @throws what the work throws, or the reason of the signal
 */
export async function withinTime<T>(
  work: Promise<T>,
  limitMs: number,
  signal?: AbortSignal,
): Promise<T | null> {
  const over = new AbortController();
  const ends = AbortSignal.any([over.signal, ...(signal === undefined ? [] : [signal])]);
  try {
    return await Promise.race([work, sleep(Math.min(limitMs, TIMER_MOST_MS), null, { signal: ends })]);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    over.abort();
  }
}
