import { describe, expect, it } from "vitest";
import { nextSize, type SearchTerms, sizeEstimate, type Trial } from "../../../src/stats/capacity-search.ts";
import { searched, TERMS } from "./capacity-searches.ts";
import { referenceCapacity, relativeError } from "./reference/reference.ts";

const trialsOf = (trials: readonly (readonly [size: number, holds: boolean])[]): readonly Trial[] =>
  trials.map(([size, holds]) => ({ size, holds }));

describe("what trials say of a capacity", () => {
  it.each(referenceCapacity.estimates)("is SciPy's: $name", ({ trials, most, ...expected }) => {
    const found = sizeEstimate(trialsOf(trials), most);
    expect(relativeError(found.size!, expected.size)).toBeLessThan(1e-9);
    if (expected.low === null) expect(found.low).toBe(0);
    else expect(relativeError(found.low, expected.low)).toBeLessThan(1e-9);
    if (expected.high === null) expect(found.high).toBe(Number.POSITIVE_INFINITY);
    else expect(relativeError(found.high, expected.high)).toBeLessThan(1e-9);
  });

  it("is no size beyond what may be tried, and none where only disturbed trials failed", () => {
    const disturbed = trialsOf([
      [50, false],
      [100, true],
      [200, true],
      [200, true],
    ]);
    expect(sizeEstimate(disturbed, 200)).toEqual({ size: null, low: 200, high: Number.POSITIVE_INFINITY });
    const atTheEnd = trialsOf([
      [200, false],
      [200, true],
      [200, true],
    ]);
    expect(sizeEstimate(atTheEnd, 200)).toMatchObject({ size: 200, high: Number.POSITIVE_INFINITY });
  });

  it("is not more than what held where nothing failed, nor less than what failed where nothing held", () => {
    const of = (holds: boolean) => [300, 100, 200].map((size) => ({ size, holds }));
    expect(sizeEstimate(of(true), 1e6)).toEqual({ size: null, low: 300, high: Number.POSITIVE_INFINITY });
    expect(sizeEstimate(of(false), 1e6)).toEqual({ size: null, low: 0, high: 100 });
  });

  it("leads to the size that is tried next, and to none where it is known so well", () => {
    const { trials, size, low, high } = referenceCapacity.estimates.find(({ name }) => name === "many")!;
    const half = Math.log(high! / low!) / 2;
    const next = (precision: number) => nextSize(trialsOf(trials), { ...TERMS, trials: 31, precision });
    expect(next(half * 1.0001)).toBeNull();
    expect(next(half * 0.9999)).toBe(Math.round(size));
  });

  it("is not known by fewer than eight trials, however well they agree", () => {
    const trials = [...new Array<boolean>(4).fill(false), ...new Array<boolean>(4).fill(true)].map(
      (holds) => ({
        size: holds ? 100 : 200,
        holds,
      }),
    );
    const next = (count: number) => nextSize(trials.slice(0, count), { ...TERMS, precision: 9 });
    expect(next(7)).not.toBeNull();
    expect(next(8)).toBeNull();
  });

  it("is a whole number: what is known to two of them ends the search", () => {
    const trials = trialsOf([
      [3, true],
      [3, true],
      [3, true],
      [3, true],
      [4, false],
      [4, false],
      [4, false],
      [4, false],
    ]);
    const { low, high } = sizeEstimate(trials, 1e6);
    expect(high - low).toBeLessThanOrEqual(2);
    expect(Math.log(high / low)).toBeGreaterThan(0.06);
    expect(nextSize(trials, TERMS)).toBeNull();
  });
});

describe("the search for a bracket", () => {
  /** The sizes that are tried where the first so many give that. */
  const sizes = (outcomes: readonly boolean[], terms: Partial<SearchTerms> = {}) => {
    const trials: Trial[] = [];
    for (const holds of outcomes) {
      const size = nextSize(trials, { ...TERMS, ...terms });
      if (size !== null) trials.push({ size, holds });
    }
    return [...trials.map(({ size }) => size), nextSize(trials, { ...TERMS, ...terms })];
  };

  it("doubles while it holds, and halves while it does not", () => {
    expect(sizes([true, true, true])).toEqual([100, 201, 403, 807]);
    expect(sizes([false, false, false])).toEqual([100, 50, 25, 12]);
  });

  it("takes small steps first near the last answer, and then larger ones, to twice", () => {
    const near = { start: 1_000, isNear: true };
    expect(sizes([true, true, true, true, true], near)).toEqual([1_000, 1_101, 1_333, 1_952, 3_905, 7_811]);
    expect(sizes([false, false, false, false], near)).toEqual([1_000, 909, 751, 512, 256]);
  });

  it("begins within what can be tried, by whole numbers", () => {
    expect(sizes([], { start: 2_000, most: 1_000 })).toEqual([1_000]);
    expect(sizes([], { start: 0.2 })).toEqual([1]);
    expect(sizes([], { start: 99.6 })).toEqual([100]);
  });

  it("tries the largest size twice, and 1 twice, before it gives up", () => {
    expect(sizes([true, true, true], { start: 600, most: 1_000 })).toEqual([600, 1_000, 1_000, null]);
    expect(sizes([false, false, false], { start: 2 })).toEqual([2, 1, 1, null]);
    expect(sizes([false, true], { start: 1 })).toEqual([1, 1, 3]);
  });

  it("asks the smallest of what failed again, until a second one larger than all that held does", () => {
    const trials = (...given: readonly (readonly [number, boolean])[]) => nextSize(trialsOf(given), TERMS);
    expect(trials([100, false], [50, true])).toBe(100);
    expect(trials([400, false], [200, false], [100, true])).not.toBe(200);
    expect(trials([100, true], [200, false], [200, true]), "the largest that held is above").toBe(401);
    expect(trials([100, true], [400, false], [300, true])).toBe(400);
  });

  it("ends where all trials are used up", () => {
    expect(sizes([true, true], { trials: 2 })).toEqual([100, 201, null]);
    expect(sizes([], { trials: 0 })).toEqual([null]);
  });
});

describe("a server that never errs", () => {
  it.each([1, 7, 350, 9_079, 400_000])("of capacity %i is found from anywhere", (capacity) => {
    for (const start of [1, 100, 1e5]) {
      const trials = searched((size) => size <= capacity, { start, trials: 60 });
      const { size, low, high } = sizeEstimate(trials, TERMS.most);
      expect(Math.abs(size! - capacity)).toBeLessThanOrEqual(Math.max(1, 0.03 * capacity));
      expect(low).toBeLessThanOrEqual(capacity + 1);
      expect(high).toBeGreaterThanOrEqual(capacity);
    }
  });

  it("is known the better the more trials there were, thousands as well", () => {
    // Of 4,000 even the best capacity is less likely than any number but 0.
    const tried = (count: number) =>
      sizeEstimate(
        Array.from({ length: count }, (_, i) => ({ size: 100, holds: i % 2 === 0 })),
        TERMS.most,
      );
    const [few, many] = [tried(40), tried(4_000)];
    for (const { size, low, high } of [few, many]) {
      expect(Math.abs(size! - 100)).toBeLessThan(5);
      expect(low).toBeLessThan(100);
      expect(high).toBeGreaterThan(100);
    }
    expect(many.high / many.low).toBeLessThan(few.high / few.low);
  });

  it("costs fewer trials near the last answer", () => {
    const near = searched((size) => size <= 9_079, { start: 8_200, isNear: true });
    expect(near.length).toBeLessThan(searched((size) => size <= 9_079).length);
    expect(near[1]!.size).toBeLessThan(1.2 * 8_200);
  });

  it("that nothing overloads is tried at the end twice, and its capacity is not known", () => {
    const trials = searched(() => true, { most: 1_000 });
    expect(trials.slice(-2).map(({ size }) => size)).toEqual([1_000, 1_000]);
    expect(sizeEstimate(trials, 1_000)).toEqual({ size: null, low: 1_000, high: Number.POSITIVE_INFINITY });
  });

  it("that bears nothing ends at 1", () => {
    const trials = searched(() => false);
    expect(trials.slice(-2).map(({ size }) => size)).toEqual([1, 1]);
    expect(sizeEstimate(trials, 1e6)).toEqual({ size: null, low: 0, high: 1 });
  });
});

it("tries a size again that alone failed: one disturbed trial is no bound", () => {
  const trials: Trial[] = [
    { size: 100, holds: true },
    { size: 200, holds: false },
  ];
  expect(nextSize(trials, TERMS)).toBe(200);
  expect(nextSize([...trials, { size: 200, holds: true }], TERMS)).toBeGreaterThan(390);
});

it("is the same for the same trials, and ends with what there is", () => {
  const trials = searched((size) => size <= 500, { trials: 5 });
  expect(trials).toHaveLength(5);
  expect(() => sizeEstimate([], 10)).toThrow(new RangeError("there is no trial"));
});
