/** Live numbers of a load for other programs: served over HTTP, sent to a collector, or both. */
import { randomUUID } from "node:crypto";
import { type LiveLoad, liveFamilies, NO_LOAD, withInterval } from "../../analysis/samples/live-load.ts";
import type { LiveFamily, LiveRun, LiveStage } from "../../model/live.ts";
import type { Watcher } from "../../model/progress.ts";
import { VERSION } from "../../model/version.ts";
import { plainLine } from "../../text/outside.ts";
import { type Collector, tellCollector } from "./collector.ts";
import { type MetricsServer, parseListenAddress, serveMetrics } from "./server.ts";

/** Where to publish live numbers. */
type Audience = Readonly<{
  /** Address to listen on for readers; absent: nowhere. */
  metrics?: string | undefined;
  /** A collector's address; absent: there is none. */
  otlp?: string | undefined;
  /** Headers of requests to the collector (otlp-headers.ts). */
  otlpHeaders?: Readonly<Record<string, string>>;
}>;

export type Live = Readonly<{ watcher: Watcher; close(): Promise<void> }>;

/**
 * @param note called with the address of the numbers
 * @returns null if nothing is to be served or sent
 * @throws PlumblineError of kind "usage" if the numbers cannot be served or sent there
 */
export async function goLive(
  { metrics, otlp, otlpHeaders = {} }: Audience,
  note: (text: string) => void,
): Promise<Live | null> {
  if (!metrics && !otlp) return null;
  const run = randomUUID();
  const startedNs = wallNs();
  let what: LiveRun | null = null;
  let stage: LiveStage | null = null;
  let load: LiveLoad = NO_LOAD;
  const families = () => liveFamilies(run, what, stage, load, performance.now());
  const ends: (Collector | MetricsServer)[] = [];
  if (otlp) {
    const request = () =>
      what === null && stage === null ? null : otlpRequest(families(), { startedNs, nowNs: wallNs() });
    ends.push(tellCollector(otlp, otlpHeaders, request, note));
  }
  if (metrics) ends.push(await serveMetrics(parseListenAddress(metrics), () => openMetricsText(families())));
  note(`numbers while it runs: ${ends.map(({ url }) => url).join(", ")} (run ${run})`);
  return {
    watcher: {
      run,
      begins(begun) {
        what = { run, ...begun };
      },
      stage(text) {
        stage = { stage: plainLine(text), share: null };
      },
      share(share) {
        if (stage !== null) stage = { ...stage, share };
      },
      load(source, interval) {
        load = withInterval(load, source, interval, performance.now());
      },
    },
    close: async () => {
      for (const end of ends) await end.close();
    },
  };
}

function wallNs(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}

/** Live numbers as OpenMetrics 1.0 text. */
export function openMetricsText(families: readonly LiveFamily[]): string {
  return `${[...families.flatMap(familyLines), "# EOF"].join("\n")}\n`;
}

function familyLines({ name, help, kind, unit, points }: LiveFamily): readonly string[] {
  const sample = kind === "counter" ? `${name}_total` : name;
  return [
    `# TYPE ${name} ${kind}`,
    ...(unit === "" ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${escapedLabel(help)}`,
    ...points.map(({ labels, value }) => `${sample}{${labelText(labels)}} ${value}`),
  ];
}

function labelText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escapedLabel(value)}"`)
    .join(",");
}

function escapedLabel(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

const CUMULATIVE = 2;
/** Units as UCUM has them. Plain numbers have none: a program that hands a gauge in "1" on to Prometheus makes `..._ratio` of it. */
const UNITS: Readonly<Record<LiveFamily["unit"], string>> = { "": "", seconds: "s", ratio: "1" };

/**
 * Live numbers as an ExportMetricsServiceRequest of OTLP 1.x, in its JSON form: 64-bit integers are text.
 * @param span since when the counters count, and now: nanoseconds of the wall clock
 */
export function otlpRequest(
  families: readonly LiveFamily[],
  span: Readonly<{ startedNs: bigint; nowNs: bigint }>,
) {
  const metrics = families.flatMap((family) => (family.points.length === 0 ? [] : [metric(family, span)]));
  return {
    resourceMetrics: [
      {
        resource: { attributes: attributes({ "service.name": "plumbline", "service.version": VERSION }) },
        scopeMetrics: [{ scope: { name: "plumbline", version: VERSION }, metrics }],
      },
    ],
  };
}

function metric(
  { name, help, kind, unit, points }: LiveFamily,
  span: Readonly<{ startedNs: bigint; nowNs: bigint }>,
) {
  const dataPoints = points.map(({ labels, value }) => ({
    attributes: attributes(labels),
    startTimeUnixNano: String(span.startedNs),
    timeUnixNano: String(span.nowNs),
    asDouble: value,
  }));
  const head = { name, description: help, unit: UNITS[unit] };
  return kind === "gauge"
    ? { ...head, gauge: { dataPoints } }
    : { ...head, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } };
}

function attributes(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([key, value]) => ({ key, value: { stringValue: value } }));
}
