import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EnergySearch, type Split, testSplit } from "../../../src/stats/energy.ts";
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

/** Every split of one piece in parts of at least three: means of distances between and within, each summed pair by pair. */
function splitsByDefinition(values: readonly number[], from: number, to: number): Split[] {
  const distances = (left: readonly number[], right: readonly number[]) =>
    left.flatMap((a) => right.map((b) => Math.abs(a - b))).reduce((sum, d) => sum + d, 0);
  const whole = values.slice(from, to);
  const scale = distances(whole, whole) / (whole.length * (whole.length - 1));
  return Array.from({ length: whole.length - 5 }, (_, i) => {
    const [left, right] = [whole.slice(0, i + 3), whole.slice(i + 3)];
    const [n, m] = [left.length, right.length];
    const energy =
      (2 * distances(left, right)) / (n * m) -
      distances(left, left) / (n * (n - 1)) -
      distances(right, right) / (m * (m - 1));
    return { index: from + n, strength: ((n * m) / (n + m)) * (energy / scale), length: whole.length };
  });
}

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

  it("refuses what is not a number, and parts of one value", () => {
    for (const none of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => new EnergySearch([1, 2, none, 4, 5, 6], 3)).toThrow(
        "energy statistic of 6 values in parts of 3",
      );
    }
    expect(() => new EnergySearch([1, 2, 3, 4], 1)).toThrow(RangeError);
    expect(new EnergySearch([1, 1, 3, 4], 2).best()?.index).toBe(2);
  });

  it.each([
    // The whole alone, then with halves that overlap by half, then with the last of them at the end.
    [5, 0],
    [6, 1],
    [12, 7],
    [23, 18 + 3 * 7],
    [24, 19 + 3 * 7],
    [25, 20 + 3 * 8],
    [48, 43 + 3 * 19 + 7 * 7],
  ])("of %i values looks at %i splits", (length, splits) => {
    const search = new EnergySearch(
      Array.from({ length }, (_, i) => i % 5),
      3,
    );
    expect(search.splits).toBe(splits);
    expect(search.length).toBe(length);
  });

  it("looks at no piece that is shorter than its two parts", () => {
    const values = Array.from({ length: 24 }, (_, i) => i % 5);
    expect(new EnergySearch(values, 7).splits).toBe(24 - 14 + 1);
    expect(new EnergySearch(values.slice(0, 4), 3).splits).toBe(0);
  });

  it("is of the order that was given, also after others were looked at", () => {
    const search = new EnergySearch([1, 2, 1, 2, 9, 8, 9, 8], 3);
    const split = search.best();
    expect(search.shuffled(seededRng(3))).toBeLessThan(split!.strength);
    expect(search.best()).toEqual(split);
  });

  it("is that of the strongest piece by its definition, wherever that is", () => {
    const rng = seededRng(11);
    const pieces = [
      [0, 48],
      ...[0, 12, 24].map((at) => [at, at + 24]),
      ...[0, 6, 12, 18, 24, 30, 36].map((at) => [at, at + 12]),
    ];
    const lengths = new Set<number>();
    // Levels of some length at any place: now the whole, now a half, now a quarter shows them best.
    for (let trial = 0; trial < 60; trial++) {
      const [start, length] = [trial % 43, 4 + (trial % 9)];
      const values = Array.from(
        { length: 48 },
        (_, i) => drawNormal(rng) + (i >= start && i < start + length ? 3 : 0),
      );
      const expected = pieces
        .flatMap(([from, to]) => splitsByDefinition(values, from!, to!))
        .reduce((best, split) => (split.strength > best.strength ? split : best));
      const split = new EnergySearch(values, 3).best()!;
      expect([split.index, split.length]).toEqual([expected.index, expected.length]);
      expect(split.strength).toBeCloseTo(expected.strength, 9);
      lengths.add(split.length);
    }
    expect(lengths).toEqual(new Set([12, 24, 48]));
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

  it("ends where so many orders were as good that it cannot come down to the level", () => {
    const split = { index: 3, strength: 1, length: 1_000 };
    const ask = { level: 0.05, permutations: 99, inflation: 1, rng: () => 0 };
    const test = (maxima: readonly number[]) => testSplit(scripted(maxima, 1e9), split, ask);
    // Of 100 orders, this one among them, five may be as good.
    expect(test([1, 1, 1, 1, 1])).toEqual({ p: 1, permutations: 5 });
    expect(test([0, 1, 0, 2, 1, 0, 1, 1 - 1e-10])).toEqual({ p: 6 / 9, permutations: 8 });
    const four = [1, 1, 1, 1, ...new Array<number>(95).fill(0)];
    expect(test(four)).toEqual({ p: 5 / 100, permutations: 99 });
  });

  it("counts all orders where the tail of the first ones leaves it open", () => {
    const split = { index: 3, strength: 3, length: 1_000 };
    const ask = { level: 0.005, permutations: 399, inflation: 1, rng: () => 0 };
    const first = Array.from({ length: 40 }, (_, i) => (i % 10) / 4);
    expect(testSplit(scripted([...first, ...new Array<number>(359).fill(0)], 1e9), split, ask)).toEqual({
      p: 1 / 400,
      permutations: 399,
    });
    const reached = [...first.with(7, 3), ...new Array<number>(359).fill(0)];
    expect(testSplit(scripted(reached, 1e9), split, ask)).toEqual({ p: 2 / 400, permutations: 399 });
    // One that was as good outweighs what the tail would say.
    const one = [...new Array<number>(39).fill(0), 3, ...new Array<number>(359).fill(0)];
    expect(testSplit(scripted(one, 1e9), split, ask).permutations).toBe(399);
    const last = [...first, ...new Array<number>(358).fill(0), 3];
    expect(testSplit(scripted(last, 1e9), split, ask)).toEqual({ p: 2 / 400, permutations: 399 });
    // Equal ones have no tail to go by.
    expect(testSplit(scripted(new Array<number>(399).fill(0), 1e9), split, ask).permutations).toBe(399);
  });

  it("is never less than the orders of a short series can show, nor than all permutations could", () => {
    const two = (zeros: number, ones: number, permutations: number) => {
      const search = new EnergySearch(
        [...new Array<number>(zeros).fill(0), ...new Array<number>(ones).fill(1)],
        3,
      );
      return testSplit(search, search.best()!, { level: 0.99, permutations, inflation: 1, rng: () => 0 }).p;
    };
    // Either part may be first: 2 of 6! / 3!^2 = 20, and 2 of 8! / (3! 5!) = 56.
    expect(two(3, 3, 1e9)).toBeGreaterThanOrEqual(0.1 - 1e-12);
    expect(two(5, 3, 1e9)).toBeGreaterThanOrEqual(2 / 56 - 1e-12);
    // Where the tail of the first orders knows nothing of that.
    const first = Array.from({ length: FIRST }, (_, i) => (i % 4) / 1e3);
    const whole = (index: number) =>
      testSplit(scripted(first, 1e9, 8), { index, strength: 6, length: 8 }, EXACT);
    for (const [index, orders] of [[3, 56] as const, [4, 70] as const, [5, 56] as const]) {
      expect(whole(index).permutations).toBe(FIRST);
      expect(whole(index).p).toBeCloseTo(2 / orders, 12);
    }
    const piece = testSplit(scripted(first, 1e9, 9), { index: 3, strength: 6, length: 8 }, EXACT);
    expect(piece.p, "a piece of a series has more orders").toBeLessThan(1e-6);
    const long = new EnergySearch(
      Array.from({ length: 60 }, (_, i) => (i < 30 ? i / 1e3 : 9)),
      3,
    );
    const test = testSplit(long, long.best()!, { level: 0.05, permutations: 99, inflation: 1, rng: () => 0 });
    expect(test).toEqual({ p: 1 / 100, permutations: 0 });
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
function scripted(
  maxima: readonly number[],
  splits: number,
  length = Number.POSITIVE_INFINITY,
): EnergySearch {
  const left = [...maxima];
  const shuffled = () => {
    if (left.length === 0) throw new Error("no more orders");
    return left.shift();
  };
  return { length, splits, shuffled } as unknown as EnergySearch;
}
