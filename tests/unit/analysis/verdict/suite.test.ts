import { describe, expect, it } from "vitest";
import { regressions } from "../../../../src/analysis/history/acceptances.ts";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { nextLook, plannedLooks } from "../../../../src/analysis/verdict/looks.ts";
import { type SuiteManner, type SuiteMember, suiteFindings } from "../../../../src/analysis/verdict/suite.ts";
import type { Change, Report } from "../../../../src/model/report.ts";
import type { Rules } from "../../../../src/model/rules.ts";
import { drawNormal, seededRng } from "../../../../src/stats/random.ts";
import { sampleInTurns } from "../../../../src/stats/sessions.ts";
import { sampleShift } from "../../../../src/stats/shift.ts";
import { mean, variance } from "../../../../src/stats/summary.ts";
import { quietPair, RULES, STAMP, withWorkloads } from "./story.ts";

const NAMES = ["a", "b", "c", "d", "e", "f"];
const recipe = (sessions: number) => ({
  sessions,
  secondsPerSession: 40,
  workloads: NAMES.map((name) => ({ name, workload: "oltp_point_select", rate: 200, medianNs: 1_000_000 })),
});
const GATES: Rules["gates"] = [{ metric: "qps", margin: 0.02, floor: null }];
const judged = (change: number, rules: Partial<Rules> = {}, sessions = 8, looks = 1): Report => {
  const [base, head] = quietPair(change, recipe(sessions));
  const plan = { ...head.plan, looks };
  return compareArms({ ...base, plan }, { ...head, plan }, { ...RULES, gates: GATES, ...rules }, STAMP);
};
const qps = ({ together = [] }: Report): Change => together.find(({ metric }) => metric === "qps")!;
const withSuite = { suite: [{ metric: "qps", margin: 0.01 }] } as const;

describe("all workloads together", () => {
  it("are the mean of their log ratios, session by session, and information that fails nothing", () => {
    const report = judged(-0.015);
    const change = qps(report);
    const logs = report.workloads.map(({ changes }) => {
      const { base, head } = changes.find(({ metric }) => metric === "qps")!;
      return head.values.map((value, i) => Math.log(value / base.values[i]!));
    });
    const means = logs[0]!.map((_, i) => mean(logs.map((each) => each[i]!)));
    expect(Math.log1p(change.effect!)).toBeCloseTo(mean(means), 9);
    expect(change.noise! ** 2).toBeLessThan(1.5 * variance(means));
    expect(change.role).toBe("information");
    const single = report.workloads[0]!.changes.find(({ metric }) => metric === "qps")!;
    const width = ({ interval }: Change) => interval!.high - interval!.low;
    expect(width(change), "of six with noise of their own").toBeLessThan(width(single));
    expect(report.counts.regressed).toBe(0);
  });

  it("are a gate where one is asked for, of one family with the others", () => {
    const report = judged(-0.015, withSuite);
    const change = qps(report);
    expect(change).toMatchObject({ role: "gate", margin: 0.01, verdict: { kind: "regressed" } });
    expect(report).toMatchObject({ verdict: "regressed", counts: { regressed: 1 } });
    expect(regressions(report)).toEqual([change]);
    expect(qps(judged(-0.015)).p!.worse, "a gate does not change the test").toBeCloseTo(change.p!.worse, 12);
    expect(change.p!.worseAdjusted).toBeGreaterThan(change.p!.worse);
    expect(judged(0, withSuite).counts.regressed).toBe(0);
  });

  it("are made of the sessions that all have, so of one look where one workload alone got another", () => {
    const [base, head] = quietPair(-0.015, recipe(16));
    const plan = { ...head.plan, sessions: 8, looks: 3 };
    const cut = (run: typeof base) =>
      withWorkloads({ ...run, plan }, (workload) =>
        workload.name === "a" ? workload : { ...workload, sessions: workload.sessions.slice(0, 8) },
      );
    const report = compareArms(cut(base), cut(head), { ...RULES, gates: GATES, ...withSuite }, STAMP);
    expect(qps(report).base.values).toHaveLength(8);
    const first = qps(judged(-0.015, withSuite, 8, 3));
    expect(qps(report).p!.worse / qps(report).p!.worseAdjusted).toBeLessThan(0.02 + 1e-9);
    expect(first.confidence).toBe(qps(report).confidence);
  });

  it("send every workload into the next look while their gate is open", () => {
    const { effect } = qps(judged(-0.009, {}, 8, 3));
    const open = judged(-0.009, { suite: [{ metric: "qps", margin: 0.0001 - effect! }] }, 8, 3);
    expect(qps(open).verdict.kind).toBe("inconclusive");
    const { suspects, undecided } = nextLook(open);
    expect([...undecided, ...suspects.map(({ workload }) => workload)].toSorted()).toEqual(NAMES);
    expect(nextLook({ ...open, together: [] }).undecided.length).toBeLessThan(NAMES.length);
  });

  it("are inconclusive as a gate where a workload has no test, and then no information", () => {
    const [base, head] = quietPair(-0.015, recipe(8));
    const without = (run: typeof base) =>
      withWorkloads(run, (workload) =>
        workload.name === "f" ? { ...workload, sessions: workload.sessions.slice(0, 2) } : workload,
      );
    const compare = (rules: Rules) => compareArms(without(base), without(head), rules, STAMP);
    const report = compare({ ...RULES, gates: GATES, ...withSuite });
    expect(qps(report).verdict).toMatchObject({ kind: "too-few", what: "sessions of all workloads" });
    expect(report.verdict).toBe("inconclusive");
    expect(compare({ ...RULES, gates: GATES })).not.toHaveProperty("together");
  });

  it("are nothing new of a single workload, nor of runs that were measured apart", () => {
    const [base, head] = quietPair(0);
    expect(compareArms(base, head, RULES, STAMP)).not.toHaveProperty("together");
    const [, other] = quietPair(0, { ...recipe(8), seed: 9 });
    expect(compareArms(quietPair(0, recipe(8))[0], other, RULES, STAMP)).not.toHaveProperty("together");
  });
});

describe("a workload whose server CPU is a trade", () => {
  /** Of the last workload, head's server works by a plan with parallel workers; of all, server CPU grows by `others`. */
  const traded = (rules: Partial<Rules>, others = 0, gain = 1.6) => {
    const [base, head] = quietPair(0, { ...recipe(8), secondsPerSession: 4 });
    const faster = withWorkloads(head, (workload) => {
      const [speed, cost] = workload.name === "f" ? [gain, 1.3] : [1, 1 + others];
      const sessions = workload.sessions.map((session) => ({
        ...session,
        durationNs: session.durationNs / speed,
        serverCpuNs: session.serverCpuNs! * cost,
      }));
      return { ...workload, sessions };
    });
    const gates: Rules["gates"] = (["qps", "server-cpu"] as const).map((metric) => ({
      metric,
      margin: 0.02,
      floor: null,
    }));
    const report = compareArms(base, faster, { ...RULES, gates, ...rules }, STAMP);
    const cpu = report.workloads.at(-1)!.changes.find(({ metric }) => metric === "server-cpu")!;
    const together = new Map(report.together?.map((change) => [change.metric, change]));
    const told = report.warnings.filter(({ code }) => code === "trade-left-out");
    return { report, own: cpu.verdict.kind, together, told };
  };
  const gated = { suite: [{ metric: "server-cpu", margin: 0.01 }] } as const;

  it("fails no gate of all workloads together, which leave it out and say so", () => {
    const { report, own, together, told } = traded(gated);
    expect(own).toBe("trade");
    expect(together.get("server-cpu")).toMatchObject({ role: "gate", verdict: { kind: "unchanged" } });
    expect(Math.abs(together.get("server-cpu")!.effect!)).toBeLessThan(0.01);
    expect(Math.abs(together.get("qps")!.effect!), "what was bought by it as well").toBeLessThan(0.01);
    expect(report.verdict).toBe("trade");
    expect(told).toEqual([
      {
        code: "trade-left-out",
        message: "all workloads together leave out f: its server CPU is a trade and would hide the others'",
        remedy:
          "ignore this if the trade is wanted, or set gates.server-cpu.trade to fail to make it a regression",
      },
    ]);
  });

  it("hides no growth of the others, though all of them together became faster by it", () => {
    const both = [...gated.suite, { metric: "qps", margin: 0.01 }] as const;
    const { report, own, together } = traded({ suite: both }, 0.016);
    expect(own).toBe("trade");
    expect(together.get("server-cpu")!.verdict.kind).toBe("regressed");
    expect(report.verdict).toBe("regressed");
  });

  it("has its part in them where it is none: not bought, not allowed, or not asked for", () => {
    const dear = traded(gated, 0, 1);
    expect(dear.own).toBe("regressed");
    expect(dear.together.get("server-cpu")!.verdict.kind).toBe("regressed");
    expect(dear.told).toEqual([]);
    const [qps, cpu] = [
      GATES[0]!,
      { metric: "server-cpu", margin: 0.02, floor: null, trade: "fail" } as const,
    ];
    const strict = traded({ ...gated, gates: [qps, cpu] });
    expect(strict.own).toBe("regressed");
    expect(strict.together.get("server-cpu")!.verdict.kind).toBe("regressed");
    const shown = traded({});
    expect(shown.told).toEqual([]);
    expect(shown.together.get("server-cpu")!.effect!, "as information").toBeGreaterThan(0.03);
  });

  it("leaves nothing to judge where each is one", () => {
    const workloads = recipe(8).workloads.slice(5);
    const [base, head] = quietPair(0, { ...recipe(8), secondsPerSession: 4, workloads });
    const faster = withWorkloads(head, (workload) => ({
      ...workload,
      sessions: workload.sessions.map((session) => ({
        ...session,
        durationNs: session.durationNs / 1.6,
        serverCpuNs: session.serverCpuNs! * 1.3,
      })),
    }));
    const gates: Rules["gates"] = [GATES[0]!, { metric: "server-cpu", margin: 0.02, floor: null }];
    const report = compareArms(base, faster, { ...RULES, gates, ...gated }, STAMP);
    expect(report.verdict).toBe("trade");
    expect(report).not.toHaveProperty("together");
  });
});

describe("what the suite's test is made of", () => {
  const rng = seededRng(7);
  const member = (workload: string, edit: Partial<SuiteMember> = {}, sessions = 8): SuiteMember => {
    const signs = Array.from({ length: sessions }, (_, i) => (i % 2 === 0 ? -1 : 1));
    const values = signs.map((sign) => -0.02 + 0.01 * sign + 0.005 * drawNormal(rng));
    const ratios = {
      values,
      other: values,
      base: values.map(() => Math.log(100)),
      head: values.map((value) => Math.log(100) + value),
      sessions: signs.map((_, i) => i),
      signs,
    };
    return { workload, metric: "qps", ratios, order: null, objection: null, ...edit };
  };
  const MANNER: SuiteManner = {
    inflation: () => 1,
    look: (sessions) => ({ at: sessions, of: plannedLooks({ sessions: 8, looks: 3 }) }),
  };
  const [a, b] = [member("a"), member("b")];
  const findings = (members: readonly SuiteMember[], manner = MANNER, rules: Partial<Rules> = {}) =>
    suiteFindings(members, manner, { ...RULES, gates: GATES, ...rules });
  const shiftOf = (members: readonly SuiteMember[], manner = MANNER) => {
    const [finding] = findings(members, manner);
    if (finding?.evidence.kind !== "shift") throw new Error("a finding without a test");
    return { ...finding.evidence, look: finding.look };
  };
  const together = a.ratios!.values.map((value, i) => (value + b.ratios!.values[i]!) / 2);
  const half = (shift: { interval: (level: number) => { low: number; high: number } }) =>
    (shift.interval(0.9).high - shift.interval(0.9).low) / 2;

  it("is the mean of the workloads session by session, and the look that so many sessions are", () => {
    const { shift, look } = shiftOf([a, b]);
    expect(shift.estimate).toBeCloseTo(sampleInTurns(together, a.ratios!.signs, null).estimate, 12);
    expect(look).toEqual(MANNER.look(8));
    const [finding] = findings([a, b]);
    expect(finding!.base.estimate).toBeCloseTo(100, 9);
    expect(finding!.head.values[0]).toBeCloseTo(100 * Math.exp(together[0]!), 9);
  });

  it("takes out what the order is known to do, on average, where that is known of every workload", () => {
    const known = [
      { ...a, order: 0.012 },
      { ...b, order: 0.008 },
    ];
    const expected = sampleShift(sampleInTurns(together, a.ratios!.signs, 0.01), null);
    expect(shiftOf(known).shift.noise).toBeCloseTo(expected.noise, 12);
    const own = sampleShift(sampleInTurns(together, a.ratios!.signs, null), null);
    expect(shiftOf([known[0]!, b]).shift.noise).toBeCloseTo(own.noise, 12);
    expect(Math.abs(own.noise - expected.noise)).toBeGreaterThan(1e-6);
  });

  it("is widened where sessions depend on each other, by what so many come to", () => {
    const wide = shiftOf([a, b], { ...MANNER, inflation: (sessions) => (sessions === 8 ? 4 : 1) });
    expect(half(wide.shift)).toBeCloseTo(2 * half(shiftOf([a, b]).shift), 12);
  });

  it("holds by either reading of throughput", () => {
    const other = a.ratios!.values.map((value) => value - 0.1);
    const { shift } = shiftOf([{ ...a, ratios: { ...a.ratios!, other } }, b]);
    expect(shift.otherEstimate! - shift.estimate).toBeCloseTo(-0.05, 12);
  });

  it("is not judged where one of the workloads cannot be", () => {
    expect(shiftOf([a, b]).objection).toBeNull();
    expect(shiftOf([a, { ...b, objection: "another machine" }]).objection).toBe("another machine");
  });

  it("says where the mean moves from session to session", () => {
    expect(shiftOf([a, b])).not.toHaveProperty("drift");
    const moving = a.ratios!.values.map((value, i) => value + 0.05 * i);
    const drifting = { ...a, ratios: { ...a.ratios!, values: moving, other: moving } };
    expect(shiftOf([drifting, b]).drift!.why).toContain("while it was measured");
  });

  it("takes three sessions that all share, one workload as a gate, and two as information", () => {
    const suite = [{ metric: "qps", margin: 0.01 }] as const;
    const short = (sessions: number) => [a, member("b", {}, sessions)];
    expect(findings(short(3))).toHaveLength(1);
    expect(findings(short(2))).toEqual([]);
    expect(findings(short(2), MANNER, { suite })[0]!.evidence).toEqual({
      kind: "settled",
      verdict: { kind: "too-few", what: "sessions of all workloads", have: 2, need: 3 },
      effect: null,
    });
    const [lacking] = findings([a, { ...b, ratios: null }], MANNER, { suite });
    expect(lacking!.evidence).toMatchObject({ verdict: { have: 0, need: 3 } });
    expect(lacking).toMatchObject({ base: { estimate: null, values: [] }, head: { values: [] } });
    expect(findings([a])).toEqual([]);
    expect(findings([a], MANNER, { suite })[0]).toMatchObject({
      workload: expect.stringContaining("all"),
      metric: "qps",
      limit: { role: "gate", margin: 0.01, floor: null },
    });
    expect(findings([a, b])[0]!.limit).toEqual({ role: "information", margin: 0, floor: null });
    const another = [{ metric: "p99", margin: 0.01 }] as const;
    expect(findings([a, b], MANNER, { suite: another })[0]!.limit.role).toBe("information");
  });

  it("pairs sessions by their number, where a workload lacks one", () => {
    const { ratios } = b;
    const without = (values: readonly number[]) => values.filter((_, i) => i !== 2);
    const lacking = {
      values: without(ratios!.values),
      other: without(ratios!.other),
      base: without(ratios!.base),
      head: without(ratios!.head),
      sessions: without(ratios!.sessions),
      signs: without(ratios!.signs),
    };
    expect(findings([a, b, { ...member("c"), ratios: lacking }])[0]!.head.values).toHaveLength(7);
    const [finding] = findings([a, { ...b, ratios: lacking }]);
    expect(finding!.head.values).toHaveLength(7);
    expect(finding!.head.values[2]).toBeCloseTo(100 * Math.exp(together[3]!), 9);
  });
});
