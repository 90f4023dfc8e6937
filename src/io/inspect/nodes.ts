/** Asks the machines that a database runs on for their CPU during a load: by HTTP, by the user's kubectl, by the user's own command. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  commandCpu,
  meanCpu,
  type NodeCpu,
  type NodeReading,
  nodeExporterCpu,
  podCpus,
} from "../../analysis/samples/node-cpu.ts";
import type { NodePart, NodeSource } from "../../model/nodes.ts";
import { redact } from "../../model/secrets.ts";
import { runProgram } from "../host/program.ts";

/** Time limit of one question; a load of seconds cannot wait longer. */
const LIMIT_MS = 5_000;
/** Pause between questions if answers are not counters: the metrics API has a new one every 15 s, and nodes should not notice us. */
const POLL_MS = 5_000;
/** Pause before a node that has not answered yet is asked again. */
const AGAIN_MS = 1_000;
const WORDS_MOST = 300;

type NodesSeen = Readonly<{
  nodes: readonly NodePart[];
  /** Nodes of which nothing is known, and why. */
  failures: readonly Readonly<{ node: string; why: string }>[];
}>;

/** Answers of nodes to one question, by name: the CPU, or why it is not known. */
type Answers = ReadonlyMap<string, NodeCpu | string>;

/** Watches the nodes from when it is made to its end. */
export class NodeWatch {
  readonly #ask: () => Promise<Answers>;
  readonly #ended = new AbortController();
  readonly #beganMs = Date.now();
  readonly #readings = new Map<string, NodeReading[]>();
  readonly #failures = new Map<string, string>();
  readonly #looking: Promise<void>;
  #seen: Promise<NodesSeen> | undefined;
  /** True if a node that was asked has never answered yet. */
  #isAnyUnknown = false;

  /**
   * @param hosts of the connection URL, without ports
   * @param cwd where commands run
   */
  constructor(source: NodeSource, hosts: readonly string[], cwd: string, signal: AbortSignal) {
    this.#ask = () => askNodes(source, hosts, cwd, signal);
    this.#looking = this.#look(signal);
  }

  /** Asks a last time if that adds something. Throws nothing: failures are in the result. A second call returns the same. */
  end(): Promise<NodesSeen> {
    this.#seen ??= this.#end();
    return this.#seen;
  }

  async #end(): Promise<NodesSeen> {
    const endedMs = Date.now();
    this.#ended.abort();
    await this.#looking;
    // A node without anything left to do shows no share that counts.
    if (!this.#tells("share")) await this.#read();
    const nodes: NodePart[] = [];
    const failures = new Map(this.#failures);
    for (const [node, readings] of this.#readings) {
      const cpu = meanCpu(readings, { fromMs: this.#beganMs, toMs: endedMs });
      if (typeof cpu === "string") failures.set(node, failures.get(node) ?? cpu);
      else nodes.push({ node, ...cpu });
    }
    const known = new Set(nodes.map(({ node }) => node));
    return {
      nodes,
      failures: [...failures].filter(([node]) => !known.has(node)).map(([node, why]) => ({ node, why })),
    };
  }

  /** Asks repeatedly unless all answers are counters: their first and last readings are enough, once each node has answered. */
  async #look(signal: AbortSignal): Promise<void> {
    await this.#read();
    const ends = AbortSignal.any([this.#ended.signal, signal]);
    while (!ends.aborted && (this.#tells("share") || this.#tells("window") || this.#isAnyUnknown)) {
      const ms = this.#isAnyUnknown ? AGAIN_MS : POLL_MS;
      await sleep(ms, undefined, { signal: ends }).catch(() => undefined);
      if (!ends.aborted) await this.#read();
    }
  }

  async #read(): Promise<void> {
    const before = performance.now();
    const answers = await this.#ask();
    const atMs = (before + performance.now()) / 2;
    for (const [node, cpu] of answers) {
      if (typeof cpu === "string") this.#failures.set(node, cpu);
      else this.#readings.set(node, [...(this.#readings.get(node) ?? []), { atMs, cpu }]);
    }
    this.#isAnyUnknown = [...answers.keys()].some((node) => !this.#readings.has(node));
  }

  #tells(kind: NodeCpu["kind"]): boolean {
    return [...this.#readings.values()].some(([first]) => first!.cpu.kind === kind);
  }
}

async function askNodes(
  { names, way }: NodeSource,
  hosts: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<Answers> {
  if (way.kind === "kubernetes") return await askCluster(way, cwd, signal);
  const nodes = [...new Set(names ?? hosts)];
  const one = (node: string) =>
    way.kind === "node-exporter"
      ? askExporter(filledCommand(way.url, node), signal)
      : askCommand(way.command, node, cwd, signal);
  return new Map(await Promise.all(nodes.map(async (node) => [node, await one(node)] as const)));
}

function filledCommand(text: string, host: string): string {
  return text.replaceAll(`\${PLUMBLINE_HOST}`, host).replaceAll("$PLUMBLINE_HOST", host);
}

async function askExporter(url: string, signal: AbortSignal): Promise<NodeCpu | string> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]) });
    if (!answer.ok) return `${redact(url)} answers ${answer.status}`;
    return nodeExporterCpu(await answer.text()) ?? `${redact(url)} has no node_cpu_seconds_total`;
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
    return `${redact(url)}: ${cause?.code ?? cause?.message ?? message}`;
  }
}

async function askCommand(
  command: string,
  node: string,
  cwd: string,
  signal: AbortSignal,
): Promise<NodeCpu | string> {
  const { stdout, failure } = await runNodeCommand(
    "/bin/sh",
    ["-c", command],
    { PLUMBLINE_HOST: node },
    cwd,
    signal,
  );
  if (failure !== null) return `its command: ${failure}`;
  return (
    commandCpu(stdout) ??
    `its command printed ${JSON.stringify(stdout.trim().slice(0, 80))}, which is neither CPU seconds nor a percentage`
  );
}

async function askCluster(
  { namespace, selector, context }: Extract<NodeSource["way"], { kind: "kubernetes" }>,
  cwd: string,
  signal: AbortSignal,
): Promise<Answers> {
  const where = `namespaces/${encodeURIComponent(namespace)}/pods?labelSelector=${encodeURIComponent(selector)}`;
  const words = [
    ...(context === undefined ? [] : [`--context=${context}`]),
    "get",
    "--raw",
    `/apis/metrics.k8s.io/v1beta1/${where}`,
  ];
  const pods = `pods ${selector} of ${namespace}`;
  const { stdout, failure } = await runNodeCommand("kubectl", words, {}, cwd, signal);
  if (failure !== null) return new Map([[pods, `kubectl get --raw: ${failure}`]]);
  const answers = podCpus(stdout);
  if (answers === null) return new Map([[pods, "what the metrics API answers is no PodMetricsList"]]);
  return answers.size === 0 ? new Map([[pods, "the metrics API knows no such pod"]]) : answers;
}

/** A process in a group of its own, so that nothing of it outlives its time. */
async function runNodeCommand(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
  signal: AbortSignal,
): Promise<Readonly<{ stdout: string; failure: string | null }>> {
  const place = { cwd, env: { ...process.env, ...env } };
  const answer = await runProgram(program, args, { ...place, limitMs: LIMIT_MS, signal, isGroup: true });
  const { stdout, stderr, failure, isLate, isMissing } = answer;
  if (failure === null) return { stdout, failure };
  if (isLate || signal.aborted) return { stdout: "", failure: `no answer within ${LIMIT_MS / 1000} s` };
  const why = isMissing ? `${program} is not there` : failure;
  return { stdout: "", failure: redact(stderr.trim().slice(-WORDS_MOST)) || why };
}
