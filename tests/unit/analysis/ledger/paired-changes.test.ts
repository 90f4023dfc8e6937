import { expect, it } from "vitest";
import { measuredChange, pairedChange } from "../../../../src/analysis/ledger/paired-changes.ts";
import { measuredPushes, pushesOf, shaOf } from "../../../support/pushes.ts";

const PLAN = { sessions: 4, looks: 3 } as const;
const FACTS = { workload: "a", metric: "qps", limit: 0.02, isRed: false } as const;

it("reads of a report what every gate and every other metric changed, with the error of it", () => {
  const [{ report }] = measuredPushes(pushesOf([0.03])) as never as [{ report: never }];
  const measured = measuredChange(report)!;
  expect(measured.base.sha).toBe(shaOf("c0"));
  expect(measured.head).toMatchObject({ sha: shaOf("c1"), subject: "change c1", author: "Ada" });
  const qps = measured.changes.find(({ workload, metric }) => workload === "checkout" && metric === "qps")!;
  expect(qps.estimate).toBeCloseTo(-0.03, 1);
  expect(qps).toMatchObject({ limit: 0.02, leverage: 1 / 8, isRed: true });
  expect(qps.spread.df).toBe(6);
  const browse = measured.changes.find(({ workload, metric }) => workload === "browse" && metric === "p99")!;
  expect(browse.isRed).toBe(false);
});

it("takes the sessions of the first look alone: the later ones are there because of the first", () => {
  const ratios = [0.01, 0.02, 0.03, 0.04, 0.9, 0.9, 0.9, 0.9];
  expect(pairedChange(FACTS, ratios, PLAN)!.estimate).toBeCloseTo(0.025, 12);
  const planned = [{ sessions: 3, worse: 0.5, better: 0.5, bound: 1, passes: [] }];
  expect(pairedChange(FACTS, ratios, { sessions: 4, looks: planned })!.estimate).toBeCloseTo(0.02, 12);
});

it("balances the orders of starts, and says nothing of fewer than three sessions", () => {
  // Head first where the index is odd: two of three sessions have base first.
  expect(pairedChange(FACTS, [0, 0.06, 0], { sessions: 3, looks: 1 })!.estimate).toBeCloseTo(0.03, 12);
  expect(pairedChange(FACTS, [0.01, 0.02], PLAN)).toBeNull();
});

it("leaves out what compares no two commits: one commit, a work tree, a head alone", () => {
  const [push] = measuredPushes(pushesOf([0]));
  const { report } = push!;
  const dirty = { ...report, head: { ...report.head, commit: { ...report.head.commit, dirty: true } } };
  expect(measuredChange(dirty)).toBeNull();
  expect(measuredChange({ ...report, mode: "history" })).toBeNull();
  expect(measuredChange({ ...report, baseline: { kind: "none" } })).toBeNull();
  const [same] = measuredPushes([{ commit: "c1", base: "c1" }]);
  expect(measuredChange(same!.report)).toBeNull();
});
