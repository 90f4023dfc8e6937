/** Figures of the published reports, in their own layouts. */
import { expect, test } from "vitest";
import { runValues } from "../../../../src/analysis/samples/values.ts";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { readMeasurements } from "../../../../src/ingest/imports/formats.ts";
import { importedRun } from "../../../../src/ingest/imports/imported-run.ts";
import type { Run } from "../../../../src/model/run.ts";
import { Run as RunDocument } from "../../../../src/model/run.ts";
import { averageImprovement } from "../../../../src/stats/improvement.ts";
import { RULES, STAMP } from "../../analysis/verdict/story.ts";

const runsOf = (text: string): readonly Run[] =>
  readMeasurements("reference-table", text, "report.md").map((measurement) =>
    importedRun(measurement, {
      suite: "reports",
      commit: { sha: "unknown", branch: "main", time: null, subject: null, dirty: false },
      repository: null,
      at: "2026-01-01T00:00:00.000Z",
    }),
  );
const value = (run: Run, index: number) => runValues(run.workloads[index]!.sessions);

const RISINGWAVE = `
**Data size: 1 million rows**

| **Latency (ms)**       | **Min** | **Avg** | **P95** | **P99** | **Max** | **Throughput (QPS)** |
| :--------------------- | :------ | :------ | :------ | :------ | :------ | :------------------- |
| oltp\\_point\\_select    | 0.40    | 5.05    | 9.22    | 15.27   | 131.75  | 25,335               |

**Data size: 10 million rows**

| **Latency (ms)**       | **Min** | **Avg** | **P95** | **P99** | **Max** | **Throughput (QPS)** |
| :--------------------- | :------ | :------ | :------ | :------ | :------ | :------------------- |
| oltp\\_point\\_select    | 0.40    | 4.96    | 8.90    | 18.28   | 233.90  | 25,814               |
`;

test("RisingWave's: a workload for each query and data size, its ends beside the percentiles", () => {
  const [run, ...others] = runsOf(RISINGWAVE);
  expect(others).toEqual([]);
  expect(run!.workloads.map(({ name }) => name)).toEqual([
    "oltp_point_select, Data size: 1 million rows",
    "oltp_point_select, Data size: 10 million rows",
  ]);
  const { qps, mean, p95, p99, p50 } = value(run!, 1);
  expect([qps, mean, p95, p99].map((each) => each!.value)).toEqual(
    [25814, 4.96e6, 8.9e6, 18.28e6].map((x) => expect.closeTo(x, 3)),
  );
  expect(p50).toBeNull();
  expect(run!.workloads[1]!.sessions[0]!.latency).toMatchObject({ minNs: 0.4e6, maxNs: 233.9e6 });
});

const KUBEBLOCKS = (place: string, rows: readonly string[]) => `
## ${place}
### Results
**QPS**
<table align="center">
    <tr>
        <th> Threads </th>
        <th> KubeBlocks PostgreSQL </th>
        <th> RDS PostgreSQL </th>
        <th> QPS Improvement </th>
    </tr>
    ${rows
      .map(
        (row) =>
          `<tr>\n${row
            .split(" ")
            .map((cell) => `<td align="center"> ${cell} </td>`)
            .join("\n")}\n</tr>`,
      )
      .join("\n")}
    <tr>
        <th colspan="3"> Average </th>
        <td align="center"> 46.78% </td>
    </tr>
</table>

**Latency (ms)**

<table><tr><th>Threads</th><th>KubeBlocks PostgreSQL</th><th>RDS PostgreSQL</th></tr>
<tr><td>25</td><td>14.21</td><td>38.25</td></tr></table>
`;
const POD = KUBEBLOCKS("Test on Pod", [
  "25 229339.51 78410.42 65.81%",
  "50 241774.12 123801.16 48.79%",
  "100 242690.36 140488.15 42.11%",
  "150 230210.45 138984.83 39.63%",
  "175 219621.06 137161.37 37.55%",
]);

test("KubeBlocks': a run for each system, whose figures give the report's own average", () => {
  const [kubeblocks, rds] = runsOf(`${POD}${KUBEBLOCKS("Test on ECS", ["5 28469.88 25961.68 8.81%"])}`);
  expect([kubeblocks, rds].map((run) => run!.environment.database)).toEqual([
    "KubeBlocks PostgreSQL",
    "RDS PostgreSQL",
  ]);
  expect(rds!.workloads.map(({ name }) => name)).toEqual([
    "25 threads, Test on Pod",
    "50 threads, Test on Pod",
    "100 threads, Test on Pod",
    "150 threads, Test on Pod",
    "175 threads, Test on Pod",
    "5 threads, Test on ECS",
  ]);
  expect(rds!.workloads[5]!.options).toEqual({ threads: 5 });
  const pairs = [0, 1, 2, 3, 4].map(
    (index) => [value(rds!, index).qps!.value, value(kubeblocks!, index).qps!.value] as const,
  );
  expect((100 * averageImprovement(pairs)).toFixed(2)).toBe("46.78");
  // It does not say which latency its table has.
  expect(value(rds!, 0).p95 ?? value(rds!, 0).mean).toBeNull();
  expect(rds!.warnings[0]!.message).toContain("does not say which latency");
});

const YUGABYTEDB = `
## oltp_read_write Results
#### Standard Sysbench

| Metric | Value |
|--------|-------|
| TPS | 8.63 |
| QPS | ~310 |
| 95th Latency | 10,158ms |
| Error Rate | 23/sec |

### Improvement Summary

| Metric | Improvement |
|--------|-------------|
| Throughput (TPS) | **23x better** |

### Horizontal Scaling

| TServers | TPS | QPS | 95th Latency | Avg CPU/tserver |
|----------|-----|-----|--------------|-----------------|
| 3 | 321.63 | 11,481 | 877ms | 560% |
| 4 | **409.87** | **14,625** | **682ms** | 554% |

| TServer | Avg CPU | Share of Load |
|---------|---------|---------------|
| yb-tserver-0 | 550% | 24.8% |

### Thread Count Optimization

| Threads | TPS | QPS | 95th Latency | Avg CPU | Errors/s |
|---------|-----|-----|--------------|---------|----------|
| 180 | **409.87** | **14,625** | **682ms** | 554% | 32.29 |
`;

test("YugabyteDB's: metrics down or across, errors as published, what has no place is named", () => {
  const [run, ...others] = runsOf(YUGABYTEDB);
  expect(others).toEqual([]);
  expect(run!.workloads.map(({ name, options }) => [name, options])).toEqual([
    ["Standard Sysbench", {}],
    ["3 tservers, Horizontal Scaling", { nodes: 3 }],
    ["4 tservers, Horizontal Scaling", { nodes: 4 }],
    ["180 threads, Thread Count Optimization", { threads: 180 }],
  ]);
  expect(value(run!, 0).p95!.value).toBeCloseTo(10.158e9, 0);
  // They are sysbench's: attempts that it repeated, and no failed events.
  expect(value(run!, 3)["failed-share"]).toBeNull();
  expect(run!.workloads[3]!.sessions[0]!.reported).toMatchObject({ errors: 32.29 });
  expect(run!.warnings[0]!.message).toContain(
    'a place for "Improvement", "Avg CPU/tserver", "Avg CPU", "Share of Load"',
  );
});

const COCKROACHDB = `
| Metric                                          | CockroachDB 19.2 | CockroachDB 21.1 |
|-------------------------------------------------+------------------+------------------|
| Max warehouses with max efficiency (warehouses) |          100,000 |          140,000 |
| Max throughput (tpmC)                           |        1,245,462 |        1,684,437 |
| Efficiency (%)                                  |            98.81 |            95.45 |
| Max number of rows (billion)                    |             49.8 |             69.7 |
| Max unreplicated data (TB)                      |                8 |             11.2 |
| Number of nodes                                 |               81 |               81 |
`;

test("CockroachDB's: a run for each version, tpmC with its warehouses and nodes, rows and data", () => {
  const [before, after] = runsOf(COCKROACHDB);
  expect(after!.environment.database).toBe("CockroachDB 21.1");
  expect(before!.workloads[0]!.options).toEqual({ warehouses: 100_000, nodes: 81 });
  expect(value(after!, 0).tpmc!.value).toBeCloseTo(1_684_437, 3);
  expect(after!.workloads[0]!.sessions[0]!.reported).toMatchObject({
    rows: expect.closeTo(69.7e9, 0),
    "data-bytes": expect.closeTo(11.2e12, 0),
  });
});

test("CSV, too; and each is a document that is kept", () => {
  const [run] = runsOf("Threads,A,B,TPS Improvement\n8,1200.5,1100,8.37%\nAverage,,,8.37%\n");
  expect(run!.environment.database).toBe("A");
  expect(value(run!, 0).tps!.value).toBeCloseTo(1200.5, 9);
  for (const each of [RISINGWAVE, POD, YUGABYTEDB, COCKROACHDB].flatMap(runsOf))
    expect(RunDocument.parse(JSON.parse(JSON.stringify(each)))).toEqual(each);
});

test("two systems are compared with a warning, and to no verdict", () => {
  const [kubeblocks, rds] = runsOf(POD);
  const report = compareArms(rds!, kubeblocks!, RULES, STAMP);
  expect(report.verdict).toBe("inconclusive");
  expect(JSON.stringify(report)).toContain("these are figures of tables of a document");
});

test.each([
  "",
  "# Only words",
  "| a | b |\n|--|--|\n| x | y |\n",
  "a,b\nc,d\n",
  "Number of nodes | Workers\n--|--\n16 | 2\n",
])("%j has no figures", (text) => {
  expect(() => readMeasurements("reference-table", text, "notes.md")).toThrow(
    "notes.md is not tables of a published measurement",
  );
});
