/** Keeps what was measured in the store; if that fails, the output folder has it, and the error says how to bring it there. */

import type { Store } from "../../io/store/store.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Report } from "../../model/report.ts";
import type { Runs } from "../../model/run.ts";
import { runFiles } from "../documents/files.ts";
import type { Invocation } from "../invocation/invocation.ts";

/** @returns why the store may not have it, or null; an interrupted wait leaves the store with all or nothing */
export async function keepInStore(
  store: Pick<Store, "save" | "saveReport">,
  runs: Runs,
  report: Report,
  invocation: Pick<Invocation, "output">,
): Promise<PlumblineError | null> {
  try {
    await store.save(runs.base === null ? [runs.head] : [runs.base, runs.head]);
    await store.saveReport(report);
    return null;
  } catch (error) {
    if (error instanceof PlumblineError) return keptIn(invocation, runs, error);
    throw error;
  }
}

/** The same error, with where the runs lie and the command that stores them once its cause is gone. */
export function keptIn(
  { output }: Pick<Invocation, "output">,
  runs: Runs,
  { kind, message, remedy }: PlumblineError,
): PlumblineError {
  const first = remedy === undefined ? "" : `${remedy}; then: `;
  return new PlumblineError(kind, `${message}; the runs are kept in ${output}`, {
    remedy: `${first}run plumbline store import ${runFiles(output, runs).join(" ")}`,
  });
}
