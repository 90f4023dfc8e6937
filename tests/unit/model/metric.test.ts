import { expect, it } from "vitest";
import { METRIC_IDS, METRICS, type MetricId, metricInfo } from "../../../src/model/metric.ts";

it("has a row for each metric, found by its id", () => {
  expect(new Set(METRIC_IDS).size).toBe(METRICS.length);
  for (const metric of METRICS) expect(metricInfo(metric.id)).toBe(metric);
  expect(() => metricInfo("p98" as MetricId)).toThrow(/unknown metric p98/);
});

it("says of each percentile how much lies beyond it", () => {
  for (const { id, tailShare } of METRICS) {
    const percentile = /^p([\d.]+)$/.exec(id)?.[1];
    if (percentile === undefined) expect(tailShare, id).toBeUndefined();
    else expect(tailShare, id).toBeCloseTo(1 - Number(percentile) / 100, 12);
  }
});

it("wants throughput up, and all else down", () => {
  for (const { direction, unit } of METRICS) {
    expect(direction).toBe(unit === "per-second" ? "higher-is-better" : "lower-is-better");
  }
});
