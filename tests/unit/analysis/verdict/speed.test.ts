import { describe, expect, it } from "vitest";
import { sessionValues } from "../../../../src/analysis/samples/values.ts";
import type { MeasuredSession } from "../../../../src/analysis/verdict/arm-values.ts";
import { spreadOf } from "../../../../src/analysis/verdict/earlier.ts";
import {
  type Assumption,
  gatingLimit,
  isThroughput,
  ratiosOf,
  speedFinding,
  speedMetricsOf,
  tailLack,
  withoutTail,
} from "../../../../src/analysis/verdict/speed.ts";
import type { MetricId } from "../../../../src/model/metric.ts";
import { startsHeadFirst } from "../../../../src/model/run.ts";
import { sampleInTurns } from "../../../../src/stats/sessions.ts";
import { makeRun } from "../../../support/runs.ts";
import { RULES } from "./story.ts";

const PAIRED: Assumption = { form: "paired", prior: null, order: null };
const [template] = makeRun({ sessions: 1, workloads: [{ name: "w" }] }).workloads[0]!.sessions;

/** Sessions with these values of one metric. */
const armOf = (metric: MetricId, values: readonly (number | null)[]): readonly MeasuredSession[] =>
  values.map((value, index) => {
    const session = { ...template!, index };
    return { session, values: { ...sessionValues(session), [metric]: value } };
  });

const shiftOf = (
  metric: MetricId,
  assumption: Assumption,
  arms: Readonly<{ base: readonly MeasuredSession[]; head: readonly MeasuredSession[] }>,
) => {
  const finding = speedFinding("w", metric, assumption, arms, null, RULES);
  if (finding?.evidence.kind !== "shift") throw new Error("a finding without a test");
  return finding.evidence.shift;
};

describe("sessions of two measurements", () => {
  it("are no pairs: of either arm all count, also where the other one has fewer or lacks a value", () => {
    const base = armOf("server-cpu", [100, 101, 102, null]);
    const head = armOf("server-cpu", [200, 202, 204, 206, 208, 210]);
    const finding = speedFinding(
      "w",
      "server-cpu",
      { ...PAIRED, form: "unpaired" },
      { base, head },
      null,
      RULES,
    )!;
    expect(finding.base.values).toEqual([100, 101, 102]);
    expect(finding.head.values).toEqual([200, 202, 204, 206, 208, 210]);
    // All of one above all of the other: 1 of 84 orders.
    expect(shiftOf("server-cpu", { ...PAIRED, form: "unpaired" }, { base, head }).pAbove(0)).toBeCloseTo(
      1 / 84,
      10,
    );
  });

  it("of one are, and one without a value on either arm is left out of both", () => {
    const base = armOf("server-cpu", [100, null, 102, 103, 104]);
    const head = armOf("server-cpu", [200, 202, null, 206, 208]);
    const finding = speedFinding("w", "server-cpu", PAIRED, { base, head }, null, RULES)!;
    expect(finding.base.values).toEqual([100, 103, 104]);
    expect(finding.head.values).toEqual([200, 206, 208]);
  });
});

describe("a server that stands still", () => {
  const verdictOf = (base: readonly number[], head: readonly number[]) => {
    const arms = { base: armOf("server-cpu", base), head: armOf("server-cpu", head) };
    const { evidence } = speedFinding("w", "server-cpu", PAIRED, arms, null, RULES)!;
    return evidence.kind === "settled" ? evidence.verdict : evidence.kind;
  };

  it("is worse where it does so in every session of head and none of base", () => {
    expect(verdictOf([1, 1, 1], [0, 0, 0])).toEqual({ kind: "regressed" });
    expect(verdictOf([1, 0, 1], [0, 0, 0])).toMatchObject({
      why: "the value is 0 in 1 of 3 sessions of base and 3 of 3 sessions of head",
    });
    expect(verdictOf([1, 1, 1], [0, 1, 0])).toMatchObject({
      why: "the value is 0 in 2 of 3 sessions of head",
    });
    expect(verdictOf([1, 0, 1], [1, 1, 1])).toMatchObject({
      why: "the value is 0 in 1 of 3 sessions of base",
    });
  });
});

describe("what bears on a test", () => {
  const values = [100, 103, 98, 101, 99, 102];
  const arms = { base: armOf("p99", values), head: armOf("p99", values.toReversed()) };

  it("widens it, where sessions depend on each other, by what so many come to", () => {
    const half = (assumption: Assumption) => {
      const { low, high } = shiftOf("p99", assumption, arms).interval(0.9);
      return (high - low) / 2;
    };
    const inflation = (sessions: number) => (sessions === 6 ? 9 : 1);
    expect(half({ ...PAIRED, inflation })).toBeCloseTo(3 * half(PAIRED), 12);
  });

  it("objects to it: what is said of both arms, else slices that are too short for a percentile", () => {
    const slow = armOf(
      "p99",
      values.map((value) => value * 1e9),
    );
    const objection = (said: string | null) => {
      const finding = speedFinding("w", "p99", PAIRED, { base: slow, head: slow }, said, RULES)!;
      return finding.evidence.kind === "shift" ? finding.evidence.objection : "none";
    };
    expect(objection(null)).toMatch(/^slices of .* are too short for a p99 of /);
    expect(objection("another machine")).toBe("another machine");
  });
});

describe("a percentile's tail", () => {
  it("that is missing takes its gate away, and leaves its limit", () => {
    const limit = { role: "gate", margin: 0.1, floor: 5 } as const;
    const lack = { kind: "too-few", what: "requests per session", have: 9, need: 1000 } as const;
    expect(gatingLimit(limit, lack, false)).toEqual({ role: "information", margin: 0.1, floor: 5 });
    expect(gatingLimit(limit, null, false)).toBe(limit);
    expect(gatingLimit(limit, lack, true), "head lost it").toBe(limit);
  });

  const withRequests = (count: number): readonly MeasuredSession[] =>
    armOf("p99", [1e6]).map(({ session, values }) => ({
      session: { ...session, latency: { ...session.latency, count } },
      values,
    }));

  it("is there from so many requests beyond it on, in every session", () => {
    expect(tailLack(withRequests(1000), "p99", 10)).toBeNull();
    expect(tailLack([...withRequests(5000), ...withRequests(999)], "p99", 10)).toEqual({
      kind: "too-few",
      what: "requests per session",
      have: 999,
      need: 1000,
    });
    expect(tailLack([], "p99", 10)).toBeNull();
  });
});

describe("the order of starts", () => {
  /** Head is 3 % slower, and shows 1 % more where its own server started first. */
  const ratiosIn = (sessions: number) =>
    Array.from({ length: sessions }, (_, index) => -0.03 + (startsHeadFirst(index) ? 0.01 : -0.01));
  const ratios = ratiosIn(6);
  const armsWith = (all: readonly number[]) => ({
    base: armOf(
      "server-cpu",
      all.map(() => 100),
    ),
    head: armOf(
      "server-cpu",
      all.map((ratio) => 100 * Math.exp(ratio)),
    ),
  });
  const arms = armsWith(ratios);

  it.each([3, 5, 7, 9])(
    "moves nothing in %i sessions, as an interruption or a budget may leave",
    (sessions) => {
      const shift = shiftOf("server-cpu", PAIRED, armsWith(ratiosIn(sessions)));
      expect(shift.estimate).toBeCloseTo(-0.03, 12);
    },
  );

  it("is taken out in the direction in which earlier measurements tell it", () => {
    const { order } = spreadOf({ ratios, sessions: ratios.map((_, i) => i) });
    expect(order).toBeCloseTo(0.01, 12);
    const shift = shiftOf("server-cpu", { ...PAIRED, order: order! }, arms);
    expect(shift.estimate).toBeCloseTo(-0.03, 12);
    expect(shift.noise).toBeCloseTo(0, 9);
    expect(shiftOf("server-cpu", PAIRED, arms).noise).toBeCloseTo(0.01 * Math.sqrt(6 / 5), 9);
    const { values, signs } = ratiosOf("w", "server-cpu", arms, RULES)!;
    expect(sampleInTurns(values, signs, order!).spread.variance).toBeCloseTo(0, 12);
  });
});

describe("the other reading of throughput", () => {
  // Connections that rested an eighth of head's time: over the wall head is that much slower.
  const resting = (share: number) => (each: MeasuredSession) => {
    const session = { ...each.session, connections: 8, restNs: 8 * share * each.session.durationNs };
    return { session, values: sessionValues(session) };
  };
  const base = armOf("mean", [1, 1, 1, 1]).map(resting(0));
  const head = armOf("mean", [1, 1, 1, 1]).map(resting(1 / 8));

  it.each(["qps", "tps"] as const)("is tested, of %s", (metric) => {
    const shift = shiftOf(metric, PAIRED, { base, head });
    expect(shift.estimate).toBeCloseTo(-Math.log(7 / 8), 10);
    expect(shift.otherEstimate).toBeCloseTo(0, 10);
  });

  it("is told of every session, for the suite", () => {
    const { values, other } = ratiosOf("w", "qps", { base, head }, RULES)!;
    expect(values[0]).toBeCloseTo(-Math.log(7 / 8), 10);
    expect(other.map((each) => Math.round(1e9 * each))).toEqual([0, 0, 0, 0]);
  });

  it("is none where connections never rested, and of other metrics", () => {
    expect(shiftOf("qps", PAIRED, { base, head: base })).not.toHaveProperty("otherEstimate");
    expect(shiftOf("mean", PAIRED, { base, head })).not.toHaveProperty("otherEstimate");
  });
});

describe("what is compared of a workload", () => {
  const gate = (metric: MetricId, workload?: string) => {
    return { metric, margin: 0.1, floor: null, ...(workload === undefined ? {} : { workload }) };
  };
  const WHOLE = [
    "qps",
    "tps",
    "server-cpu",
    "mean",
    "p50",
    "p95",
    "p99",
    "p99.9",
    "tpmc",
    "capacity",
    "recovery",
    "dip-depth",
    "dip-length",
    "disruption-failures",
  ];

  it("is the speed of all its events, and the kinds of events that gate it, each once", () => {
    expect(speedMetricsOf({ gates: [] }, "w")).toEqual(WHOLE);
    const gates = [
      gate("qps"),
      gate("p99:new_order", "w"),
      gate("p99:new_order"),
      gate("rate:checkout", "another"),
      gate("p90:pay"),
    ];
    expect(speedMetricsOf({ gates }, "w")).toEqual([...WHOLE, "p99:new_order", "p90:pay"]);
  });

  it("is throughput by the second or the minute, of all or of a kind", () => {
    const throughput = [...WHOLE, "rate:pay", "p90:pay"].filter((id) => isThroughput(id as MetricId));
    expect(throughput).toEqual(["qps", "tps", "tpmc", "rate:pay"]);
  });
});

describe("what has no test", () => {
  const find = (
    base: readonly (number | null)[],
    head: readonly (number | null)[],
    assumption: Assumption = PAIRED,
  ) => {
    const arms = { base: armOf("server-cpu", base), head: armOf("server-cpu", head) };
    return speedFinding("w", "server-cpu", assumption, arms, null, RULES);
  };
  const evidence = (...arms: Parameters<typeof find>) => find(...arms)!.evidence;

  it("is nothing where neither arm has a value, and lacks sessions where one has none", () => {
    expect(find([null, null], [null, null])).toBeNull();
    expect(evidence([null, null, null], [1, 1, 1], { ...PAIRED, form: "unpaired" })).toEqual({
      kind: "settled",
      verdict: { kind: "too-few", what: "sessions", have: 0, need: 3 },
      effect: null,
    });
    expect(find([1, 1, 1], [null, null, null])!.evidence).toMatchObject({ effect: null });
  });

  it("lacks sessions by the arm that has fewer, and pairs by those that both have", () => {
    expect(evidence([1, 1], [1, 1, 1, 1], { ...PAIRED, form: "unpaired" })).toMatchObject({
      verdict: { have: 2 },
    });
    expect(find([100, 101, 102, 103], [100, 101, 102])!.base.values).toEqual([100, 101, 102]);
    expect(find([100, 101, 102], [100, 101, 102, 103])!.head.values).toEqual([100, 101, 102]);
  });

  it("has the ratio of its estimates for an effect, where base has one that is not 0", () => {
    expect(evidence([100, 100], [150, 150])).toMatchObject({ effect: expect.closeTo(0.5, 12) });
    expect(evidence([0, 0, 0], [1, 1, 1])).toMatchObject({ effect: null });
    expect(evidence([1, 1, 1], [0, 0, 0])).toMatchObject({ effect: -1 });
  });

  it("stood still on both arms in as many sessions", () => {
    expect(evidence([1, 0, 1], [0, 1, 1])).toMatchObject({
      verdict: {
        kind: "inconclusive",
        why: "the value is 0 in 1 of 3 sessions of base and 1 of 3 sessions of head",
      },
    });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1])("is no amount: %d", (odd) => {
    const finding = find([odd, 1, 1], [1, 1, odd])!;
    expect(finding.evidence).toMatchObject({
      verdict: { kind: "inconclusive", why: "2 of 6 values are no amounts" },
    });
    expect(finding.base.values).toEqual([1, 1]);
    expect(finding.head.values).toEqual([1, 1]);
  });

  it("has no ratios for the suite", () => {
    const of = (values: readonly (number | null)[]) => {
      const arm = armOf("server-cpu", values);
      return ratiosOf("w", "server-cpu", { base: arm, head: arm }, RULES);
    };
    expect(of([1, 1])).toBeNull();
    expect(of([null, null])).toBeNull();
    expect(of([1, 2, null, 4])).toMatchObject({ values: [0, 0, 0], other: [0, 0, 0], sessions: [0, 1, 3] });
  });
});

describe("a gate whose percentile has no tail", () => {
  const withRequests = (counts: readonly number[]): readonly MeasuredSession[] =>
    armOf(
      "p99",
      counts.map(() => 1e6),
    ).map(({ session, values }, i) => ({
      session: { ...session, latency: { ...session.latency, count: counts[i]! } },
      values,
    }));
  const find = (base: readonly number[], head: readonly number[]) =>
    speedFinding("w", "p99", PAIRED, { base: withRequests(base), head: withRequests(head) }, null, RULES)!;
  const all = [5000, 5000, 5000];

  it("is on either arm, in any session", () => {
    for (const finding of [find([5000, 999, 5000], all), find(all, [5000, 999, 5000])])
      expect(finding.evidence).toMatchObject({ verdict: { what: "requests per session", have: 999 } });
    expect(find(all, all).evidence.kind).toBe("shift");
  });

  it("is said, with how long would do, where anything was there at all", () => {
    const said = (...findings: ReturnType<typeof find>[]) =>
      withoutTail(findings, { ...RULES, gates: [{ metric: "p99", margin: 0.1, floor: null }] }, 8);
    const [warning, ...others] = said(find(all, [250, 300, 5000]), find(all, all));
    expect(others).toEqual([]);
    expect(warning).toEqual({
      code: "too-few-requests",
      message: "too few requests for p99: 250 in a session of w, 1000 are needed; it gates nothing here",
      remedy: "raise measure.seconds (32 s would do), or set gates.p99 to false and gate a lower percentile",
      workload: "w",
      metric: "p99",
    });
    expect(said(find(all, [0, 0, 0]))[0]!.remedy).toBe(
      "raise measure.seconds, or set gates.p99 to false and gate a lower percentile",
    );
  });

  it("stays one without an answer where head has lost it: so few may be so slow", () => {
    const gates = [{ metric: "p99", margin: 0.1, floor: null }] as const;
    const roleOf = (base: readonly number[], head: readonly number[]) => {
      const { limit } = speedFinding(
        "w",
        "p99",
        PAIRED,
        { base: withRequests(base), head: withRequests(head) },
        null,
        { ...RULES, gates },
      )!;
      return limit.role;
    };
    expect(roleOf([1500, 1600, 1700], [749, 700, 600])).toBe("gate");
    expect(roleOf([1500, 1600, 1700], [750, 700, 600]), "half of one of base's").toBe("information");
    expect(roleOf([1500, 1600, 999], [400, 300, 200]), "base has none either").toBe("information");
    expect(roleOf([400, 300, 200], [1500, 1600, 1700]), "base is the slower one").toBe("information");
    const [warning] = withoutTail(
      [
        speedFinding(
          "w",
          "p99",
          PAIRED,
          { base: withRequests(all), head: withRequests([400, 500, 600]) },
          null,
          { ...RULES, gates },
        )!,
      ],
      { ...RULES, gates },
      8,
    );
    expect(warning!.message).toBe(
      "too few requests for p99: 400 in a session of w, 1000 are needed; head has less than half of what base has, and may be slower: inconclusive",
    );
  });

  it("is said as requests where sessions are too few as well: more of them would not bring it", () => {
    const gates = [{ metric: "p99", margin: 0.1, floor: null }] as const;
    const [warning] = withoutTail([find([250, 300], [250, 5000])], { ...RULES, gates }, 8);
    expect(warning!.message).toBe(
      "too few requests for p99: 250 in a session of w, 1000 are needed; it gates nothing here",
    );
  });

  it("is not said of what gates nothing, or lacks something else", () => {
    const lacking = find(all, [250, 300, 5000]);
    expect(withoutTail([lacking], { ...RULES, gates: [] }, 8)).toEqual([]);
    const few = find([5000, 5000], [5000, 5000]);
    const gates = [{ metric: "p99", margin: 0.1, floor: null }] as const;
    expect(withoutTail([few], { ...RULES, gates }, 8)).toEqual([]);
    const information = {
      ...find(all, all),
      limit: { role: "information", margin: 0.1, floor: null },
    } as const;
    expect(withoutTail([information], { ...RULES, gates }, 8)).toEqual([]);
  });
});

describe("a change that moves", () => {
  const ratios = [0, 0.03, 0.06, 0.09, 0.12, 0.15, 0.18, 0.21];
  const arms = {
    base: armOf(
      "server-cpu",
      ratios.map(() => 100),
    ),
    head: armOf(
      "server-cpu",
      ratios.map((ratio, i) => 100 * Math.exp(ratio + 0.001 * (i % 3))),
    ),
  };
  const evidence = (form: Assumption["form"]) =>
    speedFinding("w", "server-cpu", { ...PAIRED, form }, arms, null, RULES)!.evidence;

  it("from pair to pair is told, and of sessions that are no pairs there is nothing to tell", () => {
    expect(evidence("paired")).toHaveProperty("drift.why", expect.stringContaining("while it was measured"));
    expect(evidence("unpaired")).not.toHaveProperty("drift");
    const steady = { ...arms, head: arms.base };
    expect(speedFinding("w", "server-cpu", PAIRED, steady, null, RULES)!.evidence).not.toHaveProperty(
      "drift",
    );
  });
});
