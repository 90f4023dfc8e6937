/** Live numbers as an ExportMetricsServiceRequest of OTLP 1.x, in its JSON form: 64-bit integers are text. */
import type { LiveFamily } from "../../model/live.ts";
import { VERSION } from "../../model/version.ts";

const CUMULATIVE = 2;
/** As UCUM has them. Plain numbers have none: of a gauge in "1" whoever hands it on to Prometheus makes `..._ratio`. */
const UNITS: Readonly<Record<LiveFamily["unit"], string>> = { "": "", seconds: "s", ratio: "1" };

/** @param span since when the counters count, and now: nanoseconds of the wall clock */
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
