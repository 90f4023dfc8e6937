/** Texts of real tools (sysbench 1.0.20 and pgbench 15 as they printed them), and what is taken from them. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import { expect, test } from "vitest";
import { FORMATS, readMeasurements } from "../../../../src/ingest/imports/formats.ts";

const FOLDER = path.join(import.meta.dirname, "texts");
const textOf = (name: string) => readFileSync(path.join(FOLDER, name), "utf8");
const only = (format: string, text: string) => {
  const measurements = readMeasurements(format, text, "it");
  expect(measurements).toHaveLength(1);
  return measurements[0]!;
};

test("sysbench 1.0: throughput of both kinds, the one percentile, and ignored errors as the repeated attempts that they are", () => {
  const { tool, figures, lacks } = only("sysbench", textOf("sysbench-1.0.txt"));
  expect(tool).toBe("sysbench 1.0.20");
  expect(lacks.join()).toContain("percentiles other than the one");
  expect(figures).toEqual([
    {
      workload: null,
      options: { threads: 2 },
      values: { qps: 1260.58, tps: 61.3, mean: 32.44e6, p95: 34.33e6, "failed-share": 0 },
      events: 124,
      failed: 0,
      retries: 4,
      durationNs: 2.0221e9,
      latency: { minNs: 1.59e6, maxNs: 1046.99e6, sumNs: 4022.39e6 },
    },
  ]);
});

test("sysbench 1.1 has its time elsewhere, and another percentile is that", () => {
  const { tool, figures } = only("sysbench", textOf("sysbench-1.1.txt"));
  expect(tool).toBe("sysbench 1.1.0-de18a03");
  expect(figures[0]).toMatchObject({ durationNs: 10.0047e9, values: { qps: 3998.12, p99: 9.91e6 } });
  expect(figures[0]!.values).not.toHaveProperty("p95");
});

test("pgbench: throughput without the time of connecting, and no percentile", () => {
  const { tool, figures } = only("pgbench", textOf("pgbench-15.txt"));
  expect(tool).toBe("pgbench 15.18");
  expect(figures).toEqual([
    {
      workload: "tpcb-like",
      options: { scale: 1, clients: 2, threads: 1, protocol: "simple" },
      values: { tps: 500.777985, mean: 3.994e6, "failed-share": 0 },
      events: 999,
      failed: 0,
      durationNs: (999 / 500.777985) * 1e9,
    },
  ]);
});

test("pgbench before 14 says it otherwise", () => {
  const text = `transaction type: <builtin: select only>
scaling factor: 10
number of transactions actually processed: 1000/1000
latency average = 0.25 ms
tps = 3900.100000 (including connections establishing)
tps = 4000.200000 (excluding connections establishing)
`;
  expect(only("pgbench", text).figures[0]).toMatchObject({
    workload: "select-only",
    values: { tps: 4000.2 },
  });
});

test("pgbench's log has every latency, and so the percentiles", () => {
  const { figures } = only("pgbench", textOf("pgbench-log.txt"));
  const latencies = textOf("pgbench-log.txt")
    .trim()
    .split("\n")
    .map((line) => 1000 * Number(line.split(" ")[2]));
  const sorted = latencies.toSorted((a, b) => a - b);
  const [figure] = figures;
  expect(figure).toMatchObject({
    events: 200,
    failed: 0,
    latency: { minNs: sorted[0], maxNs: sorted.at(-1) },
  });
  expect(figure!.values.p50! / sorted[99]!).toBeCloseTo(1, 2);
  expect(figure!.values.p99! / sorted[197]!).toBeCloseTo(1, 2);
  expect(figure!.values.tps).toBeCloseTo(200 / (figure!.durationNs / 1e9), 6);
});

test("pgbench's log counts what failed or was skipped, and has columns for delay and retries", () => {
  const text = "0 1 1000 0 100 500000 12 0\n0 2 failed 0 100 600000 3 1\n1 1 3000 0 101 0 0 0\n";
  expect(only("pgbench", text).figures[0]).toMatchObject({
    events: 2,
    failed: 1,
    durationNs: 501_000_000,
    values: { "failed-share": 1 / 3, mean: 2_000_000 },
  });
});

test("go-tpc: its summary, a workload for each transaction", () => {
  const { figures } = only("go-tpc", textOf("go-tpc.txt"));
  expect(figures.map(({ workload }) => workload)).toEqual(["tpcc delivery", "tpcc new_order"]);
  expect(figures[1]).toMatchObject({
    events: 1450,
    failed: 50,
    values: {
      tps: 2909.7 / 60,
      mean: 40e6,
      p50: 37.7e6,
      p95: 65e6,
      p99: 92.3e6,
      "p99.9": 130e6,
      "failed-share": 1 / 30,
    },
  });
});

test("HammerDB: new orders and transactions, both a minute", () => {
  const text =
    "HammerDB CLI v4.9\nVuser 1:8 Active Virtual Users configured\nVuser 1:TEST RESULT : System achieved 15645 NOPM from 36004 PostgreSQL TPM\n";
  const { tool, figures } = only("hammerdb", text);
  expect(tool).toBe("HammerDB 4.9");
  expect(figures.map(({ workload, values }) => [workload, values])).toEqual([
    ["tpcc new_order", { tps: 15645 / 60 }],
    ["tpcc", { tps: 36004 / 60 }],
  ]);
});

test("HdrHistogram's log: intervals of a tag are added", () => {
  const encode = (values: readonly number[]) => {
    const histogram = build({
      bitBucketSize: 64,
      autoResize: true,
      numberOfSignificantValueDigits: 3,
      useWebAssembly: false,
    });
    for (const value of values) histogram.recordValue(value);
    return encodeIntoCompressedBase64(histogram);
  };
  const text = `#[Histogram log format version 1.3]
"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
0.000,1.000,2.000,${encode([1_000_000, 2_000_000])}
1.000,1.000,4.000,${encode([3_000_000, 4_000_000])}
Tag=writes,0.000,2.000,9.000,${encode([9_000_000])}
`;
  const { figures } = only("hdr", text);
  expect(figures.map(({ workload, events }) => [workload, events])).toEqual([
    [null, 4],
    ["writes", 1],
  ]);
  expect(figures[0]!.values.tps).toBe(2);
  expect(figures[0]!.values.mean! / 2_500_000).toBeCloseTo(1, 2);
  expect(figures[0]!.values.p50! / 2_000_000).toBeCloseTo(1, 2);
  expect(figures[1]!.histogram).toBeDefined();
});

test("github-action-benchmark: each commit of each suite, rates and times alone", () => {
  const entry = (id: string, date: number) => ({
    commit: {
      id,
      message: "planner: faster\n\nbody",
      timestamp: "2026-11-01T10:00:00+01:00",
      author: { name: "Ann", email: "" },
    },
    date,
    benches: [
      { name: "insert", value: 1200, unit: "ops/sec", range: "±3%" },
      { name: "select", value: 250, unit: "us/op" },
      { name: "size", value: 7, unit: "MB" },
    ],
  });
  const text = `window.BENCHMARK_DATA = ${JSON.stringify({ lastUpdate: 1, repoUrl: "", entries: { Go: [entry("a".repeat(40), 1), entry("b".repeat(40), 2)] } })};`;
  const found = readMeasurements("github-action-benchmark", text, "data.js");
  expect(found).toHaveLength(2);
  expect(found[1]).toMatchObject({
    suite: "Go",
    commit: {
      sha: "b".repeat(40),
      subject: "planner: faster",
      author: "Ann",
      time: "2026-11-01T09:00:00.000Z",
    },
  });
  expect(found[0]!.figures.map(({ workload, values }) => [workload, values])).toEqual([
    ["insert", { tps: 1200 }],
    ["select", { mean: 250_000 }],
  ]);
});

test("Bencher: its own measures", () => {
  const text = JSON.stringify({
    checkout: { latency: { value: 1.5e6, lower_value: 1e6 }, "binary-size": { value: 3 } },
    pay: { throughput: { value: 40 } },
  });
  expect(only("bencher", text).figures.map(({ workload, values }) => [workload, values])).toEqual([
    ["checkout", { mean: 1.5e6 }],
    ["pay", { tps: 40 }],
  ]);
});

test("a text of another tool is refused with the tool that it looks like", () => {
  expect(() => readMeasurements("sysbench", textOf("pgbench-15.txt"), "out.txt")).toThrow(
    expect.objectContaining({
      kind: "usage",
      message: "out.txt is not the report that sysbench prints",
      remedy: expect.stringMatching(/^try --from pgbench, /),
    }),
  );
});

test("each text is one format's alone", () => {
  for (const name of readdirSync(FOLDER)) {
    const readers = Object.entries(FORMATS).filter(([, { read }]) => read(textOf(name)) !== null);
    expect(
      readers.map(([format]) => format),
      name,
    ).toHaveLength(1);
  }
});

test("whatever a file holds, it is read or refused in words", () => {
  const pieces = readdirSync(FOLDER).flatMap((name) => textOf(name).split("\n").slice(0, 60));
  const texts = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 40 })
    .map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(texts, fc.constantFrom(...Object.keys(FORMATS)), (text, format) => {
      const found = FORMATS[format]!.read(text);
      for (const { figures } of found === null ? [] : "tool" in found ? [found] : found)
        for (const { values } of figures)
          for (const value of Object.values(values))
            expect(value).toSatisfy((each: number) => Number.isFinite(each) && each >= 0);
    }),
  );
});
