import { describe, expect, it } from "vitest";
import {
  chanceOfMore,
  clump,
  type ErrorCounts,
  errorFinding,
} from "../../../../src/analysis/verdict/error-gate.ts";
import { reference, relativeError } from "../../stats/reference/reference.ts";

const sessions = (done: number, ...failed: readonly number[]): readonly ErrorCounts[] =>
  failed.map((each) => ({ failed: each, done }));

function verdict(base: readonly ErrorCounts[], head: readonly ErrorCounts[], limit = 0.001): string {
  const { evidence } = errorFinding("w", base, head, limit);
  return evidence.kind === "settled" ? evidence.verdict.kind : "tested";
}

describe("the gate of failed events", () => {
  it("passes what fails no more than before, or not at all", () => {
    expect(verdict(sessions(1000, 0, 0), sessions(1000, 0, 0))).toBe("unchanged");
    expect(verdict(sessions(1000, 30, 31), sessions(1000, 31, 30))).toBe("unchanged");
  });

  it("lets pass a rise below its limit, however certain", () => {
    expect(verdict(sessions(1e6, 0, 0), sessions(1e6, 500, 500))).toBe("unchanged");
    expect(verdict(sessions(1e6, 0, 0), sessions(1e6, 1100, 1100))).toBe("regressed");
  });

  it("sees no improvement in a fall below its limit, however certain", () => {
    expect(verdict(sessions(1e6, 500, 500), sessions(1e6, 0, 0))).toBe("unchanged");
    expect(verdict(sessions(1e6, 1100, 1100), sessions(1e6, 0, 0))).toBe("improved");
  });

  it("knows nothing of clumps where every event failed", () => {
    expect(clump(sessions(0, 10, 20))).toBe(1);
  });

  it("is not set off by one failure among few events", () => {
    expect(verdict(sessions(200, 0, 0), sessions(200, 1, 0))).toBe("inconclusive");
  });

  it("sees one crash in one session of head", () => {
    expect(verdict(sessions(1000, 0, 0, 0, 0), sessions(1000, 0, 0, 900, 0))).toBe("regressed");
  });

  it("knows that failures of base come in clumps", () => {
    const clumped = sessions(1000, 0, 90, 0, 60, 0, 0);
    expect(verdict(clumped, sessions(1000, 60, 0, 90, 0, 0, 40))).not.toBe("regressed");
    const even = sessions(1000, 25, 25, 25, 25, 25, 25);
    expect(verdict(even, sessions(1000, 45, 45, 45, 45, 45, 45))).toBe("regressed");
  });

  it.each(reference.error_gate.chances)(
    "has the p of SciPy's binomial test: %i of %i against %i of %i, %f at a time",
    (failed, done, moreFailed, moreDone, times, p) => {
      const [first, second] = [
        { failed: failed!, done: done! },
        { failed: moreFailed!, done: moreDone! },
      ];
      expect(relativeError(chanceOfMore(first, second, times!), p!)).toBeLessThan(1e-9);
    },
  );

  it.each(reference.error_gate.clumps)(
    "has SciPy's dispersion of $tallies",
    ({ tallies, clump: expected }) => {
      expect(clump(tallies.map(([failed, done]) => ({ failed: failed!, done: done! })))).toBeCloseTo(
        expected,
        9,
      );
    },
  );

  it.each(reference.error_gate.least_called)(
    "calls a head where, after %i failures, chance makes as many in one of a thousand cases: %i",
    (before, least) => {
      const of = (failed: number) => [{ failed, done: 5000 - failed }];
      expect(verdict(of(before!), of(least!), 0.0001)).toBe("regressed");
      expect(verdict(of(before!), of(least! - 1), 0.0001)).toBe("inconclusive");
    },
  );

  it("lets pass a change of exactly its limit, in either direction and however certain", () => {
    expect(verdict(sessions(999_000, 0), sessions(999_000, 1000))).toBe("unchanged");
    expect(verdict(sessions(999_000, 1000), sessions(999_000, 0))).toBe("unchanged");
  });

  it("is no improvement where chance may explain the fall", () => {
    expect(verdict(sessions(200, 1, 0), sessions(200, 0, 0))).toBe("unchanged");
  });

  it("is judged by all events together, and shows the share of each session that had any", () => {
    const nothing = { failed: 0, done: 0 };
    const finding = errorFinding("w", [...sessions(90, 10, 0), nothing], sessions(80, 20, 20), 0.01);
    expect(finding).toMatchObject({
      workload: "w",
      metric: "failed-share",
      limit: { role: "gate", margin: 0, floor: 0.01 },
      base: { estimate: 10 / 190, values: [0.1, 0] },
      head: { estimate: 0.2, values: [0.2, 0.2] },
    });
    expect(finding.base.statistics!.mean).toBeCloseTo(0.05, 12);
    const effect = ({ evidence }: typeof finding) => (evidence.kind === "settled" ? evidence.effect : "-");
    expect(effect(finding)).toBeCloseTo(0.2 / (10 / 190) - 1, 12);
    // Of none before there is no ratio.
    expect(effect(errorFinding("w", sessions(90, 0), sessions(80, 20), 0.01))).toBeNull();
    expect(effect(errorFinding("w", [nothing], sessions(80, 20), 0.01))).toBeNull();
  });

  it("counts clumps over the sessions that had events, of which it takes two", () => {
    const uneven = sessions(90, 10, 1, 30);
    expect(clump(uneven)).toBeGreaterThan(2);
    expect(clump([...uneven, { failed: 0, done: 0 }])).toBe(clump(uneven));
    expect(clump(sessions(90, 10))).toBe(1);
    expect(clump([])).toBe(1);
    expect(clump(sessions(90, 0, 0))).toBe(1);
    expect(clump(sessions(900, 10, 10, 10)), "evener than chance").toBe(1);
  });

  it("has its mirror", () => {
    expect(verdict(sessions(1000, 50, 50), sessions(1000, 0, 0))).toBe("improved");
  });

  it("sees a head where everything failed, and says when there was nothing to see", () => {
    expect(verdict(sessions(1000, 0), [{ failed: 500, done: 0 }])).toBe("regressed");
    const nothing = [{ failed: 0, done: 0 }];
    for (const [base, head] of [
      [sessions(1000, 0), nothing],
      [nothing, sessions(80, 20)],
    ] as const)
      expect(errorFinding("w", base, head, 0.001).evidence).toMatchObject({
        verdict: { kind: "too-few", what: "events", have: 0, need: 1 },
      });
  });

  it("says why it has no answer", () => {
    const { evidence } = errorFinding("w", sessions(200, 0, 0), sessions(200, 1, 0), 0.001);
    expect(evidence).toHaveProperty(
      "verdict.why",
      "more events failed on head, but so few that chance may explain it",
    );
  });

  it("needs no chance to explain that nothing failed on the second arm", () => {
    expect(chanceOfMore({ failed: 5, done: 10 }, { failed: 0, done: 10 }, 1)).toBe(1);
  });

  it("knows clumps from two sessions on, and a share of half like any other", () => {
    expect(clump(sessions(90, 10, 40))).toBeGreaterThan(2);
    expect(errorFinding("w", sessions(20, 20), sessions(20, 20), 0.001).base.estimate).toBe(0.5);
  });
});
