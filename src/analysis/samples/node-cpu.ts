/** CPU time of the machines below a database, as their platform tells it: its answers as text, and the mean over a load. */

import { z } from "zod";
import { wordTable } from "../../model/by-key.ts";
import { parsedJson } from "../../text/json.ts";

/** CPU use of a node in one of the three forms in which platforms report it. */
export type NodeCpu =
  /** CPU seconds since some unknown moment: only differences between readings say something. */
  | Readonly<{ kind: "counter"; seconds: number; of?: number }>
  /** Share of the node's CPUs that is busy now. */
  | Readonly<{ kind: "share"; share: number }>
  /** CPUs in use, as a mean over a window of `lengthMs` that ended at `endMs` of the platform's clock. */
  | Readonly<{ kind: "window"; cpus: number; endMs: number; lengthMs: number }>;

/** An answer, and when it was given (milliseconds of one clock). */
export type NodeReading = Readonly<{ atMs: number; cpu: NodeCpu }>;

/** A span of time, in milliseconds since 1970. */
export type CpuSpan = Readonly<{ fromMs: number; toMs: number }>;

/** CPU use over a whole load; at least one of the two is known. */
type MeanCpu = Readonly<{
  /** CPUs in use on average: 1 is one CPU. */
  cpus: number | null;
  /** The same as a share of all the node's CPUs. */
  share: number | null;
}>;

/** Modes in which CPUs work. Idle, iowait and stolen time is not work, and the time of guests is counted in `user` already. */
const WORKING = ["user", "nice", "system", "irq", "softirq"];
const SAMPLE = /^node_cpu_seconds_total\{([^}]*)\}\s+(\S+)/gm;

/**
 * CPU time in node-exporter's text (Prometheus' exposition format).
 * @returns null where it has no node_cpu_seconds_total
 */
export function nodeExporterCpu(text: string): NodeCpu | null {
  const samples = [...text.matchAll(SAMPLE)].map(([, labels = "", value]) => ({
    cpu: /\bcpu="([^"]*)"/.exec(labels)?.[1],
    mode: /\bmode="([^"]*)"/.exec(labels)?.[1] ?? "",
    seconds: Number(value),
  }));
  const working = samples.filter(({ mode, seconds }) => WORKING.includes(mode) && Number.isFinite(seconds));
  if (working.length === 0) return null;
  const seconds = working.reduce((sum, each) => sum + each.seconds, 0);
  return { kind: "counter", seconds, of: new Set(samples.map(({ cpu }) => cpu)).size };
}

/** CPU use in a command's output: "1234.5" are CPU seconds so far, "43.5 %" is how busy the node is. @returns null for other words */
export function commandCpu(text: string): NodeCpu | null {
  const [, digits, percent] = /^(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*(%?)$/.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  const value = Number(digits);
  return percent === "%" ? { kind: "share", share: value / 100 } : { kind: "counter", seconds: value };
}

/** metrics.k8s.io/v1beta1: what we read of it. */
const PodMetricsList = z.object({
  kind: z.literal("PodMetricsList"),
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string() }),
      timestamp: z.iso.datetime({ offset: true }),
      window: z.string(),
      containers: z.array(z.object({ usage: z.object({ cpu: z.string() }) })),
    }),
  ),
});

/**
 * CPU use in the answer of Kubernetes' metrics API, pod by pod.
 * @returns null where it is none
 */
export function podCpus(text: string): ReadonlyMap<string, NodeCpu> | null {
  const read = PodMetricsList.safeParse(parsedJson(text));
  if (!read.success) return null;
  const pods = read.data.items.map(({ metadata, timestamp, window, containers }) => {
    const cpus = containers.reduce((sum, { usage }) => sum + cpuQuantity(usage.cpu), 0);
    const cpu = {
      kind: "window",
      cpus,
      endMs: Date.parse(timestamp),
      lengthMs: goDurationMs(window),
    } as const;
    return [metadata.name, cpu] as const;
  });
  const isWhole = pods.every(([, cpu]) => Number.isFinite(cpu.cpus) && Number.isFinite(cpu.lengthMs));
  return isWhole ? new Map(pods) : null;
}

const SUFFIXES = wordTable<number>({ n: 1e-9, u: 1e-6, m: 1e-3, "": 1, k: 1e3 });

/** A Kubernetes quantity: "250m" is a quarter of a CPU. */
function cpuQuantity(text: string): number {
  const [, digits, suffix = ""] = /^(\d+(?:\.\d+)?)([numk]?)$/.exec(text) ?? [];
  return digits === undefined ? Number.NaN : Number(digits) * SUFFIXES[suffix]!;
}

const GO_UNITS = wordTable<number>({ h: 3_600_000, m: 60_000, s: 1_000, ms: 1 });

/** Go's time.Duration as JSON has it: "1m0.5s". */
function goDurationMs(text: string): number {
  const parts = [...text.matchAll(/(?<![\d.])(\d+(?:\.\d+)?)(h|ms|m|s)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text) return Number.NaN;
  return parts.reduce((sum, [, value, unit]) => sum + Number(value) * GO_UNITS[unit!]!, 0);
}

/**
 * The mean over a load, of a node's answers in their order.
 * @param load when it began and ended, by the platform's clock: only windows within it are of this load
 * @returns a sentence that says why where the answers do not tell it
 */
export function meanCpu(readings: readonly NodeReading[], load: CpuSpan): MeanCpu | string {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) return "it did not answer";
  if (readings.some(({ cpu }) => cpu.kind !== first.cpu.kind))
    return "it answered now with CPU seconds and now with a share";
  if (first.cpu.kind === "counter") return ofCounter(first, last);
  const shares = readings.flatMap(({ cpu }) => (cpu.kind === "share" ? [cpu.share] : []));
  if (shares.length > 0) return { cpus: null, share: shares.reduce((a, b) => a + b, 0) / shares.length };
  return ofWindows(readings, load);
}

function ofCounter(first: NodeReading, last: NodeReading): MeanCpu | string {
  if (first.cpu.kind !== "counter" || last.cpu.kind !== "counter") return "it did not answer";
  const elapsed = (last.atMs - first.atMs) / 1000;
  const used = last.cpu.seconds - first.cpu.seconds;
  if (!(elapsed > 0)) return "it answered before the load or after it alone";
  if (used < 0) return "its CPU seconds fell: it was restarted, or its counter does not run since one moment";
  const { of } = last.cpu;
  return { cpus: used / elapsed, share: of === undefined ? null : used / elapsed / of };
}

/** Each window once. */
function ofWindows(readings: readonly NodeReading[], { fromMs, toMs }: CpuSpan): MeanCpu | string {
  const windows = readings.flatMap(({ cpu }) => (cpu.kind === "window" ? [cpu] : []));
  const own = new Map(
    windows
      .filter(({ endMs, lengthMs }) => lengthMs > 0 && endMs - lengthMs >= fromMs && endMs <= toMs)
      .map((window) => [window.endMs, window] as const),
  );
  const length = [...own.values()].reduce((sum, { lengthMs }) => sum + lengthMs, 0);
  if (length === 0)
    return "no window of its metrics lies within the load: measure.seconds of a minute at least has some";
  const cpus = [...own.values()].reduce((sum, each) => sum + each.cpus * each.lengthMs, 0) / length;
  return { cpus, share: null };
}
