import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import {
  lookOf,
  needsEverySession,
  nextLook,
  plannedLooks,
  sessionsOfAllLooks,
  spent,
  suspects,
  withStopped,
} from "../../../../src/analysis/verdict/looks.ts";
import { type LookPlan, looksOf } from "../../../../src/config/looks.ts";
import type { Looks, PlannedLook } from "../../../../src/model/looks.ts";
import type { Change, Report } from "../../../../src/model/report.ts";
import type { Run } from "../../../../src/model/run.ts";
import { makeChange, makeReport } from "../../../support/reports.ts";
import { changeOf, quietPair, RULES, STAMP } from "./story.ts";

/** One measurement of two looks; its first `sessions` sessions are the first look. */
function twoLooks([base, head]: readonly [Run, Run], sessions: number): readonly [Run, Run] {
  const planned = (run: Run): Run => ({ ...run, plan: { ...run.plan, looks: 2, sessions } });
  return [planned(base), planned(head)];
}

const compare = ([base, head]: readonly [Run, Run]) => compareArms(base, head, RULES, STAMP);

/** Every plan, of small and large numbers of sessions, whole and within a budget. */
const plans = fc
  .record({
    plan: fc.constantFrom<LookPlan>(1, 2, 3, "early", "thorough", "branch"),
    sessions: fc.integer({ min: 1, max: 40 }),
    rounds: fc.constantFrom(undefined, 1, 2, 3),
  })
  .map(({ plan, sessions, rounds }) => plannedLooks({ sessions, looks: looksOf(plan, sessions, rounds) }));

describe("what the looks may spend", () => {
  it("is alpha in all, for worse and for better, in every plan", () => {
    const sum = (looks: readonly PlannedLook[], family: "worse" | "better") =>
      looks.reduce((total, look) => total + look[family], 0);
    fc.assert(
      fc.property(plans, (looks) => {
        expect(sum(looks, "worse")).toBeCloseTo(1, 12);
        expect(sum(looks, "better")).toBeCloseTo(1, 12);
      }),
    );
  });

  it("makes of the looks' p values, whichever of them is taken, one that is no smaller than it may be", () => {
    // The worst that a choice can do: to take the look that rejects, where one does. Uniform p values on a grid are the null.
    const steps = 200;
    const grid = Array.from({ length: steps }, (_, i) => (i + 1) / steps);
    fc.assert(
      fc.property(
        fc.constantFrom("worse", "better"),
        plans,
        fc.double({ min: 0.005, max: 0.5, noNaN: true }),
        (family, of, level) => {
          const rejected = of.map((_, i) => {
            return grid.filter((p) => spent(p, family, { at: i + 1, of }) <= level).length / steps;
          });
          expect(rejected.reduce((sum, share) => sum + share)).toBeLessThanOrEqual(level + 1e-9);
        },
      ),
    );
  });
});

describe("a look", () => {
  const run = quietPair(0, { sessions: 4 })[1];
  const of = (looks: Looks, planned: number) => {
    const look = lookOf({ ...run.plan, looks, sessions: planned }, run.workloads[0]!);
    return { at: look.at, of: look.of.map(({ sessions }) => sessions) };
  };

  it("is known from the plan and the number of sessions", () => {
    expect(of(1, 4)).toEqual({ at: 1, of: [4] });
    expect(of(2, 4)).toEqual({ at: 1, of: [4, 8] });
    expect(of(2, 2)).toEqual({ at: 2, of: [2, 4] });
    expect(of(3, 2)).toEqual({ at: 2, of: [2, 4, 6] });
    expect(of(looksOf("early", 8), 8)).toEqual({ at: 2, of: [3, 4, 6, 8, 12, 16, 24] });
  });

  it("is the last one, whatever came after it", () => expect(of(1, 2)).toEqual({ at: 1, of: [2] }));

  it("that was cut short is no second one", () => expect(of(2, 8)).toEqual({ at: 1, of: [8, 16] }));

  it("is the first one even of a workload without a session, and of a plan without one", () => {
    const [workload] = run.workloads;
    const none = { ...workload!, sessions: [] };
    expect(lookOf({ ...run.plan, looks: 2 }, none).at).toBe(1);
    expect(lookOf({ ...run.plan, looks: 2, sessions: 0 }, none).at).toBe(1);
  });

  it("of few sessions needs each of them beyond the limit, until stored noise shows that they are independent", () => {
    const looks = plannedLooks({ sessions: 8, looks: looksOf("early", 8) });
    const needing = (isNoiseKnown: boolean) =>
      looks
        .filter((_, i) => needsEverySession({ at: i + 1, of: looks, isNoiseKnown }))
        .map(({ sessions }) => sessions);
    expect(needing(false)).toEqual([3, 4, 6, 8]);
    expect(needing(true)).toEqual([3, 4]);
    const equal = plannedLooks({ sessions: 3, looks: 3 });
    expect(equal.some((_, i) => needsEverySession({ at: i + 1, of: equal }))).toBe(false);
  });
});

describe("suspects", () => {
  const gate = (effect: number, p: number, edit: Partial<Change> = {}): Change => {
    const change = makeChange("w", { metric: "qps", effect, verdict: { kind: "inconclusive", why: "-" } });
    return { ...change, p: { ...change.p!, worse: p }, ...edit };
  };
  const found = (...changes: readonly Change[]) => {
    const report = makeReport({ workloads: [{ name: "w", changes: [] }] });
    return suspects({ ...report, workloads: [{ ...report.workloads[0]!, changes }] }).map(
      ({ change }) => change.effect,
    );
  };

  it("look worse by more than half of what is relevant, with p below .10", () => {
    expect(found(gate(-0.015, 0.06))).toEqual([-0.015]);
    expect(found(gate(-0.009, 0.06)), "too small").toEqual([]);
    expect(found(gate(-0.015, 0.11)), "too likely by chance").toEqual([]);
    expect(found(gate(0.015, 0.06)), "better").toEqual([]);
  });

  it("have a p below .10, and an estimate beyond half of the limit, not at it", () => {
    expect(found(gate(-0.015, 0.1))).toEqual([]);
    expect(found(gate(-0.015, 0.0999))).toEqual([-0.015]);
    expect(found(gate(-0.01, 0.01))).toEqual([]);
  });

  it("know which way is worse", () => {
    expect(found(gate(0.015, 0.06, { metric: "server-cpu" }))).toEqual([0.015]);
    expect(found(gate(-0.015, 0.06, { metric: "server-cpu" }))).toEqual([]);
  });

  it("are no gates without a test, nor without an estimate", () => {
    expect(found(gate(-0.015, 0.06, { p: null }))).toEqual([]);
    expect(found(gate(-0.015, 0.06, { effect: null }))).toEqual([]);
  });

  it("are looked at again though information beside them is worse beyond doubt", () => {
    const information = gate(-0.2, 1e-6, { role: "information", verdict: { kind: "regressed" } });
    expect(found(gate(-0.015, 0.06), information)).toEqual([-0.015]);
  });

  it("are gates", () => expect(found(gate(-0.015, 0.06, { role: "information" }))).toEqual([]));

  it("are no trades: more sessions would show both sides again", () => {
    expect(found(gate(-0.015, 0.06, { verdict: { kind: "trade", for: ["qps"] } }))).toEqual([]);
  });

  it("know what an absolute floor makes relevant", () => {
    const p99 = {
      metric: "p99",
      margin: 0.1,
      base: { estimate: 100_000, values: [], statistics: null },
    } as const;
    expect(found(gate(0.2, 0.01, { ...p99, floor: 50_000 }))).toEqual([]);
    expect(found(gate(0.3, 0.01, { ...p99, floor: 50_000 }))).toEqual([0.3]);
  });

  it("are not looked at again where the first look has already found a regression", () => {
    expect(found(gate(-0.015, 0.06), gate(-0.2, 1e-6, { verdict: { kind: "regressed" } }))).toEqual([]);
  });

  it("come with their clearest gate, the most suspicious workload first", () => {
    const report = makeReport({ workloads: ["a", "b"].map((name) => ({ name, changes: [] })) });
    const [a, b] = report.workloads as [(typeof report.workloads)[0], (typeof report.workloads)[0]];
    const answer = suspects({
      ...report,
      workloads: [
        { ...a, changes: [gate(-0.02, 0.08), gate(-0.03, 0.05)] },
        { ...b, changes: [gate(-0.04, 0.01)] },
      ],
    });
    expect(answer.map(({ workload, change }) => [workload, change.effect])).toEqual([
      ["b", -0.04],
      ["a", -0.03],
    ]);
  });
});

describe("what more sessions could decide", () => {
  /** A report of three planned looks, of which all workloads had the first. */
  const reportOf = (story: Parameters<typeof makeReport>[0]): Report => {
    const report = makeReport(story);
    return { ...report, plan: { ...report.plan, looks: 3 } };
  };
  const undecided = (...stories: Parameters<typeof makeChange>[1][]) =>
    nextLook(reportOf({ workloads: [{ name: "w", changes: stories }] })).undecided;
  const open = { kind: "inconclusive", why: "-" } as const;

  it("is a gate that is open, where nothing looks worse", () => {
    expect(undecided({ metric: "qps", effect: -0.001, noise: 0.04, verdict: open })).toEqual(["w"]);
    expect(undecided({ metric: "qps" })).toEqual([]);
    expect(undecided({ metric: "tps", role: "information", verdict: open })).toEqual([]);
  });

  it("leaves sessions to come, which a smallest visible change is about", () => {
    const plan = { sessions: 8, looks: 3, seconds: 8, warmupSeconds: 2, sliceMs: "auto", seed: 1 } as const;
    expect([8, 16, 24].map((taken) => sessionsOfAllLooks(plan, taken))).toEqual([24, 24, 24]);
    // Of ten, two were lost.
    expect(sessionsOfAllLooks({ ...plan, sessions: 10 }, 8)).toBe(24);
    expect(sessionsOfAllLooks({ ...plan, looks: 1 }, 8)).toBe(8);
  });

  it("is not what is certainly not worse, for nobody waits for how much better it is", () => {
    const notWorse = { ...open, notWorse: true } as const;
    expect(undecided({ metric: "qps", effect: 0.02, noise: 0.04, verdict: notWorse })).toEqual([]);
    expect(
      undecided({ metric: "qps", verdict: notWorse }, { metric: "p99", noise: 0.2, verdict: open }),
    ).toEqual(["w"]);
  });

  it("is not what passes by the worsening that it names", () => {
    const named = { ...open, notWorse: true, most: 0.039 } as const;
    expect(undecided({ metric: "qps", noise: 0.04, verdict: named })).toEqual([]);
  });

  it("is nothing after a regression in any workload", () => {
    const report = reportOf({
      workloads: [
        { name: "w", changes: [{ metric: "qps", effect: -0.001, noise: 0.04, verdict: open }] },
        { name: "v", changes: [{ metric: "qps", effect: -0.2, verdict: { kind: "regressed" } }] },
      ],
    });
    expect(nextLook(report).undecided).toEqual([]);
    const alone = { ...report, workloads: report.workloads.slice(0, 1) };
    expect(nextLook(alone).undecided).toEqual(["w"]);
  });

  it("is nothing after a regression of all workloads together", () => {
    const report = reportOf({
      workloads: [{ name: "w", changes: [{ metric: "qps", effect: -0.001, noise: 0.04, verdict: open }] }],
    });
    const [change] = report.workloads[0]!.changes;
    const together = (edit: Partial<Change>) => nextLook({ ...report, together: [{ ...change!, ...edit }] });
    expect(together({ verdict: { kind: "regressed" } }).undecided).toEqual([]);
    expect(together({ verdict: { kind: "regressed" }, role: "information" }).undecided).toEqual(["w"]);
    expect(together({ verdict: { kind: "unchanged" } }).undecided).toEqual(["w"]);
  });

  it("begins with what looks worse, and ends with what has nothing open of its own", () => {
    const story = (name: string, p: number | null) => ({ name, p });
    const order = (stories: readonly ReturnType<typeof story>[], isSuiteOpen: boolean) => {
      const report = reportOf({
        workloads: stories.map(({ name }) => ({
          name,
          changes: [{ metric: "qps", effect: -0.001, noise: 0.04, verdict: open }],
        })),
      });
      const workloads = report.workloads.map((workload, i) => {
        const [change] = workload.changes;
        const { p } = stories[i]!;
        const edit =
          p === null ? { verdict: { kind: "unchanged" } as const } : { p: { ...change!.p!, worse: p } };
        return { ...workload, changes: [{ ...change!, ...edit }] };
      });
      const suite = { ...workloads[0]!.changes[0]!, verdict: open };
      return nextLook({ ...report, workloads, ...(isSuiteOpen ? { together: [suite] } : {}) }).undecided;
    };
    const stories = [story("calm", null), story("b", 0.6), story("a", 0.3), story("c", 0.9)];
    expect(order(stories, false)).toEqual(["a", "b", "c"]);
    expect(order(stories, true)).toEqual(["a", "b", "c", "calm"]);
  });

  it("is no gate without a test or an interval", () => {
    const report = reportOf({
      workloads: [{ name: "w", changes: [{ metric: "qps", effect: -0.001, noise: 0.04, verdict: open }] }],
    });
    const [workload] = report.workloads;
    const edited = (edit: Partial<Change>) =>
      nextLook({
        ...report,
        workloads: [{ ...workload!, changes: [{ ...workload!.changes[0]!, ...edit }] }],
      });
    expect(edited({}).undecided).toEqual(["w"]);
    expect(edited({ p: null }).undecided).toEqual([]);
    expect(edited({ interval: null }).undecided).toEqual([]);
  });

  it("is open in a workload until its own last look, also where it stopped before others did", () => {
    const report = reportOf({
      workloads: ["w", "v"].map((name) => ({
        name,
        changes: [{ metric: "qps", effect: -0.001, noise: 0.04, verdict: open }],
      })),
    });
    const { sessions } = report.plan;
    const having = (looks: readonly number[]) => {
      const workloads = report.workloads.map((workload, i) => ({
        ...workload,
        sessions: looks[i]! * sessions,
      }));
      return nextLook({ ...report, workloads }).undecided.toSorted();
    };
    expect(having([1, 1])).toEqual(["v", "w"]);
    expect(having([1, 2]), "w stopped at its first look, and is open after all").toEqual(["v", "w"]);
    expect(having([3, 2])).toEqual(["v"]);
    expect(having([3, 3])).toEqual([]);
  });

  it("is looked at beyond the usual looks only while few workloads want it", () => {
    const looks = looksOf("thorough", 8);
    const wanting = (taken: readonly number[]) => {
      const report = reportOf({
        workloads: taken.map((_, i) => ({
          name: `w${i}`,
          changes: [{ metric: "qps", effect: -0.001, noise: 0.04, verdict: open }],
        })),
      });
      const workloads = report.workloads.map((workload, i) => ({ ...workload, sessions: taken[i]! }));
      return nextLook({ ...report, plan: { ...report.plan, sessions: 8, looks }, workloads }).undecided
        .length;
    };
    expect(wanting([24, 48, 48]), "one always may").toBe(1);
    expect(wanting([24, 24, 48])).toBe(0);
    expect(wanting([24, 24, 48, 48, 48, 48, 48, 48]), "a quarter may").toBe(2);
    expect(wanting([24, 24, 16]), "and the others go on all the same").toBe(1);
  });

  it("is not what lacks requests, nor a workload that has regressed, nor one that is suspect already", () => {
    const few = { kind: "too-few", what: "sessions", have: 2, need: 3 } as const;
    expect(undecided({ metric: "qps", verdict: few })).toEqual([]);
    const regressed = { metric: "p99", effect: 0.5, verdict: { kind: "regressed" } } as const;
    expect(undecided({ metric: "qps", verdict: open }, regressed)).toEqual([]);
    const suspect = { metric: "qps", effect: -0.03, noise: 0.03, verdict: open } as const;
    expect(nextLook(reportOf({ workloads: [{ name: "w", changes: [suspect] }] }))).toMatchObject({
      suspects: [{ workload: "w" }],
      undecided: [],
    });
  });
});

describe("a workload that stopped because another one regressed", () => {
  const of = plannedLooks({ sessions: 8, looks: looksOf("early", 8) });
  const change = (workload: string, verdict: Change["verdict"], worse = 0.5): Change => {
    const made = makeChange(workload, { metric: "qps", effect: -0.012, verdict });
    return { ...made, p: { ...made.p!, worse } };
  };
  const open = { kind: "inconclusive", why: "may be worse" } as const;
  const red = change("a", { kind: "regressed" });
  const answersOf = (changes: readonly Change[], at = 1) =>
    withStopped(changes, new Map(["a", "b"].map((name) => [name, { at, of }]))).map(({ verdict }) =>
      verdict.kind === "inconclusive" ? verdict.why : verdict.kind,
    );

  it("says so, for nothing more was asked of it", () => {
    const why = "stopped after 3 sessions, because another workload regressed: no answer for this one";
    expect(answersOf([red, change("b", open)])).toEqual(["regressed", why]);
  });

  it("is not one that had all its looks, that still looks worse, or that has its answer, nor in a run without a regression", () => {
    expect(answersOf([red, change("b", open)], of.length)).toEqual(["regressed", "may be worse"]);
    expect(answersOf([red, change("b", open, 0.01)])).toEqual(["regressed", "may be worse"]);
    expect(answersOf([red, change("b", { ...open, notWorse: true })])).toEqual(["regressed", "may be worse"]);
    expect(answersOf([change("b", open)])).toEqual(["may be worse"]);
  });
});

describe("a measurement of two looks", () => {
  it("calls at the first look what is clear, and leaves the rest to the second", () => {
    const clear = quietPair(Math.log(0.8));
    expect(compare(twoLooks(clear, 6)).verdict).toBe("regressed");
    const unclear = quietPair(Math.log(0.93), { noise: 0.012 });
    expect(changeOf(compare(unclear), "qps").verdict.kind, "alone").toBe("regressed");
    const first = compare(twoLooks(unclear, 6));
    expect(changeOf(first, "qps").verdict.kind).toBe("inconclusive");
    expect(suspects(first)).toHaveLength(1);
    expect(changeOf(compare(twoLooks(unclear, 3)), "qps").verdict.kind, "with both looks").toBe("regressed");
  });

  it("says what both looks together could see, for a change of that size would have brought the second", () => {
    const pair = quietPair(0, { noise: 0.02 });
    const visible = (runs: readonly [Run, Run]) => changeOf(compare(runs), "qps").smallestVisible!;
    expect(visible(twoLooks(pair, 6))).toBeLessThan(visible(pair));
  });

  it("counts the sessions of each workload", () => {
    expect(compare(twoLooks(quietPair(0), 3)).workloads.map(({ sessions }) => sessions)).toEqual([6]);
  });
});

describe("failed events that may be a storm", () => {
  it("keep a workload going, though they have no interval, unless they are as frequent as on base", () => {
    const report = makeReport({ workloads: [{ name: "w", changes: [{ metric: "qps" }] }] });
    const [workload] = report.workloads;
    const failing = (edit: Partial<Change>) => {
      const change: Change = {
        ...workload!.changes[0]!,
        metric: "failed-share",
        interval: null,
        p: null,
        verdict: { kind: "inconclusive", why: "one storm" },
        ...edit,
      };
      const changes = [...workload!.changes, change];
      const plan = { ...report.plan, looks: 3 };
      return nextLook({ ...report, plan, workloads: [{ ...workload!, changes }] }).undecided;
    };
    expect(failing({})).toEqual(["w"]);
    expect(failing({ verdict: { kind: "inconclusive", why: "usual", notWorse: true } })).toEqual([]);
    expect(failing({ verdict: { kind: "unchanged" } })).toEqual([]);
  });
});
