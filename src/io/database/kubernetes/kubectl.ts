/** One namespace as the user's own kubectl sees it, and one port of it that is forwarded to this machine. */
import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { PlumblineError } from "../../../model/errors.ts";
import { ProcessGroup } from "../place/process-group.ts";
import { callTool } from "../place/tool.ts";

/** Limit of a call that waits for nothing. */
export const LIMIT_MS = 120_000;
const LOG_LINES = 200;
const POLL_MS = 50;
const HOST = "127.0.0.1";

export type KubectlOptions = Readonly<{
  namespace: string;
  /** Context of kubectl's configuration; undefined: its current one. */
  context: string | undefined;
  /** Folder that the paths of manifests start from. */
  cwd: string;
  /** Ends what waits. */
  signal: AbortSignal;
}>;

type CallOptions = Readonly<{
  limitMs?: number;
  input?: string;
  /** The namespace does not matter, or is itself what is asked for. */
  anywhere?: boolean;
  /** Taking away is not ended by the signal. */
  always?: boolean;
}>;

export type Forwarded = Readonly<{ host: string; port: number }>;

export class Kubectl {
  readonly #options: KubectlOptions;
  #forwarding: Readonly<{ group: ProcessGroup; port: number }> | undefined;

  constructor(options: KubectlOptions) {
    this.#options = options;
  }

  /** @returns what it prints, without white space around it */
  async call(words: readonly string[], options: CallOptions = {}): Promise<string> {
    const { limitMs = LIMIT_MS, anywhere = false, always = false, ...more } = options;
    const { cwd, signal } = this.#options;
    const args = [...(anywhere ? this.#contextWords() : this.#scope()), ...words];
    const ends = always ? {} : { signal };
    return (await callTool({ program: "kubectl", args, cwd, limitMs, ...ends, ...more })).stdout.trim();
  }

  /** Calls kubectl at the end of the process, when nothing can be awaited; its output is lost. */
  callNow(words: readonly string[], { input, anywhere = false }: CallOptions = {}): void {
    const args = [...(anywhere ? this.#contextWords() : this.#scope()), ...words];
    const { cwd } = this.#options;
    const standardInput = input === undefined ? {} : { input };
    spawnSync("kubectl", args, {
      cwd,
      stdio: [input === undefined ? "ignore" : "pipe", "ignore", "ignore"],
      timeout: LIMIT_MS,
      ...standardInput,
    });
  }

  /**
   * Forwards a free port of 127.0.0.1, once, and again where that has ended.
   * @param what "service/db", "pod/load-0-x7k2p"
   * @param left milliseconds that it may still take
   * @param remedy where kubectl does not do it
   */
  async forward(
    what: string,
    port: number,
    { logFile, left, remedy }: Readonly<{ logFile: string; left: () => number; remedy: string }>,
  ): Promise<Forwarded> {
    if (this.#forwarding !== undefined && this.#forwarding.group.exitCode === null)
      return { host: HOST, port: this.#forwarding.port };
    await this.endForward();
    const words = [...this.#scope(), "port-forward", what, `:${port}`, `--address=${HOST}`];
    const { cwd, signal } = this.#options;
    const command = `exec kubectl ${words.map(shellQuoted).join(" ")}`;
    const group = await ProcessGroup.start({ command, cwd, env: process.env, logFile });
    for (;;) {
      const said = await group.logTail();
      const [, own] = /Forwarding from 127\.0\.0\.1:(\d+)/.exec(said) ?? [];
      if (own !== undefined) {
        this.#forwarding = { group, port: Number(own) };
        return { host: HOST, port: Number(own) };
      }
      const isOver = group.exitCode !== null || left() === 0 || signal.aborted;
      if (isOver) await group.end();
      signal.throwIfAborted();
      if (isOver) {
        // It may have said why since it was read.
        const last = (await group.logTail()) || "it says nothing";
        throw new PlumblineError("target", `kubectl port-forward: ${last}`, { remedy });
      }
      await sleep(POLL_MS);
    }
  }

  async endForward(): Promise<void> {
    await this.#forwarding?.group.end();
    this.#forwarding = undefined;
  }

  /**
   * Pods, events and the last lines of every container: what people look at first. What cannot be asked for says why.
   * @param only of a namespace that others use, too: the pods with this label, and the events that speak of this name
   */
  async traces(only?: Readonly<{ selector: string; name: string }>): Promise<string> {
    const ask = (words: readonly string[]) => this.call(words).catch((error: Error) => error.message);
    const some = only === undefined ? [] : [`--selector=${only.selector}`];
    const pods = await ask(["get", "pods", ...some, "--output=wide"]);
    const all = await ask(["get", "events", "--sort-by=.lastTimestamp"]);
    const events = all
      .split("\n")
      .filter((line) => line.includes(only?.name ?? ""))
      .join("\n");
    const listed = await ask(["get", "pods", ...some, "--output=name"]);
    const logs = [];
    for (const name of listed.split("\n").filter((line) => line.startsWith("pod/")))
      logs.push(await ask(["logs", name, "--all-containers", "--prefix", `--tail=${LOG_LINES}`]));
    return `${[...logs, events, pods].join("\n\n")}\n`;
  }

  #scope(): readonly string[] {
    return [...this.#contextWords(), `--namespace=${this.#options.namespace}`];
  }

  #contextWords(): readonly string[] {
    const { context } = this.#options;
    return context === undefined ? [] : [`--context=${context}`];
  }
}

function shellQuoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
