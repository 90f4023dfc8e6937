/** Files of the output folder, written whole or not at all; the folders for what is temporary, and for what is kept. */

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, open, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { wordTable } from "../../model/by-key.ts";
import { PlumblineError } from "../../model/errors.ts";

/**
 * Writes a file so that a reader never sees half of it: temporary file next to it, fsync, rename.
 * @throws PlumblineError of kind "usage" that names the file and the cause (read-only folder, disk full)
 */
export async function writeFileWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await makeParents(path.dirname(file));
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

/** Text of a small file, read at once; null if it cannot be read. */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** SHA-256 in hexadecimal digits. */
export function sha256(bytes: string | Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** mkdir's own `recursive` says that a read-only folder does not exist, and never ends in /proc (Node.js 20). */
async function makeParents(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    // Parents of what exists exist: this ends at the root at the latest.
    if (code !== "ENOENT" || path.dirname(folder) === folder || existsSync(path.dirname(folder))) throw error;
    await makeParents(path.dirname(folder));
    await mkdir(folder);
  }
}

/** Text as large as the documents of a small suite: a full disk still takes an empty file. */
const PROBE = " ".repeat(256 * 1024);

/** Fails now rather than after minutes of measuring, when the results could not be written. */
export async function assureWritable(folder: string): Promise<void> {
  const probe = path.join(folder, `.probe-${process.pid}`);
  await writeFileWhole(probe, PROBE);
  await rm(probe, { force: true });
}

/**
 * Servers, sources and passwords have their folders where TMPDIR says.
 * @throws PlumblineError of kind "usage" where none can be made there
 */
export async function assureTemporaryFolder(): Promise<void> {
  try {
    await rm(await mkdtemp(path.join(tmpdir(), "plumbline-probe-")), { recursive: true });
  } catch (cause) {
    throw new PlumblineError("usage", `cannot make a folder in ${tmpdir()}: ${reason(cause)}`, {
      remedy: "set TMPDIR to a folder that can be written and has room for the data",
      cause,
    });
  }
}

/** @throws PlumblineError of kind "usage" that names the file, what it should have been, and the cause */
export async function readTextFile(file: string, what: string, remedy: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new PlumblineError("usage", `cannot read ${what} ${file}: ${reason(cause)}`, { remedy, cause });
  }
}

const REASONS = wordTable<string>({
  ENOENT: "there is no such file or folder",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "a part of its path is a file",
  EMFILE: "too many open files",
});

function reason(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  return REASONS[code ?? ""] ?? message;
}

/**
 * Folder of what is kept between invocations: $XDG_CACHE_HOME/plumbline, else ~/.cache/plumbline.
 * @param kind programs: where a runner has a folder that outlives its jobs, $RUNNER_TOOL_CACHE/plumbline
 */
export function cacheFolder(kind: "programs" | "data", env: NodeJS.ProcessEnv = process.env): string {
  const tools = kind === "programs" ? env["RUNNER_TOOL_CACHE"] : undefined;
  return path.join(tools || env["XDG_CACHE_HOME"] || path.join(homedir(), ".cache"), "plumbline");
}
