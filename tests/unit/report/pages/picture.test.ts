import { describe, expect, it } from "vitest";
import { choiceOf } from "../../../../src/report/pages/choice.ts";
import { workloadData } from "../../../../src/report/pages/columns.ts";
import {
  edgeOf,
  endsOf,
  extentOf,
  pictureOf,
  placesBetween,
  readingAt,
} from "../../../../src/report/pages/picture.ts";
import { makeFacts, shaOf } from "../../../support/site-data.ts";

const data = workloadData(makeFacts());
const pictured = (words: string) => pictureOf(data, choiceOf(data, new URLSearchParams(words)).choice);

describe("the runs of a branch", () => {
  const picture = pictured("metric=p99");

  it("have a place each, oldest first, without those of another branch", () => {
    expect(picture.runs).toHaveLength(56);
    expect(picture.runs).not.toContain(7);
    expect(picture.runs.toSorted((a, b) => a - b)).toEqual(picture.runs);
  });

  it("are never joined across environments", () => {
    expect(picture.lines).toHaveLength(2);
    const [first, second] = picture.lines;
    for (const place of picture.runs.keys()) {
      const values = [first!.value[place], second!.value[place]];
      expect(values.filter((value) => typeof value === "number")).toHaveLength(1);
      // null, not undefined: a place of another machine ends the line.
      expect(values).toContain(null);
    }
    expect(picture.borders.map((place) => picture.runs[place])).toEqual([20]);
  });

  it("have the change of level before the first run on the new one", () => {
    expect(picture.marks.map(({ at, number }) => [picture.runs[at], number])).toEqual([[40, 1]]);
    expect(pictured("metric=qps").marks).toEqual([]);
  });

  it("have the change of a machine that did not measure its commit at the next one that it measured", () => {
    const facts = makeFacts();
    const points = facts.points.filter(({ commit }) => commit !== shaOf(40));
    const other = workloadData({ ...facts, points });
    const { choice } = choiceOf(other, new URLSearchParams("metric=p99"));
    const { marks, runs } = pictureOf(other, choice);
    expect(marks.map(({ at }) => other.runs.commit[runs[at]!])).toEqual([shaOf(41)]);
  });

  it("have an acceptance where it landed, of its own metric alone", () => {
    expect(pictured("metric=qps").taken.map(({ at }) => at)).toHaveLength(1);
    expect(picture.taken).toEqual([]);
  });

  it("have intervals around their values", () => {
    for (const place of picture.runs.keys()) {
      const { value, low, high } = readingAt(picture, place)!;
      expect(low!).toBeLessThan(value!);
      expect(high!).toBeGreaterThan(value!);
    }
  });
});

describe("a branch over another", () => {
  const picture = pictured("metric=p99&vs=batch-wal");

  it("lies at places of its own, over which the line goes on", () => {
    expect(picture.runs).toHaveLength(60);
    const place = picture.runs.indexOf(37);
    const own = picture.lines.filter(({ isOwn }) => isOwn);
    expect(own.map(({ value }) => value[place])).toEqual([undefined, undefined]);
    expect(readingAt(picture, place)).toMatchObject({ isOwn: false, run: 37 });
  });
});

describe("a machine over another", () => {
  it("is taken out of the runs that it lies over", () => {
    const picture = pictured("metric=p99&vs=machine:bbbbbbbb");
    expect(picture.lines.map(({ isOwn, machine }) => [isOwn, machine])).toEqual([
      [true, 0],
      [false, 1],
    ]);
    expect(picture.runs).toHaveLength(56);
    expect(readingAt(picture, 0)).toMatchObject({ isOwn: true, machine: 0 });
    expect(readingAt(picture, 55)).toMatchObject({ isOwn: false, machine: 1 });
    expect([picture.borders, picture.marks]).toEqual([[], []]);
  });
});

describe("along time", () => {
  const picture = pictured("metric=p99&axis=time");
  const day = 86_400_000;

  it("lies each run when its commit was made, also where several were made at once", () => {
    expect(picture.x).toEqual(picture.runs.map((run) => Date.parse(data.runs.at[run]!)));
    const at = data.runs.at.map(() => data.runs.at[0]!);
    const together = { ...data, runs: { ...data.runs, at } };
    const { x } = pictureOf(together, choiceOf(together, new URLSearchParams("axis=time")).choice);
    expect(new Set(x).size).toBe(x.length);
    expect(x).toEqual(x.toSorted((a, b) => a - b));
  });

  it("has ends that show the places they were made of and no others, however far runs are apart", () => {
    const uneven = { axis: "time", x: [0, 1, 2, 3, 40 * day, 80 * day, 80 * day + 1] } as const;
    for (const axis of [picture, pictured("metric=p99"), uneven]) {
      for (let from = 0; from < axis.x.length; from++) {
        for (let to = from; to < axis.x.length; to++) {
          const [least, greatest] = endsOf(axis, [from, to]);
          expect(least).toBeLessThan(greatest);
          expect(placesBetween(axis, least, greatest)).toEqual([from, to]);
        }
      }
    }
  });

  it("shows the runs at both sides of a time that has none", () => {
    expect(placesBetween({ x: [0, 10, 20] }, 12, 18)).toEqual([1, 2]);
    expect(placesBetween({ x: [0, 10, 20] }, 30, 40)).toEqual([2, 2]);
    expect(placesBetween({ x: [0, 10, 20] }, -9, -1)).toEqual([0, 0]);
    expect(placesBetween({ x: [] }, 0, 1)).toEqual([0, 0]);
  });

  it("has a change between the run before it and the first one after", () => {
    expect(edgeOf({ axis: "time", x: [0, 10, 30] }, 2)).toBe(20);
    expect(edgeOf({ axis: "commits", x: [0, 1] }, 0)).toBe(-0.5);
  });
});

describe("what is seen first", () => {
  it("is the chosen time before the newest run", () => {
    const { shown, runs } = pictured("metric=p99&range=30d");
    expect(runs.slice(shown[0]).every((run) => run >= 29)).toBe(true);
    expect(shown[1]).toBe(runs.length - 1);
  });

  it("is what the address says", () => {
    const { shown, runs } = pictured(`metric=p99&from=${shaOf(10)}&to=${shaOf(30)}`);
    expect(shown.map((place) => runs[place])).toEqual([10, 30]);
  });

  it("is in the reach of the axis, whiskers and all", () => {
    const picture = pictured("metric=p99");
    const [low, high] = extentOf(picture, picture.shown)!;
    for (const place of picture.runs.keys()) {
      const reading = readingAt(picture, place)!;
      expect(reading.low!).toBeGreaterThan(low);
      expect(reading.high!).toBeLessThan(high);
    }
    const long = picture.lines.map((line) => ({ ...line, high: line.high.map(() => 1e12) }));
    const [, cut] = extentOf({ ...picture, lines: long }, picture.shown)!;
    expect(cut, "a whisker as long as that leaves the picture").toBeLessThan(25_000_000);
    expect(extentOf({ ...picture, lines: [] }, picture.shown)).toBeNull();
  });
});

it("keeps a run that lacks the metric as a gap, not as nothing", () => {
  const facts = makeFacts();
  const lacking = workloadData({
    ...facts,
    points: facts.points.filter(({ metric, commit }) => metric !== "p99" || commit !== shaOf(45)),
  });
  const picture = pictureOf(lacking, choiceOf(lacking, new URLSearchParams("metric=p99")).choice);
  const place = picture.runs.indexOf(45);
  expect(picture.lines.map(({ value }) => value[place])).toEqual([null, null]);
  expect(readingAt(picture, place)).toMatchObject({ run: 45, value: null });
});
