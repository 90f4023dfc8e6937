import { expect, it } from "vitest";
import { chainOf } from "../../../../src/analysis/ledger/chain.ts";
import { measuredChange } from "../../../../src/analysis/ledger/paired-changes.ts";
import { stepsSince, sumsSince } from "../../../../src/analysis/ledger/sums.ts";
import type { LedgerLine } from "../../../../src/model/ledger.ts";
import { ledgerSection } from "../../../../src/report/pages/ledger.ts";
import { plainSpaces } from "../../../../src/text/units.ts";
import { measuredPushes, pushesOf } from "../../../support/pushes.ts";

function lineOf(harms: readonly number[]): LedgerLine {
  const chain = chainOf(
    measuredPushes(pushesOf(harms)).flatMap(({ report }) => measuredChange(report) ?? []),
  );
  const sum = sumsSince(chain, []).find(
    ({ workload, metric }) => workload === "checkout" && metric === "qps",
  )!;
  return { sum, steps: stepsSince(chain, [], sum) };
}

it("draws the sum of the changes with its band and limit, marks red ones, and lists each", () => {
  const page = plainSpaces(ledgerSection("main", lineOf([0, 0.01, 0.2])).html);
  expect(page).toMatch(
    /main since \w+: QPS <strong>−\d+(?:\.\d)? % \(.*\)<\/strong> in 3 changes, 1 of them red\./,
  );
  expect(page).toContain('class="head band"');
  expect(page).toContain('class="bound"');
  expect(page.match(/class="(?:head|red) dot"/g)).toEqual([
    'class="head dot"',
    'class="head dot"',
    'class="red dot"',
  ]);
  expect(page.match(/<tr><th scope="row">/g)).toHaveLength(3);
});

it("is left out where there is nothing to add up", () => {
  expect(ledgerSection("main", undefined).html).toBe("");
  expect(ledgerSection("main", lineOf([0])).html).toBe("");
});
