/** A store that a signal ends: a server that does not answer may never do. */
import { PlumblineError } from "../../model/errors.ts";
import { routed } from "./routed.ts";
import type { Store } from "./store.ts";

/**
 * The same store, until the signal comes: what was asked then fails, though it may still be done, all or nothing, and nothing more
 * is asked of it. Closing remains, and no longer waits.
 * @param isPatient whether what was asked is waited for all the same: a folder answers by itself, and would be left with files that
 *   are not done
 */
export function interruptible(store: Store, signal: AbortSignal, isPatient = false): Store {
  return routed(store, async ({ name, ask }) => {
    const isClose = name === "close";
    if (signal.aborted && !isClose) throw interruptedQuestion("was asked");
    if (isPatient) return await ask();
    const answer = unlessInterrupted(ask(), signal);
    return await (isClose ? answer.catch(ignoreInterruption) : answer);
  });
}

/** @throws PlumblineError of kind "interrupted" when the signal comes first */
export function unlessInterrupted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(interruptedQuestion("had answered"));
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function interruptedQuestion(what: "was asked" | "had answered"): PlumblineError {
  return new PlumblineError("interrupted", `interrupted before the store ${what}`);
}

function ignoreInterruption(error: unknown): void {
  if (!(error instanceof PlumblineError && error.kind === "interrupted")) throw error;
}
