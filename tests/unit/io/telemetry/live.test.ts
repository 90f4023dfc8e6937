/** From an interval to who reads it. */
import { afterEach, expect, it } from "vitest";
import { goLive, type Live, openMetricsText, otlpRequest } from "../../../../src/io/telemetry/live.ts";

let live: Live | null = null;
afterEach(async () => await live?.close());

it("is nothing where nobody wants to watch", async () => {
  expect(await goLive({ metrics: "", otlp: undefined }, () => undefined)).toBeNull();
});

it("tells what a load did under the run's id", async () => {
  const notes: string[] = [];
  live = await goLive({ metrics: "0" }, (text) => void notes.push(text));
  const { watcher } = live!;
  const [url] = /http:\S+\/metrics/.exec(notes.join())!;
  expect(notes).toEqual([`numbers while it runs: ${url} (run ${watcher.run})`]);
  watcher.begins({ suite: "oltp", head: "abc", base: "def" });
  watcher.stage("preparing head");
  watcher.share(0.5);
  const source = { arm: "head", workload: "reads", session: 1, phase: "measure" };
  const interval = { target: 0, qps: 80, events: 40, p95Ns: 1e6, p99Ns: 2e6, failuresBySqlstate: {} };
  watcher.load(source, interval);
  const text = await (await fetch(url)).text();
  const { run } = watcher;
  expect(text).toContain(`plumbline_run_info{run="${run}",suite="oltp",head="abc",base="def"} 1\n`);
  expect(text).toContain(`plumbline_run_stage_ratio{run="${run}",stage="preparing head"} 0.5\n`);
  expect(text).toContain(`plumbline_load_qps{run="${run}",arm="head",workload="reads"} 80\n`);
  expect(text).toContain(`plumbline_load_events_total{run="${run}",arm="head",workload="reads"} 40\n`);
  expect(text).toMatch(/# EOF\n$/);
});

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
