import { describe, expect, test } from "vitest";
import { alertsOf } from "../../../src/compare/alerts.ts";
import type { Rules } from "../../../src/compare/rules.ts";
import type { ChangeEvent, LevelShift } from "../../../src/model/change-event.ts";

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

function isAlert(...shifts: Partial<LevelShift>[]): boolean {
  const whole = shifts.map((shift) => ({
    workload: "checkout",
    arm: "head",
    fingerprint: "f",
    runId: "r",
    p: 0.001,
    noise: 0.01,
    ...qps,
    ...shift,
  }));
  const commit = { sha: "c".repeat(40), time: null, subject: null };
  const event = {
    suite: "oltp",
    branch: "main",
    lastBefore: commit,
    firstAfter: commit,
    cause: "commit",
    state: "lasting",
  };
  return alertsOf([{ ...event, shifts: whole } as ChangeEvent], RULES).length === 1;
}

describe("an event of the main branch", () => {
  test("is told of where a gate became worse by more than its limit", () => expect(isAlert({})).toBe(true));

  test.each<[string, Partial<LevelShift>]>([
    ["an improvement", { direction: "better" }],
    ["a change within the limit", { after: 990, effect: -0.01 }],
    ["a metric that is no gate", { metric: "p50" }],
    ["a change below the floor", { metric: "p99", before: 100_000, after: 140_000, effect: 0.4 }],
    ["errors within their limit", { metric: "failed-share", before: 0, after: 0.0005, effect: null }],
  ])("is not for %s", (_, shift) => expect(isAlert(shift)).toBe(false));

  test("is told of where failures rise from nothing", () => {
    expect(isAlert({ metric: "failed-share", before: 0, after: 0.01, effect: null })).toBe(true);
  });

  test("is told of where one of several metrics is reason enough", () => {
    expect(isAlert({ direction: "better" }, { after: 990, effect: -0.01 }, {})).toBe(true);
  });
});
