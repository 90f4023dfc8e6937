import { expect, it } from "vitest";
import { otlpRequest } from "../../../../src/io/telemetry/otlp.ts";

it("writes gauges and cumulative sums, 64-bit times as text, and no metric without points", () => {
  const { resourceMetrics } = otlpRequest(
    [
      { name: "a_seconds", help: "A.", kind: "gauge", unit: "seconds", points: [{ labels: {}, value: 0.5 }] },
      { name: "b", help: "B.", kind: "counter", unit: "", points: [{ labels: { arm: "head" }, value: 7 }] },
      { name: "d_ratio", help: "D.", kind: "gauge", unit: "ratio", points: [{ labels: {}, value: 0.5 }] },
      { name: "c", help: "C.", kind: "counter", unit: "", points: [] },
    ],
    { startedNs: 1_700_000_000_000_000_001n, nowNs: 1_700_000_001_000_000_001n },
  );
  const times = { startTimeUnixNano: "1700000000000000001", timeUnixNano: "1700000001000000001" };
  const arm = { key: "arm", value: { stringValue: "head" } };
  expect(resourceMetrics[0]!.scopeMetrics[0]!.metrics).toEqual([
    {
      name: "a_seconds",
      description: "A.",
      unit: "s",
      gauge: { dataPoints: [{ attributes: [], ...times, asDouble: 0.5 }] },
    },
    {
      name: "b",
      description: "B.",
      unit: "",
      sum: {
        aggregationTemporality: 2,
        isMonotonic: true,
        dataPoints: [{ attributes: [arm], ...times, asDouble: 7 }],
      },
    },
    // The only one whose name Prometheus' translation of OTLP ends in _ratio: it does so to gauges in "1".
    {
      name: "d_ratio",
      description: "D.",
      unit: "1",
      gauge: { dataPoints: [{ attributes: [], ...times, asDouble: 0.5 }] },
    },
  ]);
});
