/**
 * The environment that we were started with. What is ours alone is withdrawn from it, so that neither programs that we start nor those
 * that read /proc/PID/environ of this process find it there.
 */
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { statOf } from "./processes.ts";

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Files that the runner reads a step's values from: for later steps, with their environment and their PATH. */
const RUNNER_FILES = [
  "GITHUB_ENV",
  "GITHUB_PATH",
  "GITHUB_OUTPUT",
  "GITHUB_STATE",
  "GITHUB_STEP_SUMMARY",
] as const;

/** Variables that nothing we start has a use for, in a workflow's step and at a terminal. */
export const OUR_OWN: readonly string[] = [
  ...RUNNER_FILES,
  "ACTIONS_RUNTIME_TOKEN",
  "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
  "PLUMBLINE_STORE",
  "PLUMBLINE_TOKEN",
  "PLUMBLINE_SHARD_TOKEN",
];

const withdrawn = new Map<string, string>();

/** All variables, with what was withdrawn. */
export function environment(): EnvironmentVariables {
  return { ...Object.fromEntries(withdrawn), ...process.env };
}

/**
 * Keeps these variables for `environment()` alone. Deleting a variable changes what children inherit and not what the system shows of
 * this process, which is the memory that the kernel wrote it into, so it is overwritten there.
 * @returns why processes of this user can still read the values; null where they cannot, or there are none
 */
export function withdraw(names: readonly string[]): string | null {
  withdrawn.clear();
  for (const name of names) {
    const value = process.env[name];
    if (value !== undefined) withdrawn.set(name, value);
    delete process.env[name];
  }
  // Elsewhere than on Linux nothing is measured, so there is no measured code that could read it.
  if (withdrawn.size === 0 || process.platform !== "linux") return null;
  try {
    overwrite(new Set(names));
    return shownBytes(new Set(names)).length === 0 ? null : "/proc/self/environ still has them";
  } catch (error) {
    return (error as Error).message;
  }
}

/** Runs `work`, which looks for this variable in process.env: the toolkit of GitHub's actions does. Nothing else may start meanwhile. */
export function withVariable<T>(name: string, work: () => T): T {
  const before = process.env[name];
  const value = environment()[name];
  if (value !== undefined) process.env[name] = value;
  try {
    return work();
  } finally {
    if (before === undefined) delete process.env[name];
  }
}

type ShownBytes = Readonly<{ start: number; length: number }>;

/** Places in the system's copy, in bytes, of those values of these variables that are not overwritten. */
function shownBytes(names: ReadonlySet<string>): readonly ShownBytes[] {
  const found: ShownBytes[] = [];
  let at = 0;
  for (const entry of readFileSync("/proc/self/environ", "latin1").split("\0")) {
    const equals = entry.indexOf("=");
    const value = entry.slice(equals + 1);
    if (names.has(entry.slice(0, equals)) && /[^x]/.test(value))
      found.push({ start: at + equals + 1, length: value.length });
    at += entry.length + 1;
  }
  return found;
}

/** Field 50 of /proc/PID/stat (proc_pid_stat(5)), counted from the third: the address of the first variable. */
const ENV_START = 47;

/** A process may write to its own memory. */
function overwrite(names: ReadonlySet<string>): void {
  const begin = Number(statOf(process.pid)?.[ENV_START]);
  if (!(begin > 0)) throw new Error("/proc/self/stat does not say where the environment is");
  const memory = openSync("/proc/self/mem", "r+");
  try {
    for (const { start, length } of shownBytes(names))
      writeSync(memory, Buffer.alloc(length, "x"), 0, length, begin + start);
  } finally {
    closeSync(memory);
  }
}
