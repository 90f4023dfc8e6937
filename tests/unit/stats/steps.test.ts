import { describe, expect, it } from "vitest";
import { drawNormal, seededRng } from "../../../src/stats/random.ts";
import { clearestStep, narrowestSteps, type StepWindow, stepWindows } from "../../../src/stats/steps.ts";
import { referenceSeries } from "./reference/reference.ts";

const options = { level: 0.005, minimum: 4, noise: 1 };
const findSteps = (values: readonly number[], how = options) => narrowestSteps(stepWindows(values, how));
const noise = (seed: number, length: number) => {
  const rng = seededRng(seed);
  return Array.from({ length }, () => drawNormal(rng));
};
const seeds = Array.from({ length: 200 }, (_, i) => i + 1);

describe("steps in the noise of a series", () => {
  it.each(referenceSeries.thresholds)(
    "of two levels of %i values at level %f count from SciPy's quantile on",
    (minimum, level, threshold) => {
      const step = (size: number) => {
        const height = size * 0.7 * Math.sqrt(2 / minimum!);
        const values = [0, height].flatMap((value) => new Array<number>(minimum!).fill(value));
        return stepWindows(values, { level: level!, minimum: minimum!, noise: 0.7 });
      };
      expect(step(threshold! * (1 - 1e-9))).toEqual([]);
      expect(step(threshold! * (1 + 1e-9))).toHaveLength(1);
    },
  );

  it.each(referenceSeries.steps)(
    "of which $noise is known are the windows in which SciPy's Welch statistic is beyond it",
    ({ values, level, minimum, noise, windows }) => {
      const found = stepWindows(values, { level, minimum, noise });
      expect(windows.length).toBeGreaterThan(5);
      expect(found.map(({ index, left, right }) => [index, left, right])).toEqual(
        windows.map((window) => window.slice(0, 3)),
      );
      for (const [i, { size }] of found.entries()) expect(size).toBeCloseTo(windows[i]![3]!, 8);
    },
  );

  it("are none in noise, more often than their level says", () => {
    expect(seeds.filter((seed) => findSteps(noise(seed, 100)).length > 0).length).toBeLessThanOrEqual(4);
  });

  it("are where short levels meet", () => {
    const levels = [0, 9, 2, 11, 4].flatMap((level) => new Array<number>(5).fill(level));
    const found = noise(1, 25).map((value, i) => 0.3 * value + levels[i]!);
    expect(findSteps(found)).toEqual([5, 10, 15, 20]);
    expect(clearestStep(stepWindows(found, options), 5, 15)).toBe(10);
    expect(clearestStep(stepWindows(found, options), 5, 10)).toBeNull();
  });

  it("are no strange runs, however far off, however close together", () => {
    const flat = noise(2, 60);
    const strange = flat.with(30, 50).with(31, 60).with(33, -40);
    expect(findSteps(strange)).toEqual([]);
  });

  it("are none where nothing is known of the noise, nor in few values", () => {
    expect(findSteps([1, 1, 1, 1, 9, 9, 9, 9], { ...options, noise: 0 })).toEqual([]);
    expect(findSteps([])).toEqual([]);
    expect(findSteps([1, 2, 3])).toEqual([]);
  });

  it("are where they are whatever is added to all values", () => {
    const flat = noise(3, 40).map((value, i) => 0.1 * value + (i < 20 ? 0 : 1));
    const places = (values: readonly number[]) =>
      stepWindows(values, { ...options, noise: 0.1 }).map(({ index, left, right }) => [index, left, right]);
    expect(places(flat.map((value) => value + 1e8))).toEqual(places(flat));
  });
});

describe("of windows that overlap", () => {
  const narrow = { index: 10, left: 4, right: 4, size: 5 };
  const bothWays = (windows: readonly StepWindow[]) => [
    narrowestSteps(windows),
    narrowestSteps(windows.toReversed()),
  ];

  it.each([
    ["the narrower one", [narrow, { index: 12, left: 4, right: 8, size: 9 }], [10]],
    [
      "the narrower one, left and right together",
      [
        { index: 11, left: 2, right: 16, size: 9 },
        { index: 12, left: 12, right: 4, size: 7 },
      ],
      [12],
    ],
    ["the clearer one of equal width", [narrow, { index: 12, left: 4, right: 4, size: 9 }], [12]],
  ])("%s is the step", (_, windows, steps) => {
    expect(bothWays(windows)).toEqual([steps, steps]);
  });

  it("those that only touch a known step are steps of their own", () => {
    const after = { index: 14, left: 4, right: 4, size: 4 };
    const before = { index: 6, left: 4, right: 4, size: 4 };
    expect(narrowestSteps([narrow, after, before])).toEqual([6, 10, 14]);
    expect(narrowestSteps([narrow, { ...after, left: 5 }, { ...before, right: 5 }])).toEqual([10]);
  });
});

describe("the clearest step", () => {
  const windows = [
    { index: 10, left: 4, right: 4, size: 5 },
    { index: 12, left: 4, right: 4, size: 9 },
    { index: 14, left: 4, right: 4, size: 7 },
    { index: 16, left: 4, right: 4, size: 9 },
  ];

  it("is that of the largest size, the first of equal ones", () => {
    expect(clearestStep(windows, 0, 40)).toBe(12);
    expect(clearestStep(windows.toReversed(), 0, 40)).toBe(16);
  });

  it("lies with all of its window between the ends, which the window may touch", () => {
    expect(clearestStep(windows, 6, 14)).toBe(10);
    expect(clearestStep(windows, 7, 15)).toBeNull();
    expect(clearestStep(windows, 7, 16)).toBe(12);
    expect(clearestStep(windows, 10, 18)).toBe(14);
    expect(clearestStep([], 0, 40)).toBeNull();
  });
});
