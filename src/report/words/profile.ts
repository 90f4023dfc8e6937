/** Texts on where CPU time goes. */

import { grownFunctions } from "../../analysis/reason/profile-difference.ts";
import type { ProfileDifference } from "../../model/profile.ts";
import { plainLine } from "../../text/outside.ts";
import { formatTime } from "../../text/units.ts";

const FUNCTIONS_MOST = 10;

/** A line for each function that grew beyond chance. */
export function grownLines(profile: ProfileDifference): readonly string[] {
  return grownFunctions(profile)
    .slice(0, FUNCTIONS_MOST)
    .map(
      ({ name, base, head }) =>
        `${plainLine(name, 100)}: ${formatTime(1e3 * base)} -> ${formatTime(1e3 * head)} an event`,
    );
}
