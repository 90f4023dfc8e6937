/** What is said of the capacities of a run's sessions. */
import { expect, it } from "vitest";
import { summarizeCapacity } from "../../../src/compare/capacity.ts";
import type { Capacity } from "../../../src/model/capacity.ts";
import type { WorkloadRun } from "../../../src/model/run.ts";
import { capacityText } from "../../../src/render/terminal/capacity.ts";
import { makeRun } from "../../support/runs.ts";

const found = (size: number | null, low: number | null, high: number | null): Capacity => ({
  of: "rate",
  size,
  low,
  high,
  trials: [
    { size: 100, outcome: "holds" },
    { size: 200, outcome: "fails", because: "p99 31.0 ms, limit 20 ms" },
  ],
});

/** A run whose sessions found these. */
function runThat(...searches: readonly Capacity[]): WorkloadRun {
  const workload = makeRun({ sessions: searches.length, workloads: [{ name: "checkout" }] }).workloads[0]!;
  const sessions = workload.sessions.map((session, index) => ({ ...session, capacity: searches[index]! }));
  return { ...workload, sessions };
}

it("is the geometric mean of the sessions, with Student's interval over their logarithms", () => {
  const summary = summarizeCapacity(runThat(found(100, 90, 110), found(121, 115, 130)))!;
  expect(summary.size).toBeCloseTo(110, 9);
  // qt(.975, 1) = 12.7062; the logarithms' sd over the root of 2 is ln(1.21) / 2.
  expect(Math.log(summary.high! / 110)).toBeCloseTo((12.7062 * Math.log(1.21)) / 2, 3);
  expect(capacityText(summary).split("\n")).toEqual([
    expect.stringMatching(/^checkout: rate 110 \(95 %: .* \.\. .*; 2 sessions\)$/),
    "  session 1: 100 (90.0 .. 110) after 2 trials; 200 fails: p99 31.0 ms, limit 20 ms",
    "  session 2: 121 (115 .. 130) after 2 trials; 200 fails: p99 31.0 ms, limit 20 ms",
  ]);
});

it("has a single session's own interval", () => {
  expect(summarizeCapacity(runThat(found(100, 90, 110)))).toMatchObject({ size: 100, low: 90, high: 110 });
});

it("says what is known where none was found, and why trials said nothing", () => {
  const invalid = { size: 400, outcome: "invalid", because: "client-bound: busy" } as const;
  const search = {
    ...found(null, 200, null),
    trials: [{ size: 200, outcome: "holds" } as const, invalid, invalid, invalid],
    endedBecause: "client-bound: busy",
  };
  const text = capacityText(summarizeCapacity(runThat(search))!);
  expect(text).toContain("not found: rate 200 holds, and nothing larger failed");
  expect(text).toContain("3 invalid: client-bound: busy; ended early: client-bound: busy");
});

it("is nothing for a workload that searches none", () => {
  expect(summarizeCapacity(makeRun().workloads[0]!)).toBeNull();
});
