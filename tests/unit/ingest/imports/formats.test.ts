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

test("sysbench 0.5: its percentile stands before the word, and all statements are counted without their rate", () => {
  const { tool, figures } = only("sysbench", textOf("sysbench-0.5.txt"));
  expect(tool).toBe("sysbench 0.5");
  expect(figures[0]).toMatchObject({
    options: { threads: 8 },
    values: { tps: 100, qps: 2000, mean: 79.9e6, p95: 120.5e6 },
    retries: 3,
  });
});

test("a test of sysbench that uses no database is refused", () => {
  const text = `CPU speed:
    events per second:   924.46
General statistics:
    total time:                          10.0005s
    total number of events:              9246
`;
  expect(() => readMeasurements("sysbench", text, "cpu.txt")).toThrow(
    "cpu.txt: it has no line of transactions: this test of sysbench (cpu, fileio, ...) uses no database",
  );
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

test("pgbench: failures and transactions that were skipped have failed, and what else there is is named", () => {
  const text = `pgbench (17.2)
transaction type: multiple scripts
number of transactions actually processed: 900
number of failed transactions: 60 (6.000%)
number of transactions skipped: 40 (4.000%)
total number of retries: 7
latency average (including failures) = 2.5 ms
tps = 90.000000 (without initial connection time)
SQL script 1: a.sql
 - weight: 1 (targets 50.0% of total)
 - 450 transactions (50.0% of total, tps = 45.000000)
SQL script 2: b.sql
`;
  const { figures, leftOut } = only("pgbench", text);
  expect(figures[0]).toMatchObject({
    events: 900,
    failed: 100,
    retries: 7,
    values: { tps: 90, mean: 2.5e6, "failed-share": 0.1 },
  });
  expect(leftOut).toEqual(["a mean without the failed transactions", "the figures of each script"]);
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
  expect(figures.map(({ workload }) => workload)).toEqual(["tpcc delivery", "tpcc new_order", "tpcc"]);
  expect(figures[2]!.values).toEqual({ tps: 6460.2 / 60, tpmc: 2909.7 });
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

test("HammerDB: a run for each number of users, and the words of other databases", () => {
  const text = [2, 4].map(
    (users) => `Vuser 1:${users} Active Virtual Users configured
Vuser 1:TEST RESULT : System achieved ${users}000 NOPM from ${users}200 SQL Server TPM
`,
  );
  expect(
    readMeasurements("hammerdb", text.join(""), "it").map(({ figures }) => [
      figures[0]!.options,
      figures[1]!.values,
    ]),
  ).toEqual([
    [{ users: 2 }, { tps: 2200 / 60 }],
    [{ users: 4 }, { tps: 4200 / 60 }],
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
  expect(found[0]).toMatchObject({
    leftOut: ["a place for figures in MB"],
    lacks: expect.arrayContaining(["a place for figures in MB"]),
  });
});

test("github-action-benchmark: a time that is none is not known", () => {
  const benches = [{ name: "insert", value: 1200, unit: "ops/sec" }];
  const entries = { Go: [{ commit: { id: "c".repeat(40), timestamp: "yesterday" }, date: 1e300, benches }] };
  expect(only("github-action-benchmark", JSON.stringify({ entries })).commit).toMatchObject({ time: null });
});

const dataOf = (...benches: readonly { name: string; value: number; unit: string }[]) =>
  JSON.stringify({
    lastUpdate: 1,
    repoUrl: "",
    entries: { Go: [{ commit: { id: "c".repeat(40) }, date: 9, benches }] },
  });

test("github-action-benchmark: the same as JSON, as external-data-json-path has it, with percentiles of one name together", () => {
  const text = dataOf(
    { name: "read", value: 3, unit: "p95 ms" },
    { name: "read", value: 1, unit: "median ms" },
    { name: "write", value: 2, unit: "milliseconds" },
    { name: "tasks", value: 40, unit: "Task per second" },
  );
  expect(
    only("github-action-benchmark", text).figures.map(({ workload, values }) => [workload, values]),
  ).toEqual([
    ["read", { p95: 3e6, p50: 1e6 }],
    ["write", { mean: 2e6 }],
    ["tasks", { tps: 40 }],
  ]);
});

test("a file of the tool without a figure that a run has a place for is refused for that, and not as another tool's", () => {
  const text = dataOf({ name: "copy", value: 3, unit: "MiB/s" }, { name: "size", value: 3, unit: "MiB/s" });
  expect(() => readMeasurements("github-action-benchmark", text, "data.js")).toThrow(
    expect.objectContaining({
      kind: "usage",
      message: "data.js: no figure in it has the unit of a time or of a rate of events: MiB/s (2)",
    }),
  );
});

test("Bencher: its own measures", () => {
  const text = JSON.stringify({
    checkout: { latency: { value: 1.5e6, lower_value: 1e6 }, "binary-size": { value: 3 } },
    pay: { throughput: { value: 40 }, constructor: { value: 1 } },
  });
  expect(only("bencher", text).figures.map(({ workload, values }) => [workload, values])).toEqual([
    ["checkout", { mean: 1.5e6 }],
    ["pay", { tps: 40 }],
  ]);
  expect(only("bencher", text).leftOut).toEqual(['a place for "binary-size", "constructor"']);
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
      for (const { figures } of found === null || "unusable" in found ? [] : found)
        for (const { values } of figures)
          for (const value of Object.values(values))
            expect(value).toSatisfy((each: number) => Number.isFinite(each) && each >= 0);
    }),
  );
});
