import { describe, expect, it } from "vitest";
import { renderConsole } from "../../../../src/report/terminal/console.ts";
import { makeReport, NOT_WORSE } from "../../../support/reports.ts";

const report = makeReport({
  workloads: [
    {
      name: "checkout",
      changes: [
        { metric: "qps", effect: -0.1 },
        { metric: "p99", effect: 0.3, floor: 50_000 },
        { metric: "failed-share" },
      ],
    },
  ],
});

describe("renderConsole", () => {
  it("says the verdict first", () => {
    expect(renderConsole(report, { colour: false, width: 100 })).toMatch(
      /^Plumbline: checkout is 10 % slower\n/,
    );
  });

  it("asks nothing more of what is not worse", () => {
    const green = makeReport({
      workloads: [{ name: "search", changes: [{ metric: "qps", verdict: NOT_WORSE }] }],
    });
    const text = renderConsole(green, { colour: false, width: 100 });
    expect(text).toMatch(/^search +QPS .* not worse$/m);
    expect(text).not.toContain("to decide");
  });

  it.each([70, 80, 100, 120])("fits %d characters", (width) => {
    const lines = renderConsole(report, { colour: false, width }).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
  });

  it("gives up what was visible and the limit before the change and the verdict", () => {
    const columns = (width: number) =>
      renderConsole(report, { colour: false, width })
        .match(/^workload .*$/m)?.[0]
        .split(/ +/);
    expect(columns(120)).toEqual([
      "workload",
      "metric",
      "base",
      "head",
      "change",
      "detectable",
      "limit",
      "verdict",
    ]);
    expect(columns(60)).toEqual(["workload", "metric", "change", "verdict"]);
  });

  it("counts what it does not list: error gates where nothing failed", () => {
    expect(renderConsole(report, { colour: false, width: 100 })).toContain(
      "and 1 more metric, in report.html",
    );
  });

  it("says what the order of starts did, where that is known", () => {
    const order = [{ metric: "qps", difference: 0.008, removed: "by-this-run" }] as const;
    const text = renderConsole({ ...report, order }, { colour: false, width: 100 });
    expect(text).toContain(
      "\nOrder of starts: the server started first had QPS +0.8 %; this is removed from the results.\n",
    );
    expect(renderConsole(report, { colour: false, width: 100 })).not.toContain("Order of starts");
  });

  it("says what its numbers mean, where there is no picture, too", () => {
    const calm = makeReport({ workloads: [{ name: "search", changes: [{ metric: "qps", noise: 0.01 }] }] });
    for (const each of [report, calm])
      expect(renderConsole(each, { colour: false, width: 100 })).toContain(
        "\nIn brackets: the 90 % interval of the change; ~: the interval includes 0.\n",
      );
    expect(renderConsole(calm, { colour: false, width: 100 })).toMatch(/^search +QPS .* within limit$/m);
    const nothing = renderConsole(makeReport({ workloads: [] }), { colour: false, width: 100 });
    expect(nothing).not.toContain("In brackets");
  });

  it("colours only when told to", () => {
    expect(renderConsole(report, { colour: false, width: 100 })).not.toContain("\u001b");
    expect(renderConsole(report, { colour: true, width: 100 })).toContain("\u001b[31m");
  });
});
