import { describe, expect, it } from "vitest";
import { acceptedSize, sizeNow } from "../../../../src/analysis/history/accepted-size.ts";
import type { Acceptance } from "../../../../src/model/acceptance.ts";
import type { HistoryPoint } from "../../../../src/model/history-point.ts";
import type { Report } from "../../../../src/model/report.ts";
import { makeFacts } from "../../../support/site-data.ts";

const FACTS = makeFacts({ runs: 40 });
const [LANDED] = FACTS.acceptances;
const anywhere: Acceptance = { ...LANDED!, suite: null, workload: null, metric: null };

type Regressed = readonly [workload: string, metric: string, effect: number | null, kind?: string];

function reportOf(suite: string, ...changes: readonly Regressed[]): Report {
  const workloads = changes.map(([name, metric, effect, kind = "regressed"]) => ({
    name,
    changes: [{ metric, effect, verdict: { kind } }],
  }));
  return { suite, workloads } as unknown as Report;
}

describe("the size of what was accepted", () => {
  it("is what regressed most of what the acceptance speaks of, half as fast as much as twice as long", () => {
    const report = reportOf(
      "oltp",
      ["read-write", "qps", -0.5],
      ["scans", "p99", 0.9],
      ["read-write", "p50", 0.2],
    );
    expect(acceptedSize(anywhere, [report])).toEqual({
      suite: "oltp",
      workload: "read-write",
      metric: "qps",
      effect: -0.5,
    });
    expect(acceptedSize({ ...anywhere, metric: "p50" }, [report])).toMatchObject({
      metric: "p50",
      effect: 0.2,
    });
    expect(acceptedSize({ ...anywhere, workload: "scans" }, [report])).toMatchObject({ effect: 0.9 });
  });

  it("is of its own suite", () => {
    const reports = [reportOf("other", ["a", "qps", -0.9]), reportOf("oltp", ["a", "qps", -0.1])];
    expect(acceptedSize({ ...anywhere, suite: "oltp" }, reports)).toMatchObject({
      suite: "oltp",
      effect: -0.1,
    });
  });

  it("is unknown without a report, without a regression, and without a number", () => {
    expect(acceptedSize(anywhere, [])).toBeNull();
    expect(acceptedSize(anywhere, [reportOf("oltp", ["a", "qps", 0.3, "improved"])])).toBeNull();
    expect(acceptedSize(anywhere, [reportOf("oltp", ["a", "qps", null])])).toBeNull();
  });
});

describe("its size now", () => {
  const [point] = FACTS.points;
  const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
  const series = (...values: readonly number[]): readonly HistoryPoint[] =>
    values.map((value, i) => ({ ...point!, value, commitTime: day(i + 1) }));

  it("is the middle of the newest five runs against that of the five before it landed", () => {
    const points = series(1, 100, 100, 500, 100, 100, 7, 50, 50, 3, 50, 50);
    expect(sizeNow(day(7), points)).toBeCloseTo(-0.5, 12);
  });

  it("looks at runs that are like the newest alone", () => {
    const points = series(100, 80, 80);
    const elsewhere = { ...point!, value: 9000, commitTime: day(1), fingerprint: "f".repeat(64) };
    const asBase = { ...point!, value: 9000, commitTime: day(1), arm: "base" as const };
    expect(sizeNow(day(2), [elsewhere, ...points])).toBeCloseTo(-0.2, 12);
    expect(sizeNow(day(2), [...(point!.arm === "base" ? [] : [asBase]), ...points])).toBeCloseTo(-0.2, 12);
  });

  it("is unknown where a side has no runs, or nothing to be a share of", () => {
    expect(sizeNow(day(1), [])).toBeNull();
    expect(sizeNow(day(1), series(100, 80))).toBeNull();
    expect(sizeNow(day(9), series(100, 80))).toBeNull();
    expect(sizeNow(day(2), series(0, 80))).toBeNull();
  });
});
