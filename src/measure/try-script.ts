/** A script by itself: can it be read, and does one event of it run. */
import { PlumblineError } from "../model/errors.ts";
import type { Script } from "../model/script.ts";
import type { LoadGenerator } from "../runner/load-generator.ts";

const WORKLOAD = { workload: "script", dialect: "postgres" } as const;

/** @returns what is wrong with it, with file, line and column; null where it can be read. No database is asked. */
export async function readable(
  generator: LoadGenerator,
  script: Script,
  protocol: string,
): Promise<string | null> {
  const set = { files: [script], variables: {} };
  return await problemOf(() =>
    generator.describe({ ...WORKLOAD, name: script.file, options: { protocol }, script: set }),
  );
}

/** What was wrong with the script; all other trouble is thrown. */
async function problemOf(attempt: () => Promise<unknown>): Promise<string | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    if (error instanceof PlumblineError && (error.kind === "usage" || error.kind === "target"))
      return error.message;
    throw error;
  }
}
