import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);

// src/io/host/until.ts
import { setTimeout as sleep } from "node:timers/promises";
function timeLeft(limitMs) {
  const end = performance.now() + limitMs;
  return () => Math.max(0, end - performance.now());
}
async function until(ask, { pollMs, limitMs = Number.POSITIVE_INFINITY, signal }) {
  const left = timeLeft(limitMs);
  for (; ; ) {
    signal?.throwIfAborted();
    const restMs = left();
    const answer = await ask();
    if (answer !== null && answer !== false) return answer;
    if (restMs === 0) return null;
    await sleep(Math.min(pollMs, restMs), void 0, { signal }).catch(() => signal?.throwIfAborted());
  }
}
async function within(work, limitMs, signal) {
  const over = new AbortController();
  const ends = AbortSignal.any([over.signal, ...signal === void 0 ? [] : [signal]]);
  try {
    return await Promise.race([work, sleep(limitMs, null, { signal: ends })]);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    over.abort();
  }
}

export {
  timeLeft,
  until,
  within
};
