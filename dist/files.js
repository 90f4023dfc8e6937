import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  PlumblineError,
  wordTable
} from "./zod.js";

// src/io/host/files.ts
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, open, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
async function writeFileWhole(file, text) {
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
    await rm(temporary, { force: true }).catch(() => void 0);
    throw new PlumblineError("usage", `cannot write ${file}: ${reason(cause)}`, {
      remedy: "choose another folder with --output, or make room and permissions there",
      cause
    });
  }
}
function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
function sha256(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}
async function makeParents(folder) {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error;
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    if (code !== "ENOENT" || path.dirname(folder) === folder || existsSync(path.dirname(folder))) throw error;
    await makeParents(path.dirname(folder));
    await mkdir(folder);
  }
}
var PROBE = " ".repeat(256 * 1024);
async function assureWritable(folder) {
  const probe = path.join(folder, `.probe-${process.pid}`);
  await writeFileWhole(probe, PROBE);
  await rm(probe, { force: true });
}
async function assureTemporaryFolder() {
  try {
    await rm(await mkdtemp(path.join(tmpdir(), "plumbline-probe-")), { recursive: true });
  } catch (cause) {
    throw new PlumblineError("usage", `cannot make a folder in ${tmpdir()}: ${reason(cause)}`, {
      remedy: "set TMPDIR to a folder that can be written and has room for the data",
      cause
    });
  }
}
async function readTextFile(file, what, remedy) {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new PlumblineError("usage", `cannot read ${what} ${file}: ${reason(cause)}`, { remedy, cause });
  }
}
var REASONS = wordTable({
  ENOENT: "there is no such file or folder",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "a part of its path is a file",
  EMFILE: "too many open files"
});
function reason(cause) {
  const { code, message } = cause;
  return REASONS[code ?? ""] ?? message;
}
function cacheFolder(kind, env = process.env) {
  const tools = kind === "programs" ? env["RUNNER_TOOL_CACHE"] : void 0;
  return path.join(tools || env["XDG_CACHE_HOME"] || path.join(homedir(), ".cache"), "plumbline");
}

// src/io/host/until.ts
import { setTimeout as sleep } from "node:timers/promises";
var TIMER_MOST_MS = 2 ** 31 - 1;
function timeLeft(limitMs) {
  const end = performance.now() + limitMs;
  return () => Math.max(0, end - performance.now());
}
async function until(ask, { pollMs, limitMs = Number.POSITIVE_INFINITY, signal }) {
  const left = timeLeft(limitMs);
  for (; ; ) {
    signal?.throwIfAborted();
    const restMs = left();
    const answer = await ask();
    if (answer !== null && answer !== false) return answer;
    if (restMs === 0) return null;
    await sleep(Math.min(pollMs, restMs), void 0, { signal }).catch(() => signal?.throwIfAborted());
  }
}
async function withinTime(work, limitMs, signal) {
  const over = new AbortController();
  const ends = AbortSignal.any([over.signal, ...signal === void 0 ? [] : [signal]]);
  try {
    return await Promise.race([work, sleep(Math.min(limitMs, TIMER_MOST_MS), null, { signal: ends })]);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    over.abort();
  }
}

export {
  TIMER_MOST_MS,
  timeLeft,
  until,
  withinTime,
  writeFileWhole,
  readIfThere,
  sha256,
  assureWritable,
  assureTemporaryFolder,
  readTextFile,
  cacheFolder
};
