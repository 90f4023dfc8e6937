import { expect, it } from "vitest";
import {
  asMetric,
  isKindName,
  isOwnMetric,
  kindMetricParts,
  METRIC_IDS,
  METRICS,
  type MetricId,
  metricInfo,
  usualOrder,
} from "../../../src/model/metric.ts";

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
  expect(wanted).toEqual(["qps", "tps", "tpmc", "capacity", "hot-updates"]);
});

it("of what cannot gate says what can instead", () => {
  const instead = METRICS.flatMap(({ ungated }) =>
    ungated === undefined ? [] : [/; use ([\w-]+) as the gate$/.exec(ungated)?.[1]],
  );
  expect(instead).toEqual(["buffers", "wal-records", "buffers", "wal-records", "database-size"]);
});

it("knows what may be asked of one kind of events", () => {
  expect(metricInfo("p90:new_order")).toMatchObject({
    label: "new_order p90",
    direction: "lower-is-better",
    unit: "nanoseconds",
    tailShare: 0.1,
  });
  expect(metricInfo("p99:a")).toMatchObject({ id: "p99:a", tailShare: 0.01 });
  expect(metricInfo("rate:checkout")).toMatchObject({ direction: "higher-is-better", unit: "per-second" });
  expect(metricInfo("mean:checkout").description).toBe("mean latency of an event, of checkout alone");
  expect(kindMetricParts("p99.9:stock_level")).toEqual({ measure: "p99.9", kind: "stock_level" });
  expect(kindMetricParts("p99.9")).toBeNull();
});

it.each([
  ["qps", "qps"],
  ["p99:new_order", "p99:new_order"],
  ["p98:new_order", null],
  ["p99:", null],
  ["p99:a|b", null],
  ["p99:_", null],
  ["p99:a b", null],
  ["tps:new_order", null],
  ["QPS", null],
])("%s is %s", (word, metric) => expect(asMetric(word)).toBe(metric));

it("takes names of kinds that can stand in a table, a command and a config file", () => {
  expect(["new_order", "checkout.sql", "a-b_2"].filter(isKindName)).toHaveLength(3);
  expect(["", "_a", "a b", "a:b", "<b>", "a\nb", "x".repeat(65)].filter(isKindName)).toEqual([]);
});

it("tells what not every workload has", () => {
  expect(["tpmc", "p99:x", "qps", "p99"].filter((metric) => isOwnMetric(metric as MetricId))).toEqual([
    "tpmc",
    "p99:x",
  ]);
});

it("puts those of all events first, each once", () => {
  expect(usualOrder(["p99:b", "p99", "qps", "p99:b", "rate:a", "p99"])).toEqual([
    "qps",
    "p99",
    "p99:b",
    "rate:a",
  ]);
});
