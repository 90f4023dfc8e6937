import { describe, expect, it } from "vitest";
import { changeEvents } from "../../../../src/analysis/history/change-points.ts";
import type { Acceptance } from "../../../../src/model/acceptance.ts";
import type { HistoryPoint } from "../../../../src/model/history-point.ts";
import type { MetricId } from "../../../../src/model/metric.ts";
import { drawNormal, seededRng } from "../../../../src/stats/random.ts";
import { uuidOf } from "../../../support/runs.ts";

type Recipe = Readonly<{
  workload?: string;
  metric?: MetricId;
  length?: number;
  /** Level of a commit, in percent of the usual one. */
  level: (commit: number) => number;
  fingerprint?: (commit: number) => string;
  branch?: string;
  runsPerCommit?: number;
  seed?: number;
  noise?: number;
}>;

const START = Date.parse("2026-01-01T00:00:00Z");
const timeOf = (commit: number) => new Date(START + commit * 86_400_000).toISOString();
const shaOf = (commit: number) => `c${commit}`;

/** A history with 2 % noise. */
function history(recipe: Recipe): readonly HistoryPoint[] {
  const { workload = "checkout", metric = "qps", length = 40, runsPerCommit = 1, noise = 0.02 } = recipe;
  const rng = seededRng(recipe.seed ?? 1);
  return Array.from({ length: length * runsPerCommit }, (_, run) => {
    const commit = Math.floor(run / runsPerCommit);
    return {
      runId: uuidOf(`run ${run}`),
      repository: null,
      suite: "oltp",
      workload,
      metric,
      arm: "head",
      commit: shaOf(commit),
      branch: recipe.branch ?? "main",
      subject: `change number ${commit}`,
      author: "Ann Lee",
      measuredAt: timeOf(commit),
      commitTime: timeOf(commit),
      fingerprint: recipe.fingerprint?.(commit) ?? "f",
      value: 10 * recipe.level(commit) * Math.exp(noise * drawNormal(rng)),
      sessions: 8,
      logSd: 0.02,
    };
  });
}

/** Six workloads that become 5 % slower at commit 20, in runs of which each is as fast or slow by chance in all of them. */
function withCommonNoise(seed: number): readonly HistoryPoint[] {
  const rng = seededRng(seed);
  const metrics = [
    ["qps", 1, 5_000, 1] as const,
    ["server-cpu", -1, 2e5, 1] as const,
    ["p99", -1, 5e6, 2] as const,
  ];
  return history({ level: () => 100 }).flatMap((run, commit) => {
    const common = 0.02 * drawNormal(rng);
    return ["a", "b", "c", "d", "e", "f"].flatMap((workload) =>
      metrics.map(([metric, side, usual, size]): HistoryPoint => {
        const slower = commit < 20 ? 0 : 0.05 * size;
        const own = 0.008 * (metric === "p99" ? 3 : 1) * drawNormal(rng);
        return { ...run, workload, metric, value: usual * Math.exp(side * (common - slower) + own) };
      }),
    );
  });
}

const slower = (commit: number) => (commit < 20 ? 100 : 88);

function acceptance(commit: number, fields: Partial<Acceptance> = {}): Acceptance {
  return {
    id: uuidOf("acceptance"),
    repository: "acme/db",
    pullRequest: 7,
    suite: null,
    workload: null,
    metric: null,
    commit: shaOf(commit),
    via: "label",
    by: "ann",
    reason: "",
    at: timeOf(commit),
    revoked: null,
    landed: { commit: shaOf(commit), branch: "main", at: timeOf(commit) },
    ...fields,
  };
}

describe("events of a history", () => {
  it("name the commits at both sides, the levels and the direction", () => {
    const [event, ...more] = changeEvents(history({ level: slower }));
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      suite: "oltp",
      branch: "main",
      lastBefore: { sha: "c19", subject: "change number 19", author: "Ann Lee" },
      firstAfter: { sha: "c20", time: timeOf(20) },
      cause: "commit",
      state: "lasting",
    });
    expect(event?.shifts[0]).toMatchObject({ workload: "checkout", metric: "qps", direction: "worse" });
    expect(event?.shifts[0]?.effect).toBeCloseTo(-0.12, 1);
    expect(event?.shifts[0]?.before).toBeGreaterThan(980);
    expect(event?.shifts[0]?.noise).toBeCloseTo(0.02, 2);
  });

  it("know which direction is worse for each metric", () => {
    const directions = (metric: MetricId) =>
      changeEvents(history({ metric, level: (i) => (i < 20 ? 100 : 130) })).map(
        ({ shifts }) => shifts[0]?.direction,
      );
    expect(directions("qps")).toEqual(["better"]);
    expect(directions("p99")).toEqual(["worse"]);
  });

  it("are none in a quiet history, nor in an empty one", () => {
    expect(changeEvents(history({ level: () => 100 }))).toEqual([]);
    expect(changeEvents([])).toEqual([]);
  });

  it("are one where several metrics and workloads move together, clearest first", () => {
    const events = changeEvents([
      ...history({ level: slower, seed: 1 }),
      ...history({ level: (i) => 10_000 / slower(i), metric: "p50", seed: 2, noise: 0.05 }),
      ...history({ level: (i) => (i < 20 ? 100 : 50), metric: "tps", seed: 3, workload: "search" }),
      ...history({ level: () => 100, metric: "tps", seed: 4, workload: "browse" }),
    ]);
    expect(events).toHaveLength(1);
    expect(events[0]?.firstAfter.sha).toBe("c20");
    expect(events[0]?.shifts.map(({ workload, metric }) => `${workload} ${metric}`)).toEqual([
      "search tps",
      "checkout qps",
      "checkout p50",
    ]);
  });

  it("are apart where causes are apart, and of other branches", () => {
    const events = changeEvents([
      ...history({ level: slower }),
      ...history({ level: (i) => (i < 30 ? 100 : 80), metric: "tps" }),
      ...history({ level: slower, branch: "next" }),
    ]);
    expect(events.map(({ branch, firstAfter }) => `${branch} ${firstAfter.sha}`)).toEqual([
      "main c20",
      "main c30",
      "next c20",
    ]);
  });

  it("are one change where machines take turns and noise moves the place of one by a run of its own", () => {
    // The large machine measured nothing between commits 26 and 35, and was as slow by chance before as the change makes it after.
    const model = (commit: number) =>
      commit % 3 === 2 && (commit <= 26 || commit >= 35) ? "large" : commit % 2 === 0 ? "small" : "medium";
    const level = (commit: number) => (commit >= 30 || commit === 26 ? 85 : 100);
    const events = changeEvents(history({ level, fingerprint: model, length: 60, noise: 0.004 }));
    expect(events).toHaveLength(1);
    const machines = events[0]!.shifts.map(({ fingerprint }) => fingerprint);
    expect(machines.toSorted()).toEqual(["large", "medium", "small"]);
    expect([events[0]!.lastBefore.sha, events[0]!.firstAfter.sha]).toEqual(["c28", "c30"]);
  });

  it.each([8, 10, 26])(
    "are one where runs that are strange in all workloads move the places of some metrics (%d)",
    (seed) => {
      const events = changeEvents(withCommonNoise(seed));
      expect(events.map(({ lastBefore }) => Math.abs(Number(lastBefore.sha.slice(1)) - 19) <= 1)).toEqual([
        true,
      ]);
    },
  );

  it("stay apart where another workload moves, or the same one moves the other way", () => {
    const model = (commit: number) => ["small", "medium", "large"][commit % 3]!;
    const fast = (commit: number) => (commit % 3 === 2 && commit >= 26 ? 115 : 100);
    const slow = (commit: number) => (commit % 3 !== 2 && commit >= 30 ? 85 : 100);
    const level = (commit: number) => fast(commit) * (slow(commit) / 100);
    expect(changeEvents(history({ level, fingerprint: model, length: 60, noise: 0.004 }))).toHaveLength(2);
  });

  it("are none where only the fingerprint changed", () => {
    const fingerprint = (commit: number) => (commit < 20 ? "old machine" : "new machine");
    expect(changeEvents(history({ level: slower, fingerprint }))).toEqual([]);
  });

  it("are found although two machines take turns", () => {
    const level = (commit: number) => slower(commit) * (commit % 2 === 0 ? 1 : 3);
    const fingerprint = (commit: number) => (commit % 2 === 0 ? "small" : "large");
    const events = changeEvents(history({ level, fingerprint, length: 60 }));
    expect(events).toHaveLength(1);
    expect(events[0]?.shifts.map((shift) => shift.fingerprint).toSorted()).toEqual(["large", "small"]);
  });

  it("are one where another machine measured every third commit alone, at the commit that the first one names", () => {
    const other = history({ level: slower, seed: 2, length: 60, fingerprint: () => "every third" });
    const events = changeEvents(
      [...history({ level: slower, length: 60 }), ...other.filter((_, i) => i % 3 === 0)].toSorted((a, b) =>
        a.measuredAt < b.measuredAt ? -1 : 1,
      ),
    );
    expect(events.map(({ lastBefore, firstAfter }) => [lastBefore.sha, firstAfter.sha])).toEqual([
      [shaOf(19), shaOf(20)],
    ]);
    expect(events[0]?.shifts.map((shift) => shift.fingerprint).toSorted()).toEqual(["every third", "f"]);
  });

  it("have a noisy metric of the same workload with them unless its noise excludes that", () => {
    // It seems to move four commits later, with so much noise that commit 20 is possible.
    const p99 = (workload: string) =>
      history({
        workload,
        metric: "p99",
        level: (commit) => (commit < 24 ? 100 : 116),
        noise: 0.07,
        seed: 3,
      });
    const placesOf = (workload: string) =>
      changeEvents([...history({ level: slower }), ...p99(workload)]).map(({ firstAfter, shifts }) => [
        firstAfter.sha,
        shifts.map(({ metric }) => metric).toSorted(),
      ]);
    expect(placesOf("checkout")).toEqual([[shaOf(20), ["p99", "qps"]]]);
    expect(placesOf("search")).toHaveLength(2);
    const far = history({ metric: "p99", level: (commit) => (commit < 30 ? 100 : 160) });
    expect(changeEvents([...history({ level: slower }), ...far])).toHaveLength(2);
  });

  it("are apart although a commit at one of them was measured long ago, when its time was not known", () => {
    const points = history({ level: (commit) => slower(commit) * (commit < 30 ? 1 : 0.8) });
    const early = { ...points[0]!, runId: uuidOf("early"), commit: shaOf(29), commitTime: null };
    const places = changeEvents([early, ...points]).map(({ firstAfter }) => firstAfter.sha);
    expect(places).toEqual([shaOf(20), shaOf(30)]);
  });

  it("know how many runs their levels are of", () => {
    const [event] = changeEvents(history({ level: slower }));
    expect(event?.shifts[0]).toMatchObject({ runsBefore: 20, runsAfter: 20 });
  });

  it("end where the change was accepted, and begin again where that was revoked", () => {
    const points = history({ level: slower });
    expect(changeEvents(points, [acceptance(20)])).toEqual([]);
    const revoked = acceptance(20, { revoked: { by: "bob", at: timeOf(25) } });
    expect(changeEvents(points, [revoked])).toHaveLength(1);
  });

  it("ignore acceptances of another workload, branch or change that has not landed", () => {
    const points = history({ level: slower });
    const others = [
      acceptance(20, { workload: "search" }),
      acceptance(20, { landed: { commit: "c20", branch: "next", at: timeOf(20) } }),
      acceptance(20, { landed: null }),
    ];
    expect(changeEvents(points, others)).toHaveLength(1);
  });

  it("leave out a level that went away", () => {
    const level = (i: number) => (i >= 20 && i < 23 ? 50 : 100);
    expect(changeEvents(history({ level, length: 60 }))).toEqual([]);
  });

  it("are recent until five runs have followed", () => {
    const states = (length: number) =>
      changeEvents(history({ level: slower, length })).map(({ state }) => state);
    expect(states(24)).toEqual(["recent"]);
    expect(states(25)).toEqual(["lasting"]);
  });

  it("put a change between runs of one commit down to its surroundings", () => {
    const points = history({ level: () => 100, length: 4, runsPerCommit: 10 });
    const moved = points.map((point, run) => (run < 25 ? point : { ...point, value: point.value * 0.8 }));
    expect(changeEvents(moved)).toMatchObject([
      { cause: "surroundings", lastBefore: { sha: "c2" }, firstAfter: { sha: "c2" } },
    ]);
  });

  it("lie between commits where commits were measured twice", () => {
    const events = changeEvents(history({ level: slower, runsPerCommit: 2, noise: 0.04 }));
    expect(events).toMatchObject([
      { cause: "commit", lastBefore: { sha: "c19" }, firstAfter: { sha: "c20" } },
    ]);
  });

  it("know the order of commits of one second, of which the oldest were measured again", () => {
    const rebased = (points: readonly HistoryPoint[]) =>
      points.map((point) => ({ ...point, commitTime: timeOf(0) }));
    const first = rebased(history({ level: slower }));
    const again = rebased(history({ level: slower, length: 8, seed: 2 })).map((point, i) => ({
      ...point,
      runId: uuidOf(`again ${i}`),
      measuredAt: timeOf(50 + i),
    }));
    expect(changeEvents([...first, ...again])).toEqual([
      expect.objectContaining({ lastBefore: expect.objectContaining({ sha: "c19" }), state: "lasting" }),
    ]);
  });

  it("are found in shares of failed events, where most are 0", () => {
    const points = history({ level: () => 1, metric: "failed-share", length: 40 });
    const failing = points.map((point, i) => ({ ...point, value: i < 20 ? 0 : point.value / 1_000 }));
    expect(changeEvents(failing)[0]?.shifts[0]).toMatchObject({
      before: 0,
      effect: null,
      direction: "worse",
    });
  });
});
