/** Tries captured scripts, where there is a database for it. */
import type { Protocol } from "../../ingest/capture/log/said.ts";
import { withRole } from "../../io/host/connection-url.ts";
import { findLoadGenerator } from "../../io/load/find.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import type { ScriptTrial } from "../../report/terminal/captured.ts";
import type { WrittenScript } from "../documents/captured-scripts.ts";
import { readable, tryOneEvent } from "./try-script.ts";
import type { WatchedRun } from "./watched-command.ts";

/** A database that scripts are tried on. */
export type TrialPlace = Pick<WatchedRun, "server" | "role"> & Readonly<{ database: string }>;

/** Scripts are there without a load generator, too. */
export async function tryAll(
  scripts: readonly WrittenScript[],
  protocol: Protocol,
  place: TrialPlace | null,
  progress: Progress,
  signal: AbortSignal,
): Promise<readonly ScriptTrial[]> {
  try {
    const generator = await findLoadGenerator({ progress });
    const trials: ScriptTrial[] = [];
    for (const [at, script] of scripts.entries()) {
      const { name } = script;
      const refusal = await readable(generator, script, protocol);
      if (refusal !== null) trials.push({ name, outcome: "refused", problem: refusal });
      else if (place === null) trials.push({ name, outcome: "not run", problem: null });
      else {
        const { server, database, role } = place;
        const url = role === null ? server.url(database) : withRole(server.url(database), role);
        const where = { generator, protocol, url, pid: server.pid, seed: at + 1, signal };
        const problem = await tryOneEvent(script, where);
        trials.push({ name, outcome: problem === null ? "ran" : "fails", problem });
      }
    }
    return trials;
  } catch (error) {
    if (!(error instanceof PlumblineError) || error.kind === "interrupted") throw error;
    progress.note(`the scripts were not tried: ${error.message}`);
    return [];
  }
}
