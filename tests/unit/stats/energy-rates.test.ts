/** How often chance is called a split, counted out: hundreds of searches, which take seconds. */
import { describe, expect, it } from "vitest";
import { EnergySearch, testSplit } from "../../../src/stats/energy.ts";
import { drawNormal, seededRng } from "../../../src/stats/random.ts";

describe("p by permutation of the whole search, over many series", () => {
  it("calls as many series without a change as its level says, heavy tails or not", () => {
    const rng = seededRng(11);
    const draws = {
      normal: () => drawNormal(rng),
      heavy: () => drawNormal(rng) / Math.sqrt(rng()),
      rounded: () => Math.round(drawNormal(rng)),
    };
    for (const [name, draw] of Object.entries(draws)) {
      const called = Array.from({ length: 400 }, () => {
        const search = new EnergySearch(Array.from({ length: 40 }, draw), 3);
        const split = search.best();
        return (
          split !== null &&
          testSplit(search, split, { level: 0.05, permutations: 99, inflation: 1, rng }).p <= 0.05
        );
      }).filter(Boolean).length;
      // 99.9 % of Binomial(400, .05) lie below 35.
      expect(called, name).toBeLessThan(35);
    }
  });

  it("is not decided by the bound, nor by the tail, where permutations would say no", () => {
    const rng = seededRng(2);
    const decided = { bound: 0, tail: 0 };
    for (let n = 6; n <= 40; n++) {
      for (let tail = 3; tail <= n / 2; tail++) {
        const values = Array.from({ length: n }, (_, i) => (i < n - tail ? 0 : 1));
        const search = new EnergySearch(values, 3);
        const test = testSplit(search, search.best()!, {
          level: 0.005,
          permutations: 399,
          inflation: 1,
          rng,
        });
        if (test.permutations > FIRST) continue;
        decided[test.permutations === 0 ? "bound" : "tail"] += test.p <= 0.005 ? 1 : 0;
        // Of all orders, only those with the ones at either end split as well.
        expect(2 / binomial(n, tail), `${tail} of ${n}`).toBeLessThanOrEqual(test.p * (1 + 1e-9));
      }
    }
    expect(decided.bound).toBeGreaterThan(10);
    expect(decided.tail).toBeGreaterThan(5);
  });
});

/** Orders whose strengths tell what their tail is like. */
const FIRST = 40;

function binomial(n: number, k: number): number {
  return k === 0 ? 1 : (binomial(n - 1, k - 1) * n) / k;
}
