/** Runs a trial and tells what came of it. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Cluster } from "./cluster.ts";

/** A trial takes less than a minute. */
const LIMIT_SECONDS = 300;
/** What is done midway is done so long after the words that it waits for. */
const MIDWAY_MS = 500;
const WORDS_MOST = 120;

type Job = Readonly<{
  folder: string;
  /** Where trials run. */
  work: string;
  kubernetes: string;
  load: string;
  cluster: Cluster;
}>;

export type Trial = Readonly<{
  /** Of the command line. */
  words: readonly string[];
  /** Of the account that calls. */
  env?: Readonly<Record<string, string>>;
  /** What is done to it once its output has these words. */
  midway?: Readonly<{ once: RegExp; act: (child: ChildProcess) => unknown }> | undefined;
  /** Whether it is called a second time, which counts. */
  again?: boolean;
  /** The exit code. */
  expected: number;
  /** To be found in the output, or what to say instead. */
  says: RegExp | (() => string);
}>;

export class Stage {
  #job;

  constructor(job: Job) {
    this.#job = job;
  }

  get cluster() {
    return this.#job.cluster;
  }

  /** @returns the environment of who has that account's rights alone */
  as(account: string) {
    return { KUBECONFIG: path.join(this.#job.work, `${account}.kubeconfig`) };
  }

  /** Namespaces that Plumbline made and that are still there. */
  own() {
    const names = this.cluster.kubectl(["get", "namespaces", "--output", "name"]);
    return [...names.matchAll(/namespace\/(plumbline-\S+)/g)].map(([, name]) => name!);
  }

  /** How well the shards of the last run started together. */
  shardsSay() {
    const run = readFileSync(path.join(this.#job.work, "plumbline-out/run.json"), "utf8");
    const { shards } = JSON.parse(run) as { shards: readonly Shard[] };
    const most = (name: keyof Shard) =>
      (Math.max(...shards.map((shard) => Math.abs(shard[name]))) / 1e6).toFixed(1);
    return `starts at most ${most("startSkewNs")} ms off, clocks known to ${most("clockBoundNs")} ms`;
  }

  /** Prints a row of the table. @returns whether all was as expected */
  async tells(name: string, trial: Trial) {
    let { code, text } = await this.#run(trial);
    if (trial.again) ({ code, text } = await this.#run({ ...trial, midway: undefined }));
    const left = this.own();
    const said = code === trial.expected ? saidIn(text, trial.says) : null;
    const isFine = said !== null && left.length === 0;
    const words = (said ?? "**not what was expected**").slice(0, WORDS_MOST).replaceAll("|", "\\|");
    const rest = left.length === 0 ? "" : `; **left: ${left.join(", ")}**`;
    const ended = code ?? `none in ${LIMIT_SECONDS} s`;
    console.log(`| ${name} | ${ended} | ${trial.expected} | ${words}${rest} |`);
    if (!isFine) console.error(text);
    for (const each of left) this.cluster.kubectl(["delete", "namespace", each]);
    return isFine;
  }

  /** @returns as code null where it had to be killed */
  async #run({ words, env = {}, midway }: Trial) {
    const { folder, work, kubernetes, load } = this.#job;
    const child = spawn(process.execPath, [path.join(folder, "dist/cli.js"), ...words], {
      cwd: work,
      env: {
        ...process.env,
        KUBECONFIG: this.cluster.kubeconfig,
        PATH: `${kubernetes}:${process.env["PATH"]}`,
        PLUMBLINE_LOAD: load,
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: LIMIT_SECONDS * 1_000,
      killSignal: "SIGKILL",
    });
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    let [text, isDone] = ["", false];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data) => {
        text += data;
        if (isDone || midway === undefined || !midway.once.test(text)) return;
        isDone = true;
        setTimeout(() => midway.act(child), MIDWAY_MS);
      });
    return { code: await ended, text };
  }
}

/** Of a run's documents, as far as it is read here. */
type Shard = Readonly<{ startSkewNs: number; clockBoundNs: number }>;

function saidIn(text: string, says: Trial["says"]) {
  return typeof says === "function" ? says() : (says.exec(text)?.[0] ?? null);
}
