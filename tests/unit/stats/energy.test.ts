import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EnergySearch, testSplit } from "../../../src/stats/energy.ts";
import { drawNormal, seededRng } from "../../../src/stats/random.ts";
import { referenceSeries, relativeError } from "./reference/reference.ts";

/** Counted out by definition, see reference/make-energy.py. */
const reference = JSON.parse(
  readFileSync(new URL("./reference/energy.json", import.meta.url), "utf8"),
) as Readonly<{
  best: readonly Readonly<{
    values: readonly number[];
    minimum: number;
    index: number;
    strength: number;
  }>[];
  exact: readonly Readonly<{ values: readonly number[]; minimum: number; p: number }>[];
}>;

describe("the energy statistic", () => {
  it.each(reference.best)(
    "of $values in parts of at least $minimum is that of its definition",
    (expected) => {
      const split = new EnergySearch(expected.values, expected.minimum).best();
      expect(split?.index).toBe(expected.index);
      expect(split?.strength).toBeCloseTo(expected.strength, 12);
    },
  );

  it("knows no best split of equal values, nor of too few", () => {
    expect(new EnergySearch([7, 7, 7, 7, 7, 7, 7], 3).best()).toBeNull();
    expect(new EnergySearch([1, 2, 3, 4, 5], 3).best()).toBeNull();
    expect(new EnergySearch([], 3).best()).toBeNull();
  });

  it("refuses what is not a number", () => {
    expect(() => new EnergySearch([1, 2, Number.NaN, 4, 5, 6], 3)).toThrow(RangeError);
  });

  it("finds a short level inside a long series", () => {
    const rng = seededRng(5);
    const values = Array.from({ length: 400 }, (_, i) => drawNormal(rng) + (i >= 180 && i < 195 ? 4 : 0));
    expect([180, 195]).toContain(new EnergySearch(values, 3).best()?.index);
  });
});

describe("p by permutation of the whole search", () => {
  it.each(reference.exact)(
    "of $values is the share of all orders that split as well",
    ({ values, minimum, p }) => {
      const search = new EnergySearch(values, minimum);
      const test = testSplit(search, search.best()!, {
        level: 0.05,
        permutations: 20_000,
        inflation: 1,
        rng: seededRng(1),
      });
      // Four standard errors of the draws that were made.
      expect(test.permutations).toBeGreaterThan(1_000 - 1);
      expect(Math.abs(test.p - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / test.permutations));
    },
  );

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

  it.each(referenceSeries.bounds)(
    "of a strength of %f in %i values, %f times inflated, one of %i, is by its bound SciPy's chi-squared",
    (strength, length, inflation, splits, p) => {
      const test = testSplit(
        scripted([], splits!),
        { index: 3, strength: strength!, length: length! },
        {
          ...EXACT,
          inflation: inflation!,
        },
      );
      expect(test.permutations).toBe(0);
      expect(relativeError(test.p, p!)).toBeLessThan(1e-9);
    },
  );

  it.each(referenceSeries.tails)("of what no order reached is by the tail that of SciPy's Gumbel", (each) => {
    expect(each.maxima).toHaveLength(FIRST);
    for (const [strength, moments, likelihood, many] of each.tails) {
      const split = { index: 3, strength: strength!, length: 1_000 };
      const test = testSplit(scripted(each.maxima, 1e9), split, EXACT);
      expect(test.permutations).toBe(FIRST);
      expect(relativeError(test.p, 10 * moments!)).toBeLessThan(1e-9);
      expect(test.p, "it is not too sure, by likelihood").toBeGreaterThan(likelihood!);
      // Of 399 permutations none is ever said to be rarer.
      expect(Math.max(test.p, 1 / 400), "nor by forty thousand orders").toBeGreaterThan(many!);
    }
  });

  it("stops early where the answer is plain", () => {
    const rng = seededRng(3);
    const noise = Array.from({ length: 60 }, () => drawNormal(rng));
    const plain = { level: 0.005, permutations: 9_999, inflation: 1, rng };
    const none = new EnergySearch(noise, 3);
    expect(testSplit(none, none.best()!, plain).permutations).toBeLessThan(2_000);
    const step = new EnergySearch(
      noise.map((value, i) => value + (i < 30 ? 0 : 8)),
      3,
    );
    expect(testSplit(step, step.best()!, plain).permutations).toBe(0);
  });

  it("asks more of a series whose neighbours are alike", () => {
    const rng = seededRng(4);
    const values = Array.from({ length: 60 }, (_, i) => drawNormal(rng) + (i < 30 ? 0 : 1.3));
    const p = (inflation: number) => {
      const search = new EnergySearch(values, 3);
      return testSplit(search, search.best()!, {
        level: 0.05,
        permutations: 2_000,
        inflation,
        rng: seededRng(1),
      }).p;
    };
    expect(p(1)).toBeLessThan(p(2));
    expect(p(2)).toBeLessThan(p(4));
  });
});

/** Orders whose strengths tell what their tail is like. */
const FIRST = 40;
/** p as it is, however small. */
const EXACT = { level: 0.2, permutations: 1e15, inflation: 1, rng: () => 0 };

/** A search of so many places whose orders have the given strengths. */
function scripted(maxima: readonly number[], splits: number): EnergySearch {
  const left = [...maxima];
  const shuffled = () => {
    if (left.length === 0) throw new Error("no more orders");
    return left.shift();
  };
  return { length: Number.POSITIVE_INFINITY, splits, shuffled } as unknown as EnergySearch;
}

function binomial(n: number, k: number): number {
  return k === 0 ? 1 : (binomial(n - 1, k - 1) * n) / k;
}
