import { describe, expect, it } from "vitest";
import { compareArms, inHeadsStatements } from "../../../../src/analysis/verdict/arms.ts";
import { Report } from "../../../../src/model/report.ts";
import type { Run } from "../../../../src/model/run.ts";
import { headline } from "../../../../src/report/words/headline.ts";
import { makeKind } from "../../../support/runs.ts";
import { changeOf, codes, quietPair, RULES, STAMP, withSessions, withWorkloads } from "./story.ts";

function compare(
  pair: Parameters<typeof compareArms> extends [infer B, infer H, ...unknown[]] ? readonly [B, H] : never,
  rules = RULES,
) {
  return Report.parse(compareArms(pair[0], pair[1], rules, STAMP));
}

describe("two arms of one measurement", () => {
  it("give a regression where head is slower, with its size, its interval and both arms' values", () => {
    const report = compare(quietPair(Math.log(0.9)));
    const qps = changeOf(report, "qps");
    expect(report.verdict).toBe("regressed");
    expect(report.rule).toEqual({ alpha: 0.05, adjustment: "holm", form: "paired" });
    expect(qps.verdict).toEqual({ kind: "regressed" });
    expect(qps.effect).toBeGreaterThan(-0.12);
    expect(qps.effect).toBeLessThan(-0.08);
    expect(qps.interval!.low).toBeLessThan(qps.effect!);
    expect(qps.interval!.high).toBeLessThan(-0.02);
    expect(qps.effect).toBeCloseTo(qps.head.estimate! / qps.base.estimate! - 1, 12);
    expect(qps.base.values).toHaveLength(6);
    expect(qps.head.statistics!.samples).toBe(6);
    expect(qps.confidence).toBeCloseTo(0.9, 12);
  });

  it("give the mirror when they change places", () => {
    const [base, head] = quietPair(Math.log(0.9));
    const report = compare([head, base]);
    expect(report.verdict).toBe("improved");
    expect(changeOf(report, "qps").p!.better).toBeCloseTo(
      changeOf(compare([base, head]), "qps").p!.worse,
      12,
    );
  });

  it("never give a regression for one build run twice here, and call nothing that is inside the margin", () => {
    const report = compare(quietPair(0));
    expect(report.counts.regressed + report.counts.improved).toBe(0);
    expect(changeOf(report, "qps").verdict.kind).toBe("unchanged");
  });

  it("begin with why one of them is no measurement, also where they were measured under other conditions", () => {
    const [base, head] = quietPair(0);
    const lost = {
      code: "shard-absent",
      message: "index 1 of 2 has not joined within 60 s",
      remedy: "start it",
    };
    const busy = { code: "client-bound", message: "busy", remedy: "more threads" };
    const environment = { ...head.environment, kernel: "other" };
    const report = compare([
      { ...base, warnings: [busy] },
      { ...head, environment, inconclusive: [lost] },
    ]);
    expect(report.warnings[0]).toEqual(lost);
    expect(report.warnings.filter(({ code }) => code === lost.code)).toHaveLength(1);
    expect(changeOf(report, "qps").verdict).toEqual({
      kind: "inconclusive",
      why: lost.message,
      forbidden: true,
    });
  });

  it("say nothing where the noise hides what matters, but what could have been seen", () => {
    const report = compare(quietPair(0, { noise: 0.1 }));
    const qps = changeOf(report, "qps");
    expect(report.verdict).toBe("inconclusive");
    expect(qps.verdict).toMatchObject({
      kind: "inconclusive",
      why: expect.stringMatching(/^may be up to \S+ % worse \(limit 2 %\)$/),
    });
    expect(qps.smallestVisible).toBeGreaterThan(0.05);
    expect(qps.noise).toBeGreaterThan(0.03);
  });

  it("pass where every gate is certainly not worse, though one may be better", () => {
    const report = compare(quietPair(0.016, { noise: 0.014, sessions: 8 }));
    expect(changeOf(report, "qps").verdict).toMatchObject({ kind: "inconclusive", notWorse: true });
    expect(report.counts).toMatchObject({ regressed: 0 });
    expect(report.counts.notWorse).toBe(report.counts.inconclusive);
    expect(report.verdict).toBe("unchanged");
    expect(headline(report)).toMatch(/^nothing is slower by more than 2.% .* in 1 workload$/);
    const mirror = compare(quietPair(-0.016, { noise: 0.014, sessions: 8 }));
    expect(mirror.verdict).toBe("inconclusive");
    expect(headline(mirror)).toMatch(/ is undecided: it may be slower by up to \d/);
  });

  it("fill the report: curves, errors, plan, environment, order of workloads", () => {
    const workloads = ["zulu", "alpha"].map((name) => ({ name }));
    const [base, head] = quietPair(0, { workloads });
    const failing = withSessions(head, (session) => ({ ...session, errorsBySqlstate: { "40001": 2 } }));
    const report = compare([base, failing]);
    expect(report.workloads.map(({ name }) => name)).toEqual(["zulu", "alpha"]);
    expect(report.workloads[0]!.curves.head!.quantiles).toHaveLength(60);
    expect(report.workloads[0]!.errors).toEqual({ base: {}, head: { "40001": 12 } });
    expect(report.baseline).toEqual({ kind: "arm", run: { id: base.id, commit: base.commit, sessions: 6 } });
    expect(report.plan).toEqual(head.plan);
  });
});

describe("data that cannot be judged", () => {
  it("is too little with too few sessions, whatever they show", () => {
    const report = compare(quietPair(Math.log(0.5), { sessions: 2 }));
    expect(changeOf(report, "qps").verdict).toEqual({ kind: "too-few", what: "sessions", have: 2, need: 3 });
    expect(changeOf(report, "qps").effect).toBeLessThan(-0.4);
    expect(report.verdict).toBe("inconclusive");
  });

  it("is too little without requests beyond the percentile: that one gates nothing, the others still do", () => {
    const report = compare(quietPair(0, { secondsPerSession: 0.5 }));
    const p99 = changeOf(report, "p99");
    expect(p99.verdict).toMatchObject({ kind: "too-few", what: "requests per session", need: 1000 });
    expect(p99.role).toBe("information");
    expect(changeOf(report, "p95").verdict.kind).not.toBe("too-few");
    expect(report.counts.inconclusive + report.counts.unchanged).toBe(3);
    const [warning] = report.warnings.filter(({ code }) => code === "too-few-requests");
    expect(warning).toMatchObject({ workload: "point-select", metric: "p99" });
    expect(warning!.message).toMatch(
      /^too few requests for p99: \d+ in a session of point-select, 1000 are needed/,
    );
    expect(warning!.remedy).toMatch(/^raise measure.seconds \(\d+ s would do\)/);
  });

  it("is no green where head has lost the requests beyond the percentile, which so many fewer may hide", () => {
    const [base, head] = quietPair(0);
    const withRequests = (run: Run, requests: number) =>
      withSessions(run, (session) => ({ ...session, latency: { ...session.latency, count: requests } }));
    const gates = (["p50", "p99"] as const).map((metric) => ({ metric, margin: 0.2, floor: null }));
    const report = compare([withRequests(base, 2000), withRequests(head, 900)], { ...RULES, gates });
    expect(changeOf(report, "p50").verdict.kind).toBe("unchanged");
    expect(changeOf(report, "p99")).toMatchObject({ role: "gate", verdict: { kind: "too-few", need: 1000 } });
    expect(report.verdict).toBe("inconclusive");
    expect(report.warnings.find(({ code }) => code === "too-few-requests")!.message).toContain(
      "head has less than half of what base has, and may be slower",
    );
    const fewer = compare([withRequests(base, 1500), withRequests(head, 900)], { ...RULES, gates });
    expect(changeOf(fewer, "p99").role).toBe("information");
    expect(fewer.verdict).toBe("unchanged");
  });

  it("is a run none of whose gates can judge: inconclusive, though nothing failed", () => {
    const onlyTail = { ...RULES, gates: [{ metric: "p99", margin: 0.1, floor: null } as const] };
    const report = compare(quietPair(0, { secondsPerSession: 0.5 }), onlyTail);
    expect(report.verdict).toBe("inconclusive");
    expect(report.counts).toEqual({ regressed: 0, improved: 0, unchanged: 1, inconclusive: 0 });
    expect(compare(quietPair(0), { ...RULES, gates: [] }).verdict, "errors alone were asked for").toBe(
      "unchanged",
    );
  });

  it("is no reason to call information too little a lost gate", () => {
    expect(codes(compare(quietPair(0)))).not.toContain("too-few-requests");
  });

  it("is a metric that one arm lacks: inconclusive; that both lack: said once, and no gate", () => {
    const [base, head] = quietPair(0);
    const blind = (run: typeof head) => withSessions(run, (session) => ({ ...session, serverCpuNs: null }));
    const one = compare([base, blind(head)]);
    expect(changeOf(one, "server-cpu").verdict).toEqual({
      kind: "too-few",
      what: "sessions",
      have: 0,
      need: 3,
    });
    expect(changeOf(one, "server-cpu").head.estimate).toBeNull();
    expect(one.verdict).toBe("inconclusive");
    const both = compare([blind(base), blind(head)]);
    expect(() => changeOf(both, "server-cpu")).toThrow("no server-cpu");
    expect(both.warnings.filter(({ code }) => code === "not-measured")).toHaveLength(1);
  });

  it("is a session in which an arm stood still: leaving it out would flatter that arm", () => {
    const [base, head] = quietPair(0);
    const still = (run: typeof head, from: number) =>
      withSessions(run, (session) =>
        session.index < from ? session : { ...session, events: 0, committedQueries: 0 },
      );
    const once = changeOf(compare([base, still(head, 5)]), "qps");
    expect(once.verdict).toEqual({ kind: "inconclusive", why: "the value is 0 in 1 of 6 sessions of head" });
    const always = changeOf(compare([base, still(head, 0)]), "qps");
    expect(always.verdict).toEqual({ kind: "regressed" });
    expect(always.effect).toBe(-1);
    const why = (pair: readonly [Run, Run]) => changeOf(compare(pair), "qps").verdict;
    expect(why([still(base, 0), head])).toEqual({
      kind: "inconclusive",
      why: "the value is 0 in 6 of 6 sessions of base",
    });
    expect(why([still(base, 4), still(head, 5)]), "both arms are named").toEqual({
      kind: "inconclusive",
      why: "the value is 0 in 2 of 6 sessions of base and 1 of 6 sessions of head",
    });
  });

  it("is a copy of the same sessions: no gate can be judged by it, and a warning says why", () => {
    const counted = withSessions(quietPair(0)[0], (session) => ({
      ...session,
      work: { events: 100, buffers: 100 + session.index },
    }));
    const gates = [...RULES.gates, { metric: "buffers", margin: 0.02, floor: null } as const];
    const report = compare([counted, counted], { ...RULES, gates });
    expect(changeOf(report, "qps")).toMatchObject({ effect: 0, interval: { low: 0, high: 0 } });
    const [warning] = report.warnings.filter(({ code }) => code === "identical-sessions");
    for (const { metric } of gates) {
      expect(changeOf(report, metric).verdict, metric).toEqual({
        kind: "inconclusive",
        forbidden: true,
        why: warning!.message,
      });
    }
    expect(report.verdict).toBe("inconclusive");
  });

  it("is a session without a gate's value: said of each arm, with the pairs that are left", () => {
    const [base, head] = quietPair(0, { sessions: 8 });
    const blind = (run: Run, from: number) =>
      withSessions(run, (session) => (session.index < from ? session : { ...session, serverCpuNs: null }));
    const told = (one: Run, other: Run, rules = RULES) =>
      compare([one, other], rules).warnings.filter(({ code }) => code === "not-measured");
    expect(told(base, blind(head, 4))).toEqual([
      {
        code: "not-measured",
        message:
          "server CPU is missing in 4 of 8 sessions of head for point-select: it is judged by the 4 pairs that have it",
        remedy:
          "measure again, or set gates.server-cpu to false: the servers' CPU time could not be read in these sessions",
        workload: "point-select",
        metric: "server-cpu",
      },
    ]);
    expect(told(blind(base, 5), blind(head, 6)).map(({ message }) => message)).toEqual([
      "server CPU is missing in 3 of 8 sessions of base and 2 of 8 sessions of head for point-select: it is judged by the 5 pairs that have it",
    ]);
    expect(told(base, blind(head, 0)).map(({ message }) => message)).toEqual([
      "server CPU is missing in 8 of 8 sessions of head for point-select: the gate has too few sessions to judge by",
    ]);
    const ungated = { ...RULES, gates: RULES.gates.filter(({ metric }) => metric !== "server-cpu") };
    expect(told(base, blind(head, 4), ungated), "information").toEqual([]);
    const suite = [{ metric: "server-cpu", margin: 0.01 }] as const;
    expect(told(base, blind(head, 4), { ...ungated, suite }), "a gate of the suite").toHaveLength(1);
    const later = { ...blind(head, 4), measurement: { ...head.measurement, id: STAMP.id } };
    expect(told(base, later)[0]!.message).toMatch(/: it is judged by the sessions that have it$/);
  });

  it("is a session without its partner: left out of both arms, and said", () => {
    const [base, head] = quietPair(0);
    const cut = withWorkloads(head, (workload) => ({ ...workload, sessions: workload.sessions.slice(1) }));
    const report = compare([base, cut]);
    expect(changeOf(report, "qps").base.values).toHaveLength(5);
    expect(codes(report)).toContain("sessions-without-partner");
  });

  it("is said in words that name the workload, and what to do", () => {
    const [base, head] = quietPair(0);
    const warningsOf = (one: Run, other: Run, code: string) =>
      compare([one, other]).warnings.filter((warning) => warning.code === code);
    const without = (run: Run, ...gone: readonly number[]) =>
      withWorkloads(run, (workload) => ({
        ...workload,
        sessions: workload.sessions.filter(({ index }) => !gone.includes(index)),
      }));
    const two = "2 sessions exist on one arm only and are left out";
    for (const [one, other, message] of [
      [without(base, 0), head, "1 session exists on one arm only and is left out"],
      [base, without(head, 1, 2), two],
      [without(base, 0), without(head, 5), two],
    ] as const) {
      expect(warningsOf(one, other, "sessions-without-partner")).toEqual([
        {
          code: "sessions-without-partner",
          message,
          remedy: "measure again: the measurement was cut short",
          workload: "point-select",
        },
      ]);
    }
    expect(warningsOf(base, head, "sessions-without-partner")).toEqual([]);
    const renamed = withWorkloads(head, (workload) => ({ ...workload, name: "renamed" }));
    expect(warningsOf(base, renamed, "only-in-head")).toEqual([
      {
        code: "only-in-head",
        message: "renamed was measured only in head and is not compared",
        remedy: "measure both arms with the same suite",
        workload: "renamed",
      },
    ]);
    expect(warningsOf(base, renamed, "only-in-base")).toMatchObject([
      { message: "point-select was measured only in base and is not compared", workload: "point-select" },
    ]);
  });

  it("is copies of one session: said by how they agree, in either form", () => {
    const [base] = quietPair(0);
    const identical = (one: Run, other: Run) =>
      compare([one, other]).warnings.filter(({ code }) => code === "identical-sessions");
    expect(identical(base, base)).toEqual([
      {
        code: "identical-sessions",
        message: "all sessions differ by the same ratio: they are not independent measurements",
        remedy: "compare runs that were measured, not copies of one",
        workload: "point-select",
      },
    ]);
    const same = withWorkloads(base, (workload) => ({
      ...workload,
      sessions: workload.sessions.map(({ index }) => ({ ...workload.sessions[0]!, index })),
    }));
    const later = { ...same, measurement: { ...same.measurement, id: STAMP.id } };
    expect(identical(same, later).map(({ message }) => message)).toEqual([
      "all sessions have the same values: they are not independent measurements",
    ]);
  });

  it("is a server whose CPU time cannot be read: what it does beside its queries nothing shows", () => {
    const [base, head] = quietPair(0);
    const blind = (run: Run) => withSessions(run, (session) => ({ ...session, serverCpuNs: null }));
    const unseen = (one: Run, other: Run) =>
      compare([one, other]).warnings.filter(({ code }) => code === "background-unseen");
    expect(unseen(blind(base), blind(head))).toEqual([
      {
        code: "background-unseen",
        message:
          "the servers' CPU time cannot be read here, so background work of one server, which slows both arms, would go unnoticed",
        remedy: "let Plumbline deploy the database on this machine, or look at the servers' own metrics",
      },
    ]);
    expect(unseen(base, blind(head)), "one that can be read is enough").toEqual([]);
    const elsewhere = blind(head);
    const later = { ...elsewhere, measurement: { ...elsewhere.measurement, id: STAMP.id } };
    expect(unseen(blind(base), later), "they were not side by side").toEqual([]);
    const renamed = withWorkloads(blind(head), (workload) => ({ ...workload, name: "renamed" }));
    expect(unseen(blind(base), renamed), "nothing is compared").toEqual([]);
  });

  it("is a gate without any value: named with its workloads, and with what it needs", () => {
    const workloads = ["a", "b", "c"].map((name) => ({ name }));
    const [base, head] = quietPair(0, { workloads, sessions: 3 });
    const blind = (run: Run) =>
      withWorkloads(run, (workload) =>
        workload.name === "b"
          ? workload
          : { ...workload, sessions: workload.sessions.map((each) => ({ ...each, serverCpuNs: null })) },
      );
    const report = compare([blind(base), blind(head)]);
    expect(report.warnings.filter(({ code }) => code === "not-measured")).toEqual([
      {
        code: "not-measured",
        message: "the gate server CPU has no value for a, c and judged nothing",
        remedy:
          "set gates.server-cpu to false: CPU time is read only from servers that Plumbline starts on this machine",
        metric: "server-cpu",
      },
    ]);
    const empty = (run: Run) => withWorkloads(run, (workload) => ({ ...workload, sessions: [] }));
    const nothing = compare([empty(base), empty(head)]).warnings.filter(
      ({ code }) => code === "not-measured",
    );
    expect(nothing.map(({ metric, message }) => `${metric}: ${message}`)).toEqual([
      "qps: the gate QPS has no value for a, b, c and judged nothing",
      "server-cpu: the gate server CPU has no value for a, b, c and judged nothing",
      "p99: the gate p99 has no value for a, b, c and judged nothing",
    ]);
    expect(nothing[0]!.remedy).toBe("look for failed events: no request of these workloads succeeded");
  });

  it("is nothing at all: no workload in common is inconclusive, and says which", () => {
    const [base, head] = quietPair(0);
    const other = withWorkloads(head, (workload) => ({ ...workload, name: "renamed" }));
    const report = compare([base, other]);
    expect(report.verdict).toBe("inconclusive");
    expect(report.workloads).toEqual([]);
    expect(codes(report)).toEqual(expect.arrayContaining(["only-in-head", "only-in-base"]));
  });
});

describe("arms that differ", () => {
  it("in database version or settings are what is tested: judged, and said", () => {
    const [base, head] = quietPair(Math.log(0.9));
    const tuned = {
      ...head,
      environment: { ...head.environment, databaseVersion: "16.4", settings: { jit: "on" } },
    };
    const report = compare([base, tuned]);
    expect(report.verdict).toBe("regressed");
    expect(codes(report)).toEqual(expect.arrayContaining(["version-differs", "settings-differ"]));
  });

  it("in machine or load generator are shown and not judged", () => {
    const [base, head] = quietPair(Math.log(0.9));
    const moved = { ...head, environment: { ...head.environment, cpuModel: "Other CPU" } };
    const report = compare([base, moved]);
    expect(changeOf(report, "qps").verdict).toEqual({
      kind: "inconclusive",
      forbidden: true,
      why: "base and head differ in their conditions (cpuModel)",
    });
    expect(changeOf(report, "qps").effect).toBeLessThan(-0.08);
    expect(codes(report)).toContain("conditions-differ");
  });

  it("shows the options that somebody chose, and all where a run does not say", () => {
    const shown = (chosen?: readonly string[]) => {
      const [base, head] = quietPair(0);
      const chose = withWorkloads(head, (workload) => ({
        ...workload,
        options: { ...workload.options, tables: 4 },
        ...(chosen === undefined ? {} : { chosen }),
      }));
      return compare([base, chose]).workloads[0]!.options;
    };
    expect(shown(["tables", "not-of-this-workload"])).toEqual({ tables: 4 });
    expect(shown()).toMatchObject({ tables: 4, threads: expect.anything() });
  });

  it("in the options of one workload make that workload inconclusive", () => {
    const [base, head] = quietPair(Math.log(0.9));
    const option = (name: string, value: number) =>
      withWorkloads(head, (workload) => ({ ...workload, options: { ...workload.options, [name]: value } }));
    expect(changeOf(compare([base, option("threads", 16)]), "qps").verdict).toEqual({
      kind: "inconclusive",
      forbidden: true,
      why: "base and head differ in their load (threads)",
    });
  });

  it("in their measurement are independent groups", () => {
    const [base, head] = quietPair(Math.log(0.9), { sessions: 8 });
    const later = { ...head, measurement: { ...head.measurement, id: STAMP.id } };
    const report = compare([base, later]);
    expect(report.rule.form).toBe("unpaired");
    // Nobody looked at one to decide on the sessions of the other: one look, whatever was planned.
    const planned = [base, later].map((run) => ({ ...run, plan: { ...run.plan, looks: 3 } })) as [Run, Run];
    expect(changeOf(compare(planned), "qps").confidence).toBeCloseTo(0.9, 12);
    expect(report.warnings.find(({ code }) => code === "unpaired")).toEqual({
      code: "unpaired",
      message:
        "base and head come from different measurements: what changed on the machine between them looks like a change of the database",
      remedy: "measure them side by side",
    });
    expect(report.verdict).toBe("regressed");
  });
});

describe("failed events", () => {
  it("are a regression whatever the speed", () => {
    const [base, head] = quietPair(0);
    const failing = withSessions(head, (session) => ({ ...session, failedEvents: 20 }));
    const report = compare([base, failing]);
    expect(report.verdict).toBe("regressed");
    expect(changeOf(report, "failed-share")).toMatchObject({
      role: "gate",
      verdict: { kind: "regressed" },
      effect: null,
    });
    expect(changeOf(report, "failed-share").head.estimate).toBeCloseTo(0.01, 3);
    expect(changeOf(report, "qps").verdict.kind).toBe("unchanged");
  });
});

describe("kinds of events", () => {
  const GATES = [
    { metric: "tpmc", margin: 0.03, floor: null, workload: "point-select" },
    { metric: "p90:new_order", margin: 0.1, floor: null, workload: "point-select" },
    { metric: "rate:payment", margin: 0.03, floor: null, workload: "point-select" },
  ] as const;
  const rules = { ...RULES, gates: [...RULES.gates, ...GATES] };
  const [base, head] = quietPair(0);
  /** New-Order has a median of its own, and one event in a hundred of the session's. */
  const withKinds = (run: Run, medianNs: number, seed: number) =>
    withSessions(run, (session) => ({
      ...session,
      newOrders: 300,
      kinds: [
        makeKind("new_order", 300, medianNs, seed + session.index),
        makeKind("payment", 290, 1e6, seed + 100 + session.index),
      ],
    }));

  it("gate: one that is slower fails, whatever all events show", () => {
    const report = compare([withKinds(base, 2e6, 1), withKinds(head, 3e6, 2)], rules);
    expect(changeOf(report, "p99").verdict.kind).not.toBe("regressed");
    expect(changeOf(report, "p90:new_order")).toMatchObject({ role: "gate", verdict: { kind: "regressed" } });
    expect(changeOf(report, "p90:new_order").effect).toBeGreaterThan(0.3);
    expect(changeOf(report, "rate:payment").verdict.kind).not.toBe("regressed");
    expect(changeOf(report, "tpmc")).toMatchObject({ role: "gate" });
    expect(report.verdict).toBe("regressed");
  });

  it("are shown where they gate nothing", () => {
    const shown = compare([withKinds(base, 2e6, 1), withKinds(head, 3e6, 2)]);
    expect(shown.workloads[0]!.changes.map(({ metric }) => metric)).not.toContain("p90:new_order");
    expect(shown.workloads[0]!.kinds).toMatchObject([{ name: "new_order" }, { name: "payment" }]);
    const [orders, payments] = shown.workloads[0]!.kinds!;
    expect(orders!.interval!.low).toBeGreaterThan(0.3);
    expect(payments!.interval!.low).toBeLessThan(0);
    expect(orders!.head!.p99Ns).toBeGreaterThan(orders!.head!.meanNs);
  });

  it("need a tail of their own", () => {
    const deep = { ...RULES, gates: [{ ...GATES[1], metric: "p99.9:new_order" } as const] };
    const few = compare([withKinds(base, 2e6, 1), withKinds(head, 3e6, 2)], deep);
    expect(changeOf(few, "p99.9:new_order")).toMatchObject({
      role: "information",
      verdict: { kind: "too-few", have: 300, need: 10_000 },
    });
    expect(few.warnings.find(({ code }) => code === "too-few-requests")?.message).toContain(
      "new_order p99.9",
    );
  });

  it("that did not happen are said to have judged nothing", () => {
    const silent = compare([base, head], rules);
    const missing = silent.warnings.filter(({ code }) => code === "not-measured");
    expect(missing.map(({ metric }) => metric)).toEqual(GATES.map(({ metric }) => metric));
    expect(missing[0]!.remedy).toContain("look for failed events");
  });
});

/** As if base had run another script, whose events are of so many times as many statements as head's. */
function withScripts([base, head]: readonly [Run, Run], times: number): readonly [Run, Run] {
  const scripted = (run: Run, scripts: string, factor: number): Run => ({
    ...run,
    workloads: run.workloads.map((workload) => ({
      ...workload,
      options: { ...workload.options, scripts },
      sessions: workload.sessions.map((session) => ({
        ...session,
        committedQueries: session.committedQueries * factor,
      })),
    })),
  });
  return [scripted(base, "a.sql@1 0000", times), scripted(head, "a.sql@1 1111", 1)];
}

describe("arms that each ran their own scripts", () => {
  it("are compared by their events, however many statements those are of", () => {
    const [base, head] = withScripts(quietPair(0), 1 / 20);
    const report = compareArms(base, head, RULES, STAMP);
    for (const metric of ["qps", "server-cpu"] as const) {
      const change = changeOf(report, metric);
      expect(change.verdict.kind).toBe("unchanged");
      expect(Math.abs(change.effect!)).toBeLessThan(0.02);
    }
    expect(codes(report)).not.toContain("options-differ");
  });

  it("and a regression is one", () => {
    const [base, head] = withScripts(quietPair(Math.log(0.8)), 1 / 20);
    const report = compareArms(base, head, RULES, STAMP);
    expect(changeOf(report, "qps").verdict.kind).toBe("regressed");
    expect(changeOf(report, "qps").effect).toBeCloseTo(-0.2, 1);
  });

  it("but runs of two measurements with other scripts are not compared", () => {
    const [base, head] = withScripts(quietPair(0), 1);
    const apart = { ...head, measurement: { ...head.measurement, id: head.id } };
    const report = compareArms(base, apart, RULES, STAMP);
    expect(codes(report)).toContain("options-differ");
    expect(changeOf(report, "qps").verdict.kind).toBe("inconclusive");
  });
});

it("the same scripts, and a head without events, leave base what it is", () => {
  const [base, head] = quietPair(0).map((run) => run.workloads[0]!);
  expect(inHeadsStatements(base!, head!)).toBe(base);
  const still = { ...head!, options: { scripts: "b" }, sessions: [] };
  expect(inHeadsStatements(base!, still)).toBe(base);
});

it("base's statements are its events, each of head's statements in the mean over all sessions", () => {
  const [base, head] = quietPair(0).map((run) => run.workloads[0]!);
  const [session] = head!.sessions;
  const of = (events: number, committedQueries: number) => ({ ...session!, events, committedQueries });
  const changed = { ...head!, options: { scripts: "b" }, sessions: [of(10, 20), of(30, 180)] };
  const compared = inHeadsStatements({ ...base!, sessions: [of(7, 1), of(0, 1)] }, changed);
  expect(compared.sessions.map(({ committedQueries }) => committedQueries)).toEqual([35, 0]);
  expect(compared.name).toBe(base!.name);
});
