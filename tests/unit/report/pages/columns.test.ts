import { expect, it } from "vitest";
import { workloadData } from "../../../../src/report/pages/columns.ts";
import { makeFacts } from "../../../support/site-data.ts";

it("has one item a run in every column, and the values as they are stored", () => {
  const facts = makeFacts();
  const { runs, metrics, machines, branches, branch } = workloadData(facts);
  expect([branch, branches]).toEqual(["main", ["main", "batch-wal"]]);
  expect(machines.map(({ words }) => words)).toEqual([
    "4 × EPYC 7763, PostgreSQL 17.4",
    "4 × Xeon 8370C, PostgreSQL 17.4",
  ]);
  for (const column of [...Object.values(runs), metrics.p99!.value, metrics.p99!.spread])
    expect(column).toHaveLength(60);
  const last = facts.points.findLast(({ metric }) => metric === "p99")!;
  expect(metrics.p99!.value.at(-1)!).toBeCloseTo(last.value, -3);
  expect(runs.at.at(-1)).toBe("2026-08-29T08:00:00Z");
});

it("has the interval of a run's sessions as a share: Student's t with 7 degrees of freedom is 2.365 at 97.5 %", () => {
  const { metrics } = workloadData(makeFacts());
  expect(metrics.p99!.spread[0]!).toBeCloseTo((2.3646 * 0.02) / Math.sqrt(8), 4);
  // Of zeros there is no share.
  expect(metrics["failed-share"]!.spread[0]).toBeNull();
});

it("knows what was accepted where it landed, and nothing of what was taken back", () => {
  const facts = makeFacts();
  expect(workloadData(facts).taken).toMatchObject([{ metric: "qps", by: "reviewer" }]);
  const [acceptance] = facts.acceptances;
  const others = [
    { ...acceptance!, revoked: { by: "reviewer", at: acceptance!.at } },
    { ...acceptance!, landed: null },
    { ...acceptance!, workload: "another" },
  ];
  expect(workloadData({ ...facts, acceptances: others }).taken).toEqual([]);
});

it("says what it does not know", () => {
  const { machines } = workloadData({ ...makeFacts(), environments: [] });
  expect(machines[0]!.words).toBe("not known");
});

it("leaves out what is not known of a database that never answered, and of a machine that figures were imported from", () => {
  const facts = makeFacts();
  const [first, second] = facts.environments;
  const silent = { ...first!.environment, database: "", databaseVersion: "" };
  const imported = {
    ...second!.environment,
    cpuCount: 0,
    cpuModel: "unknown",
    database: "unknown",
    databaseVersion: "unknown",
  };
  const environments = [
    { ...first!, environment: silent },
    { ...second!, environment: imported },
  ];
  const { machines } = workloadData({ ...facts, environments });
  expect(machines.map(({ words }) => words)).toEqual(["4 × EPYC 7763", "not known"]);
});
