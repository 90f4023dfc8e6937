import { describe, expect, it } from "vitest";
import { measuredSessions } from "../../../../src/analysis/verdict/arm-values.ts";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { tailObjection, throughputGap, throughputWarnings } from "../../../../src/analysis/verdict/slices.ts";
import type { Rules } from "../../../../src/model/rules.ts";
import type { Run, Session } from "../../../../src/model/run.ts";
import { makePair } from "../../../support/runs.ts";

const RULES: Rules = {
  alpha: 0.05,
  gates: [{ metric: "qps", margin: 0.02, floor: null }],
  errorLimit: 0.001,
  decide: "significant-and-relevant",
};
const STAMP = {
  id: "4c2f2f1e-0f0a-4c87-9f0e-2f52d5c5e001",
  createdAt: "2026-01-02T00:00:00.000Z",
  version: "0.1.0",
};
const CONNECTIONS = 16;

/** Changes each session of a run. */
const edit = (run: Run, change: (session: Session) => Partial<Session>): Run => ({
  ...run,
  workloads: run.workloads.map((workload) => ({
    ...workload,
    sessions: workload.sessions.map((session) => ({ ...session, ...change(session) })),
  })),
});

/** A session with so many statements a second under load, and connections that were in flight for that share of its slices. */
const loaded = (rate: number, share: number) => (session: Session) => ({
  connections: CONNECTIONS,
  restNs: CONNECTIONS * session.durationNs * (1 - share),
  committedQueries: Math.round((rate * share * session.durationNs) / 1e9),
});

/** Head against base under load, and shares of the time in which there was load. */
const pair = (effect: number, shares: Readonly<{ base: number; head: number }>) => {
  const [base, head] = makePair({ sessions: 8, workloads: [{ name: "w" }] });
  // No two sessions are alike to the last digit.
  const rate = ({ index }: Session) => 1e6 * (1 + 0.001 * (index % 3));
  return {
    base: edit(base, (session) => loaded(1e6, shares.base)(session)),
    head: edit(head, (session) => loaded((1 + effect) * rate(session), shares.head)(session)),
  };
};
const compared = ({ base, head }: Readonly<{ base: Run; head: Run }>) => {
  const report = compareArms(base, head, RULES, STAMP);
  const change = report.workloads[0]!.changes.find(({ metric }) => metric === "qps")!;
  return { ...change, codes: report.warnings.map(({ code }) => code) };
};
const armsOf = ({ base, head }: Readonly<{ base: Run; head: Run }>) => ({
  base: measuredSessions(base.workloads[0]!.sessions, null),
  head: measuredSessions(head.workloads[0]!.sessions, null),
});

describe("throughput of slices", () => {
  it("is that under load, and what is claimed holds over the wall time, too", () => {
    const { effect, interval, verdict, codes } = compared(pair(-0.1, { base: 0.98, head: 0.98 }));
    expect(effect).toBeCloseTo(-0.1, 1);
    expect(interval!.high).toBeLessThan(-0.08);
    expect(verdict.kind).toBe("regressed");
    expect(codes).not.toContain("throughput-gap");
  });

  it("is no regression by one reading alone, whichever it is", () => {
    // A tail in head makes its connections rest: over the wall time it is 10 % slower, under load as fast as base.
    const drained = compared(pair(0, { base: 0.99, head: 0.89 }));
    expect(drained.effect).toBeCloseTo(0, 1);
    expect(drained.verdict.kind).toBe("inconclusive");
    expect(drained.codes).toContain("throughput-gap");
    expect(drained.interval!.low).toBeLessThan(-0.09);
    expect(drained.interval!.high).toBeGreaterThan(-0.02);
    const loadedOnly = compared(pair(-0.1, { base: 0.89, head: 0.99 }));
    expect(loadedOnly.effect).toBeCloseTo(-0.1, 1);
    expect(loadedOnly.verdict.kind).toBe("inconclusive");
  });

  it("is worse beyond the limit only where both readings are", () => {
    // -3 % under load, -1.5 % over the wall time; the limit is 2 %.
    const { verdict, p } = compared(pair(-0.03, { base: 0.97, head: 0.985 }));
    expect(p!.worse).toBeLessThan(0.05);
    expect(verdict.kind).not.toBe("regressed");
  });

  it("says by how much the readings differ, from .3 points on", () => {
    const gap = (head: number) => pair(0, { base: 0.98, head });
    expect(throughputGap(armsOf(gap(0.931)))).toBeCloseTo(-0.05, 3);
    expect(throughputWarnings("w", armsOf(gap(0.931)))[0]!.message).toContain("5 % lower");
    expect(throughputWarnings("w", armsOf(gap(0.9775)))).toEqual([]);
    expect(throughputWarnings("w", armsOf(gap(0.9767)))).toHaveLength(1); // .34 points.
    expect(throughputWarnings("w", armsOf(pair(0, { base: 0.93, head: 0.98 })))[0]).toEqual({
      code: "throughput-gap",
      message: expect.stringMatching(/5\.4 % higher over the wall time .* than under load/),
      remedy: "raise measure.slice",
      workload: "w",
    });
    const { base, head } = armsOf(gap(0.931));
    for (const arms of [
      { base: [], head: [] },
      { base: [], head },
      { base, head: [] },
    ])
      expect(throughputGap(arms)).toBe(0);
  });
});

describe("a load generator that ran out of its CPU quota", () => {
  const warnings = [
    { code: "throttled", message: "held up in 28 of 30 periods", remedy: "more", workload: "w" },
  ];

  it.each(["base", "head"] as const)("makes gates inconclusive, in %s", (arm) => {
    const both = pair(-0.1, { base: 1, head: 1 });
    const { verdict, effect } = compared({ ...both, [arm]: { ...both[arm], warnings } });
    expect(verdict).toEqual({ kind: "inconclusive", why: "held up in 28 of 30 periods", forbidden: true });
    expect(effect).toBeCloseTo(-0.1, 2);
  });

  it("says nothing of other workloads", () => {
    const both = pair(-0.1, { base: 1, head: 1 });
    const other = [{ ...warnings[0]!, workload: "another" }];
    expect(compared({ ...both, head: { ...both.head, warnings: other } }).verdict.kind).toBe("regressed");
  });
});

describe("percentiles of slices", () => {
  // The median of made sessions is 1 ms; their slices have 100 ms.
  const arms = (factor: number) => {
    const shorter = (session: Session) => ({
      slices: {
        ...session.slices,
        durationNs: Array.from({ length: 100 * factor }, () => 1e8 / factor),
      },
      durationNs: 1e10,
    });
    const { base, head } = pair(0, { base: 1, head: 1 });
    return armsOf({ base: edit(base, shorter), head: edit(head, shorter) });
  };

  it("are judged by slices of five times their length, or longer", () => {
    expect(tailObjection(arms(1), "p50")).toBeNull();
    expect(tailObjection(arms(10), "p50")).toBeNull();
    expect(tailObjection(arms(25), "p50")).toMatch(
      /slices of 4 ms .* p50 of (1 ms|99\d µs): .* of (5|4\.9\d) ms/,
    );
    expect(tailObjection(arms(10), "p99")).toMatch(/slices of 10 ms/);
    // The arm with the longer tail decides, also where it is alone.
    const { base, head } = arms(10);
    const slow = head.map(({ session, values }) => ({ session, values: { ...values, p50: 3e6 } }));
    for (const either of [
      { base, head: slow },
      { base: slow, head: base },
      { base: [], head: slow },
    ])
      expect(tailObjection(either, "p50")).toMatch(/p50 of 3 ms: measure.slice of 15 ms/);
    // Five times is enough.
    const exact = head.map(({ session, values }) => ({ session, values: { ...values, p50: 2e6 } }));
    expect(tailObjection({ base: exact, head: exact }, "p50")).toBeNull();
    const longer = head.map(({ session, values }) => ({ session, values: { ...values, p50: 2.01e6 } }));
    expect(tailObjection({ base: exact, head: longer }, "p50")).not.toBeNull();
  });

  it("are not touched where an arm was driven without a break, nor are other metrics", () => {
    expect(tailObjection(arms(25), "mean")).toBeNull();
    const { base, head } = pair(0, { base: 1, head: 1 });
    const whole = () => ({ slices: { startNs: [0], durationNs: [1e6], events: [1], queries: [1] } });
    expect(tailObjection(armsOf({ base: edit(base, whole), head: edit(head, whole) }), "p99")).toBeNull();
  });
});
