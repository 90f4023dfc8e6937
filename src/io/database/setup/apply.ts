/** Steps of the set-up on one database, in their order. */
import type { WorkFolder } from "../place/work-folder.ts";
import { runCommand } from "./command.ts";
import type { ServerUse } from "./remedies.ts";
import { applyFile } from "./sql-file.ts";
import type { PreparedStep } from "./steps.ts";

export type Database = Readonly<{ url: string; place?: ServerUse }>;

export type Surroundings = Readonly<{
  folder: WorkFolder;
  report: (what: string) => void;
  signal: AbortSignal;
}>;

/** @throws PlumblineError that names the step's file and line, or the command with its last words */
export async function applySteps(
  steps: readonly PreparedStep[],
  { url, place = "fresh" }: Database,
  { folder, report, signal }: Surroundings,
): Promise<void> {
  for (const step of steps) {
    signal.throwIfAborted();
    if (step.kind === "sql") {
      report(`set-up: ${step.file}`);
      await applyFile(url, step, signal, place);
    } else {
      report(`set-up: ${step.command}`);
      await runCommand(step, url, folder, (line) => report(`set-up: ${step.command}: ${line}`), signal);
    }
  }
}
