import { expect, it } from "vitest";
import { grownFunctions, profileDifferences } from "../../../src/compare/profile-difference.ts";
import type { Observed } from "../../../src/model/observed.ts";
import type { Profile } from "../../../src/model/profile.ts";

type Samples = Readonly<Record<string, number>>;

function observed(events: number, samples: Samples, more: Partial<Profile> = {}): Observed {
  const stacks = Object.entries(samples).map(([path, count]) => ({
    frames: path.split(";"),
    samples: count,
  }));
  const all = Object.values(samples).reduce((sum, count) => sum + count, 0);
  const profile = { workload: "w", event: "cpu-clock", hertz: 1_000, events, samples: all, stacks, ...more };
  return { databases: [], plans: [], profiles: [profile] };
}
const grown = (base: Observed, head: Observed) => profileDifferences(base, head).flatMap(grownFunctions);

it("divides by events: twice the samples of twice the events are the same", () => {
  expect(grown(observed(1_000, { "a;b": 500 }), observed(2_000, { "a;b": 1_000 }))).toEqual([]);
});

it("names functions by their own time, whoever calls them, with their part of what grew", () => {
  const base = observed(1_000, { "a;b": 300, "a;c": 100, a: 200 });
  const head = observed(1_000, { "a;b": 310, "a;c": 300, "d;c": 400, a: 200 });
  const [first, ...rest] = grown(base, head);
  // 100 samples in 1,000 events at 1 kHz: 0.1 ms an event.
  expect(first).toMatchObject({ name: "c", base: 100, head: 700 });
  expect(first!.share).toBeCloseTo(600 / 610);
  expect(rest).toEqual([]);
});

it("names none within chance, and none where events did not become dearer", () => {
  expect(grown(observed(1_000, { a: 100 }), observed(1_000, { a: 140 }))).toEqual([]);
  expect(grown(observed(1_000, { a: 100, b: 900 }), observed(1_000, { a: 400, b: 100 }))).toEqual([]);
});

it("compares the same workload under the same clock alone", () => {
  const [base, head] = [observed(1_000, { a: 100 }), observed(1_000, { a: 900 })];
  expect(profileDifferences(base, { ...head, profiles: [] })).toEqual([]);
  expect(profileDifferences(base, observed(1_000, { a: 900 }, { hertz: 99 }))).toEqual([]);
  expect(profileDifferences(observed(0, {}), head)).toEqual([]);
  expect(profileDifferences(base, head)[0]!.stacks).toEqual([{ frames: ["a"], base: 100, head: 900 }]);
});
