import { describe, expect, it } from "vitest";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { conditionsOfRun, summarizeEarlier } from "../../../../src/analysis/verdict/earlier.ts";
import { KnownNoise } from "../../../../src/analysis/verdict/noise.ts";
import { orderEffects } from "../../../../src/analysis/warnings/order.ts";
import { type Run, startsHeadFirst } from "../../../../src/model/run.ts";
import { quietPair, RULES, STAMP, withSessions } from "../verdict/story.ts";

/** Who starts second takes 2 % longer. */
function measured(seed: number, sessions: number): readonly [base: Run, head: Run] {
  const slowed = (run: Run, isHead: boolean) =>
    withSessions(run, (session) => {
      const isFirst = startsHeadFirst(session.index) === isHead;
      return { ...session, durationNs: session.durationNs * (isFirst ? 1 : 1.02) };
    });
  const [base, head] = quietPair(0, { seed, sessions });
  return [slowed(base, false), slowed(head, true)];
}

const orderOf = (sessions: number, stored = 0) => {
  const [base, head] = measured(1, sessions);
  const pairs = Array.from({ length: stored }, (_, i) => measured(10 + i, 8));
  const earlier = summarizeEarlier(
    pairs.map(([base, head]) => ({ base, head })),
    conditionsOfRun(base),
    RULES,
  );
  const report = compareArms(base, stored === 0 ? head : { ...head, earlier }, RULES, STAMP);
  return report.order?.find(({ metric }) => metric === "qps");
};

describe("what the server shows that starts first", () => {
  it("is how much more of a metric, and taken out from eight sessions on", () => {
    const order = orderOf(8)!;
    expect(order.removed).toBe("by-this-run");
    // Sessions of 2,000 events have a noise of their own of some 2 %.
    expect(Math.abs(order.difference - 0.02)).toBeLessThan(0.03);
    expect(orderOf(24)!.difference).toBeGreaterThan(0);
  });

  it("stays in the spread of fewer, and is not known of three", () => {
    expect(orderOf(6)).toMatchObject({ removed: "not" });
    expect(orderOf(3)).toBeUndefined();
  });

  it("is that of earlier measurements where five of them know it", () => {
    expect(orderOf(4, 5)).toMatchObject({ removed: "by-earlier-runs" });
    expect(orderOf(4, 4)).toMatchObject({ removed: "not" });
  });

  it("is nothing of runs that were measured apart", () => {
    const [base] = measured(1, 8);
    const [, head] = measured(2, 8);
    expect(compareArms(base, head, RULES, STAMP)).not.toHaveProperty("order");
  });
});

describe("of several workloads", () => {
  const gate = (workload: string, sessions: number, effect: number, metric: "qps" | "p99" = "qps") => {
    const signs = Array.from({ length: sessions }, (_, i) => (i % 2 === 0 ? 1 : -1));
    const values = signs.map((sign) => (effect / 2) * sign);
    return { workload, metric, ratios: { values, sessions: signs.map((_, i) => i), signs } };
  };
  const NOTHING = new KnownNoise(undefined, []);

  it("the mean is shown, and the least that became of it is said", () => {
    const [order, ...others] = orderEffects([gate("a", 8, 0.02), gate("b", 6, 0.04)], NOTHING);
    expect(others).toEqual([]);
    expect(order).toMatchObject({ metric: "qps", removed: "not" });
    // Of two servers one is first: half of the difference falls on either.
    const [alone] = orderEffects([gate("a", 8, 0.02)], NOTHING);
    const [other] = orderEffects([gate("b", 6, 0.04)], NOTHING);
    expect(alone!.removed).toBe("by-this-run");
    expect(other!.difference).toBeGreaterThan(1.9 * alone!.difference);
    expect(Math.log1p(order!.difference)).toBeCloseTo(
      (Math.log1p(alone!.difference) + Math.log1p(other!.difference)) / 2,
      12,
    );
  });

  it("each metric that gates is told apart, and one without ratios is left out", () => {
    const gates = [gate("a", 8, 0.02), gate("a", 8, 0.06, "p99"), { ...gate("b", 8, 0.02), ratios: null }];
    expect(orderEffects(gates, NOTHING).map(({ metric }) => metric)).toEqual(["qps", "p99"]);
    expect(orderEffects([gates[2]!], NOTHING)).toEqual([]);
    const [first] = orderEffects(gates, NOTHING);
    expect(first).toEqual(orderEffects([gates[0]!], NOTHING)[0]);
  });

  it("says nothing where one server always started first", () => {
    const { ratios, ...rest } = gate("a", 4, 0.02);
    expect(orderEffects([{ ...rest, ratios: { ...ratios, signs: [1, 1, 1, 1] } }], NOTHING)).toEqual([]);
  });

  it("four sessions are enough to tell, and three are not", () => {
    expect(orderEffects([gate("a", 4, 0.02)], NOTHING)).toHaveLength(1);
    expect(orderEffects([gate("a", 3, 0.02)], NOTHING)).toEqual([]);
  });
});
