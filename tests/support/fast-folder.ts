/** Where the clusters of tests lie: in memory, where there is enough of it. They are made, copied and thrown away by the hundred. */
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY = "/dev/shm";
/** Four files at once with a handful of clusters of some 60 MB each take less than half of it. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/** A folder for short-lived data: /dev/shm, or the machine's temporary folder where that is small (containers often have 64 MB). */
export function fastFolder(): string {
  return freeBytes(MEMORY) >= ENOUGH_BYTES ? MEMORY : tmpdir();
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
