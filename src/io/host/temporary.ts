/**
 * Temporary folders that outlive no process: each bears in its name the process that made it, so that a later one finds what a killed
 * one left. A process id counts in one namespace: of another container's, which may share the folder, nothing is known.
 */
import { readlinkSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isAlive } from "./processes.ts";

/** @param prefix such as "plumbline-base-", the same for making and removing */
export async function makeTemporary(prefix: string): Promise<string> {
  return await mkdtemp(path.join(tmpdir(), `${prefix}${process.pid}-${namespace()}-`));
}

/** Whether this is the name of a folder of that kind whose process has ended: certainly, and not only out of sight. */
export function isLeft(prefix: string, name: string): boolean {
  const [, pid, theirs] =
    /^(\d+)-(\d*)-/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : "") ?? [];
  return pid !== undefined && theirs === namespace() && !isAlive(Number(pid));
}

/** Removes the folders that killed processes left. */
export async function sweepTemporary(prefix: string): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    // Another user's is theirs to remove.
    if (isLeft(prefix, name))
      await rm(path.join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Number of the namespace in which our process id counts; empty where the system has none. */
function namespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
  } catch {
    return "";
  }
}
