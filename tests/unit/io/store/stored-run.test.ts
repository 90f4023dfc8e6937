import { describe, expect, it } from "vitest";
import {
  compareText,
  describeRun,
  knownWord,
  oldestFirst,
  uniqueById,
} from "../../../../src/io/store/stored-run.ts";
import { makeRun } from "../../../support/runs.ts";

describe("what a store knows of a run", () => {
  it("has instants in one form, so that they compare as text", () => {
    const run = makeRun({
      startedAt: "2026-03-01T10:00:00+02:00",
      commit: { time: "2026-02-28T23:30:00-01:00" },
    });
    expect(describeRun(run)).toMatchObject({
      measuredAt: "2026-03-01T08:00:00.000Z",
      commitTime: "2026-03-01T00:30:00.000Z",
      orderedAt: "2026-03-01T00:30:00.000Z",
    });
  });

  it.each([null, "", "yesterday"])(
    "is in its place by when it was measured where the commit's date is %j",
    (time) => {
      const startedAt = "2026-03-01T08:00:00.000Z";
      expect(describeRun(makeRun({ startedAt, commit: { time } }))).toMatchObject({
        commitTime: null,
        orderedAt: startedAt,
      });
    },
  );

  it("bears no character that PostgreSQL's text has not, and all others", () => {
    const text = "a\0b\ud800c 😀";
    const said = "a\ufffdb\ufffdc 😀";
    const known = describeRun(makeRun({ commit: { subject: text, author: text } }));
    expect(known).toMatchObject({ subject: said, author: said });
    expect(describeRun(makeRun({ commit: { subject: null } }))).toMatchObject({
      subject: null,
      author: null,
    });
    expect(describeRun(makeRun({ commit: { author: "" } })).author).toBeNull();
  });
});

it("an old commit that is measured late keeps its place, and the same commit again comes after its first time", () => {
  const at = (id: string, commit: string, measured: string) =>
    describeRun(
      makeRun({
        id: `00000000-0000-4000-8000-00000000000${id}`,
        startedAt: `2026-03-0${measured}T00:00:00Z`,
        commit: { time: `2026-02-0${commit}T00:00:00Z` },
      }),
    );
  const order = [at("1", "1", "5"), at("2", "2", "3"), at("3", "2", "4"), at("4", "2", "4")];
  expect(order.toReversed().sort(oldestFirst)).toEqual(order);
});

it("texts compare by code unit, whatever the locale", () => {
  expect(["ä", "b", "Z", "a"].sort(compareText)).toEqual(["Z", "a", "b", "ä"]);
  expect(compareText("a", "a")).toBe(0);
});

it("of two versions of a run the later one is kept, and runs are in the same order everywhere", () => {
  const id = "AAAAAAAA-0000-4000-8000-000000000001";
  const [first, second] = [makeRun({ id, seed: 1 }), makeRun({ id: id.toLowerCase(), seed: 2 })];
  const other = makeRun({ id: "00000000-0000-4000-8000-000000000009" });
  expect(uniqueById([first, second, other])).toEqual([other, second]);
});

it("a word of a newer version is an error that names it, not a wrong value", () => {
  expect(knownWord(["base", "head"], "head", "arm")).toBe("head");
  expect(() => knownWord(["base", "head"], "third", "arm")).toThrow(
    expect.objectContaining({
      kind: "store",
      message: 'a stored run has the arm "third", which is none of base, head',
      remedy: expect.stringContaining("update"),
    }),
  );
});
