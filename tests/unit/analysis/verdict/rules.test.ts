import { describe, expect, it } from "vitest";
import { metricLimit, needsOf } from "../../../../src/analysis/verdict/rules.ts";
import type { Rules } from "../../../../src/model/rules.ts";

const rules = (change: Partial<Rules>): Rules => ({
  alpha: 0.05,
  gates: [],
  errorLimit: 0.001,
  decide: "significant-and-relevant",
  ...change,
});

describe("how much data a verdict needs", () => {
  it("is what the documents say, where the rules say nothing", () => {
    const defaults = { sessions: 3, baselineRuns: 5, tailRequests: 10 };
    expect(needsOf(rules({}))).toEqual(defaults);
    expect(needsOf(rules({ needs: {} }))).toEqual(defaults);
  });

  it("is what the rules say, but never so little that there is no spread", () => {
    const wanted = { sessions: 9, baselineRuns: 7, tailRequests: 4 };
    expect(needsOf(rules({ needs: wanted }))).toEqual(wanted);
    const least = { sessions: 1, baselineRuns: 0, tailRequests: 0 };
    expect(needsOf(rules({ needs: least }))).toEqual({ sessions: 2, baselineRuns: 2, tailRequests: 0 });
  });
});

describe("the limit of a metric", () => {
  const forAll = { metric: "qps", margin: 0.02, floor: 5 } as const;
  const own = { metric: "qps", margin: 0.07, floor: null, workload: "checkout" } as const;
  const other = { metric: "p99", margin: 0.5, floor: null } as const;

  it.each([
    ["the gate for all comes first", [other, forAll, own]],
    ["its own comes first", [own, forAll, other]],
  ])("is that of the workload's own gate, else that of the gate for all, where %s", (_, gates) => {
    expect(metricLimit(rules({ gates }), "checkout", "qps")).toStrictEqual({
      role: "gate",
      margin: 0.07,
      floor: null,
    });
    expect(metricLimit(rules({ gates }), "search", "qps")).toEqual({ role: "gate", margin: 0.02, floor: 5 });
  });

  it("knows whether a trade passes", () => {
    const strict = { metric: "server-cpu", margin: 0.02, floor: null, trade: "fail" } as const;
    expect(metricLimit(rules({ gates: [strict] }), "search", "server-cpu").trade).toBe("fail");
  });

  it.each([
    ["qps", 0.02],
    ["tpmc", 0.02],
    ["p99", 0.1],
    ["failed-share", 0.1],
    ["rows-read", 0.1],
    ["wal-bytes", 0.1],
    ["dip-depth", 0.1],
  ] as const)("without a gate is information: %s is marked from %f on", (metric, margin) => {
    const gates = [{ ...own, metric }];
    expect(metricLimit(rules({ gates }), "search", metric)).toEqual({
      role: "information",
      margin,
      floor: null,
    });
  });
});
