import { expect, it } from "vitest";
import type { LedgerSum } from "../../../../src/model/ledger.ts";
import { carriedText, countText, sinceText, sumText } from "../../../../src/report/words/ledger.ts";
import { plainSpaces } from "../../../../src/text/units.ts";

const commit = (sha: string) => ({ sha: sha.repeat(40), time: null, subject: null, author: null });
const SUM: LedgerSum = {
  workload: "checkout",
  metric: "qps",
  effect: -0.061,
  low: -0.079,
  high: -0.042,
  limit: 0.02,
  changes: 14,
  red: 0,
  gaps: 0,
  since: commit("a"),
  upTo: commit("b"),
};

it("says how much it is, in how many changes, and that none was red", () => {
  expect(plainSpaces(sumText(SUM))).toBe(
    "QPS of checkout −6.1 % (−7.9 .. −4.2) in 14 changes, none of them red",
  );
  expect(countText({ ...SUM, red: 2 })).toBe("in 14 changes, 2 of them red");
  expect(countText({ ...SUM, changes: 1, red: 1 })).toBe("in 1 change, red");
  expect(countText({ ...SUM, gaps: 1 })).toContain("commits at 1 place between them were not measured");
});

it("says since when, by the name that was asked for", () => {
  expect(sinceText(SUM)).toBe("since aaaaaaaaaa");
  expect(sinceText(SUM, "v1.2")).toBe("since v1.2");
  expect(sinceText({ ...SUM, accepted: 7 }, "v1.2")).toBe("since the accepted change of #7");
});

it("says of a pull request that it carries the sum beyond the limit", () => {
  expect(plainSpaces(carriedText("main", [SUM, SUM]))).toBe(
    "With this change, main has lost more than one change may lose (2 %) since aaaaaaaaaa: QPS of checkout −6.1 % (−7.9 .. −4.2) in 14 changes, none of them red, and 1 more gate with it.",
  );
  expect(carriedText("main", [])).toBe("");
});
