/** The wall clock to the microsecond, for whoever compares it with another machine's. */

/** @returns microseconds since 1970; a step of the clock after this call is not seen */
export function wallClock(): () => number {
  const origin = originMs();
  return () => (origin + performance.now()) * 1_000;
}

/** A reading of Date that took longer than this was interrupted. */
const READING_MS = 0.05;
const TRIES = 20;

/** When performance.now() was 0. Date has whole milliseconds: it is read until it changes. */
function originMs(): number {
  let best = { origin: 0, took: Number.POSITIVE_INFINITY };
  for (let tries = 0; tries < TRIES && best.took > READING_MS; tries++) {
    const reading = nextTick();
    if (reading.took < best.took) best = reading;
  }
  return best.origin;
}

function nextTick(): { origin: number; took: number } {
  const first = Date.now();
  for (;;) {
    const before = performance.now();
    const now = Date.now();
    const after = performance.now();
    if (now !== first) return { origin: now - (before + after) / 2, took: after - before };
  }
}
