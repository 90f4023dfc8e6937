/** Metrics of the service itself, as OpenMetrics 1.0 has them. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Questions } from "../../model/questions.ts";
import { VERSION } from "../../model/version.ts";

export const OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/** Upper ends of the buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;

type RequestCount = { count: number; seconds: number; buckets: number[] };

/** Counts by route and class of status. A process has one service; tests that have more share its counts. */
const counts = new Map<string, RequestCount>();
const loopDelay = monitorEventLoopDelay({ resolution: 20 });

export function countRequests(app: FastifyInstance): void {
  loopDelay.enable();
  app.addHook("onClose", async () => {
    loopDelay.disable();
  });
  app.addHook("onResponse", async (request, reply) => {
    const labels = `route="${routeLabel(request)}",status="${Math.floor(reply.statusCode / 100)}xx"`;
    const seconds = reply.elapsedTime / 1_000;
    const counted = counts.get(labels) ?? { count: 0, seconds: 0, buckets: BUCKETS.map(() => 0) };
    counts.set(labels, counted);
    counted.count++;
    counted.seconds += seconds;
    for (const [i, end] of BUCKETS.entries()) if (seconds <= end) counted.buckets[i]!++;
  });
}

/** The pattern, not the address: there are few. */
function routeLabel({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? "none";
}

export async function metricsText(questions: Questions): Promise<string> {
  const isUp = await questions.revision().then(
    () => 1,
    () => 0,
  );
  const lines = [
    "# TYPE plumbline info",
    "# HELP plumbline Version of the service.",
    `plumbline_info{version="${VERSION}"} 1`,
    "# TYPE plumbline_store_up gauge",
    "# HELP plumbline_store_up Whether the store answers.",
    `plumbline_store_up ${isUp}`,
    "# TYPE plumbline_process_resident_memory_bytes gauge",
    "# UNIT plumbline_process_resident_memory_bytes bytes",
    "# HELP plumbline_process_resident_memory_bytes Memory of the process.",
    `plumbline_process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    "# TYPE plumbline_event_loop_delay_seconds gauge",
    "# UNIT plumbline_event_loop_delay_seconds seconds",
    "# HELP plumbline_event_loop_delay_seconds 99th percentile since the start.",
    `plumbline_event_loop_delay_seconds ${loopDelay.count === 0 ? 0 : loopDelay.percentile(99) / 1e9}`,
    "# TYPE plumbline_request_duration_seconds histogram",
    "# UNIT plumbline_request_duration_seconds seconds",
    "# HELP plumbline_request_duration_seconds Requests by route and class of status.",
    ...[...counts].flatMap(([labels, counted]) => histogramLines(labels, counted)),
    "# EOF",
  ];
  return `${lines.join("\n")}\n`;
}

function histogramLines(labels: string, { count, seconds, buckets }: RequestCount): readonly string[] {
  const name = "plumbline_request_duration_seconds";
  return [
    ...BUCKETS.map((end, i) => `${name}_bucket{${labels},le="${end}"} ${buckets[i]}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_count{${labels}} ${count}`,
    `${name}_sum{${labels}} ${seconds}`,
  ];
}
