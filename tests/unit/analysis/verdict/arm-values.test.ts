/** What the sessions of an arm have of a metric, and how many requests its percentiles need. */
import { describe, expect, it } from "vitest";
import { emptyHistogram, histogramQuantile } from "../../../../src/analysis/samples/histogram.ts";
import { sessionValues } from "../../../../src/analysis/samples/values.ts";
import { armValues, measuredSessions, requestsNeeded } from "../../../../src/analysis/verdict/arm-values.ts";
import { makeRun } from "../../../support/runs.ts";

const { sessions } = makeRun({ sessions: 3, workloads: [{ name: "w" }] }).workloads[0]!;

describe("measured sessions", () => {
  it("keep their order, each with its own values", () => {
    const all = measuredSessions(sessions, null);
    expect(all.map(({ session }) => session)).toEqual(sessions);
    expect(all.map(({ values }) => values)).toEqual(sessions.map(sessionValues));
    expect(measuredSessions([], emptyHistogram())).toEqual([]);
  });

  it("leave the latencies of all of them in the histogram that is given, behind what it has", () => {
    const latency = emptyHistogram();
    measuredSessions(sessions.slice(0, 1), latency);
    expect(latency.total).toBe(sessions[0]!.latency.count);
    expect(histogramQuantile(latency, 0.99)).toBe(sessionValues(sessions[0]!).p99);
    measuredSessions(sessions.slice(1), latency);
    expect(latency.total).toBe(sessions.reduce((sum, each) => sum + each.latency.count, 0));
  });
});

describe("the values of an arm", () => {
  it("have their geometric mean as estimate, and say their spread from two values on", () => {
    const values = armValues([1, 100]);
    expect(values).toMatchObject({
      values: [1, 100],
      statistics: { samples: 2, mean: 50.5, min: 1, max: 100 },
    });
    expect(values.estimate).toBeCloseTo(10, 12);
    const single = armValues([7]);
    expect(single).toMatchObject({ values: [7], statistics: null });
    expect(single.estimate).toBeCloseTo(7, 12);
  });

  it("are none where nothing was measured, and nothing where one session had nothing", () => {
    expect(armValues([])).toEqual({ estimate: null, values: [], statistics: null });
    expect(armValues([0, 5]).estimate).toBe(0);
  });
});

it.each([
  ["p50", 20],
  ["p90:new_order", 100],
  ["p95", 200],
  ["p99", 1_000],
  ["p99.9", 10_000],
  ["qps", 1],
  ["mean", 1],
] as const)("ten requests beyond it: %s needs %i in a session", (metric, needed) => {
  expect(requestsNeeded(metric, 10)).toBe(needed);
});

it("whatever number is asked for, a percentile needs exactly as many as have so many beyond it", () => {
  const numbers = Array.from({ length: 3_000 }, (_, i) => i + 1);
  for (const [metric, each] of [
    ["p95", 20],
    ["p99", 100],
    ["p99.9", 1_000],
  ] as const) {
    expect(numbers.filter((beyond) => requestsNeeded(metric, beyond) !== each * beyond)).toEqual([]);
  }
  expect(requestsNeeded("p95", 0.07), "more than one, and so two").toBe(2);
});
