/** How often the intervals of a fit hold the parameters of the system that made the numbers. */

import type { Estimate } from "../../src/model/sweep.ts";
import { drawNormal, seededRng } from "../../src/stats/random.ts";
import { fitUsl, throughputAt, type UslFit } from "../../src/stats/usl.ts";

/** A system of known behaviour, and how it is measured. */
export type System = Readonly<{
  name: string;
  lambda: number;
  sigma: number;
  kappa: number;
  loads: readonly number[];
  sessions: number;
  /** Standard deviation of a session's log throughput. */
  noise: number;
  /** That of what all loads of a round share; absent: nothing. */
  shared?: number;
}>;

const LOADS = [1, 2, 4, 8, 16, 32, 64, 128];
const DOUBLED = [...LOADS, 96, 192];
const TEXTBOOK = { lambda: 1000, sigma: 0.05, kappa: 2e-4, loads: LOADS, noise: 0.03 };

/** The first three are those of which published coverage is known; the others are harder. */
export const SYSTEMS: readonly System[] = [
  ...[3, 5, 10].map((sessions) => ({ ...TEXTBOOK, name: `peak at 69, ${sessions} sessions`, sessions })),
  { ...TEXTBOOK, name: "peak at 69, loads to 192", loads: DOUBLED, sessions: 5 },
  { ...TEXTBOOK, name: "peak at 69, noise 10 %", loads: DOUBLED, sessions: 5, noise: 0.1 },
  { ...TEXTBOOK, name: "peak at 69, loads to 16", loads: [1, 2, 4, 8, 16], sessions: 5 },
  { ...TEXTBOOK, name: "no coherence", kappa: 0, sessions: 5 },
  { ...TEXTBOOK, name: "no contention, loads to 192", sigma: 0, loads: DOUBLED, sessions: 5 },
  { ...TEXTBOOK, name: "peak at 128, noise 20 %", kappa: 5.8e-5, sessions: 3, noise: 0.2 },
  { ...TEXTBOOK, name: "4 loads, 2 sessions, noise 20 %", loads: [1, 4, 16, 64], sessions: 2, noise: 0.2 },
  { ...TEXTBOOK, name: "a round shares 5 %, own 1 %", sessions: 5, noise: 0.01, shared: 0.05 },
  { ...TEXTBOOK, name: "a round shares 5 %, own 5 %, 3 sessions", sessions: 3, noise: 0.05, shared: 0.05 },
];

export type Coverage = Readonly<{
  system: string;
  fits: number;
  /** Shares of the fits whose interval holds the true value. */
  rate: number;
  contention: number;
  coherence: number;
  knee: number;
  /** Shares of the fits that state a peak, and of those that state it wrongly: its place, its height. */
  peak: Readonly<{ stated: number; misplaced: number; wrongHeight: number }>;
  /** Shares of the fits that show the peak to lie beyond the largest load, and that cannot tell. */
  beyond: number;
  unknown: number;
}>;

/** @param isInRounds as the fit is told; a sweep measures in rounds */
export function coverageOf(system: System, fits: number, seed: number, isInRounds = true): Coverage {
  const { lambda, sigma, kappa, loads, sessions, noise, shared = 0 } = system;
  const rng = seededRng(seed);
  const truth = [1 / lambda, sigma / lambda, kappa / lambda] as const;
  const counts = {
    rate: 0,
    contention: 0,
    coherence: 0,
    knee: 0,
    stated: 0,
    misplaced: 0,
    wrongHeight: 0,
    beyond: 0,
    unknown: 0,
  };
  const place = Math.sqrt((1 - sigma) / kappa);
  const knee = kneeOf(truth, Math.min(place, Math.max(...loads)));
  for (let i = 0; i < fits; i++) {
    const rounds = Array.from({ length: sessions }, () => (shared === 0 ? 0 : shared * drawNormal(rng)));
    const points = loads.map((n) => ({
      n,
      values: rounds.map((round) => throughputAt(truth, n) * Math.exp(round + noise * drawNormal(rng))),
    }));
    const fit = fitUsl(points, { isInRounds });
    if (fit.kind === "none") throw new Error(`${system.name}: no fit (${fit.why})`);
    counts.rate += holds(fit.rate, lambda);
    counts.contention += holds(fit.contention, sigma);
    counts.coherence += holds(fit.coherence, kappa);
    counts.knee += holds(fit.knee, knee);
    if (fit.peak.kind !== "within") counts[fit.peak.kind] += 1;
    else {
      counts.stated += 1;
      counts.misplaced += 1 - holds(fit.peak.at, place);
      counts.wrongHeight += 1 - holds(fit.peak.throughput, throughputAt(truth, place));
    }
  }
  const share = (count: number) => count / fits;
  return {
    system: system.name,
    fits,
    rate: share(counts.rate),
    contention: share(counts.contention),
    coherence: share(counts.coherence),
    knee: share(counts.knee),
    peak: {
      stated: share(counts.stated),
      misplaced: share(counts.misplaced),
      wrongHeight: share(counts.wrongHeight),
    },
    beyond: share(counts.beyond),
    unknown: share(counts.unknown),
  };
}

/** Least load with 95 % of the throughput at the highest, by halving. */
function kneeOf(truth: UslFit["curve"], highest: number): number {
  let [below, above] = [1, highest];
  for (let i = 0; i < 60; i++) {
    const middle = (below + above) / 2;
    if (throughputAt(truth, middle) < 0.95 * throughputAt(truth, highest)) below = middle;
    else above = middle;
  }
  return above;
}

function holds({ low, high }: Estimate, truth: number): number {
  return truth >= low && (high === null || truth <= high) ? 1 : 0;
}
