/** Runs in the layouts of published reports: whole tables as golden files, and what is read of them again. */
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readMeasurements } from "../../../../src/imports/formats.ts";
import { importedRun } from "../../../../src/imports/imported-run.ts";
import type { WholeMetric } from "../../../../src/model/metric.ts";
import type { Run } from "../../../../src/model/run.ts";
import { REFERENCE_LAYOUTS, renderReferenceTables } from "../../../../src/render/markdown/reference-table.ts";
import { runValues } from "../../../../src/samples/values.ts";
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
  expect(two).toContain("| TServers | TPS | QPS | 95th Latency | Avg CPU/tserver |");
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
  expect(ways).toContain("| Service Type | TPS | QPS | 95th Latency | Avg CPU/tserver |");
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

test("one against another: the document's words, and errors as a reduction", () => {
  const failing = (tps: number, share: number) => {
    const run = cluster(tps, 60, [1]);
    const workloads = run.workloads.map((workload) => ({
      ...workload,
      sessions: workload.sessions.map((session) => ({
        ...session,
        events: 0,
        failedEvents: 0,
        reported: { tps, qps: 35 * tps, p95: 1e9 / tps, "failed-share": share },
      })),
    }));
    return { ...run, workloads };
  };
  // 23 and 5.2 failed attempts a second.
  const text = renderReferenceTables(
    [failing(199.82, 5.2 / 205.02)],
    failing(8.63, 23 / 31.63),
    "yugabytedb",
  );
  expect(text).toMatch(/^\| Error Rate \| 5\.20\/sec \|$/m);
  expect(text).toMatch(/^\| Throughput \(TPS\) \| 23\.15x better \| 2215\.41% \|$/m);
  expect(text).toMatch(/^\| Latency \(95th\) \| 23\.15x faster \| -95\.68% \|$/m);
  expect(text).toMatch(/^\| Error Rate \| 77\.39% reduction \| -77\.39% \|$/m);
});

test("data sizes have a table each, load machines are counted, and systems of one version have their suites' names", () => {
  const sized = [10_000, 100_000].map((rows) => ({
    name: `points, ${rows}`,
    workload: "oltp_point_select",
    options: { "table-size": rows, threads: 8 },
  }));
  const run = makeRun({ suite: "here", workloads: sized });
  const other = makeRun({ suite: "there", workloads: sized });
  const headings = (text: string) => text.match(/^###? .*/gm);
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
  yugabytedb: ["tps", "qps", "p95", "failed-share"],
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
            failed: fc.double({ min: 0, max: 0.5, noNaN: true }),
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
            for (const metric of METRICS[layout]) {
              const [before, after] = [told![metric]!.value, read![metric]!.value];
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
  points: readonly Readonly<{ threads: number; rate: number; ms: number; failed: number }>[],
): Run {
  const [sample] = makeRun({ workloads: [{ name: "x" }], sessions: 1 }).workloads;
  const workloads = points.map(({ threads, rate, ms, failed }) => ({
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
        "failed-share": failed,
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
