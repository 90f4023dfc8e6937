import { describe, expect, it } from "vitest";
import { ALL_WORKLOADS } from "../../../../src/model/report.ts";
import { dotPlot } from "../../../../src/report/words/dot-plot.ts";
import { displayWidth } from "../../../../src/text/columns.ts";
import { makeReport } from "../../../support/reports.ts";

const report = makeReport({
  workloads: [
    {
      name: "checkout",
      changes: [
        { metric: "p99", effect: 0.24, noise: 0.02 },
        { metric: "qps", effect: 9, noise: 0.02 },
        { metric: "failed-share", effect: 0.1 },
      ],
    },
  ],
});
const [p99, qps, failed] = report.workloads[0]!.changes;

describe("dotPlot", () => {
  it("shows limit, zero, sessions, interval and estimate in their order", () => {
    const [axis, row, blank, legend] = dotPlot(report, [p99!], 90);
    expect(axis).toMatch(/−10.% +0 +\+10.% +\+20.%/);
    expect(row).toMatch(/^checkout p99 +░+│░+ +.*├.*●.*┤/);
    expect(blank).toBe("");
    expect(legend).toContain("a session's head/base");
    expect(legend).toContain("change with its interval");
  });

  it("stays within its width, a huge change included", () => {
    for (const width of [50, 80, 120]) {
      const lines = dotPlot(report, [p99!, qps!], width);
      expect(Math.max(...lines.slice(0, 3).map((line) => line.length))).toBeLessThanOrEqual(width);
    }
  });

  it("has one zero line, whatever letters the names are made of", () => {
    const workloads = ["注文処理", "checkout"].map((name) => ({
      name,
      changes: [{ metric: "p99" as const, effect: 0.24, noise: 0.02 }],
    }));
    const wide = makeReport({ workloads });
    const [, ...rows] = dotPlot(
      wide,
      wide.workloads.flatMap(({ changes }) => changes),
      90,
    );
    const [first, second] = rows.slice(0, 2).map((row) => displayWidth(row.slice(0, row.indexOf("│"))));
    expect(first).toBe(second);
  });

  it("shows a change of any size where it is, on an axis of factors from three on", () => {
    const [axis, first, second] = dotPlot(report, [p99!, qps!], 90);
    expect(axis).toMatch(/ 0 +×2 +×5 +×10/);
    expect(second).toMatch(/●/);
    expect(second!.indexOf("●")).toBeCloseTo(axis!.indexOf("×10") + 1, -0.5);
    expect(first!.indexOf("●")).toBeLessThan(axis!.indexOf("×2"));
    expect(first! + second!).not.toMatch(/[◄►]/);
  });

  it("points an arrow at what no axis holds: a rate that fell to nothing", () => {
    const gone = { ...qps!, effect: -1, interval: { low: -1, high: -0.5 } };
    const [axis, row] = dotPlot(report, [gone], 90);
    expect(axis).toContain("÷1,000");
    expect(row).toMatch(/[◄●]/);
  });

  it("names all workloads together so that the name fits", () => {
    const all = { ...p99!, workload: ALL_WORKLOADS, metric: "server-cpu" as const };
    expect(dotPlot(report, [all], 90)[1]).toMatch(/^all together server CPU /);
  });

  it("draws nothing of changes without an interval, or without room", () => {
    expect(dotPlot(report, [failed!], 90)).toEqual([]);
    expect(dotPlot(report, [p99!], 20)).toEqual([]);
  });
});
