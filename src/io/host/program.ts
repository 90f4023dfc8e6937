/** Programs of others: found on PATH, and run to their end. */
import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { TIMER_MOST_MS } from "./until.ts";

export type ProgramOptions = Readonly<{
  /** Folder that its relative paths start from. */
  cwd?: string | undefined;
  /** Its whole environment; default: Plumbline's own. */
  env?: NodeJS.ProcessEnv;
  /** The user and the group that it runs as. */
  uid?: number;
  gid?: number;
  /** Text for its standard input, which is empty without. */
  input?: string | undefined;
  /** Time until it is ended; default: none. */
  limitMs?: number;
  /** Ends it. */
  signal?: AbortSignal | undefined;
  /** Milliseconds between SIGTERM and SIGKILL; default: 10 s. */
  graceMs?: number | undefined;
  /** Gives it a process group of its own, which is killed at once where it is to end: nothing of it outlives its time. */
  isGroup?: boolean;
}>;

export type ProgramAnswer = Readonly<{
  /** Null: it was killed, or never ran. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** Both, in the order in which they came. */
  words: string;
  /** "exit code 1", or the system's words for why it did not run; null: exit code 0. */
  failure: string | null;
  /** There is no such program. */
  isMissing: boolean;
  /** Its time was over. */
  isLate: boolean;
  /** Standard output was longer than what is kept of it: its end. */
  isCut: boolean;
}>;

const GRACE_MS = 10_000;
const OUTPUT_MOST = 64 * 2 ** 20;

function timerMs(limitMs: number): number {
  return Math.min(TIMER_MOST_MS, Math.max(0, Math.ceil(limitMs)));
}

/** Runs a program to its end. All that can go wrong is an answer, not an exception. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { input, limitMs, signal, graceMs = GRACE_MS, isGroup = false, ...place }: ProgramOptions = {},
): Promise<ProgramAnswer> {
  const limit = limitMs === undefined ? undefined : AbortSignal.timeout(timerMs(limitMs));
  const ends = AbortSignal.any([limit, signal].filter((each) => each !== undefined));
  const said = { stdout: "", stderr: "", words: "" };
  const answer = (code: number | null, error?: NodeJS.ErrnoException): ProgramAnswer => ({
    ...said,
    code,
    failure: code === 0 ? null : (error?.message ?? `exit code ${code}`),
    isMissing: error?.code === "ENOENT",
    isLate: limit?.aborted === true,
    isCut: said.stdout.length === OUTPUT_MOST,
  });
  if (ends.aborted) return answer(null);
  let child: ChildProcess;
  try {
    const stdio = [input === undefined ? "ignore" : "pipe", "pipe", "pipe"] as const;
    child = spawn(program, args, { ...place, detached: isGroup, stdio: [...stdio] });
  } catch (error) {
    // Only some errors are events: not that of arguments that are too long, or of a user that it may not run as.
    return answer(null, error as NodeJS.ErrnoException);
  }
  const add = (name: keyof typeof said, text: string) => {
    said[name] = (said[name] + text).slice(-OUTPUT_MOST);
  };
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.setEncoding("utf8").on("data", (text: string) => [add(name, text), add("words", text)]);
  // It may end without reading all.
  child.stdin?.on("error", () => undefined).end(input);
  const takeBack = endWith(child, ends, isGroup ? null : graceMs);
  const ended = await new Promise<ProgramAnswer>((resolve) => {
    let problem: NodeJS.ErrnoException | undefined;
    child.on("error", (error) => {
      problem = error;
      if (child.pid === undefined) resolve(answer(null, error));
    });
    child.once("close", (code) => resolve(answer(code, problem)));
  });
  takeBack();
  return ended;
}

/**
 * Ends a program at the signal. What it started may hold its output open after its end, and is not waited for.
 * @param graceMs null: its group is killed at once
 * @returns takes that back
 */
function endWith(child: ChildProcess, ends: AbortSignal, graceMs: number | null): () => void {
  let killer: NodeJS.Timeout | undefined;
  const letGo = () => [child.stdout?.destroy(), child.stderr?.destroy()];
  const end = () => {
    if (graceMs === null) killGroup(child.pid);
    else {
      child.kill();
      killer = setTimeout(() => child.kill("SIGKILL"), graceMs);
    }
    child.once("exit", letGo);
    if (child.exitCode !== null || child.signalCode !== null) letGo();
  };
  ends.addEventListener("abort", end, { once: true });
  return () => {
    clearTimeout(killer);
    ends.removeEventListener("abort", end);
  };
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

/** True if a program is on PATH. */
export function hasProgram(name: string): boolean {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  return folders.some((folder) => folder !== "" && isExecutable(path.join(folder, name)));
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
