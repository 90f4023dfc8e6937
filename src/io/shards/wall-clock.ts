/** The wall clock to the microsecond, for comparison with another machine's. */

/**
 * Starts from the machine's clock when that was read, and goes on by the steady clock: if the machine's clock is set, this one does not
 * follow until it is read again. NTP slews both alike.
 */
export interface WallClock {
  /** @returns microseconds since 1970 */
  now(): number;
  /** Microseconds that the machine's clock was at most away from this one when it was read. */
  readonly bound: number;
  /** Reads the machine's clock again: what it was set by until now is forgotten. */
  renew(): void;
  /** @returns microseconds that the machine's clock was set by since it was read; 0 where the readings explain the difference */
  setBy(): number;
}

/** A reading of Date that took longer than this was interrupted. */
const READING_MS = 0.05;
const TRIES = 20;

export function wallClock(): WallClock {
  let read = originMs();
  return {
    now: () => (read.origin + performance.now()) * 1_000,
    get bound() {
      return (read.took / 2) * 1_000;
    },
    renew: () => {
      read = originMs();
    },
    setBy: () => {
      const { origin, took } = originMs();
      const step = origin - read.origin;
      return Math.abs(step) > (took + read.took) / 2 ? step * 1_000 : 0;
    },
  };
}

/** Wall-clock time at which performance.now() was 0. Date has whole milliseconds: it is read until it changes. */
function originMs(): ClockTick {
  let best = nextTick();
  for (let tries = 1; tries < TRIES && best.took > READING_MS; tries++) {
    const reading = nextTick();
    if (reading.took < best.took) best = reading;
  }
  return best;
}

type ClockTick = Readonly<{ origin: number; took: number }>;

/** Date came to what it shows after it was last read: a process may be interrupted between two readings as well as in one. */
function nextTick(): ClockTick {
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
