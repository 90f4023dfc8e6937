import { expect, it } from "vitest";
import type { HistoryPoint } from "../../../../src/model/history-point.ts";
import { KnownLevels } from "../../../../src/pipeline/queries/changes.ts";

const points = (after: number): readonly HistoryPoint[] =>
  Array.from({ length: 24 }, (_, i) => ({
    runId: `run-${i}`,
    repository: null,
    suite: "oltp",
    workload: "w",
    metric: "qps" as const,
    arm: "head" as const,
    commit: `commit-${i}`,
    branch: "main",
    subject: null,
    author: null,
    measuredAt: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
    commitTime: null,
    fingerprint: "a",
    value: (i < 12 ? 100 : after) + (i % 3) / 10,
    sessions: 4,
    logSd: 0.01,
  }));

it("looks once for what it has seen, and again where a value differs", () => {
  const levels = new KnownLevels();
  const first = levels.events(points(80), []);
  expect(first).toHaveLength(1);
  expect(levels.events(points(80), [])).toBe(first);
  expect(levels.events(points(100), [])).toEqual([]);
});
