/** Report of a server that ended, or lost a process, without being stopped: how it ended, its log, its core file. */

import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { constants } from "node:os";
import path from "node:path";
import { PlumblineError } from "../../../model/errors.ts";
import { redact } from "../../../model/secrets.ts";
import { asPattern } from "../../../text/outside.ts";
import { until } from "../../host/until.ts";

/** Texts for a reader. */
export type CrashReport = Readonly<{
  /** "server process (PID 71) was terminated by signal 11: Segmentation fault; it ran: SELECT ..". */
  how: string;
  /** The core file where there is one, and the last lines of the log, with where it is kept. */
  traces: string;
  remedy: string;
}>;

type DeadServer = Readonly<{
  logFile: string;
  /** Working folder of its processes: the kernel puts core files there, unless kernel.core_pattern says otherwise. */
  folder: string;
  /** End of its first process, in words; null while it runs. */
  ending: () => string | null;
  /** Path without its end of what is kept, "plumbline-out/crash-head"; undefined: nothing is. */
  keep: string | undefined;
  /** Secrets to hide in the log, with all that looks like one (model/secrets.ts). */
  secrets?: readonly string[];
}>;

/** A lost connection is noticed before the server has written why. */
const PATIENCE_MS = 1_000;
const POLL_MS = 50;
/** Bytes of a log that are kept, from its end: the reason stands there. */
const LOG_MOST = 4 * 1024 * 1024;
const TAIL_LINES = 20;
const TAIL_LINE_MOST = 300;

/** "exit code 3", "signal 11 (SIGSEGV)"; shells say 128 and more of a command that a signal ended. Null: it runs. */
export function endingOf(code: number | null, signal: NodeJS.Signals | null): string | null {
  if (signal !== null) return `signal ${constants.signals[signal]} (${signal})`;
  if (code === null) return null;
  const name = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
  return name === undefined ? `exit code ${code}` : `exit code ${code}, ${name} by a shell's count`;
}

/** A process of PostgreSQL's that ended by itself; "background worker .. exited" stands for orderly ends, too. */
const CRASH =
  /\(PID \d+\) was terminated by (?:signal|exception)[^\n]*| process \(PID \d+\) exited with exit code [^\n]*|PANIC: [^\n]*/;
/** Characters of a process's name, which stands before what CRASH finds: a search for it there is short however long the line is. */
const NAME_MOST = 200;

/** Finds what PostgreSQL's log says of a process that crashed and of its statement, or null. */
export function crashIn(log: string): string | null {
  const crash = CRASH.exec(log);
  if (crash === null) return null;
  const { 0: words, index } = crash;
  const name = words.startsWith("PANIC")
    ? ""
    : /(?<![\w "])[\w "]*$/.exec(log.slice(Math.max(0, index - NAME_MOST), index))![0];
  const statement = /Failed process was running: ([^\n]*)/.exec(log.slice(index))?.[1];
  return (name + words).trim() + (statement === undefined ? "" : `; it ran: ${statement}`);
}

/** The last lines of a log, or "". */
export function tailOf(log: string): string {
  const lines = log.trimEnd().split("\n").slice(-TAIL_LINES);
  return lines.map((line) => line.slice(0, TAIL_LINE_MOST)).join("\n");
}

/** Waits a moment for a sign of a death. @returns null where there is none */
export async function findCrash(dead: DeadServer): Promise<CrashReport | null> {
  const look = async () => {
    const log = await fileEnd(dead.logFile, LOG_MOST, dead.secrets);
    const ending = dead.ending();
    const crash = crashIn(log);
    if (crash === null && ending === null) return null;
    return await keepTraces(dead, log, crash ?? `it ended with ${ending}`);
  };
  return await until(look, { limitMs: PATIENCE_MS, pollMs: POLL_MS });
}

/** The error that a dead server is the cause of, or the error itself. */
export async function orCrashError(
  error: unknown,
  server: Readonly<{ crashReport(): Promise<CrashReport | null> }>,
  who = "",
): Promise<unknown> {
  if (error instanceof PlumblineError && (error.kind === "interrupted" || error.kind === "usage"))
    return error;
  const crashReport = await server.crashReport();
  if (crashReport === null) return error;
  const { how, traces, remedy } = crashReport;
  const seen = `what was seen of it: ${(error as Error).message}`;
  const message = [`${who}the server died: ${how}`, seen, traces].join("\n");
  return new PlumblineError("target", message, { remedy, cause: error });
}

/** Quotes the end of a log, and names the place where the log is kept. */
export async function lastWords(
  logFile: string,
  keep?: string,
  secrets?: readonly string[],
): Promise<string> {
  const log = await fileEnd(logFile, LOG_MOST, secrets);
  return quoteLog(log, await keepLog(log, keep));
}

/** Keeps a log. @returns where, or null */
export async function keptLog(logFile: string, keep: string | undefined): Promise<string | null> {
  return await keepLog(await fileEnd(logFile), keep);
}

async function keepTraces(dead: DeadServer, log: string, how: string): Promise<CrashReport> {
  const { folder, logFile, keep } = dead;
  const core = await keepCore(await findCore(folder, logFile), keep);
  const words = quoteLog(log, await keepLog(log, keep));
  return {
    how,
    traces: core === null ? words : `its core file: ${core}\n${words}`,
    remedy: core === null ? await howToGetCore() : `run gdb PROGRAM ${core} -ex bt to see where it was`,
  };
}

function quoteLog(log: string, kept: string | null): string {
  const place = kept === null ? "" : ` (its log: ${kept})`;
  return log.trim() === "" ? "it said nothing" : `it last said${place}:\n${tailOf(log)}`;
}

/**
 * The end of a log, without secrets, or "" if it cannot be read. Never reads it whole: what a command prints knows no bounds.
 * @param most bytes
 * @param secrets that are hidden, with all that looks like one (model/secrets.ts)
 */
export async function fileEnd(
  file: string,
  most: number = LOG_MOST,
  secrets: readonly string[] = [],
): Promise<string> {
  const handle = await open(file).catch(() => null);
  if (handle === null) return "";
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, most);
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(length),
      position: size - length,
    });
    return redact(buffer.toString("utf8", 0, bytesRead), secrets);
  } finally {
    await handle.close();
  }
}

/** Path for a reader: relative if the file lies below the working folder. */
function shortPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith("..") ? file : relative;
}

/** Null if the log cannot be kept: that must not hide the error it belongs to. */
async function keepLog(log: string, keep: string | undefined): Promise<string | null> {
  if (keep === undefined || log === "") return null;
  const file = `${keep}.log`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, log);
    return shortPath(file);
  } catch {
    return null;
  }
}

/** The server's folder goes away, and its core file would with it. */
async function keepCore(core: string | null, keep: string | undefined): Promise<string | null> {
  if (core === null || keep === undefined) return null;
  const file = `${keep}.core`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await rename(core, file).catch(async () => {
      await copyFile(core, file);
      await rm(core, { force: true });
    });
    return shortPath(file);
  } catch {
    return null;
  }
}

async function corePattern(): Promise<string> {
  return (await readFile("/proc/sys/kernel/core_pattern", "utf8").catch(() => "")).trim();
}

/** The newest file that kernel.core_pattern can have named, younger than the server's log. */
async function findCore(folder: string, logFile: string): Promise<string | null> {
  const pattern = await corePattern();
  if (pattern === "" || pattern.startsWith("|")) return null;
  const place = path.resolve(folder, pattern);
  const name = coreName(path.basename(place));
  const begun = (await stat(logFile).catch(() => null))?.birthtimeMs ?? 0;
  const files = await readdir(path.dirname(place)).catch(() => []);
  const found = await Promise.all(
    files
      .filter((file) => name.test(file))
      .map(async (file) => {
        const core = path.join(path.dirname(place), file);
        const facts = await stat(core).catch(() => null);
        return facts?.isFile() && facts.mtimeMs >= begun ? { core, at: facts.mtimeMs } : null;
      }),
  );
  return found.filter((each) => each !== null).toSorted((a, b) => b.at - a.at)[0]?.core ?? null;
}

/** Names that a core_pattern gives: core(5). With kernel.core_uses_pid a number is added. */
export function coreName(pattern: string): RegExp {
  const parts = pattern
    .split(/(%.)/)
    .map((part) => (part === "%%" ? "%" : part.startsWith("%") ? ".*" : asPattern(part)));
  return new RegExp(`^${parts.join("")}(?:\\.\\d+)?$`);
}

async function howToGetCore(): Promise<string> {
  const pattern = await corePattern();
  if (pattern.startsWith("|"))
    return `see its log; core files of this machine go to ${pattern.slice(1).split(" ")[0]} (coredumpctl lists them where that is systemd's)`;
  return "see its log; with `ulimit -c unlimited` before Plumbline starts, its core file is kept next to it";
}
