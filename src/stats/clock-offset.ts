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

/** Of the exchange that was under way for the shortest time: whatever delayed the others cannot have bent it. */
export function clockOffset(exchanges: readonly Exchange[]): ClockOffset {
  const offsets = exchanges.map(({ t1, t2, t3, t4, bound }) => ({
    offset: (t2 - t1 + (t3 - t4)) / 2,
    bound: Math.max(0, t4 - t1 - (t3 - t2)) / 2 + bound,
  }));
  return offsets.reduce((best, each) => (each.bound < best.bound ? each : best));
}

/**
 * How far two clocks went apart between two estimates, be it that their crystals differ or that NTP slewed one of them.
 * @returns how much theirs gained on ours; 0 where what is not known of either estimate explains the difference
 */
export function clockDrift(before: ClockOffset, after: ClockOffset): number {
  const drift = after.offset - before.offset;
  return Math.abs(drift) > before.bound + after.bound ? drift : 0;
}
