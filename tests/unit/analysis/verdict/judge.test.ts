import { describe, expect, it } from "vitest";
import type { Finding } from "../../../../src/analysis/verdict/finding.ts";
import { judge } from "../../../../src/analysis/verdict/judge.ts";
import { type Look, ONLY, plannedLooks } from "../../../../src/analysis/verdict/looks.ts";
import { metricLimit, needsOf } from "../../../../src/analysis/verdict/rules.ts";
import type { PlannedLook } from "../../../../src/model/looks.ts";
import type { MetricId } from "../../../../src/model/metric.ts";
import type { Rules } from "../../../../src/model/rules.ts";
import { chiSquaredQuantile } from "../../../../src/stats/chi-squared.ts";
import { bothShifts, type Shift } from "../../../../src/stats/shift.ts";
import { studentCritical } from "../../../../src/stats/student.ts";
import { finding } from "./findings.ts";
import { RULES } from "./story.ts";

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

  it("needs the absolute floor too: 20 % of a microsecond is no regression, nor is its uncertainty one", () => {
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
    const [, information] = judge([finding(0, 0.03), finding(0, 0.03, { metric: "tps" })], RULES);
    expect(information!.smallestVisible, "of information as of an only gate").toBe(visible(0.03));
  });

  it("by the stricter rule cannot be an improvement by all there is, and leaves other gates alone", () => {
    const strict: Rules = {
      ...RULES,
      decide: "margin-proven",
      gates: [...RULES.gates, { metric: "p99", margin: 1.2, floor: null, workload: "wide" }],
    };
    const wide = finding(Math.log(0.01), 0.02, { metric: "p99", workload: "wide" });
    const limit = metricLimit(strict, "wide", "p99");
    const [first, other] = judge([{ ...wide, limit }, finding(0.06, 0.02)], strict);
    expect(first!.p).toMatchObject({ better: 1, betterAdjusted: 1 });
    expect(first!.verdict.kind).not.toBe("improved");
    expect(other!.verdict.kind).toBe("improved");
  });

  it("is of the least worsening that is called: at the edge of what it calls, by either rule", () => {
    for (const decide of ["significant-and-relevant", "margin-proven"] as const) {
      const rules: Rules = { ...RULES, decide };
      // With hardly any noise what is called is what is beyond the limit, and the visible change is the limit.
      const { smallestVisible } = judge([finding(0, 1e-6)], rules)[0]!;
      expect(smallestVisible).toBeCloseTo(0.02, 5);
      expect(verdictOf(finding(Math.log1p(-smallestVisible! - 1e-5), 1e-6), rules)).toBe("regressed");
      expect(verdictOf(finding(Math.log1p(-smallestVisible! + 1e-5), 1e-6), rules)).not.toBe("regressed");
    }
  });

  it("sees nothing of a throughput that may fall by all there is", () => {
    const rules: Rules = { ...RULES, gates: [{ metric: "qps", margin: 1, floor: null }] };
    const gate = { ...finding(-1, 0.02), limit: metricLimit(rules, "w", "qps") };
    expect(judge([gate], rules)[0]).toMatchObject({ smallestVisible: null });
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
      why: "not worse by more than 2 %; may be better",
    });
  });

  it("is not one whose arms cannot be compared", () => {
    const { evidence, ...rest } = finding(0.012, 0.03);
    if (evidence.kind !== "shift") throw new Error("a finding without a test");
    const objected = { ...rest, evidence: { ...evidence, objection: "another machine" } };
    expect(judge([objected], RULES)[0]!.verdict).toEqual({
      kind: "inconclusive",
      why: "another machine",
      forbidden: true,
    });
  });
});

describe("what bends a shift to one side", () => {
  const judgedWith = (mean: number, spares: "regressed" | "improved") => {
    const each = finding(mean, 0.01);
    if (each.evidence.kind !== "shift") throw new Error("a finding without a test");
    const bias = { why: "bent", spares };
    return judge([{ ...each, evidence: { ...each.evidence, bias } }], RULES)[0]!.verdict;
  };

  it("leaves the verdict that it cannot have made, and no other", () => {
    expect(judgedWith(-0.05, "regressed")).toEqual({ kind: "regressed" });
    expect(judgedWith(0.05, "improved")).toEqual({ kind: "improved" });
    for (const [mean, spares] of [
      [0.05, "regressed"],
      [-0.05, "improved"],
      [0, "regressed"],
    ] as const)
      expect(judgedWith(mean, spares)).toEqual({ kind: "inconclusive", why: "bent" });
  });
});

describe("a change that moved while it was measured", () => {
  /** Of a metric whose change is `mean` in the middle, and whose ends lie `apart` from it. */
  const judgedWith = (mean: number, ends: number, metric: MetricId = "qps") => {
    const [each, end] = [finding(mean, 0.01, { metric }), finding(ends, 0.01, { metric })];
    if (each.evidence.kind !== "shift" || end.evidence.kind !== "shift")
      throw new Error("a finding without a test");
    const drift = { why: "it moved", ends: end.evidence.shift, last: end.evidence.shift };
    return judge([{ ...each, evidence: { ...each.evidence, drift } }], RULES)[0]!.verdict;
  };

  it("is called where its ends go the same way, whichever way is worse", () => {
    for (const [mean, metric, kind] of [
      [-0.05, "qps", "regressed"],
      [0.05, "qps", "improved"],
      [0.05, "server-cpu", "regressed"],
      [-0.05, "server-cpu", "improved"],
    ] as const) {
      expect(judgedWith(mean, mean, metric)).toEqual({ kind });
      expect(judgedWith(mean, -mean, metric)).toEqual({ kind: "inconclusive", why: "it moved" });
      expect(judgedWith(mean, 0, metric)).toEqual({ kind: "inconclusive", why: "it moved" });
    }
  });

  it("is none that asks anything where nothing is called", () => {
    expect(judgedWith(0, -0.05)).toEqual({ kind: "unchanged" });
  });
});

describe("a finding that is settled without a test", () => {
  it("keeps its verdict and its effect, claims no test, and counts in no family", () => {
    const verdict = { kind: "too-few", what: "sessions", have: 2, need: 3 } as const;
    const settled = {
      ...finding(0, 0.01, { workload: "v" }),
      evidence: { kind: "settled", verdict, effect: 0.4 },
    } as const;
    const [first, second] = judge([settled, finding(-0.03, 0.035)], RULES);
    expect(first).toMatchObject({
      workload: "v",
      metric: "qps",
      role: "gate",
      effect: 0.4,
      interval: null,
      confidence: 0.9,
      p: null,
      margin: 0.02,
      floor: null,
      noise: null,
      smallestVisible: null,
      verdict,
    });
    expect(second!.p!.worseAdjusted).toBe(second!.p!.worse);
    expect(second!.smallestVisible).toBe(judge([finding(-0.03, 0.035)], RULES)[0]!.smallestVisible);
  });
});

describe("a gate without an answer", () => {
  const whyOf = (mean: number, sd: number, metric: MetricId = "qps") =>
    judge([finding(mean, sd, { metric })], RULES)[0]!.verdict as { why?: string };

  it("says how much worse it may be, beside the limit that this passes", () => {
    const seen = /^may be up to (\S+) % worse \(limit 2 %\)$/;
    const [, worse] = seen.exec(whyOf(0, 0.08).why!)!;
    // The one-sided bound of eight pairs without an effect.
    const bound = (studentCritical(0.05, 7) * 0.08) / Math.sqrt(8);
    expect(Number(worse)).toBe(Math.ceil(-1000 * Math.expm1(-bound)) / 10);
    const [, more] = seen.exec(whyOf(0, 0.08, "server-cpu").why!)!;
    expect(Number(more)).toBe(Math.ceil(1000 * Math.expm1(bound)) / 10);
  });

  it("says that a run tells nothing where it sees only what halves or doubles", () => {
    expect(whyOf(0, 1.2).why).toMatch(
      /^may be up to 5\d % worse \(limit 2 %\): this run was too short or too noisy to tell$/,
    );
    expect(whyOf(0, 1.2, "server-cpu").why).toMatch(
      /^may be up to a factor of 2\.\d worse \(limit 2 %\): this run was too short or too noisy to tell$/,
    );
  });

  it("does not blame a run that sees no less than a limit of more than double", () => {
    const open = finding(0.55, 0.9, { metric: "server-cpu" });
    const [change] = judge([{ ...open, limit: { role: "gate", margin: 1.2, floor: null } }], RULES);
    expect(change!.verdict).toHaveProperty("why", "may be up to a factor of 3.2 worse (limit 120 %)");
  });

  it("says that its own interval is not the rule where it shows more than the limit, and many gates are judged", () => {
    const others = Array.from({ length: 39 }, (_, i) => finding(0, 0.08, { workload: `w${i}` }));
    const [change] = judge([finding(-0.08, 0.06), ...others], RULES);
    expect(change!.interval!.high).toBeLessThan(-0.02);
    expect(change!.verdict).toHaveProperty(
      "why",
      "its own interval is beyond the limit of 2 %, but with all gates tested together that is not certain enough yet",
    );
  });

  it("says which way it goes where that is beyond chance", () => {
    expect(whyOf(-0.015, 0.015).why).toBe("worse, but not shown to be by more than the limit of 2 %");
    expect(whyOf(0.015, 0.015, "server-cpu").why).toBe(
      "worse, but not shown to be by more than the limit of 2 %",
    );
  });
});

describe("rules", () => {
  it("let a workload's own gate go before the gate for all", () => {
    const rules: Rules = {
      ...RULES,
      gates: [...RULES.gates, { metric: "qps", margin: 0.05, floor: null, workload: "noisy" }],
    };
    expect(metricLimit(rules, "noisy", "qps").margin).toBe(0.05);
    expect(metricLimit(rules, "calm", "qps").margin).toBe(0.02);
    expect(metricLimit(rules, "calm", "mean").role).toBe("information");
  });

  it("say of a gate whether a trade fails it, and the change keeps that", () => {
    const told = (trade?: "fail") => {
      const gates = [{ metric: "server-cpu" as const, margin: 0.02, floor: null, ...(trade && { trade }) }];
      const gate = finding(0.04, 0.02, { metric: "server-cpu" });
      return judge([{ ...gate, limit: metricLimit({ ...RULES, gates }, "w", "server-cpu") }], RULES)[0]!;
    };
    expect(told("fail").trade).toBe("fail");
    expect(told()).not.toHaveProperty("trade");
  });

  it("never go below two sessions", () => {
    expect(needsOf({ ...RULES, needs: { sessions: 1 } })).toEqual({
      sessions: 2,
      baselineRuns: 5,
      tailRequests: 10,
    });
  });
});

describe("what two readings say", () => {
  /** Of a throughput that nobody knows which reading of is right: what is shown, and the other one. */
  const readings = (shown: number, other: number, sd = 0.01) => {
    const [first, second] = [finding(shown, sd), finding(other, sd)];
    if (first.evidence.kind !== "shift" || second.evidence.kind !== "shift")
      throw new Error("a finding without a test");
    const shift = bothShifts(first.evidence.shift, second.evidence.shift);
    return judge([{ ...first, evidence: { ...first.evidence, shift } }], RULES)[0]!.verdict;
  };

  it("must lie beyond the limit by both, in either direction", () => {
    expect(readings(-0.04, -0.03).kind).toBe("regressed");
    expect(readings(-0.04, -0.015).kind).toBe("inconclusive");
    expect(readings(-0.015, -0.04).kind).toBe("inconclusive");
    expect(readings(0.04, 0.03).kind).toBe("improved");
    expect(readings(0.04, 0.015).kind).not.toBe("improved");
    expect(readings(0.015, 0.04).kind).not.toBe("improved");
  });

  it("name a green only where both estimates are small", () => {
    expect(readings(0, -0.005, 0.04)).toHaveProperty("most");
    expect(readings(0, -0.012, 0.03)).not.toHaveProperty("most");
    expect(readings(-0.012, 0, 0.03)).not.toHaveProperty("most");
  });
});

describe("the visible change of a gate that is looked at more than once", () => {
  it("is that of all sessions to come, at the share of alpha that the last look has", () => {
    const gate = finding(0, 0.03);
    if (gate.evidence.kind !== "shift") throw new Error("a finding without a test");
    const { shift } = gate.evidence;
    const rules: Rules = { ...RULES, gates: [{ metric: "qps", margin: 1e-9, floor: null }] };
    const visible = (at: number, of: 1 | 2 | 3) =>
      judge(
        [
          {
            ...gate,
            limit: metricLimit(rules, "w", "qps"),
            look: { at, of: plannedLooks({ sessions: 8, looks: of }) },
          },
        ],
        rules,
      )[0]!.smallestVisible;
    // As if the spread were what three of four such runs do not exceed.
    const caution = Math.sqrt(shift.df / chiSquaredQuantile(0.25, shift.df));
    const seen = (factor: number, level: number) =>
      -Math.expm1(-caution * shift.more(factor).visible(level, 0.8)!);
    expect(visible(1, 1)).toBeCloseTo(seen(1, 0.05), 12);
    expect(visible(1, 2)).toBeCloseTo(seen(2, 0.05 * 0.98), 12);
    expect(visible(2, 3)).toBeCloseTo(seen(1.5, 0.05 * 0.7), 12);
    expect(visible(3, 3)).toBeCloseTo(seen(1, 0.05 * 0.7), 12);
  });
});

describe("a green gate that names what it excludes", () => {
  /** Of eight pairs: the one-sided bound at 5 % lies 1.895 standard errors from the estimate. */
  const at = (mean: number, sd: number, look: Look = ONLY) => {
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

  it("excludes no more than twice its limit, to the digit", () => {
    const most = (sd: number) => at(0, sd).verdict as { most?: number };
    // The one-sided bound of eight pairs without an effect, in standard deviations.
    const reach = studentCritical(0.05, 7) / Math.sqrt(8);
    expect(most(-Math.log1p(-0.0399) / reach).most).toBeCloseTo(0.0399, 10);
    expect(most(-Math.log1p(-0.0401) / reach)).not.toHaveProperty("most");
  });

  it("has bounds that may be read at any look: wider than those of one", () => {
    const levels = ([1, 2, 3] as const).map((looks) => {
      const of = plannedLooks({ sessions: 8, looks });
      return (1 - at(0, 0.01, { at: 1, of }).confidence) / 2;
    });
    expect(levels[0]).toBeCloseTo(0.05, 12);
    expect(levels[1]).toBeCloseTo(0.0304, 4);
    expect(levels[2]).toBeCloseTo(0.0232, 4);
  });
});

describe("at its very bounds", () => {
  const PLAIN: Shift = {
    estimate: 0,
    noise: 0.01,
    df: 7,
    interval: () => ({ low: -0.5, high: 0.5 }),
    pAbove: () => 0.5,
    pBelow: () => 0.5,
    visible: () => 0.5,
    exceeds: () => 0.5,
    more: () => PLAIN,
  };
  /** Of a throughput whose margin is `margin`, by a test that says exactly this. */
  const verdictBy = (shift: Partial<Shift>, margin: number, drift?: Partial<Shift>) => {
    const gates = [{ metric: "qps", margin, floor: null }] as const;
    const each = finding(0, 0.01);
    const evidence = {
      kind: "shift",
      shift: { ...PLAIN, ...shift },
      objection: null,
      ...(drift === undefined
        ? {}
        : { drift: { why: "it moved", ends: { ...PLAIN, ...drift }, last: PLAIN } }),
    } as const;
    const limit = { role: "gate", margin, floor: null } as const;
    return judge([{ ...each, limit, evidence }], { ...RULES, gates })[0]!;
  };
  const worse = (p: number) => ({ pBelow: () => p });
  const better = (p: number) => ({ pAbove: () => p });
  const [down, up] = [Math.log(0.9), Math.log(1.1)];

  it("p at alpha is significant, and above it is not", () => {
    expect(verdictBy({ estimate: down, ...worse(0.05) }, 0.02).verdict.kind).toBe("regressed");
    expect(verdictBy({ estimate: down, ...worse(0.0500001) }, 0.02).verdict.kind).toBe("inconclusive");
    expect(verdictBy({ estimate: up, ...better(0.05) }, 0.02).verdict.kind).toBe("improved");
    expect(verdictBy({ estimate: up, ...better(0.0500001) }, 0.02).verdict.kind).toBe("inconclusive");
  });

  it("p at alpha is there at the ends of a change that moved", () => {
    const moved = (p: number) => verdictBy({ estimate: down, ...worse(0.01) }, 0.02, worse(p)).verdict.kind;
    expect(moved(0.05)).toBe("regressed");
    expect(moved(0.0500001)).toBe("inconclusive");
  });

  it("an estimate at the limit is not beyond it", () => {
    const harm = -Math.expm1(down);
    expect(verdictBy({ estimate: down, ...worse(0.01) }, harm).verdict.kind).toBe("inconclusive");
    expect(verdictBy({ estimate: down, ...worse(0.01) }, harm - 1e-9).verdict.kind).toBe("regressed");
    const gain = Math.expm1(up);
    expect(verdictBy({ estimate: up, ...better(0.01) }, gain).verdict.kind).toBe("inconclusive");
    expect(verdictBy({ estimate: up, ...better(0.01) }, gain - 1e-9).verdict.kind).toBe("improved");
  });

  it("an interval that ends at the limit lies within it, on either side", () => {
    const within = (low: number, high: number, margin: number) =>
      verdictBy({ interval: () => ({ low, high }) }, margin).verdict;
    expect(within(down, 0, -Math.expm1(down))).toEqual({ kind: "unchanged" });
    expect(within(0, up, Math.expm1(up))).toEqual({ kind: "unchanged" });
    // What is open for the better alone is not worse than the limit, at it neither.
    expect(within(down, 1, -Math.expm1(down))).toMatchObject({ kind: "inconclusive", notWorse: true });
    expect(within(down, 1, -Math.expm1(down))).not.toHaveProperty("most");
  });

  it("a worsening of twice the limit is named, with an estimate of half of it", () => {
    const named = (low: number, estimate: number, margin: number) =>
      verdictBy({ estimate, interval: () => ({ low, high: 1 }) }, margin).verdict;
    expect(named(down, 0, -Math.expm1(down) / 2)).toEqual({
      kind: "inconclusive",
      why: "at most 10 % worse (limit 5 %): passes",
      notWorse: true,
      most: -Math.expm1(down),
    });
    const half = Math.log(0.97);
    expect(named(down, half, -2 * Math.expm1(half))).toHaveProperty("most");
    expect(named(down, half, -2 * Math.expm1(half) - 1e-9)).not.toHaveProperty("most");
  });

  it("a bound is printed rounded up, and a limit as it was chosen", () => {
    const why = (low: number, margin: number) =>
      (verdictBy({ estimate: 0, interval: () => ({ low, high: 1 }) }, margin).verdict as { why: string }).why;
    expect(why(Math.log(1 - 0.0221), 0.02)).toBe("at most 2.3 % worse (limit 2 %): passes");
    expect(why(Math.log(1 - 0.1136), 0.08)).toBe("at most 12 % worse (limit 8 %): passes");
    expect(why(Math.log(1 - 0.13), 0.125)).toBe("at most 13 % worse (limit 12.5 %): passes");
    expect(why(Math.log(1 - 0.0996), 0.08)).toBe("at most 10 % worse (limit 8 %): passes");
    expect(why(Math.log(1 - 0.0513), 0.02)).toBe("may be up to 5.2 % worse (limit 2 %)");
  });

  it("an interval without an end is none, whichever end it is, and shows nothing", () => {
    const endless = (low: number, high: number) =>
      verdictBy({ interval: () => ({ low, high }), visible: () => null }, 0.02);
    for (const [low, high] of [
      [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      [-0.001, Number.POSITIVE_INFINITY],
      [Number.NEGATIVE_INFINITY, 0.001],
    ] as const)
      expect(endless(low, high)).toMatchObject({
        interval: null,
        smallestVisible: null,
        verdict: { kind: "inconclusive", why: "too few sessions for any change to be significant" },
      });
  });

  it("is open by more than double as a factor, and for the better in words of its own", () => {
    const cpu = {
      ...finding(0, 0.01, { metric: "server-cpu" }),
      limit: metricLimit(RULES, "w", "server-cpu"),
    };
    const shift = { ...PLAIN, interval: () => ({ low: -0.5, high: Math.log(2.234) }) };
    const of = (edit: Partial<Shift>) => {
      const evidence = { kind: "shift", shift: { ...shift, ...edit }, objection: null } as const;
      return judge([{ ...cpu, evidence }], RULES)[0]!.verdict;
    };
    expect(of({})).toMatchObject({
      why: "may be up to a factor of 2.3 worse (limit 2 %): this run was too short or too noisy to tell",
    });
    expect(of({ pBelow: () => 0.01 })).toMatchObject({
      why: "better, but not shown to be by more than the limit of 2 %",
    });
  });
});

describe("a look of few sessions", () => {
  const look = (edit: Partial<PlannedLook>, isNoiseKnown = false): Look => ({
    at: 1,
    of: [{ sessions: 8, worse: 1, better: 1, bound: 1, passes: [], ...edit }],
    isNoiseKnown,
  });
  /** Eight pairs, the last of them with another ratio, by one or two readings. */
  const gate = (mean: number, last: number, readings = 1): Finding => {
    const found = finding(mean, 0.001);
    const ratios = found.head.values.map((value, i) => Math.log(value / found.base.values[i]!));
    const odd = [...ratios.slice(0, -1), last];
    if (found.evidence.kind !== "shift") throw new Error("a finding without a test");
    return { ...found, evidence: { ...found.evidence, readings: readings === 1 ? [odd] : [ratios, odd] } };
  };
  const kindOf = (each: Finding, at: Look) => judge([{ ...each, look: at }], RULES)[0]!.verdict.kind;

  it("calls a change only where every session lies beyond the limit, by every reading", () => {
    const always = look({ every: "always" });
    expect(kindOf(gate(-0.05, -0.03), always)).toBe("regressed");
    expect(kindOf(gate(-0.05, -0.019), always)).toBe("inconclusive");
    expect(kindOf(gate(-0.05, -0.019, 2), always)).toBe("inconclusive");
    expect(kindOf(gate(-0.05, -0.019), look({})), "more sessions").toBe("regressed");
    expect(kindOf(gate(0.05, 0.03), always)).toBe("improved");
    expect(kindOf(gate(0.05, 0.019), always)).toBe("inconclusive");
  });

  it("trusts that sessions are independent where stored noise has shown it", () => {
    expect(kindOf(gate(-0.05, -0.019), look({ every: "unknown-noise" }))).toBe("inconclusive");
    expect(kindOf(gate(-0.05, -0.019), look({ every: "unknown-noise" }, true))).toBe("regressed");
    expect(kindOf(gate(-0.05, -0.019), look({ every: "always" }, true))).toBe("inconclusive");
  });

  it("passes nothing beyond its limit where it has no way to", () => {
    const open = judge([{ ...finding(0, 0.04), look: look({}) }], RULES)[0]!;
    expect(open.verdict).not.toHaveProperty("notWorse");
    const named = judge(
      [{ ...finding(0, 0.04), look: look({ passes: [{ most: 2, estimate: 0.5 }] }) }],
      RULES,
    )[0]!;
    expect(named.verdict).toHaveProperty("most");
  });

  it("passes by a bound at a stricter level of its own", () => {
    const wide = (level: number, sd: number) => {
      const passes = [{ most: 1.25, level, estimate: 0.5 }];
      return judge([{ ...finding(0, sd), look: look({ passes }) }], RULES)[0]!.verdict;
    };
    const outside = (-Math.log1p(-0.025) / studentCritical(0.03, 7)) * Math.sqrt(8);
    expect(wide(0.03, outside * 0.999)).toHaveProperty("most");
    expect(wide(0.03, outside * 1.001)).not.toHaveProperty("most");
    expect(wide(0.005, outside * 0.999), "0.5 % asks for more").not.toHaveProperty("most");
  });

  it("lets the worst of many gates lie as far out as chance takes one of so many", () => {
    const pass = (reach?: number) =>
      look({ passes: [{ most: 3, estimate: 0.5, ...(reach === undefined ? {} : { reach }) }] });
    const worst = (mean: number, others: number, at: Look) => {
      const calm = Array.from({ length: others }, (_, i) => finding(0, 0.001, { workload: `calm ${i}` }));
      return judge(
        [finding(mean, 0.0165), ...calm].map((each) => ({ ...each, look: at })),
        RULES,
      )[0]!.verdict;
    };
    // The standard error is 0.58 %: of 30 gates the worst lies 2.94 of them out in one check of twenty, of one 1.64.
    expect(worst(-0.0125, 29, pass(0.75))).toHaveProperty("most");
    expect(worst(-0.0125, 29, pass())).not.toHaveProperty("most");
    expect(worst(-0.0125, 0, pass(0.75))).not.toHaveProperty("most");
    expect(worst(-0.016, 29, pass(0.75)), "never beyond three quarters").not.toHaveProperty("most");
  });
});
