/** The numbers of a load for whoever watches, from its beginning to its end: read by HTTP, told to a collector, or both. */
import { randomUUID } from "node:crypto";
import { type LiveLoad, liveFamilies, NO_LOAD, withInterval } from "../../analysis/samples/live-load.ts";
import type { LiveRun, LiveStage } from "../../model/live.ts";
import type { Watcher } from "../../model/observer.ts";
import { plainLine } from "../../text/outside.ts";
import { type Collector, tellCollector } from "./collector.ts";
import { openMetricsText } from "./open-metrics.ts";
import { otlpRequest } from "./otlp.ts";
import { addressOf, type MetricsServer, serveMetrics } from "./server.ts";

/** What was asked for. */
export type Audience = Readonly<{
  /** Where to listen for readers; absent: nowhere. */
  metrics?: string | undefined;
  /** A collector's address; absent: there is none. */
  otlp?: string | undefined;
  /** Of requests to the collector (otlp-headers.ts). */
  otlpHeaders?: Readonly<Record<string, string>>;
}>;

export type Live = Readonly<{ watcher: Watcher; close(): Promise<void> }>;

/**
 * @param note hears where the numbers are
 * @returns null where nobody wants to watch
 * @throws PlumblineError of kind "usage" where they cannot be told there
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
  if (metrics) ends.push(await serveMetrics(addressOf(metrics), () => openMetricsText(families())));
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
