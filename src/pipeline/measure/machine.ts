/** The machine of a measurement: taken for it alone, and looked at before the start. */
import { judgeState } from "../../analysis/warnings/fitness.ts";
import { preflight } from "../../analysis/warnings/preflight.ts";
import type { Config } from "../../config/parse.ts";
import { acquireLock, type Holder } from "../../io/host/lock.ts";
import { busyCpus, machineFacts, machineState } from "../../io/host/machine.ts";
import { identify, processState } from "../../io/host/process-identity.ts";
import type { Warning } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import { plainLine } from "../../text/outside.ts";
import type { Invocation } from "../invocation/invocation.ts";

/**
 * Waits for the machine where something else measures on it, and keeps it for as long as `work` takes.
 * @param what is to be measured, as those who wait meanwhile read it
 */
export async function holdingMachine<T>(
  lock: Invocation["lock"],
  what: string,
  work: () => Promise<T>,
  progress: Progress,
  signal: AbortSignal,
): Promise<T> {
  const release = lock === null ? async () => undefined : await take(lock, what, progress, signal);
  try {
    return await work();
  } finally {
    await release();
  }
}

/** @returns a function that gives the machine to the next in line */
async function take(
  lock: NonNullable<Invocation["lock"]>,
  what: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  let waits = false;
  const onWait = ({ what: other, since }: Holder, waitedMs: number) => {
    if (!waits) progress.stage("waiting for this machine, which measures something else");
    waits = true;
    const minutes = Math.floor(waitedMs / 60_000);
    const text = plainLine(`for ${minutes} min: ${other}, in line since ${since}`, 300);
    progress.update({ what: text, share: null, secondsLeft: null });
  };
  const processes = { self: identify(process.pid), stateOf: processState };
  const { release } = await acquireLock({
    ...lock,
    what: `process ${process.pid}, ${what}`,
    processes,
    onWait,
    signal,
  });
  return release;
}

/** Long enough to see a busy neighbour. */
const LOOK_MS = 3_000;

/** Probes of this machine. */
const OWN_EYES = { machineFacts, machineState, busyCpus };

/**
 * Warnings about the machine before the start. A load average covers the last minutes, too, and with them the build of what is to be
 * measured: if it is high, what counts is what runs now.
 * @param folder on the disk that is written to
 * @throws PlumblineError of kind "usage" if the config file forbids to measure with them
 */
export async function lookAtMachine(
  rule: Config["measure"]["preflight"],
  folder: string,
  progress: Pick<Progress, "note">,
  eyes: Readonly<Pick<typeof OWN_EYES, "machineState" | "busyCpus">> &
    Readonly<{ machineFacts: () => Readonly<{ cpuCount: number }> }> = OWN_EYES,
): Promise<readonly Warning[]> {
  if (rule === "off") return [];
  const state = { cpuCount: eyes.machineFacts().cpuCount, ...eyes.machineState(folder) };
  const isQuiet = judgeState(state).load.fit;
  const now = isQuiet ? {} : { busyNow: { cpus: await eyes.busyCpus(LOOK_MS), seconds: LOOK_MS / 1000 } };
  const warnings = preflight({ ...state, ...now });
  if (rule === "fail" && warnings.length > 0) {
    throw new PlumblineError("usage", warnings.map(({ message }) => message).join("\n"), {
      remedy: `${warnings.map(({ remedy }) => remedy).join("; ")}; or set measure.preflight to warn`,
    });
  }
  for (const { message, remedy } of warnings) progress.note(`${message} (${remedy})`);
  return warnings;
}
