import { describe, expect, it } from "vitest";
import { EVERY_EVENT, eventChoice, isChosen } from "../../../../src/report/pages/event-choice.ts";

const choose = (words: string) =>
  eventChoice(new URLSearchParams(words), { suites: ["oltp", "orders"], branches: ["main"] });
const EVENT = { state: "open", suite: "oltp", time: "2026-11-20T08:00:00.000Z" } as const;

describe("a choice of changes", () => {
  it.each(["", "state=&suite=&since=", "other=1"])("is all where nothing is asked for: %j", (words) => {
    expect(choose(words)).toEqual({ choice: EVERY_EVENT, notes: [] });
  });

  it("is of a state, a suite and a first day", () => {
    expect(choose("state=past&suite=orders&since=2026-11-01")).toEqual({
      choice: { ...EVERY_EVENT, state: "past", suite: "orders", since: "2026-11-01" },
      notes: [],
    });
  });

  it.each([
    ["state=closed", "There is no state “closed” here: all are shown."],
    ["suite=elsewhere", "There is no suite “elsewhere” here: all are shown."],
    ["since=yesterday", "There is no since “yesterday” here: all are shown."],
    ["since=2026-13-01", "There is no since “2026-13-01” here: all are shown."],
  ])("says what was no choice: %s", (words, note) => {
    expect(choose(words)).toEqual({ choice: EVERY_EVENT, notes: [note] });
  });
});

describe("a change", () => {
  it.each([
    ["", true],
    ["state=open", true],
    ["state=better", false],
    ["suite=oltp&state=open", true],
    ["suite=orders", false],
    ["since=2026-11-20", true],
    ["since=2026-11-21", false],
  ])("of %j: %s", (words, expected) => {
    expect(isChosen(choose(words).choice, EVENT)).toBe(expected);
  });

  it("of an unknown time may be as new as is asked for", () => {
    expect(isChosen(choose("since=2026-11-21").choice, { ...EVENT, time: null })).toBe(true);
  });
});
