/** Finds where in a row of candidates a level changed, when every measurement has noise (probabilistic bisection; Horstein 1963). */

import { normalDensity } from "./normal.ts";

/** The levels at both sides, and the standard deviation of a measurement around them. */
export type Levels = Readonly<{ before: number; after: number; noise: number }>;

/** A measurement at one of the candidates, or before all of them (position -1), in a series with these levels. */
export type MeasuredPosition = Readonly<{ position: number; value: number; levels: Levels }>;

/**
 * Probability of each candidate to be the first on the new level, all equally likely before the measurements, which lie around the
 * level of their side as Student's t does. Without noise the measurements decide, and those that contradict each other count by
 * majority.
 */
export function firstAfter(candidates: number, measured: readonly MeasuredPosition[]): readonly number[] {
  const logs = Array.from({ length: candidates }, (_, first) =>
    measured.reduce((sum, { position, value, levels }) => {
      const level = position < first ? levels.before : levels.after;
      return sum + logDensity((value - level) / levelNoise(levels));
    }, 0),
  );
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Least noise as a share of the step: a history of equal values is not free of noise. */
const LEAST_NOISE = 0.02;

function levelNoise({ before, after, noise }: Levels): number {
  return Math.max(noise, Math.abs(after - before) * LEAST_NOISE);
}

/** Degrees of freedom of the tails. */
const TAILS = 6;

/**
 * Log density of Student's t, less a constant. By a normal density one strange run would outweigh all others; by this
 * one it says the less, the further it lies from both levels (Lange, Little & Taylor 1989, J. Am. Stat. Assoc. 84:881).
 */
function logDensity(distance: number): number {
  return (-(TAILS + 1) / 2) * Math.log1p(distance ** 2 / TAILS);
}

/**
 * Candidates whose measurement tells most: those that split the probability evenly, one in halves, two in thirds and so on.
 * Measuring one candidate asks whether the first lies after it; the last is never worth it, for it is on the new level anyway.
 */
export function nextToMeasure(probabilities: readonly number[], count: number): readonly number[] {
  const upTo: number[] = [];
  for (const probability of probabilities) upTo.push((upTo.at(-1) ?? 0) + probability);
  const places = Array.from({ length: count }, (_, i) => {
    const wanted = (i + 1) / (count + 1);
    return upTo
      .slice(0, -1)
      .reduce(
        (best, share, place) => (Math.abs(share - wanted) < Math.abs(upTo[best]! - wanted) ? place : best),
        0,
      );
  });
  return probabilities.length < 2 ? [] : [...new Set(places)];
}

/** Entropy in bits. */
export function entropy(probabilities: readonly number[]): number {
  return probabilities.reduce((sum, p) => (p > 0 ? sum - p * Math.log2(p) : sum), 0);
}

const STEPS = 400;
const REACH = 8;

/**
 * Bits that one measurement gives about its side: the mutual information of a side that is the new one with probability `share`
 * and a normal measurement whose levels lie `distance` standard deviations apart (midpoint rule).
 */
export function information(share: number, distance: number): number {
  const [low, high] = [-REACH, distance + REACH];
  const width = (high - low) / STEPS;
  let bits = 0;
  for (let step = 0; step < STEPS; step++) {
    const x = low + (step + 0.5) * width;
    const old = normalDensity(x);
    const next = normalDensity(x - distance);
    const mixed = share * next + (1 - share) * old;
    if (next > 0 && share > 0) bits += width * share * next * Math.log2(next / mixed);
    if (old > 0 && share < 1) bits += width * (1 - share) * old * Math.log2(old / mixed);
  }
  return Math.max(0, bits);
}
