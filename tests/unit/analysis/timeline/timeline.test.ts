/** What is judged of events in the midst of a load, and what a load that did not recover forbids. */
import { describe, expect, it } from "vitest";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { compareHistory } from "../../../../src/analysis/verdict/history.ts";
import type { MetricId } from "../../../../src/model/metric.ts";
import { Report } from "../../../../src/model/report.ts";
import { Run } from "../../../../src/model/run.ts";
import type { Disruption } from "../../../../src/model/timeline.ts";
import { makePair, makeRun } from "../../../support/runs.ts";
import { makeDisruption, makeTimeline, withTimelines } from "../../../support/timelines.ts";

const STAMP = {
  id: "00000000-0000-4000-8000-000000000001",
  createdAt: "2026-01-02T00:00:00.000Z",
  version: "1",
};
const gate = (metric: MetricId) => ({ metric, margin: 0.25, floor: null, workload: "checkout" });
const RULES = {
  alpha: 0.05,
  decide: "significant-and-relevant",
  errorLimit: 0.001,
  gates: [gate("recovery"), gate("disruption-failures"), gate("dip-length"), gate("dip-depth")],
} as const;

/** Recoveries that differ a little from session to session, about a length in seconds. */
const about = (seconds: number, rest: Partial<Disruption> = {}) =>
  [0.97, 1.02, 1, 0.99, 1.03, 0.98, 1.01, 1].map((factor) =>
    makeDisruption({ recoveryNs: seconds * factor * 1e9, dipNs: seconds * factor * 1e9 - 5e7, ...rest }),
  );

function compared(base: readonly Disruption[], head: readonly Disruption[]) {
  const pair = makePair({ sessions: base.length, workloads: [{ name: "checkout" }] });
  const [before, after] = [base, head].map((events, arm) =>
    Run.parse(
      withTimelines(
        pair[arm]!,
        events.map((event) => makeTimeline(event)),
      ),
    ),
  );
  const report = Report.parse(compareArms(before!, after!, RULES, STAMP));
  const verdict = (metric: MetricId) =>
    report.workloads[0]!.changes.find((change) => change.metric === metric)?.verdict;
  return { report, verdict, timeline: report.timelines![0]! };
}

const cut = { isRecovered: false } as const;

describe("recovery as a gate", () => {
  it("is regressed where head takes twice as long, and unchanged where it does not", () => {
    const { report, verdict } = compared(about(1), about(2));
    expect(verdict("recovery")).toEqual({ kind: "regressed" });
    expect(verdict("dip-length")).toEqual({ kind: "regressed" });
    expect(report.verdict).toBe("regressed");
    expect(compared(about(1), about(1).toReversed()).verdict("recovery")).toEqual({ kind: "unchanged" });
  });

  it("stays regressed where head did not recover, and says nothing better of it", () => {
    expect(compared(about(1), about(5, cut)).verdict("recovery")).toEqual({ kind: "regressed" });
    const same = compared(about(5), about(5, cut)).verdict("recovery");
    expect(same).toMatchObject({ kind: "inconclusive", why: expect.stringContaining("in 8 of head") });
    expect(compared(about(9), about(5, cut)).verdict("recovery")).toMatchObject({ kind: "inconclusive" });
  });

  it("says improved, and nothing worse, where base did not recover", () => {
    expect(compared(about(5, cut), about(1)).verdict("recovery")).toEqual({ kind: "improved" });
    expect(compared(about(1, cut), about(5)).verdict("recovery")).toMatchObject({ kind: "inconclusive" });
  });

  it("is open where both did not", () => {
    const [first, ...rest] = about(5);
    const head = [{ ...first!, ...cut }, ...rest];
    expect(compared(about(1, cut), head).verdict("recovery")).toMatchObject({
      kind: "inconclusive",
      why: expect.stringContaining("in 8 of base and 1 of head"),
    });
  });

  it("takes nothing on both arms for no change, and failures where there were none for one", () => {
    const none = { dipNs: 0, depth: 0, recoveryNs: 1e8, failedEvents: 0, failuresBySqlstate: {} };
    const quiet = compared(about(1, none), about(1, none));
    for (const metric of ["recovery", "dip-length", "dip-depth", "disruption-failures"] as const)
      expect(quiet.verdict(metric), metric).toEqual({ kind: "unchanged" });
    const failing = compared(about(1, none), about(1));
    expect(failing.verdict("disruption-failures")).toEqual({ kind: "regressed" });
    expect(compared(about(1), about(1, none)).verdict("disruption-failures")).toEqual({ kind: "improved" });
  });
});

describe("what the report says of an event", () => {
  it("is means with intervals over the sessions, of the recovery on the scale of its logarithm", () => {
    const pairOf = (first: number, second: number) => [
      makeDisruption({ recoveryNs: first, dipNs: first, failedEvents: 4 }),
      makeDisruption({ recoveryNs: second, dipNs: second, failedEvents: 8 }),
    ];
    const { disruptions } = compared(pairOf(1e9, 1e9), pairOf(1e9, 1.21e9)).timeline;
    const { head } = disruptions[0]!;
    expect(head.recoveryNs.mean).toBeCloseTo(1.1e9, -2);
    // qt(.975, 1) = 12.7062; the logarithms' sd over the root of 2 is ln(1.21) / 2.
    expect(Math.log(head.recoveryNs.high! / 1.1e9)).toBeCloseTo((12.7062 * Math.log(1.21)) / 2, 3);
    expect(head.failedEvents.mean).toBe(6);
    expect(head.failuresBySqlstate).toEqual({ "57P01": 16 });
  });

  it("leaves the interval open above where a session did not recover", () => {
    const { head, base } = compared(about(1), about(5, cut)).timeline.disruptions[0]!;
    expect(head).toMatchObject({ unrecovered: 8, recoveryNs: { high: null }, dipNs: { high: null } });
    expect(base).toMatchObject({ unrecovered: 0, dips: 8 });
  });

  it("has what is usual, and what counted as within the limit, of all sessions of each arm", () => {
    const pair = makePair({ sessions: 2, workloads: [{ name: "checkout" }] });
    const of = (usualPerSecond: number, share: number) => ({
      ...makeTimeline(makeDisruption()),
      usualPerSecond,
      share,
      askedShare: 0.9,
    });
    const [before, after] = [
      [of(1000, 0.9), of(2000, 0.64)],
      [of(3000, 0.85), of(5000, 0.9)],
    ].map((timelines, arm) => Run.parse(withTimelines(pair[arm]!, timelines)));
    const { timelines } = Report.parse(compareArms(before!, after!, RULES, STAMP));
    expect(timelines![0]!.limit).toMatchObject({
      askedShare: 0.9,
      base: { usualPerSecond: { mean: 1500 }, shares: [0.9, 0.64] },
      head: { usualPerSecond: { mean: 4000 }, shares: [0.85, 0.9] },
    });
    const old = compared(about(1), about(1)).timeline;
    expect(old.limit!.askedShare).toBeNull();
  });

  it("draws the session with the middle recovery of each arm", () => {
    const { timeline } = compared(about(1), about(2));
    expect(timeline.head.course.events.filter((count) => count === 0)).toHaveLength(20);
    expect(timeline.base!.course.events.filter((count) => count === 0)).toHaveLength(10);
  });
});

describe("several events, and none", () => {
  const pair = makePair({ sessions: 2, workloads: [{ name: "checkout" }] });
  const reported = (base: readonly (readonly Disruption[])[], head: readonly (readonly Disruption[])[]) => {
    const [before, after] = [base, head].map((sessions, arm) =>
      Run.parse(
        withTimelines(
          pair[arm]!,
          sessions.map((events) => makeTimeline(...events)),
        ),
      ),
    );
    return Report.parse(compareArms(before!, after!, RULES, STAMP));
  };
  const other = { name: "failover", beganNs: 8e9 } as const;

  it("without a timeline nothing is told", () => {
    expect(compareArms(pair[0], pair[1], RULES, STAMP).timelines).toBeUndefined();
    const [timed] = [
      withTimelines(pair[1], [makeTimeline(makeDisruption()), makeTimeline(makeDisruption())]),
    ];
    const { timelines } = Report.parse(compareArms(pair[0], Run.parse(timed), RULES, STAMP));
    expect(timelines![0]).toMatchObject({ base: null, disruptions: [{ base: null, head: { sessions: 2 } }] });
  });

  it("each has its own figures, by its name", () => {
    const events = (first: number, second: number) => [
      makeDisruption({ recoveryNs: first }),
      makeDisruption({ ...other, recoveryNs: second }),
    ];
    const { timelines } = reported(
      [events(1e9, 3e8), events(1e9, 3e8)],
      [events(1e9, 3e8), events(1e9, 3e8)],
    );
    expect(timelines![0]!.disruptions).toMatchObject([
      { name: "restart", beganNs: 5e9, head: { recoveryNs: { mean: expect.closeTo(1e9, -2) } } },
      { name: "failover", beganNs: 8e9, head: { recoveryNs: { mean: expect.closeTo(3e8, -2) } } },
    ]);
    expect(timelines![0]!.head.firstNs).toBe(5e9);
  });

  it("the middle session is the one by the longer of its recoveries", () => {
    const of = (first: number, second: number) => [
      makeDisruption({ recoveryNs: first }),
      makeDisruption({ ...other, recoveryNs: second }),
    ];
    const { timelines } = reported([of(2e9, 1e8), of(1e9, 2e8)], [of(2e9, 1e8), of(1e9, 2e8)]);
    // Of two the second by its longest: 20 steps of nothing and one more, not ten and two.
    expect(timelines![0]!.head.course.events.filter((count) => count === 0)).toHaveLength(21);
  });

  it("a session without a dip is counted as one", () => {
    const { timelines } = reported(
      [[makeDisruption()], [makeDisruption()]],
      [[makeDisruption()], [makeDisruption({ dipNs: 0 })]],
    );
    expect(timelines![0]!.disruptions[0]).toMatchObject({
      base: { dips: 2 },
      head: { dips: 1, sessions: 2 },
    });
  });
});

describe("a load that did not recover", () => {
  it("in one of two events is one that did not", () => {
    const both = (rest: Partial<Disruption>) =>
      about(5, rest).map((event) => [
        event,
        makeDisruption({ name: "failover", beganNs: 1e9, recoveryNs: 1e8 }),
      ]);
    const pair = makePair({ sessions: 8, workloads: [{ name: "checkout" }] });
    const [before, after] = [both({}), both(cut)].map((sessions, arm) =>
      Run.parse(
        withTimelines(
          pair[arm]!,
          sessions.map((events) => makeTimeline(...events)),
        ),
      ),
    );
    const { workloads } = compareArms(before!, after!, RULES, STAMP);
    const of = (metric: MetricId) =>
      workloads[0]!.changes.find((change) => change.metric === metric)!.verdict;
    expect(of("recovery")).toMatchObject({ kind: "inconclusive", why: expect.stringContaining("8 of head") });
  });

  it("says what would help: to move the disruption that cut the watching short, or to watch for longer", () => {
    const of = (...events: readonly Disruption[]) => {
      const pair = makePair({ sessions: 8, workloads: [{ name: "checkout" }] });
      const [before, after] = pair.map((run) =>
        Run.parse(
          withTimelines(
            run,
            run.workloads[0]!.sessions.map(() => makeTimeline(...events)),
          ),
        ),
      );
      const { changes } = compareArms(before!, after!, RULES, STAMP).workloads[0]!;
      return (changes.find(({ metric }) => metric === "recovery")!.verdict as { why: string }).why;
    };
    const first = makeDisruption({ beganNs: 2e9, tookNs: 1.2e9, ...cut });
    const second = (rest: Partial<Disruption>) =>
      makeDisruption({ name: "failover", beganNs: 3.4e9, ...rest });
    const who = "not recovered in 8 of base and 8 of head (sessions):";
    expect(of(first)).toBe(`${who} raise the timeline's \`after\``);
    expect(of(makeDisruption({ beganNs: 2e9 }), second(cut))).toBe(`${who} raise the timeline's \`after\``);
    const relapsed = `${who} raise the timeline's \`after\` or lower \`throughput\``;
    expect(of(makeDisruption({ ...cut, laterDips: 1 }))).toBe(relapsed);
    expect(`inconclusive: ${relapsed}`.length).toBeLessThan(118);
    expect(of(first, second({}))).toBe(`${who} move the next one, which began 0.2 s later`);
    expect(of(first, second({ beganNs: 3.2e9 - 1e6 }))).toBe(
      `${who} move the next one, which began 0 s later`,
    );
    // In a comment a cell has 120 characters.
    expect(`inconclusive: ${of(first, second(cut))}`).toBe(
      `inconclusive: ${who} move the next one (0.2 s later), raise \`after\``,
    );
    expect(`inconclusive: ${of(first, second(cut))}`.length).toBeLessThan(118);
  });

  it("is as many on both arms, and still open", () => {
    expect(compared(about(1, cut), about(5, cut)).verdict("recovery")).toMatchObject({
      kind: "inconclusive",
      why: expect.stringContaining("in 8 of base and 8 of head"),
    });
  });

  it("is named of the arm that it was on alone", () => {
    const { why } = compared(about(1, cut), about(5)).verdict("recovery") as { why: string };
    expect(why).toContain("8 of base");
    expect(why).not.toContain("of head");
    const { why: other } = compared(about(5), about(5, cut)).verdict("recovery") as { why: string };
    expect(other).not.toContain("of base");
  });

  it("says as little of how long the dip was, and nothing else of how deep, or of what failed", () => {
    const { verdict, report } = compared(about(5), about(5, cut));
    expect(verdict("dip-length")).toMatchObject({
      kind: "inconclusive",
      why: expect.stringContaining("8 of head"),
    });
    const whole = compared(about(5), about(5));
    expect(verdict("dip-depth")).toEqual(whole.verdict("dip-depth"));
    expect(verdict("disruption-failures")).toEqual(whole.verdict("disruption-failures"));
    expect(JSON.stringify(report.workloads[0]!.changes.find(({ metric }) => metric === "qps"))).not.toContain(
      "recover",
    );
  });
});

it("holds a recovery that was not seen against the stored history as the least that it can be", () => {
  const run = (seed: number, seconds: number, rest: Partial<Disruption> = {}) =>
    withTimelines(
      makeRun({
        seed,
        sessions: 8,
        workloads: [{ name: "checkout" }],
        fingerprint: "a".repeat(64),
        measurement: { mode: "history" },
      }),
      about(seconds * (1 + seed / 1000), rest).map((event) => makeTimeline(event)),
    );
  const past = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => run(seed, 5));
  const verdictOf = (head: Run) =>
    compareHistory(past, head, RULES, { ...STAMP, branch: "main" }).workloads[0]!.changes.find(
      ({ metric }) => metric === "recovery",
    )!.verdict;
  expect(verdictOf(run(9, 5)).kind).toBe("unchanged");
  expect(verdictOf(run(9, 5, cut))).toMatchObject({ why: expect.stringContaining("8 of head") });
  expect(verdictOf(run(9, 50, cut))).toEqual({ kind: "regressed" });
});
