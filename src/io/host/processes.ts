/** Checks whether processes run, by their ids. One that has ended is not running, even if no parent has taken note of its end. */
import { readdirSync, readFileSync } from "node:fs";

/**
 * True for a process of another user, too; false for one that has ended: in a container whose first process takes note of no end, what was
 * killed stays in the list of processes for ever.
 */
export function isAlive(pid: number): boolean {
  return isThere(pid) && !isDeadState(statOf(pid));
}

/** True if a process of the group (field 5 of /proc/PID/stat) runs. */
export function isGroupAlive(group: number): boolean {
  if (!isThere(-group)) return false;
  const pids = allPids();
  // Without /proc nothing tells those that have ended from the others.
  return pids === null || pids.some((pid) => belongsTo(group, statOf(pid)));
}

/**
 * Fields of /proc/PID/stat from the third, the state, on; the name before it may hold blanks and brackets. Null where it cannot be
 * read: a process that is gone, a system without /proc.
 */
export function statOf(pid: number): readonly string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

/** True if it is in the list of processes, or a group that has one there. */
function isThere(pidOrGroup: number): boolean {
  try {
    process.kill(pidOrGroup, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Zombie, or dead. */
function isDeadState(stat: readonly string[] | null): boolean {
  return stat !== null && /^[ZXx]$/.test(stat[0]!);
}

function belongsTo(group: number, stat: readonly string[] | null): boolean {
  return stat !== null && stat[2] === String(group) && !isDeadState(stat);
}

/** Null on a system without /proc. */
function allPids(): readonly number[] | null {
  try {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.length === 0 ? null : pids.map(Number);
  } catch {
    return null;
  }
}
