/** A namespace of a cluster, through the user's own kubectl and helm. */
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { PlumblineError } from "../../model/errors.ts";
import type { HelmChart } from "../kubernetes.ts";
import { isGone, makerText } from "../place/maker.ts";
import { ProcessGroup } from "../place/process-group.ts";
import { callTool } from "../place/tool.ts";

const MANAGER = "app.kubernetes.io/managed-by";
const MAKER = "plumbline/maker";
const LIMIT_MS = 120_000;
const DELETE_LIMIT_MS = 600_000;
const LOG_LINES = 200;
const POLL_MS = 50;
/** Of a chart within the namespace, which is its own. */
const RELEASE = "db";

const Namespaces = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string(), annotations: z.record(z.string(), z.string()).optional() }),
    }),
  ),
});
const Secret = z.object({ data: z.record(z.string(), z.string()).default({}) });

export type ClusterOptions = Readonly<{
  namespace: string;
  context: string | undefined;
  /** Where the paths of manifests begin. */
  cwd: string;
  /** Ends what waits; taking away is not ended by it. */
  signal: AbortSignal;
}>;

export class Cluster {
  readonly namespace: string;
  readonly #options: ClusterOptions;
  #exists = false;
  #forwarding: Readonly<{ group: ProcessGroup; port: number }> | undefined;

  constructor(options: ClusterOptions) {
    this.#options = options;
    this.namespace = options.namespace;
  }

  async create(): Promise<void> {
    const metadata = {
      name: this.namespace,
      labels: { [MANAGER]: "plumbline" },
      annotations: { [MAKER]: makerText() },
    };
    const manifest = { apiVersion: "v1", kind: "Namespace", metadata };
    this.#exists = true;
    await this.#kubectl(["create", "--filename=-"], { input: JSON.stringify(manifest) });
  }

  /** @param isKustomization whether the folder is to be built first */
  async apply(place: string, isKustomization: boolean): Promise<void> {
    await this.#kubectl(["apply", isKustomization ? `--kustomize=${place}` : `--filename=${place}`]);
  }

  async install({ chart, repo, version, values }: HelmChart): Promise<void> {
    const { cwd, context, signal } = this.#options;
    const given = { repo, version, "kube-context": context };
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
    await callTool({ program: "helm", args, cwd, limitMs: LIMIT_MS, signal });
  }

  /** @param what "statefulset/db", or "cluster/db condition=Ready" */
  async wait(what: string, limitMs: number): Promise<void> {
    const [resource = "", condition] = what.split(" ");
    const timeout = `--timeout=${Math.max(1, Math.ceil(limitMs / 1000))}s`;
    const words =
      condition === undefined
        ? ["rollout", "status", resource, timeout]
        : ["wait", resource, `--for=${condition}`, timeout];
    await this.#kubectl(words, { limitMs: limitMs + LIMIT_MS });
  }

  /** @throws PlumblineError of kind "target" where there is no such key in it */
  async secret({ name, key }: Readonly<{ name: string; key: string }>): Promise<string> {
    const { data } = Secret.parse(JSON.parse(await this.#kubectl(["get", "secret", name, "--output=json"])));
    const value = data[key];
    if (value !== undefined) return Buffer.from(value, "base64").toString();
    throw new PlumblineError("target", `the secret ${name} has no ${key}`, {
      remedy: `one of ${Object.keys(data).join(", ") || "none"}`,
    });
  }

  /** Forwards a free port of 127.0.0.1 to a service, once, and again where that has ended. */
  async forward(
    service: string,
    port: number,
    logFile: string,
    deadline: number,
  ): Promise<Readonly<{ host: string; port: number }>> {
    const host = "127.0.0.1";
    if (this.#forwarding !== undefined && this.#forwarding.group.exitCode === null)
      return { host, port: this.#forwarding.port };
    await this.#forwarding?.group.end();
    const words = [...this.#scope(), "port-forward", `service/${service}`, `:${port}`, `--address=${host}`];
    const group = await ProcessGroup.start({
      command: `exec kubectl ${words.map(quoted).join(" ")}`,
      cwd: this.#options.cwd,
      env: process.env,
      logFile,
    });
    for (;;) {
      const said = await group.logTail();
      const [, own] = /Forwarding from 127\.0\.0\.1:(\d+)/.exec(said) ?? [];
      if (own !== undefined) {
        this.#forwarding = { group, port: Number(own) };
        return { host, port: Number(own) };
      }
      const isOver = group.exitCode !== null || Date.now() >= deadline || this.#options.signal.aborted;
      if (isOver) await group.end();
      this.#options.signal.throwIfAborted();
      if (isOver)
        throw new PlumblineError("target", `kubectl port-forward: ${said || "it says nothing"}`, {
          remedy: "see its words; database.deploy.kubernetes.service and port say what is forwarded to",
        });
      await sleep(POLL_MS);
    }
  }

  /** Pods, events and the last lines of every container: what people look at first. */
  async writeTraces(file: string): Promise<void> {
    if (!this.#exists) return;
    const ask = (words: readonly string[]) => this.#kubectl(words).catch((error: Error) => error.message);
    const pods = await ask(["get", "pods", "--output=wide"]);
    const events = await ask(["get", "events", "--sort-by=.lastTimestamp"]);
    const names = (await ask(["get", "pods", "--output=name"]))
      .split("\n")
      .filter((name) => name.startsWith("pod/"));
    const logs = [];
    for (const name of names)
      logs.push(await ask(["logs", name, "--all-containers", "--prefix", `--tail=${LOG_LINES}`]));
    await writeFile(file, `${[...logs, events, pods].join("\n\n")}\n`);
  }

  /** Waits until all of it is gone: another run may need the room. */
  async remove(): Promise<void> {
    await this.#forwarding?.group.end();
    if (!this.#exists) return;
    this.#exists = false;
    await this.#delete(this.namespace);
  }

  /** The same, when the process ends and nothing can be waited for. */
  removeNow(): void {
    if (!this.#exists) return;
    const words = ["delete", "namespace", this.namespace, "--ignore-not-found", "--wait=false"];
    spawnSync("kubectl", [...this.#contextWords(), ...words], { stdio: "ignore", timeout: LIMIT_MS });
  }

  /** Takes away what invocations of this machine left that were killed. */
  async sweep(): Promise<void> {
    const list = await this.#kubectl([
      "get",
      "namespaces",
      `--selector=${MANAGER}=plumbline`,
      "--output=json",
    ]);
    for (const { metadata } of Namespaces.parse(JSON.parse(list)).items)
      if (isGone(metadata.annotations?.[MAKER] ?? "")) await this.#delete(metadata.name);
  }

  async #delete(namespace: string): Promise<void> {
    const args = [
      ...this.#contextWords(),
      "delete",
      "namespace",
      namespace,
      "--ignore-not-found",
      `--timeout=${DELETE_LIMIT_MS / 1000}s`,
    ];
    await callTool({ program: "kubectl", args, limitMs: DELETE_LIMIT_MS + LIMIT_MS });
  }

  async #kubectl(
    words: readonly string[],
    { limitMs = LIMIT_MS, ...more }: Readonly<{ limitMs?: number; input?: string }> = {},
  ): Promise<string> {
    const { cwd, signal } = this.#options;
    const call = { program: "kubectl", args: [...this.#scope(), ...words], cwd, limitMs, signal, ...more };
    return (await callTool(call)).stdout.trim();
  }

  #scope(): readonly string[] {
    return [...this.#contextWords(), `--namespace=${this.namespace}`];
  }

  #contextWords(): readonly string[] {
    const { context } = this.#options;
    return context === undefined ? [] : [`--context=${context}`];
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
