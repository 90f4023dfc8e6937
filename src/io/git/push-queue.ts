/**
 * Those who push to one branch from one machine take turns: all at once would each work on what the first to be done has replaced.
 * It saves work and keeps nothing: that no push is lost is the remote's doing, so where no turn is to be had, it is pushed without.
 */
import { rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sha256 } from "../host/files.ts";
import { acquireLock, type Lock, StillBusy } from "../host/lock.ts";
import { identify, processState } from "../host/process-identity.ts";

/** Longer than a line of tens takes; who waits behind a push that hangs goes on without a turn. */
const PATIENCE_MS = 120_000;
const POLL_MS = 25;

/** @param what is pushed to, the same text for all who do */
export function turnsFolder(what: string): string {
  const name = sha256(what).slice(0, 16);
  return path.join(tmpdir(), `plumbline-turns-${name}`);
}

/**
 * Does the work when all who came before are done, or have ended, or patience has.
 * @param work gets true if it had to wait for another
 */
export async function inTurn<T>(
  what: string,
  work: (hasWaited: boolean) => Promise<T>,
  patienceMs: number = PATIENCE_MS,
): Promise<T> {
  const folder = turnsFolder(what);
  let hasWaited = false;
  const lock = await turn(folder, patienceMs, () => {
    hasWaited = true;
  });
  try {
    return await work(hasWaited);
  } finally {
    await lock?.release().catch(() => undefined);
    // A process that stands in line keeps it.
    await rmdir(folder).catch(() => undefined);
  }
}

/** Null if none is to be had: the folder is another user's, or it took too long. */
async function turn(folder: string, limitMs: number, onWait: () => void): Promise<Lock | null> {
  const processes = { self: identify(process.pid), stateOf: processState };
  const { signal } = new AbortController();
  const request = { folder, what: "", processes, limitMs, pollMs: POLL_MS, onWait, signal };
  return await acquireLock(request).catch((error: unknown) => {
    // The wait may time out before onWait was ever called.
    if (error instanceof StillBusy) onWait();
    return null;
  });
}
