/** Processes that a start command left outside of its group, as daemons do: their environment names the folder that they were given. */
import { readdirSync, readFileSync } from "node:fs";
import { attempt } from "../../host/process-identity.ts";
import { isAlive, statOf } from "../../host/processes.ts";
import { until } from "../../host/until.ts";

/** Names the folder to whatever runs on it. */
const DATA_VARIABLE = "PLUMBLINE_DATA";

const POLL_MS = 50;
const ENDING_MS = 5_000;

/**
 * Processes that were given this folder, or one in it. Not seen: those whose environment this user cannot read or that another program
 * replaced (sudo), and on systems without /proc all of them.
 * @param group is left out: the code that started its processes ends them together
 */
export function findOrphans(folder: string, group?: number): readonly number[] {
  const pids = (attempt(() => readdirSync("/proc")) ?? []).filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.filter((pid) => pid !== process.pid && wasGiven(pid, folder) && isOutside(pid, group));
}

function wasGiven(pid: number, folder: string): boolean {
  const environment = attempt(() => readFileSync(`/proc/${pid}/environ`, "utf8")) ?? "";
  return environment
    .split("\0")
    .some((entry) => `${entry}/`.startsWith(`${DATA_VARIABLE}=${folder}/`) && isAlive(pid));
}

function isOutside(pid: number, group: number | undefined): boolean {
  return group === undefined || statOf(pid)?.[2] !== String(group);
}

/** Sends a signal to all of them. */
export function signalOrphans(folder: string, name: NodeJS.Signals, group?: number): void {
  for (const pid of findOrphans(folder, group)) attempt(() => process.kill(pid, name));
}

/** Lets them end by themselves for a moment, and kills what is left. */
export async function endOrphans(folder: string): Promise<void> {
  signalOrphans(folder, "SIGTERM");
  await until(() => findOrphans(folder).length === 0, { limitMs: ENDING_MS, pollMs: POLL_MS });
  signalOrphans(folder, "SIGKILL");
}
