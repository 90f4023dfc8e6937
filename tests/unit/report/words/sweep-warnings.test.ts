import { expect, test } from "vitest";
import type { Sweep, SweepWarning } from "../../../../src/model/sweep.ts";
import { armsLegend, warningTexts } from "../../../../src/report/words/sweep-warnings.ts";

const PAIR = { reference: "1.6", target: "1.7" };

function sweepWith(warning: Partial<SweepWarning>, suites = ["oltp"], targets = ["1.6", "1.7"]): Sweep {
  const warnings = [{ code: "busy", message: "head was busy", remedy: "wait", suite: "oltp", ...warning }];
  return { warnings, targets, suites: suites.map((suite) => ({ suite })) } as unknown as Sweep;
}

const whereOf = (sweep: Sweep) => warningTexts(sweep)[0]!.where;

test("a warning names its suite where there are several, its pair and its point", () => {
  expect(whereOf(sweepWith({}))).toBe("");
  expect(whereOf(sweepWith({ workload: "select threads=1" }))).toBe("select threads=1: ");
  expect(whereOf(sweepWith({ pair: PAIR }))).toBe("1.7 against 1.6: ");
  expect(whereOf(sweepWith({ pair: PAIR, workload: "select threads=1" }, ["oltp", "kv"]))).toBe(
    "oltp, 1.7 against 1.6, select threads=1: ",
  );
});

test("who base and head are is said where a warning speaks of them", () => {
  expect(armsLegend(sweepWith({}))).toBe("Here base is 1.6, and head is 1.7.");
  expect(armsLegend(sweepWith({ message: "busy", remedy: "look at the base branch" }))).not.toBe("");
  expect(armsLegend(sweepWith({ message: "the overhead of a database", remedy: "none" }))).toBe("");
  expect(armsLegend(sweepWith({}, ["oltp"], []))).toBe("");
  expect(armsLegend(sweepWith({}, ["oltp"], ["1.6", "1.7", "1.8"]))).toBe(
    "Here base is 1.6, and head is the other target.",
  );
});
