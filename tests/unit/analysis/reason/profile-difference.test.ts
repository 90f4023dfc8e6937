import { expect, it } from "vitest";
import { grownFunctions, profileDifferences } from "../../../../src/analysis/reason/profile-difference.ts";
import type { Observed } from "../../../../src/model/observed.ts";
import type { Profile } from "../../../../src/model/profile.ts";

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

it("is of one workload, by one event's clock, of an arm that had events, and of base's profile where there is one", () => {
  const [base, head] = [observed(1_000, { a: 100 }), observed(1_000, { a: 900 })];
  expect(profileDifferences({ databases: [], plans: [] }, head)).toEqual([]);
  expect(profileDifferences(base, { databases: [], plans: [] })).toEqual([]);
  expect(profileDifferences(base, observed(1_000, { a: 900 }, { event: "cycles" }))).toEqual([]);
  expect(profileDifferences(base, observed(1_000, { a: 900 }, { workload: "v" }))).toEqual([]);
  expect(profileDifferences(base, observed(0, { a: 900 }))).toEqual([]);
});

it("keeps the three hundred stacks with most samples of both arms", () => {
  const many = Object.fromEntries(Array.from({ length: 310 }, (_, at) => [`f${at}`, at + 1]));
  const [found] = profileDifferences(observed(1_000, many), observed(1_000, { f5: 1_000 }));
  expect(found!.stacks).toHaveLength(300);
  expect(found!.stacks.slice(0, 2)).toEqual([
    { frames: ["f5"], base: 6, head: 1_000 },
    { frames: ["f309"], base: 310, head: 0 },
  ]);
});

it("names what is a tenth of what grew, beyond five standard errors, the one that grew most first", () => {
  const names = (base: Samples, head: Samples) =>
    grown(observed(1_000, base), observed(1_000, head)).map(({ name }) => name);
  expect(names({ a: 100, b: 100 }, { a: 1_000, b: 2_000 })).toEqual(["b", "a"]);
  expect(names({ a: 0, b: 0 }, { a: 1_000, b: 9_000 })).toEqual(["b", "a"]);
  expect(names({ a: 0, b: 0 }, { a: 999, b: 9_001 })).toEqual(["b"]);
  expect(names({ a: 36 }, { a: 91 }), "55 is less than 5 times the root of 127").toEqual([]);
  expect(names({ a: 0 }, { a: 25 }), "25 is 5 times its root").toEqual([]);
  expect(names({ a: 0 }, { a: 26 })).toEqual(["a"]);
});

it("no function is more than all that grew", () => {
  const [most] = grown(observed(1_000, { a: 100, b: 900 }), observed(1_000, { a: 1_000, b: 100 }));
  expect(most).toMatchObject({ name: "a", share: 1 });
});

it("orders by what grew, not by how many samples there are", () => {
  const [base, head] = [observed(1_000, { a: 5_000, b: 100 }), observed(1_000, { a: 6_000, b: 3_000 })];
  expect(grown(base, head).map(({ name }) => name)).toEqual(["b", "a"]);
});

it("adds up a function's own time over its callers, however deep they lie", () => {
  const [base, head] = [observed(1_000, { c: 100 }), observed(1_000, { c: 200, "x;c": 300, "y;z;c": 400 })];
  expect(grown(base, head)).toMatchObject([{ name: "c", base: 100, head: 900 }]);
});

it("names none where what one function takes more another takes less", () => {
  expect(grown(observed(1_000, { a: 100, b: 900 }), observed(1_000, { a: 900, b: 100 }))).toEqual([]);
});

it("stacks whose names run together alike are two", () => {
  const [found] = profileDifferences(observed(1_000, { "a;b": 1 }), observed(1_000, { ab: 2 }));
  expect(found!.stacks).toHaveLength(2);
});
