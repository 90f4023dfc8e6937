import { describe, expect, test } from "vitest";
import { sparkline, trendLines } from "../../../../src/report/markdown/trend.ts";
import { changeRows } from "../../../../src/report/words/rows.ts";
import { makeReport } from "../../../support/reports.ts";

describe("a sparkline", () => {
  test("reaches from the lowest to the highest bar", () => {
    expect(sparkline([1, 2, 3, 4, 5, 6, 7, 8])).toBe("▁▂▃▄▅▆▇█");
    expect(sparkline([100, 0])).toBe("█▁");
  });

  test("of equal values lies on the ground", () => expect(sparkline([5, 5, 5])).toBe("▁▁▁"));

  test("can share its scale with others", () => expect(sparkline([1, 2], [0, 2])).toBe("▅█"));

  test("of nothing is nothing", () => expect(sparkline([])).toBe(""));
});

describe("the lines about the base branch", () => {
  const changes = [
    { metric: "qps", effect: -0.2 },
    { metric: "p99", effect: 0.5 },
  ] as const;
  const points = (...values: number[]) => values.map((value) => ({ commit: "c".repeat(40), value }));
  const reportWith = (history: ReturnType<typeof points>) =>
    makeReport({
      workloads: [{ name: "checkout", changes }],
      history: [{ workload: "checkout", metric: "qps", branch: "main", points: history }],
    });

  test("show the changes that have a history, ending at head", () => {
    const report = reportWith(points(4200, 4210, 4190, 4200));
    expect(trendLines(report, changeRows(report).regressed)).toEqual([
      "the last 4 commits of main → head",
      "checkout QPS  ███▇ → ▁  4,200/s → 3,368/s".replace(
        "███▇",
        sparkline([4200, 4210, 4190, 4200], [3368, 4210]),
      ),
    ]);
  });

  test("are none where two commits are no history, or the report has none", () => {
    const short = reportWith(points(4200, 4210));
    expect(trendLines(short, changeRows(short).regressed)).toEqual([]);
    const none = makeReport({ workloads: [{ name: "checkout", changes }] });
    expect(trendLines(none, changeRows(none).regressed)).toEqual([]);
  });
});
