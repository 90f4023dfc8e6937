/** Folder for the clusters of tests: in memory, if there is enough of it. They are made, copied and thrown away by the hundred. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const MEMORY = "/dev/shm";
/** Four files at once with a handful of clusters of some 60 MB each take less than half of it. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/** All that tests put into their temporary folders besides, at its highest, is some 1 GB. */
const ENOUGH_FOR_ALL_BYTES = 2 * ENOUGH_BYTES;

/** A folder for short-lived data: /dev/shm, or the machine's temporary folder where that is small (containers often have 64 MB). */
export function fastFolder(): string {
  return freeBytes(MEMORY) >= ENOUGH_BYTES ? MEMORY : tmpdir();
}

/**
 * Folder that all temporary folders of tests may lie in: /dev/shm, or the machine's temporary folder if that is small, or if nothing can
 * be executed in it (a container's often is mounted so).
 */
export function fastTemporary(): string {
  return freeBytes(MEMORY) >= ENOUGH_FOR_ALL_BYTES && mayExecute(MEMORY) ? MEMORY : tmpdir();
}

function mayExecute(folder: string): boolean {
  const trial = mkdtempSync(path.join(folder, "plumbline-exec-"));
  const program = path.join(trial, "trial");
  try {
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(trial, { recursive: true });
  }
}

/** Free bytes of a folder, no more than there is free memory: a container may be given less than its /dev/shm shows. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory());
  } catch {
    return 0;
  }
}
