import { describe, expect, it } from "vitest";
import { readChoice } from "../../../../src/report/pages/choice.ts";
import { workloadData } from "../../../../src/report/pages/columns.ts";
import {
  drawPicture,
  edgeOf,
  extentOf,
  pictureEnds,
  placesBetween,
  readingAt,
} from "../../../../src/report/pages/picture.ts";
import { makeFacts, shaOf } from "../../../support/site-data.ts";

const data = workloadData(makeFacts());
const pictured = (words: string) => drawPicture(data, readChoice(data, new URLSearchParams(words)).choice);

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
    expect(picture.steps.map(({ at, number, kind }) => [picture.runs[at], number, kind])).toEqual([
      [40, 1, "worse"],
    ]);
  });

  it("have the change of a machine that did not measure its commit at the next one that it measured", () => {
    const facts = makeFacts();
    const points = facts.points.filter(({ commit }) => commit !== shaOf(40));
    const other = workloadData({ ...facts, points });
    const { choice } = readChoice(other, new URLSearchParams("metric=p99"));
    const { steps, runs } = drawPicture(other, choice);
    expect(steps.map(({ at }) => other.runs.commit[runs[at]!])).toEqual([shaOf(41)]);
  });

  it("have an acceptance as a step where it landed, with its size, of its own metric alone", () => {
    const { steps, levels, runs } = pictured("metric=qps");
    expect(steps.map(({ at, number, kind }) => [runs[at], number, kind])).toEqual([[30, 1, "taken"]]);
    const [before, after] = levels.slice(-2).map(({ value }) => value);
    expect(steps[0]).toMatchObject({ before, after, effect: after! / before! - 1 });
  });

  it("have a level between steps, as it was found", () => {
    const { runs, levels } = picture;
    expect(levels.map(({ from, to, machine }) => [runs[from], runs[to], machine])).toEqual([
      [0, 19, 0],
      [20, 39, 1],
      [40, 59, 1],
    ]);
    expect(levels.slice(1).map(({ value }) => value)).toEqual([10_890_000, 13_612_500]);
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
    expect([picture.borders, picture.steps]).toEqual([[], []]);
  });
});

describe("along time", () => {
  const picture = pictured("metric=p99&axis=time");
  const day = 86_400_000;

  it("lies each run when its commit was made, also where several were made at once", () => {
    expect(picture.x).toEqual(picture.runs.map((run) => Date.parse(data.runs.at[run]!)));
    const at = data.runs.at.map(() => data.runs.at[0]!);
    const together = { ...data, runs: { ...data.runs, at } };
    const { x } = drawPicture(together, readChoice(together, new URLSearchParams("axis=time")).choice);
    expect(new Set(x).size).toBe(x.length);
    expect(x).toEqual(x.toSorted((a, b) => a - b));
  });

  it("has ends that show the places they were made of and no others, however far runs are apart", () => {
    const uneven = { axis: "time", x: [0, 1, 2, 3, 40 * day, 80 * day, 80 * day + 1] } as const;
    for (const axis of [picture, pictured("metric=p99"), uneven]) {
      for (let from = 0; from < axis.x.length; from++) {
        for (let to = from; to < axis.x.length; to++) {
          const [least, greatest] = pictureEnds(axis, [from, to]);
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

describe("machines that take turns", () => {
  const facts = makeFacts();
  const points = facts.points.map((point) => ({
    ...point,
    fingerprint: (Number.parseInt(point.commit.slice(0, 4), 16) % 2 === 0 ? "a" : "b").repeat(64),
  }));
  const turns = workloadData({ ...facts, points });
  const { choice, notes } = readChoice(turns, new URLSearchParams("machine=all&metric=qps"));

  it("have a line each if all are chosen, which goes on over the other's runs", () => {
    expect([choice.machine, notes]).toEqual([null, []]);
    const { lines, borders } = drawPicture(turns, choice);
    expect(lines.map(({ machine }) => machine)).toEqual([0, 1]);
    for (const { value } of lines) expect(value).not.toContain(null);
    expect(borders).toEqual([]);
  });
});

it("shows every other branch that was measured often, each as a line", () => {
  const { lines } = pictured("metric=qps&vs=*");
  expect(lines.filter(({ isOwn }) => !isOwn).map(({ branch }) => data.branches[branch])).toEqual([
    "batch-wal",
    "batch-wal",
  ]);
});

describe("runs of the suite without the workload", () => {
  const facts = makeFacts();
  const isGone = (commit: string) => commit >= shaOf(45) && commit < shaOf(50);
  const [head] = facts.points;
  const suiteRuns = facts.points
    .filter(({ metric }) => metric === "qps")
    .map((point) => ({
      ...head!,
      ...point,
      id: point.runId,
      measurementId: "",
      mode: "history" as const,
      orderedAt: point.measuredAt,
    }));
  const gapped = workloadData({
    ...facts,
    points: facts.points.filter(({ commit }) => !isGone(commit)),
    suiteRuns,
  });

  it.each(["commits", "time"])("are a gap along %s, in the line and in its level", (axis) => {
    const { lines, levels, runs } = drawPicture(
      gapped,
      readChoice(gapped, new URLSearchParams(`metric=qps&axis=${axis}`)).choice,
    );
    expect(runs).toHaveLength(56);
    const gap = runs.flatMap((run, place) => (isGone(gapped.runs.commit[run]!) ? [place] : []));
    expect(gap).toHaveLength(5);
    for (const place of gap) expect(lines.at(-1)!.value[place]).toBeNull();
    expect(levels.some(({ from, to }) => from < gap[0]! && to > gap[0]!)).toBe(false);
  });

  it("are none before its first run, nor after its last", () => {
    const late = facts.points.filter(({ commit }) => commit >= shaOf(10) && commit < shaOf(50));
    expect(workloadData({ ...facts, points: late, suiteRuns }).runs.commit).toHaveLength(40);
  });
});

it("has the whiskers of a few runs within the picture", () => {
  const wide = { isOwn: true, branch: 0, machine: 0, value: [10_000], low: [8_040], high: [12_409] };
  const [low, high] = extentOf({ ...pictured("metric=qps"), lines: [wide] }, [0, 0])!;
  expect([low < 8_040, high > 12_409]).toEqual([true, true]);
});

it("keeps a run that lacks the metric as a gap, not as nothing", () => {
  const facts = makeFacts();
  const lacking = workloadData({
    ...facts,
    points: facts.points.filter(({ metric, commit }) => metric !== "p99" || commit !== shaOf(45)),
  });
  const picture = drawPicture(lacking, readChoice(lacking, new URLSearchParams("metric=p99")).choice);
  const place = picture.runs.indexOf(45);
  expect(picture.lines.map(({ value }) => value[place])).toEqual([null, null]);
  expect(readingAt(picture, place)).toMatchObject({ run: 45, value: null });
});
