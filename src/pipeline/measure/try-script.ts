/** Tries a script by itself: whether it can be read, and whether one event of it runs. */

import type { Server } from "../../io/database/target.ts";
import type { LoadGenerator, RunRequest } from "../../io/load/load-generator.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Script, ScriptSet } from "../../model/script.ts";
import { mixSeed } from "../../stats/mix-seed.ts";

const WORKLOAD = { workload: "script", dialect: "postgres" } as const;

/** @returns what is wrong with it, with file, line and column; null if it can be read. No database is asked. */
export async function readable(
  generator: LoadGenerator,
  script: Script,
  protocol: string,
): Promise<string | null> {
  const set = { files: [script], variables: {} };
  return await attemptProblem(
    () => generator.describe({ ...WORKLOAD, name: script.file, options: { protocol }, script: set }),
    ({ kind }) => kind === "usage",
  );
}

/** Message about what was wrong with the script, or null; all other trouble is thrown. */
async function attemptProblem(
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

/** One event ends it; this limit does if the event never ends. */
const SECONDS_MOST = 60;

/** The load that an event belongs to, and the place where it runs. */
type EventRequest = Pick<RunRequest, "workload" | "dialect" | "options" | "seed" | "signal"> &
  Readonly<{ variables: ScriptSet["variables"]; url: string; pid: Server["pid"] }>;

type EventTrying = Readonly<{
  /** Events with other values that may be run, where values made the ones before them fail; 1 if left out. */
  most?: number;
  /** Called before each event, also before the one whose error is thrown. */
  onEvent?: () => void;
}>;

/**
 * Runs one event of a script, on one connection.
 * @throws what the load generator ends with, in the server's own words
 */
export async function runOneEvent(
  generator: Pick<LoadGenerator, "run">,
  script: Script,
  request: EventRequest,
  { most = 1, onEvent = () => undefined }: EventTrying = {},
): Promise<void> {
  const until = performance.now() + SECONDS_MOST * 1000;
  for (let event = 0; event < most && (event === 0 || performance.now() < until); event++) {
    onEvent();
    try {
      const seed = event === 0 ? request.seed : mixSeed(request.seed, event);
      return await runEvent(generator, script, { ...request, seed });
    } catch (error) {
      if (!hasFailedEvents(error)) throw error;
    }
  }
  onEvent();
  await runEvent(generator, script, { ...request, options: { ...request.options, "on-error": "stop" } });
}

/** True of an event that a value has made fail: the load generator counts these by SQLSTATE, and stops at none. */
function hasFailedEvents(error: unknown): boolean {
  return error instanceof PlumblineError && /^none of \d+ events on server \d+ succeeded/.test(error.message);
}

async function runEvent(
  generator: Pick<LoadGenerator, "run">,
  script: Script,
  { options, variables, url, pid, ...request }: EventRequest,
): Promise<void> {
  // An event that would have to wait for its time is none.
  const { rate: _, stages: __, ...lasting } = options;
  await generator.run({
    ...request,
    options: { ...lasting, threads: 1, events: 1 },
    script: { files: [{ ...script, weight: 1 }], variables },
    targets: [{ url, pid }],
    seconds: SECONDS_MOST,
    warmupSeconds: 0,
    sliceMs: "auto",
    onProgress: () => undefined,
  });
}

type Trying = Readonly<{
  generator: LoadGenerator;
  protocol: string;
  url: string;
  pid: number;
  /** Another one for each script: two that insert would make the same keys. */
  seed: number;
  signal: AbortSignal;
}>;

/** Runs one event of it. @returns why that did not end well, in the server's words if it was the server; null if it did */
export async function tryOneEvent(
  script: Script,
  { generator, protocol, ...place }: Trying,
): Promise<string | null> {
  const request = { ...WORKLOAD, options: { protocol }, variables: {}, ...place };
  return await attemptProblem(
    () => runOneEvent(generator, script, request),
    ({ kind }) => kind !== "interrupted",
  );
}
