/** A store that a signal ends: a server that does not answer may never do. */
import { PlumblineError } from "../model/errors.ts";
import type { Store } from "./store.ts";

/**
 * The same store, whose every call fails when the signal comes; what was asked may still be done, all or nothing. Closing then
 * no longer waits.
 */
export function interruptible(store: Store, signal: AbortSignal): Store {
  return new Proxy(store, {
    get(target, name: keyof Store) {
      const method = target[name] as ((...request: unknown[]) => Promise<unknown>) | undefined;
      if (typeof method !== "function") return method; // An await looks for `then`.
      return (...request: unknown[]) => {
        const answer = untilInterrupted(method.apply(target, request), signal);
        return name === "close" ? answer.catch(unlessInterrupted) : answer;
      };
    },
  });
}

/** @throws PlumblineError of kind "interrupted" when the signal comes first */
export function untilInterrupted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () =>
      reject(new PlumblineError("interrupted", "interrupted before the store had answered"));
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

function unlessInterrupted(error: unknown): void {
  if (!(error instanceof PlumblineError && error.kind === "interrupted")) throw error;
}
