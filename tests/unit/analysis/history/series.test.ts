import { expect, it } from "vitest";
import { seriesOf, valueInterval } from "../../../../src/analysis/history/series.ts";
import type { HistoryPoint } from "../../../../src/model/history-point.ts";

const point = (i: number, fields: Partial<HistoryPoint> = {}): HistoryPoint => ({
  runId: `run-${i}`,
  repository: null,
  suite: "oltp",
  workload: "read-write",
  metric: "p99",
  arm: "head",
  commit: `c${i}`,
  branch: "main",
  subject: null,
  author: null,
  measuredAt: `2026-11-0${i}T00:00:00.000Z`,
  commitTime: null,
  fingerprint: "a",
  value: 100,
  sessions: 4,
  logSd: 0.1,
  ...fields,
});

it("has a column for each fact, and machines once", () => {
  const points = [
    point(1),
    point(2, { fingerprint: "b" }),
    point(3, { commitTime: "2026-10-01T00:00:00.000Z" }),
  ];
  const series = seriesOf({ suite: "oltp", workload: "read-write", metric: "p99" }, points, "more");
  expect(series).toMatchObject({
    unit: "nanoseconds",
    direction: "lower-is-better",
    x: [0, 1, 2],
    commit: ["c1", "c2", "c3"],
    at: ["2026-11-01T00:00:00.000Z", "2026-11-02T00:00:00.000Z", "2026-10-01T00:00:00.000Z"],
    machine: [0, 1, 0],
    machines: ["a", "b"],
    next: "more",
  });
});

it("has Student's interval on the logarithms", () => {
  // qt(.975, 3) = 3.182446 (R).
  const { low, high } = valueInterval({ value: 100, sessions: 4, logSd: 0.1 });
  expect(Math.log(high! / 100)).toBeCloseTo((3.182446 * 0.1) / 2, 6);
  expect(Math.log(low! / 100)).toBeCloseTo((-3.182446 * 0.1) / 2, 6);
});

it.each([
  { value: 100, sessions: 1, logSd: null },
  { value: 0, sessions: 8, logSd: null },
])("has no interval where none can be known: %o", (each) => {
  expect(valueInterval(each)).toEqual({ low: null, high: null });
});
