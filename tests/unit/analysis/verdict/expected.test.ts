import { describe, expect, it } from "vitest";
import {
  enoughSessions,
  expectedChanges,
  sessionsNeeded,
} from "../../../../src/analysis/verdict/expected.ts";
import { KnownNoise } from "../../../../src/analysis/verdict/noise.ts";
import type { Rules } from "../../../../src/model/rules.ts";
import { detectableNoncentrality } from "../../../../src/stats/shift.ts";
import { RULES } from "./story.ts";

const METRICS = ["qps", "server-cpu", "p99"] as const;
const MEASUREMENTS = 6;

/** Six measurements alike, of which each gate's log ratios had that variance with seven degrees of freedom. */
const stored = (variance: number) =>
  new KnownNoise(
    {
      measurements: MEASUREMENTS,
      series: METRICS.map((metric) => ({
        workload: "w",
        metric,
        level: 1e6,
        ownShare: 0,
        tailWeight: 1,
        spreads: Array.from({ length: MEASUREMENTS }, () => ({ variance, df: 7, order: null, lag: null })),
      })),
    },
    ["w"],
  );
const rules = (margin: number): Rules => ({
  ...RULES,
  gates: METRICS.map((metric) => ({ metric, margin, floor: null })),
});

describe("a plan of fewer sessions than a verdict needs", () => {
  const plan = { mode: "side-by-side", sessions: 2 } as const;

  it("is known before it is measured", () => {
    expect(sessionsNeeded(plan, rules(0.02))).toBe(3);
    expect(sessionsNeeded({ ...plan, sessions: 3 }, rules(0.02))).toBeNull();
    expect(sessionsNeeded(plan, { ...rules(0.02), needs: { sessions: 2 } })).toBeNull();
  });

  it("is enough where nothing is judged by its sessions", () => {
    expect(sessionsNeeded(plan, { ...RULES, gates: [] })).toBeNull();
    expect(sessionsNeeded({ ...plan, mode: "history" }, rules(0.02))).toBeNull();
  });
});

describe("what is expected to be seen", () => {
  it("is what all looks together see with what is known, at the last look's share of the first step's level", () => {
    const known = stored(4e-4);
    const { variance } = known.expected("w", "qps")!;
    const plan = { sessions: 8, looks: 3 };
    const [qps] = expectedChanges(known, plan, rules(1e-9));
    const [prior] = known.priors(
      METRICS.map((metric) => ({ workload: "w", metric, spread: { variance, df: 23 } })),
    );
    expect(prior!.df).toBeGreaterThan(10);
    const distance =
      Math.sqrt(variance / 24) * detectableNoncentrality((0.05 / 3) * 0.7, 0.8, 23 + prior!.df);
    expect(qps).toMatchObject({ workload: "w", metric: "qps", relevant: 1e-9 });
    expect(qps!.visible).toBeCloseTo(-Math.expm1(-distance), 12);
  });

  it("is of throughput how much less there may be, of CPU time and latency how much more", () => {
    const [qps, cpu, p99] = expectedChanges(stored(4e-2), { sessions: 8, looks: 3 }, rules(1e-9));
    expect(cpu!.visible).toBeCloseTo(p99!.visible, 12);
    expect((1 + p99!.visible) * (1 - qps!.visible), "the same ratio from either side").toBeCloseTo(1, 12);
    expect(p99!.visible).toBeGreaterThan(qps!.visible);
  });
});

describe("nothing is expected", () => {
  const plan = { sessions: 8, looks: 2 };
  const unknown = new KnownNoise(undefined, ["w"]);
  /** Of QPS alone is something known. */
  const partly = new KnownNoise(
    {
      measurements: 1,
      series: [
        {
          workload: "w",
          metric: "qps",
          level: 1e3,
          ownShare: 0,
          tailWeight: 1,
          spreads: [{ variance: 1e-4, df: 7, order: null, lag: null }],
        },
      ],
    },
    ["w"],
  );

  it("where no noise is known, of one session, and without gates", () => {
    expect(expectedChanges(unknown, plan, rules(0.02))).toEqual([]);
    expect(expectedChanges(stored(1e-4), { sessions: 1, looks: 1 }, rules(0.02))).toEqual([]);
    expect(expectedChanges(stored(1e-4), { sessions: 1, looks: 2 }, rules(0.02))).toHaveLength(3);
    expect(expectedChanges(stored(1e-4), plan, { ...RULES, gates: [] })).toEqual([]);
    expect(enoughSessions(unknown, 2, rules(0.02), 40)).toBeNull();
    expect(enoughSessions(stored(1e-4), 2, { ...RULES, gates: [] }, 40)).toBeNull();
  });

  it("of gates alone whose noise is unknown: nobody can say how many sessions do", () => {
    expect(expectedChanges(partly, plan, rules(0.02)).map(({ metric }) => metric)).toEqual(["qps"]);
    expect(enoughSessions(partly, 2, rules(0.02), 40)).toBeNull();
  });

  it("and a gate that was never measured, as CPU that nobody can see, takes nothing of the level", () => {
    const gates = [{ metric: "qps", margin: 1e-9, floor: null }] as const;
    const [alone] = expectedChanges(partly, plan, { ...RULES, gates });
    expect(expectedChanges(partly, plan, rules(1e-9))).toEqual([alone]);
  });

  it("of a gate whose limit is all of the throughput, and of the others as ever", () => {
    const gates = METRICS.map((metric) => ({ metric, margin: metric === "qps" ? 1 : 0.02, floor: null }));
    const expected = expectedChanges(stored(1e-4), plan, { ...RULES, gates });
    expect(expected.map(({ metric }) => metric)).toEqual(["server-cpu", "p99"]);
  });

  it("but the floor of a gate is a share of what base was", () => {
    const gates = [{ metric: "qps", margin: 0.02, floor: 100 }] as const;
    const [qps] = expectedChanges(partly, plan, { ...RULES, gates });
    expect(qps!.relevant).toBeCloseTo(0.1, 12);
  });

  it("less where sessions are alike, and where latency may only grow", () => {
    const lag = (known: number) =>
      new KnownNoise(
        {
          measurements: 12,
          series: [
            {
              workload: "w",
              metric: "p99",
              level: 1e6,
              ownShare: 0,
              tailWeight: 1,
              spreads: Array.from({ length: 12 }, () => ({
                variance: 4e-4,
                df: 15,
                order: null,
                lag: known,
              })),
            },
          ],
        },
        ["w"],
      );
    const gates = [{ metric: "p99", margin: 0.02, floor: null }] as const;
    const visible = (known: number) => expectedChanges(lag(known), plan, { ...RULES, gates })[0]!.visible;
    expect(visible(0.7)).toBeGreaterThan(1.2 * visible(0));
  });
});

describe("enough sessions", () => {
  const worst = (known: KnownNoise, sessions: number) =>
    Math.max(...expectedChanges(known, { sessions, looks: 2 }, rules(0.02)).map(({ visible }) => visible)) /
    0.02;

  it("are an even number: either server starts first equally often", () => {
    const numbers = Array.from({ length: 40 }, (_, i) =>
      enoughSessions(stored(4e-4 * 1.05 ** i), 2, rules(0.02), 40),
    );
    expect(new Set(numbers).size, "the cases are different ones").toBeGreaterThan(5);
    expect(numbers.filter((sessions) => sessions! % 2 === 1)).toEqual([]);
  });

  it("are the fewest that see a third more than the limit, and never fewer than are measured without a budget", () => {
    expect(enoughSessions(stored(1e-6), 2, rules(0.02), 40)).toBe(8);
    for (const variance of [9e-4, 1.2e-3, 1.6e-3]) {
      const known = stored(variance);
      expect(worst(known, 8), "the case is one that eight do not do for").toBeGreaterThan(4 / 3);
      const enough = enoughSessions(known, 2, rules(0.02), 40)!;
      expect(worst(known, enough)).toBeLessThanOrEqual(4 / 3);
      expect(worst(known, enough - 2)).toBeGreaterThan(4 / 3);
    }
    expect(enoughSessions(stored(1), 2, rules(0.02), 40), "not more than are allowed").toBe(40);
  });
});
