/** The wall clock to the microsecond, for whoever compares it with another machine's. */

/** A step of the clock after it was made is not seen by it. */
export type WallClock = Readonly<{
  /** @returns microseconds since 1970 */
  now: () => number;
  /** The machine's clock is at most so many microseconds from it. */
  bound: number;
}>;

/** A reading of Date that took longer than this was interrupted. */
const READING_MS = 0.05;
const TRIES = 20;

export function wallClock(): WallClock {
  const { origin, took } = originMs();
  return { now: () => (origin + performance.now()) * 1_000, bound: (took / 2) * 1_000 };
}

/** When performance.now() was 0. Date has whole milliseconds: it is read until it changes. */
function originMs(): Tick {
  let best = nextTick();
  for (let tries = 1; tries < TRIES && best.took > READING_MS; tries++) {
    const reading = nextTick();
    if (reading.took < best.took) best = reading;
  }
  return best;
}

type Tick = Readonly<{ origin: number; took: number }>;

/** Date came to what it shows after it was last read: a process may be interrupted between two readings as well as in one. */
function nextTick(): Tick {
  let before = performance.now();
  const first = Date.now();
  for (;;) {
    const between = performance.now();
    const now = Date.now();
    const after = performance.now();
    if (now !== first) return { origin: now - (before + after) / 2, took: after - before };
    before = between;
  }
}
