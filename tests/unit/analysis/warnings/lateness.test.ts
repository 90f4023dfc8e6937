import { describe, expect, it } from "vitest";
import { sessionValues } from "../../../../src/analysis/samples/values.ts";
import { measuredSessions } from "../../../../src/analysis/verdict/arm-values.ts";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { latenessGap, latenessWarnings } from "../../../../src/analysis/warnings/lateness.ts";
import type { Run, Session } from "../../../../src/model/run.ts";
import { changeOf, quietPair, RULES, STAMP, withSessions } from "../verdict/story.ts";

/** An open loop in which a share of each percentile is the load generator's own lateness. */
const late = (run: Run, share: number): Run =>
  withSessions(run, (session) => ({ ...session, openLoop: openLoopOf(session, share) }));

function openLoopOf(session: Session, share: number): Session["openLoop"] {
  const { latency } = session;
  const values = sessionValues(session);
  const { count, minNs, maxNs, sumNs } = latency;
  const own = { count, minNs: 0, maxNs, sumNs: share * sumNs };
  const rest = (value: number | null) => Math.round((1 - share) * value!);
  const percentilesNs = { "50": rest(values.p50), "95": rest(values.p95), "99": rest(values.p99) };
  return {
    offered: count,
    offeredPerSecond: count / (session.durationNs / 1e9),
    achievedPerSecond: count / (session.durationNs / 1e9),
    unstarted: 0,
    sustained: true,
    service: { count, minNs, maxNs, sumNs },
    lateness: own,
    punctual: { count, minNs, maxNs, sumNs: (1 - share) * sumNs, percentilesNs },
  };
}

/** Head's latencies are longer by `change`, of which the load generator's lateness is a share. */
const compared = (change: number, shares: Readonly<{ base: number; head: number }>) => {
  const [base, head] = quietPair(-change, { sessions: 8, secondsPerSession: 4 });
  const report = compareArms(late(base, shares.base), late(head, shares.head), RULES, STAMP);
  const said = report.warnings.filter(({ code }) => code === "lateness-gap");
  return { p99: changeOf(report, "p99"), said };
};
const armsOf = (base: number, head: number) => {
  const arms = quietPair(0, { sessions: 3 });
  const [first, second] = [late(arms[0], base), late(arms[1], head)];
  return {
    base: measuredSessions(first.workloads[0]!.sessions, null),
    head: measuredSessions(second.workloads[0]!.sessions, null),
  };
};

describe("latency that is the load generator's own lateness", () => {
  it("makes no regression: what is called holds without it, too", () => {
    // Without the lateness head's p99 is 2 % longer than base's.
    const { p99, said } = compared(0.2, { base: 0, head: 1 - Math.exp(-0.18) });
    expect(p99.effect).toBeGreaterThan(0.15);
    expect(p99.interval!.low, "the interval covers both readings").toBeLessThan(0.05);
    expect(p99.verdict.kind).toBe("inconclusive");
    expect(said).toHaveLength(1);
  });

  it("takes nothing away where both arms have as much of it", () => {
    const { p99, said } = compared(0.2, { base: 0.05, head: 0.05 });
    expect(p99.verdict.kind).toBe("regressed");
    expect(said).toEqual([]);
    expect(compared(0.2, { base: 0, head: 0 }).p99.verdict.kind).toBe("regressed");
  });

  it("is said by the percentile that it bends most, from a hundredth on", () => {
    expect(latenessGap(armsOf(0.02, 0.07), "p99")).toBeCloseTo(0.93 / 0.98 - 1, 4);
    expect(latenessWarnings("w", armsOf(0.02, 0.07))).toMatchObject([
      {
        code: "lateness-gap",
        workload: "w",
        remedy: "give the load generator CPUs of its own, or lower the rate",
        message: expect.stringMatching(/of head against base is 5\.1 % lower without that/),
      },
    ]);
    expect(latenessWarnings("w", armsOf(0.07, 0.02))[0]!.message).toContain("5.4 % higher");
    expect(latenessWarnings("w", armsOf(0.04, 0.0495))).toEqual([]);
    expect(latenessWarnings("w", armsOf(0.04, 0.0505))).toHaveLength(1);
  });

  it("of several percentiles is said of the one that it bends most, and is nothing of an event that took none", () => {
    const { base, head } = armsOf(0, 0);
    const bent = (percentile: "50" | "95" | "99", times: number) =>
      head.map(({ session, values }) => {
        const openLoop = session.openLoop!;
        const all = openLoop.punctual!.percentilesNs!;
        const percentilesNs = { ...all, "95": 1.02 * all["95"]!, [percentile]: times * all[percentile]! };
        return {
          values,
          session: {
            ...session,
            openLoop: { ...openLoop, punctual: { ...openLoop.punctual!, percentilesNs } },
          },
        };
      });
    const said = (arm: typeof head) => latenessWarnings("w", { base, head: arm }).map(({ metric }) => metric);
    expect([said(bent("95", 1.02)), said(bent("50", 0.9)), said(bent("99", 1.1))]).toEqual([
      ["p95"],
      ["p50"],
      ["p99"],
    ]);
    expect(latenessGap({ base, head: bent("99", 0) }, "p99")).toBe(0);
  });

  it("is in the mean over sessions, each by its own logarithm; those without an event have none", () => {
    const { base, head } = armsOf(0, 0.1);
    const [first, ...rest] = head;
    const still = { ...first!, values: { ...first!.values, p99: 0 } };
    expect(latenessGap({ base, head: [still, ...rest] }, "p99")).toBeCloseTo(-0.1, 4);
    const mixed = [...armsOf(0, 0.1).head.slice(0, 1), ...armsOf(0, 0.4).head.slice(0, 1)];
    expect(latenessGap({ base, head: mixed }, "p99")).toBeCloseTo(Math.sqrt(0.9 * 0.6) - 1, 4);
    expect(latenessGap({ base: [], head: [] }, "p99")).toBe(0);
  });

  it("is not known of closed loops and of sessions without that reading", () => {
    const [base, head] = quietPair(0, { sessions: 3 });
    const arms = {
      base: measuredSessions(base.workloads[0]!.sessions, null),
      head: measuredSessions(head.workloads[0]!.sessions, null),
    };
    expect(latenessGap(arms, "p99")).toBe(0);
    expect(latenessWarnings("w", arms)).toEqual([]);
  });
});
