import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LogEffect } from "../../../../src/analysis/cause/effect.ts";
import { type Experiment, type SearchResult, searchCause } from "../../../../src/analysis/cause/search.ts";
import { drawNormal, seededRng } from "../../../../src/stats/random.ts";

type World = Readonly<{
  /** Log effect of each part. */
  effects: readonly number[];
  /** Standard deviation of one pair of servers. */
  noise?: number;
  /** Parts that cannot be done without an earlier one. */
  needs?: Readonly<Record<number, number>>;
  /** The effect is there only if all of these are. */
  together?: readonly number[];
  guesses?: readonly number[];
  /** True for parts that cannot be done together. */
  broken?: (parts: readonly number[]) => boolean;
  verdict?: number;
  /** Measurements until the time is over. */
  time?: number;
  seed?: number;
}>;

const LIMIT = Math.log1p(0.05);
/** Half an interval of a mean of n values, in standard deviations: 99 %. */
const CRITICAL = 2.6;

/** A world in which effects of parts add up as logarithms do, measured up to six times for a question. */
function experimentIn({
  effects,
  noise = 0.01,
  needs = {},
  together = [],
  guesses = [],
  broken = () => false,
  verdict = effects.reduce((sum, each) => sum + each, 0),
  time = 1_000,
  seed = 1,
}: World): Experiment & { asked: (readonly number[])[]; measured: () => number } {
  const rng = seededRng(seed);
  const known = new Map<string, number[]>();
  const asked: (readonly number[])[] = [];
  let left = time;
  const effectOf = (parts: readonly number[]) =>
    together.every((part) => parts.includes(part)) ? parts.reduce((sum, part) => sum + effects[part]!, 0) : 0;
  return {
    asked,
    measured: () => time - left,
    parts: effects.length,
    guesses,
    border: null,
    verdict,
    least: LIMIT,
    needs: (part) => (needs[part] === undefined ? [] : [needs[part]]),
    dependents: (part) =>
      Object.keys(needs)
        .map(Number)
        .filter((each) => needs[each] === part),
    measure: async (parts, decided) => {
      asked.push(parts);
      if (parts.length === 0) return { kind: "measured", effect: { estimate: 0, low: 0, high: 0 } };
      if (broken(parts)) return { kind: "impossible", why: "it is broken" };
      if (parts.some((part) => needs[part] !== undefined && !parts.includes(needs[part])))
        return { kind: "impossible", why: "it needs another part" };
      const values = known.get(parts.join()) ?? [];
      known.set(parts.join(), values);
      let effect: LogEffect = { estimate: 0, low: -1, high: 1 };
      for (let made = 0; made < 6; made++) {
        if (values.length > 0) effect = intervalOf(values, noise);
        if (values.length > 0 && decided(effect)) return { kind: "measured", effect };
        if (left === 0) return { kind: "late" };
        left -= 1;
        values.push(effectOf(parts) + noise * drawNormal(rng));
      }
      return { kind: "measured", effect: intervalOf(values, noise) };
    },
  };
}

function intervalOf(values: readonly number[], noise: number): LogEffect {
  const estimate = values.reduce((sum, each) => sum + each, 0) / values.length;
  const half = (CRITICAL * noise) / Math.sqrt(values.length);
  return { estimate, low: estimate - half, high: estimate + half };
}

const named = ({ found }: SearchResult) => found.map(({ part }) => part).toSorted((a, b) => a - b);
const only = (count: number, part: number, effect: number) =>
  Array.from({ length: count }, (_, at) => (at === part ? effect : 0));

describe("searchCause", () => {
  it("finds the one part that makes it, wherever it is among how many", async () => {
    const world = fc.integer({ min: 1, max: 70 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        part: fc.integer({ min: 0, max: count - 1 }),
        effect: fc.double({ min: 0.12, max: 4, noNaN: true }),
        sign: fc.constantFrom(-1, 1),
        seed: fc.integer(),
      }),
    );
    await fc.assert(
      fc.asyncProperty(world, async ({ count, part, effect, sign, seed }) => {
        const experiment = experimentIn({ effects: only(count, part, sign * effect), seed });
        const result = await searchCause(experiment);
        expect(named(result)).toEqual([part]);
        expect(result.why).toBeNull();
      }),
    );
  });

  it("asks about as often as halves of halves, and twice more for the proof", async () => {
    const experiment = experimentIn({ effects: only(64, 40, -0.5) });
    await searchCause(experiment);
    expect(experiment.asked.length).toBeLessThanOrEqual(1 + 6 + 2);
  });

  it("proves a part at which the plan turns without any halves", async () => {
    const experiment = experimentIn({ effects: only(64, 40, -0.5), guesses: [40] });
    const result = await searchCause(experiment);
    expect(named(result)).toEqual([40]);
    expect(experiment.asked).toHaveLength(3);
  });

  it("goes on to halves where the plan turned at another part than the effect", async () => {
    const experiment = experimentIn({ effects: only(16, 3, -0.5), guesses: [9] });
    expect(named(await searchCause(experiment))).toEqual([3]);
  });

  it("finds several parts that add up, and says what they leave", async () => {
    const effects = [0, -0.1, -0.1, 0, -0.1, -0.1, -0.1, 0];
    const result = await searchCause(experimentIn({ effects }));
    expect(named(result)).toEqual([1, 2, 4, 5, 6]);
    expect(Math.abs(result.rest!.estimate)).toBeLessThan(LIMIT);
  });

  it("measures no part of several longer than it needs to be told from none and from half", async () => {
    const effects = [0, -0.1, -0.1, 0, -0.1, -0.1, -0.1, 0];
    const experiment = experimentIn({ effects, noise: 0.004 });
    const result = await searchCause(experiment);
    expect(named(result)).toEqual([1, 2, 4, 5, 6]);
    expect(experiment.measured()).toBeLessThan(2 * experiment.asked.length);
  });

  it("proves by what is missing without it a part that makes nothing alone", async () => {
    const effects = [0, 0, -0.5, 0, 0];
    const result = await searchCause(experimentIn({ effects, together: [1, 2] }));
    expect(named(result)).toEqual([2]);
    expect(Math.abs(result.found[0]!.without!.effect.estimate)).toBeLessThan(0.05);
    expect(Math.abs(result.found[0]!.alone!.effect.estimate)).toBeLessThan(0.05);
  });

  it("tries a part together with what it needs", async () => {
    const result = await searchCause(experimentIn({ effects: [0, 0, -0.5, 0], needs: { 2: 0 } }));
    expect(named(result)).toEqual([2]);
    expect(result.found[0]!.alone!.parts).toEqual([0, 2]);
  });

  it("finds a part behind a long row of prefixes that cannot be done, in few attempts", async () => {
    const effects = only(300, 200, -0.5);
    const experiment = experimentIn({ effects, broken: ({ length }) => length > 100 && length < 190 });
    const result = await searchCause(experiment);
    expect(named(result)).toEqual([200]);
    expect(experiment.asked.length).toBeLessThan(40);
  });

  it("names nothing where the copies do not show the effect of the check", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.integer(), async (count, seed) => {
        const effects = Array.from({ length: count }, () => 0);
        const result = await searchCause(experimentIn({ effects, verdict: -0.2, noise: 0.03, seed }));
        expect(named(result)).toEqual([]);
        expect(result.why).toMatch(/do not show the effect/);
      }),
      { numRuns: 200 },
    );
  });

  it("names nothing where every part makes as little as any other", async () => {
    const effects = Array.from({ length: 40 }, () => -0.01);
    const result = await searchCause(experimentIn({ effects }));
    expect(named(result)).toEqual([]);
    expect(result.why).not.toBeNull();
  });

  it("says that the time was over, and keeps what was proved until then", async () => {
    const effects = [0, -0.3, 0, 0, 0, -0.3, 0, 0];
    const counts = new Set<number>();
    for (let time = 0; time < 40; time++) {
      const { found, why } = await searchCause(experimentIn({ effects, time }));
      expect(found.every(({ part }) => effects[part] !== 0)).toBe(true);
      expect(why).toBe(found.length === 2 ? null : "the time for it was over");
      counts.add(found.length);
    }
    expect([...counts]).toEqual([0, 1, 2]);
  });
});
