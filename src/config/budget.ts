/** Sessions, looks and seconds that a time budget buys (docs/decisions/008-time-budget.md). All times are in seconds. */
import { PlumblineError } from "../model/errors.ts";
import { plural } from "../text/units.ts";

/** Cost of one session. */
export type SessionCost = Readonly<{
  workloads: number;
  /** One workload: measured and warm-up. */
  block: number;
  /** Starting both servers on fresh data, and stopping them. */
  overhead: number;
}>;

/** Overhead that is assumed until the first session has been timed. */
export const ASSUMED_OVERHEAD = 4;

/** Fewer sessions cannot tell noise from change, and more are of no more use than longer ones. */
const FEWEST_SESSIONS = 6;
export const MOST_SESSIONS = 40;
/** A shorter block has too few events for a percentile's tail, and is too short for a checkpoint's period. */
const SHORTEST = 2;

export type Bought = Readonly<{ sessions: number; seconds: number }>;

/**
 * Sessions of the first look, and the seconds of a block: as many sessions as the budget has room for, each further look at a third
 * of the workloads included. Only where not even six would fit are blocks made shorter than asked.
 * @param place of the budget, for an error
 * @throws PlumblineError of kind "usage" where the shortest blocks do not fit either
 */
export function buy(
  budget: number,
  asked: Readonly<{ workloads: number; seconds: number; warmup: number; looks: number }>,
  place: string,
): Bought {
  const costOf = (seconds: number) => ({
    workloads: asked.workloads,
    block: seconds + asked.warmup,
    overhead: ASSUMED_OVERHEAD,
  });
  const fits = sessionsWithin(budget, costOf(asked.seconds), asked.looks);
  if (fits >= FEWEST_SESSIONS) return { sessions: Math.min(fits, MOST_SESSIONS), seconds: asked.seconds };
  const blocks = asked.workloads + (asked.looks - 1) * keptWorkloads(asked.workloads);
  const block = (budget / FEWEST_SESSIONS - asked.looks * ASSUMED_OVERHEAD) / blocks;
  // Tenths, so that equal budgets make equal conditions.
  const seconds = Math.min(asked.seconds, Math.floor(10 * (block - asked.warmup)) / 10);
  const shortest = Math.min(SHORTEST, asked.seconds);
  if (seconds >= shortest) return { sessions: FEWEST_SESSIONS, seconds };
  const least = FEWEST_SESSIONS * (blocks * (shortest + asked.warmup) + asked.looks * ASSUMED_OVERHEAD);
  throw new PlumblineError(
    "usage",
    `${place}: measure.budget of ${budget} s is too short for ${plural(asked.workloads, "workload")}`,
    {
      remedy: `give it ${Math.ceil(least / 60)}m, or measure fewer workloads, or shorten measure.warmup`,
    },
  );
}

/** Fewest sessions that can make a verdict. */
const FEWEST_FOR_VERDICT = 3;

/** Number of rounds of sessions, and of the sessions in each of them. */
export type Rounds = Readonly<{ sessions: number; looks: number }>;

/**
 * Looks that the budget has room for, by the cost of a session. A budget too small for all looks of the fewest sessions gets fewer looks:
 * the last look spends most of alpha, and hardly anything could be called without it.
 */
export function looksWithin(budget: number, cost: SessionCost, looks: number): Rounds {
  const sessions = sessionsWithin(budget, cost, looks);
  if (sessions >= FEWEST_FOR_VERDICT || looks === 1)
    return { sessions: Math.max(FEWEST_FOR_VERDICT, sessions), looks };
  return looksWithin(budget, cost, looks - 1);
}

/** Sessions of the first look. */
function sessionsWithin(budget: number, cost: SessionCost, looks: number): number {
  const again = reserve(cost, looks - 1);
  const fits = Math.floor(budget / (secondsPerSession(cost, cost.workloads) + again));
  // Either server starts first equally often (docs/decisions/019-order.md), save where that would cost the fewest for a verdict.
  return fits > FEWEST_FOR_VERDICT ? fits - (fits % 2) : fits;
}

/** Number of workloads that the rest of the budget can measure again in the given number of sessions. */
export function workloadsWithin(rest: number, cost: SessionCost, sessions: number): number {
  return Math.max(0, Math.min(cost.workloads, Math.floor((rest / sessions - cost.overhead) / cost.block)));
}

/** Seconds of one session. */
export function secondsPerSession({ block, overhead }: SessionCost, workloads: number): number {
  return overhead + workloads * block;
}

/** Seconds of a session of each of so many further looks. */
export function reserve(cost: SessionCost, looks: number): number {
  return looks * secondsPerSession(cost, keptWorkloads(cost.workloads));
}

/** Room is kept for a further look at a third of the workloads: more than that look worse only where a change is plain. */
function keptWorkloads(workloads: number): number {
  return Math.max(1, Math.ceil(workloads / 3));
}
