/** Where CPU time goes, in words. */

import { grownFunctions } from "../../analysis/reason/profile-difference.ts";
import type { ProfileDifference } from "../../model/profile.ts";
import { plainLine } from "../../text/outside.ts";

const FUNCTIONS_MOST = 10;

/** "12.3 µs", "1.2 ms" */
export function formatMicros(micros: number): string {
  const [value, unit] = micros >= 1_000 ? [micros / 1_000, "ms"] : [micros, "µs"];
  return `${Number(value.toPrecision(3))} ${unit}`;
}

/** A line for each function that grew beyond chance. */
export function grownLines(profile: ProfileDifference): readonly string[] {
  return grownFunctions(profile)
    .slice(0, FUNCTIONS_MOST)
    .map(
      ({ name, base, head }) =>
        `${plainLine(name, 100)}: ${formatMicros(base)} -> ${formatMicros(head)} an event`,
    );
}
