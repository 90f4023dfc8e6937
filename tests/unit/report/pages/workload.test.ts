import { describe, expect, it } from "vitest";
import { workloadData } from "../../../../src/report/pages/columns.ts";
import { workloadMain } from "../../../../src/report/pages/workload.ts";
import { makeFacts } from "../../../support/site-data.ts";

const textOf = (words: string, facts = makeFacts()) =>
  workloadMain(workloadData(facts), new URLSearchParams(words)).main.html;

describe("the first sentence", () => {
  it("counts the runs that could show a change, and none that lie over them", () => {
    const facts = { ...makeFacts(), events: [], acceptances: [] };
    expect(textOf("metric=p99", facts)).toContain("No change of level in 56 runs.");
    expect(textOf("metric=p99&vs=batch-wal", facts)).toContain("No change of level in 56 runs.");
    const own = facts.points.filter(({ branch }, i) => branch === "batch-wal" || i < 3);
    expect(textOf("metric=p99&vs=batch-wal", { ...facts, points: own })).toContain(
      "One run cannot show a change of level yet.",
    );
  });
});

it("says of a choice without runs no time, for there is none at any time", () => {
  const facts = makeFacts();
  expect(textOf("arm=base&range=90d", facts)).toContain("No run of read-write fits this choice. ");
});

it("does not say that the table has all of many runs", () => {
  expect(textOf("range=all")).toContain(
    "arrow keys read them one by one, the table below has the newest of those that are shown",
  );
});
