/**
 * The largest load that still holds its limits, by trials that may err. A trial holds with the probability
 *   p(size) = luck + (1 - luck - lapse) / (1 + exp((ln size - ln capacity) / spread)),
 * the psychometric function with lapses (Wichmann & Hill 2001): near the capacity chance decides, and a disturbed trial fails far below
 * it. The next trial is at the posterior's median over capacity, spread and lapse (Kontsevich & Tyler 1999 have the grid), the interval is that
 * of the likelihood ratio over the capacity with the best of both for each: a posterior's own covers too little where trials are few.
 */

export type Trial = Readonly<{
  /** Size of the load, above 0: a rate, or a number of connections. */
  size: number;
  holds: boolean;
}>;

export type SearchTerms = Readonly<{
  /** The size to try first. */
  start: number;
  /** True if `start` is near the answer, as it was found before: the bracket begins with small steps. */
  isNear: boolean;
  /** The largest size that can be tried. */
  most: number;
  /** The search ends when half the width of its interval is this share of the capacity, such as 0.05. */
  precision: number;
  /** Most trials; what is known after them is the answer. */
  trials: number;
}>;

/** `low` is 0 and `high` infinite where the trials do not say how small or large it may be. The size is null where it is not known. */
export type SizeEstimate = Readonly<{ size: number | null; low: number; high: number }>;

/** Probability that a trial above the capacity holds by luck. */
const LUCK = 0.075;
/** Probabilities that a trial below the capacity fails because it was disturbed: on a quiet machine, and on a busy one. */
const LAPSES = [0.075, 0.3];
const SPREADS = [0.015, 0.03, 0.06, 0.12];
const CELLS = 800;
/** Half of chi-square's 95 % with one degree of freedom: what the log likelihood may fall short of the best. */
const SHORTFALL = 3.841459 / 2;
/** Fewer trials than this may agree by chance. */
const TRIALS_LEAST = 8;

/** @returns the whole size to be tried next, or null where the search is at its end */
export function nextSize(trials: readonly Trial[], terms: SearchTerms): number | null {
  if (trials.length >= terms.trials) return null;
  const whole = (size: number) => Math.min(terms.most, Math.max(1, Math.round(size)));
  if (trials.length === 0) return whole(terms.start);
  const open = unbracketed(trials, terms);
  if (open !== undefined) return open === null ? null : whole(open);
  const { low, high, median } = surface(trials, terms.most);
  const isClose = Math.log(high / low) <= 2 * terms.precision || high - low <= 2;
  return isClose && trials.length >= TRIALS_LEAST ? null : whole(median);
}

/**
 * Estimate from the trials, whenever they end. An end of the interval that is the grid's is open. If the upper end
 * is, and all that failed is smaller than what held, chance explains the failures: no size is known.
 * @throws RangeError if there is no trial
 */
export function sizeEstimate(trials: readonly Trial[], most: number): SizeEstimate {
  if (trials.length === 0) throw new RangeError("there is no trial");
  const [held, failed] = [sizesThat(trials, true), sizesThat(trials, false)];
  const largest = Math.max(...held);
  if (held.length === 0) return { size: null, low: 0, high: Math.min(...failed) };
  if (failed.length === 0) return { size: null, low: largest, high: Number.POSITIVE_INFINITY };
  const { median, low, high, isOpen } = surface(trials, Number.POSITIVE_INFINITY);
  if (isOpen.high && largest > Math.max(...failed))
    return { size: null, low: largest, high: Number.POSITIVE_INFINITY };
  return {
    size: Math.min(median, most),
    low: isOpen.low ? 0 : Math.min(low, most),
    high: isOpen.high ? Number.POSITIVE_INFINITY : high,
  };
}

/**
 * Continues until a size held and two larger ones failed: one alone may have been disturbed, and all later sizes would stay below it.
 * @returns the size to be tried; null if there is none beyond the end, undefined if the answer is bracketed
 */
function unbracketed(trials: readonly Trial[], { isNear, most }: SearchTerms): number | null | undefined {
  const [held, failed] = [sizesThat(trials, true), sizesThat(trials, false)];
  const [largest, smallest] = [Math.max(0, ...held), Math.min(...failed)];
  if (held.length === 0) {
    const again = smallest <= 1 && countAt(trials, 1) >= REPEATS;
    return again ? null : smallest / stepAfter(failed.length, isNear) - 0.5;
  }
  const beyond = failed.filter((size) => size > largest);
  if (beyond.length >= REPEATS) return undefined;
  if (beyond.length > 0) return Math.min(...beyond);
  if (largest < most) return largest * stepAfter(held.length, isNear) + 0.5;
  return countAt(trials, most) < REPEATS ? most : null;
}

const REPEATS = 2;

function countAt(trials: readonly Trial[], size: number): number {
  return trials.filter((trial) => trial.size === size).length;
}

function sizesThat(trials: readonly Trial[], holds: boolean): readonly number[] {
  return trials.filter((trial) => trial.holds === holds).map(({ size }) => size);
}

/** Factor of the next step: a server that was never tried may have any capacity; one that was has not moved far. */
function stepAfter(count: number, isNear: boolean): number {
  return isNear ? Math.min(2, 1.1 ** (2 ** (count - 1))) : 2;
}

/** Likelihood over a grid of capacities and spreads, in equal steps of their logarithms, and lapses. */
function surface(
  trials: readonly Trial[],
  most: number,
): Readonly<{
  median: number;
  low: number;
  high: number;
  /** True for an end at which the grid ends before the interval does. */
  isOpen: Readonly<{ low: boolean; high: boolean }>;
}> {
  const sizes = trials.map(({ size }) => size);
  const first = Math.log(Math.min(...sizes) / 2);
  const last = Math.log(Math.min(Math.max(...sizes) * 2, most * 1.05));
  const at = (cell: number) => first + ((last - first) * cell) / CELLS;
  const logs = trials.map(({ size, holds }) => ({ log: Math.log(size), holds }));
  const cells = Array.from({ length: CELLS + 1 }, (_, cell) =>
    SPREADS.flatMap((spread) => LAPSES.map((lapse) => logLikelihood(logs, at(cell), { spread, lapse }))),
  );
  const best = cells.map((each) => Math.max(...each));
  const top = Math.max(...best);
  // Against the top one: of many trials even that is less likely than the smallest number.
  const weights = cells.map((each) => each.reduce((sum, log) => sum + Math.exp(log - top), 0));
  const enough = top - SHORTFALL;
  const lowest = best.findIndex((each) => each >= enough);
  const highest = best.findLastIndex((each) => each >= enough);
  return {
    median: Math.exp(at(medianCell(weights))),
    low: Math.exp(at(lowest)),
    high: Math.exp(at(highest)),
    isOpen: { low: lowest === 0, high: highest === CELLS },
  };
}

/** Products are smaller than any number where trials are many. */
const TINY = 1e-200;

function logLikelihood(
  trials: readonly Readonly<{ log: number; holds: boolean }>[],
  capacity: number,
  { spread, lapse }: Readonly<{ spread: number; lapse: number }>,
): number {
  let sum = 0;
  let product = 1;
  for (const { log, holds } of trials) {
    const chance = LUCK + (1 - LUCK - lapse) / (1 + Math.exp((log - capacity) / spread));
    product *= holds ? chance : 1 - chance;
    if (product > TINY) continue;
    sum += Math.log(product);
    product = 1;
  }
  return sum + Math.log(product);
}

function medianCell(weights: readonly number[]): number {
  const half = weights.reduce((sum, weight) => sum + weight, 0) / 2;
  let sum = 0;
  return weights.findIndex((weight) => {
    sum += weight;
    return sum >= half;
  });
}
