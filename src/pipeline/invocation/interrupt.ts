import { PlumblineError } from "../../model/errors.ts";

/**
 * Ctrl-C and SIGTERM abort the work so that it can clean up; a second one ends at once.
 * @param what is done then, for the person who pressed it
 */
export function abortOnSignals(what = "servers and folders are removed"): {
  signal: AbortSignal;
  release: () => void;
} {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(130);
    process.stderr.write(`\nstopping; ${what} (once more ends at once)\n`);
    controller.abort();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal).on("SIGHUP", onSignal);
  return {
    signal: controller.signal,
    release: () => {
      process.off("SIGINT", onSignal).off("SIGTERM", onSignal).off("SIGHUP", onSignal);
    },
  };
}

/**
 * Does work that a signal can end early.
 * @param what as of abortOnSignals
 * @throws PlumblineError of kind "interrupted" for whatever an aborted step threw; everything else as it comes
 */
export async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
  what?: string,
): Promise<T> {
  const { signal, release } = abortOnSignals(what);
  try {
    return await work(signal);
  } catch (error) {
    if (!signal.aborted || error instanceof PlumblineError) throw error;
    throw new PlumblineError("interrupted", "interrupted", { cause: error });
  } finally {
    release();
  }
}
