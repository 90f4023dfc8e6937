import { expect, test } from "vitest";
import type { Overall } from "../../../../src/model/report.ts";
import { exitCodeOf, type FailOn } from "../../../../src/pipeline/invocation/exit-code.ts";

const counts = { regressed: 1, improved: 0, unchanged: 1, inconclusive: 0 };

test.each<[Overall, FailOn, number]>([
  ["regressed", "regression", 1],
  ["regressed", "inconclusive", 1],
  ["regressed", "never", 0],
  ["accepted", "regression", 0],
  ["accepted", "inconclusive", 0],
  ["inconclusive", "regression", 0],
  ["inconclusive", "inconclusive", 6],
  ["improved", "inconclusive", 0],
  ["unchanged", "inconclusive", 0],
])("%s, failing on %s, ends with %i", (verdict, failOn, code) => {
  expect(exitCodeOf({ verdict, counts }, failOn)).toBe(code);
});

test("accepting is no answer to what is inconclusive", () => {
  const open = { ...counts, inconclusive: 2 };
  expect(exitCodeOf({ verdict: "accepted", counts: open }, "inconclusive")).toBe(6);
  expect(exitCodeOf({ verdict: "accepted", counts: open }, "regression")).toBe(0);
});

test("what is certainly not worse is not open", () => {
  const open = { ...counts, inconclusive: 2, notWorse: 2 };
  expect(exitCodeOf({ verdict: "accepted", counts: open }, "inconclusive")).toBe(0);
  expect(exitCodeOf({ verdict: "accepted", counts: { ...open, notWorse: 1 } }, "inconclusive")).toBe(6);
});
