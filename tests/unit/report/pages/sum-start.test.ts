import { expect, it } from "vitest";
import { chainOf } from "../../../../src/analysis/ledger/chain.ts";
import { measuredChange } from "../../../../src/analysis/ledger/paired-changes.ts";
import { stepsSince, sumsSince } from "../../../../src/analysis/ledger/sums.ts";
import { beginsAt, lineSince, startNamed, sumStarts } from "../../../../src/report/pages/sum-start.ts";
import { measuredPushes, pushesOf, shaOf } from "../../../support/pushes.ts";

/** Five pushes, of the second to the sixth day of the year; the branch begins with the first. */
const CHAIN = chainOf(
  measuredPushes(pushesOf([0, 0, 0, 0, 0])).flatMap(({ report }) => measuredChange(report) ?? []),
);
const LINES = sumsSince(CHAIN, []).map((sum) => ({ sum, steps: stepsSince(CHAIN, [], sum) }));
const onDay = (day: number, hour = 0) => new Date(Date.UTC(2026, 0, day, hour)).toISOString();
const DATA = {
  ledger: LINES,
  tags: [
    { name: "v9", sha: "9".repeat(40), time: onDay(9) },
    { name: "v1.1", sha: "1".repeat(40), time: onDay(4, 12) },
    { name: "v1.0", sha: shaOf("c2"), time: onDay(3) },
    { name: "v0.1", sha: "0".repeat(40), time: "2025-11-01T00:00:00.000Z" },
  ],
};
const named = (text: string) => startNamed(DATA, text)!;
const firstSince = (text: string) => lineSince(LINES[0]!, named(text))?.sum.since.sha;

it("are tags that changes are known before and after, then the measured commits, the newest first", () => {
  const words = sumStarts(DATA).map(({ word }) => word);
  expect(words).toEqual([
    "v1.1",
    "v1.0",
    ...["c4", "c3", "c2", "c1", "c0"].map((name) => shaOf(name).slice(0, 10)),
  ]);
  expect(sumStarts({})).toEqual([]);
});

it("are named by a tag, or by the first digits of a commit", () => {
  expect(named("v1.0")).toMatchObject({ isTag: true, commit: { sha: shaOf("c2") } });
  expect(named(shaOf("c3").slice(0, 8))).toMatchObject({ isTag: false, commit: { sha: shaOf("c3") } });
  for (const text of ["v9", "v0.1", "", shaOf("c3").slice(0, 3), "toString"])
    expect(startNamed(DATA, text)).toBeUndefined();
});

it("begin a sum with the first change after them", () => {
  expect(firstSince(shaOf("c3").slice(0, 10))).toBe(shaOf("c3"));
  expect(firstSince("v1.0")).toBe(shaOf("c2"));
  // Between the third push and the fourth: the fourth is the first that came later.
  expect(firstSince("v1.1")).toBe(shaOf("c3"));
  expect(
    lineSince(LINES[0]!, { word: "x", isTag: true, commit: { sha: "x", time: onDay(9), subject: null } }),
  ).toBeNull();
});

it("give their name to a sum of all that came after them, and to no sum that begins later", () => {
  const line = LINES[0]!;
  expect(beginsAt(lineSince(line, named("v1.0"))!, named("v1.0"))).toBe(true);
  expect(beginsAt(lineSince(line, named("v1.1"))!, named("v1.1"))).toBe(true);
  const newer = { ...line, steps: line.steps.slice(3), sum: { ...line.sum, since: line.steps[3]!.base } };
  expect(beginsAt(lineSince(newer, named("v1.0"))!, named("v1.0"))).toBe(false);
});
