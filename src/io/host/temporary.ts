/**
 * Temporary folders that outlive no process: each bears in its name the process that made it, so that a later one finds what a killed
 * one left. A process id counts in one namespace: of another container's, which may share the folder, nothing is known.
 */
import { readlinkSync, rmSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isAlive } from "./processes.ts";

export type Temporary = Readonly<{ folder: string; remove(): Promise<void> }>;

/**
 * Makes a folder that goes with this process: when it is removed, or at the process's end, and where that was killed, when the next of
 * its kind is made.
 * @param prefix such as "plumbline-base-", the same for making and removing
 * @param atExit is done after it, where the process ends without removing it
 */
export async function makeTemporary(
  prefix: string,
  atExit: () => void = () => undefined,
): Promise<Temporary> {
  await sweepTemporary(prefix);
  const folder = await mkdtemp(path.join(tmpdir(), `${prefix}${process.pid}-${namespace()}-`));
  // A second Ctrl-C ends the process without waiting for anything.
  const onExit = () => {
    rmSync(folder, { recursive: true, force: true });
    atExit();
  };
  process.on("exit", onExit);
  const remove = async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
    process.off("exit", onExit);
  };
  return { folder, remove };
}

/** Such a folder, for as long as `use` takes. */
export async function withTemporary<T>(prefix: string, use: (folder: string) => Promise<T>): Promise<T> {
  const { folder, remove } = await makeTemporary(prefix);
  try {
    return await use(folder);
  } finally {
    await remove();
  }
}

/** True for the name of a folder of that kind whose process has ended: certainly, and not only out of sight. */
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
