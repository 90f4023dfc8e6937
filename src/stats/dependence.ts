/**
 * Sessions that depend on the ones before them. A mean of such values varies more than their spread says, and the test takes chance for change
 * (docs/decisions/022-dependence.md).
 */
import type { Rng } from "./random.ts";
import { findRoot } from "./root.ts";
import { lagCorrelation, orderEffect } from "./sessions.ts";
import { studentUpper } from "./student.ts";
import { mean, standardDeviation } from "./summary.ts";

/** Values with the sessions that they are of, in the order in which those lived, and the sign of each one's order of starts. */
export type InTurn = Readonly<{
  values: readonly number[];
  sessions: readonly number[];
  signs: readonly number[];
}>;

/** Fewest sessions: with fewer, hardly any order of them is rarer than 5 %. */
const FEWEST_SESSIONS = 6;
const ORDERS = 999;
/** Orders as dependent that are enough to settle that p is above 5 % (Besag & Clifford 1991, Biometrika 78:301). */
const ENOUGH = 50;

/**
 * p of "neighbouring sessions are alike": the share of random orders of the same sessions in which the autocorrelation of neighbours, on
 * average over all series, is as large. Sessions change places alike in all series, so that what the series have in common does no
 * harm; and what the order of starts does is taken out before and after (Freedman & Lane 1983, J. Bus. Econ. Stat. 1:292).
 * @returns null where there is too little to tell
 */
export function likenessP(series: readonly InTurn[], rng: Rng): number | null {
  const fitted = series
    .filter(({ values }) => values.length >= FEWEST_SESSIONS)
    .flatMap(({ values, sessions, signs }) => {
      const residuals = orderEffect(values, signs)?.residuals ?? null;
      if (residuals === null) return [];
      return [
        { residuals, signs, ofSession: new Map(sessions.map((session, i) => [session, residuals[i]!])) },
      ];
    });
  const likeness = (order: readonly number[] | null) => {
    let [sum, weight] = [0, 0];
    for (const { residuals, ofSession, signs } of fitted) {
      const moved = order === null ? residuals : valuesInOrder(ofSession, order);
      const lag = lagCorrelation(orderEffect(moved, signs)!.residuals);
      if (lag === null) continue;
      sum += moved.length * lag;
      weight += moved.length;
    }
    return weight === 0 ? null : sum / weight;
  };
  const seen = likeness(null);
  if (seen === null) return null;
  const all = [...new Set(fitted.flatMap(({ ofSession }) => [...ofSession.keys()]))];
  let asLarge = 0;
  for (let order = 1; order <= ORDERS; order++) {
    if (likeness(shuffledSessions(all, rng))! >= seen - TIE) asLarge += 1;
    if (asLarge === ENOUGH) return ENOUGH / order;
  }
  return (asLarge + 1) / (ORDERS + 1);
}

/** Sums of the same numbers in another order are equal up to this. */
const TIE = 1e-9;

function shuffledSessions(sessions: readonly number[], rng: Rng): readonly number[] {
  return sessions
    .map((session) => ({ session, place: rng() }))
    .sort((a, b) => a.place - b.place)
    .map(({ session }) => session);
}

/** A series may lack sessions. */
function valuesInOrder(ofSession: ReadonlyMap<number, number>, order: readonly number[]): readonly number[] {
  const values: number[] = [];
  for (const session of order) {
    const value = ofSession.get(session);
    if (value !== undefined) values.push(value);
  }
  return values;
}

/** Values about their mean and the effect of their order: how they vary, and the correlation of neighbours (lagCorrelation). */
type SeenLikeness = Readonly<{ lag: number; variance: number; df: number }>;

/**
 * The correlation of neighbours that several measurements agree on, if sessions forget by powers of it (an autoregression of order 1); null
 * where there may be none (one-sided t over measurements, 1 %). Few sessions show far less of it than there is, for their mean follows
 * them: what they show is taken back to what shows as much (expectedLag).
 * @param series by series and measurement; null where a measurement lacks the series
 */
export function agreedCorrelation(series: readonly (readonly (SeenLikeness | null)[])[]): number | null {
  const width = Math.max(0, ...series.map(({ length }) => length));
  const lags = Array.from({ length: width }, (_, m) => knownLikeness(series.map((each) => each[m] ?? null)))
    .filter((seen) => seen.length > 0)
    .map((seen) => mean(seen.map(({ lag }) => lag)));
  if (lags.length < 2 || mean(lags) <= 0) return null;
  const error = standardDeviation(lags) / Math.sqrt(lags.length);
  const t = error === 0 ? Number.POSITIVE_INFINITY : mean(lags) / error;
  if (studentUpper(t, lags.length - 1) > AGREED) return null;
  // A ratio of sums, which is less bent than a mean of ratios.
  const pooled = mean(
    series
      .map(knownLikeness)
      .filter((seen) => seen.length > 0)
      .map(pooledLag),
  );
  const sessions = series.flatMap(knownLikeness).map(({ df }) => df + FITTED);
  const excess = (correlation: number) => expectedLag(correlation, Math.round(mean(sessions))) - pooled;
  // Of very few sessions even independent ones may show as much.
  if (pooled <= 0 || excess(0) >= 0) return null;
  return excess(MOST_ALIKE) <= 0 ? MOST_ALIKE : findRoot(excess, 0, MOST_ALIKE, 1e-6);
}

function knownLikeness(seen: readonly (SeenLikeness | null)[]): readonly SeenLikeness[] {
  return seen.filter((each) => each !== null);
}

function pooledLag(seen: readonly SeenLikeness[]): number {
  const squares = (each: SeenLikeness) => each.df * each.variance;
  const all = seen.reduce((sum, each) => sum + squares(each), 0);
  return all === 0 ? 0 : seen.reduce((sum, each) => sum + squares(each) * each.lag, 0) / all;
}

/** Mean and effect of the order. */
const FITTED = 2;
const AGREED = 0.01;
/** Sessions that are more alike are one session. */
const MOST_ALIKE = 0.9;

/**
 * Returns what lagCorrelation shows on average for `n` values in turns whose neighbours have this correlation: the
 * ratio of the expectations of its sums, whose values lack their mean and the effect of their order.
 */
export function expectedLag(correlation: number, n: number): number {
  const signs = Array.from({ length: n }, (_, i) => (i % 2 === 0 ? -1 : 1));
  const centered = (values: readonly number[]) => orderEffect(values, signs)!.residuals;
  const rows = signs.map((_, i) => centered(signs.map((_, j) => correlation ** Math.abs(i - j))));
  const covariance = signs.map((_, j) => centered(rows.map((row) => row[j]!)));
  const sum = (distance: number) => covariance.reduce((total, row, i) => total + (row[i + distance] ?? 0), 0);
  return sum(1) / sum(0);
}

/**
 * Returns the factor by which the squared standard error of a mean of `n` values is too small, if neighbours have this correlation and
 * values `k` apart its `k`th power: the mean varies `f` times as much as that of independent values, f = 1 + 2 sum (1 - k/n) r^k, and their
 * own variance shows (n - f)/(n - 1) of what it is (Law 2015, Simulation Modeling and Analysis, 4.4).
 */
export function errorFactor(correlation: number, n: number): number {
  let f = 1;
  for (let k = 1; k < n; k++) f += 2 * (1 - k / n) * correlation ** k;
  return (f * (n - 1)) / (n - f);
}
