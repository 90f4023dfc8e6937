/** Files of the output folder: written whole or not at all. */
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { PlumblineError } from "../model/errors.ts";

/**
 * Writes a file so that a reader never sees half of it: temporary file beside it, fsync, rename.
 * @throws PlumblineError of kind "usage" that names the file and the cause (read-only folder, disk full)
 */
export async function writeFileWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    const handle = await open(temporary, "w");
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new PlumblineError("usage", `cannot write ${file}: ${reason(cause)}`, {
      remedy: "choose another folder with --output, or make room and permissions there",
      cause,
    });
  }
}

/** Fails now rather than after minutes of measuring, when the results could not be written. */
export async function assureWritable(folder: string): Promise<void> {
  const probe = path.join(folder, `.probe-${process.pid}`);
  await writeFileWhole(probe, "");
  await rm(probe, { force: true });
}

/** @throws PlumblineError of kind "usage" that names the file, what it should have been, and the cause */
export async function readTextFile(file: string, what: string, remedy: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new PlumblineError("usage", `cannot read ${what} ${file}: ${reason(cause)}`, { remedy, cause });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is a file",
  EMFILE: "too many open files",
};

function reason(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return REASONS[code ?? ""] ?? message;
}
