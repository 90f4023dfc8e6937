import { describe, expect, it } from "vitest";
import {
  decodeHistogram,
  latencyCurve,
  mergeHistograms,
} from "../../../../src/analysis/samples/histogram.ts";
import { compareHistory } from "../../../../src/analysis/verdict/history.ts";
import type { Acceptance } from "../../../../src/model/acceptance.ts";
import type { MetricId } from "../../../../src/model/metric.ts";
import { Report } from "../../../../src/model/report.ts";
import type { Rules } from "../../../../src/model/rules.ts";
import type { Run } from "../../../../src/model/run.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";
import { makeRun } from "../../../support/runs.ts";
import { makeDisruption, makeTimeline, withTimelines } from "../../../support/timelines.ts";
import { changeOf, codes, RULES, STAMP, withSessions } from "./story.ts";

const run = (seed: number, rate = 1000): Run =>
  makeRun({
    seed,
    sessions: 4,
    noise: 0.005,
    workloads: [{ name: "point-select", rate, medianNs: 1e9 / rate }],
  });
const history = (count: number): readonly Run[] => Array.from({ length: count }, (_, i) => run(100 + i));

function compare(baseline: readonly Run[], head: Run, rules: Rules = RULES) {
  return Report.parse(compareHistory(baseline, head, rules, { ...STAMP, branch: "main" }));
}

/** A history in which one run a day was measured, newest first; the first is of January 1. */
const daily = (count: number): readonly Run[] =>
  history(count)
    .map((each, day) => ({
      ...each,
      commit: { ...each.commit, time: new Date(Date.UTC(2026, 0, day + 1)).toISOString() },
    }))
    .toReversed();

describe("an accepted change of one metric", () => {
  const landed = { commit: "d".repeat(40), branch: "main", at: "2026-01-07T00:00:00.000Z" };
  const withAccepted = (...accepted: readonly Acceptance[]) =>
    Report.parse(compareHistory(daily(12), run(1), RULES, { ...STAMP, branch: "main", accepted }));
  const runsOf = (report: Report, metric: MetricId) => changeOf(report, metric).base.values.length;

  it("begins the baseline of that metric anew, and of no other", () => {
    const report = withAccepted(makeAcceptance("p99", { workload: "point-select", metric: "p99", landed }));
    expect(runsOf(report, "p99")).toBe(6);
    expect(runsOf(report, "qps")).toBe(12);
    expect(report.baseline).toMatchObject({ runs: { length: 12 } });
  });

  it("shows the latency of those runs alone", () => {
    const accepted = [makeAcceptance("p99", { workload: "point-select", metric: "p99", landed })];
    const past = daily(12);
    const report = compareHistory(past, run(1), RULES, { ...STAMP, branch: "main", accepted });
    const since = past.slice(0, 6).flatMap(({ workloads }) => workloads[0]!.sessions);
    const merged = mergeHistograms(since.map(({ latency }) => decodeHistogram(latency.histogram)));
    expect(report.workloads[0]!.curves.base).toEqual(latencyCurve(merged));
  });

  it("counts from the newest of several, and from when a run began where its commit has no time", () => {
    const at = (day: string) => ({ ...landed, at: `2026-01-${day}T00:00:00.000Z` });
    const accepted = ["09", "05"].map((day) => makeAcceptance(day, { metric: "qps", landed: at(day) }));
    expect(runsOf(withAccepted(...accepted), "qps")).toBe(4);
    const untimed = daily(12).map((each) => ({
      ...each,
      startedAt: each.commit.time,
      commit: { ...each.commit, time: null },
    }));
    const stamp = { ...STAMP, branch: "main", accepted };
    expect(runsOf(compareHistory(untimed as readonly Run[], run(1), RULES, stamp), "qps")).toBe(4);
  });

  it("says how many runs the metric waits for", () => {
    const late = { ...landed, at: "2026-01-10T00:00:00.000Z" };
    const report = withAccepted(makeAcceptance("qps", { metric: "qps", landed: late }));
    expect(changeOf(report, "qps").verdict).toEqual({
      kind: "too-few",
      what: "baseline runs",
      have: 3,
      need: 5,
    });
    expect(changeOf(report, "p99").verdict.kind).not.toBe("too-few");
  });

  it("begins every metric anew where all of a workload was accepted", () => {
    const report = withAccepted(makeAcceptance("workload", { workload: "point-select", landed }));
    expect([runsOf(report, "p99"), runsOf(report, "qps")]).toEqual([6, 6]);
  });

  it.each([
    ["another workload", { workload: "checkout", landed }],
    ["another branch", { landed: { ...landed, branch: "v2" } }],
    ["what did not land", { landed: null }],
    ["what was revoked", { landed, revoked: { by: "eve", at: "2026-01-08T00:00:00.000Z" } }],
  ])("is nothing to this baseline where it is about %s", (what, about) => {
    expect(runsOf(withAccepted(makeAcceptance(what, about)), "qps")).toBe(12);
  });
});

describe("a change of level that nobody accepted", () => {
  /** Twenty days, newest first; the level is that of the day. */
  const levels = (rateOf: (day: number) => number): readonly Run[] =>
    daily(20).map((each, i) => ({
      ...run(100 + 19 - i, rateOf(19 - i)),
      commit: each.commit,
    }));
  const faster = (since: number) => levels((day) => (day < since ? 1000 : 1150));
  const changed = (report: Report) => report.warnings.filter(({ code }) => code === "level-changed");

  it("is where the baseline begins: the spread of the levels is not the noise of a run", () => {
    const report = compare(faster(10), run(1, 1035));
    expect(changeOf(report, "qps").base.values).toHaveLength(10);
    expect(changeOf(report, "qps").effect).toBeCloseTo(-0.1, 2);
    expect(changeOf(report, "qps").verdict).toEqual({ kind: "regressed" });
    const [warning] = changed(report);
    expect(warning).toMatchObject({ workload: "point-select" });
    expect(warning!.message).toMatch(
      /QPS, .* of point-select changed at [0-9a-f]{10}: compared with the 10 runs from there on, not with the 10 before$/,
    );
  });

  it("is told once for all metrics that changed with a run, and for each such run", () => {
    const cheaper = (each: Run) =>
      withSessions(each, (session) => ({ ...session, serverCpuNs: Math.round(0.7 * session.serverCpuNs!) }));
    const past = faster(10).map((each, i) => (i < 5 ? cheaper(each) : each));
    const report = compare(past, run(1, 1150));
    expect(changeOf(report, "server-cpu").base.values).toHaveLength(5);
    expect(changeOf(report, "qps").base.values).toHaveLength(10);
    const told = changed(report).map(({ message }) => message);
    const first = (index: number) => past[index]!.commit.sha.slice(0, 10);
    expect(told).toHaveLength(2);
    const [ofSpeed, ofCpu] = ["QPS", "server CPU"].map((label) => told.find((text) => text.includes(label))!);
    expect(ofSpeed).toContain(
      `changed at ${first(9)}: compared with the 10 runs from there on, not with the 10`,
    );
    expect(ofSpeed).not.toContain("server CPU");
    expect(ofCpu).toBe(
      `server CPU of point-select changed at ${first(4)}: compared with the 5 runs from there on, not with the 15 before`,
    );
    expect(changed(report)[0]!.remedy).toContain("plumbline bisect");
  });

  it("is found in whatever order the runs come", () => {
    const [past, head] = [faster(10), run(1, 1035)];
    const mixed = past.toSorted((a, b) => a.id.localeCompare(b.id));
    expect(mixed.map(({ id }) => id)).not.toEqual(past.map(({ id }) => id));
    for (const others of [mixed, past.toReversed()]) {
      expect(changeOf(compare(others, head), "qps")).toEqual(changeOf(compare(past, head), "qps"));
    }
  });

  it("leaves the metrics alone that did not change", () => {
    const report = compare(faster(10), run(1, 1035));
    expect(changeOf(report, "server-cpu").base.values).toHaveLength(20);
    expect(
      changed(report)
        .map(({ message }) => message)
        .join(),
    ).not.toContain("server CPU");
  });

  it("counts where it lasts, and leaves as many runs as a verdict needs", () => {
    expect(changeOf(compare(faster(15), run(1)), "qps").base.values).toHaveLength(5);
    const recent = compare(faster(16), run(1));
    expect(changeOf(recent, "qps").base.values).toHaveLength(20);
    expect(changed(recent)).toEqual([]);
    const many = compare(faster(12), run(1), { ...RULES, needs: { baselineRuns: 9 } });
    expect(changeOf(many, "qps").base.values).toHaveLength(20);
  });

  it("is counted from the newest of several, and after what was accepted", () => {
    const steps = levels((day) => (day < 6 ? 1000 : day < 13 ? 1150 : 1300));
    expect(changeOf(compare(steps, run(1)), "qps").base.values).toHaveLength(7);
    const landed = { commit: "d".repeat(40), branch: "main", at: "2026-01-15T00:00:00.000Z" };
    const accepted = [makeAcceptance("qps", { metric: "qps", landed })];
    const report = Report.parse(compareHistory(steps, run(1), RULES, { ...STAMP, branch: "main", accepted }));
    expect(changeOf(report, "qps").base.values).toHaveLength(6);
  });
});

describe("a run against the history of its branch", () => {
  it("is regressed where it lies outside what the next run was predicted to be", () => {
    const report = compare(history(10), run(1, 900));
    expect(report.verdict).toBe("regressed");
    expect(report.rule.form).toBe("prediction");
    expect(changeOf(report, "qps").base.values).toHaveLength(10);
    expect(changeOf(report, "qps").head.values).toHaveLength(4);
    expect(report.baseline).toMatchObject({ kind: "history", branch: "main", need: 5 });
  });

  it("is not regressed where it is like the others", () => {
    expect(compare(history(10), run(1)).counts.regressed).toBe(0);
  });

  it("claims of throughput what both of its readings say, as side by side", () => {
    /** Connections that were in flight for that share of the slices: over the wall time it is by so much slower. */
    const resting = (run: Run, share: number): Run =>
      withSessions(run, (session) => {
        const slower = (of: number) => Math.round(of * share);
        return {
          ...session,
          connections: 8,
          restNs: 8 * session.durationNs * (1 - share),
          events: slower(session.events),
          committedQueries: slower(session.committedQueries),
        };
      });
    const past = history(8);
    // Under load as fast as ever, over the wall time a tenth slower: neither is the truth for certain.
    const head = resting(run(1), 0.9);
    const { verdict, interval } = changeOf(compare(past, head), "qps");
    expect(verdict.kind).toBe("inconclusive");
    expect(interval!.low).toBeLessThan(-0.1);
    expect(interval!.high).toBeGreaterThan(0);
    // Where the history rested as much, both readings agree.
    const alike = changeOf(
      compare(
        past.map((each) => resting(each, 0.9)),
        head,
      ),
      "qps",
    );
    expect(alike.interval!.low).toBeGreaterThan(-0.05);
    // Slower by both.
    expect(changeOf(compare(past, resting(run(1, 900), 0.9)), "qps").verdict.kind).toBe("regressed");
  });

  it("is inconclusive with fewer than five runs, and says how many there are", () => {
    const change = changeOf(compare(history(3), run(1, 500)), "qps");
    expect(change.verdict).toEqual({ kind: "too-few", what: "baseline runs", have: 3, need: 5 });
    expect(change.effect).toBeLessThan(-0.4);
    const empty = compare([], run(1));
    expect(empty.verdict).toBe("inconclusive");
    expect(changeOf(empty, "qps").base).toEqual({ estimate: null, values: [], statistics: null });
  });

  it("is not compared with runs of another fingerprint, and says so", () => {
    const foreign = history(10).map((each) => ({ ...each, fingerprint: "f".repeat(64) }));
    const report = compare([...history(6), ...foreign], run(1));
    expect(report.baseline).toMatchObject({ runs: { length: 6 } });
    expect(codes(report)).toContain("fingerprint-differs");
  });

  it("says what a machine of one kind is good for", () => {
    const foreign = history(2).map((each) => ({ ...each, fingerprint: "f".repeat(64) }));
    const [warning] = compare([...history(6), ...foreign], run(1)).warnings;
    expect(warning).toMatchObject({
      code: "fingerprint-differs",
      remedy: expect.stringContaining("machines of one kind"),
    });
  });

  it("says which conditions kept runs out, the commonest first", () => {
    const head = run(1);
    const other = (seed: number, edit: (run: Run) => Run): Run => ({
      ...edit(run(seed)),
      fingerprint: "f".repeat(64),
    });
    const kernel = (each: Run): Run => ({
      ...each,
      environment: { ...each.environment, kernel: "6.2", settings: { shared_buffers: "1GB" } },
    });
    const load = (each: Run): Run => ({
      ...each,
      workloads: [
        ...each.workloads.map((workload) => ({ ...workload, options: { ...workload.options, threads: 1 } })),
        { ...each.workloads[0]!, name: "given up" },
      ],
    });
    const report = compare([...history(6), other(51, load), other(50, kernel), other(53, kernel)], head);
    expect(report.warnings.find(({ code }) => code === "fingerprint-differs")!.message).toBe(
      "3 of 9 baseline runs were measured under other conditions and are not compared (kernel in 2, settings: shared_buffers in 2, options of point-select: threads in 1, workload given up in 1)",
    );
    const unknown = compare([...history(6), other(52, (each) => each)], head);
    expect(unknown.warnings.find(({ code }) => code === "fingerprint-differs")!.message).toBe(
      "1 of 7 baseline runs was measured under other conditions and is not compared (another version of Plumbline)",
    );
  });

  it("is not its own baseline", () => {
    const head = run(1);
    expect(compare([head, ...history(5)], head).baseline).toMatchObject({ runs: { length: 5 } });
  });

  it("may have failed events without waiting for five runs", () => {
    const head = run(1);
    const failing = {
      ...head,
      workloads: head.workloads.map((workload) => ({
        ...workload,
        sessions: workload.sessions.map((session) => ({ ...session, failedEvents: 50 })),
      })),
    };
    expect(changeOf(compare(history(2), failing), "failed-share").verdict).toEqual({ kind: "regressed" });
  });

  it("has a warning where some of the baseline's runs have other sessions", () => {
    const some = history(6).map((each, i) =>
      i < 2 ? { ...each, plan: { ...each.plan, sessions: 2 } } : each,
    );
    expect(compare(some, run(1)).warnings.find(({ code }) => code === "session-count-differs")).toEqual({
      code: "session-count-differs",
      message:
        "2 of 6 baseline runs do not have this run's 4 sessions, so their spread is not quite comparable",
      remedy: "keep measure.sessions the same on the base branch and on pull requests",
    });
  });

  it("has no warning where all runs were measured alike", () => {
    const told = codes(compare(history(6), run(1)));
    expect(told).not.toContain("session-count-differs");
    expect(told).not.toContain("fingerprint-differs");
  });

  it("has its workloads compared each with its own past, of the runs that have it", () => {
    const two = (seed: number) =>
      makeRun({
        seed,
        workloads: [
          { name: "point-select", rate: 1000 },
          { name: "read-write", rate: 300 },
        ],
      });
    const past = Array.from({ length: 6 }, (_, i) => two(100 + i));
    const [first, ...others] = past as [Run, ...Run[]];
    const alone = { ...first, workloads: first.workloads.slice(0, 1) };
    const report = compare([alone, ...others], two(1));
    const base = (workload: string) => changeOf(report, "qps", workload).base;
    expect(base("point-select").values).toHaveLength(6);
    expect(base("read-write").values).toHaveLength(5);
    expect(base("point-select").estimate).toBeGreaterThan(900);
    expect(base("read-write").estimate).toBeLessThan(400);
    const shown = report.workloads.find(({ name }) => name === "read-write")!;
    expect(shown.curves.base).toEqual(
      latencyCurve(
        mergeHistograms(
          others.flatMap(({ workloads }) =>
            workloads[1]!.sessions.map(({ latency }) => decodeHistogram(latency.histogram)),
          ),
        ),
      ),
    );
  });
});

describe("a history, at its edges", () => {
  const past = history(6);
  const warning = { code: "shard-late", message: "shard 2 came late", remedy: "again" };

  it("is of runs that were whole, and measured in the same mode", () => {
    const [first, ...others] = past as [Run, ...Run[]];
    const used = (other: Run) => compare([other, ...others], run(1)).baseline;
    expect(used(first)).toMatchObject({ runs: { length: 6 } });
    expect(used({ ...first, inconclusive: [warning] })).toMatchObject({ runs: { length: 5 } });
    const measurement = { ...first.measurement, mode: "side-by-side" as const };
    expect(used({ ...first, measurement })).toMatchObject({ runs: { length: 5 } });
  });

  it("cannot be judged against by a run that was not whole, and says why", () => {
    const report = compare(past, { ...run(1, 500), inconclusive: [warning] });
    expect(changeOf(report, "qps").verdict).toEqual({
      kind: "inconclusive",
      why: warning.message,
      forbidden: true,
    });
    expect(codes(report)[0]).toBe("shard-late");
  });

  it("of copies of one run says nothing of the noise", () => {
    const [first, ...others] = past as [Run, ...Run[]];
    const copied = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...first, id: STAMP.id.replace(/^./, String(i)) }));
    const report = compare([...copied(3), ...others.slice(0, 3)], run(1, 500));
    const why = "3 of 6 baseline runs have the same values: they are not independent measurements";
    expect(changeOf(report, "qps").verdict).toEqual({ kind: "inconclusive", why, forbidden: true });
    expect(codes(report)).toContain("identical-sessions");
    // Two may agree by chance, if hardly ever.
    const two = compare([...copied(2), ...others], run(1, 500));
    expect(changeOf(two, "qps").verdict.kind).toBe("regressed");
    expect(codes(two)).not.toContain("identical-sessions");
  });

  it("is not compared with a run whose reads found no rows, if its own did, nor the other way round", () => {
    const missing = { code: "rows-missing", message: "m", remedy: "r", workload: "point-select" };
    const without = (each: Run): Run => ({ ...each, warnings: [missing] });
    const whyOf = (baseline: readonly Run[], head: Run) => changeOf(compare(baseline, head), "qps").verdict;
    expect(whyOf(past, without(run(1, 500)))).toEqual({
      kind: "inconclusive",
      forbidden: true,
      why: "reads of this run found no row, those of its baseline did: they did different work",
    });
    expect(whyOf(past.map(without), run(1, 500))).toEqual({
      kind: "inconclusive",
      forbidden: true,
      why: "reads of the baseline found no row, those of this run did: they did different work",
    });
    expect(whyOf(past.map(without), without(run(1, 500))).kind).toBe("regressed");
    const few = past.map((each, i) => (i < 2 ? without(each) : each));
    expect(whyOf(few, run(1, 500)).kind).toBe("regressed");
    const other = { ...run(1, 500), warnings: [{ ...missing, workload: "another" }] };
    expect(whyOf(past, other).kind).toBe("regressed");
  });

  it("is none for a percentile that is longer than a slice allows", () => {
    const sliced = (each: Run) =>
      withSessions(each, (session) => {
        const slices = Array.from({ length: 1000 }, (_, i) => i);
        return {
          ...session,
          slices: { startNs: slices, durationNs: slices, events: slices, queries: slices },
        };
      });
    const report = compare(past, sliced(run(1)));
    expect(changeOf(report, "p99").verdict).toMatchObject({
      why: expect.stringMatching(/too short for a p99/),
    });
    expect(changeOf(report, "qps").verdict).not.toMatchObject({ why: expect.stringMatching(/too short/) });
  });

  it("needs no more than five runs, and leaves those out that have no value of a metric", () => {
    const five = changeOf(compare(history(5), run(1, 500)), "qps");
    expect(five.verdict).toEqual({ kind: "regressed" });
    const seconds = (seed: number, secondsPerSession: number) =>
      makeRun({ seed, secondsPerSession, workloads: [{ name: "point-select", rate: 1000 }] });
    const mixed = Array.from({ length: 9 }, (_, i) => seconds(100 + i, i % 3 === 0 ? 0.5 : 2));
    const report = compare(mixed, seconds(1, 2));
    expect(changeOf(report, "p99").base.values).toHaveLength(6);
    expect(changeOf(report, "qps").base.values).toHaveLength(9);
  });

  it("knows of a metric that one side has alone what the other lacks, and leaves out what neither has", () => {
    const unread = (each: Run) => withSessions(each, (session) => ({ ...session, serverCpuNs: null }));
    const gone = changeOf(compare(past, unread(run(1))), "server-cpu");
    expect(gone.verdict).toEqual({ kind: "too-few", what: "sessions", have: 0, need: 1 });
    expect(gone.effect).toBeNull();
    expect(gone.base.values).toHaveLength(6);
    const came = changeOf(compare(past.map(unread), run(1)), "server-cpu");
    expect(came.verdict).toEqual({ kind: "too-few", what: "baseline runs", have: 0, need: 5 });
    const report = compare(past.map(unread), unread(run(1)));
    expect(report.workloads[0]!.changes.map(({ metric }) => metric)).not.toContain("server-cpu");
  });

  it("says nothing of a zero among others", () => {
    const stopped = (each: Run, sessions: readonly number[]) =>
      withSessions(each, (session) =>
        sessions.includes(session.index) ? { ...session, events: 0, committedQueries: 0 } : session,
      );
    const all = [0, 1, 2, 3];
    const verdict = (base: readonly Run[], head: Run) => changeOf(compare(base, head), "qps").verdict;
    const none = { kind: "inconclusive", why: "a value of 0 has no ratio" };
    expect(verdict(past, stopped(run(1), [2]))).toEqual(none);
    const once = past.map((each, i) => (i === 3 ? stopped(each, all) : each));
    expect(verdict(once, run(1))).toEqual(none);
    expect(verdict(once, stopped(run(1), all))).toEqual(none);
    expect(verdict(past, stopped(run(1), all))).toEqual({ kind: "regressed" });
  });

  it("has the recovery of a load for what it is at least, where the load did not recover", () => {
    const RECOVERY = {
      ...RULES,
      gates: [{ metric: "recovery" as const, margin: 0.25, floor: null }],
    };
    const played = (each: Run, seconds: number, isRecovered = true) =>
      withTimelines(
        each,
        each.workloads[0]!.sessions.map(({ index }) =>
          makeTimeline(makeDisruption({ recoveryNs: (seconds + index / 100) * 1e9, isRecovered })),
        ),
      );
    const base = past.map((each) => played(each, 1));
    const verdict = (runs: readonly Run[], head: Run) =>
      changeOf(compare(runs, head, RECOVERY), "recovery").verdict;
    expect(verdict(base, played(run(1), 1)).kind).not.toBe("regressed");
    expect(verdict(base, played(run(1), 3)).kind).toBe("regressed");
    // Head's can only be longer than that.
    expect(verdict(base, played(run(1), 3, false)).kind).toBe("regressed");
    expect(verdict(base, played(run(1), 0.3, false))).toMatchObject({
      kind: "inconclusive",
      why: expect.stringContaining("not recovered in 4 of head (sessions)"),
    });
    const cut = past.map((each) => played(each, 1, false));
    expect(verdict(cut, played(run(1), 3))).toMatchObject({
      kind: "inconclusive",
      why: expect.stringContaining("in 24 of base (sessions)"),
    });
    expect(verdict(cut, played(run(1), 3, false))).toMatchObject({
      kind: "inconclusive",
      why: expect.stringContaining("in 24 of base and 4 of head (sessions)"),
    });
  });

  it("has no row of what an event did in none of the runs", () => {
    const played = (each: Run, failedEvents: number) =>
      withTimelines(
        each,
        each.workloads[0]!.sessions.map(() => makeTimeline(makeDisruption({ failedEvents }))),
      );
    const metrics = (failedEvents: number) =>
      compare(
        past.map((each) => played(each, failedEvents)),
        played(run(1), failedEvents),
      ).workloads[0]!.changes.map(({ metric }) => metric);
    expect(metrics(8)).toContain("disruption-failures");
    expect(metrics(0)).not.toContain("disruption-failures");
  });

  it("gates no percentile without its tail", () => {
    const short = makeRun({
      seed: 1,
      secondsPerSession: 0.5,
      workloads: [{ name: "point-select", rate: 1000 }],
    });
    const report = compare(past, short);
    expect(changeOf(report, "p99").role).toBe("information");
    expect(codes(report)).toContain("too-few-requests");
  });

  it("gives no answer for a percentile whose tail the head has lost", () => {
    const slow = makeRun({ seed: 1, workloads: [{ name: "point-select", rate: 90 }] });
    expect(changeOf(compare(past, slow), "p99")).toMatchObject({
      role: "gate",
      verdict: { kind: "too-few", what: "requests per session" },
    });
    expect(changeOf(compare([], slow), "p99").role).toBe("information");
  });

  it("knows what a head means that stands still, and nothing where the history did", () => {
    const still = (each: Run) =>
      withSessions(each, (session) => ({ ...session, events: 0, committedQueries: 0 }));
    const stopped = changeOf(compare(past, still(run(1))), "qps");
    expect([stopped.verdict, stopped.effect]).toEqual([{ kind: "regressed" }, -1]);
    const resumed = changeOf(compare(past.map(still), run(1)), "qps");
    expect(resumed.verdict).toMatchObject({ kind: "inconclusive", why: expect.stringContaining("no ratio") });
    expect(resumed.effect).toBeNull();
  });

  it("reads zeros of what is counted as counts", () => {
    const counted = (each: Run, deadlocks: number) =>
      withSessions(each, (session) => ({ ...session, work: { events: session.events, deadlocks } }));
    const gates = [{ metric: "deadlocks", margin: 0.02, floor: null }] as const;
    const report = compare(
      past.map((each) => counted(each, 0)),
      counted(run(1), 0),
      { ...RULES, gates },
    );
    expect(changeOf(report, "deadlocks").verdict).toEqual({ kind: "unchanged" });
  });

  it("keeps all of its failures, whatever level they are on", () => {
    const failing = daily(12).map((each, i) =>
      i < 6 ? withSessions(each, (session) => ({ ...session, failedEvents: session.events })) : each,
    );
    expect(changeOf(compare(failing, run(1)), "failed-share").base.values).toHaveLength(12);
  });

  it("says how many runs a verdict needs, and how many more conditions differ than it names", () => {
    const report = compare(past, run(1), { ...RULES, needs: { baselineRuns: 9 } });
    expect(report.baseline).toMatchObject({ need: 9 });
    const [first, ...others] = past as [Run, ...Run[]];
    const environment = {
      ...first.environment,
      cpuModel: "another",
      cpuCount: 99,
      memoryBytes: 1,
      kernel: "1.0",
      databaseVersion: "9.6",
    };
    const foreign = { ...first, environment, fingerprint: "f".repeat(64) };
    const [warning] = compare([foreign, ...others], run(1)).warnings;
    expect(warning!.message).toMatch(/\((.* in 1, ){4}1 more\)$/);
  });
});

it("names what goes with a regression where the server of an earlier run was looked at, too", () => {
  const looked = (each: Run, value: string): Run => {
    const setting = { kind: "setting", name: "work_mem", definition: value } as const;
    const database = { database: "d", workloads: ["point-select"], objects: [setting], sizes: [] };
    return { ...each, observed: { databases: [database], plans: [] } };
  };
  const [newest, next, ...older] = history(7);
  const slow = looked(run(1, 600), "64kB");
  expect(compare([newest!, looked(next!, "4MB"), ...older], slow).reason?.causes).toMatchObject([
    { workload: "point-select", kind: "setting", name: "work_mem", base: "4MB", head: "64kB" },
  ]);
  expect(compare([newest!, next!, ...older], slow).reason).toBeUndefined();
  expect(compare([newest!, looked(next!, "4MB"), ...older], looked(run(1), "64kB")).reason).toMatchObject({
    differences: [{ name: "work_mem" }],
    causes: [],
  });
});
