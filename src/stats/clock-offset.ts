/**
 * The offset between another machine's clock and ours, from questions and their answers, as NTP computes it (RFC 5905, section 8).
 * All times are microseconds.
 */

/** A question, and its answer. */
export type Exchange = Readonly<{
  /** t1: we asked, by our clock. t2 and t3: they heard and answered, by theirs. t4: we got the answer, by ours. */
  t1: number;
  t2: number;
  t3: number;
  t4: number;
  /** Sum of the reading errors of both clocks. */
  bound: number;
}>;

export type ClockOffset = Readonly<{
  /** Their clock minus ours. */
  offset: number;
  /** The true offset is at most this far from it: half the time that messages were under way, plus the reading errors of both clocks. */
  bound: number;
}>;

/** Taken from the exchange with the smallest bound: the least delayed one is the least distorted. */
export function clockOffset(exchanges: readonly Exchange[]): ClockOffset {
  const offsets = exchanges.map(({ t1, t2, t3, t4, bound }) => ({
    offset: (t2 - t1 + (t3 - t4)) / 2,
    bound: Math.max(0, t4 - t1 - (t3 - t2)) / 2 + bound,
  }));
  return offsets.reduce((best, each) => (each.bound < best.bound ? each : best));
}

/**
 * Drift of two clocks against each other between two estimates, be it that their crystals differ or that NTP slewed one of them.
 * @returns how much theirs gained on ours; 0 if the bounds of the two estimates explain the difference
 */
export function clockDrift(before: ClockOffset, after: ClockOffset): number {
  const drift = after.offset - before.offset;
  return Math.abs(drift) > before.bound + after.bound ? drift : 0;
}
