import { expect, it } from "vitest";
import {
  type OverviewTableRow,
  overviewChoice,
  overviewPage,
} from "../../../../src/report/pages/overview.ts";
import { plainSpaces } from "../../../../src/text/units.ts";
import { makeSite, shaOf } from "../../../support/site-data.ts";

const ROW: OverviewTableRow = {
  suite: "oltp",
  workload: "read-write",
  metric: "p99",
  verdict: null,
  change: null,
  value: 13_600_000,
  commit: shaOf(59),
  measuredAt: "2026-08-29T08:00:00.000Z",
  spark: [10, 11, 10],
};

it("speaks of one day in the singular", () => {
  const { choice } = overviewChoice(new URLSearchParams("days=1"));
  const overview = { choice, branches: ["main"], checks: [], open: [], taken: [], sums: [], rows: [ROW] };
  const page = plainSpaces(overviewPage(makeSite(), overview).main.html);
  expect(page).toContain(
    '<option value="1" selected>last day</option><option value="7">last 7 days</option>',
  );
  expect(page).toContain("The largest change of the last day first");
  expect(page).toContain("without a change in 1 day<");
  expect(page).toContain("change, 1 day<");
});
