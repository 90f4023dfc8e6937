import { describe, expect, it } from "vitest";
import { bisectPlan, bisectRange, eventUpTo } from "../../../../src/analysis/history/bisect.ts";
import { changeEvents } from "../../../../src/analysis/history/change-points.ts";
import type { HistoryPoint } from "../../../../src/model/history-point.ts";
import { drawNormal, seededRng } from "../../../../src/stats/random.ts";
import { uuidOf } from "../../../support/runs.ts";

const COMMITS = 240;
const FIRST = 143;
const commits = Array.from({ length: COMMITS }, (_, i) => ({ sha: `c${i}`, subject: `change number ${i}` }));

function point(commit: number, value: number): HistoryPoint {
  const time = new Date(Date.parse("2026-01-01T00:00:00Z") + commit * 3_600_000).toISOString();
  return {
    runId: uuidOf(`run ${commit}`),
    repository: null,
    suite: "oltp",
    workload: "checkout",
    metric: "qps",
    arm: "head",
    commit: `c${commit}`,
    branch: "main",
    subject: `change number ${commit}`,
    author: null,
    measuredAt: time,
    commitTime: time,
    fingerprint: "f",
    value,
    sessions: 8,
    logSd: null,
  };
}

/** Every tenth commit was measured; from commit 143 on it is slower. */
function history(drop: number): readonly HistoryPoint[] {
  const rng = seededRng(5);
  return Array.from({ length: COMMITS / 10 }, (_, i) => {
    const commit = 10 * i;
    return point(commit, 1_000 * (commit < FIRST ? 1 : 1 - drop) * Math.exp(0.02 * drawNormal(rng)));
  });
}

function between({ from, to }: Readonly<{ from: string; to: string }>) {
  const place = (sha: string) => commits.findIndex((commit) => commit.sha === sha);
  return commits.slice(place(from) + 1, place(to) + 1);
}

describe("the range of a bisection", () => {
  it("reaches a few runs beyond the change point, whose place is uncertain", () => {
    const points = history(0.2);
    const [event] = changeEvents(points);
    expect(event).toMatchObject({ lastBefore: { sha: "c140" }, firstAfter: { sha: "c150" } });
    expect(bisectRange(event!, points)).toEqual({ from: "c120", to: "c170" });
  });
});

describe("the change up to a commit", () => {
  const shifted = (from: number, factor: number) => (each: HistoryPoint, i: number) =>
    10 * i < from ? each : { ...each, value: each.value * factor };
  const points = history(0.2).map(shifted(60, 1.2));
  const events = changeEvents(points);
  const firstOf = (at: string) => eventUpTo(events, points, at)?.firstAfter.sha;

  it("is the one that the commit was named for, also when an earlier commit is known to have it", () => {
    expect(firstOf("c150")).toBe("c150");
    const narrowed = [...points.slice(0, 15), point(145, 960), ...points.slice(15)];
    expect(eventUpTo(changeEvents(narrowed), narrowed, "c150")?.firstAfter.sha).toBe("c145");
  });

  it("is the newest of several", () => {
    expect(firstOf("c230")).toBe("c150");
    expect(firstOf("c140")).toBe("c60");
  });

  it("is none before the first, nor for a commit without a run", () => {
    expect(firstOf("c50")).toBeUndefined();
    expect(firstOf("c151")).toBeUndefined();
  });
});

describe("the plan of a bisection", () => {
  const points = history(0.2);
  const [event] = changeEvents(points);
  const range = between(bisectRange(event!, points));

  it("gives the unmeasured commits of the range nearly all probability, and halves it", () => {
    const plan = bisectPlan(event!, points, range, 1);
    const inside = plan.candidates.filter(
      ({ sha }) => Number(sha.slice(1)) > 140 && Number(sha.slice(1)) <= 150,
    );
    expect(inside).toHaveLength(10);
    expect(inside.reduce((sum, { probability }) => sum + probability, 0)).toBeGreaterThan(0.99);
    expect(plan.candidates.filter(({ isNext }) => isNext).map(({ sha }) => sha)).toEqual(["c145"]);
    expect(plan.candidates.filter(({ runs }) => runs > 0).map(({ sha }) => sha)).toEqual([
      "c130",
      "c140",
      "c150",
      "c160",
      "c170",
    ]);
    expect(plan.distance).toBeGreaterThan(8);
    expect(plan.runsLeft).toBeGreaterThanOrEqual(3);
    expect(plan.runsLeft).toBeLessThanOrEqual(4);
    expect(plan.found).toBeNull();
  });

  it("spreads several commits over the range", () => {
    const plan = bisectPlan(event!, points, range, 3);
    expect(plan.candidates.filter(({ isNext }) => isNext).map(({ sha }) => sha)).toEqual([
      "c142",
      "c145",
      "c148",
    ]);
  });

  it("names the commit once both sides of it are measured", () => {
    const more = [...points, point(142, 1_003), point(143, 806)];
    const plan = bisectPlan(event!, more, range, 1);
    expect(plan.found).toBe("c143");
    expect(plan.runsLeft).toBe(0);
    expect(plan.candidates.some(({ isNext }) => isNext)).toBe(false);
  });

  it("needs more runs where noise is as large as the change", () => {
    const weak = { ...event!, shifts: [{ ...event!.shifts[0]!, noise: 0.2 }] };
    const plan = bisectPlan(weak, points, range, 1);
    expect(plan.runsLeft).toBeGreaterThan(15);
    expect(plan.found).toBeNull();
  });

  it("does not listen to runs of another machine", () => {
    const foreign = { ...point(145, 1_000), fingerprint: "another" };
    expect(bisectPlan(event!, [...points, foreign], range, 1)).toEqual(bisectPlan(event!, points, range, 1));
  });

  it("is not led astray by one strange run, wherever it is", () => {
    const rng = seededRng(11);
    const quiet = Array.from({ length: 41 }, (_, i) =>
      point(10 * i, 1_000 * (i < 21 ? 1 : 0.96) * Math.exp(0.01 * drawNormal(rng))),
    );
    const all = Array.from({ length: 401 }, (_, i) => ({ sha: `c${i}`, subject: "" }));
    const planOf = (measured: readonly HistoryPoint[]) => {
      const near = [point(203, 1_001), point(203, 997), point(204, 962), point(204, 957)];
      const narrowed = [...measured.slice(0, 21), ...near, ...measured.slice(21)];
      const found = changeEvents(narrowed).find(({ firstAfter }) => firstAfter.sha === "c204")!;
      const { from, to } = bisectRange(found, narrowed);
      const [start, end] = [from, to].map((sha) => Number(sha.slice(1)));
      return bisectPlan(found, narrowed, all.slice(start! + 1, end! + 1), 1);
    };
    const usual = planOf(quiet);
    expect(usual.found).toBe("c204");
    expect(usual.distance).toBeGreaterThan(3);
    for (const strange of [5, 19, 22, 35]) {
      const one = quiet.map((each, i) => (i === strange ? { ...each, value: each.value * 0.7 } : each));
      const plan = planOf(one);
      expect(plan.found, `run ${strange}`).toBe("c204");
      expect(plan.distance, `run ${strange}`).toBeGreaterThan(0.75 * usual.distance);
    }
  });
});

describe("the plan of a bisection where runs are made under other conditions now", () => {
  const points = history(0.2);
  const [event] = changeEvents(points);
  const range = between(bisectRange(event!, points));
  /** Runs on a laptop, half as fast and with a smaller step, each newer than all before. */
  const here = (runs: readonly (readonly [commit: number, value: number])[]): readonly HistoryPoint[] =>
    runs.map(([commit, value], i) => ({
      ...point(commit, value),
      runId: uuidOf(`laptop ${i}`),
      fingerprint: "laptop",
      measuredAt: new Date(Date.parse("2026-06-01T00:00:00Z") + i * 60_000).toISOString(),
    }));
  const planWith = (runs: Parameters<typeof here>[0], count = 1) =>
    bisectPlan(event!, [...points, ...here(runs)], range, count);
  const ends = (before: number, after: number) =>
    [0, 1, 2, 3].flatMap((i) => [[120, before + i] as const, [170, after + i] as const]);

  it("measures both ends of the range in turns first, so that their levels are known", () => {
    expect(planWith([])).toMatchObject({ ends: null, next: ["c145"] });
    const ahead = [[145, 451]] as const;
    expect(planWith(ahead)).toMatchObject({
      ends: { from: "c120", to: "c170", runs: { from: 0, to: 0 }, need: 4, state: "short" },
      next: ["c120"],
    });
    expect(planWith([...ahead, [120, 500]]).next).toEqual(["c170"]);
    expect(planWith(ahead, 4).next).toEqual(["c120", "c170"]);
  });

  it("then goes on by those levels, and by what the history says", () => {
    const plan = planWith([[145, 451], ...ends(500, 450)]);
    expect(plan).toMatchObject({ ends: { state: "clear", runs: { from: 4, to: 4 } }, next: ["c142"] });
    const outside = plan.candidates.filter(({ sha }) => Number(sha.slice(1)) <= 140);
    expect(outside.reduce((sum, { probability }) => sum + probability, 0)).toBeLessThan(0.01);
    expect(planWith([[145, 451], ...ends(500, 450), [142, 502], [143, 451]]).found).toBe("c143");
  });

  it("measures the ends more often where that is not clear, and gives up where they stay alike", () => {
    const unclear = ends(500, 500);
    expect(planWith(unclear)).toMatchObject({ ends: { state: "short" }, next: ["c120"] });
    const plan = planWith([...unclear, ...unclear]);
    expect(plan.ends).toMatchObject({ state: "alike", runs: { from: 8, to: 8 } });
    expect(plan.next, "for those whose runs show it").toEqual(["c145"]);
  });

  it("gives up, too, where the ends differ the other way", () => {
    const better = ends(450, 500);
    expect(planWith([...better, ...better]).ends).toMatchObject({ state: "alike" });
  });

  it("needs no ends where the runs that are made now show the event as well", () => {
    const both = [
      ...points,
      ...points.map((each) => ({ ...each, fingerprint: "another", value: each.value / 2 })),
    ];
    const [shown] = changeEvents(both);
    const newest = { ...point(145, 400), fingerprint: "another", measuredAt: "2026-06-01T00:00:00.000Z" };
    expect(shown!.shifts).toHaveLength(2);
    const plan = bisectPlan(shown!, [...both, newest], range, 1);
    expect(plan.ends).toBeNull();
    expect(["c142", "c143"], "it counts as slow").toContain(plan.next[0]);
  });
});
