import { describe, expect, it } from "vitest";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import type { Finding } from "../../../../src/analysis/verdict/finding.ts";
import { compareHistory } from "../../../../src/analysis/verdict/history.ts";
import { notCounted } from "../../../../src/analysis/verdict/work.ts";
import type { MetricId } from "../../../../src/model/metric.ts";
import type { Rules } from "../../../../src/model/rules.ts";
import type { Run, Session } from "../../../../src/model/run.ts";
import { makePair, makeRun } from "../../../support/runs.ts";
import { RULES, STAMP, withSessions } from "./story.ts";

const WORKLOADS = [{ name: "w" }];

/** Per event of each session; a thousand events. */
function counting(run: Run, work: Partial<NonNullable<Session["work"]>>, noise = 0): Run {
  const workloads = run.workloads.map((workload) => ({
    ...workload,
    sessions: workload.sessions.map((session, i) => ({
      ...session,
      work: {
        events: 1000,
        ...Object.fromEntries(
          Object.entries(work).map(([name, each]) => [
            name,
            Math.round(each! * 1000 * (1 + noise * ((i * 7) % 5))),
          ]),
        ),
      },
    })),
  }));
  return { ...run, workloads };
}

const [BASE, HEAD] = makePair({ sessions: 6, workloads: WORKLOADS });
const gate = (metric: MetricId, margin = 0.01): Rules => ({
  ...RULES,
  gates: [...RULES.gates, { metric, margin, floor: null }],
});
type Totals = Parameters<typeof counting>[1];
const compared = (base: Totals, head: Totals, rules: Rules, noise = 0) =>
  compareArms(counting(BASE, base, noise), counting(HEAD, head, noise), rules, STAMP);
const changeOf = (report: ReturnType<typeof compared>, metric: MetricId) =>
  report.workloads[0]!.changes.find((change) => change.metric === metric);

describe("what servers counted", () => {
  it("is a metric of its own beside those of speed: a report has each once", () => {
    const { changes } = compared({ walRecords: 4, buffers: 2 }, { walRecords: 4, buffers: 2 }, RULES)
      .workloads[0]!;
    const metrics = changes.map(({ metric }) => metric);
    expect(metrics).toEqual(expect.arrayContaining(["qps", "wal-records", "buffers"]));
    expect(new Set(metrics).size).toBe(metrics.length);
  });

  it("is information where no gate asks for it", () => {
    const report = compared({ walRecords: 4 }, { walRecords: 5 }, RULES);
    expect(changeOf(report, "wal-records")).toMatchObject({
      role: "information",
      verdict: { kind: "regressed" },
    });
    expect(report.verdict).not.toBe("regressed");
  });

  it.each([
    ["the same in each session: unchanged", 4, 4, 0, "unchanged"],
    ["a little more than the limit: regressed", 4, 4.1, 0.001, "regressed"],
    ["less: improved", 4, 3.9, 0.001, "improved"],
    ["a little less than the limit: unchanged", 4, 4.03, 0.001, "unchanged"],
  ])("with a gate of 1 %%, %s", (_, base, head, noise, kind) => {
    const change = changeOf(
      compared({ walRecords: base }, { walRecords: head }, gate("wal-records"), noise),
      "wal-records",
    );
    expect(change).toMatchObject({ role: "gate", verdict: { kind } });
  });

  it("that is nothing on both arms is no change; something where there was nothing is one", () => {
    const kindOf = (base: number, head: number) =>
      changeOf(compared({ deadlocks: base }, { deadlocks: head }, gate("deadlocks")), "deadlocks")?.verdict
        .kind;
    expect([kindOf(0, 0), kindOf(0, 1), kindOf(1, 0)]).toEqual(["unchanged", "regressed", "improved"]);
    expect(changeOf(compared({ deadlocks: 0 }, { deadlocks: 0 }, RULES), "deadlocks")).toBeUndefined();
  });

  it("that became nothing is less by all of it; of what was nothing no ratio can be told", () => {
    const effectOf = (base: number, head: number) =>
      changeOf(compared({ deadlocks: base }, { deadlocks: head }, gate("deadlocks")), "deadlocks")?.effect;
    expect([effectOf(0, 0), effectOf(0, 1), effectOf(1, 0)]).toEqual([0, null, -1]);
  });

  it("is worse by less of it where more is better", () => {
    const [some, none] = [
      { rowsUpdated: 4, hotUpdates: 4 },
      { rowsUpdated: 4, hotUpdates: 0 },
    ];
    const of = (base: Totals, head: Totals) =>
      changeOf(compared(base, head, gate("hot-updates")), "hot-updates");
    expect(of(some, none)).toMatchObject({ verdict: { kind: "regressed" }, effect: -1 });
    expect(of(none, some)).toMatchObject({ verdict: { kind: "improved" }, effect: null });
  });

  it("that some sessions have and some have not is no change that could be called", () => {
    const [base, head] = [counting(BASE, { deadlocks: 1 }), counting(HEAD, { deadlocks: 1 })];
    const withoutFirst = (run: Run): Run =>
      withSessions(run, (session) => ({
        ...session,
        work: { ...session.work!, deadlocks: session.index === 0 ? 0 : 1000 },
      }));
    const none = counting(HEAD, { deadlocks: 0 });
    for (const [one, other, where] of [
      [base, withoutFirst(head), "1 of 6 sessions of head"],
      [withoutFirst(base), head, "1 of 6 sessions of base"],
      [withoutFirst(base), none, "1 of 6 sessions of base and 6 of 6 sessions of head"],
    ] as const) {
      const report = compareArms(one, other, gate("deadlocks"), STAMP);
      expect(changeOf(report, "deadlocks")?.verdict).toEqual({
        kind: "inconclusive",
        why: `the value is 0 in ${where}`,
      });
    }
  });

  it("of too few sessions says nothing, whatever it is", () => {
    const [base, head] = makePair({ sessions: 2, workloads: WORKLOADS });
    const of = (before: number, after: number, rules: Rules) =>
      changeOf(
        compareArms(
          counting(base, { deadlocks: before }),
          counting(head, { deadlocks: after }),
          rules,
          STAMP,
        ),
        "deadlocks",
      )?.verdict;
    for (const [before, after] of [
      [0, 0],
      [0, 1],
      [1, 0],
    ] as const) {
      expect(of(before, after, gate("deadlocks"))).toMatchObject({ kind: "too-few", have: 2, need: 3 });
    }
    expect(of(0, 0, RULES), "also where nothing asks for it").toMatchObject({ kind: "too-few" });
  });

  it("and that nobody counted is said where a gate asks for it", () => {
    const { warnings } = compareArms(BASE, HEAD, gate("wal-records"), STAMP);
    expect(warnings.filter(({ code }) => code === "not-counted")).toEqual([
      {
        code: "not-counted",
        message: "the gate WAL records has no value for w and judged nothing",
        remedy: expect.stringMatching(/no other client.*pooler.*records from 14 on.*pg_stat_statements/),
        metric: "wal-records",
      },
    ]);
    expect(compareArms(BASE, HEAD, RULES, STAMP).warnings.map(({ code }) => code)).not.toContain(
      "not-counted",
    );
  });

  it("is missed of each workload that has a gate of it, and of no other", () => {
    const names = ["a", "b", "c"];
    const shared = names.map((name) => ({ head: { name } }));
    const found = (workload: string, metric: MetricId): Finding => ({
      workload,
      metric,
      limit: { role: "gate", margin: 0.01, floor: null },
      base: { estimate: 1, values: [1], statistics: null },
      head: { estimate: 1, values: [1], statistics: null },
      evidence: { kind: "settled", verdict: { kind: "unchanged" }, effect: 0 },
    });
    const missing = (findings: readonly Finding[], rules: Rules) =>
      notCounted(findings, shared, rules).map(({ message }) => message);
    const counted = [found("a", "calls"), found("b", "deadlocks"), found("c", "wal-records")];
    expect(missing(counted, gate("calls"))).toEqual([
      "the gate calls has no value for b, c and judged nothing",
    ]);
    expect(
      missing(
        names.map((name) => found(name, "calls")),
        gate("calls"),
      ),
    ).toEqual([]);
    const own = { ...RULES, gates: [{ metric: "calls", margin: 0.01, floor: null, workload: "b" } as const] };
    expect(missing(counted, own)).toEqual(["the gate calls has no value for b and judged nothing"]);
  });

  it("is judged against history, too", () => {
    const runs = [1, 2, 3, 4, 5, 6].map((seed) =>
      counting(makeRun({ seed, sessions: 4, workloads: WORKLOADS }), { walRecords: 4 + seed / 10_000 }),
    );
    const head = counting(makeRun({ seed: 9, sessions: 4, workloads: WORKLOADS }), { walRecords: 5 });
    const report = compareHistory(runs, head, gate("wal-records"), { ...STAMP, branch: "main" });
    expect(changeOf(report, "wal-records")).toMatchObject({ role: "gate", verdict: { kind: "regressed" } });
  });
});
