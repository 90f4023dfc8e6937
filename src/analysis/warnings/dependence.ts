/**
 * Sessions that depend on those before them make a test call chance a change: with neighbours correlated by .3, 17 % of equal builds
 * instead of 5 %. So a run looks for it, and the store knows what runs before it showed (docs/decisions/022-dependence.md).
 */
import { type Warning, warning } from "../../model/document.ts";
import { errorFactor, type InTurn, likenessP } from "../../stats/dependence.ts";
import { mixSeed } from "../../stats/mix-seed.ts";
import { seededRng } from "../../stats/random.ts";
import { formatDecimals } from "../../text/units.ts";

export type Dependence = Readonly<{
  /** Factor on the squared standard error of so many sessions' mean. */
  inflation(sessions: number): number;
  warnings: readonly Warning[];
}>;

export const INDEPENDENT: Dependence = { inflation: () => 1, warnings: [] };

/** Level of the test of a single run: one in twenty independent runs looks dependent by chance. */
const DEPENDENT_BELOW = 0.05;
/** Inflation of squared standard errors where a run looks dependent and no earlier one says by how much: twice that of a correlation of .6. */
const DEPENDENT_INFLATION = 9;

/**
 * @param series session log ratios of each gate
 * @param correlation of neighbouring sessions that earlier measurements agree on, or null
 * @param seed of the random orders
 */
export function dependenceOf(
  series: readonly InTurn[],
  correlation: number | null,
  seed: number,
): Dependence {
  if (correlation !== null) return knownDependence(correlation);
  const p = likenessP(series, seededRng(mixSeed(seed, USE)));
  return p === null || p > DEPENDENT_BELOW ? INDEPENDENT : dependent(p);
}

/** Names these random numbers among those of a run. */
const USE = 0x11;

function knownDependence(correlation: number): Dependence {
  return {
    inflation: (sessions) => errorFactor(correlation, sessions),
    warnings: warning("sessions-alike", {
      message: `consecutive sessions are alike on this machine (correlation ${formatDecimals(correlation, 2)} in earlier measurements), so intervals were widened accordingly`,
      remedy: "stop other work on this machine, or take more sessions",
    }),
  };
}

function dependent(p: number): Dependence {
  return {
    inflation: () => DEPENDENT_INFLATION,
    warnings: warning("sessions-alike", {
      message: `something slow disturbed this machine: consecutive sessions are more alike than chance explains (p = ${formatDecimals(p, 3)}), so intervals were made three times wider; regressions that are still reported are reliable`,
      remedy: "stop other work on this machine, or repeat the check",
    }),
  };
}
