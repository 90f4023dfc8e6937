import { describe, expect, it } from "vitest";
import {
  type AcceptDecision,
  acceptByCommand,
  acceptByLabel,
  type Occasion,
  revoke,
} from "../../../../src/analysis/history/accept-request.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";
import { makeReport } from "../../../support/reports.ts";

const OCCASION: Occasion = {
  repository: "acme/db",
  pullRequest: 7,
  commit: "c".repeat(40),
  by: "ada",
  at: "2026-11-21T12:00:00.000Z",
  key: "acme/db/comments/1",
};
const REPORT = {
  ...makeReport({
    workloads: [
      { name: "checkout", changes: [{ metric: "qps", effect: -0.1 }] },
      { name: "search", changes: [{ metric: "qps" }] },
    ],
  }),
  suite: "oltp",
  createdAt: "2026-11-21T11:00:00.000Z",
};
const ALL = { kind: "accept", workload: null, metric: null, reason: "audit log" } as const;
const recorded = (asked: AcceptDecision) => ("record" in asked ? asked.record : []);

describe("a command", () => {
  it("accepts what regressed in what its author can have seen", () => {
    const [acceptance] = recorded(acceptByCommand(ALL, [REPORT], OCCASION));
    expect(acceptance).toMatchObject({
      via: "command",
      suite: "oltp",
      by: "ada",
      reason: "audit log",
      commit: OCCASION.commit,
    });
    expect(acceptance).toMatchObject({ revoked: null, landed: null });
  });

  it("has the same id when its job runs again, and another in another suite", () => {
    const id = (report: typeof REPORT) => recorded(acceptByCommand(ALL, [report], OCCASION))[0]!.id;
    expect(id(REPORT)).toBe(id(REPORT));
    expect(id({ ...REPORT, suite: "olap" })).not.toBe(id(REPORT));
  });

  it.each([
    ['"check out" p99 audit log', 'there is no workload "check out"; measured were checkout, search'],
    ["chekout slower by design", 'there is no workload "chekout"; measured were checkout, search'],
    ['"chekout" audit log', 'there is no workload "chekout"; measured were checkout, search'],
    ["chekout qps audit log", 'there is no workload "chekout"; measured were checkout, search'],
    ["p98.5 audit log", "there is no metric p98.5; write p99 or another one of the report"],
  ])("accepts nothing where a name is misspelled: %s", (reason, why) => {
    expect(acceptByCommand({ ...ALL, reason }, [REPORT], OCCASION)).toEqual({ nothing: why });
  });

  it("accepts nothing where the metric of a workload is misspelled", () => {
    const command = { ...ALL, workload: "checkout", reason: "qsp audit log" };
    expect(acceptByCommand(command, [REPORT], OCCASION)).toEqual({
      nothing: "there is no metric qsp; did you mean qps?",
    });
    const fine = { ...command, reason: "the price is right" };
    expect(recorded(acceptByCommand(fine, [REPORT], OCCASION))).toHaveLength(1);
  });

  it.each([
    '"it pays"',
    "checkouts are slower now",
    "the qps is fine",
    "higher qps elsewhere",
    "p99s rise",
    "P1 outage fix",
    '"Index only scan" costs more',
    "each qps is fine",
  ])("accepts with a reason that only looks like a name: %s", (reason) =>
    expect(recorded(acceptByCommand({ ...ALL, reason }, [REPORT], OCCASION))).toHaveLength(1),
  );

  it.each([
    ["nothing is measured", ALL, [], `there is no report about ${OCCASION.commit} in the store yet`],
    [
      "the measurement is newer than the comment",
      ALL,
      [{ ...REPORT, createdAt: "2026-11-21T13:00:00.000Z" }],
      "the present commit was measured after the comment; look at it and comment again",
    ],
    [
      "it names what did not regress",
      { ...ALL, workload: "search" },
      [REPORT],
      "nothing regressed in search, and no limit is wider than base's",
    ],
    [
      "it names another metric",
      { ...ALL, workload: "checkout", metric: "p99" as const },
      [REPORT],
      "nothing regressed in checkout p99, and no limit is wider than base's",
    ],
  ])("records nothing where %s", (_, command, reports, why) => {
    expect(acceptByCommand(command, reports, OCCASION)).toEqual({ nothing: why });
  });
});

describe("a label", () => {
  it("accepts whatever comes, once", () => {
    const [acceptance] = recorded(acceptByLabel("slow", [], OCCASION));
    expect(acceptance).toMatchObject({
      via: "label",
      suite: null,
      workload: null,
      metric: null,
      reason: "slow",
    });
    expect(acceptByLabel("slow", [acceptance!], OCCASION)).toEqual({
      nothing: "the label slow is recorded already",
    });
    expect(
      recorded(acceptByLabel("slow", [makeAcceptance("why", { via: "command" })], OCCASION)),
    ).toHaveLength(1);
  });
});

describe("taking back", () => {
  it("leaves what has landed", () => {
    const landed = { commit: "d".repeat(40), branch: "main", at: OCCASION.at };
    const open = makeAcceptance("open");
    const [taken, ...others] = recorded(revoke([open, makeAcceptance("landed", { landed })], OCCASION));
    expect(taken).toEqual({ ...open, revoked: { by: "ada", at: OCCASION.at } });
    expect(others).toEqual([]);
    expect(revoke([makeAcceptance("landed", { landed })], OCCASION)).toEqual({
      nothing: "nothing is accepted here that could be taken back",
    });
  });
});
