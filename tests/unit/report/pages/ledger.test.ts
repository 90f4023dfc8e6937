import { expect, it } from "vitest";
import { chainOf } from "../../../../src/analysis/ledger/chain.ts";
import { measuredChange } from "../../../../src/analysis/ledger/paired-changes.ts";
import { stepsSince, sumsSince } from "../../../../src/analysis/ledger/sums.ts";
import type { LedgerLine } from "../../../../src/model/ledger.ts";
import { ledgerSection } from "../../../../src/report/pages/ledger.ts";
import type { SumStart } from "../../../../src/report/pages/sum-start.ts";
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

it("draws the limit of what may double, and speaks of none where what may fall cannot reach it", () => {
  const { sum, steps } = lineOf([0, 0.01]);
  const pageOf = (more: Partial<LedgerLine["sum"]>) =>
    plainSpaces(ledgerSection("main", { sum: { ...sum, ...more }, steps }).html);
  const doubled = pageOf({ metric: "p99", limit: 1.5 });
  expect(doubled).toContain('class="bound"');
  expect(doubled).toContain("dashed: what one change may lose (limit 150 %)");
  const none = pageOf({ metric: "qps", limit: 1 });
  expect(none).not.toContain('class="bound"');
  expect(none).not.toContain("dashed");
});

it("begins where its reader chooses, by a tag's name or a commit", () => {
  const line = lineOf([0, 0.01, 0.2]);
  const [first, second] = line.steps.map(({ base }) => base);
  const starts: readonly SumStart[] = [
    { word: "v1.<2>", isTag: true, commit: { ...second!, subject: null } },
    { word: first!.sha.slice(0, 10), isTag: false, commit: first! },
  ];
  const pageOf = (since: SumStart | null) => plainSpaces(ledgerSection("main", line, { starts, since }).html);
  expect(pageOf(null)).toMatch(/<option value="" selected>3 changes ago<.*<optgroup label="Tags">/);
  const tagged = pageOf(starts[0]!);
  expect(tagged).toMatch(/main since v1\.&lt;2&gt;: QPS <strong>.*<\/strong> in 2 changes, 1 of them red/);
  expect(tagged).toContain('<option value="v1.&lt;2&gt;" selected>v1.&lt;2&gt;</option>');
  expect(tagged.match(/<tr><th scope="row">/g)).toHaveLength(2);
  expect(pageOf(starts[1]!)).toMatch(/main since \w{7,}: QPS .* in 3 changes/);
  const late = { word: "v2", isTag: true, commit: { sha: "f", time: "2027-01-01T00:00:00Z", subject: null } };
  expect(pageOf(late)).toContain("<p>No change of main since v2 was measured side by side.</p>");
  expect(pageOf(late)).toContain('name="since"');
});

it("is left out where there is nothing to add up", () => {
  expect(ledgerSection("main", undefined).html).toBe("");
  expect(ledgerSection("main", lineOf([0])).html).toBe("");
});
