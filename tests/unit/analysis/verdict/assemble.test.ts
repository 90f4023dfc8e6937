/** What a report says of the whole: its verdict, its counts, and what it leaves out where there is nothing. */
import { describe, expect, it } from "vitest";
import {
  assembleReport,
  excludedOf,
  type Parts,
  referenceOf,
} from "../../../../src/analysis/verdict/assemble.ts";
import type { Migration } from "../../../../src/model/migration.ts";
import type { Change, Verdict } from "../../../../src/model/report.ts";
import { Report } from "../../../../src/model/report.ts";
import type { Rules } from "../../../../src/model/rules.ts";
import type { Run, Session } from "../../../../src/model/run.ts";
import { makeChange } from "../../../support/reports.ts";
import { makeKind, makePair, makeRun } from "../../../support/runs.ts";
import { makeDisruption, makeTimeline, withTimelines } from "../../../support/timelines.ts";
import { RULES, STAMP, withSessions, withWorkloads } from "./story.ts";

const [BASE, HEAD] = makePair({ sessions: 2, workloads: [{ name: "w" }] });
const NONE = { base: null, head: null };

const gate = (verdict: Verdict, more: Partial<Change> = {}): Change => ({
  ...makeChange("w", { metric: "qps", verdict }),
  ...more,
});
const partsOf = (head: Run, base: Run, more: Partial<Parts> = {}): Parts => ({
  head,
  baseline: { kind: "none" },
  form: "paired",
  workloads: head.workloads.map((each, i) => ({
    head: each,
    base: [base.workloads[i]?.sessions ?? []],
    curves: NONE,
  })),
  changes: [],
  warnings: [],
  ...more,
});
const reportOf = (more: Partial<Parts> = {}, rules: Rules = RULES, head = HEAD) =>
  Report.parse(assembleReport(partsOf(head, BASE, more), rules, STAMP));
const judged = (...verdicts: readonly Verdict[]) =>
  reportOf({ changes: verdicts.map((verdict) => gate(verdict)) });

const REGRESSED = { kind: "regressed" } as const;
const IMPROVED = { kind: "improved" } as const;
const UNCHANGED = { kind: "unchanged" } as const;
const TRADE: Verdict = { kind: "trade", for: ["p99"] };
const OPEN = { kind: "inconclusive", why: "noise" } as const;
const NOT_WORSE = { ...OPEN, notWorse: true } as const;
const TOO_FEW = { kind: "too-few", what: "sessions", have: 2, need: 3 } as const;

describe("the verdict of a run", () => {
  it.each<[string, readonly Verdict[]]>([
    ["regressed", [REGRESSED, IMPROVED, OPEN, TRADE, UNCHANGED]],
    ["inconclusive", [OPEN, TRADE, IMPROVED, UNCHANGED]],
    ["inconclusive", [TOO_FEW, UNCHANGED]],
    ["inconclusive", [OPEN, NOT_WORSE, UNCHANGED]],
    ["trade", [TRADE, IMPROVED, UNCHANGED, NOT_WORSE]],
    ["improved", [IMPROVED, UNCHANGED, NOT_WORSE]],
    ["unchanged", [UNCHANGED, NOT_WORSE]],
    ["unchanged", [NOT_WORSE]],
    ["unchanged", [UNCHANGED]],
  ])("is %s, the worst of its gates (case %#)", (verdict, verdicts) => {
    expect(judged(...verdicts).verdict).toBe(verdict);
    expect(judged(...verdicts.toReversed()).verdict, "in whatever order").toBe(verdict);
  });

  it("is by the gates alone, those of all workloads together among them", () => {
    const information = gate(REGRESSED, { role: "information" });
    expect(reportOf({ changes: [information, gate(UNCHANGED)] })).toMatchObject({
      verdict: "unchanged",
      counts: { regressed: 0, unchanged: 1 },
    });
    const both = reportOf({ changes: [gate(UNCHANGED)], together: [gate(REGRESSED)] });
    expect(both).toMatchObject({ verdict: "regressed", counts: { regressed: 1, unchanged: 1 } });
  });

  it("is open where gates of speed are asked for, and failed events alone were judged", () => {
    const failures = gate(UNCHANGED, { metric: "failed-share" });
    expect(reportOf({ changes: [failures] }).verdict).toBe("inconclusive");
    const shown = gate(UNCHANGED, { role: "information" });
    expect(reportOf({ changes: [failures, shown] }).verdict).toBe("inconclusive");
    expect(reportOf({ changes: [failures] }, { ...RULES, gates: [] }).verdict).toBe("unchanged");
    expect(reportOf({ changes: [] }, { ...RULES, gates: [] }).verdict, "nothing was judged").toBe(
      "inconclusive",
    );
    expect(reportOf({ changes: [failures, gate(UNCHANGED)] }).verdict).toBe("unchanged");
  });

  it("shows nothing good where the change chose what it is held against, in counts and errors neither", () => {
    const chosen = {
      ...HEAD,
      warnings: [{ code: "other-history", message: "it compares with its own", remedy: "look" }],
    };
    const failures = gate(UNCHANGED, { metric: "failed-share" });
    const counted = gate(IMPROVED, { metric: "temp-bytes" });
    for (const changes of [[failures], [counted, failures]])
      expect(reportOf({ changes }, { ...RULES, gates: [] }, chosen).verdict).toBe("inconclusive");
    expect(reportOf({ changes: [gate(REGRESSED)] }, RULES, chosen).verdict).toBe("regressed");
  });

  it("is that nothing changed where base has nothing of what is measured, and only there", () => {
    const fresh = withWorkloads(HEAD, (workload) => ({ ...workload, newBecause: "its script is new" }));
    expect(reportOf({}, RULES, fresh)).toMatchObject({
      verdict: "unchanged",
      workloads: [{ newBecause: "its script is new" }],
    });
    const [first, second] = makeRun({ sessions: 2 }).workloads;
    const some = { ...HEAD, workloads: [{ ...first!, newBecause: "new" }, second!] };
    expect(reportOf({}, RULES, some).verdict).toBe("inconclusive");
    expect(reportOf({}, RULES, { ...HEAD, workloads: [] }).verdict, "nothing was measured").toBe(
      "inconclusive",
    );
  });
});

describe("a migration", () => {
  const tried = (failedEvents: number): Migration => ({
    files: ["a.sql"],
    command: null,
    limitNs: 1e8,
    samplesPerSecond: 20,
    rules: { stallNs: null, failed: 0 },
    workloads: [
      {
        workload: "w",
        sessions: [
          {
            index: 0,
            tookNs: 1e8,
            failure: null,
            statements: [],
            rewritten: [],
            before: { watchedNs: 3e9, longestNs: 5e6 },
            stallNs: 2e7,
            stalled: null,
            slowNs: 0,
            failedEvents,
            failuresBySqlstate: {},
            waits: [],
            course: { stepNs: 1e8, began: 0, ended: 0, events: [1], longestNs: [1] },
          },
        ],
      },
    ],
  });

  it("with a fault is a regression, however good the gates are; one without leaves them the verdict", () => {
    const of = (failed: number, verdict: Verdict) =>
      reportOf({ changes: [gate(verdict)] }, RULES, { ...HEAD, migration: tried(failed) });
    expect(of(1, IMPROVED)).toMatchObject({
      verdict: "regressed",
      counts: { regressed: 0, improved: 1 },
      migration: { workloads: [{ faults: ["failed"] }] },
    });
    expect(of(0, IMPROVED)).toMatchObject({
      verdict: "improved",
      migration: { workloads: [{ faults: [] }] },
    });
    expect(of(0, REGRESSED).verdict).toBe("regressed");
  });
});

describe("the counts of a report", () => {
  it("are of the gates; want of data is inconclusive, and what there is none of is not said", () => {
    expect(judged(UNCHANGED).counts).toEqual({ regressed: 0, improved: 0, unchanged: 1, inconclusive: 0 });
    expect(
      judged(REGRESSED, IMPROVED, IMPROVED, TRADE, TRADE, TRADE, OPEN, NOT_WORSE, TOO_FEW).counts,
    ).toEqual({
      regressed: 1,
      improved: 2,
      unchanged: 0,
      inconclusive: 3,
      trade: 3,
      notWorse: 1,
    });
  });
});

describe("what a passing run excludes", () => {
  const named = (most: number, more: Partial<Change> = {}) =>
    gate({ ...NOT_WORSE, most }, { margin: 0.02, floor: null, ...more });

  it("is the most by which a gate may be worse, as a multiple of its own limit", () => {
    expect(excludedOf([])).toBe(1);
    expect(excludedOf([gate(UNCHANGED), gate(NOT_WORSE)])).toBe(1);
    expect(excludedOf([named(0.03), named(0.026)])).toBeCloseTo(1.5, 12);
    expect(excludedOf([named(0.03, { margin: 0.1 })]), "less than its limit is its limit").toBe(1);
    expect(excludedOf([named(0.03, { role: "information" })])).toBe(1);
  });

  it("has the floor as limit where that is more", () => {
    const { base } = gate(UNCHANGED);
    const p99 = { margin: 0.1, floor: 50, base: { ...base, estimate: 200 } };
    expect(excludedOf([named(0.3, p99)])).toBeCloseTo(1.2, 12);
  });

  it("is said where it is more than the limits, and of no run that does not pass", () => {
    expect(reportOf({ changes: [named(0.03)] })).toMatchObject({
      verdict: "unchanged",
      excluded: expect.closeTo(1.5, 12),
    });
    expect(reportOf({ changes: [named(0.03), gate(IMPROVED)] })).toMatchObject({
      verdict: "improved",
      excluded: expect.closeTo(1.5, 12),
    });
    expect(reportOf({ changes: [gate(UNCHANGED)] })).not.toHaveProperty("excluded");
    expect(reportOf({ changes: [named(0.03), gate(REGRESSED)] })).not.toHaveProperty("excluded");
    expect(reportOf({ changes: [named(0.03), gate(OPEN)] })).not.toHaveProperty("excluded");
    expect(reportOf({ changes: [gate(UNCHANGED)], together: [named(0.03)] }).excluded).toBeCloseTo(1.5, 12);
  });
});

describe("a report", () => {
  it("has its own id, version and moment, and of head what belongs to the whole", () => {
    const warning = { code: "a", message: "b", remedy: "c" };
    const report = reportOf({ warnings: [warning], earlier: 7 });
    expect(report).toMatchObject({
      schema: "plumbline.report/1",
      ...STAMP,
      suite: HEAD.suite,
      mode: "side-by-side",
      origin: HEAD.origin,
      baseline: { kind: "none" },
      head: { id: HEAD.id, commit: HEAD.commit, sessions: 2 },
      rule: { alpha: 0.05, adjustment: "holm", form: "paired", earlier: 7 },
      plan: HEAD.plan,
      environment: HEAD.environment,
      warnings: [warning],
    });
  });

  it("leaves out what there is none of", () => {
    const report = assembleReport(partsOf(HEAD, BASE, { earlier: 0, together: [], order: [] }), RULES, STAMP);
    expect(report.rule).not.toHaveProperty("earlier");
    for (const name of ["together", "order", "migration", "capacities", "timelines", "reason", "excluded"]) {
      expect(report).not.toHaveProperty(name);
    }
    const [workload] = report.workloads;
    for (const name of ["newBecause", "statements", "kinds", "hosts", "cpuByProcess", "idleCpus"]) {
      expect(workload).not.toHaveProperty(name);
    }
  });

  it("has the order of starts and the gates of all workloads together where there are any", () => {
    const order = [{ metric: "qps", difference: 0.008, removed: "not" }] as const;
    const together = [gate(UNCHANGED, { workload: "all workloads together" })];
    expect(reportOf({ order, together })).toMatchObject({ order, together });
  });

  it("refers to a run by the most sessions that any of its workloads has", () => {
    const [first, second] = makeRun({ sessions: 3 }).workloads;
    const uneven = { ...HEAD, workloads: [{ ...first!, sessions: first!.sessions.slice(1) }, second!] };
    expect(referenceOf(uneven)).toEqual({ id: HEAD.id, commit: HEAD.commit, sessions: 3 });
    expect(referenceOf({ ...HEAD, workloads: [] }).sessions).toBe(0);
  });
});

describe("a workload of a report", () => {
  it("has its own changes, in their order", () => {
    const changes = [
      gate(UNCHANGED, { metric: "qps" }),
      gate(UNCHANGED, { workload: "another" }),
      gate(UNCHANGED, { metric: "p99" }),
    ];
    const [workload] = reportOf({ changes }).workloads;
    expect(workload).toMatchObject({ name: "w", workload: "w", sessions: 2, curves: NONE });
    expect(workload!.changes).toEqual([changes[0], changes[2]]);
  });

  it("has the failed events of each arm, added by their SQLSTATE", () => {
    const failing = (run: Run, ...errors: readonly Session["errorsBySqlstate"][]) =>
      withSessions(run, (session) => ({ ...session, errorsBySqlstate: errors[session.index]! }));
    const head = failing(HEAD, { "40001": 1, "57P01": 2 }, { "40001": 4 });
    const base = failing(BASE, {}, { "40P01": 8 });
    const [workload] = assembleReport(partsOf(head, base), RULES, STAMP).workloads;
    expect(workload!.errors).toEqual({ base: { "40P01": 8 }, head: { "40001": 5, "57P01": 2 } });
  });

  it("has the sessions of base's runs all together", () => {
    const [first, second] = BASE.workloads[0]!.sessions;
    const errors = (session: Session, count: number) => ({
      ...session,
      errorsBySqlstate: { "40001": count },
    });
    const parts = partsOf(HEAD, BASE);
    const runs = [[errors(first!, 1)], [errors(second!, 2)]];
    const workloads = [{ ...parts.workloads[0]!, base: runs }];
    expect(assembleReport({ ...parts, workloads }, RULES, STAMP).workloads[0]!.errors.base).toEqual({
      "40001": 3,
    });
  });

  it("has the time that each arm was driven and its slowest event, but of no other tool's values", () => {
    const driven = (run: Run, ...slowest: readonly number[]) =>
      withSessions(run, (session) => ({
        ...session,
        durationNs: 4e9,
        latency: { ...session.latency, maxNs: slowest[session.index]! },
      }));
    const [base, head] = [driven(BASE, 3e6, 2e6), driven(HEAD, 4e6, 1e9)];
    expect(assembleReport(partsOf(head, base), RULES, STAMP).workloads[0]!.driven).toEqual({
      base: { loadNs: 8e9, slowestNs: 3e6 },
      head: { loadNs: 8e9, slowestNs: 1e9 },
    });
    const published = withSessions(base, (session) => ({ ...session, reported: { qps: 5 } }));
    expect(assembleReport(partsOf(head, published), RULES, STAMP).workloads[0]).not.toHaveProperty("driven");
  });

  it("has the CPU time of both arms or of none, and that of idle servers of whichever is known", () => {
    const working = (run: Run, idleNs: number) =>
      withSessions(run, (session) => ({
        ...session,
        committedQueries: 10,
        serverCpu: { drivenNs: 1000, backendsNs: 900, idleNs, idleWallNs: 100 },
      }));
    const of = (head: Run, base: Run) => assembleReport(partsOf(head, base), RULES, STAMP).workloads[0]!;
    expect(of(working(HEAD, 50), working(BASE, 25))).toMatchObject({
      cpuByProcess: { base: { connections: 90, background: 10 }, head: { connections: 90, background: 10 } },
      idleCpus: { base: 0.25, head: 0.5 },
    });
    for (const [head, base, idleCpus] of [
      [working(HEAD, 50), BASE, { base: null, head: 0.5 }],
      [HEAD, working(BASE, 25), { base: 0.25, head: null }],
    ] as const) {
      const workload = of(head, base);
      expect(workload).not.toHaveProperty("cpuByProcess");
      expect(workload.idleCpus).toEqual(idleCpus);
    }
  });

  it("has its kinds of statements and of events, where there are several", () => {
    const part = (name: string) => ({
      name,
      count: 2,
      errors: 0,
      latency: { count: 2, minNs: 1, maxNs: 3, sumNs: 4 },
    });
    const several = (run: Run) =>
      withSessions(run, (session) => ({
        ...session,
        statements: ["read", "write"].map((name) => ({ ...part(name), misses: 0 })),
        kinds: [makeKind("pay", 9, 1e6, 1), makeKind("order", 9, 1e6, 2)],
      }));
    const [workload] = assembleReport(partsOf(several(HEAD), several(BASE)), RULES, STAMP).workloads;
    expect(workload!.statements!.map(({ name }) => name)).toEqual(["read", "write"]);
    expect(workload!.kinds!.map(({ name }) => name)).toEqual(["pay", "order"]);
  });

  it("shows the options that somebody chose and that it has, and all where a run does not say", () => {
    const shown = (chosen?: readonly string[]) =>
      reportOf(
        {},
        RULES,
        withWorkloads(HEAD, (workload) => ({
          ...workload,
          options: { threads: 8, tables: 4 },
          ...(chosen === undefined ? {} : { chosen }),
        })),
      ).workloads[0]!.options;
    expect(shown()).toEqual({ threads: 8, tables: 4 });
    expect(shown(["tables", "gone"])).toEqual({ tables: 4 });
    expect(shown([])).toEqual({});
  });
});

describe("what is measured of base beside head", () => {
  const capacity = (size: number) => ({ of: "rate", size, low: size / 2, high: size * 2, trials: [] });
  const found = (run: Run, size: number) =>
    withSessions(run, (session) => ({
      ...session,
      capacity: capacity(size),
      hosts: [
        { host: "a", connections: 1, events: 3, errors: 0 },
        { host: "b", connections: 1, events: 1, errors: 0 },
      ],
    }));
  const of = (form: Parts["form"]) =>
    assembleReport(partsOf(found(HEAD, 100), found(BASE, 200), { form }), RULES, STAMP);

  it("has its capacity and its hosts shown, and against history, where base is many runs, has not", () => {
    for (const form of ["paired", "unpaired"] as const) {
      const report = of(form);
      expect(report.capacities).toMatchObject([
        { workload: "w", base: { sessions: 2 }, head: { sessions: 2 } },
      ]);
      expect(report.workloads[0]!.hosts!.base.map(({ host }) => host)).toEqual(["a", "b"]);
    }
    const report = of("prediction");
    expect(report.capacities).toMatchObject([{ workload: "w", base: null, head: { sessions: 2 } }]);
    expect(report.workloads[0]!.hosts).toMatchObject({ base: [], head: [{ host: "a" }, { host: "b" }] });
  });

  it("has its timeline shown beside head's", () => {
    const event = makeDisruption();
    const played = (run: Run) => withTimelines(run, [makeTimeline(event), makeTimeline(event)]);
    expect(reportOf({}, RULES, played(HEAD)).timelines).toMatchObject([
      { workload: "w", disruptions: [{ name: "restart", base: null }] },
    ]);
    const both = assembleReport(partsOf(played(HEAD), played(BASE)), RULES, STAMP);
    expect(both.timelines![0]!.disruptions[0]!.base).not.toBeNull();
  });

  it("has what its databases have held against head's, where both were looked at", () => {
    const observed = (definition: string): Run["observed"] => ({
      databases: [
        {
          database: "plumbline_1",
          workloads: ["w"],
          objects: [{ kind: "index", name: "i", on: "t", definition }],
          sizes: [],
        },
      ],
      plans: [],
    });
    const head = { ...HEAD, observed: observed("b") };
    const report = reportOf({ other: { ...BASE, observed: observed("a") } }, RULES, head);
    expect(report.reason!.differences).toMatchObject([{ name: "i", base: "a", head: "b" }]);
    expect(reportOf({}, RULES, head)).not.toHaveProperty("reason");
  });
});
