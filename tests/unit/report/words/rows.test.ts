import { describe, expect, it } from "vitest";
import {
  cellTexts,
  changeRows,
  errorCounts,
  relevantOf,
  sessionEffects,
  unreadText,
} from "../../../../src/report/words/rows.ts";
import { makeChange, makeReport, NOT_WORSE } from "../../../support/reports.ts";

const plain = (cells: object) => JSON.parse(JSON.stringify(cells).replaceAll("\u00a0", " "));

describe("rowsOf", () => {
  it("puts what is furthest beyond its limit first, slower and faster on one scale", () => {
    const report = makeReport({
      workloads: [
        {
          name: "a",
          changes: [
            { metric: "qps", effect: -0.05 },
            { metric: "p99", effect: 0.2 },
          ],
        },
        {
          name: "b",
          changes: [
            { metric: "qps", effect: -0.5 },
            { metric: "failed-share", effect: 0.01 },
          ],
        },
      ],
    });
    expect(changeRows(report).regressed.map(({ workload, metric }) => `${workload} ${metric}`)).toEqual([
      "b failed-share",
      "b qps",
      "a qps",
      "a p99",
    ]);
  });

  it("keeps what is open for the better alone apart from what has no answer", () => {
    const report = makeReport({
      workloads: [
        {
          name: "a",
          changes: [
            { metric: "qps", verdict: NOT_WORSE },
            { metric: "p99", noise: 0.5 },
            { metric: "server-cpu", verdict: { kind: "too-few", what: "sessions", have: 1, need: 4 } },
          ],
        },
      ],
    });
    const rows = changeRows(report);
    expect(rows.undecided.map(({ metric }) => metric).toSorted()).toEqual(["p99", "server-cpu"]);
    expect(rows.notWorse.map(({ metric }) => metric)).toEqual(["qps"]);
  });

  it("keeps information out of the verdicts", () => {
    const report = makeReport({
      workloads: [{ name: "a", changes: [{ metric: "mean", effect: 0.5, role: "information" }] }],
    });
    expect(changeRows(report).regressed).toEqual([]);
    expect(changeRows(report).moved).toHaveLength(1);
  });
});

describe("cellsOf", () => {
  it("calls information that hardly moved neither unchanged nor worse: it may have moved beyond chance", () => {
    const change = makeChange("a", { metric: "mean", effect: 0.043, noise: 0.02, role: "information" });
    expect(change.verdict.kind).toBe("unchanged");
    const { change: moved, verdict } = plain(cellTexts(change));
    expect(moved).toBe("+4.3 %");
    expect(verdict).toBe("within 10 %, no gate");
    expect(cellTexts({ ...change, role: "gate" }).verdict).toBe("within limit");
  });

  it("shows a change with interval, noise and limits", () => {
    const change = makeChange("a", { metric: "p99", effect: 0.24, noise: 0.06, floor: 50_000 });
    expect(plain(cellTexts(change))).toEqual({
      base: "12.1 ms",
      head: "15.0 ms",
      change: "+24 %",
      interval: "(+19 .. +29)",
      noise: "6 %",
      smallestVisible: "12 %",
      limit: "10 % and 50 µs",
      verdict: "regressed",
    });
  });

  it("shows ~ where there is no evidence, and a small sure change as what it is", () => {
    expect(cellTexts(makeChange("a", { metric: "qps", effect: 0.003, noise: 0.01 })).change).toBe("~");
    expect(plain(cellTexts(makeChange("a", { metric: "qps", effect: -0.008, noise: 0.004 }))).change).toBe(
      "−0.8 %",
    );
  });

  it("shows the rise of a share in points, for a share of nothing has no ratio", () => {
    const cells = plain(cellTexts(makeChange("a", { metric: "failed-share", effect: 0.012 })));
    expect([cells.base, cells.head, cells.change, cells.limit]).toEqual([
      "0 %",
      "1.2 %",
      "+1.20 points",
      "0.1 %",
    ]);
  });

  it("shows no change where an arm was not measured, and without an interval where no test was made", () => {
    const change = makeChange("a", { metric: "qps", effect: 0.2 });
    expect(cellTexts({ ...change, base: { estimate: null, values: [], statistics: null } })).toMatchObject({
      base: "–",
      change: "–",
    });
    const few = makeChange("a", {
      metric: "qps",
      effect: 0.2,
      verdict: { kind: "too-few", what: "sessions", have: 1, need: 4 },
    });
    expect(plain(cellTexts(few))).toMatchObject({
      change: "+20 %",
      interval: "",
      verdict: "1 of 4 sessions",
    });
  });

  it("says which arm could not be read, where none of its sessions was", () => {
    const verdict = { kind: "too-few", what: "sessions", have: 0, need: 4 } as const;
    const few = makeChange("a", { metric: "server-cpu", verdict });
    const head = { estimate: null, values: [], statistics: null };
    expect(cellTexts({ ...few, head }).verdict).toBe("server CPU could not be read on head");
    expect(unreadText({ ...few, verdict: { ...verdict, have: 1 } })).toBeNull();
    expect(unreadText({ ...few, verdict: { ...verdict, what: "baseline runs" } })).toBeNull();
    expect(unreadText({ ...few, verdict: { kind: "unchanged" } })).toBeNull();
  });

  it("says as factors what percents of no use would be", () => {
    const change = makeChange("a", { metric: "qps", base: 4953, effect: 4.99 / 4953 - 1, noise: 0.02 });
    expect(plain(cellTexts({ ...change, noise: 34.37, smallestVisible: 3.3e19 }))).toMatchObject({
      change: "÷993",
      interval: "(÷1,010 .. ÷980)",
      noise: "over ×1,000,000",
      smallestVisible: "over ×1,000,000",
    });
  });

  it("judges no information", () => {
    const cells = cellTexts(makeChange("a", { metric: "mean", effect: 0.5, role: "information" }));
    expect([cells.limit, cells.verdict]).toEqual(["–", "worse, no gate"]);
  });
});

it("takes the floor for the limit where it is the larger one", () => {
  const change = makeChange("a", { metric: "p99", base: 200_000, floor: 50_000 });
  expect(relevantOf(change)).toBe(0.25);
  expect(relevantOf({ ...change, floor: 1000 })).toBe(0.1);
});

it("has a session's change only where sessions are pairs", () => {
  const report = makeReport({
    workloads: [{ name: "a", changes: [{ metric: "qps", effect: 0.1, noise: 0 }] }],
  });
  const change = report.workloads[0]!.changes[0]!;
  expect(sessionEffects(report, change).map((value) => value.toFixed(3))).toEqual(Array(8).fill("0.100"));
  expect(sessionEffects({ ...report, rule: { ...report.rule, form: "unpaired" } }, change)).toEqual([]);
});

it("counts errors of names that objects have too", () => {
  expect(errorCounts({ base: { "40001": 2 }, head: { toString: 1 } as Record<string, number> })).toEqual([
    ["40001", 2, 0],
    ["toString", 0, 1],
  ]);
});
