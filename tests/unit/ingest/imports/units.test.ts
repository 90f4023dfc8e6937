import { expect, test } from "vitest";
import { unitMeaning } from "../../../../src/ingest/imports/units.ts";

test.each([
  ["ns/op", "mean", 1],
  ["ns/iter", "mean", 1],
  ["µs", "mean", 1e3],
  ["milliseconds", "mean", 1e6],
  ["ms / query", "mean", 1e6],
  ["seconds", "mean", 1e9],
  ["avg ms", "mean", 1e6],
  ["median ms", "p50", 1e6],
  ["p95 ms", "p95", 1e6],
  ["99.9th percentile us", "p99.9", 1e3],
  ["tps", "tps", 1],
  ["avg tps", "tps", 1],
  ["ops/sec", "tps", 1],
  ["Task per second", "tps", 1],
  ["Kops/s", "tps", 1e3],
  ["M rows/s", "tps", 1e6],
  ["requests/min", "tps", 1 / 60],
])("%s is %s times %d", (unit, metric, scale) => {
  expect(unitMeaning(unit)).toEqual({ metric, scale: expect.closeTo(scale, 9) });
});

test.each(["MB/s", "MiB/s", "MiB", "bytes", "Number", "%", "p90 ms", "median ops/s", "avg cpu", ""])(
  "%j is no metric's",
  (unit) => {
    expect(unitMeaning(unit)).toBeNull();
  },
);
