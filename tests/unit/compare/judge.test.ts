import { describe, expect, it } from "vitest";
import { armValues } from "../../../src/compare/arm-values.ts";
import type { Finding } from "../../../src/compare/finding.ts";
import { judge } from "../../../src/compare/judge.ts";
import { limitOf, needsOf } from "../../../src/compare/rules.ts";
import type { MetricId } from "../../../src/model/metric.ts";
import type { Rules } from "../../../src/model/rules.ts";
import { pairedShift } from "../../../src/stats/shift.ts";
import { RULES } from "./story.ts";

/** Eight pairs whose log ratios have exactly this mean and standard deviation. */
function finding(
  mean: number,
  sd: number,
  options: Partial<{ metric: MetricId; workload: string; level: number }> = {},
): Finding {
  const { metric = "qps", workload = "w", level = 1000 } = options;
  const shape = [-1, 1, -1, 1, -1, 1, -1, 1].map((sign) => sign * sd * Math.sqrt(7 / 8));
  const base = shape.map(() => level);
  const head = shape.map((noise) => level * Math.exp(mean + noise));
  return {
    workload,
    metric,
    limit: limitOf(RULES, workload, metric),
    base: armValues(base),
    head: armValues(head),
    evidence: { kind: "shift", shift: pairedShift(base.map(Math.log), head.map(Math.log)), objection: null },
  };
}

const verdictOf = (each: Finding, rules: Rules = RULES) => judge([each], rules)[0]!.verdict.kind;

describe("a verdict", () => {
  it("of regression needs significance and relevance, both", () => {
    expect(verdictOf(finding(-0.04, 0.02))).toBe("regressed");
    expect(verdictOf(finding(-0.04, 0.1)), "not significant").toBe("inconclusive");
    expect(verdictOf(finding(-0.015, 0.015)), "not relevant").toBe("inconclusive");
  });

  it("of no change needs the interval inside the margin, even where there is a significant difference", () => {
    expect(verdictOf(finding(0, 0.01))).toBe("unchanged");
    expect(verdictOf(finding(-0.01, 0.005))).toBe("unchanged");
    expect(verdictOf(finding(0, 0.05))).toBe("inconclusive");
  });

  it("knows which way is worse", () => {
    expect(verdictOf(finding(0.04, 0.02))).toBe("improved");
    expect(verdictOf(finding(0.04, 0.02, { metric: "server-cpu" }))).toBe("regressed");
    expect(verdictOf(finding(-0.04, 0.02, { metric: "server-cpu" }))).toBe("improved");
  });

  it("needs the absolute floor too: 20 % of a microsecond is no regression, nor is its doubt one", () => {
    const tiny = finding(Math.log(1.2), 0.02, { metric: "p99", level: 100_000 });
    expect(verdictOf(tiny)).toBe("unchanged");
    expect(verdictOf(finding(Math.log(1.2), 0.02, { metric: "p99", level: 1_000_000 }))).toBe("regressed");
  });

  it("by the stricter rule needs proof that the margin is exceeded", () => {
    const strict: Rules = { ...RULES, decide: "margin-proven" };
    expect(verdictOf(finding(-0.03, 0.02))).toBe("regressed");
    expect(verdictOf(finding(-0.03, 0.02), strict)).toBe("inconclusive");
    expect(verdictOf(finding(-0.06, 0.02), strict)).toBe("regressed");
  });

  it("of one gate depends on how many there are; information does not count", () => {
    const suspect = finding(-0.03, 0.035);
    const others = Array.from({ length: 9 }, (_, i) => finding(0, 0.03, { workload: `other ${i}` }));
    expect(judge([suspect], RULES)[0]!.verdict.kind).toBe("regressed");
    expect(judge([suspect, ...others], RULES)[0]!.verdict.kind).toBe("inconclusive");
    const information = others.map((each) => ({
      ...each,
      limit: { ...each.limit, role: "information" as const },
    }));
    expect(judge([suspect, ...information], RULES)[0]!.verdict.kind).toBe("regressed");
  });

  it("is adjusted upwards over the gates and left alone for information", () => {
    const gate = judge([finding(-0.03, 0.03), finding(0, 0.03, { workload: "v" })], RULES)[0]!;
    expect(gate.p!.worseAdjusted).toBeCloseTo(2 * gate.p!.worse, 12);
    const shown = judge([finding(-0.03, 0.03, { metric: "tps" })], RULES)[0]!;
    expect(shown.role).toBe("information");
    expect(shown.p!.worseAdjusted).toBe(shown.p!.worse);
  });

  it("agrees with its interval: unadjusted p at alpha is an interval that touches 0", () => {
    for (const mean of [-0.03, -0.02, -0.01, 0.01, 0.02, 0.03]) {
      const { interval, p } = judge([finding(mean, 0.03)], RULES)[0]!;
      expect(interval!.high < 0).toBe(p!.worse < 0.05);
      expect(interval!.low > 0).toBe(p!.better < 0.05);
    }
  });

  it("comes with the smallest visible change: larger with more noise, more gates, the stricter rule; never below the margin", () => {
    const visible = (sd: number, rules = RULES) => judge([finding(0, sd)], rules)[0]!.smallestVisible!;
    expect(visible(0.02)).toBeGreaterThan(visible(0.01));
    expect(visible(0.0001)).toBeGreaterThan(0.02);
    expect(visible(0.0001)).toBeLessThan(0.021);
    expect(visible(0.03, { ...RULES, decide: "margin-proven" })).toBeGreaterThan(visible(0.03));
    const many = Array.from({ length: 9 }, (_, i) => finding(0, 0.03, { workload: `w${i}` }));
    expect(judge(many, RULES)[0]!.smallestVisible).toBeGreaterThan(visible(0.03));
  });
});

describe("a gate that is not worse", () => {
  const judged = (mean: number, sd: number, metric: MetricId = "qps") =>
    judge([finding(mean, sd, { metric })], RULES)[0]!.verdict;

  it("is told from one that may be, in either direction of the metric", () => {
    expect(judged(0.012, 0.03)).toMatchObject({ kind: "inconclusive", notWorse: true });
    expect(judged(-0.012, 0.03)).not.toHaveProperty("notWorse");
    expect(judged(-0.012, 0.03, "server-cpu")).toMatchObject({ kind: "inconclusive", notWorse: true });
    expect(judged(0.012, 0.03, "server-cpu")).not.toHaveProperty("notWorse");
  });

  it("claims no improvement: its interval may hold small changes for the worse", () => {
    const open = judge([finding(0.005, 0.03)], RULES)[0]!;
    expect(open.interval!.low).toBeLessThan(0);
    expect(open.verdict).toMatchObject({
      notWorse: true,
      why: "not worse by more than the limit of 2 %; whether it is better by more than that is open",
    });
  });

  it("is not one whose arms cannot be compared", () => {
    const { evidence, ...rest } = finding(0.012, 0.03);
    if (evidence.kind !== "shift") throw new Error("a finding without a test");
    const objected = { ...rest, evidence: { ...evidence, objection: "another machine" } };
    expect(judge([objected], RULES)[0]!.verdict).toEqual({ kind: "inconclusive", why: "another machine" });
  });
});

describe("rules", () => {
  it("let a workload's own gate go before the gate for all", () => {
    const rules: Rules = {
      ...RULES,
      gates: [...RULES.gates, { metric: "qps", margin: 0.05, floor: null, workload: "noisy" }],
    };
    expect(limitOf(rules, "noisy", "qps").margin).toBe(0.05);
    expect(limitOf(rules, "calm", "qps").margin).toBe(0.02);
    expect(limitOf(rules, "calm", "mean").role).toBe("information");
  });

  it("never go below two sessions", () => {
    expect(needsOf({ ...RULES, needs: { sessions: 1 } })).toEqual({
      sessions: 2,
      baselineRuns: 5,
      tailRequests: 10,
    });
  });
});

describe("a green gate that names what it excludes", () => {
  /** Of eight pairs: the one-sided bound at 5 % lies 1.895 standard errors from the estimate. */
  const at = (mean: number, sd: number, look = { at: 1, of: 1 }) => {
    return judge([{ ...finding(mean, sd), look }], RULES)[0]!;
  };

  it("excludes up to twice its limit, with an estimate of at most half of it", () => {
    const named = at(0, 0.04);
    expect(named.verdict).toMatchObject({ kind: "inconclusive", notWorse: true });
    expect(named.verdict).toHaveProperty("most", -named.interval!.low);
    expect(-named.interval!.low).toBeGreaterThan(0.02);
    expect(at(-0.015, 0.02).verdict, "an estimate of three quarters of the limit").not.toHaveProperty(
      "notWorse",
    );
    expect(at(0, 0.08).verdict, "more than twice the limit").not.toHaveProperty("notWorse");
    expect(at(0, 0.01).verdict).toEqual({ kind: "unchanged" });
  });

  it("has bounds that may be read at any look: wider than those of one", () => {
    const levels = [1, 2, 3].map((of) => (1 - at(0, 0.01, { at: 1, of }).confidence) / 2);
    expect(levels[0]).toBeCloseTo(0.05, 12);
    expect(levels[1]).toBeCloseTo(0.0304, 4);
    expect(levels[2]).toBeCloseTo(0.0232, 4);
  });
});
