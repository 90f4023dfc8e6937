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

it("wants throughput and updates that spare the indexes up, and all else down", () => {
  const wanted = METRICS.filter(({ direction }) => direction === "higher-is-better").map(({ id }) => id);
  expect(wanted).toEqual(["qps", "tps", "hot-updates"]);
});

it("of what cannot gate says what can instead", () => {
  const instead = METRICS.flatMap(({ ungated }) =>
    ungated === undefined ? [] : [/gate ([\w-]+)$/.exec(ungated)?.[1]],
  );
  expect(instead).toEqual(["buffers", "wal-records"]);
});
