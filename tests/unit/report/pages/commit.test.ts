import { expect, it } from "vitest";
import { comparedChoice, comparePage } from "../../../../src/report/pages/commit.ts";
import { makeSite, shaOf } from "../../../support/site-data.ts";
import { STORIES } from "../../../support/stories.ts";

const side = (run: number) => ({ sha: shaOf(run), subject: null, author: null });
const report = STORIES["one-regression-of-three"]!();

function compared(words: string) {
  const chosen = comparedChoice(new URLSearchParams(words));
  const about = { base: side(39), head: side(40), changes: [], repository: null, why: null };
  const { main, notes = [] } = comparePage(makeSite(), { ...about, reports: [report], chosen });
  return { text: main.html, notes };
}

it("shows all where an address names no suite or workload that both commits have, and says so", () => {
  const all = compared("").text;
  expect(all).not.toContain("Cannot be compared");
  expect(compared("suite=other")).toEqual({
    text: all,
    notes: ["There is no suite “other” here: all are shown."],
  });
  expect(compared("workload=other&suite=").text).toBe(all);
  expect(compared("workload=other").notes).toEqual(["There is no workload “other” here: all are shown."]);
  expect(compared(`suite=${report.suite}`).notes).toEqual([]);
});
