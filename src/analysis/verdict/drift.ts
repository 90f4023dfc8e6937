/** A change that moves from session to session: what one server gathers, or loses, while it is measured (docs/decisions/022-dependence.md). */
import { driftOf } from "../../stats/drift.ts";
import { bothShifts, sampleShift } from "../../stats/shift.ts";
import { formatChange, plainSpaces } from "../../text/units.ts";
import type { DriftFinding } from "./finding.ts";

/** Level at which a change that grows or fades while it is measured is distinguished from one that stays. */
const DRIFTS = 0.05;

/**
 * Finding of a ratio that moves from session to session; null if it does not.
 * @param ratios of sessions, on the scale of logarithms
 * @param signs of each one's order of starts
 */
export function findDrift(ratios: readonly number[], signs: readonly number[]): DriftFinding | null {
  const line = driftOf({ values: ratios, signs });
  if (line === null || line.p > DRIFTS) return null;
  const [first, last] = [line.first, line.last].map(({ estimate }) =>
    plainSpaces(formatChange(Math.expm1(estimate))),
  );
  return {
    why: `the change went from ${first} to ${last} while it was measured, so it cannot be said how large it is`,
    ends: bothShifts(sampleShift(line.first, null), sampleShift(line.last, null)),
    last: sampleShift(line.last, null),
  };
}
