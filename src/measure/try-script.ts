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
  return await problemOf(
    () => generator.describe({ ...WORKLOAD, name: script.file, options: { protocol }, script: set }),
    ({ kind }) => kind === "usage",
  );
}

/** What was wrong with the script; all other trouble is thrown. */
async function problemOf(
  attempt: () => Promise<unknown>,
  isScript: (error: PlumblineError) => boolean,
): Promise<string | null> {
  try {
    await attempt();
    return null;
  } catch (error) {
    if (error instanceof PlumblineError && isScript(error)) return error.message;
    throw error;
  }
}

/** One event ends it; this does where that never ends. */
const SECONDS_MOST = 60;

export type Trying = Readonly<{
  generator: LoadGenerator;
  protocol: string;
  url: string;
  pid: number;
  signal: AbortSignal;
}>;

/** Runs one event of it. @returns why that did not end well, in the server's words where it was the server; null where it did */
export async function runs(
  script: Script,
  { generator, protocol, url, pid, signal }: Trying,
): Promise<string | null> {
  const request = {
    ...WORKLOAD,
    options: { protocol, threads: 1, events: 1 },
    script: { files: [{ ...script, weight: 1 }], variables: {} },
    targets: [{ url, pid }],
    seconds: SECONDS_MOST,
    warmupSeconds: 0,
    sliceMs: 50,
    seed: 1,
    onProgress: () => undefined,
    signal,
  };
  return await problemOf(
    () => generator.run(request),
    ({ kind }) => kind !== "interrupted",
  );
}
