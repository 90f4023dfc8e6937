import { describe, expect, test } from "vitest";
import { acceptanceOf, withAcceptances } from "../../../../src/analysis/history/acceptances.ts";
import type { Acceptance } from "../../../../src/model/acceptance.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";
import { HEAD_COMMIT, makeReport } from "../../../support/reports.ts";

const report = makeReport({
  workloads: [
    {
      name: "checkout",
      changes: [
        { metric: "qps", effect: -0.2 },
        { metric: "p99", effect: 0.5 },
      ],
    },
    { name: "search", changes: [{ metric: "qps" }] },
  ],
});
const accepted = (rest: Partial<Acceptance> = {}) =>
  makeAcceptance("wanted", { commit: HEAD_COMMIT.sha, ...rest });
const verdictWith = (...acceptances: Acceptance[]) => withAcceptances(report, acceptances).verdict;

describe("a report with acceptances", () => {
  test("is accepted where every regression is, and keeps what was measured", () => {
    const judged = withAcceptances(report, [accepted()]);
    expect(judged.verdict).toBe("accepted");
    expect(judged.counts).toEqual(report.counts);
    expect(judged.workloads).toEqual(report.workloads);
    expect(judged.acceptances).toEqual([accepted()]);
  });

  test("has still regressed where one regression is not accepted", () => {
    expect(verdictWith(accepted({ metric: "qps" }))).toBe("regressed");
    expect(verdictWith(accepted({ metric: "qps" }), accepted({ workload: "checkout", metric: "p99" }))).toBe(
      "accepted",
    );
  });

  test.each<[string, Partial<Acceptance>]>([
    ["another commit, by command", { commit: "0".repeat(40) }],
    ["another suite", { suite: "tpcc" }],
    ["another workload", { workload: "search" }],
    ["something revoked", { revoked: { by: "eve", at: "2026-11-02T00:00:00Z" } }],
  ])("is not moved by %s", (_, rest) => {
    const judged = withAcceptances(report, [accepted(rest)]);
    expect(judged.verdict).toBe("regressed");
    expect(judged.acceptances).toBeUndefined();
  });

  test("a label holds for later commits, and for all suites", () => {
    expect(verdictWith(accepted({ via: "label", commit: "0".repeat(40), suite: null }))).toBe("accepted");
  });

  test("judged again without them is as it was", () => {
    expect(withAcceptances(withAcceptances(report, [accepted()]), [])).toEqual(report);
  });

  test("without a regression stays as it is", () => {
    const fine = makeReport({ workloads: [{ name: "search", changes: [{ metric: "qps" }] }] });
    expect(withAcceptances(fine, [accepted()])).toEqual(fine);
  });

  test("names the newest acceptance of a change", () => {
    const first = accepted();
    const second = makeAcceptance("again", { commit: HEAD_COMMIT.sha });
    const judged = withAcceptances(report, [first, second]);
    expect(acceptanceOf(judged, report.workloads[0]!.changes[0]!)).toEqual(second);
  });
});
