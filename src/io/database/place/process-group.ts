/** A shell command of the user's with all the processes it starts: ended together, also when Plumbline is killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import type { Writable } from "node:stream";
import { isGroupAlive } from "../../host/processes.ts";
import { until, withinTime } from "../../host/until.ts";
import { endingOf, fileEnd } from "./crash-report.ts";

type GroupCommand = Readonly<{
  command: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Gets standard output and error. */
  logFile: string;
}>;

const POLL_MS = 25;
const ENDING_MS = 5_000;
const LOG_TAIL = 2_000;
/** More is read than is shown: a secret is known by what stands before it. */
const LOG_READ = 65_536;
/** Lines that npm prints by the dozen, and that nothing fails by. */
const NOTICES = /^npm (?:warn|notice)\b.*(?:\n|$)/gim;

/**
 * Waits for its standard input to end, which it does when Plumbline is gone, and then ends the group. It is a group of its own, so
 * that the command's is empty when the command and all its children have ended.
 */
const WATCHDOG = `
read -r _
kill -TERM "-$1" 2>/dev/null
waited=0
while kill -0 "-$1" 2>/dev/null && [ "$waited" -lt 100 ]; do sleep 0.1; waited=$((waited + 1)); done
kill -KILL "-$1" 2>/dev/null`;

/** Runs the command once a line comes on descriptor 3. If Plumbline is killed before the watchdog runs, the command never does. */
const BEGIN = `
read -r _ <&3 || exit 125
exec 3<&-
exec /bin/sh -c "$1"`;

export class ProcessGroup {
  readonly #child: ChildProcess;
  readonly #watchdog: ChildProcess;
  /** Log of what the command prints. */
  readonly logFile: string;

  private constructor(child: ChildProcess, watchdog: ChildProcess, logFile: string) {
    this.#child = child;
    this.#watchdog = watchdog;
    this.logFile = logFile;
  }

  static async start({ command, cwd, env, logFile }: GroupCommand): Promise<ProcessGroup> {
    const log = await open(logFile, "w");
    let begin: Writable | undefined;
    try {
      const child = spawn("/bin/sh", ["-c", BEGIN, "plumbline-command", command], {
        cwd,
        env,
        detached: true,
        stdio: ["ignore", log.fd, log.fd, "pipe"],
      });
      begin = child.stdio[3] as Writable;
      begin.on("error", () => undefined);
      await once(child, "spawn");
      const watchdog = spawn("/bin/sh", ["-c", WATCHDOG, "plumbline-watchdog", String(child.pid)], {
        detached: true,
        stdio: ["pipe", "ignore", "ignore"],
      });
      watchdog.stdin?.on("error", () => undefined);
      await once(watchdog, "spawn");
      begin.write("\n");
      return new ProcessGroup(child, watchdog, logFile);
    } finally {
      begin?.end();
      await log.close();
    }
  }

  /** Id of the shell: the root of the command's processes. */
  get pid(): number {
    return this.#child.pid!;
  }

  /** Null while the shell runs; for a shell that was killed, 128 and the like are not made up: -1. */
  get exitCode(): number | null {
    return this.#child.exitCode ?? (this.#child.signalCode === null ? null : -1);
  }

  /** End of the shell, in words; null while it runs. */
  get ending(): string | null {
    return endingOf(this.#child.exitCode, this.#child.signalCode);
  }

  /** Waits for the shell's end. */
  async exited(): Promise<number> {
    if (this.exitCode === null) await once(this.#child, "exit");
    return this.exitCode ?? -1;
  }

  /**
   * Waits for the shell's end. When it is late, or the signal says so, all of the group gets SIGTERM and a while to end by itself.
   * @returns its exit code; null where it was late
   * @throws the reason of the signal
   */
  async finish(limitMs: number, signal?: AbortSignal): Promise<number | null> {
    const code = await withinTime(this.exited(), limitMs, signal).catch(() => null);
    if (code === null) {
      this.signal("SIGTERM");
      await this.gone(ENDING_MS);
    }
    signal?.throwIfAborted();
    return code;
  }

  /** Sends a signal to all processes of the group that are left. */
  signal(name: NodeJS.Signals): void {
    try {
      process.kill(-this.pid, name);
    } catch {
      // The group is empty.
    }
  }

  /** True when all processes of the group have ended within the limit. */
  async gone(limitMs: number): Promise<boolean> {
    return (await until(() => !isGroupAlive(this.pid), { limitMs, pollMs: POLL_MS })) !== null;
  }

  /** Ends what is left of the group at once and takes the watchdog back. */
  async end(): Promise<void> {
    this.signal("SIGKILL");
    await this.gone(5_000);
    this.#watchdog.kill("SIGKILL");
  }

  /** The last words of the command, without these secrets and without what looks like one. */
  async logTail(secrets: readonly string[] = []): Promise<string> {
    const log = await fileEnd(this.logFile, LOG_READ, secrets);
    return (log.replace(NOTICES, "").trim() || log.trim()).slice(-LOG_TAIL);
  }
}
