/** Reports of tools whose workloads Plumbline has, too, and of those that measure anything. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readMeasurements } from "../../../../src/ingest/imports/formats.ts";

const only = (format: string, name: string, change = (text: string) => text) => {
  const text = change(readFileSync(path.join(import.meta.dirname, "texts", name), "utf8"));
  const measurements = readMeasurements(format, text, name);
  expect(measurements).toHaveLength(1);
  return measurements[0]!;
};

test("BenchBase: what succeeded a second, the latencies that a run has a place for, the database, the beginning", () => {
  expect(only("benchbase", "benchbase.json")).toMatchObject({
    tool: "BenchBase",
    system: "POSTGRES 16.4",
    at: "2026-10-04T08:00:00.000Z",
    figures: [
      {
        workload: "tpcc",
        options: { scalefactor: 2, terminals: 4 },
        values: {
          tps: 99,
          "failed-share": expect.closeTo(0.01, 9),
          mean: 5e6,
          p50: 4e6,
          p95: 9e6,
          p99: 12e6,
        },
        events: 5940,
        failed: 60,
        durationNs: 60e9,
        latency: { minNs: 500e3, maxNs: 20e6 },
      },
    ],
  });
});

test("YCSB: all operations, and each of them, with those that failed in either of its ways", () => {
  const { figures, at } = only("ycsb", "ycsb.txt");
  expect(at).toBe("2026-10-04T06:30:02.500Z");
  expect(figures).toMatchObject([
    { workload: "ycsb", values: { tps: 1000 }, events: 19990, failed: 15, durationNs: 20e9 },
    {
      workload: "ycsb read",
      values: { tps: 899.5, mean: 400_500, p50: 380_000, p95: 700_000, p99: 900_000 },
      events: 17990,
      failed: 10,
      latency: { minNs: 100_000, maxNs: 9_000_000 },
    },
    { workload: "ycsb update", values: { tps: 100, mean: 900_000 }, events: 2000, failed: 5 },
  ]);
});

test("BenchmarkSQL: tpmC, all transactions, the beginning and the length of its session", () => {
  expect(only("benchmarksql", "benchmarksql.txt")).toMatchObject({
    at: "2026-10-04T08:00:02.000Z",
    figures: [
      {
        workload: "tpcc",
        options: { warehouses: 20, terminals: 8 },
        values: { tps: 55, tpmc: 1500.5 },
        events: 6600,
        durationNs: 120e9,
      },
    ],
  });
});

test("cockroach workload: totals of each operation and of all, and TPC-C's tpmC", () => {
  expect(only("cockroach", "cockroach.txt").figures).toMatchObject([
    { workload: "tpcc delivery", values: { tps: 4, p99: 120.5e6 } },
    {
      workload: "tpcc newOrder",
      events: 2380,
      failed: 20,
      values: { tps: 39.7, mean: 33.5e6, "failed-share": 20 / 2400 },
    },
    {
      workload: "tpcc",
      values: { tps: 90, tpmc: 2380, p50: 29.5e6, p95: 48.5e6 },
      latency: { maxNs: 200.5e6 },
    },
  ]);
});

test("cockroach workload: other loads than TPC-C keep their names", () => {
  const { figures } = only("cockroach", "cockroach.txt", (text) =>
    text.slice(0, text.indexOf("_elapsed_______tpmC")),
  );
  expect(figures.map(({ workload }) => workload)).toEqual(["delivery", "newOrder", "all operations"]);
});

test("k6: times of requests and iterations with their rates; counters and trends that are no times are named", () => {
  const { figures, leftOut } = only("k6", "k6.json");
  expect(figures).toMatchObject([
    {
      workload: "iteration_duration",
      values: { tps: 50, mean: 12.5e6, p50: 12e6, p95: 20e6, p99: 30e6 },
      events: 1000,
    },
    {
      workload: "http_req_duration",
      values: { tps: 95, "failed-share": 0.05, mean: 6e6 },
      events: 1900,
      failed: 100,
      durationNs: 20e9,
    },
  ]);
  expect(leftOut).toEqual(["a place for rows_per_query, data_sent"]);
});

test("k6: what --summary-export writes has the same values without their kinds", () => {
  const { figures, leftOut } = only("k6", "k6.json", (text) => {
    const { metrics } = JSON.parse(text) as { metrics: Record<string, { values: object }> };
    return JSON.stringify({
      root_group: {},
      metrics: Object.fromEntries(Object.entries(metrics).map(([name, { values }]) => [name, values])),
    });
  });
  expect(figures.map(({ workload, values }) => [workload, values.tps])).toEqual([
    ["iteration_duration", 50],
    ["http_req_duration", 95],
  ]);
  expect(figures[0]!.durationNs).toBe(20e9);
  expect(leftOut).toEqual(["a place for rows_per_query, data_sent"]);
});

test("hyperfine: a workload for each command, with the parameters that it was run with", () => {
  expect(only("hyperfine", "hyperfine.json").figures).toEqual([
    {
      workload: "psql -f report.sql",
      options: { jit: "off" },
      values: { mean: 250e6, p50: 240e6, "failed-share": 0.25 },
      events: 3,
      failed: 1,
      durationNs: 1e9,
      latency: { minNs: 230e6, maxNs: 290e6 },
    },
  ]);
});

test("cockroach workload: lines of underscores of any length are none of its headings", () => {
  const { tool } = only("cockroach", "cockroach.txt", (text) => `${"_".repeat(2_000_000)}\n${text}`);
  expect(tool).toBe("cockroach workload");
});
