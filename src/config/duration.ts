import { z } from "zod";
import { gotValue } from "./issue-words.ts";
import { parseDurationNs } from "./quantity.ts";

/** Timers of Node.js count no further than 596 hours, and end at once where they should. */
const DURATION_MOST_NS = 480 * 3600e9;

/**
 * A field of the config file that says a time, in nanoseconds.
 * @param isPositive 0 is none
 */
export const duration = (describe: string, isPositive = false) =>
  z
    .string({ error: ({ input }) => expected("such as 100ms, 8s or 50us", input) })
    .transform((value, context) => {
      const parsed = parseDurationNs(value);
      if (parsed !== undefined && parsed <= DURATION_MOST_NS && (parsed > 0 || !isPositive)) return parsed;
      const what =
        parsed === undefined ? "such as 100ms, 8s or 50us" : parsed > 0 ? "of 480h at most" : "above 0";
      context.addIssue({ code: "custom", message: expected(what, value) });
      return z.NEVER;
    })
    .describe(describe);

function expected(what: string, got: unknown): string {
  return `expected a duration ${what}, got ${gotValue(got)}`;
}
