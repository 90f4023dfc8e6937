import { expect, it } from "vitest";
import type { Ledger, LedgerSum } from "../../../../src/model/ledger.ts";
import { renderLedgers } from "../../../../src/report/terminal/ledger.ts";
import { plainSpaces } from "../../../../src/text/units.ts";

const commit = (sha: string) => ({ sha: sha.repeat(40), time: null, subject: null, author: null });
const sum = (fields: Partial<LedgerSum>): LedgerSum => ({
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
  ...fields,
});
const ledger = (sums: readonly LedgerSum[], alerts: Ledger["alerts"] = []): Ledger => ({
  suite: "oltp",
  branch: "main",
  lines: sums.map((each) => ({ sum: each, steps: [] })),
  alerts,
});

it("is a table of the gates, with what the sums lack below it", () => {
  const sums = [
    sum({}),
    sum({ metric: "p99", effect: 0.3, low: 0.2, high: 0.4, red: 1, accepted: 7, gaps: 2 }),
  ];
  const alert = { carrier: commit("b"), open: true, since: commit("a"), upTo: commit("b"), sums };
  const text = plainSpaces(renderLedgers("v1.2", [ledger(sums, [alert])], 100));
  expect(text.split("\n")).toEqual([
    "What main gained and lost since v1.2 (suite oltp), by side-by-side measurements, with 95 %",
    "intervals:",
    "",
    "workload  metric                    sum               changes   red",
    "checkout  QPS     −6.1 % (−7.9 .. −4.2)  (limit 2 %)       14  none",
    "checkout  p99        +30 % (+20 .. +40)  (limit 2 %)       14     1",
    "",
    "checkout p99 begins after the accepted change of #7, at aaaaaaaaaa.",
    "",
    "checkout p99: commits at 2 places between the changes were not measured, and are in no sum.",
    "",
    "Sums beyond a limit are open: `plumbline bisect --plan` says where to look.",
  ]);
});

it("says so where nothing was measured side by side since", () => {
  const none = "No side-by-side measurement of a change after v1.2 is stored.";
  expect(renderLedgers("v1.2", [], 80)).toBe(none);
  expect(renderLedgers("v1.2", [ledger([])], 80)).toBe(none);
});
