/** A place of its own for one invocation of the command line: what it leaves behind, as processes or files, is seen. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { fastFolder } from "../../../support/fast-folder.ts";
import type {} from "./bundle.ts";

export type Ending = Readonly<{
  /** Null where a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}>;

type CallOptions = Readonly<{
  env?: Readonly<Record<string, string | undefined>>;
  cwd?: string;
  uid?: number;
}>;

/** For what a machine, however slow, gets to. */
const WAIT_LIMIT_MS = 300_000;
/** What was told to end has this long to do so. */
const LEAVING_MS = 120_000;
const POLL_MS = 20;

/** What a forge, a shell or another test may have set, and would change what is seen here. */
const STRANGE = /^(GITHUB_|RUNNER_|PLUMBLINE_(?!LOAD$)|PG(?!_BIN)|CI$|NO_COLOR$|FORCE_COLOR$|COLUMNS$)/;

export class Sandbox {
  /** Holds all below but tmp. */
  readonly folder: string;
  /** The invocation's working folder. */
  readonly work: string;
  /** Its TMPDIR, where its clusters lie. */
  readonly tmp: string;
  readonly #running = new Set<Invocation>();
  #isClosed = false;

  constructor() {
    // Short, whatever TMPDIR is: sockets have little room. Open, so that servers of another user get in.
    this.folder = mkdtempSync("/tmp/plumbline-cli-");
    this.work = path.join(this.folder, "work");
    mkdirSync(this.work);
    const fast = fastFolder();
    this.tmp = mkdtempSync(path.join(fast.length > 40 ? "/tmp" : fast, "plumbline-tmp-"));
    chmodSync(this.folder, 0o755);
    chmodSync(this.tmp, 0o777);
    mkdirSync(this.#lock);
    chmodSync(this.#lock, 0o777);
  }

  get cli(): string {
    return inject("cli");
  }

  /** @returns the file's path */
  write(file: string, text: string): string {
    const place = path.join(this.work, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
    return place;
  }

  read(file: string): string {
    return readFileSync(path.join(this.work, file), "utf8");
  }

  json<T = unknown>(file: string): T {
    return JSON.parse(this.read(file)) as T;
  }

  /** Makes the working folder a repository where it is none, and commits all of it. @returns the commit */
  commit(message: string): string {
    const git = (...args: readonly string[]) =>
      execFileSync(
        "git",
        ["-C", this.work, "-c", "user.name=Tester", "-c", "user.email=tester@localhost", ...args],
        {
          encoding: "utf8",
          stdio: ["ignore", "pipe", "pipe"],
        },
      ).trim();
    git("init", "--quiet", "--initial-branch=main");
    git("add", "--all", "--", ".", ":!plumbline-out", ":!.plumbline");
    git("-c", "commit.gpgsign=false", "commit", "--quiet", "--allow-empty", "--message", message);
    return git("rev-parse", "HEAD");
  }

  start(args: readonly string[], options: CallOptions = {}): Invocation {
    if (this.#isClosed) throw new Error("the test was given up");
    const invocation = new Invocation([process.execPath, this.cli, ...args], this, options);
    this.#running.add(invocation);
    void invocation.ended.then(() => this.#running.delete(invocation));
    return invocation;
  }

  async run(args: readonly string[], options: CallOptions = {}): Promise<Ending> {
    return await this.start(args, options).ended;
  }

  environment(more: Readonly<Record<string, string | undefined>> = {}): NodeJS.ProcessEnv {
    const own = Object.entries(process.env).filter(([name]) => !STRANGE.test(name));
    return {
      ...Object.fromEntries(own),
      TMPDIR: this.tmp,
      PLUMBLINE_LOCK: this.#lock,
      PLUMBLINE_CACHE: "off",
      ...more,
    };
  }

  /** Processes that work in this sandbox, as "pid command". */
  processes(): readonly string[] {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => this.#isOurs(pid))
      .map((pid) => `${pid} ${read(`/proc/${pid}/cmdline`).replaceAll("\0", " ")}`);
  }

  /** Other tests and users may be measuring on this machine; that is not what is looked at here. */
  get #lock(): string {
    return path.join(this.folder, "lock");
  }

  /** A server is known by its folder, anything else that we started by its environment. */
  #isOurs(pid: string): boolean {
    const isZombie = /^State:\s+Z/m.test(read(`/proc/${pid}/status`));
    if (isZombie) return false;
    return (
      link(`/proc/${pid}/cwd`).startsWith(this.tmp) ||
      read(`/proc/${pid}/cmdline`).includes(this.tmp) ||
      read(`/proc/${pid}/environ`).split("\0").includes(`TMPDIR=${this.tmp}`)
    );
  }

  /**
   * What is still there of an invocation, once it had a moment to go: processes, temporary folders, half-written files, worktrees.
   * Nothing is []. Who is still running was given up, and is not waited for.
   */
  async leftovers(): Promise<readonly string[]> {
    const until = Date.now() + (this.#running.size > 0 ? 0 : LEAVING_MS);
    while (Date.now() < until && this.processes().length > 0) await sleep(100);
    return [...this.processes(), ...readdirSync(this.tmp), ...this.#halfWritten(), ...this.#worktrees()];
  }

  #halfWritten(): readonly string[] {
    const files = readdirSync(this.work, { recursive: true, encoding: "utf8" });
    return files.filter((file) => /\.tmp$|\.probe-/.test(file));
  }

  #worktrees(): readonly string[] {
    return names(path.join(this.work, ".git/worktrees"));
  }

  /** Ends and removes all of it. A test that was given up may still be running: it starts nothing here any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const invocation of this.#running) invocation.kill("SIGKILL");
    // Again and again: what is being killed may just have started something.
    for (let left = this.processes(); left.length > 0; left = this.processes()) {
      for (const line of left) kill(Number.parseInt(line, 10));
      await sleep(POLL_MS);
    }
    for (const folder of [this.folder, this.tmp]) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  }
}

export class Invocation {
  readonly ended: Promise<Ending>;
  readonly #child: ChildProcess;
  #stdout = "";
  #stderr = "";

  constructor(
    [command, ...args]: readonly [string, ...string[]] | string[],
    sandbox: Sandbox,
    options: CallOptions,
  ) {
    this.#child = spawn(command!, args, {
      cwd: options.cwd ?? sandbox.work,
      env: sandbox.environment(options.env),
      stdio: ["ignore", "pipe", "pipe"],
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
    this.#child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      this.#stdout += text;
    });
    this.#child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
    });
    this.ended = new Promise((resolve, reject) => {
      this.#child.once("error", reject);
      this.#child.once("close", (code) => resolve({ code, stdout: this.#stdout, stderr: this.#stderr }));
    });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** What it has written to standard output by now. */
  get output(): string {
    return this.#stdout;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Hangs up on standard output, as `head` does. */
  async closeOutput(): Promise<Ending> {
    this.#child.stdout!.destroy();
    return await this.ended;
  }

  /** Waits until `found` finds something. @throws Error with all that was said, where the invocation ends before that, or never does it */
  async until<T>(found: () => T | null | undefined | false): Promise<T> {
    for (const until = Date.now() + WAIT_LIMIT_MS; Date.now() < until; ) {
      const value = found();
      if (value !== null && value !== undefined && value !== false) return value;
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) break;
      await sleep(POLL_MS);
    }
    throw new Error(`it did not come to that:\n${this.#stdout}${this.#stderr}`);
  }

  /** Waits until standard error holds this. */
  async says(words: RegExp): Promise<void> {
    await this.until(() => words.test(this.#stderr));
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

function link(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return "";
  }
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
