import { expect, it } from "vitest";
import { openMetricsText } from "../../../../src/io/telemetry/open-metrics.ts";

it("names types, units and counters as OpenMetrics does, and escapes what a name may have", () => {
  expect(
    openMetricsText([
      {
        name: "a_seconds",
        help: "A.",
        kind: "gauge",
        unit: "seconds",
        points: [{ labels: { w: 'x"\\\n' }, value: 0.5 }],
      },
      { name: "b", help: "B.", kind: "counter", unit: "", points: [{ labels: { arm: "head" }, value: 7 }] },
    ]),
  ).toBe(
    [
      "# TYPE a_seconds gauge",
      "# UNIT a_seconds seconds",
      "# HELP a_seconds A.",
      'a_seconds{w="x\\"\\\\\\n"} 0.5',
      "# TYPE b counter",
      "# HELP b B.",
      'b_total{arm="head"} 7',
      "# EOF",
      "",
    ].join("\n"),
  );
});
