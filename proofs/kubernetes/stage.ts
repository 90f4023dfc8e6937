/** Runs a trial and tells what came of it. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/** A trial takes less than a minute. */
const LIMIT_SECONDS = 300;
/** What is done midway is done so long after the words that it waits for. */
const MIDWAY_MS = 500;
const WORDS_MOST = 120;

export class Stage {
  #job;

  /** @param {{ folder: string, work: string, kubernetes: string, load: string, cluster: import("./cluster.ts").Cluster }} job work: where trials run */
  constructor(job) {
    this.#job = job;
  }

  get cluster() {
    return this.#job.cluster;
  }

  /** @returns the environment of who has that account's rights alone */
  as(account) {
    return { KUBECONFIG: path.join(this.#job.work, `${account}.kubeconfig`) };
  }

  /** Namespaces that Plumbline made and that are still there. */
  own() {
    const names = this.cluster.kubectl(["get", "namespaces", "--output", "name"]);
    return [...names.matchAll(/namespace\/(plumbline-\S+)/g)].map(([, name]) => name);
  }

  /** How well the shards of the last run started together. */
  shardsSay() {
    const { shards } = JSON.parse(readFileSync(path.join(this.#job.work, "plumbline-out/run.json"), "utf8"));
    const most = (name: string) =>
      (Math.max(...shards.map((shard) => Math.abs(shard[name]))) / 1e6).toFixed(1);
    return `starts at most ${most("startSkewNs")} ms off, clocks known to ${most("clockBoundNs")} ms`;
  }

  /** Prints a row of the table. @returns {Promise<boolean>} whether all was as expected */
  async tells(name: string, trial) {
    let { code, text } = await this.#run(trial);
    if (trial.again) ({ code, text } = await this.#run({ ...trial, midway: undefined }));
    const left = this.own();
    const said = code === trial.expected ? saidIn(text, trial.says) : null;
    const isFine = said !== null && left.length === 0;
    const words = (said ?? "**not what was expected**").slice(0, WORDS_MOST).replaceAll("|", "\\|");
    const rest = left.length === 0 ? "" : `; **left: ${left.join(", ")}**`;
    const ended: string | number = code ?? `none in ${LIMIT_SECONDS} s`;
    console.log(`| ${name} | ${ended} | ${trial.expected} | ${words}${rest} |`);
    if (!isFine) console.error(text);
    for (const each of left) this.cluster.kubectl(["delete", "namespace", each]);
    return isFine;
  }

  /** @returns {Promise<{ code: number | null, text: string }>} null where it had to be killed */
  async #run({ words, env = {}, midway }) {
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
    const ended = new Promise((resolve) => child.once("close", resolve));
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

/** @param {RegExp | (() => string)} says to be found in the output, or what to say instead */
function saidIn(text: string, says) {
  return typeof says === "function" ? says() : (says.exec(text)?.[0] ?? null);
}
