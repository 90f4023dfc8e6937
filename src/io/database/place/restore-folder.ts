/** Makes a used copy of a folder what the folder is again, by what was written to alone. */
import type { Stats } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { atOnce } from "./at-once.ts";
import { copyFiles } from "./copy-folder.ts";

/**
 * A file that was changed this shortly before the copy was made is copied again, in milliseconds: a write to the copy could leave it with the
 * time of the original. Linux' clock of files ticks every 10 ms at the slowest; there are file systems that know whole seconds, or even ones, alone.
 */
const TIMES_APART_MS = { fine: 100, coarse: 3_000 } as const;

/**
 * @param from what nobody writes to meanwhile
 * @param used a copy of it, with its files' times, of which nobody uses anything any more
 * @param copiedAtMs when it was begun, in milliseconds since 1970
 * @returns false where another copy is as cheap, or files alone do not do; nothing is said then of what `used` holds
 * @throws what reading a folder ends with
 */
export async function restoreFolder(
  from: string,
  used: string,
  copiedAtMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const [wanted, there] = [await entriesOf(from), await entriesOf(used)];
  if (wanted === null || there === null) return false;
  const hasFolders = [...wanted].every(([name, kind]) => kind === "file" || there.get(name) === kind);
  if (!hasFolders) return false;
  const files = [...wanted.keys()].filter((name) => wanted.get(name) === "file");
  const pairs = await atOnce(files, async (name) => ({
    name,
    before: await lstat(path.join(from, name)),
    now: await lstat(path.join(used, name)).catch(() => null),
  }));
  const clock = pairs.every(({ before }) => before.mtimeMs % 1_000 === 0) ? "coarse" : "fine";
  const isOld = ({ mtimeMs }: Stats) => mtimeMs < copiedAtMs - TIMES_APART_MS[clock];
  const again = pairs.flatMap(({ name, before, now }) =>
    now !== null && isOld(before) && isUntouched(before, now) ? [] : [name],
  );
  if (again.length > files.length / 2) return false;
  for (const [name, kind] of there) {
    if (wanted.get(name) !== kind) await rm(path.join(used, name), { recursive: true, force: true });
  }
  return again.length === 0 || (await copyFiles(from, again, used, signal));
}

type Kind = "file" | "folder";

/** By their place in the folder; null where something lies in it that is neither file nor folder. */
async function entriesOf(folder: string): Promise<ReadonlyMap<string, Kind> | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  if (!entries.every((entry) => entry.isFile() || entry.isDirectory())) return null;
  return new Map(
    entries.map((entry) => [
      path.relative(folder, path.join(entry.parentPath, entry.name)),
      entry.isFile() ? "file" : "folder",
    ]),
  );
}

function isUntouched(before: Stats, now: Stats): boolean {
  return (
    now.size === before.size &&
    now.mtimeMs === before.mtimeMs &&
    now.mode === before.mode &&
    now.uid === before.uid &&
    now.gid === before.gid
  );
}
