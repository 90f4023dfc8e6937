/** A file from an untrusted writer: read only if it is what it should be, and no further than a limit. */

import { constants } from "node:fs";
import { lstat, open, opendir } from "node:fs/promises";
import path from "node:path";
import { wordTable } from "../../model/by-key.ts";
import { PlumblineError } from "../../model/errors.ts";

/**
 * Reads a text file that strangers may have made, for example out of an artifact. Symbolic links, pipes and devices are refused:
 * they would have us read something of this machine's, or wait for ever.
 * @param place the file, or a folder that holds it under `name`.
 * @param limitBytes a larger file is refused.
 * @throws PlumblineError of kind "usage" that names the file and what is wrong with it
 */
export async function readUntrustedFile(place: string, name: string, limitBytes: number): Promise<string> {
  const file = (await isPlainFolder(place)) ? path.join(place, name) : place;
  const refuse = (why: string, cause?: unknown) =>
    new PlumblineError("usage", `refused to read ${file}: ${why}`, {
      remedy: `pass a plain file that Plumbline wrote, of at most ${limitBytes / 2 ** 20} MiB`,
      cause,
    });
  // O_NOFOLLOW and O_NONBLOCK, so that neither a link nor a pipe gets past the look at what was opened.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch((error: NodeJS.ErrnoException) => {
    throw refuse(REASONS[error.code ?? ""] ?? error.message, error);
  });
  try {
    if (!(await handle.stat()).isFile()) throw refuse("it is no plain file");
    const buffer = Buffer.alloc(limitBytes + 1);
    const bytes = await readUpTo(handle, buffer);
    if (bytes > limitBytes) throw refuse(`it is larger than ${limitBytes / 2 ** 20} MiB`);
    return decodeUtf8(buffer.subarray(0, bytes)) ?? raise(refuse("it is not UTF-8 text"));
  } finally {
    await handle.close();
  }
}

/**
 * Places of strangers' files of this name: in the folder itself, or each in a folder right below it, as a download of several
 * artifacts leaves them. Of one artifact there is no such folder (https://github.com/actions/download-artifact/pull/424). Only names
 * are looked at here; what is no folder, a link for example, is left to readUntrustedFile to refuse.
 * @returns none where the folder is empty or missing, the place itself where it is no folder
 * @throws PlumblineError of kind "usage" where it holds more than `most`
 */
export async function untrustedFiles(folder: string, name: string, most: number): Promise<readonly string[]> {
  const known = await lstat(folder).catch(() => null);
  if (known === null) return [];
  if (!known.isDirectory() || (await lstat(path.join(folder, name)).catch(() => null)) !== null)
    return [folder];
  const names: string[] = [];
  for await (const entry of await opendir(folder)) {
    if (entry.isFile()) continue;
    names.push(entry.name);
    if (names.length > most) {
      throw new PlumblineError("usage", `there are more than ${most} folders in ${folder}`, {
        remedy: `let one workflow measure in at most ${most} jobs, and others in workflows of their own`,
      });
    }
  }
  return names.sort().map((each) => path.join(folder, each));
}

const REASONS = wordTable<string>({
  ENOENT: "there is no such file",
  ELOOP: "it is a symbolic link",
  ENXIO: "it is no plain file",
  EACCES: "permission denied",
});

async function isPlainFolder(place: string): Promise<boolean> {
  return (await lstat(place).catch(() => null))?.isDirectory() ?? false;
}

/** A read may return less than there is. */
async function readUpTo(
  handle: Readonly<{
    read(into: Buffer, offset: number, length: number): Promise<{ bytesRead: number }>;
  }>,
  buffer: Buffer,
): Promise<number> {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function raise(error: Error): never {
  throw error;
}
