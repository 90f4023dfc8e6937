/**
 * The distance of one group of numbers from another. Every form of test answers with the same few functions, so that the decision rule
 * does not depend on the form.
 */

import { moderated, type Spread } from "./moderation.ts";
import { normalQuantile } from "./normal.ts";
import { findRootAbove } from "./root.ts";
import { noncentralUpper, studentCritical, studentUpper } from "./student.ts";
import { mean, standardDeviation, variance } from "./summary.ts";

/** Power of a test: the shifts that it can see. */
export type Power = Readonly<{
  /** The smallest true shift that a test against 0 at level `alpha` finds with probability `power`; null if there is none. */
  visible(alpha: number, power: number): number | null;
  /** The smallest true shift whose estimate lies above `bound` with probability `power`. */
  exceeds(bound: number, power: number): number;
}>;

export type Shift = Power &
  Readonly<{
    /** Distance of the second group above the first. */
    estimate: number;
    /** Estimate by a second reading of the data (see bothShifts); a claim must hold by both. */
    otherEstimate?: number;
    /** Standard deviation of one observation (a pair's difference, a value, a run). */
    noise: number;
    /** Degrees of freedom with which the error of the estimate is known. */
    df: number;
    /** Two-sided interval; it leaves out exactly those bounds that the one-sided tests reject at (1 - confidence)/2. */
    interval(confidence: number): Readonly<{ low: number; high: number }>;
    /** One-sided p of "the true shift is above the bound", and of "below". */
    pAbove(bound: number): number;
    pBelow(bound: number): number;
    /** Power at the same noise with `factor` times the observations. */
    more(factor: number): Power;
  }>;

/** An estimate, with the spread and the number of its values. */
export type Sample = Readonly<{
  estimate: number;
  /** Variance of the estimate, in units of that of one value: 1/n of a plain mean. */
  leverage: number;
  /** Spread of one value. */
  spread: Spread;
  /** Number of values. */
  size: number;
}>;

/** @throws RangeError for fewer than two values */
export function meanSample(values: readonly number[]): Sample {
  const size = values.length;
  return {
    estimate: mean(values),
    leverage: 1 / size,
    spread: { variance: variance(values), df: size - 1 },
    size,
  };
}

/**
 * One-sided t of an estimate (Student 1908).
 * @param prior what is known of the values' variance beforehand; the test then uses the posterior one (Smyth 2004)
 */
export function sampleShift({ estimate, leverage, spread, size }: Sample, prior: Spread | null): Shift {
  const { variance: used, df } = prior === null ? spread : moderated(spread, prior);
  return tShift(estimate, Math.sqrt(used * leverage), df, Math.sqrt(spread.variance), size);
}

/** Paired one-sided t: differences of pairs that lived at the same time. @param prior as in `sampleShift` */
export function pairedShift(
  base: readonly number[],
  head: readonly number[],
  prior: Spread | null = null,
): Shift {
  return sampleShift(meanSample(pairedDifferences(base, head)), prior);
}

export function pairedDifferences(base: readonly number[], head: readonly number[]): readonly number[] {
  if (base.length !== head.length)
    throw new RangeError(`${base.length} and ${head.length} values are not pairs`);
  return head.map((value, i) => value - base[i]!);
}

/** Unpaired t without equal variances (Welch 1947, Biometrika 34:28), degrees of freedom by Satterthwaite (1946). */
export function welchShift(base: readonly number[], head: readonly number[]): Shift {
  const a = variance(base) / base.length;
  const b = variance(head) / head.length;
  const df =
    a + b === 0
      ? base.length + head.length - 2
      : (a + b) ** 2 / (a ** 2 / (base.length - 1) + b ** 2 / (head.length - 1));
  const noise = Math.sqrt((variance(base) + variance(head)) / 2);
  return tShift(mean(head) - mean(base), Math.sqrt(a + b), df, noise, base.length + head.length);
}

/**
 * One new observation against earlier ones, all draws of the same normal distribution: the prediction interval
 * mean +- t(K - 1) * s * sqrt(1 + 1/K) (Hahn & Meeker 1991, Statistical Intervals, ch. 4). `more` asks for more earlier ones.
 */
export function predictionShift(earlier: readonly number[], observed: number): Shift {
  const noise = standardDeviation(earlier);
  const error = (n: number) => noise * Math.sqrt(1 + 1 / n);
  const n = earlier.length;
  return {
    ...tShift(observed - mean(earlier), error(n), n - 1, noise, n),
    more: (factor) => tPower(error(n * factor), n * factor - 1),
  };
}

/**
 * Two readings of one shift, of which the truth may be either or between: what is claimed must hold by both, each tested at the whole
 * level (intersection-union test; Berger 1982, Technometrics 24:295). So p is the larger one, and the interval covers both.
 * @param shown the reading whose estimate is shown
 */
export function bothShifts(shown: Shift, other: Shift): Shift {
  return {
    ...bothPowers(shown, other),
    estimate: shown.estimate,
    otherEstimate: other.estimate,
    noise: Math.max(shown.noise, other.noise),
    df: Math.min(shown.df, other.df),
    interval: (confidence) => {
      const [a, b] = [shown.interval(confidence), other.interval(confidence)];
      return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
    },
    pAbove: (bound) => Math.max(shown.pAbove(bound), other.pAbove(bound)),
    pBelow: (bound) => Math.max(shown.pBelow(bound), other.pBelow(bound)),
    more: (factor) => bothPowers(shown.more(factor), other.more(factor)),
  };
}

/** Power as if both readings erred alike: how much they have in common is unknown. */
function bothPowers(a: Power, b: Power): Power {
  return {
    visible: (alpha, power) => {
      const [first, second] = [a.visible(alpha, power), b.visible(alpha, power)];
      return first === null || second === null ? null : Math.max(first, second);
    },
    exceeds: (bound, power) => Math.max(a.exceeds(bound, power), b.exceeds(bound, power)),
  };
}

/**
 * An estimate with a normal error whose size was itself estimated with `df` degrees of freedom.
 * @param observations number behind the estimate; each further one adds a degree of freedom
 */
export function tShift(
  estimate: number,
  error: number,
  df: number,
  noise: number,
  observations: number,
): Shift {
  // Without any spread the t value is infinite, or 0/0 where there is no difference either.
  const t = (distance: number) =>
    error === 0 ? (distance === 0 ? 0 : distance * Number.POSITIVE_INFINITY) : distance / error;
  return {
    estimate,
    noise,
    df,
    interval: (confidence) => {
      const reach = error * studentCritical((1 - confidence) / 2, df);
      return { low: estimate - reach, high: estimate + reach };
    },
    pAbove: (bound) => studentUpper(t(estimate - bound), df),
    pBelow: (bound) => studentUpper(t(bound - estimate), df),
    ...tPower(error, df),
    more: (factor) => tPower(error / Math.sqrt(factor), df + observations * (factor - 1)),
  };
}

/** Power of a one-sided t test with that standard error and those degrees of freedom. */
export function tPower(error: number, df: number): Power {
  return {
    visible: (alpha, power) => error * detectableNoncentrality(alpha, power, df),
    exceeds: (bound, power) => bound + normalQuantile(power) * error,
  };
}

/**
 * Distance in standard errors that a one-sided t test at level `alpha` finds with probability `power`, from the noncentral t
 * distribution (Cohen 1988, Statistical Power Analysis, ch. 2, without his tables' normal approximation).
 */
export function detectableNoncentrality(alpha: number, power: number, df: number): number {
  if (!(alpha > 0 && alpha < 0.5 && power > alpha && power < 1)) {
    throw new RangeError(`no power ${power} at level ${alpha}`);
  }
  const critical = studentCritical(alpha, df);
  return findRootAbove((delta) => noncentralUpper(critical, df, delta) - power, 0, 1e-7);
}
