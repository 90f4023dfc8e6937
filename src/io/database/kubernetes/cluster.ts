/** A namespace of a cluster that Plumbline makes and takes away, through the user's own kubectl and helm. */
import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { PlumblineError } from "../../../model/errors.ts";
import { toolAnswer } from "../../../model/tool-answer.ts";
import { timeLeft } from "../../host/until.ts";
import { isGone, makerText } from "../place/maker.ts";
import { callTool } from "../place/tool.ts";
import type { Said } from "../target.ts";
import { type Forwarded, Kubectl, LIMIT_MS } from "./kubectl.ts";

/** Label on all that Plumbline makes, and the annotation that names the process it belongs to. */
export const MANAGER = "app.kubernetes.io/managed-by";
export const MAKER = "plumbline/maker";
const DELETE_LIMIT_MS = 600_000;
const POLL_MS = 500;
/** Words of kubectl about an object that is not there. */
export const NOT_FOUND = /not ?found/i;
/** Name of a chart within the namespace, which is its own. */
const RELEASE = "db";

const Namespaces = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string(), annotations: z.record(z.string(), z.string()).optional() }),
    }),
  ),
});
const Secret = z.object({ data: z.record(z.string(), z.string()).default({}) });

type ClusterOptions = Readonly<{
  namespace: string;
  context: string | undefined;
  /** Folder that the paths of manifests start from. */
  cwd: string;
  /** Ends what waits; taking away is not ended by it. */
  signal: AbortSignal;
}>;

export class Cluster {
  readonly namespace: string;
  /** Calls within the namespace. */
  readonly kubectl: Kubectl;
  readonly #options: ClusterOptions;
  #exists = false;

  constructor(options: ClusterOptions) {
    this.#options = options;
    this.namespace = options.namespace;
    this.kubectl = new Kubectl(options);
  }

  /** True from when it was asked for, though it may be half there, until it is gone. */
  get exists(): boolean {
    return this.#exists;
  }

  async create(): Promise<void> {
    const metadata = {
      name: this.namespace,
      labels: { [MANAGER]: "plumbline" },
      annotations: { [MAKER]: makerText() },
    };
    const manifest = { apiVersion: "v1", kind: "Namespace", metadata };
    this.#exists = true;
    await this.kubectl.call(["create", "--filename=-"], { input: JSON.stringify(manifest) });
  }

  /** @param isKustomization whether the folder is to be built first */
  async apply(place: string, isKustomization: boolean): Promise<void> {
    await this.kubectl.call(["apply", isKustomization ? `--kustomize=${place}` : `--filename=${place}`]);
  }

  /** @param limitMs of the hooks, too, which helm waits for: that of a chart may wait for its servers */
  async install(
    { chart, repo, version, values }: NonNullable<Said<"kubernetes">["helm"]>,
    limitMs: number,
  ): Promise<void> {
    const { cwd, context, signal } = this.#options;
    const given = { repo, version, "kube-context": context, timeout: inSeconds(limitMs) };
    const args = [
      "install",
      RELEASE,
      chart,
      `--namespace=${this.namespace}`,
      ...Object.entries(given).flatMap(([name, value]) =>
        value === undefined ? [] : [`--${name}=${value}`],
      ),
      ...values.map((file) => `--values=${file}`),
    ];
    await callTool({ program: "helm", args, cwd, limitMs: limitMs + LIMIT_MS, signal });
  }

  /**
   * @param what "statefulset/db", or "cluster/db condition=Ready"
   * @param missingLimitMs how long it may be missing: an operator makes it a while after what it is made of
   * @throws PlumblineError of kind "target" where it is not ready in time, or stays missing
   */
  async wait(what: string, limitMs: number, missingLimitMs: number): Promise<void> {
    const [resource = "", condition] = what.split(" ");
    const left = timeLeft(limitMs);
    const missingLeft = timeLeft(Math.min(limitMs, missingLimitMs));
    for (;;) {
      const restMs = left();
      const timeout = `--timeout=${inSeconds(restMs)}`;
      const words =
        condition === undefined
          ? ["rollout", "status", resource, timeout]
          : ["wait", resource, `--for=${condition}`, timeout];
      const failure = await this.kubectl.call(words, { limitMs: restMs + LIMIT_MS }).then(
        () => null,
        (error: unknown) => error,
      );
      if (failure === null) return;
      const isMissing = NOT_FOUND.test((failure as Error).message);
      if (!isMissing || missingLeft() === 0) throw unready(what, failure);
      await sleep(POLL_MS, undefined, { signal: this.#options.signal });
    }
  }

  /** @returns null where there is no such secret (yet). @throws PlumblineError of kind "target" where there is no such key in it */
  async secret({ name, key }: Readonly<{ name: string; key: string }>): Promise<string | null> {
    const said = await this.kubectl.call(["get", "secret", name, "--output=json"]).catch((error: Error) => {
      if (NOT_FOUND.test(error.message)) return null;
      throw error;
    });
    if (said === null) return null;
    const { data } = toolAnswer(Secret, said, `kubectl get secret ${name}`);
    const value = data[key];
    if (value !== undefined) return Buffer.from(value, "base64").toString();
    throw new PlumblineError("target", `the secret ${name} has no ${key}`, {
      remedy: `use one of ${Object.keys(data).join(", ") || "none"}`,
    });
  }

  /** The names of all that are in the namespace. */
  async services(): Promise<readonly string[]> {
    const said = await this.kubectl.call(["get", "services", "--output=name"]);
    return said.split("\n").flatMap((line) => /^service\/(.+)$/.exec(line)?.[1] ?? []);
  }

  /** Images that the pods of the namespace run, each by its digest; none if they are not known. */
  async images(): Promise<readonly string[]> {
    const path = "{.items[*].status.containerStatuses[*].imageID}";
    const said = await this.kubectl.call(["get", "pods", `--output=jsonpath=${path}`]).catch(() => "");
    return [...new Set(said.split(/\s+/).filter((word) => /sha256:[0-9a-f]{64}$/.test(word)))].sort();
  }

  /** Forwards a free port of 127.0.0.1 to a service, once, and again where that has ended. */
  async forward(service: string, port: number, logFile: string, left: () => number): Promise<Forwarded> {
    const remedy = "see its output; database.deploy.kubernetes.service and port say what is forwarded to";
    return await this.kubectl.forward(`service/${service}`, port, { logFile, left, remedy });
  }

  async writeTraces(file: string): Promise<void> {
    await writeFile(file, await this.kubectl.traces());
  }

  /** Waits until all of it is gone: another run may need the room. */
  async remove(): Promise<void> {
    await this.kubectl.endForward();
    if (!this.#exists) return;
    await this.#delete(this.namespace);
    // Only now: what could not be taken away is asked for once more when the process ends.
    this.#exists = false;
  }

  /** The same, when the process ends and nothing can be waited for. */
  removeNow(): void {
    if (!this.#exists) return;
    const words = ["delete", "namespace", this.namespace, "--ignore-not-found", "--wait=false"];
    this.kubectl.callNow(words, { anywhere: true });
  }

  /** Takes away what invocations of this machine left that were killed. */
  async sweep(): Promise<void> {
    const list = await this.kubectl.call([
      "get",
      "namespaces",
      `--selector=${MANAGER}=plumbline`,
      "--output=json",
    ]);
    for (const { metadata } of toolAnswer(Namespaces, list, "kubectl get namespaces").items)
      if (isGone(metadata.annotations?.[MAKER] ?? "")) await this.#delete(metadata.name);
  }

  async #delete(namespace: string): Promise<void> {
    const limit = `--timeout=${DELETE_LIMIT_MS / 1000}s`;
    await this.kubectl.call(["delete", "namespace", namespace, "--ignore-not-found", limit], {
      limitMs: DELETE_LIMIT_MS + LIMIT_MS,
      anywhere: true,
      always: true,
    });
  }
}

/** The error with what to do about a wait that was too short, or for the wrong name. */
function unready(what: string, failure: unknown): unknown {
  if (!(failure instanceof PlumblineError) || failure.kind !== "target") return failure;
  const remedy = NOT_FOUND.test(failure.message)
    ? `check that something makes ${what.split(" ")[0]}: database.deploy.kubernetes.wait names what the manifests, the chart or an operator make`
    : /timed out/i.test(failure.message)
      ? "see its events and the output of its containers; database.deploy.kubernetes.timeout gives it more time"
      : undefined;
  return failure.with({ remedy, cause: failure });
}

/** Prints a limit for kubectl and helm: 0 would be none for the one, and at once for the other. */
function inSeconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1000))}s`;
}
