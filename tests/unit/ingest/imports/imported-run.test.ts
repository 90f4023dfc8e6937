import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { decodeHistogram, latencyCurve } from "../../../../src/analysis/samples/histogram.ts";
import { runValues } from "../../../../src/analysis/samples/values.ts";
import { readMeasurements } from "../../../../src/ingest/imports/formats.ts";
import { type ImportLabels, importedRun } from "../../../../src/ingest/imports/imported-run.ts";
import { Run } from "../../../../src/model/run.ts";

const LABELS: ImportLabels = {
  suite: "nightly",
  workload: "checkout",
  commit: { sha: "unknown", branch: "main", time: null, subject: null, dirty: false },
  repository: "acme/db",
  at: "2026-11-01T00:00:00.000Z",
};
const measured = (name: string, format: string) =>
  readMeasurements(format, readFileSync(path.join(import.meta.dirname, "texts", name), "utf8"), name)[0]!;

test("is a whole run that says what it lacks", () => {
  const run = importedRun(measured("sysbench-1.0.txt", "sysbench"), LABELS);
  expect(Run.parse(JSON.parse(JSON.stringify(run)))).toEqual(run);
  expect(run.warnings).toEqual([
    expect.objectContaining({
      code: "imported",
      message: expect.stringMatching(/^these are figures of sysbench 1\.0\.20: it lacks sessions/),
    }),
  ]);
  expect(run.generator.version).toBe("sysbench 1.0.20");
});

test("its values are what the tool told, and none of what it did not", () => {
  const [workload] = importedRun(measured("sysbench-1.0.txt", "sysbench"), LABELS).workloads;
  const values = runValues(workload!.sessions);
  expect(workload!.name).toBe("checkout");
  expect([values.qps?.value, values.tps?.value, values.p95?.value]).toEqual([
    expect.closeTo(1260.58, 6),
    expect.closeTo(61.3, 6),
    expect.closeTo(34.33e6, 0),
  ]);
  for (const metric of ["p50", "p99", "p99.9", "server-cpu"] as const)
    expect(values[metric], metric).toBeNull();
});

test("keeps a histogram where the tool had every latency", () => {
  const [workload] = importedRun(measured("pgbench-log.txt", "pgbench"), LABELS).workloads;
  expect(latencyCurve(decodeHistogram(workload!.sessions[0]!.latency.histogram))).not.toBeNull();
});

test("the same text under the same labels is the same run, under others another", () => {
  const text = measured("pgbench-15.txt", "pgbench");
  const one = importedRun(text, LABELS);
  expect(importedRun(text, LABELS)).toEqual(one);
  for (const labels of [
    { ...LABELS, suite: "other" },
    { ...LABELS, commit: { ...LABELS.commit, sha: "a".repeat(40) } },
    { ...LABELS, repository: null },
  ])
    expect(importedRun(text, labels).id).not.toBe(one.id);
});

test("several workloads keep their own names", () => {
  const run = importedRun(measured("go-tpc.txt", "go-tpc"), LABELS);
  expect(run.workloads.map(({ name }) => name)).toEqual(["tpcc delivery", "tpcc new_order", "tpcc"]);
});
