import { describe, expect, it } from "vitest";
import { compareArms } from "../../../src/compare/arms.ts";
import { nextLook } from "../../../src/compare/looks.ts";
import { regressions } from "../../../src/history/acceptances.ts";
import type { Change, Report } from "../../../src/model/report.ts";
import type { Rules } from "../../../src/model/rules.ts";
import { mean, variance } from "../../../src/stats/summary.ts";
import { quietPair, RULES, STAMP, withWorkloads } from "./story.ts";

const NAMES = ["a", "b", "c", "d", "e", "f"];
const recipe = (sessions: number) => ({
  sessions,
  secondsPerSession: 40,
  workloads: NAMES.map((name) => ({ name, workload: "oltp_point_select", rate: 1000, medianNs: 1_000_000 })),
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
