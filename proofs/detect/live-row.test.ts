/** What whole checks on live servers came to, as a row of tables.md. */
import { expect, it } from "vitest";
import type { Report } from "../../src/model/report.ts";
import { type LiveCheck, liveTable } from "./live-row.ts";

const SAME = { name: "same", what: "nothing" };
const TRIGGER = { name: "trigger", what: "a trigger", slows: ["update"] };

/** Of gates by workload: the change of QPS, and whether it was called. */
function checkOf(
  verdict: Report["verdict"],
  qps: Readonly<Record<string, readonly [effect: number, kind: string]>>,
): LiveCheck {
  const workloads = Object.entries(qps).map(([workload, [effect, kind]]) => ({
    name: workload,
    changes: [
      { workload, metric: "qps", role: "gate", effect, verdict: { kind } },
      { workload, metric: "mean", role: "information", effect: -1, verdict: { kind: "regressed" } },
    ],
  }));
  return { report: { verdict, workloads } as unknown as Report, busy: 0.25, seconds: 60 };
}

const liveRow = (variant: typeof TRIGGER | typeof SAME, neighbours: number, checks: readonly LiveCheck[]) =>
  liveTable([{ variant, neighbours, checks }]);
const cells = (row: string) =>
  row
    .split("\n")
    .at(-1)!
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

it("counts what was found where it is, and what was flagged elsewhere", () => {
  const found = checkOf("regressed", { update: [-0.09, "regressed"], reads: [0, "unchanged"] });
  const elsewhere = checkOf("regressed", { update: [-0.05, "inconclusive"], reads: [-0.04, "regressed"] });
  expect(cells(liveRow(TRIGGER, 1, [found, elsewhere]))).toEqual([
    "a trigger",
    "1 neighbour that computes for half of the time; 0.3 to 0.3 CPUs busy before each",
    "2",
    "1 of 2 (9 .. 91 %)",
    "1 of 2 (9 .. 91 %)",
    "0 of 2 (0 .. 66 %)",
    "0 of 2 (0 .. 66 %)",
    "-7.0 %, -, -",
    "1.0",
  ]);
});

it("takes a difference that names no workload for one of all", () => {
  const all = checkOf("regressed", { update: [-0.09, "regressed"], reads: [-0.04, "regressed"] });
  expect(cells(liveRow({ name: "logging", what: "a log" }, 0, [all])).slice(3, 5)).toEqual([
    "1 of 1 (21 .. 100 %)",
    "0 of 1 (0 .. 79 %)",
  ]);
});

it("of equal builds finds nothing, and counts every call against the check", () => {
  const checks = [
    checkOf("unchanged", { update: [0, "unchanged"] }),
    checkOf("improved", { update: [0.03, "improved"] }),
    checkOf("inconclusive", { update: [-0.01, "inconclusive"] }),
    checkOf("regressed", { update: [-0.03, "regressed"] }),
  ];
  const [, beside, , found, wrong, green, grey, shown] = cells(liveRow(SAME, 0, checks));
  expect({ beside, found, wrong, green, grey, shown }).toEqual({
    beside: "nothing of ours; 0.3 to 0.3 CPUs busy before each",
    found: "",
    wrong: "1 of 4 (5 .. 70 %)",
    green: "2 of 4 (15 .. 85 %)",
    grey: "1 of 4 (5 .. 70 %)",
    shown: "",
  });
});

it("has a row for each series below one head", () => {
  const found = checkOf("regressed", { update: [-0.09, "regressed"] });
  const lines = liveTable([
    { variant: SAME, neighbours: 0, checks: [found] },
    { variant: TRIGGER, neighbours: 1, checks: [found] },
  ]).split("\n");
  expect(lines.map((line) => line.split("|")[1]!.trim())).toEqual([
    "head differs by",
    "---",
    "nothing",
    "a trigger",
  ]);
});
