/** What bears on a comparison of two arms beside what their sessions show (src/analysis/verdict/arms.ts). */
import { describe, expect, it } from "vitest";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import type { Earlier, EarlierSeries } from "../../../../src/model/earlier.ts";
import type { MetricId } from "../../../../src/model/metric.ts";
import { Report } from "../../../../src/model/report.ts";
import type { Rules } from "../../../../src/model/rules.ts";
import type { Run } from "../../../../src/model/run.ts";
import { changeOf, codes, quietPair, RULES, STAMP, withSessions, withWorkloads } from "./story.ts";

const compare = ([base, head]: readonly [Run, Run], rules = RULES) =>
  Report.parse(compareArms(base, head, rules, STAMP));

describe("what a verdict is made of beside the sessions", () => {
  const PAIR = quietPair(0, { sessions: 6 });
  const ALONE = { ...RULES, gates: RULES.gates.slice(0, 1) };
  const spread = { variance: 1e-4, df: 4, order: 0.01, lag: 0.1 };
  /** What five measurements knew of each gate. */
  const earlier = (more: Partial<EarlierSeries> = {}): Earlier => ({
    measurements: 5,
    series: RULES.gates.map(({ metric }) => {
      const spreads = [spread, spread, spread, spread, spread];
      return {
        workload: "point-select",
        metric,
        level: 1000,
        ownShare: 0.5,
        tailWeight: 1,
        spreads,
        ...more,
      };
    }),
  });
  const knowing = (known: Earlier, [base, head]: readonly [Run, Run] = PAIR, rules = RULES) =>
    compare([base, { ...head, earlier: known }], rules);

  it("is what head's document knows of earlier noise, and says of each gate what could be seen with it", () => {
    const report = knowing(earlier());
    expect(report.rule).toMatchObject({ form: "paired", earlier: 5 });
    expect(report.order).toMatchObject(
      RULES.gates.map(({ metric }) => ({ metric, difference: Math.expm1(0.01), removed: "by-earlier-runs" })),
    );
    const visible = (metric: MetricId, of = report) => changeOf(of, metric).expectedVisible;
    expect(visible("qps")).toBeGreaterThan(0.02);
    expect(visible("p99")).toBeGreaterThan(visible("qps")!);
    expect(visible("p95"), "it gates nothing").toBeUndefined();
    const plain = compare(PAIR);
    expect(plain.rule).not.toHaveProperty("earlier");
    expect(visible("qps", plain)).toBeUndefined();
    const [one, other] = [changeOf(report, "qps"), changeOf(plain, "qps")];
    expect(one.effect, "the order is taken out of the test, not of the values").toBeCloseTo(
      other.effect!,
      12,
    );
    expect(one.interval).not.toEqual(other.interval);
  });

  it("is moderated by what was known of that gate, and of no other", () => {
    const pair = quietPair(0, { sessions: 6, workloads: [{ name: "a" }, { name: "b" }] });
    const plain = compare(pair);
    /** Spreads of five measurements, the one gate's a hundred times those of the others. */
    const known = (workload: string, metric: MetricId): Earlier => ({
      measurements: 5,
      series: ["a", "b"].flatMap((name) =>
        earlier({ workload: name }).series.map((series) => {
          const variance = series.metric === metric && name === workload ? 1e-3 : 1e-5;
          return {
            ...series,
            spreads: [1, 2, 3, 4, 5].map(() => ({ variance, df: 40, order: null, lag: null })),
          };
        }),
      ),
    });
    const width = (report: Report, name: string, metric: MetricId) => {
      const { low, high } = changeOf(report, metric, name).interval!;
      return high - low;
    };
    const widths = (report: Report) =>
      ["a", "b"].flatMap((name) =>
        RULES.gates.map(({ metric }) => width(report, name, metric) / width(plain, name, metric)),
      );
    const all = ["a", "b"].flatMap((name) => RULES.gates.map(({ metric }) => [name, metric] as const));
    for (const [at, [name, metric]] of all.entries()) {
      const found = widths(knowing(known(name, metric), pair));
      expect(found.indexOf(Math.max(...found)), `${metric} of ${name}: ${found.join(" ")}`).toBe(at);
    }
  });

  it("is not that sessions agree to the last digit, or that workloads lack a partner, where that is not so", () => {
    const [base, head] = quietPair(0, { workloads: [{ name: "a" }, { name: "b" }] });
    const quiet = codes(compare([base, head]));
    expect(quiet).not.toContain("identical-sessions");
    expect(quiet.filter((code) => code.startsWith("only-in"))).toEqual([]);
    const alike = (run: Run) =>
      withSessions(run, (session) => ({ ...session, durationNs: 2e9, committedQueries: 1e6 }));
    expect(
      codes(compare([alike(base), alike(head)])).filter((code) => code === "identical-sessions"),
    ).toHaveLength(1);
    const first = { ...head, workloads: head.workloads.slice(0, 1) };
    const { warnings } = compare([base, first]);
    expect(warnings.filter(({ code }) => code.startsWith("only-in"))).toEqual([
      expect.objectContaining({ code: "only-in-base", workload: "b" }),
    ]);
  });

  it("is of that workload and of that gate", () => {
    const [base, head] = quietPair(0, { workloads: [{ name: "a" }, { name: "b" }] });
    const known = earlier({ workload: "b" });
    const report = knowing({ ...known, series: known.series.slice(0, 1) }, [base, head]);
    const seen = report.workloads.flatMap(({ name, changes }) =>
      changes.flatMap(({ metric, expectedVisible }) =>
        expectedVisible === undefined ? [] : `${metric} of ${name}`,
      ),
    );
    expect(seen).toEqual(["qps of b"]);
  });

  it("is the rank test where pairs gain nothing and ratios have tails, with nothing of pairs beside it", () => {
    const suite = [{ metric: "qps", margin: 0.01 }] as const;
    const report = knowing(earlier({ ownShare: 1, tailWeight: 2 }), PAIR, { ...RULES, suite });
    expect(report.rule.form).toBe("unpaired");
    expect(report).not.toHaveProperty("order");
    expect(report).not.toHaveProperty("together");
    expect(codes(report), "they were side by side").not.toContain("unpaired");
    const few = earlier({ ownShare: 1, tailWeight: 2, workload: "other" });
    expect(knowing(few).rule.form, "of workloads that are compared").toBe("paired");
    const ungated = { ...RULES, gates: [{ metric: "p95", margin: 0.1, floor: null } as const] };
    expect(knowing(earlier({ ownShare: 1, tailWeight: 2 }), PAIR, ungated).rule.form).toBe("paired");
    const apart = { ...PAIR[1], measurement: { ...PAIR[1].measurement, id: STAMP.id } };
    const short = withWorkloads(apart, (each) => ({ ...each, sessions: each.sessions.slice(2) }));
    const groups = compare([PAIR[0], short]);
    expect(changeOf(groups, "qps").base.values, "nobody has a partner").toHaveLength(6);
    expect(codes(groups)).not.toContain("sessions-without-partner");
    expect(knowing(earlier(), [PAIR[0], apart]).rule, "that is of pairs").not.toHaveProperty("earlier");
  });

  it("is which look the sessions are: of two the first may say no more than what is clear", () => {
    const counted = (run: Run, sessions: number): Run => ({
      ...withSessions(run, (session) => ({
        ...session,
        work: { events: 100, buffers: 100 + session.index },
      })),
      plan: { ...run.plan, looks: 2, sessions },
    });
    const [base, head] = quietPair(-0.01);
    /** What p is multiplied by, beside Holm's factor. */
    const spent = (metric: MetricId, sessions: number) => {
      const report = compareArms(counted(base, sessions), counted(head, sessions), ALONE, STAMP);
      const { p } = changeOf(report, metric);
      return p!.worseAdjusted / p!.worse;
    };
    expect(spent("qps", 6)).toBeCloseTo(50, 9);
    expect(spent("qps", 3)).toBeCloseTo(1 / 0.98, 9);
    const slower = quietPair(-0.03);
    const ofSuite = (sessions: number) => {
      const rules = { ...ALONE, suite: [{ metric: "qps", margin: 0.01 }] } as const;
      const [one, other] = [counted(slower[0], sessions), counted(slower[1], sessions)];
      const { p } = compareArms(one, other, rules, STAMP).together![0]!;
      return p!.worseAdjusted / p!.worse;
    };
    expect(ofSuite(6) / ofSuite(3), "of all workloads together, too").toBeCloseTo(0.98 / 0.02, 6);
    const gated = (sessions: number) =>
      changeOf(compareArms(counted(base, sessions), counted(head, sessions), ALONE, STAMP), "buffers");
    expect(gated(6).confidence, "of what servers count as well").toBe(gated(3).confidence);
  });

  it("is what forbids to judge a workload, on either arm", () => {
    const warning = (workload: string) => ({
      code: "throttled",
      message: "the group is full",
      remedy: "wait",
      workload,
    });
    const told = ([base, head]: readonly [Run, Run]) => changeOf(compare([base, head]), "qps").verdict;
    const [base, head] = PAIR;
    const throttled = (run: Run, workload = "point-select") => ({ ...run, warnings: [warning(workload)] });
    const forbidden = { kind: "inconclusive", why: "the group is full", forbidden: true };
    expect(told([throttled(base), head])).toEqual(forbidden);
    expect(told([base, throttled(head)])).toEqual(forbidden);
    expect(told([base, throttled(head, "other")]).kind).toBe("unchanged");
    const moved = { ...throttled(head), environment: { ...head.environment, cpuModel: "Other CPU" } };
    expect(told([base, moved]), "the machine comes first").toMatchObject({
      why: expect.stringContaining("cpuModel"),
    });
    const counting = (run: Run) =>
      withSessions(run, (session) => ({ ...session, work: { events: 100, buffers: 100 + session.index } }));
    const counted = compare([counting(base), counting(throttled(head))]);
    expect(changeOf(counted, "buffers").verdict, "what servers counted, too").toEqual(forbidden);
  });

  it("has the warnings of both runs, of the load and of the arms next to each other", () => {
    const [base, head] = PAIR;
    const lost = (run: Run) => withSessions(run, (session) => ({ ...session, reconnects: 1 }));
    const messages = (report: Report, code: string) =>
      report.warnings.filter((each) => each.code === code).map(({ message }) => message.slice(0, 11));
    expect(messages(compare([lost(base), lost(head)]), "reconnects")).toEqual(["head lost 6", "base lost 6"]);
    expect(messages(compare([lost(base), head]), "reconnects")).toEqual(["base lost 6"]);
    const resting = withSessions(head, (session) => ({
      ...session,
      connections: 8,
      restNs: session.durationNs,
    }));
    expect(codes(compare([base, resting]))).toContain("throughput-gap");
    const rest = { count: 1, minNs: 1, maxNs: 1, sumNs: 1 };
    const punctual = { ...rest, percentilesNs: { "50": 100_000, "95": 1, "99": 1 } };
    const late = withSessions(head, (session) => {
      const openLoop = { offered: 2000, offeredPerSecond: 1000, achievedPerSecond: 1000, unstarted: 0 };
      return {
        ...session,
        openLoop: { ...openLoop, sustained: true, service: rest, lateness: rest, punctual },
      };
    });
    expect(codes(compare([base, late]))).toContain("lateness-gap");
    const told = { ...base, warnings: [{ code: "of-base", message: "b", remedy: "r" }] };
    expect(
      codes(compare([told, { ...head, warnings: [{ code: "of-head", message: "h", remedy: "r" }] }])),
    ).toEqual(expect.arrayContaining(["of-base", "of-head"]));
  });

  it("is what an idle server does beside the other one, in CPUs of head's machine", () => {
    const working = (run: Run, share: number) =>
      withSessions(run, (session) => ({
        ...session,
        serverCpu: { drivenNs: 1e9, idleNs: share * 1e9, idleWallNs: 1e9 },
      }));
    const report = compare([working(PAIR[0], 0), working(PAIR[1], 0.3)]);
    expect(changeOf(report, "qps").verdict).toMatchObject({
      kind: "inconclusive",
      why: expect.stringContaining("head 0.30 of 2 CPUs"),
    });
    expect(changeOf(report, "server-cpu").verdict.kind, "that counts it").toBe("unchanged");
    expect(codes(report)).toContain("background-work");
    const few = quietPair(0, { sessions: 2 });
    const settled = compare([working(few[0], 0), working(few[1], 0.3)]);
    expect(changeOf(settled, "qps").verdict.kind).toBe("too-few");
  });

  it("is whether a change is there from the first session to the last", () => {
    const [base, head] = quietPair(0, { sessions: 12, noise: 0.001 });
    const wobble = [3, -2, 1, -4, 2, 0, 4, -3, -1, 2, -3, 1].map((value) => value / 1000);
    /** Of both arms alike: no two sessions have the same QPS. */
    const luck = (index: number) => 0.01 * Math.sin(index);
    const rated = (run: Run, rate: (index: number) => number) =>
      withSessions(run, (session) => ({
        ...session,
        durationNs: 2e9,
        committedQueries: 1e6 * Math.exp(luck(session.index) + rate(session.index)),
      }));
    const spreads = Array.from({ length: 20 }, () => ({ ...spread, df: 40, order: null, lag: 0.02 }));
    const known = { measurements: 20, series: earlier({ spreads }).series.slice(0, 1) };
    const moved = (
      slope: number,
      warnings: Run["warnings"] = [],
      gates: Rules["gates"] = [{ metric: "qps", margin: 0.005, floor: null }],
    ) => {
      const moving = { ...rated(head, (index) => -slope * index + wobble[index]!), warnings };
      return knowing(known, [rated(base, () => 0), moving], { ...RULES, gates });
    };
    const report = moved(0.004);
    const { verdict } = changeOf(report, "qps");
    expect(verdict).toMatchObject({
      kind: "inconclusive",
      why: expect.stringMatching(/^the change went from/),
    });
    const { why } = verdict as { why: string };
    expect(report.warnings.filter(({ code }) => code === "drift")).toEqual([
      {
        code: "drift",
        message: `QPS of point-select: ${why}`,
        remedy:
          "check what accumulates on one server between sessions (bloat, logs, caches), then measure again",
        workload: "point-select",
        metric: "qps",
      },
    ]);
    expect(codes(moved(0))).not.toContain("drift");
    const apart = moved(0.004, [], [{ metric: "p99", margin: 0.5, floor: null }]);
    expect(changeOf(apart, "qps").verdict, "information").toMatchObject({ why });
    expect(codes(apart), "that gates nothing").not.toContain("drift");
    const full = { code: "throttled", message: "full", remedy: "wait", workload: "point-select" };
    expect(codes(moved(0.004, [full])), "another reason comes first").not.toContain("drift");
    const alone = withWorkloads(head, (workload) => ({ ...workload, sessions: [] }));
    expect(codes(compare([base, alone]))).not.toContain("drift");
  });

  it("is all workloads together, where each can be judged", () => {
    const suite = [{ metric: "qps", margin: 0.01 }] as const;
    const [base, head] = quietPair(0, { workloads: [{ name: "a" }, { name: "b" }] });
    const own = {
      ...head,
      warnings: [{ code: "throttled", message: "full", remedy: "wait", workload: "b" }],
    };
    const together = (one: Run, other: Run) =>
      compare([one, other], { ...RULES, gates: [{ metric: "p99", margin: 0.1, floor: null }], suite })
        .together!;
    expect(together(base, head).map(({ metric }) => metric)).toEqual(["qps", "p99"]);
    const [qps] = together(base, own);
    expect(qps!.verdict, "one of them cannot").toEqual({
      kind: "inconclusive",
      why: "full",
      forbidden: true,
    });
    const { counts } = compare([base, head], { ...ALONE, suite });
    expect(counts.unchanged + counts.improved + counts.inconclusive, "of two workloads, and of both").toBe(5);
    const [asWell] = together(base, head);
    expect(asWell!.base.values).toHaveLength(6);
    expect(compare([base, head]).together!.map(({ metric }) => metric)).toEqual(["qps", "server-cpu", "p99"]);
  });

  it("is beside workloads that base has nothing like", () => {
    const [base, head] = PAIR;
    const added = { ...head.workloads[0]!, name: "report", newBecause: "no table" };
    const report = compare([base, { ...head, workloads: [...head.workloads, added] }]);
    expect(report.workloads.map(({ name }) => name)).toEqual(["point-select", "report"]);
    expect(changeOf(report, "qps", "report").verdict).toMatchObject({ what: "sessions of base" });
    expect(changeOf(report, "qps").verdict.kind).toBe("unchanged");
    expect(codes(report)).not.toContain("only-in-head");
  });
});
