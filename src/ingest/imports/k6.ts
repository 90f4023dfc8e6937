/** Reads the summary of k6 in JSON: what --summary-export writes, and what handleSummary gets. Its times are in milliseconds. */
import { z } from "zod";
import { parsedJson } from "../../text/json.ts";
import { type Figures, NEVER_REPORTED, nsOf, percentilesOf, type Reader } from "./figures.ts";

const Values = z.record(z.string(), z.unknown());
const Summary = z.object({
  metrics: z.record(
    z.string(),
    z.looseObject({
      type: z.string().optional(),
      contains: z.string().optional(),
      values: Values.optional(),
    }),
  ),
  state: z.looseObject({ testRunDurationMs: z.number().nonnegative().optional() }).optional(),
});

type K6Metric = Readonly<{ isTime: boolean; values: ReadonlyMap<string, number> }>;

/** Parts of an HTTP request, which the whole has in it. */
const PART = /^http_req_(?:blocked|connecting|tls_handshaking|sending|waiting|receiving)\b/;

export const readK6: Reader = (text) => {
  const parsed = Summary.safeParse(parsedJson(text));
  if (!parsed.success) return null;
  const metrics = new Map(
    Object.entries(parsed.data.metrics).map(([name, metric]) => [name, readMetric(name, metric)]),
  );
  if (!metrics.has("iterations") && !metrics.has("iteration_duration") && !metrics.has("http_reqs"))
    return null;
  const rate = (name: string) => metrics.get(name)?.values;
  const iterations = rate("iterations");
  const durationMs =
    parsed.data.state?.testRunDurationMs ??
    (1000 * (iterations?.get("count") ?? 0)) / (iterations?.get("rate") || 1);
  const trends = [...metrics].filter(([, { values }]) => values.has("avg"));
  const read = trends.filter(([name, { isTime }]) => isTime && !PART.test(name));
  const left = [...metrics.keys()].filter(
    (name) => !read.some(([each]) => each === name) && !PART.test(name) && !COUNTED.has(name),
  );
  const leftOut = left.length === 0 ? [] : [`a place for ${left.join(", ")}`];
  if (read.length === 0) return { unusable: "no metric in it is a time" };
  return [
    {
      tool: "k6",
      lacks: [...NEVER_REPORTED, "queries a second", "the parts of an HTTP request", ...leftOut],
      ...(leftOut.length === 0 ? {} : { leftOut }),
      figures: read.map(([name, { values }]) => figuresOf(name, values, metrics, durationMs)),
    },
  ];
};

/** Metrics that are part of the figures of another. */
const COUNTED: ReadonlySet<string> = new Set(["iterations", "http_reqs", "http_req_failed"]);

/** @param metric its values lie in it, or in `values`; only the latter says whether they are times */
function readMetric(
  name: string,
  metric: Readonly<{ contains?: string | undefined; values?: Readonly<Record<string, unknown>> | undefined }>,
): K6Metric {
  const { values = metric, contains } = metric;
  const numbers = Object.entries(values).flatMap(([key, value]) =>
    typeof value === "number" && value >= 0 ? [[key, value] as const] : [],
  );
  const isTime = contains === undefined ? /duration|latency|time/i.test(name) : contains === "time";
  return { isTime, values: new Map(numbers) };
}

function figuresOf(
  name: string,
  values: ReadonlyMap<string, number>,
  metrics: ReadonlyMap<string, K6Metric>,
  durationMs: number,
): Figures {
  const isHttp = name === "http_req_duration";
  const counter = isHttp ? "http_reqs" : name === "iteration_duration" ? "iterations" : null;
  const counted = counter === null ? undefined : metrics.get(counter)?.values;
  const bad = isHttp ? metrics.get("http_req_failed")?.values : undefined;
  const share = bad?.get("rate") ?? bad?.get("value");
  const all = counted?.get("count") ?? values.get("count") ?? 0;
  const failed = Math.round(all * (share ?? 0));
  const tps = counted?.get("rate");
  const [min, median, max] = ["min", "med", "max"].map((key) => values.get(key));
  return {
    workload: name,
    options: {},
    values: {
      ...(tps === undefined ? {} : { tps: tps * (1 - (share ?? 0)) }),
      ...(share === undefined ? {} : { "failed-share": share }),
      mean: nsOf(values.get("avg")!),
      ...(median === undefined ? {} : { p50: nsOf(median) }),
      ...percentilesOf(values, /^p\(([\d.]+)\)$/, 1e6),
    },
    events: all - failed,
    failed,
    durationNs: durationMs * 1e6,
    latency: {
      ...(min === undefined ? {} : { minNs: nsOf(min) }),
      ...(max === undefined ? {} : { maxNs: nsOf(max) }),
    },
  };
}
