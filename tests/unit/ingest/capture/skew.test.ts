import { describe, expect, it } from "vitest";
import { fitSkew, Repeats, zipfChance } from "../../../../src/ingest/capture/skew.ts";
import { type Rng, seededRng } from "../../../../src/stats/random.ts";

/** @returns the repeats of `count` draws of `one` */
function repeatsOf(count: number, one: (random: Rng) => number): Repeats {
  const random = seededRng(7);
  const repeats = new Repeats();
  for (let i = 0; i < count; i++) repeats.add(String(one(random)));
  return repeats;
}

describe("how often two values are the same", () => {
  it.each([
    [100, 10],
    [1_000, 1_000],
    [5_000, 100_000],
    [20_000, 50],
  ])("is not said of %i even draws of %i", (count, range) => {
    const even = repeatsOf(count, (random) => 1 + Math.floor(random() * range));
    expect(even.chanceBeyond(range)).toBeNull();
  });

  it.each([
    [1_000, 0.5],
    [4_000, 0.1],
  ])("is estimated of %i draws of which a share of %d is one", (count, share) => {
    const hot = repeatsOf(count, (random) => (random() < share ? 3 : 1 + Math.floor(random() * 100_000)));
    const chance = hot.chanceBeyond(100_000)!;
    // Four standard errors of the sketch, and those of the draws.
    expect(chance / (share * share)).toBeGreaterThan(0.55);
    expect(chance / (share * share)).toBeLessThan(1.45);
  });

  it("of one value always, or of none, is what it is", () => {
    expect(repeatsOf(100, () => 5).chanceBeyond(10)).toBe(1);
    expect(repeatsOf(0, () => 5).chanceBeyond(10)).toBeNull();
    expect(repeatsOf(1, () => 5).chanceBeyond(10)).toBeNull();
  });
});

describe("draws as uneven", () => {
  it("have the chance that they are made for", () => {
    for (const [range, exponent] of [
      [100, 1.2],
      [50_000, 1.05],
      [1_000_000, 2],
    ] as const) {
      const skew = fitSkew(range, zipfChance(range, exponent));
      expect(skew.share).toBe(1);
      expect(skew.exponent).toBeCloseTo(exponent, 3);
    }
    const even = 1 / 10_000;
    const flattest = zipfChance(10_000, 1.001);
    const { exponent, share } = fitSkew(10_000, 0.005);
    expect(exponent).toBe(1.001);
    // Two of the share meet by Zipf's law, all others evenly.
    expect(share ** 2 * flattest + (1 - share ** 2) * even).toBeCloseTo(0.005, 10);
  });

  it("by Zipf's law meet as its definition says", () => {
    const weights = Array.from({ length: 3_000 }, (_, i) => (i + 1) ** -1.3);
    const all = weights.reduce((sum, each) => sum + each, 0);
    const chance = weights.reduce((sum, each) => sum + (each / all) ** 2, 0);
    expect(zipfChance(3_000, 1.3)).toBeCloseTo(chance, 6);
  });
});
