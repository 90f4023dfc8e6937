/** Runs in the layouts of published reports: whole tables as golden files, and what is read of them again. */
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runValues } from "../../../../src/analysis/samples/values.ts";
import { readMeasurements } from "../../../../src/ingest/imports/formats.ts";
import { importedRun } from "../../../../src/ingest/imports/imported-run.ts";
import type { WholeMetric } from "../../../../src/model/metric.ts";
import type { Run, Session } from "../../../../src/model/run.ts";
import { REFERENCE_LAYOUTS, renderReferenceTables } from "../../../../src/report/markdown/reference-table.ts";
import { expectGolden } from "../../../support/golden.ts";
import { makePair, makeRun, type WorkloadRecipe } from "../../../support/runs.ts";

const GOLDEN = path.resolve(import.meta.dirname, "../../../golden/reference");

const SWEEP: readonly WorkloadRecipe[] = [25, 50, 100].map((threads) => ({
  name: `read-write-${threads}`,
  workload: "oltp_read_write",
  rate: 400 + threads,
  options: { threads },
}));
const KV: WorkloadRecipe = {
  name: "kv95",
  workload: "kv_read",
  rate: 9000,
  medianNs: 400_000,
  options: { threads: 64 },
};
const TPCC: WorkloadRecipe = {
  name: "orders",
  workload: "tpcc",
  rate: 40,
  medianNs: 20_000_000,
  options: { warehouses: 100 },
};

/** The sweep of two versions; with New-Orders of TPC-C, and a workload on two hosts. */
function pair(): readonly [base: Run, head: Run] {
  const [base, head] = makePair({ workloads: [...SWEEP, KV, TPCC], sessions: 2 }, 0.1);
  return [
    complete(base),
    { ...complete(head), environment: { ...head.environment, databaseVersion: "17.2" } },
  ];
}

function complete(run: Run): Run {
  const workloads = run.workloads.map((workload) => ({
    ...workload,
    sessions: workload.sessions.map((session) => ({
      ...session,
      ...(workload.name === "orders" ? { newOrders: Math.round(session.events * 0.45) } : {}),
      ...(workload.name === "kv95"
        ? {
            hosts: ["a.example", "b.example"].map((host, index) => ({
              host,
              connections: 32,
              events: Math.round(session.events * (index === 0 ? 0.52 : 0.48)),
              errors: 0,
            })),
          }
        : {}),
    })),
  }));
  return { ...run, workloads };
}

test.each(REFERENCE_LAYOUTS)("a run as %s's tables", (layout) => {
  expectGolden(path.join(GOLDEN, `${layout}.md`), renderReferenceTables([pair()[1]], null, layout));
});

test("two versions beside each other, in every layout", () => {
  const [base, head] = pair();
  expectGolden(path.join(GOLDEN, "two-versions.md"), renderReferenceTables([head], base, null));
});

/** A run of the document's cluster of so many tservers, whose nodes told of their CPU. */
function cluster(tps: number, threads: number, cpus: readonly number[]): Run {
  const hosts = cpus.map((_, i) => ({
    host: `yb-tserver-${i}:5433`,
    connections: 60,
    events: 1000,
    errors: 0,
  }));
  const nodes = cpus.map((used, i) => ({ node: `yb-tserver-${i}`, cpus: used, share: null }));
  const run = makeRun({
    sessions: 1,
    workloads: [
      { name: `read-write, ${threads} threads`, workload: "oltp_read_write", options: { threads } },
    ],
  });
  const workloads = run.workloads.map((workload) => ({
    ...workload,
    sessions: workload.sessions.map((session) => ({
      ...session,
      reported: { tps, qps: tps * 35 },
      hosts,
      nodes,
    })),
  }));
  return { ...run, workloads };
}

test("clusters of several sizes: the document's tables by tservers, its factors, and how efficient they are", () => {
  const runs = [
    cluster(321.63, 180, [5.34, 5.86, 5.62]),
    cluster(409.87, 180, [5.5, 5.78, 5.46, 5.41]),
    cluster(396.65, 240, [5.9, 5.9, 5.9, 5.9]),
  ];
  expectGolden(path.join(GOLDEN, "sizes.md"), renderReferenceTables(runs, null, "yugabytedb"));
  const two = renderReferenceTables(runs.slice(0, 2), null, "yugabytedb");
  expect(two).toContain("| TServers | TPS | QPS | 95th Latency | Avg CPU/tserver (100% = one CPU) |");
  expect(two).toMatch(/^\| 4 nodes, read-write, 180 threads \| 409\.87 \| 1\.27x \| 95\.58% \|$/m);
  expect(two).toMatch(/^\| yb-tserver-1&#58;&#8203;5433 \| 586\.00% \| 34\.84% \| 33\.33% \|$/m);
});

test("two ways to one cluster: the document's table by service type, and its factors", () => {
  const nodes = [5.34, 5.86, 5.62];
  const runs = [
    { ...cluster(213.32, 180, nodes), suite: "headless" },
    { ...cluster(321.63, 180, nodes), suite: "clusterip" },
    { ...cluster(409.87, 180, [5.5, 5.78, 5.46, 5.41]), suite: "clusterip" },
  ];
  const ways = renderReferenceTables(runs.slice(0, 2), null, "yugabytedb");
  expect(ways).toContain("| Service Type | TPS | QPS | 95th Latency | Avg CPU/tserver (100% = one CPU) |");
  expect(ways).toMatch(/^\| clusterip \| 321\.63 \| 11,257\.05 \| – \| 560\.67% \|$/m);
  expect(ways).toMatch(/^\| read-write, 180 threads, clusterip \| 321\.63 \| 1\.51x \|$/m);
  const all = renderReferenceTables(runs, null, "yugabytedb");
  expect(all).toContain("### Load Distribution, read-write, 180 threads, 3 nodes, headless\n");
  expect(all.match(/^\| (3, headless|3, clusterip|4) \| .*$/gm)).toHaveLength(3);
  expect(all).toMatch(/^\| 4 nodes, read-write, 180 threads \| 409\.87 \| 1\.92x \| 144\.10% \|$/m);
});

test("factors and efficiencies have intervals where sessions were repeated, by Welch over their logarithms", () => {
  const repeated = (rates: readonly number[], nodes: number): Run => {
    const run = cluster(1, 180, Array<number>(nodes).fill(5));
    const workloads = run.workloads.map((workload) => ({
      ...workload,
      sessions: rates.map((tps, index) => ({ ...workload.sessions[0]!, index, reported: { tps } })),
    }));
    return { ...run, workloads };
  };
  const runs = [repeated([100, 110, 121], 3), repeated([150, 154.5], 4)];
  const text = renderReferenceTables(runs, null, "yugabytedb");
  expect(text).toContain(
    "| Configuration | TPS | Scaling Factor | Scaling Factor, 95% | Efficiency | Efficiency, 95% |",
  );
  expect(text).toMatch(/^\| 3 nodes, [^|]*\| 110\.00 \| 1\.00x \| – \| 100\.00% \| – \|$/m);
  // Logarithms ln 1.1 apart, and ln 1.03: se = sqrt(.0953^2 / 3 + .0209^2 / 2) = .0570, 2.27 degrees of freedom, t = 3.85.
  expect(text).toMatch(
    /^\| 4 nodes, [^|]*\| 152\.23 \| 1\.38x \| 1\.11x \.\. 1\.72x \| 103\.80% \| 83\.\d\d% \.\. 129\.\d\d% \|$/m,
  );
  // A single session of either shows none.
  expect(renderReferenceTables([runs[0]!, repeated([150], 4)], null, "yugabytedb")).not.toContain("95% |");
});

/** A run with its sessions edited. */
function edited(run: Run, edit: (session: Session) => Partial<Session>): Run {
  const workloads = run.workloads.map((workload) => ({
    ...workload,
    sessions: workload.sessions.map((session) => ({ ...session, ...edit(session) })),
  }));
  return { ...run, workloads };
}

test("targets of a sweep are called as the config file names them", () => {
  const [small, large] = [cluster(8, 60, [1]), cluster(9, 60, [1])];
  const text = renderReferenceTables(
    [{ ...large, target: "1 GB" }],
    { ...small, target: "128 MB" },
    "kubeblocks",
  );
  expect(text).toContain("| Threads | 1 GB | 128 MB |");
  expect(renderReferenceTables([large], small, "kubeblocks")).toContain("| Threads | head | base |");
});

const headings = (text: string) => text.match(/^###? .*/gm);

test("one against another: the document's words, and errors as a reduction", () => {
  const failing = (tps: number, errors: number) =>
    edited(cluster(tps, 60, [1]), () => ({
      events: 0,
      failedEvents: 0,
      reported: { tps, qps: 35 * tps, p95: 1e9 / tps, errors },
    }));
  const text = renderReferenceTables([failing(199.82, 5.2)], failing(8.63, 23), "yugabytedb");
  expect(text).toMatch(/^\| Error Rate \| 5\.20\/sec \|$/m);
  expect(text).toMatch(/^\| Throughput \(TPS\) \| 23\.15x better \| 2215\.41% \|$/m);
  expect(text).toMatch(/^\| Latency \(95th\) \| 23\.15x faster \| -95\.68% \|$/m);
  expect(text).toMatch(/^\| Error Rate \| 77\.39% reduction \| -77\.39% \|$/m);
});

test("errors are sysbench's ignored errors: attempts that were repeated count as those that failed for good", () => {
  const errors = (retries: number, failedEvents: number) =>
    edited(makeRun({ workloads: [SWEEP[0]!], sessions: 2 }), () => ({
      durationNs: 2e9,
      retries,
      failedEvents,
    }));
  // 12 and 1 in each of two sessions of 2 s.
  const [head, none] = [errors(12, 1), errors(0, 0)];
  expect(renderReferenceTables([head], null, "yugabytedb")).toMatch(/^\| Error Rate \| 6\.50\/sec \|$/m);
  expect(renderReferenceTables([none], null, "yugabytedb")).toMatch(/^\| Error Rate \| 0\.00\/sec \|$/m);
  const beside = (run: Run, base: Run) => renderReferenceTables([run], base, "yugabytedb");
  expect(beside(none, head)).toMatch(/^\| Error Rate \| 100\.00% reduction \| -100\.00% \|$/m);
  // Of nothing there is no share.
  expect(beside(head, none)).toMatch(/^\| Error Rate \| – \| – \|$/m);
});

test("what sysbench calls ignored errors is printed as such when it was imported, too", () => {
  const text = `sysbench 1.0.20
Number of threads: 2
    transactions:                        100    (10.00 per sec.)
    queries:                             2000   (200.00 per sec.)
    ignored errors:                      7      (0.70 per sec.)
    total time:                          10.0000s
    total number of events:              100
`;
  const [measurement] = readMeasurements("sysbench", text, "sysbench.txt");
  expect(renderReferenceTables([importedRun(measurement!, LABELS)], null, "yugabytedb")).toMatch(
    /^\| Error Rate \| 0\.70\/sec \|$/m,
  );
});

const statement = (name: string, tps: number, more: WorkloadRecipe["options"] = {}): WorkloadRecipe => ({
  name,
  workload: "sql_inserts",
  rate: tps,
  options: { threads: 8, ...more },
});

test("factors are of rows that differ in threads, nodes and machines alone", () => {
  const run = makeRun({
    workloads: [
      statement("insert", 100),
      statement("select", 300, { "read-only": true }),
      statement("select, 16 threads", 500, { "read-only": true, threads: 16 }),
    ],
  });
  const text = renderReferenceTables([run], null, "yugabytedb");
  expect(headings(text)).toEqual(["### Single-row queries", "### Scaling Summary, select"]);
  const summary = text.slice(text.indexOf("### Scaling Summary"));
  expect(summary.match(/^\| (?!Conf|:)[^|]*\|/gm)).toEqual(["| select |", "| select, 16 threads |"]);
});

test("single-row queries: what the report on 100 nodes tells in prose, operations, mean latency and CPU in one table", () => {
  const nodes = ["a", "b"].map((node) => ({ node, cpus: 12.48, share: 0.78 }));
  const run = edited(
    makeRun({ workloads: [statement("insert", 100, { shards: 6, threads: 2400 })] }),
    () => ({
      reported: { qps: 1_260_000, mean: 1.66e6 },
      nodes,
    }),
  );
  const text = renderReferenceTables([run], null, "yugabytedb");
  expect(text).toContain(
    "| Workload | TServers | Client machines | Threads | QPS | Mean Latency | Avg CPU/tserver (100% = one CPU) | Avg CPU/tserver (% of the node) |",
  );
  expect(text).toContain("| insert | 2 | 6 | 2,400 | 1,260,000.00 | 1.66ms | 1248.00% | 78.00% |");
});

/** Two hosts, and what the machines of their names told. */
function onNodes(nodes: Session["nodes"]): Run {
  const hosts = ["a", "b"].map((name) => ({ host: `${name}:5433`, connections: 4, events: 100, errors: 0 }));
  return edited(makeRun({ workloads: [SWEEP[0]!], sessions: 1 }), () => ({
    hosts,
    ...(nodes === undefined ? {} : { nodes }),
  }));
}

test("nodes that told how busy they are, and not of how many CPUs, are in the tables with that", () => {
  const run = onNodes([
    { node: "a", cpus: null, share: 0.375 },
    { node: "b", cpus: null, share: 0.6 },
  ]);
  const text = renderReferenceTables([run], null, "yugabytedb");
  expect(text).toMatch(/^\| Avg CPU\/tserver \(% of the node\) \| 48\.75% \|$/m);
  expect(text).not.toContain("one CPU");
  expect(text).toContain("| TServer | Avg CPU (% of the node) | Share of Load | Share of Load (events) |");
  expect(text).toMatch(/^\| a&#58;&#8203;5433 \| 37\.50% \| 38\.46% \| 50\.00% \|$/m);
});

test("hosts of servers that are started anew for each session are the same hosts, whatever their ports", () => {
  const ports = [45309, 33925];
  const run = edited(makeRun({ workloads: [SWEEP[0]!], sessions: 2 }), ({ index }) => ({
    hosts: ["a", "b"].map((name) => ({
      host: `${name}:${ports[index]}`,
      connections: 4,
      events: 100,
      errors: 0,
    })),
    nodes: ["a", "b"].map((node) => ({ node, cpus: 1.5, share: null })),
  }));
  const text = renderReferenceTables([run], null, "yugabytedb");
  expect(text).toMatch(/^\| Avg CPU\/tserver \(100% = one CPU\) \| 150\.00% \|$/m);
  expect(text.match(/^\| [ab] .*$/gm)).toEqual([
    "| a | 150.00% | 50.00% | 50.00% |",
    "| b | 150.00% | 50.00% | 50.00% |",
  ]);
});

test("how connections are made parts no table", () => {
  const by = (suite: string, options: WorkloadRecipe["options"]) =>
    makeRun({ suite, workloads: [{ ...SWEEP[0]!, options: { threads: 25, ...options } }] });
  const ways = [
    by("headless", { "pgsql-sslmode": "disable", balance: "libpq" }),
    by("clusterip", { "pgsql-sslmode": "prefer", balance: "round-robin" }),
  ];
  expect(renderReferenceTables(ways, null, "yugabytedb")).toContain("| Service Type | TPS |");
});

test("the CPU time of a server is not said to be that of each of several nodes", () => {
  expect(renderReferenceTables([onNodes(undefined)], null, "yugabytedb")).toMatch(
    /^\| Avg CPU\/tserver \(100% = one CPU\) \| – \|$/m,
  );
});

test("CPU is told in CPUs, as sysbench's report has it, and as a share of the node where their number is known", () => {
  const one = (cpuCount: number) => {
    const run = makeRun({ workloads: [SWEEP[0]!], sessions: 1, environment: { cpuCount } });
    return edited(run, ({ committedQueries, durationNs }) => ({
      // Two CPUs all the time.
      serverCpuNs: 2 * durationNs,
      committedQueries,
    }));
  };
  const known = renderReferenceTables([one(16)], null, "yugabytedb");
  expect(known).toMatch(/^\| Avg CPU \(100% = one CPU\) \| 200\.00% \|$/m);
  expect(known).toMatch(/^\| Avg CPU \(% of the node\) \| 12\.50% \|$/m);
  const unknown = renderReferenceTables([one(0)], null, "yugabytedb");
  expect(unknown).toMatch(/^\| Avg CPU \(100% = one CPU\) \| 200\.00% \|$/m);
  expect(unknown).not.toContain("of the node");
});

test("runs that differ in duration alone share a table, where their rows say how long they were", () => {
  const lasting = (time: number, threads: number) =>
    makeRun({
      sessions: 1,
      workloads: [{ ...SWEEP[0]!, options: { threads, time, "warmup-time": time / 10 } }],
    });
  const apart = [lasting(10, 25), lasting(60, 50)];
  expect(headings(renderReferenceTables(apart, null, "kubeblocks"))).toEqual(["### oltp_read_write"]);
  const alike = renderReferenceTables([lasting(10, 25), lasting(60, 25)], null, "yugabytedb");
  expect(alike.match(/^\| 25[^|]*\|/gm)).toEqual(["| 25, 10\u00a0s |", "| 25, 60\u00a0s |"]);
});

test("tables of one title say what they differ in: nodes, suite, or options", () => {
  const sized = (suite: string, rows: number) =>
    makeRun({ suite, workloads: [{ ...KV, workload: "kv", options: { threads: 64, "table-size": rows } }] });
  const suites = [sized("small", 1000), sized("large", 9000)];
  expect(headings(renderReferenceTables(suites, null, "yugabytedb"))).toEqual([
    "### kv95, small",
    "### kv95, large",
  ]);
  expect(headings(renderReferenceTables([sized("x", 1000), sized("x", 9000)], null, "kubeblocks"))).toEqual([
    "### kv95, table-size 1000",
    "### kv95, table-size 9000",
  ]);
  const nodes = [cluster(321.63, 180, [5, 5, 5]), cluster(409.87, 180, [5, 5, 5, 5])];
  const text = renderReferenceTables(nodes, cluster(100, 180, [5]), "yugabytedb");
  expect(headings(text)!.filter((heading) => heading.includes("Improvement"))).toEqual([
    "### Improvement, read-write, 180 threads, 3 nodes",
    "### Improvement, read-write, 180 threads, 4 nodes",
  ]);
});

test("linear scaling has a table for each workload", () => {
  const kv = (name: string, threads: number, percent: number): WorkloadRecipe => ({
    ...KV,
    name,
    workload: "kv",
    options: { threads, "read-percent": percent },
  });
  const text = (...workloads: readonly WorkloadRecipe[]) =>
    renderReferenceTables([makeRun({ workloads })], null, "cockroachdb");
  expect(headings(text(kv("KV 95, 8", 8, 95), kv("KV 95, 64", 64, 95)))).toEqual(["### Linear scaling"]);
  expect(headings(text(kv("KV 95, 8", 8, 95), kv("KV 95, 64", 64, 95), kv("KV 50", 8, 50)))).toEqual([
    "### Linear scaling, KV 95",
    "### Linear scaling, KV 50",
  ]);
});

test("rows and data of a published table are printed as published", () => {
  const text = `| Metric | CockroachDB 21.1 |
|--|--|
| Max warehouses with max efficiency (warehouses) | 140,000 |
| Max throughput (tpmC) | 1,684,437 |
| Max number of rows (billion) | 69.7 |
| Max unreplicated data (TB) | 11.2 |
| Number of nodes | 81 |
`;
  const [measurement] = readMeasurements("reference-table", text, "report.md");
  const again = renderReferenceTables([importedRun(measurement!, LABELS)], null, "cockroachdb");
  expect(again).toMatch(/^\| Number of rows \(billion\) \| 69\.70 \|$/m);
  expect(again).toMatch(/^\| Unreplicated data \(TB\) \| 11\.20 \|$/m);
});

test("data sizes have a table each, load machines are counted, and systems of one version have their suites' names", () => {
  const sized = [10_000, 100_000].map((rows) => ({
    name: `points, ${rows}`,
    workload: "oltp_point_select",
    options: { "table-size": rows, threads: 8 },
  }));
  const run = makeRun({ suite: "here", workloads: sized });
  const other = makeRun({ suite: "there", workloads: sized });
  expect(headings(renderReferenceTables([run], null, "risingwave"))).toEqual([
    "### Data size: 10,000 rows",
    "### Data size: 100,000 rows",
  ]);
  expect(headings(renderReferenceTables([run], other, "risingwave"))).toEqual([
    "### here, Data size: 10,000 rows",
    "### here, Data size: 100,000 rows",
    "### there, Data size: 10,000 rows",
    "### there, Data size: 100,000 rows",
  ]);
  const shared = makeRun({ workloads: [{ ...KV, workload: "kv", options: { threads: 512, shards: 2 } }] });
  expect(renderReferenceTables([shared], null, "cockroachdb")).toMatch(/^\| 1 \| 2 \| 512 \|/m);
});

test("TPC-C has all lines of the document, data where somebody looked", () => {
  const [, head] = pair();
  const sizes = [{ name: "stock", rows: 1e7, bytes: 8e12 }];
  const databases = [{ database: "plumbline_1", workloads: ["orders"], objects: [], sizes }];
  const text = renderReferenceTables([{ ...head, observed: { databases, plans: [] } }], null, "cockroachdb");
  expect(text).toMatch(/^\| Unreplicated data \(TB\) \| 8\.00 \|$/m);
  expect(text).toMatch(/^\| Number of rows, at first \(billion\) \| 0\.05\d* \|$/m);
});

test("names from outside are text", () => {
  const run = makeRun({ workloads: [{ name: "a|b <img> @team\n# x", workload: "oltp_point_select" }] });
  const text = renderReferenceTables([run], null, null);
  expect(text).not.toMatch(/<img>|@team|^# x/m);
});

test("a layout that has nothing to show is empty", () => {
  expect(renderReferenceTables([makeRun({})], null, "cockroachdb")).toBe("");
});

const LABELS = {
  suite: "reports",
  commit: { sha: "unknown", branch: "main", time: null, subject: null, dirty: false },
  repository: null,
  at: "2026-01-01T00:00:00.000Z",
};
/** What a layout has of the metrics that a run has a place for. */
const METRICS: Readonly<Record<(typeof REFERENCE_LAYOUTS)[number], readonly WholeMetric[]>> = {
  risingwave: ["mean", "p95", "p99", "qps"],
  yugabytedb: ["tps", "qps", "p95"],
  kubeblocks: ["qps", "tps", "p95"],
  cockroachdb: ["tpmc"],
};

test.each(REFERENCE_LAYOUTS)(
  "what is printed as %s's is read again, to the last digit that is printed",
  (layout) => {
    const positive = fc.double({ min: 0.01, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.record({
            threads: fc.integer({ min: 1, max: 500 }),
            rate: positive,
            ms: positive,
            errors: fc.double({ min: 0.01, max: 1e5, noNaN: true }),
          }),
          {
            minLength: 1,
            maxLength: 6,
            selector: ({ threads }) => threads,
          },
        ),
        (points) => {
          const run = reported(points);
          const text = renderReferenceTables([run], null, layout);
          const [measurement] = readMeasurements("reference-table", text, "its own output");
          const again = importedRun(measurement!, LABELS);
          for (const [index, workload] of run.workloads.entries()) {
            const [told, read] = [workload, again.workloads[index]!].map(({ sessions }) =>
              runValues(sessions),
            );
            const values = METRICS[layout].map(
              (metric) => [metric, told![metric]!.value, read![metric]!.value] as const,
            );
            const errors = [workload, again.workloads[index]!].map(
              ({ sessions }) => sessions[0]!.reported!["errors"]!,
            );
            const all =
              layout === "yugabytedb" ? [...values, ["errors", errors[0]!, errors[1]!] as const] : values;
            for (const [metric, before, after] of all) {
              expect(Math.abs(after - before), `${metric} ${before} ${after}`).toBeLessThanOrEqual(
                TOLERANCE * before + 1e-9,
              );
            }
          }
        },
      ),
      { numRuns: 20 },
    );
  },
);

/** Four digits are printed of a small figure; a share is made of two of them. */
const TOLERANCE = 2e-3;

function reported(
  points: readonly Readonly<{ threads: number; rate: number; ms: number; errors: number }>[],
): Run {
  const [sample] = makeRun({ workloads: [{ name: "x" }], sessions: 1 }).workloads;
  const workloads = points.map(({ threads, rate, ms, errors }) => ({
    ...sample!,
    name: `${threads} threads`,
    workload: "tpcc",
    options: { threads, warehouses: 10 },
    sessions: sample!.sessions.map((session) => ({
      ...session,
      events: 0,
      failedEvents: 0,
      reported: {
        qps: rate * 20,
        tps: rate,
        tpmc: rate * 27,
        mean: ms * 1e6,
        p95: ms * 2e6,
        p99: ms * 3e6,
        errors,
      },
    })),
  }));
  return { ...makeRun({}), workloads };
}

test("what the load generator chose for a number of threads parts no table, and its worker threads are no client machines", () => {
  const placed = SWEEP.map((recipe, index) => ({
    ...recipe,
    options: { ...recipe.options, placement: index === 1 ? "pinned" : "free" },
  }));
  const run = makeRun({
    workloads: [...placed, { ...KV, workload: "kv", options: { threads: 64, workers: 0 } }],
  });

  const byThreads = renderReferenceTables([run], null, "kubeblocks");
  expect(byThreads.match(/^### .*/gm)).toEqual(["### oltp_read_write", "### kv"]);
  expect(renderReferenceTables([run], null, "cockroachdb")).toMatch(/^\| 1 \| 1 \| 64 \|/m);
});

test("one thread is called one", () => {
  const runs = [1, 8].map((threads) =>
    makeRun({
      workloads: [
        {
          name: "rw",
          workload: "oltp_read_write",
          rate: 400,
          options: { threads, "table-size": 10 * threads },
        },
      ],
      sessions: 2,
    }),
  );
  const text = renderReferenceTables(runs, null, "yugabytedb");
  expect(text).toContain("### rw, 1 thread\n");
  expect(text).toContain("### rw, 8 threads\n");
});

test("one thread is called one where tables of it compare clusters", () => {
  const runs = [1, 3].map((nodes) =>
    makeRun({
      workloads: [1, 8].map((threads) => ({
        name: `rw-${threads}`,
        workload: "oltp_read_write",
        rate: 400,
        options: { threads, nodes },
      })),
      sessions: 2,
    }),
  );
  const text = renderReferenceTables(runs, null, "yugabytedb");
  expect(text).toContain(", 1 thread\n");
  expect(text).not.toContain("1 threads");
});
