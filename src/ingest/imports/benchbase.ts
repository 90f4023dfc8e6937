/** Reads the *.summary.json that BenchBase writes, and its predecessor OLTPBench. */
import { z } from "zod";
import { parsedJson } from "../../text/json.ts";
import { NEVER_REPORTED, percentilesOf, type Reader } from "./figures.ts";
import { isoOfEpoch } from "./reports.ts";

const Text = z.union([z.string(), z.number()]).nullish();
const Summary = z.object({
  "Start timestamp (milliseconds)": z.number().optional(),
  "Current Timestamp (milliseconds)": z.number().optional(),
  "Elapsed Time (nanoseconds)": z.number().nonnegative().optional(),
  "DBMS Type": z.string().nullish(),
  "DBMS Version": z.string().nullish(),
  "Benchmark Type": z.string().nullish(),
  "Measured Requests": z.number().nonnegative().optional(),
  scalefactor: Text,
  terminals: Text,
  "Latency Distribution": z.record(z.string(), z.number().nonnegative()),
  "Throughput (requests/second)": z.number().nonnegative(),
  "Goodput (requests/second)": z.number().nonnegative().optional(),
});

const MICROSECONDS = 1e3;

export const readBenchBase: Reader = (text) => {
  const parsed = Summary.safeParse(parsedJson(text));
  if (!parsed.success) return null;
  const summary = parsed.data;
  const throughput = summary["Throughput (requests/second)"];
  const good = Math.min(throughput, summary["Goodput (requests/second)"] ?? throughput);
  const share = throughput === 0 ? 0 : 1 - good / throughput;
  const requests = summary["Measured Requests"] ?? 0;
  const failed = Math.round(requests * share);
  const latencies = summary["Latency Distribution"];
  const latency = (name: string) => latencies[`${name} Latency (microseconds)`];
  const [mean, median] = [latency("Average"), latency("Median")];
  const [min, max] = [latency("Minimum"), latency("Maximum")];
  const database = [summary["DBMS Type"], summary["DBMS Version"]].filter((word) => word).join(" ");
  const started = summary["Start timestamp (milliseconds)"] ?? summary["Current Timestamp (milliseconds)"];
  const at = started === undefined ? null : isoOfEpoch(started / 1000);
  const options = (["scalefactor", "terminals"] as const).flatMap((name) => {
    const value = summary[name] ?? "";
    return value === "" ? [] : [[name, Number.isNaN(Number(value)) ? value : Number(value)] as const];
  });
  return [
    {
      tool: "BenchBase",
      lacks: [
        ...NEVER_REPORTED,
        "queries a second",
        "the percentiles 25, 75 and 90",
        "figures of each transaction (its results.csv has them)",
      ],
      figures: [
        {
          workload: summary["Benchmark Type"] || null,
          options: Object.fromEntries(options),
          values: {
            tps: good,
            "failed-share": share,
            ...(mean === undefined ? {} : { mean: mean * MICROSECONDS }),
            ...(median === undefined ? {} : { p50: median * MICROSECONDS }),
            ...percentilesOf(Object.entries(latencies), /^([\d.]+)th Percentile/, MICROSECONDS),
          },
          events: requests - failed,
          failed,
          durationNs:
            summary["Elapsed Time (nanoseconds)"] ?? (throughput === 0 ? 0 : (requests / throughput) * 1e9),
          latency: {
            ...(min === undefined ? {} : { minNs: min * MICROSECONDS }),
            ...(max === undefined ? {} : { maxNs: max * MICROSECONDS }),
          },
        },
      ],
      ...(database === "" ? {} : { system: database }),
      ...(at === null ? {} : { at }),
    },
  ];
};
