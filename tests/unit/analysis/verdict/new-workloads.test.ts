import { describe, expect, it } from "vitest";
import { emptyHistogram, latencyCurve } from "../../../../src/analysis/samples/histogram.ts";
import { armValues, measuredSessions } from "../../../../src/analysis/verdict/arm-values.ts";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { newWorkload, reportNew } from "../../../../src/analysis/verdict/new-workloads.ts";
import { Report } from "../../../../src/model/report.ts";
import type { Run } from "../../../../src/model/run.ts";
import { renderComment } from "../../../../src/report/markdown/comment.ts";
import { renderConsole } from "../../../../src/report/terminal/console.ts";
import { cardOf, NO_GUIDANCE } from "../../../../src/report/words/card.ts";
import { headline } from "../../../../src/report/words/headline.ts";
import { quietPair, RULES, STAMP, withSessions } from "./story.ts";

const WHY = "base's schema cannot run it: relation orders does not exist";

function isNew(run: Run): Run {
  return { ...run, workloads: run.workloads.map((workload) => ({ ...workload, newBecause: WHY })) };
}

/** Two workloads, of which base has the first alone. */
function halfNew(change: number): readonly [Run, Run] {
  const [base, head] = quietPair(change);
  const [workload] = head.workloads;
  const added = { ...workload!, name: "report", newBecause: WHY };
  return [base, { ...head, workloads: [workload!, added] }];
}

describe("a head whose base has none of it yet", () => {
  const [, head] = quietPair(0);
  /** Made anew in each test, so that none fails while the file is read. */
  const reportOf = (run: Run = isNew(head)) => Report.parse(reportNew(run, RULES, STAMP));

  it("passes: what is new can be no worse than it was", () => {
    const report = reportOf();
    expect(report).toMatchObject({ verdict: "unchanged", baseline: { kind: "none" } });
    expect(report.counts).toEqual({ regressed: 0, improved: 0, unchanged: 0, inconclusive: 0 });
    expect(headline(report)).toBe("1 new workload, no base to compare it with yet");
  });

  it("shows head's values, and no gate", () => {
    const report = reportOf();
    const [workload] = report.workloads;
    expect(workload!.changes.map(({ role }) => role)).not.toContain("gate");
    const qps = workload!.changes.find(({ metric }) => metric === "qps");
    expect(qps).toMatchObject({ base: { estimate: null }, effect: null });
    expect(qps!.head.estimate).toBeGreaterThan(0);
    expect(workload!.curves.head).not.toBeNull();
  });

  it("says why, wherever it is read", () => {
    const report = reportOf();
    for (const text of [renderComment(report), renderConsole(report, { colour: false, width: 200 })]) {
      expect(text).toContain("relation orders does not exist");
      expect(text).toMatch(/is new\W+QPS/);
    }
  });
});

describe("what is shown of a new workload", () => {
  const [, head] = quietPair(0, { sessions: 3 });
  const work = { events: 100, buffers: 700 };
  const counted = withSessions(head, (session) =>
    session.index === 0 ? { ...session, serverCpuNs: null } : { ...session, serverCpuNs: null, work },
  );

  it("is each metric that head has a value of, by the sessions that have one, and the rest of a verdict is absent", () => {
    const { part, changes } = newWorkload(counted.workloads[0]!, RULES);
    const metrics = changes.map(({ metric }) => metric);
    expect(metrics).toEqual(expect.arrayContaining(["qps", "p50", "p99", "buffers"]));
    expect(new Set(changes.map(({ role }) => role))).toEqual(new Set(["information"]));
    for (const metric of ["server-cpu", "rows-read", "failed-share", "recovery"])
      expect(metrics).not.toContain(metric);
    expect(changes.find(({ metric }) => metric === "buffers")).toEqual({
      workload: "point-select",
      metric: "buffers",
      role: "information",
      base: armValues([]),
      head: armValues([7, 7]),
      effect: null,
      interval: null,
      confidence: 0.95,
      p: null,
      margin: 0,
      floor: null,
      noise: null,
      smallestVisible: null,
      verdict: { kind: "too-few", what: "sessions of base", have: 0, need: 3 },
    });
    const latency = emptyHistogram();
    const values = measuredSessions(head.workloads[0]!.sessions, latency).map(
      (session) => session.values.qps,
    );
    expect(changes.find(({ metric }) => metric === "qps")!.head).toEqual(
      armValues(values.map((qps) => qps!)),
    );
    const curves = { base: null, head: latencyCurve(latency) };
    expect(part).toEqual({ head: counted.workloads[0], base: [], curves });
  });

  it("carries what its run says and the warnings about it", () => {
    const own = { code: "throttled", message: "slow", remedy: "wait" };
    const stolen = withSessions(head, (session) => ({
      ...session,
      client: { ...session.client, stealShare: 0.5 },
    }));
    const report = Report.parse(reportNew(isNew({ ...stolen, warnings: [own] }), RULES, STAMP));
    expect(report.warnings.map(({ code }) => code)).toEqual(["throttled", "steal"]);
    expect(report.rule.form).toBe("paired");
  });
});

describe("a workload that is new among others", () => {
  it("is shown beside them, and changes nothing of what they are judged by", () => {
    for (const change of [0, Math.log(0.9)]) {
      const alone = compareArms(...quietPair(change), RULES, STAMP);
      const report = Report.parse(compareArms(...halfNew(change), RULES, STAMP));
      expect(report.verdict).toBe(alone.verdict);
      expect(report.counts).toEqual(alone.counts);
      expect(report.workloads.map(({ name }) => name)).toEqual([alone.workloads[0]!.name, "report"]);
      expect(report.workloads[0]!.changes).toEqual(alone.workloads[0]!.changes);
      expect(report.warnings.map(({ code }) => code)).not.toContain("only-in-head");
      expect(cardOf(report, NO_GUIDANCE).figures).toContain("1 new workload");
    }
  });

  it("is in the comment of a calm run, too", () => {
    expect(renderComment(compareArms(...halfNew(0), RULES, STAMP))).toContain("**report** is new");
  });
});
