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

it("asks for the suite that it was asked for", () => {
  const { choice } = overviewChoice(new URLSearchParams("suite=scan+10+GiB&q=10+gib"));
  const overview = { choice, branches: ["main"], checks: [], open: [], taken: [], sums: [], rows: [ROW] };
  const page = overviewPage(makeSite(), overview).main.html;
  expect(page).toContain('<input name="suite" value="scan 10 GiB"');
  expect(page).toContain(
    'name="q" maxlength="200" autocomplete="off" placeholder="workload, suite or commit" value="10 gib"',
  );
});
