/**
 * What another machine's clock shows while ours shows something: from questions and their answers, as NTP has it (RFC 5905, section 8).
 * All times are microseconds.
 */

/** A question, and its answer. */
export type Exchange = Readonly<{
  /** Asked, by our clock; heard and answered, by theirs; got the answer, by ours. */
  t1: number;
  t2: number;
  t3: number;
  t4: number;
  /** By how much the readings of both may together be off. */
  bound: number;
}>;

export type ClockOffset = Readonly<{
  /** Theirs minus ours. */
  offset: number;
  /** The true one is at most so far from it: half of the time that was under way, and what either clock's reading is not known by. */
  bound: number;
}>;

/** Crystals of computers differ by so much at most, as a share. */
const DRIFT = 50e-6;

/** Of the exchange that was under way for the shortest time: whatever delayed the others cannot have bent it. */
export function clockOffset(exchanges: readonly Exchange[]): ClockOffset {
  const offsets = exchanges.map(({ t1, t2, t3, t4, bound }) => ({
    offset: (t2 - t1 + (t3 - t4)) / 2,
    bound: Math.max(0, t4 - t1 - (t3 - t2)) / 2 + bound,
  }));
  return offsets.reduce((best, each) => (each.bound < best.bound ? each : best));
}

/**
 * How far one of two clocks was set between two estimates.
 * @param elapsed between them
 * @returns 0 where drift and what is not known of either explain the difference
 */
export function clockStepBetween(before: ClockOffset, after: ClockOffset, elapsed: number): number {
  const step = after.offset - before.offset;
  return Math.abs(step) > before.bound + after.bound + DRIFT * elapsed ? step : 0;
}
