import { describe, expect, it } from "vitest";
import {
  entropy,
  firstAfter,
  information,
  type MeasuredPosition,
  nextToMeasure,
} from "../../../src/stats/bisection.ts";

describe("the probability of being the first on the new level", () => {
  const levels = { before: 10, after: 12, noise: 0.8 };

  it("is Bayes' rule with noise of Student's t (reference/make-bisection.py)", () => {
    const measured = [
      { position: -1, value: 10.2, levels },
      { position: 1, value: 11.1, levels },
      { position: 3, value: 11.8, levels },
    ];
    const expected = [
      0.27858525270084544, 0.27858525270084544, 0.20870056961820663, 0.20870056961820663, 0.02542835536189588,
    ];
    for (const [i, p] of firstAfter(5, measured).entries()) expect(p).toBeCloseTo(expected[i]!, 12);
  });

  it("is the same for all without measurements", () => {
    expect(firstAfter(4, [])).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  it("is decided by measurements without noise", () => {
    const exact = { ...levels, noise: 0 };
    const measured = [
      { position: 1, value: 10, levels: exact },
      { position: 2, value: 12, levels: exact },
    ];
    expect(firstAfter(6, measured)[2]).toBeGreaterThan(0.999_999);
  });

  it("takes each measurement by the levels of its own series", () => {
    const fast = { before: 100, after: 120, noise: 8 };
    const one = [
      { position: 0, value: 10.1, levels },
      { position: 2, value: 11.7, levels },
    ];
    const other = one.map((each, i) => (i === 0 ? each : { ...each, value: 10 * each.value, levels: fast }));
    for (const [i, p] of firstAfter(4, other).entries()) expect(p).toBeCloseTo(firstAfter(4, one)[i]!, 12);
  });

  it("is a probability after thousands of measurements, however unlikely all of them together are", () => {
    const measured = Array.from({ length: 4_000 }, (_, i) => ({
      position: i % 4,
      value: i % 4 < 2 ? 7 : 15,
      levels,
    }));
    const found = firstAfter(4, measured);
    expect(found[2]).toBeGreaterThan(0.999_999);
    expect(found.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
  });

  it("is hardly moved by one strange measurement, and the less the stranger it is", () => {
    const usual = [0, 1, 2].flatMap((position) => [
      { position, value: position < 2 ? 10 : 12, levels: { ...levels, noise: 0.5 } },
    ]);
    const strange = (value: number) =>
      firstAfter(4, [...usual, { position: 1, value, levels: usual[0]!.levels }])[2]!;
    expect(strange(20)).toBeGreaterThan(0.9);
    expect(strange(100)).toBeGreaterThan(strange(20));
  });
});

describe("what to measure next", () => {
  it("is the first of two that split as evenly", () => {
    expect(nextToMeasure([0.25, 0.5, 0.25], 1)).toEqual([0]);
  });

  it("is not the last, however much of the probability it has", () => {
    expect(nextToMeasure([0.1, 0.9], 2)).toEqual([0]);
    expect(nextToMeasure([0.1, 0.1, 0.8], 3)).toEqual([1]);
  });

  it("halves the probability, and never is the last", () => {
    expect(nextToMeasure([0.25, 0.25, 0.25, 0.25], 1)).toEqual([1]);
    expect(nextToMeasure([0.7, 0.1, 0.1, 0.1], 1)).toEqual([0]);
    expect(nextToMeasure([0, 0, 0.1, 0.9], 1)).toEqual([2]);
  });

  it("spreads several measurements, each once", () => {
    expect(nextToMeasure(new Array<number>(12).fill(1 / 12), 3)).toEqual([2, 5, 8]);
    expect(nextToMeasure([0.5, 0.5], 3)).toEqual([0]);
  });

  it("is nothing where there is one candidate", () => {
    expect(nextToMeasure([1], 2)).toEqual([]);
    expect(nextToMeasure([], 2)).toEqual([]);
  });

  it("finds the change in as many measurements as halving needs where noise is small", () => {
    const levels = { before: 0, after: 1, noise: 0.05 };
    for (let first = 0; first < 64; first++) {
      const measured: MeasuredPosition[] = [];
      let probabilities = firstAfter(64, measured);
      while (Math.max(...probabilities) < 0.95) {
        const [position] = nextToMeasure(probabilities, 1);
        measured.push({ position: position!, value: position! < first ? 0 : 1, levels });
        probabilities = firstAfter(64, measured);
      }
      expect(probabilities.indexOf(Math.max(...probabilities))).toBe(first);
      expect(measured.length).toBe(6);
    }
  });
});

describe("bits", () => {
  it.each([
    [0.5, 0.5, 0.04372996294430919],
    [0.5, 1, 0.1607472197964163],
    [0.5, 2, 0.48594415413293307],
    [0.5, 6, 0.9944467096760601],
    [0.2, 2, 0.33557524382023907],
  ])("of a measurement with share %f at distance %f are those of Simpson's rule", (share, distance, bits) => {
    expect(information(share, distance)).toBeCloseTo(bits, 6);
  });

  it("are none where the side is known or the levels are one", () => {
    expect(information(0, 3)).toBeCloseTo(0, 12);
    expect(information(1, 3)).toBeCloseTo(0, 12);
    expect(information(0.5, 0)).toBeCloseTo(0, 12);
  });

  it("are one where the levels lie so far apart that a density is nothing", () => {
    expect(information(0.5, 100)).toBeCloseTo(1, 6);
    expect(information(0, 100)).toBe(0);
    expect(information(1, 100)).toBe(0);
  });

  it("of not knowing are log2 of the candidates", () => {
    expect(entropy(new Array<number>(8).fill(1 / 8))).toBeCloseTo(3, 12);
    expect(entropy([1, 0])).toBe(0);
  });
});
