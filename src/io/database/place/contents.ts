/** Contents of a folder, file by file, to check later whether it still has them. */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { list } from "../../../model/shape.ts";

/** A folder has no size and no checksum: a server refuses to start without its empty ones. */
const FileFacts = z.object({
  file: z.string(),
  size: z.int().min(0).nullable(),
  mtimeMs: z.number().nullable(),
  sha256: z.string().nullable(),
});
type FileFacts = Readonly<z.infer<typeof FileFacts>>;
export const Contents = list(FileFacts);
export type Contents = readonly FileFacts[];

/**
 * Every file and folder, sorted by name.
 * @returns null where something lies in it that leads out of it, or is neither file nor folder
 */
export async function contentsOf(folder: string): Promise<Contents | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  if (!entries.every((entry) => entry.isFile() || entry.isDirectory())) return null;
  const names = entries.map((entry) => ({
    file: path.relative(folder, path.join(entry.parentPath, entry.name)),
    isFile: entry.isFile(),
  }));
  const facts = await atOnce(names, async ({ file, isFile }): Promise<FileFacts> => {
    if (!isFile) return { file, size: null, mtimeMs: null, sha256: null };
    const { size, mtimeMs } = await lstat(path.join(folder, file));
    return { file, size, mtimeMs, sha256: await sha256Of(path.join(folder, file)) };
  });
  return facts.toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

/**
 * Says how a folder differs from what it held; null if it does not.
 * @param whole reads every file; otherwise sizes and times of change are looked at
 */
export async function differenceFrom(
  contents: Contents,
  folder: string,
  { whole }: Readonly<{ whole: boolean }>,
): Promise<string | null> {
  const found = await atOnce(contents, async (known) => {
    const place = path.join(folder, known.file);
    const now = await lstat(place).catch(() => null);
    if (now === null) return `${known.file} is gone`;
    if (known.size === null) return now.isDirectory() ? null : `${known.file} is no folder`;
    if (!now.isFile() || now.size !== known.size) return `${known.file} has another size`;
    if (now.mtimeMs !== known.mtimeMs) return `${known.file} was written to`;
    if (whole && (await sha256Of(place)) !== known.sha256) return `${known.file} has other contents`;
    return null;
  });
  return found.find((difference) => difference !== null) ?? (await additionTo(contents, folder));
}

async function additionTo(contents: Contents, folder: string): Promise<string | null> {
  const known = new Set(contents.map(({ file }) => file));
  const added = (await readdir(folder, { recursive: true })).find((file) => !known.has(file));
  return added === undefined ? null : `${added} was not there`;
}

export function bytesOf(contents: Contents): number {
  return contents.reduce((sum, { size }) => sum + (size ?? 0), 0);
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest("hex");
}

const MOST = 32;

/** Works on many files together, as many as open files allow. @returns the answers in the order of the items */
export async function atOnce<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!);
  };
  await Promise.all(Array.from({ length: Math.min(MOST, items.length) }, worker));
  return results;
}
