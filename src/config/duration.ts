import { z } from "zod";
import { parseDurationNs } from "./quantity.ts";

/** A field of the config file that says a time, in nanoseconds. */
export const duration = (describe: string) =>
  z
    .string()
    .transform((value, context) => {
      const parsed = parseDurationNs(value);
      if (parsed !== undefined) return parsed;
      context.addIssue({
        code: "custom",
        message: `expected a duration such as 100ms, 8s or 50us, got ${JSON.stringify(value)}`,
      });
      return z.NEVER;
    })
    .describe(describe);
