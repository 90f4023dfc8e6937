import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hypergeometricUpper } from "../../../src/stats/hypergeometric.ts";

/** By counting: every choice of the drawn ones among the population. */
function counted(least: number, marked: number, drawn: number, population: number): number {
  let [all, hits] = [0, 0];
  for (let choice = 0; choice < 2 ** population; choice++) {
    const taken = Array.from({ length: population }, (_, i) => (choice >> i) & 1);
    if (taken.reduce((sum, each) => sum + each, 0) !== drawn) continue;
    all++;
    hits += Number(taken.slice(0, marked).reduce((sum, each) => sum + each, 0) >= least);
  }
  return hits / all;
}

describe("the upper tail of a hypergeometric distribution", () => {
  it("is the share of draws that have as many marked items, by counting them", () => {
    const cases = fc.integer({ min: 1, max: 9 }).chain((population) =>
      fc.record({
        population: fc.constant(population),
        marked: fc.integer({ min: 0, max: population }),
        drawn: fc.integer({ min: 0, max: population }),
        least: fc.integer({ min: 0, max: 10 }),
      }),
    );
    fc.assert(
      fc.property(cases, ({ least, marked, drawn, population }) => {
        const p = hypergeometricUpper(least, marked, drawn, population);
        expect(p).toBeCloseTo(counted(least, marked, drawn, population), 10);
      }),
      { numRuns: 60 },
    );
  });

  it("is that of Fisher's exact test: all eight of eight against none of eight", () => {
    expect(hypergeometricUpper(8, 8, 8, 16)).toBeCloseTo(1 / 12_870, 12);
    expect(hypergeometricUpper(0, 5, 8, 16)).toBe(1);
  });
});
