import { describe, expect, test } from "vitest";
import { narrowed, withOpen } from "../../../../src/analysis/history/alerts.ts";
import type { ChangeEvent, LevelShift } from "../../../../src/model/answers.ts";
import type { Rules } from "../../../../src/model/rules.ts";

const RULES: Rules = {
  alpha: 0.05,
  gates: [
    { metric: "qps", margin: 0.02, floor: null },
    { metric: "p99", margin: 0.1, floor: 50_000 },
  ],
  errorLimit: 0.001,
  decide: "significant-and-relevant",
};

const qps = { metric: "qps", before: 1000, after: 900, effect: -0.1, direction: "worse" } as const;

function eventOf(...shifts: Partial<LevelShift>[]): ChangeEvent {
  const commit = { sha: "c".repeat(40), time: null, subject: null, author: null };
  return {
    repository: null,
    suite: "oltp",
    branch: "main",
    lastBefore: commit,
    firstAfter: commit,
    cause: "commit",
    state: "lasting",
    shifts: shifts.map((shift) => ({
      workload: "checkout",
      arm: "head",
      fingerprint: "f",
      runId: "r",
      p: 0.001,
      runsBefore: 12,
      runsAfter: 8,
      noise: 0.01,
      ...qps,
      ...shift,
    })),
  };
}

const alertsOf = (events: readonly ChangeEvent[], rules: Rules) =>
  withOpen(events, rules).filter(({ open }) => open);

function isAlert(...shifts: Partial<LevelShift>[]): boolean {
  return alertsOf([eventOf(...shifts)], RULES).length === 1;
}

describe("an event of the main branch", () => {
  test("is told of where a gate became worse by more than its limit", () => expect(isAlert({})).toBe(true));

  test.each<[string, Partial<LevelShift>]>([
    ["an improvement", { after: 1100, effect: 0.1, direction: "better" }],
    ["a change within the limit", { after: 990, effect: -0.01 }],
    ["a metric that is no gate", { metric: "p50" }],
    ["a change below the floor", { metric: "p99", before: 100_000, after: 140_000, effect: 0.4 }],
    ["errors within their limit", { metric: "failed-share", before: 0, after: 0.0005, effect: null }],
  ])("is not for %s", (_, shift) => expect(isAlert(shift)).toBe(false));

  test("is told of where failures rise from nothing", () => {
    expect(isAlert({ metric: "failed-share", before: 0, after: 0.01, effect: null })).toBe(true);
  });

  test("is told of where one of several metrics is reason enough", () => {
    const better = { workload: "search", after: 1100, effect: 0.1, direction: "better" } as const;
    expect(isAlert(better, { workload: "join", after: 990, effect: -0.01 }, {})).toBe(true);
  });

  test.each([
    ["no more where the level came back since", 990, 0],
    ["still where it came back in part alone", 930, 1],
  ])("is told of %s", (_, after, count) => {
    const since = eventOf({ before: 900, after, effect: after / 900 - 1, direction: "better" });
    expect(alertsOf([eventOf({}), since], RULES)).toHaveLength(count);
  });

  test("is told of although another machine's level came back", () => {
    const since = eventOf({ fingerprint: "e", before: 900, after: 1000, effect: 0.11, direction: "better" });
    expect(alertsOf([eventOf({}), since], RULES)).toHaveLength(1);
  });
});

describe("the shifts of an event", () => {
  const better = { workload: "search", after: 1100, effect: 0.1, direction: "better" } as const;
  const [event] = withOpen([eventOf(better, { metric: "p50" }, {})], RULES);

  test("begin with those that keep it open", () => {
    expect(event?.shifts.map(({ workload, metric, open }) => [workload, metric, open])).toEqual([
      ["checkout", "qps", true],
      ["search", "qps", false],
      ["checkout", "p50", false],
    ]);
  });

  test("are an event of their own where some are asked for, open if one of these is", () => {
    expect(narrowed(event!, ({ workload }) => workload === "search")).toMatchObject({
      open: false,
      shifts: [better],
    });
    expect(narrowed(event!, ({ workload }) => workload === "checkout")).toMatchObject({ open: true });
    expect(narrowed(event!, ({ workload }) => workload === "browse")).toBeNull();
  });
});
