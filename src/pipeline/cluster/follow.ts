/** A load's pods from their creation to the result: which do not start, which fail, how far they are. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Forwarded, Kubectl } from "../../io/database/kubernetes/kubectl.ts";
import { timeLeft } from "../../io/host/until.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import type { ShardsStatus } from "../../model/shards.ts";
import { type ClusterEnding, Coordinator } from "./coordinator.ts";
import { LOAD } from "./manifests.ts";
import { type Shard, shardsIn, shardText, sharedNodes } from "./pods.ts";
import type { ClusterLoad } from "./rules.ts";

type Following = Readonly<{
  load: ClusterLoad;
  kubectl: Kubectl;
  /** All pods run by then, or it is an error. */
  startLimitMs: number;
  /** Log of kubectl's port-forward. */
  logFile: string;
  progress: Progress;
  signal: AbortSignal;
}>;

const POLL_MS = 1_000;
/** An API server that restarts is back by then. */
const FAILURES_MOST = 10;
const FORWARD_LIMIT_MS = 30_000;
const LAST_LINES = 20;

export type FetchedEnding = Readonly<{
  ending: ClusterEnding;
  /** Address at which index 0 still waits until it hears that the result was fetched. */
  at: Forwarded;
}>;

export async function followLoad(following: Following): Promise<FetchedEnding> {
  return await new ClusterFollower(following).result();
}

class ClusterFollower {
  readonly #following: Following;
  readonly #coordinator: Coordinator;
  readonly #startLeft: () => number;
  /** Texts about pods that were noted already: those that come and go are noted once. */
  readonly #said = new Set<string>();
  #isStarted = false;

  constructor(following: Following) {
    this.#following = following;
    this.#coordinator = new Coordinator(following.load.token, following.signal);
    this.#startLeft = timeLeft(following.startLimitMs);
  }

  async result(): Promise<FetchedEnding> {
    const { signal } = this.#following;
    let failures = 0;
    for (;;) {
      const shards = await this.#look().catch((error: unknown) => {
        signal.throwIfAborted();
        if (++failures >= FAILURES_MOST) throw error;
        return null;
      });
      if (shards !== null) {
        failures = 0;
        await this.#sayNews(shards);
        this.#assureStarts(shards);
        const found = await this.#askFirst(shards);
        if (found !== null) return found;
      }
      await sleep(POLL_MS, undefined, { signal });
    }
  }

  async #look(): Promise<readonly Shard[]> {
    const { kubectl, load } = this.#following;
    const selector = `--selector=${LOAD}=${load.name}`;
    return shardsIn(await kubectl.call(["get", "pods", selector, "--output=json"]));
  }

  /** Notes once, when it is seen, what keeps a pod from starting, and what ended it. */
  async #sayNews(shards: readonly Shard[]): Promise<void> {
    const { progress } = this.#following;
    for (const shard of shards.filter(({ why, state }) => why !== null || state === "failed")) {
      const text = shardText(shard);
      if (this.#said.has(text)) continue;
      this.#said.add(text);
      progress.note(text);
      if (shard.state === "failed") progress.note(await this.#lastLines(shard));
    }
  }

  async #lastLines({ pod }: Shard): Promise<string> {
    const words = ["logs", `pod/${pod}`, `--tail=${LAST_LINES}`];
    const lines = await this.#following.kubectl.call(words).catch((error: Error) => error.message);
    return lines === "" ? "  it said nothing" : lines.replaceAll(/^/gm, "  ");
  }

  /** @throws PlumblineError of kind "generator" that names the pods which did not start in time */
  #assureStarts(shards: readonly Shard[]): void {
    if (this.#isStarted) return;
    const { load, startLimitMs, progress } = this.#following;
    const started = shards.filter(({ state }) => state !== "pending");
    if (started.length === load.shards) {
      this.#isStarted = true;
      progress.stage(`all ${load.shards} shards have started`);
      for (const text of sharedNodes(shards)) progress.note(`${text}: its CPUs and network are shared, too`);
      return;
    }
    progress.update({
      what: `${started.length} of ${load.shards} pods have started`,
      share: null,
      secondsLeft: null,
    });
    if (this.#startLeft() > 0) return;
    const waiting = shards.filter(({ state }) => state === "pending").map(shardText);
    const absent = Array.from({ length: load.shards }, (_, index) => index).filter(
      (index) => !shards.some((shard) => shard.index === index),
    );
    const missing = absent.map((index) => `index ${index} has no pod: the Job's events say why`);
    throw new PlumblineError(
      "generator",
      [`not all shards have started within ${startLimitMs / 1000} s`, ...waiting, ...missing].join("\n"),
      {
        remedy:
          "see the cluster's own words above for what is missing: nodes with that many free CPUs (each shard has one of its own unless --shared-nodes), the image, a right. --start-timeout gives it more time",
      },
    );
  }

  /** @returns what index 0 has; null as long as it has nothing */
  async #askFirst(shards: readonly Shard[]): Promise<FetchedEnding | null> {
    const first = shards.find(({ index }) => index === 0);
    if (first === undefined) {
      if (this.#isStarted)
        throw gone("index 0 has no pod any more", "was the Job's deadline reached, or its node taken away?");
      return null;
    }
    if (first.state === "failed" || first.state === "ended")
      throw gone(`${shardText(first)}, and with it the result`, "see its last lines above, and cluster.log");
    if (first.state === "pending") return null;
    const at = await this.#way(first);
    if (at === null) return null;
    const ending = await this.#coordinator.ending(at);
    if (ending !== null) return { ending, at };
    const status = await this.#coordinator.status(at);
    // A forward may stay and pass nothing on: the next look gets another one.
    if (status === null) await this.#following.kubectl.endForward();
    else if (this.#isStarted) this.#following.progress.update(clusterProgress(status));
    return null;
  }

  /** Null if the pod does not take the connection yet. */
  async #way({ pod }: Shard): Promise<Forwarded | null> {
    const { kubectl, load, logFile, signal } = this.#following;
    const left = timeLeft(FORWARD_LIMIT_MS);
    const remedy = "see its output, and grant the right to create pods/portforward";
    try {
      return await kubectl.forward(`pod/${pod}`, load.port, { logFile, left, remedy });
    } catch (error) {
      signal.throwIfAborted();
      this.#following.progress.note((error as Error).message);
      return null;
    }
  }
}

/** Counts the shards by state, and adds what index 0 said last. */
export function clusterProgress({ shards, blocks }: ShardsStatus): Parameters<Progress["update"]>[0] {
  const states = [...new Set(shards.map(({ state }) => state))];
  const counts = states.map((state) => `${shards.filter((shard) => shard.state === state).length} ${state}`);
  const said = shards[0]?.said ?? "";
  const what = [`${counts.join(", ")} of ${shards.length} shards`, `block ${blocks}`, said]
    .filter(Boolean)
    .join("; ");
  return { what, share: null, secondsLeft: null };
}

function gone(message: string, remedy: string): PlumblineError {
  return new PlumblineError("generator", message, { remedy });
}
