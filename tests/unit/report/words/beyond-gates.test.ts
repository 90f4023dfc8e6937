import { describe, expect, it } from "vitest";
import type { Report, WorkloadReport } from "../../../../src/model/report.ts";
import {
  newErrors,
  stopTexts,
  unseenText,
  worseWithoutGate,
} from "../../../../src/report/words/beyond-gates.ts";
import { cardOf, NO_GUIDANCE } from "../../../../src/report/words/card.ts";
import { headline } from "../../../../src/report/words/headline.ts";
import { type ChangeStory, makeReport } from "../../../support/reports.ts";

const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ");
const QPS: ChangeStory = { metric: "qps", noise: 0.005 };
const noGate = (story: ChangeStory): ChangeStory => ({ noise: 0.005, role: "information", ...story });

function reportOf(changes: readonly ChangeStory[], more: Partial<WorkloadReport> = {}): Report {
  const report = makeReport({ workloads: [{ name: "kv", changes: [QPS, ...changes] }] });
  return { ...report, workloads: report.workloads.map((workload) => ({ ...workload, ...more })) };
}

const card = (report: Report) => cardOf(report, NO_GUIDANCE);

describe("a metric without a gate", () => {
  it("is named in the first line of a green report where all of its interval is worse than its mark", () => {
    const report = reportOf([noGate({ metric: "p50", effect: 0.91 })]);
    expect(plain(headline(report))).toBe(
      "no gate is worse by more than 2 % in 1 workload, but kv is 91 % slower at p50 (no gate)",
    );
    expect(card(report).tone).toBe("note");
  });

  it("is not where its interval reaches its mark, where it is better, or where so many metrics have one by chance", () => {
    expect(worseWithoutGate(reportOf([noGate({ metric: "p50", effect: 0.102, noise: 0.01 })]))).toEqual([]);
    expect(worseWithoutGate(reportOf([noGate({ metric: "p50", effect: -0.5 })]))).toEqual([]);
    const unlikely = reportOf([noGate({ metric: "p50", effect: 0.2 })]);
    const [workload] = unlikely.workloads;
    const changes = workload!.changes.map((change) => ({ ...change, p: { ...change.p!, worse: 0.03 } }));
    const many = [...changes, ...changes.slice(1)];
    const withP = (of: typeof changes) => ({ ...unlikely, workloads: [{ ...workload!, changes: of }] });
    expect(worseWithoutGate(withP(changes))).toHaveLength(1);
    expect(worseWithoutGate(withP(many))).toEqual([]);
  });

  it("of speed goes before what the server counts, and the rest are counted", () => {
    const report = reportOf([
      noGate({ metric: "buffers", effect: 3 }),
      noGate({ metric: "mean", effect: 0.57 }),
    ]);
    expect(plain(headline(report))).toMatch(
      /but kv is 57 % slower on average \(no gate, and 1 more such metric\)/,
    );
  });
});

describe("errors that base never had", () => {
  const errors = (base: Record<string, number>, head: Record<string, number>) =>
    reportOf([], { errors: { base, head } });

  it("stand in the first line, whatever their share", () => {
    expect(plain(headline(errors({}, { XX000: 144 })))).toContain(
      "but 144 events of kv failed with XX000, never on base",
    );
  });

  it("stand among the figures where they are so few that they may be chance", () => {
    const report = errors({}, { "40P01": 3 });
    expect(headline(report)).not.toContain("40P01");
    expect(card(report).figures.map(plain)).toContain("3 events of kv failed with 40P01, never on base");
  });

  it("are none where base has some of the class, or is not there", () => {
    expect(newErrors(errors({ XX000: 1 }, { XX000: 144 }))).toEqual([]);
    expect(
      newErrors(reportOf([], { newBecause: "no base", errors: { base: {}, head: { XX000: 5 } } })),
    ).toEqual([]);
    const first = reportOf([{ metric: "failed-share", effect: 0.01, runs: 0 }], {
      errors: { base: {}, head: { XX000: 5 } },
    });
    expect(newErrors(first), "the first run of a history").toEqual([]);
  });
});

describe("what a pass cannot have seen", () => {
  const driven = (base: number, head: number) =>
    reportOf([], {
      driven: { base: { loadNs: 16e9, slowestNs: base }, head: { loadNs: 16.2e9, slowestNs: head } },
    });

  it("is a stop that comes less often than the rule of three excludes, and the worsening that one in twenty passes", () => {
    const report = driven(4e6, 5e6);
    const [workload] = report.workloads;
    const changes = workload!.changes.map((change) => ({ ...change, hidden: 0.0171 }));
    expect(plain(unseenText({ ...report, workloads: [{ ...workload!, changes }] }))).toBe(
      "Not excluded: stops that come less often than once in 5.33 s (16 s of load on each server) and QPS 1.8 % lower, which passes one such check in 20.",
    );
    expect(plain(card(report).cause?.text)).toMatch(/^Not excluded: stops/);
  });

  it("is said of a long stop that only head had", () => {
    expect(stopTexts(driven(4e6, 1.02e9)).map(plain)).toEqual(["slowest event 4 ms → 1.02 s"]);
    expect(card(driven(4e6, 1.02e9)).figures.map(plain)).toContain("slowest event 4 ms → 1.02 s");
    expect(stopTexts(driven(4e6, 9e7)), "short").toEqual([]);
    expect(stopTexts(driven(9e8, 1.02e9)), "base, too").toEqual([]);
  });

  it("is not known of older documents", () => {
    expect(unseenText(reportOf([]))).toBe("");
    expect(stopTexts(reportOf([]))).toEqual([]);
  });
});
