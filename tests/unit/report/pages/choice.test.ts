import { describe, expect, it } from "vitest";
import { offeredMetrics, paramsOf, readChoice } from "../../../../src/report/pages/choice.ts";
import { workloadData } from "../../../../src/report/pages/columns.ts";
import { makeFacts, shaOf } from "../../../support/site-data.ts";

const data = workloadData(makeFacts());
const choose = (words: string) => readChoice(data, new URLSearchParams(words));

describe("without a word", () => {
  const { choice, notes } = choose("");

  it("shows the metric that moved last on the branch, in the shortest time that says something", () => {
    expect(choice).toMatchObject({ metric: "p99", machine: null, arm: "head", range: "90d", vs: null });
    expect(data.branches[choice.branch]).toBe("main");
    expect(notes).toEqual([]);
  });

  it("needs no address", () => {
    expect(paramsOf(data, choice).toString()).toBe("");
  });
});

describe("a choice in the address", () => {
  it.each([
    "metric=qps",
    "branch=batch-wal",
    "vs=batch-wal",
    "vs=machine%3Abbbbbbbb",
    "vs=*",
    "machine=aaaaaaaa",
    "axis=time",
    "range=all",
    `from=${shaOf(3).slice(0, 10)}&to=${shaOf(9).slice(0, 10)}`,
    `point=${shaOf(40).slice(0, 10)}`,
    "metric=failed-share&vs=batch-wal&range=30d",
  ])("%s comes back as it went", (words) => {
    const { choice, notes } = choose(words);
    expect(notes).toEqual([]);
    expect(paramsOf(data, choice).toString()).toBe(words);
  });

  it("falls to the default where it is none, and says so", () => {
    const { choice, notes } = choose(
      "metric=p42&branch=<b>&machine=zz&range=2y&from=12&point=ffffffff&vs=x&arm=x&axis=x",
    );
    expect(choice).toEqual(choose("").choice);
    expect(notes).toHaveLength(9);
    for (const vs of ["machine:", "machine:all", "machine:cccccccc"])
      expect(choose(`vs=${vs}`).choice.vs, vs).toBeNull();
    expect(notes).toContain("There is no metric “p42” here: the default is shown.");
  });
});

it("knows the metrics that there are values of", () => {
  expect(offeredMetrics(data)).toEqual(["qps", "p99", "failed-share"]);
});

it("shows the newest machine alone where machines take turns", () => {
  const facts = makeFacts();
  const points = facts.points.map((point) => ({
    ...point,
    fingerprint: (Number.parseInt(point.commit.slice(0, 4), 16) % 2 === 0 ? "a" : "b").repeat(64),
  }));
  const turns = workloadData({ ...facts, points });
  expect(readChoice(turns, new URLSearchParams()).choice.machine).toBe(1);
});

it("has a choice for a workload that has nothing", () => {
  const { choice, notes } = readChoice(
    workloadData({ ...makeFacts(), points: [], events: [] }),
    new URLSearchParams(),
  );
  expect([choice.metric, choice.branch, notes]).toEqual(["qps", 0, []]);
});
