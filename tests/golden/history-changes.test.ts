/** What `plumbline history` prints of a history whose level changed. */
import path from "node:path";
import { describe, expect, it } from "vitest";
import { changeEvents } from "../../src/analysis/history/change-points.ts";
import type { HistoryPoint } from "../../src/model/history-point.ts";
import type { WholeMetric } from "../../src/model/metric.ts";
import { renderHistory } from "../../src/report/terminal/history.ts";
import { drawNormal, seededRng } from "../../src/stats/random.ts";
import { expectGolden } from "../support/golden.ts";
import { uuidOf } from "../support/runs.ts";

const FOLDER = path.join(import.meta.dirname, "history-changes");
const DAY = 86_400_000;

/** One run a day with 1.5 % noise; both metrics move at the 22nd commit, and QPS again at the 33rd. */
function history(): readonly HistoryPoint[] {
  const rng = seededRng(12);
  const levels: Partial<Record<WholeMetric, (i: number) => number>> = {
    qps: (i) => (i < 22 ? 4_210 : i < 33 ? 3_790 : 4_000),
    p99: (i) => (i < 22 ? 12_100_000 : 15_000_000),
  };
  return Array.from({ length: 36 }, (_, i) =>
    Object.entries(levels).map(([metric, level]) => {
      const time = new Date(Date.parse("2026-10-01T08:00:00Z") + i * DAY).toISOString();
      return {
        runId: uuidOf(`run ${i}`),
        repository: null,
        suite: "oltp",
        workload: "checkout",
        metric: metric as WholeMetric,
        arm: "head" as const,
        commit: uuidOf(`commit ${i}`).replaceAll("-", ""),
        branch: "main",
        subject: `change number ${i}`,
        author: null,
        measuredAt: time,
        commitTime: time,
        fingerprint: "9f86d081",
        value: level(i) * Math.exp(0.015 * drawNormal(rng)),
        sessions: 8,
        logSd: 0.03,
      };
    }),
  ).flat();
}

const points = history();
const events = changeEvents(points);

describe("a history with changes of level", () => {
  it("as a table names each change, where it lies and how large it is", () => {
    expectGolden(path.join(FOLDER, "two-changes.table.txt"), `${renderHistory(points, "table", events)}\n`);
  });

  it("as CSV has a column of changes", () => {
    expectGolden(path.join(FOLDER, "two-changes.csv"), `${renderHistory(points, "csv", events)}\n`);
  });

  it("as JSON has points and changes", () => {
    expect(JSON.parse(renderHistory(points, "json", events))).toEqual({ points, changes: events });
  });

  it("marks nothing of changes before what is shown", () => {
    const late = renderHistory(points.slice(-4), "table", events);
    expect(late).toBe(renderHistory(points.slice(-4), "table"));
  });
});
