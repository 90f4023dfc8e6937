import { expect, it } from "vitest";
import { attemptsText } from "../../../../src/report/words/attempts.ts";
import { makeReport } from "../../../support/reports.ts";

it.each([
  [1, "second attempt, 16 sessions; the first was green"],
  [10, /^11th attempt/],
  [20, /^21st attempt, .* and the 20th green$/],
])("names the attempts after %d of them", (count, text) => {
  const earlier = Array.from({ length: count }, () => ({
    commit: "4f2a9c1",
    startedAt: "2026-03-02T10:31:07Z",
    verdict: "unchanged" as const,
  }));
  const report = { ...makeReport({ workloads: [] }), attempts: { sessions: 16, machines: 1, earlier } };
  expect(attemptsText(report)).toEqual(typeof text === "string" ? text : expect.stringMatching(text));
});
