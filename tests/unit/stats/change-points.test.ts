import { describe, expect, it } from "vitest";
import {
  clipOutliers,
  findChangePoints,
  inflationOf,
  neighbourCorrelation,
  seriesNoise,
} from "../../../src/stats/change-points.ts";
import { seededRng } from "../../../src/stats/random.ts";
import { find, series } from "./level-series.ts";
import { referenceSeries, relativeError } from "./reference/reference.ts";

const seeds = Array.from({ length: 100 }, (_, i) => i + 1);

describe("change points of a series", () => {
  it("are not hidden by values that happen to differ less from the next than from the one after", () => {
    // Of a store: 12 sd of its noise. On either side most neighbours are within 2, and values two apart within 4.
    const before = [
      243, 229, 239, 241, 238, 241, 241, 243, 242, 236, 246, 240, 240, 242, 245, 246, 246, 242, 239,
    ];
    const after = [
      240, 235, 236, 243, 241, 242, 214, 214, 214, 213, 212, 211, 220, 219, 212, 213, 211, 212, 211, 216, 209,
    ];
    const values = [...before, ...after];
    for (let seed = 1; seed <= 5; seed++) {
      for (const scaled of [values, values.map(Math.log)])
        expect(find(scaled, seed).map(({ index }) => index)).toEqual([25]);
    }
  });

  it("state both levels", () => {
    const [point] = find(series(3, 60, (i) => (i < 30 ? 10 : 16)));
    expect(point?.before).toBeCloseTo(10, 0);
    expect(point?.after).toBeCloseTo(16, 0);
  });

  it("state how often chance shows as much in either of the two searches", () => {
    const [clear] = find(series(3, 60, (i) => (i < 30 ? 10 : 16)));
    expect(clear?.p, "no order of 399 was as good: 1/400 in that search").toBe(2 / 400);
    const [short] = find(series(3, 8, (i) => (i < 4 ? 0 : 1_000)));
    expect(short?.p, "four runs against four, which orders cannot tell: the level").toBe(0.01);
  });

  it("are found in rounded values with hardly any noise", () => {
    const values = [
      ...new Array<number>(24).fill(344),
      ...new Array<number>(30).fill(359),
      ...new Array<number>(20).fill(364),
    ];
    expect(find(values).map(({ index }) => index)).toEqual([24, 54]);
  });

  it("stay where a short level leads on to another one", () => {
    const points = find(series(4, 60, (i) => (i < 30 ? 10 : i < 34 ? 20 : 32)));
    expect(points.map(({ index, state }) => [index, state])).toEqual([
      [30, "lasting"],
      [34, "lasting"],
    ]);
  });

  const stairs = { places: [20, 40, 60], levels: [0, 3, 5, 9], alike: 0, length: 90 };
  const takingTurns = {
    places: Array.from({ length: 11 }, (_, i) => 5 * (i + 1)),
    levels: [0, 9, -2, 8, -4, 7, -3, 12, 1, 9, 0, -9],
    alike: 0,
    length: 60,
  };
  // Seeds of which a search that leaves one of its parts out finds other points.
  it.each([
    { what: "levels that follow each other", ...stairs, seeds: [27, 28, 33, 36] },
    { what: "levels of five", ...takingTurns, seeds: [9, 33] },
    // What is found first is at another place, or beside one that is none, until each was looked for again, twice.
    {
      what: "a level that is higher",
      places: [20, 35],
      levels: [6, 9, 7],
      alike: 0,
      length: 50,
      seeds: [26],
    },
    { what: "a level between", places: [16, 32], levels: [10, 6, 2], alike: 0, length: 40, seeds: [31] },
    { what: "a short level", places: [16, 20], levels: [10, 6, 10], alike: 0, length: 50, seeds: [27] },
    {
      what: "no level, of neighbours that are alike",
      places: [],
      levels: [0],
      alike: 0.6,
      length: 100,
      seeds: [5, 20, 22],
    },
    {
      what: "two levels, of neighbours that are alike",
      places: [50],
      levels: [0, 5],
      alike: 0.6,
      length: 100,
      seeds: [5, 20, 22],
    },
    {
      what: "short levels, of neighbours that are alike",
      places: [40, 47, 70],
      levels: [0, 6, 1, 8],
      alike: 0.5,
      length: 100,
      seeds: [5, 12, 13, 22],
    },
  ])("are exactly where they were made: $what", ({ places, levels, alike, length, seeds: own }) => {
    const level = (i: number) => levels[places.filter((place) => i >= place).length]!;
    for (const seed of own) {
      const points = find(series(seed, length, level, alike));
      expect(
        points.map(({ index }) => index),
        `seed ${seed}`,
      ).toEqual(places);
    }
  });

  it.each([
    // before, during and after; runs of the level between; what became of its two ends
    [10, 20, 10, 3, "went-away"],
    [20, 10, 20, 3, "went-away"],
    [1010, 1020, 1010, 3, "went-away"],
    [1010, 1030, 1024, 3, "lasting"],
    [10, 90, 40, 3, "went-away"],
    [10, 90, 60, 3, "lasting"],
    [10, 90, -20, 3, "went-away"],
    [10, 20, 10, 4, "lasting"],
  ])("from %f by %f to %f with %i runs between: %5$s", (before, during, after, length, state) => {
    const values = series(2, 60, (i) => (i < 30 ? before : i < 30 + length ? during : after));
    expect(find(values).map((point) => [point.index, point.state])).toEqual([
      [30, state],
      [30 + length, state],
    ]);
  });

  it("that went away leave those beside them as they are", () => {
    const level = (i: number) => (i < 20 ? 10 : i < 40 ? 60 : i < 43 ? 90 : i < 60 ? 60 : 30);
    expect(find(series(2, 80, level)).map(({ index, state }) => [index, state])).toEqual([
      [20, "lasting"],
      [40, "went-away"],
      [43, "went-away"],
      [60, "lasting"],
    ]);
  });

  it("are looked for where two levels of the least length fit, and no sooner", () => {
    const ask = { level: 0.9, permutations: 99, minimum: 3, settle: 5, passing: 3 };
    const points = (values: readonly number[]) => findChangePoints(values, { ...ask, rng: seededRng(1) });
    expect(points([0, 0, 0, 9, 9, 9]).map(({ index }) => index)).toEqual([3]);
    expect(points([0, 0, 9, 9, 9])).toEqual([]);
  });

  it("are recent until five runs follow", () => {
    const at = (length: number) =>
      find(series(6, length, (i) => (i < 40 ? 10 : 20))).map(({ state }) => state);
    expect(at(43)).toEqual(["recent"]);
    expect(at(44)).toEqual(["recent"]);
    expect(at(45)).toEqual(["lasting"]);
  });

  it("are the same for the same seed, and do not depend on unit or origin", () => {
    const values = series(8, 90, (i) => (i < 50 ? 0 : 2));
    const indexes = (xs: readonly number[]) => find(xs).map(({ index }) => index);
    expect(find(values)).toEqual(find(values));
    expect(indexes(values.map((value) => 1e6 + 250 * value))).toEqual(indexes(values));
  });

  it("are none in a series that is too short or all alike", () => {
    expect(find([])).toEqual([]);
    expect(find([1, 2, 3, 9, 9])).toEqual([]);
    expect(find(new Array<number>(50).fill(7))).toEqual([]);
  });
});

describe("the noise around a level that may change", () => {
  it.each(referenceSeries.smoothed)("of $values is that of NumPy and SciPy", ({ values, noise }) => {
    // Rounded values have theirs by a constant of five digits.
    expect(relativeError(seriesNoise(values), noise)).toBeLessThan(1e-4);
  });

  it("is the standard deviation of normal values, also where a step is among them", () => {
    const noises = seeds.map((seed) => seriesNoise(series(seed, 200, (i) => (i < 90 ? 0 : 7))));
    expect(noises.reduce((sum, noise) => sum + noise, 0) / seeds.length).toBeCloseTo(1, 1);
  });
});

describe("clipping of outliers", () => {
  it.each(referenceSeries.smoothed)("of $values is that of pandas' rolling median", ({ values, clipped }) => {
    const own = clipOutliers(values);
    expect(own).toHaveLength(clipped.length);
    for (const [i, value] of own.entries()) expect(relativeError(value, clipped[i]!)).toBeLessThan(1e-5);
  });

  it("moves one or two strange values to the others and leaves a level of three", () => {
    const flat = series(1, 30, () => 0);
    const reach = Math.max(...flat.map(Math.abs)) + 6;
    expect(clipOutliers(flat.with(10, 500))[10]).toBeLessThan(reach);
    expect(clipOutliers(flat.with(10, 500).with(11, 500))[11]).toBeLessThan(reach);
    const level = flat.with(10, 500).with(11, 500).with(12, 500);
    expect(clipOutliers(level).slice(10, 13)).toEqual([500, 500, 500]);
  });

  it("leaves short series alone", () => {
    expect(clipOutliers([1, 100, 1])).toEqual([1, 100, 1]);
    expect(clipOutliers([0, 1, 0, 100])).toEqual([0, 1, 0, 100]);
  });

  it("holds the first and the last two against five as well", () => {
    const values = [90, 90, 0, 1, 0, 2, 1, 0, 1, 0, 1, 2, 0, 1, 0, 90, 90];
    expect(Math.max(...clipOutliers(values))).toBeLessThan(10);
  });
});

describe("the inflation by likeness of neighbours", () => {
  it.each(referenceSeries.alike)(
    "is that of NumPy in a series whose neighbours correlate with $autocorrelation",
    ({ values, steps, likeness: expected, inflation }) => {
      expect(neighbourCorrelation(values, steps)).toBeCloseTo(expected, 10);
      expect(inflationOf(values, steps)).toBeCloseTo(inflation, 10);
    },
  );

  it("comes from a likeness that is near the autocorrelation of a series without a change", () => {
    const plain = referenceSeries.alike.filter(({ steps }) => steps.length === 0);
    expect(plain).toHaveLength(3);
    // Two standard errors of the difference: of 400 values both have one of about .05.
    for (const { values, autocorrelation } of plain) {
      expect(Math.abs(neighbourCorrelation(values, []) - autocorrelation)).toBeLessThan(0.15);
    }
  });

  const typical = (alike: number, level: (i: number) => number) =>
    seeds.map((seed) => inflationOf(series(seed, 300, level, alike), [150])).sort((a, b) => a - b)[50]!;

  it("is about (1 + r)/(1 - r), from the careful side", () => {
    expect(typical(0, () => 0)).toBe(1);
    expect(typical(0.5, () => 0)).toBeGreaterThan(2);
    expect(typical(0.5, () => 0)).toBeLessThan(3);
  });

  // Each value is as the one before, but for a step now and then.
  const alike = (length: number) => Array.from({ length }, (_, i) => Math.floor(i / 3));

  it("is seen in twelve values, and where six pairs of neighbours and of those two apart are without a step, in no fewer", () => {
    expect(neighbourCorrelation(alike(12), [])).toBeGreaterThan(0.5);
    expect(neighbourCorrelation(alike(11), []), "eleven values").toBe(0);
    // Of 13 values seven pairs of neighbours and two of those two apart are left.
    expect(neighbourCorrelation(alike(13), [4, 6, 8, 10, 11])).toBe(0);
  });

  it("is none of values that are all the same", () => {
    expect(neighbourCorrelation(new Array<number>(20).fill(7), [])).toBe(0);
    expect(inflationOf(new Array<number>(20).fill(7), [])).toBe(1);
  });

  it("does not take changes of level for likeness", () => {
    expect(typical(0, (i) => (i < 80 ? 0 : i < 150 ? 6 : i < 220 ? -3 : 4))).toBeLessThan(1.2);
  });
});
